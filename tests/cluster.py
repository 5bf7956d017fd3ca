"""A Dask cluster of real processes on this machine: a scheduler and two workers, each of which is started again when it dies."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

DASK = str(Path(sys.executable).with_name("dask"))
QUIET = ("--no-dashboard",)


class DaskCluster:
    """address: of the scheduler. scheduler: its process."""

    def __init__(self, address: str, scheduler: subprocess.Popen[str]) -> None:
        self.address = address
        self.scheduler = scheduler

    def pids(self) -> list[int]:
        """The worker processes that are there now."""
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:
            return sorted(client.run(os.getpid).values())

    def kill_a_worker(self) -> None:
        """As the machine does that runs out of memory."""
        os.kill(self.pids()[0], signal.SIGKILL)


@contextlib.contextmanager
def cluster(workers: int = 2) -> Iterator[DaskCluster]:
    """A cluster for a while."""
    with tempfile.TemporaryDirectory() as folder:
        command = [DASK, "scheduler", "--host", "127.0.0.1", "--port", "0", *QUIET]
        scheduler = subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True)
        assert scheduler.stderr
        address = next(at[0] for line in scheduler.stderr if (at := re.search(r"tcp://127\.0\.0\.1:\d+", line)))
        local = ["--nworkers", str(workers), "--nthreads", "1", "--local-directory", folder]
        command = [DASK, "worker", address, "--host", "127.0.0.1", *local, *QUIET]
        nanny = subprocess.Popen(command, cwd=folder, stderr=subprocess.DEVNULL)
        found = DaskCluster(address, scheduler)
        try:
            from distributed import Client

            with Client(address, set_as_default=False) as client:
                client.wait_for_workers(workers, timeout=60)
            yield found
        finally:
            for process in (nanny, scheduler):
                process.send_signal(signal.SIGTERM)
                try:
                    process.wait(20)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
            scheduler.stderr.close()
