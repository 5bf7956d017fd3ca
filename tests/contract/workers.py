"""`lipai serve` with several workers, as a process of its own."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path

from tests.contract.server import Server, running, wait


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
    """So many workers that answer; cold unless `LIPAI_WARM_UP` is given."""
    with running(lipai=True, arguments=("--workers", str(number)), **environment) as parent:
        server = Workers(parent.port, parent.process, parent.errors)
        wait(server, "/readyz")
        deadline = time.monotonic() + 60
        while len(server.workers()) < number and time.monotonic() < deadline:
            time.sleep(0.05)
        yield server
