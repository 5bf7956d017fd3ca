"""The same behaviour on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import stat
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text, update

from solver.ledger import clock, migrate
from solver.ledger import store as stores
from solver.ledger.database import Database, url_of
from solver.ledger.errors import LedgerError, SchemaError, UnreachableError
from solver.ledger.keys import Keys
from solver.ledger.receipt import unstored
from solver.ledger.store import Store
from solver.ledger.tables import META, VERDICTS
from tests.ledger.records import key, record


@asynccontextmanager
async def opened(ledger: str) -> AsyncIterator[Store]:
    database = Database(ledger, 20)
    try:
        await migrate.migrate(database)
        yield Store(database)
    finally:
        await database.close()


def within(ledger: str, work: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        async with opened(ledger) as store:
            await work(store)

    asyncio.run(run())


@pytest.fixture(scope="module")
def signing(tmp_path_factory: pytest.TempPathFactory) -> Keys:
    return key(tmp_path_factory.mktemp("keys"))


def test_the_migrations_make_the_tables_that_the_program_uses(ledger: str) -> None:
    async def work(store: Store) -> None:
        async with store.database.reading() as connection:
            difference = await connection.run_sync(lambda sync: compare_metadata(MigrationContext.configure(sync), META))
        assert difference == []

    within(ledger, work)


def test_many_processes_may_migrate_at_once(ledger: str) -> None:
    async def once() -> tuple[str | None, str]:
        database = Database(ledger, 20)
        try:
            return await migrate.migrate(database)
        finally:
            await database.close()

    async def run() -> list[tuple[str | None, str]]:
        return await asyncio.gather(*(once() for _ in range(6)))

    done = asyncio.run(run())
    assert sorted(done, key=str) == [(migrate.head(), migrate.head())] * 5 + [(None, migrate.head())]


def test_a_database_without_tables_or_of_another_version_is_told(ledger: str) -> None:
    async def run() -> None:
        database = Database(ledger, 20)
        database.make_file()
        with pytest.raises(SchemaError, match=r"holds no tables yet; run: lipai ledger migrate"):
            await migrate.require(database)
        await migrate.migrate(database)
        await migrate.require(database)
        async with database.writing() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        for step in (migrate.require, migrate.migrate):
            with pytest.raises(SchemaError, match="of version 9999, made by a newer Lipai"):
                await step(database)
        await database.close()

    asyncio.run(run())


def test_tables_without_their_version_are_told(ledger: str) -> None:
    """They would be made a second time; what else a PostgreSQL database holds is no matter."""

    async def run() -> None:
        database = Database(ledger, 20)
        if not database.file:
            async with database.writing() as connection:
                await connection.execute(text("CREATE TABLE songs (name text)"))
        await migrate.migrate(database)
        async with database.writing() as connection:
            await connection.execute(text("DROP TABLE alembic_version"))
        for step in (migrate.require, migrate.migrate):
            with pytest.raises(SchemaError, match=r"has lost its version \(the table alembic_version\)"):
                await step(database)
        await database.close()

    asyncio.run(run())


def test_a_migration_that_fails_leaves_nothing(ledger: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are made in one transaction, on SQLite too, whose driver would commit each by itself."""
    upgrade = migrate._upgrade

    def broken(connection: Any) -> None:
        upgrade(connection)
        raise UnreachableError("the power went")

    async def run() -> None:
        database = Database(ledger, 20)
        monkeypatch.setattr(migrate, "_upgrade", broken)
        with pytest.raises(UnreachableError):
            await migrate.migrate(database)
        assert await migrate.version(database) is None
        monkeypatch.setattr(migrate, "_upgrade", upgrade)
        await migrate.migrate(database)
        await database.close()

    asyncio.run(run())


