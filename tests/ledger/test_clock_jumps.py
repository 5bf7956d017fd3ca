"""The machine's clock is set while a real server runs: verdicts are given, stored and genuine, keys and rates hold by true time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.conftest import lacking, system_program
from tests.contract.server import running
from tests.ledger.load import check, ids, replayed, verify
from tests.ledger.records import GAME, RIGHT
from tests.service.test_serve import ask

LIPAI = Path(sys.executable).with_name("lipai")
DAY = 86_400


class Machine:
    """A clock for the processes started with its environment: the true one, and so many seconds beside it."""

    def __init__(self, file: Path) -> None:
        system_program("faketime")
        found = sorted(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))
        if not found:
            lacking("MISSING LIBRARY: libfaketime.so.1; `bash tools/system_packages.sh faketime` installs it")
        self.file = file
        self.set(0)
        self.environment = {
            "LD_PRELOAD": str(found[0]), "FAKETIME_TIMESTAMP_FILE": str(file), "FAKETIME_NO_CACHE": "1", "DONT_FAKE_MONOTONIC": "1",
        }  # fmt: skip

    def set(self, seconds: int) -> None:
        """From now on this far from the true time."""
        made = self.file.with_suffix(".new")
        made.write_text(f"{seconds:+d}s\n")
        made.replace(self.file)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "time")


def near(receipt: dict[str, object], seconds: int) -> bool:
    """Whether it was issued this far from the true time, give or take what a slow machine needs."""
    issued = datetime.fromisoformat(str(receipt["issued_at"]))
    return abs(issued - (datetime.now(issued.tzinfo) + timedelta(seconds=seconds))) < timedelta(seconds=20)


def test_verdicts_follow_the_clock(machine: Machine, tmp_path: Path) -> None:
    """A step back of half a minute is bridged, so that order holds; a large one, either way, is followed and told."""
    path, key = tmp_path / "ledger.db", tmp_path / "signing.key"
    machine.set(-10 * DAY)  # a key older than all that follows
    subprocess.run([LIPAI, "ledger", "key", "new", key], env=os.environ | machine.environment, check=True, capture_output=True)
    machine.set(0)
    with running(LIPAI_LEDGER=str(path), LIPAI_LEDGER_KEY_FILE=str(key), **machine.environment) as server:
        first = verify(server)
        assert near(first, 0)
        receipts = [first]
        machine.set(-30)
        receipts.append(verify(server))
        assert receipts[-1]["issued_at"] > first["issued_at"]
        assert "the clock went back" not in server.said()
        for seconds in (0, 400 * DAY, -3 * DAY, 3600, 0):
            machine.set(seconds)
            receipts.append(verify(server))
            assert near(receipts[-1], seconds), (seconds, receipts[-1])
        assert server.said().count("the clock went back") == 2  # from 400 days ahead, and from an hour
        assert all(receipt["stored"] for receipt in receipts)
        assert {check(server, receipt) for receipt in receipts} == {(200, "fine")}
        assert ids(path) == {receipt["id"] for receipt in receipts}
    assert replayed(str(path)) == len(receipts)


def test_a_key_expires_by_the_clock_and_rates_do_not_go_by_it(machine: Machine, tmp_path: Path) -> None:
    """An hour forwards frees nobody of a limit, an hour backwards locks nobody out; an expiry is a date, and follows the clock."""
    keys = tmp_path / "keys.json"
    made = subprocess.run([LIPAI, "keys", "new", "--file", keys, "--expires", "90d", "--json"], check=True, capture_output=True)
    key = json.loads(made.stdout)["key"]
    path, body = f"/v1/games/{GAME}/verify", json.dumps(RIGHT).encode()

    def answer() -> tuple[int, dict[str, str]]:
        status, headers, _ = ask(server, path, body, x_api_key=key)
        return status, headers

    with running(lipai=True, LIPAI_KEYS_FILE=str(keys), LIPAI_RATE="4/minute", **machine.environment) as server:
        assert answer()[0] == 200
        machine.set(400 * DAY)
        assert answer()[0] == 401
        machine.set(0)
        assert [answer()[0] for _ in range(3)] == [200, 200, 200]
        for seconds in (0, 3600, -3600):
            machine.set(seconds)
            status, headers = answer()
            assert status == 429
            assert 1 <= int(headers["retry-after"]) <= 75  # the rest of this minute, and of the next until one of four has slid out


def test_the_machine_is_set(machine: Machine) -> None:
    """The tests above would pass for nothing where the library does not do what it says."""
    code = "import time; print(time.time(), time.monotonic(), time.clock_gettime(time.CLOCK_BOOTTIME))"

    def told() -> list[float]:
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, env=os.environ | machine.environment, check=True, capture_output=True, text=True)
        return [float(part) for part in done.stdout.split()]

    before = told()
    machine.set(1_000_000)
    after = told()
    assert 1_000_000 <= after[0] - before[0] < 1_000_060
    assert all(0 <= later - earlier < 60 for earlier, later in zip(before[1:], after[1:], strict=True))
