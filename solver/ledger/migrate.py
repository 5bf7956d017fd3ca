"""Bring a ledger's database to this program's version: at start for SQLite, by `lipai ledger migrate` for any.

All migrations run in one transaction, and one process at a time: the others wait, and then find nothing left to do.
"""

import os
import sqlite3
import stat
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, NullPool, create_engine, inspect, text
from sqlalchemy.exc import DBAPIError

from solver.ledger.database import Database, broken, file_url
from solver.ledger.errors import BrokenError, SchemaError
from solver.ledger.tables import META

_LOCK = 5_496_273_648_114_012_001
"""Any number that nothing else locks."""


PATIENCE_S = 3600.0
"""A migration may rewrite every record."""

PASSING = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_IOERR", "SQLITE_FULL", "SQLITE_NOMEM", "SQLITE_PROTOCOL")
"""What keeps SQLite from its file for now only."""


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    return config


def head() -> str:
    """The newest version that this program knows."""
    return ScriptDirectory.from_config(_config()).get_current_head() or ""


def look_over(database: Database, writes: bool = True) -> None:
    """See, before anything is made, whether SQLite's file can be a ledger, or be made one; of PostgreSQL nothing is asked.

    Raises BrokenError for a place or a file that can't be used (read, or with `writes` written), SchemaError for what is no ledger.
    """
    file = database.file
    if file is None or not _usable(file, writes):
        return
    uri = file_url(file).database or ""
    engine = create_engine(
        "sqlite://", poolclass=NullPool,
        creator=lambda: sqlite3.connect(f"{uri}?mode=rw", uri=True, timeout=min(database.patience_s, 1), isolation_level=None),
    )  # fmt: skip
    try:
        with engine.connect() as connection:
            _own_version(connection, database)
            if writes:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
    except DBAPIError as error:
        if wrong := broken(database.name, error.orig):
            raise wrong from None
        if not getattr(error.orig, "sqlite_errorname", "SQLITE_ERROR").startswith(PASSING):
            raise BrokenError(f"the ledger {file} can't be used: {error.orig}") from None
    finally:
        engine.dispose()


def _usable(file: Path, writes: bool) -> bool:
    """Whether the file is there. Raises BrokenError where it can't be used, or could not be made."""
    try:
        folder = file.absolute().parent
        if not folder.is_dir():
            raise BrokenError(f"the ledger {file} can't be kept: there is no folder {folder}")
        if writes and not os.access(folder, os.W_OK | os.X_OK):
            raise BrokenError(f"the ledger {file} can't be kept: you have no permission to write in {folder}, and it needs files beside it")
        if not file.exists():
            return False
        if not stat.S_ISREG(file.stat().st_mode):
            raise BrokenError(f"the ledger {file} is {'a folder' if file.is_dir() else 'no file'}; name a file")
        if not os.access(file, os.R_OK):
            raise BrokenError(f"the ledger {file} can't be read: you have no permission")
        if writes and not os.access(file, os.W_OK):
            raise BrokenError(f"the ledger {file} can't be written: you have no permission, or its disk is for reading only")
    except OSError as error:
        raise BrokenError(f"the ledger {file} can't be used: {error.strerror}") from None
    return True


async def version(database: Database) -> str | None:
    """The version of the database; None for one without a ledger. Raises UnreachableError."""
    async with database.reading() as connection:
        return await connection.run_sync(_version)


def _version(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


async def require(database: Database) -> None:
    """Raise SchemaError unless the database is at this program's version. Raises UnreachableError."""
    async with database.reading() as connection:
        found = await connection.run_sync(_own_version, database)
    if found != head():
        state = "holds no tables yet" if found is None else f"is at version {found}, this program at {head()}"
        raise SchemaError(f"the ledger {database.name} {state}; run: lipai ledger migrate")


def _own_version(connection: Connection, database: Database) -> str | None:
    """The version of the ledger in a database, None where nothing is in it yet. Raises SchemaError for what this program did not make."""
    found = _version(connection)
    if found is not None and found in {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}:
        return found
    tables = set(inspect(connection).get_table_names()) - {"alembic_version"}
    ours = tables & META.tables.keys()
    if found is not None and ours:
        raise SchemaError(f"the ledger {database.name} is of version {found}, made by a newer Lipai; this one knows up to {head()}")
    if found is not None or (tables - ours and database.file):
        few = ", ".join(sorted(tables)[:3]) or "alembic_version"
        raise SchemaError(f"{database.name} is another program's database, with tables like {few}; a ledger needs one of its own")
    if ours:
        raise SchemaError(
            f"the ledger {database.name} has lost its version (the table alembic_version); put a copy from before in its place"
        )
    return None


async def migrate(database: Database) -> tuple[str | None, str]:
    """Bring the database to this program's version: what it was before, and what it is now. Raises SchemaError, UnreachableError."""
    database.make_file()
    async with database.writing(PATIENCE_S) as connection:
        if not database.file:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        before = await connection.run_sync(_own_version, database)
        if before != head():
            await connection.run_sync(_upgrade)
    return before, head()


def _upgrade(connection: Connection) -> None:
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