def test_records_come_back_as_they_were(ledger: str, signing: Keys) -> None:
    odd = {"hand": "KKKKg Gg Eg", "groups": [], "label": "\u0000 \u2028 😀 \\ 四"}

    async def work(store: Store) -> None:
        records = [record(signing), record(signing, fields=odd), msgspec.structs.replace(record(signing), caller="k7")]
        await store.add([each.row() for each in records])
        await store.add([each.row() for each in records[:2]])  # again, as after an answer that was lost
        for each in records:
            assert await store.find(each.receipt.id) == each
        assert await store.find(clock.new_id(0)) is None
        assert await store.count() == 3

    within(ledger, work)


def test_of_a_write_that_fails_nothing_is_there(ledger: str, signing: Keys) -> None:
    """The second of three rows can't be stored, so the first is not either."""

    async def work(store: Store) -> None:
        rows = [record(signing).row() for _ in range(3)]
        rows[1]["claim"] = None
        with pytest.raises(UnreachableError):
            await store.add(rows)
        assert await store.count() == 0

    within(ledger, work)


def test_how_a_receipt_stands_to_the_ledger(ledger: str, signing: Keys) -> None:
    async def work(store: Store) -> None:
        held, lost, old = record(signing), record(signing), record(signing, 1000)
        await store.add([held.row()])
        assert (await store.compare(held.receipt)).result == "fine"
        assert (await store.compare(unstored(held.receipt, signing))).result == "fine"  # the answer was too late, the record was not
        assert (await store.compare(lost.receipt)).result == "missing"
        assert (await store.compare(unstored(lost.receipt, signing))).result == "unstored"
        assert (await store.compare(old.receipt)).result == "missing"
        assert [count async for count in store.prune(2000)] == []
        assert (await store.compare(old.receipt)).result == "expired"
        assert (await store.compare(msgspec.structs.replace(lost.receipt, id=held.receipt.id))).result == "differs"
        async with store.database.writing() as connection:
            await connection.execute(update(VERDICTS).values(verdict=held.verdict.replace("false", "true")))
        assert (await store.compare(held.receipt)).result == "damaged"

    within(ledger, work)


def test_what_was_changed_in_a_row_is_seen(ledger: str, signing: Keys) -> None:
    """Columns against the receipt beside them; a receipt that can't be read is no record."""
    strange = clock.new_id(0)

    async def work(store: Store) -> None:
        held, torn, moved = (record(signing) for _ in range(3))
        await store.add([each.row() for each in (held, torn, moved)])
        async with store.database.writing() as connection:
            for each, change in (
                (held, {"valid": not held.receipt.valid, "game": "open-face"}), (torn, {"receipt": "{bad"}), (moved, {"id": strange}),
            ):  # fmt: skip
                await connection.execute(update(VERDICTS).where(VERDICTS.c.id == each.receipt.id).values(**change))
        found = await store.find(held.receipt.id)
        assert isinstance(found, stores.Record)
        assert found.unlike == {"valid": (held.receipt.valid, not held.receipt.valid), "game": ("si-se-pai", "open-face")}
        assert await store.find(torn.receipt.id) == stores.Damaged(torn.receipt.id, "si-se-pai")
        found = await store.find(strange)
        assert isinstance(found, stores.Record)
        assert found.unlike == {"id": (moved.receipt.id, strange)}
        results = [(await store.compare(each.receipt)).result for each in (held, torn, moved)]
        assert results == ["damaged", "damaged", "missing"]
        assert len([each async for each in store.walk()]) == 3

    within(ledger, work)


def test_pruning_forgets_the_old_and_no_other(ledger: str, signing: Keys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "CHUNK", 4)
    records = [record(signing, moment) for moment in range(10, 20)]

    async def work(store: Store) -> None:
        await store.add([each.row() for each in records])
        assert [count async for count in store.prune(19)] == [4, 4, 1]
        assert [each.receipt.id async for each in store.walk()] == [records[-1].receipt.id]
        assert await store.pruned_before() == 19
        assert [count async for count in store.prune(5)] == []
        assert await store.pruned_before() == 19  # what is gone stays gone, whatever a later setting says

    within(ledger, work)


