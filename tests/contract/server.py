"""A real server process, over a real socket."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


class Server:
    """An ASGI application under uvicorn on a free port of this machine."""

    def __init__(self, port: int, process: subprocess.Popen[bytes], errors: Path) -> None:
        self.port = port
        self.process = process
        self.errors = errors

    def said(self) -> str:
        """What it has logged so far."""
        return self.errors.read_text(errors="replace")

    def log(self) -> list[dict[str, Any]]:
        """The same as its lines of JSON."""
        return [json.loads(line) for line in self.said().splitlines() if line.startswith("{")]

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def connected(self) -> contextlib.closing[http.client.HTTPConnection]:
        return contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60))

    def memory(self) -> dict[str, int]:
        """Bytes resident now (VmRSS) and at most so far (VmHWM)."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return {name: int(size.split()[0]) << 10 for name, _, size in (line.partition(":") for line in lines) if name in ("VmRSS", "VmHWM")}

    def cpu(self) -> float:
        """Seconds of processor time used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def open_files(self) -> list[str]:
        """What the process holds open."""
        names = []
        for descriptor in Path(f"/proc/{self.process.pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                names.append(os.readlink(descriptor))
        return names


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


@contextlib.contextmanager
def running(app: str = "api.app:app", *, lipai: bool = False, arguments: Sequence[str] = (), **environment: str) -> Iterator[Server]:
    """A server that answers, ended afterwards; it must neither fail nor log a traceback. It is cold unless `LIPAI_WARM_UP` is given.

    lipai: by the command `lipai serve`, with its protocol that watches the clock, in place of plain uvicorn.
    """
    port = free_port()
    if lipai:
        command = [str(Path(sys.executable).with_name("lipai")), "serve", "--port", str(port)]
    else:
        command = [sys.executable, "-m", "uvicorn", app, "--port", str(port), "--log-level", "warning", "--no-access-log"]
    with tempfile.TemporaryDirectory() as logs:
        errors = Path(logs) / "stderr"
        with errors.open("wb") as sink:
            process = subprocess.Popen(
                [*command, *arguments],
                cwd=ROOT,
                env=os.environ | {"LIPAI_WARM_UP": "false"} | environment,
                stderr=sink,
                stdout=subprocess.DEVNULL if lipai else None,
            )
        server = Server(port, process, errors)
        try:
            wait(server, "/livez")
            yield server
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(timeout=90)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        assert process.returncode in (0, -signal.SIGTERM), server.said()
        assert "Traceback" not in server.said(), server.said()


def wait(server: Server, path: str, seconds: float = 240) -> None:
    """Until the path answers 200."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError), server.connected() as connection:
            connection.request("GET", path)
            if connection.getresponse().status == 200:
                return
        assert server.process.poll() is None, "the server ended"
        time.sleep(0.05)
    raise AssertionError(f"{path} did not answer within {seconds} s")
