"""`lipai serve` with several workers, as a process of its own."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.contract.server import ROOT, Server, wait


class Workers(Server):
    """The server's parent process; it answers nothing itself."""

    def workers(self) -> dict[int, int]:
        """Bytes resident by process that answers."""
        found = {}
        for pid in Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split():
            with contextlib.suppress(OSError):
                command = Path(f"/proc/{pid}/cmdline").read_bytes()
                if b"spawn_main" in command:
                    status = Path(f"/proc/{pid}/status").read_text()
                    found[int(pid)] = int(status.partition("VmRSS:")[2].split()[0]) << 10
        return found


@contextlib.contextmanager
def serving(number: int, **environment: str) -> Iterator[Workers]:
    """So many workers that answer; cold unless `LIPAI_WARM_UP` is given. What is left of them in the end is ended."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(Path(sys.executable).with_name("lipai")), "serve", "--port", str(port), "--workers", str(number)]
    with tempfile.TemporaryFile() as errors:
        given = os.environ | {"LIPAI_WARM_UP": "false"} | environment
        process = subprocess.Popen(command, cwd=ROOT, env=given, stdout=subprocess.DEVNULL, stderr=errors)
        server = Workers(port, process)
        try:
            wait(server, "/readyz")
            deadline = time.monotonic() + 60
            while len(server.workers()) < number and time.monotonic() < deadline:
                time.sleep(0.05)
            yield server
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(timeout=60)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        errors.seek(0)
        said = errors.read().decode()
    assert "Traceback" not in said, said
    assert process.returncode == 0, said
