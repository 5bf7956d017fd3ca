"""A real server process, over a real socket."""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Server:
    """An ASGI application under uvicorn on a free port of this machine."""

    def __init__(self, port: int, process: subprocess.Popen[bytes]) -> None:
        self.port = port
        self.process = process

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


@contextlib.contextmanager
def running(app: str = "api.app:app", **environment: str) -> Iterator[Server]:
    """A server that answers, ended afterwards; it must neither fail nor log a traceback. It is cold unless `LIPAI_WARM_UP` is given."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "uvicorn", app, "--port", str(port), "--log-level", "warning", "--no-access-log"]
    process = subprocess.Popen(command, cwd=ROOT, env=os.environ | {"LIPAI_WARM_UP": "false"} | environment, stderr=subprocess.PIPE)
    server = Server(port, process)
    try:
        wait(server, "/livez")
        yield server
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            _, errors = process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
            _, errors = process.communicate()
    assert process.returncode in (0, -signal.SIGTERM), errors.decode()
    assert b"Traceback" not in errors, errors.decode()


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
