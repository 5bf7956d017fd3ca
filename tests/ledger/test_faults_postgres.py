"""What may happen to PostgreSQL while real servers write to it."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from solver.ledger import keys, migrate
from solver.ledger.database import Database
from solver.ledger.store import Store
from tests.contract.server import Server, running
from tests.ledger.load import check, get, load, replayed, until, verify
from tests.ledger.postgres import Postgres

PATIENCE_S = 1.0


def prepared(server: Postgres, name: str) -> str:
    """The URL of a new ledger."""
    url = server.database(name)

    async def run() -> None:
        database = Database(url, 20)
        await migrate.migrate(database)
        await database.close()

    asyncio.run(run())
    return url


def held(url: str) -> set[str]:
    """The ids in a ledger."""

    async def run() -> set[str]:
        database = Database(url, 20)
        try:
            return {record.receipt.id async for record in Store(database).walk()}
        finally:
            await database.close()

    return asyncio.run(run())


@pytest.fixture(scope="module")
def url(server: Postgres) -> str:
    return prepared(server, "faults")


@pytest.fixture(scope="module")
def environment(url: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    key = tmp_path_factory.mktemp("keys") / "key"
    keys.create(key)
    return {"LIPAI_LEDGER": url, "LIPAI_LEDGER_KEY_FILE": str(key), "LIPAI_LEDGER_PATIENCE_MS": str(int(PATIENCE_S * 1000))}


@pytest.fixture(scope="module")
def services(environment: dict[str, str], url: str) -> Iterator[list[Server]]:
    """Two machines on one ledger; what they wrote is judged again at the end."""
    with running(**environment) as one, running(**environment) as two:
        yield [one, two]
    assert replayed(url) == len(held(url))


def test_it_is_killed_and_started_again_under_load(services: list[Server], server: Postgres, url: str) -> None:
    before = held(url)
    with load(*services, callers=8) as heard:
        until(lambda: len(heard.stored()) > 50)
        server.stop("immediate")
        until(lambda: sum(not receipt["stored"] for receipt in heard.receipts) > 200)
        unstored = next(receipt for receipt in heard.receipts if not receipt["stored"])
        assert check(services[0], unstored) == (503, "ledger-unreachable")
        server.start()
        stored = len(heard.stored())
        until(lambda: len(heard.stored()) > stored + 50)
    found = held(url) - before
    assert heard.stored() <= found
    assert len(found - heard.stored()) <= 8  # a commit whose answer was lost: it may be in, and is never promised
    assert {check(each, receipt) for each in services for receipt in heard.receipts[-3:]} == {(200, "fine")}
    assert heard.longest_s < 10 * PATIENCE_S


def test_it_is_restarted_while_nobody_asks(services: list[Server], server: Postgres) -> None:
    """The connections kept from before are dead; the first verdict notices, and is stored all the same."""
    until(lambda: all(verify(each)["stored"] for each in services))
    server.stop("fast")
    server.start()
    assert [verify(each)["stored"] for each in services] == [True, True]


def test_it_hangs(services: list[Server], server: Postgres, url: str) -> None:
    """It takes connections and never answers, which is worse than being away: nobody waits longer than his patience."""
    until(lambda: all(verify(each)["stored"] for each in services))
    assert server.process
    every = [server.process.pid, *_children(server.process.pid)]
    for process in every:
        os.kill(process, signal.SIGSTOP)
    try:
        begun = time.monotonic()
        assert not verify(services[0])["stored"]
        assert 0.5 * PATIENCE_S < time.monotonic() - begun < 10 * PATIENCE_S
        with load(services[0]) as heard:
            until(lambda: len(heard.receipts) > 100)
        assert heard.stored() == set()
        assert get(services[0], "/livez")[0] == 200
    finally:
        for process in every:
            os.kill(process, signal.SIGCONT)
    until(lambda: verify(services[0])["stored"])


def _children(parent: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == parent:
                found.append(int(entry.name))
    return found


def test_a_service_starts_while_it_is_away(server: Postgres, environment: dict[str, str], url: str) -> None:
    """A referee who can't write still judges."""
    server.stop("fast")
    try:
        with running(**environment) as service:
            assert not verify(service)["stored"]
            assert len(get(service, "/v1/keys")[1]["keys"]) == 1
            server.start()
            until(lambda: verify(service)["stored"])
            assert check(service, verify(service)) == (200, "fine")
    finally:
        if server.process is None:
            server.start()
