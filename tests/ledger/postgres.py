"""A PostgreSQL server of one's own, in a folder that goes away with it; never run as root."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

USER = "nobody"  # what root runs it as; PostgreSQL refuses root


def programs() -> Path | None:
    """The folder of initdb and postgres: on the path, or where Debian puts them."""
    found = [Path(path).resolve().parent for name in ("initdb", "postgres") if (path := shutil.which(name))]
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in found if all((folder / name).exists() for name in ("initdb", "postgres"))), None)


class Postgres:
    """A server on a free port of this machine, in its own folder."""

    def __init__(self, folder: Path) -> None:
        found = programs()
        assert found, "no PostgreSQL"
        self.bin = found
        self.data = folder / "data"
        self.log = folder / "log"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process: subprocess.Popen[bytes] | None = None
        if os.geteuid() == 0:
            folder.chmod(0o755)
            shutil.chown(folder, USER, "nogroup")
        self._run("initdb", "-D", str(self.data), "-U", "lipai", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")

    def _who(self) -> dict[str, str]:
        return {"user": USER, "group": "nogroup"} if os.geteuid() == 0 else {}

    def _run(self, program: str, *words: str) -> None:
        subprocess.run([str(self.bin / program), *words], check=True, capture_output=True, cwd=self.data.parent, **self._who())  # type: ignore[call-overload]

    def start(self) -> None:
        """Start it and wait until it answers."""
        words = [str(self.bin / "postgres"), "-D", str(self.data), "-p", str(self.port), "-h", "127.0.0.1", "-k", str(self.data)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*words, "-c", "shared_buffers=16MB", "-c", "fsync=off"], stdout=log, stderr=log, cwd=self.data.parent, **self._who()  # type: ignore[call-overload]
            )  # fmt: skip
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            with contextlib.suppress(subprocess.CalledProcessError):
                self._run("psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", "lipai", "postgres", "-c", "select 1")
                return
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.05)
        raise AssertionError("PostgreSQL did not start")

    def stop(self, how: str = "immediate") -> None:
        """End it: `immediate` as if the power went."""
        if self.process:
            self._run("pg_ctl", "stop", "-D", str(self.data), "-m", how, "-w")
            self.process.wait(30)
            self.process = None

    def database(self, name: str) -> str:
        """The URL of a new, empty database."""
        self._run("psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", "lipai", "postgres", "-c", f"create database {name}")
        return f"postgresql://lipai@127.0.0.1:{self.port}/{name}"


@contextlib.contextmanager
def postgres() -> Iterator[Postgres]:
    """A running server, gone afterwards."""
    # Sockets have short names, and a folder of pytest's is closed to other users.
    folder = Path(tempfile.mkdtemp(prefix="lipai-pg-"))
    server = Postgres(folder)
    try:
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)
