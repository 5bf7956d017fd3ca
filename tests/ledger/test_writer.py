"""The queue before the database, with a database that does as it is told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from api.ledger import writer as writers
from api.ledger.writer import Outcome, Row, Writer
from solver.ledger.errors import UnreachableError


class Database:
    """Keeps what it is given. `commit_s`: how long that takes; `fault`: what it does instead, as often as it is there."""

    def __init__(self, commit_s: float = 0.0) -> None:
        self.commit_s = commit_s
        self.faults: list[Exception | None] = []
        self.batches: list[Sequence[Row]] = []

    async def add(self, rows: Sequence[Row]) -> None:
        await asyncio.sleep(self.commit_s)
        fault = self.faults.pop(0) if self.faults else None
        if fault:
            raise fault
        self.batches.append(rows)


def away(lost: bool = False) -> UnreachableError:
    return UnreachableError("away", lost)


def tried(work: Callable[[Writer], Any], database: Database, waiting: int = 100, patience_s: float = 5.0) -> Any:
    async def run() -> Any:
        writer = Writer(database.add, waiting, patience_s)
        result = await work(writer)
        await writer.close()
        return result

    return asyncio.run(run())


def row(number: int) -> Row:
    return {"id": number}


async def many(writer: Writer, count: int) -> list[Outcome]:
    return await asyncio.gather(*(writer.put(row(number)) for number in range(count)))


def test_those_that_wait_share_a_commit() -> None:
    """One commit is under way for the first; the other forty wait for it and then go together."""
    database = Database(0.01)
    assert tried(lambda writer: many(writer, 41), database) == ["stored"] * 41
    assert sum(map(len, database.batches)) == 41
    assert len(database.batches) <= 2


def test_nothing_is_stored_before_its_commit_ended() -> None:
    database = Database(0.05)

    async def work(writer: Writer) -> tuple[bool, bool]:
        put = asyncio.ensure_future(writer.put(row(1)))
        await asyncio.sleep(0.02)
        early = put.done()
        return early, await put == "stored"

    assert tried(work, database) == (False, True)


def test_a_connection_that_broke_is_tried_once_more() -> None:
    database = Database()
    database.faults = [away(lost=True)]
    assert tried(lambda writer: writer.put(row(1)), database) == "stored"


def test_after_a_failure_nobody_waits_and_one_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(writers, "monotonic", lambda: clock[0])
    database = Database()
    database.faults = [away(), away()]

    async def work(writer: Writer) -> None:
        assert await writer.put(row(0)) == "failed"
        assert set(await many(writer, 50)) == {"resting"}
        clock[0] += writers.FIRST_REST_S
        assert await many(writer, 3) == ["failed", "resting", "resting"]  # one tries and fails: now it rests twice as long
        clock[0] += writers.FIRST_REST_S
        assert await writer.put(row(1)) == "resting"
        clock[0] += writers.FIRST_REST_S
        assert await many(writer, 3) == ["stored", "resting", "resting"]
        assert await many(writer, 3) == ["stored"] * 3
        for _ in range(20):
            database.faults = [away()]
            assert await writer.put(row(2)) == "failed"
            clock[0] += writers.LONGEST_REST_S  # it never rests longer

    tried(work, database)


def test_many_that_waited_for_one_failure_make_it_one(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """However many were late together, the ledger rests as after a first failure, and one tries again that soon."""
    clock = [0.0]
    monkeypatch.setattr(writers, "monotonic", lambda: clock[0])
    database = Database(0.2)
    database.faults = [away()]  # the database too says so at last

    async def work(writer: Writer) -> None:
        assert set(await many(writer, 50)) == {"late"}
        assert await writer.put(row(100)) == "resting"
        await asyncio.sleep(0.3)
        database.commit_s = 0.0
        clock[0] += writers.FIRST_REST_S  # not twice as long, and so on to the longest
        assert await writer.put(row(101)) == "stored"

    tried(work, database, patience_s=0.1)
    assert caplog.text.count("verdicts are answered unstored") == 1


def test_who_tries_and_leaves_lets_another_try(monkeypatch: pytest.MonkeyPatch) -> None:
    """A request that was given up must not keep the ledger resting for ever."""
    clock = [0.0]
    monkeypatch.setattr(writers, "monotonic", lambda: clock[0])
    database = Database()
    database.faults = [away()]

    async def work(writer: Writer) -> None:
        assert await writer.put(row(0)) == "failed"
        clock[0] += writers.FIRST_REST_S
        given_up = asyncio.ensure_future(writer.put(row(1)))
        await asyncio.sleep(0)
        given_up.cancel()
        await asyncio.wait([given_up])
        assert await writer.put(row(2)) == "stored"

    tried(work, database)
    assert [each["id"] for batch in database.batches for each in batch] == [2]


def test_whoever_was_answered_is_not_stored_afterwards() -> None:
    """The first hangs in the database, the second waits behind it; both are answered late, and only the first can be in."""
    database = Database(0.2)
    assert tried(lambda writer: many(writer, 2), database, patience_s=0.05) == ["late", "late"]
    stored = [each["id"] for batch in database.batches for each in batch]
    assert stored in ([0], [0, 1])
    database = Database(0.2)

    async def work(writer: Writer) -> list[Outcome]:
        first = asyncio.ensure_future(writer.put(row(0)))
        await asyncio.sleep(0.01)
        return [await writer.put(row(1)), await first]

    assert tried(work, database, patience_s=0.05) == ["late", "late"]
    assert [each["id"] for batch in database.batches for each in batch] == [0]


def test_the_queue_has_an_end() -> None:
    database = Database(0.05)
    outcomes = tried(lambda writer: many(writer, 20), database, waiting=5)
    assert outcomes.count("full") == 15
    assert outcomes.count("stored") == 5


def test_a_fault_of_the_program_is_logged_and_told_as_unstored(caplog: pytest.LogCaptureFixture) -> None:
    database = Database()
    database.faults = [ZeroDivisionError()]
    assert tried(lambda writer: writer.put(row(1)), database) == "failed"
    assert "a write to the ledger failed" in caplog.text


def test_closing_waits_for_what_is_under_way() -> None:
    database = Database(0.05)

    async def work(writer: Writer) -> None:
        for number in range(3):
            task = asyncio.ensure_future(writer.put(row(number)))
            await asyncio.sleep(0)
            assert not task.done()

    tried(work, database)
    assert sum(map(len, database.batches)) == 3
