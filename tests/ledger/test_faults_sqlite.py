"""What may happen to an SQLite ledger while a real server writes to it. Verdicts are served all the while, and none is half there."""

from __future__ import annotations

import contextlib
import os
import random
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from api.client import Client
from tests.contract.server import ROOT, Server, running, wait
from tests.ledger.load import check, get, ids, load, replayed, until, verify
from tests.ledger.records import GAME, RIGHT

PATIENCE_S = 1.0


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ledger") / "ledger.db"


@pytest.fixture(scope="module")
def service(path: Path) -> Iterator[Server]:
    """One server for the faults that it survives."""
    with running(LIPAI_LEDGER=str(path), LIPAI_LEDGER_PATIENCE_MS=str(int(PATIENCE_S * 1000))) as server:
        yield server
    assert replayed(str(path)) == len(ids(path))


@pytest.fixture
def whole(service: Server, path: Path) -> Iterator[None]:
    """The ledger takes verdicts before and after; all that it holds is looked at once the server has ended."""
    assert verify(service)["stored"]
    yield
    until(lambda: verify(service)["stored"])
    assert ids(path)


@pytest.mark.usefixtures("whole")
def test_a_full_disk(service: Server, path: Path) -> None:
    """No file may grow any more: writes fail half-way, as they do where no space is left."""
    before = ids(path)
    with load(service) as heard:
        until(lambda: len(heard.stored()) > 20)
        full = path.with_name("ledger.db-wal").stat().st_size + 5000  # in the middle of a page of the log
        resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE, (full, resource.RLIM_INFINITY))
        until(lambda: sum(not receipt["stored"] for receipt in heard.receipts) > 100)
        resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        stored = len(heard.stored())
        until(lambda: len(heard.stored()) > stored + 20)
    assert ids(path) - before == heard.stored()
    unstored = next(receipt for receipt in heard.receipts if not receipt["stored"])
    assert check(service, unstored) == (200, "unstored")
    assert check(service, unstored | {"stored": True}) == (200, "altered")
    assert get(service, f"/v1/verdicts/{unstored['id']}")[0] == 404


@pytest.mark.usefixtures("whole")
def test_a_file_that_is_moved_away_and_comes_back(service: Server, path: Path) -> None:
    """The open file would still take verdicts, and nobody would ever find them."""
    genuine = verify(service)
    elsewhere = path.with_name("elsewhere.db")
    path.rename(elsewhere)
    assert not verify(service)["stored"]
    assert check(service, genuine) == (503, "ledger-unreachable")
    assert check(service, genuine | {"points": 99}) == (200, "altered")  # the keys alone tell
    assert get(service, f"/v1/verdicts/{genuine['id']}")[1]["code"] == "ledger-unreachable"
    assert get(service, "/v1/keys")[0] == 200
    elsewhere.rename(path)
    until(lambda: verify(service)["stored"])
    assert check(service, genuine) == (200, "fine")


@pytest.mark.usefixtures("whole")
def test_a_database_that_someone_holds(service: Server, path: Path) -> None:
    """A verdict waits as long as its patience, the next ones not at all."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        begun = time.monotonic()
        assert not verify(service)["stored"]
        assert 0.5 * PATIENCE_S < time.monotonic() - begun < 10 * PATIENCE_S
        with load(service) as heard:
            until(lambda: len(heard.receipts) > 100)
        assert heard.stored() == set()


def test_two_processes_on_one_file(service: Server, path: Path) -> None:
    before = ids(path)
    with running(LIPAI_LEDGER=str(path)) as other:
        with load(service, other, callers=8) as heard:
            until(lambda: len(heard.receipts) > 600)
        found = ids(path) - before
        assert heard.stored() <= found
        assert len(found) <= len(heard.receipts)
        assert len(heard.stored()) > 0.9 * len(heard.receipts)  # all, but for a commit that takes a busy machine too long
        promised = [receipt for receipt in heard.receipts if receipt["stored"]]
        for server, receipt in ((service, promised[0]), (other, promised[1]), (service, promised[2]), (other, promised[3])):
            assert check(server, receipt) == (200, "fine")  # whichever process gave it
        assert get(service, "/v1/keys") == get(other, "/v1/keys")
        with Client(other.url("")) as lipai:
            receipt = lipai.verify(GAME, RIGHT["groups"], hand=RIGHT["hand"]).receipt
            assert receipt is not None
            checked = lipai.check_receipt(receipt)
            assert (checked.result, checked.genuine, checked.stored) == ("fine", True, True)
            assert lipai.check_receipt(msgspec.structs.replace(receipt, points=99)).result == "altered"


@contextlib.contextmanager
def to_be_killed(path: Path) -> Iterator[Server]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "uvicorn", "api.app:app", "--port", str(port), "--log-level", "warning"]
    environment = os.environ | {"LIPAI_WARM_UP": "false", "LIPAI_LEDGER": str(path)}
    errors = path.with_name("stderr")
    with errors.open("ab") as sink:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=sink)
    try:
        server = Server(port, process, errors)
        wait(server, "/livez")
        yield server
    finally:
        process.kill()
        process.wait()


def _killed(path: Path, times: int) -> None:
    promised: set[str] = set()
    chance = random.Random(times)
    for _ in range(times):
        with to_be_killed(path) as server, load(server, callers=8, may_end=True) as heard:
            until(lambda: len(heard.receipts) > 50)
            time.sleep(chance.uniform(0, 0.3))
            server.process.send_signal(signal.SIGKILL)
            server.process.wait()
        promised |= heard.stored()
        assert promised <= ids(path)
    held = ids(path)
    assert len(held - promised) <= 8 * times  # of those under way when it was killed, some are in
    assert replayed(str(path)) == len(held)


def test_killed_in_the_middle_of_a_write(tmp_path: Path) -> None:
    _killed(tmp_path / "ledger.db", 2)


@pytest.mark.soak
def test_killed_in_the_middle_of_many_writes(tmp_path: Path) -> None:
    _killed(tmp_path / "ledger.db", 40)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of one megabyte, where this user may mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)], capture_output=True)
    if mounted.returncode:
        pytest.skip(f"NO MOUNT: {mounted.stderr.decode().strip()}; test_a_full_disk does the same by a limit")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_disk_that_is_really_full(small_disk: Path) -> None:
    path = small_disk / "ledger.db"
    filler = small_disk / "filler"
    with running(LIPAI_LEDGER=str(path), LIPAI_LEDGER_PATIENCE_MS="20000") as server:
        assert verify(server)["stored"]
        with contextlib.suppress(OSError), filler.open("wb") as file:
            while True:
                file.write(bytes(4096))
                file.flush()
        with load(server) as heard:
            until(lambda: sum(not receipt["stored"] for receipt in heard.receipts) > 100)
            filler.unlink()
            stored = len(heard.stored())
            until(lambda: len(heard.stored()) > stored + 20)
        assert ids(path) >= heard.stored()
        assert len(ids(path)) == len(heard.stored()) + 1
    assert replayed(str(path)) == len(heard.stored()) + 1
