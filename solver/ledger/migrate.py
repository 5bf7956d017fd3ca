"""Bring a ledger's database to this program's version: at start for SQLite, by `lipai ledger migrate` for any.

All migrations run in one transaction, and one process at a time: the others wait, and then find nothing left to do.
"""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from solver.ledger.database import Database
from solver.ledger.errors import SchemaError

_LOCK = 5_496_273_648_114_012_001
"""Any number that nothing else locks."""


PATIENCE_S = 3600.0
"""A migration may rewrite every record."""


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    return config


def head() -> str:
    """The newest version that this program knows."""
    return ScriptDirectory.from_config(_config()).get_current_head() or ""


async def version(database: Database) -> str | None:
    """The version of the database; None for one without a ledger. Raises UnreachableError."""
    async with database.reading() as connection:
        return await connection.run_sync(_version)


def _version(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


async def require(database: Database) -> None:
    """Raise SchemaError unless the database is at this program's version. Raises UnreachableError."""
    found = await version(database)
    if found != head():
        raise _wrong(database, found)


def _wrong(database: Database, found: str | None) -> SchemaError:
    if found is not None and found not in {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}:
        return SchemaError(f"the ledger {database.name} is of version {found}, made by a newer Lipai; this one knows up to {head()}")
    state = "holds no tables yet" if found is None else f"is at version {found}, this program at {head()}"
    return SchemaError(f"the ledger {database.name} {state}; run: lipai ledger migrate")


async def migrate(database: Database) -> tuple[str | None, str]:
    """Bring the database to this program's version: what it was before, and what it is now. Raises SchemaError, UnreachableError."""
    database.make_file()
    async with database.writing(PATIENCE_S) as connection:
        if not database.file:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        before = await connection.run_sync(_version)
        if before != head():
            if before is not None and before not in {one.revision for one in ScriptDirectory.from_config(_config()).walk_revisions()}:
                raise _wrong(database, before)
            await connection.run_sync(_upgrade)
    return before, head()


def _upgrade(connection: Connection) -> None:
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