def test_walking_meets_each_record_once_and_the_oldest_first(ledger: str, signing: Keys, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many share a time, and pages end in the middle of them."""
    monkeypatch.setattr(stores, "CHUNK", 3)
    records = [record(signing, moment) for moment in (5, 5, 5, 5, 5, 7, 6, 5, 7)]

    async def work(store: Store) -> None:
        await store.add([each.row() for each in records])
        met = [each async for each in store.walk()]
        assert sorted(each.receipt.id for each in met) == sorted(each.receipt.id for each in records)
        assert [clock.read(each.receipt.issued_at) for each in met] == [5] * 6 + [6, 7, 7]
        assert len([each async for each in store.walk(6)]) == await store.count(6) == 3

    within(ledger, work)


def test_public_keys_are_kept_and_a_retired_one_stays_so(ledger: str, signing: Keys) -> None:
    async def work(store: Store) -> None:
        (current,) = signing.public
        await store.remember([current])
        await store.remember([current])
        assert await store.keys() == (current,)
        retired = msgspec.structs.replace(current, used_until=clock.written(clock.now()))
        await store.remember([retired])
        await store.remember([current])
        assert await store.keys() == (retired,)

    within(ledger, work)


def test_a_commit_is_on_the_disk(ledger: str) -> None:
    """What a receipt promises hangs on these settings."""

    async def work(store: Store) -> None:
        async with store.database.reading() as connection:
            if store.database.file:
                assert (await connection.execute(text("PRAGMA synchronous"))).scalar_one() == 2
                assert (await connection.execute(text("PRAGMA journal_mode"))).scalar_one() == "wal"
                assert stat.S_IMODE(store.database.file.stat().st_mode) == 0o600
            else:
                assert (await connection.execute(text("SHOW synchronous_commit"))).scalar_one() == "on"

    within(ledger, work)


def test_a_server_that_answers_too_early_is_told_not_to(server: Any) -> None:
    """A cluster set to `synchronous_commit = off` would let a receipt promise what a crash takes back."""
    url = server.database("early")

    async def run() -> None:
        database = Database(url, 20)
        async with database.writing() as connection:
            await connection.execute(text("ALTER DATABASE early SET synchronous_commit = off"))
        await database.close()
        async with database.reading() as connection:
            assert (await connection.execute(text("SHOW synchronous_commit"))).scalar_one() == "on"
        await database.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    "setting",
    [
        "mysql://host/name",
        "sqlite://",
        "http://x",
        "://",
        "postgresql://user:hunter2@host:port/name",
        "sqlite:///x?mode=ro",
        "postgresql://u:hunter2@h/n?x=y",
        "~nobody-of-that-name/ledger.db",
    ],
)
def test_other_databases_are_refused_and_no_password_is_told(setting: str) -> None:
    with pytest.raises(LedgerError) as refused:
        url_of(setting)
    assert "hunter2" not in str(refused.value)


def test_the_name_of_a_database_has_no_password() -> None:
    database = Database("postgresql://user:hunter2@127.0.0.1:1/name", 1)

    async def run() -> None:
        with pytest.raises(UnreachableError) as failed:
            await migrate.version(database)
        assert "hunter2" not in str(failed.value)
        await database.close()

    asyncio.run(run())
    assert database.name == "postgresql://user:***@127.0.0.1:1/name"


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    async def run() -> None:
        with pytest.raises(UnreachableError, match="No such file"):
            await migrate.migrate(Database(str(tmp_path / "no" / "ledger.db"), 1))

    asyncio.run(run())


def test_those_who_read_never_keep_a_verdict_from_being_written(ledger: str, signing: Keys) -> None:
    """Every connection for reading is taken, and a record is stored all the same."""

    async def work(store: Store) -> None:
        async def hold(over: asyncio.Event) -> None:
            async with store.database.reading() as connection:
                await connection.execute(text("SELECT 1"))
                await over.wait()

        over = asyncio.Event()
        readers = [asyncio.ensure_future(hold(over)) for _ in range(8)]
        await asyncio.sleep(0.2)
        await store.add([record(signing).row()])
        over.set()
        await asyncio.gather(*readers)
        assert await store.count() == 1

    within(ledger, work)
