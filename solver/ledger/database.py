"""The database behind a ledger: SQLite in a file, or PostgreSQL for many machines."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from solver.ledger.errors import BrokenError, LedgerError, UnreachableError

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}


def url_of(text: str) -> URL:
    """The database that a setting names: a URL, or the path of an SQLite file. Raises LedgerError, which never quotes a password."""
    if "://" not in text:
        try:
            return URL.create("sqlite+aiosqlite", database=str(Path(text).expanduser()))
        except RuntimeError:
            raise LedgerError(f"the ledger {text} can't be kept: nobody here has that home folder") from None
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise LedgerError("the ledger's URL can't be read; write postgresql://user@host/database, sqlite:///file, or a path") from None
    kind = url.drivername.partition("+")[0]
    if kind not in DRIVERS or (kind == "sqlite" and not url.database):
        raise LedgerError(
            f"a ledger can't be kept in {url.render_as_string()}; use postgresql://user@host/database, sqlite:///file, or a path"
        )
    options = {"ssl" if key == "sslmode" else key: value for key, value in url.query.items()}  # the driver's word for libpq's
    if options.keys() - ({"ssl"} if kind != "sqlite" else set()):
        raise LedgerError(f"the ledger's URL has options that are not known: {', '.join(options)}; PostgreSQL takes sslmode, SQLite none")
    return url.set(drivername=DRIVERS[kind], query=options)


class Database:
    """Connections to the database, made when they are needed."""

    def __init__(self, setting: str, patience_s: float) -> None:
        self.url = url_of(setting)
        self.name = self.url.set(drivername=self.url.get_backend_name()).render_as_string(hide_password=True)
        self.patience_s = patience_s
        self.file = Path(self.url.database or "") if self.url.get_backend_name() == "sqlite" else None
        # Apart, so that many who read never keep a verdict from being written.
        self._reading, self._writing = (self._engine(writes) for writes in (False, True))
        self._inode: tuple[int, int] | None = None

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that only reads. Raises UnreachableError, BrokenError."""
        async with self._begun(self._reading, self.patience_s) as connection:
            yield connection

    @asynccontextmanager
    async def writing(self, patience_s: float | None = None) -> AsyncIterator[AsyncConnection]:
        """A transaction that is in the database for good when this ends, or not at all. Raises UnreachableError, BrokenError."""
        async with self._begun(self._writing, patience_s or self.patience_s) as connection:
            yield connection

    @asynccontextmanager
    async def _begun(self, engine: AsyncEngine, patience_s: float) -> AsyncIterator[AsyncConnection]:
        await self._same_file()
        try:
            async with asyncio.timeout(patience_s), engine.begin() as connection:
                yield connection
        except TimeoutError:
            raise UnreachableError(f"{self.name} did not answer within {patience_s:g} s") from None
        except (SQLAlchemyError, OSError) as error:
            cause, lost = (error.orig, error.connection_invalidated) if isinstance(error, DBAPIError) else (error, False)
            if wrong := broken(self.name, cause):
                raise wrong from None
            raise UnreachableError(f"{self.name}: {cause or type(cause).__name__}", lost) from None

    def make_file(self) -> None:
        """Make SQLite's file where there is none: it holds players' hands, so it is closed to others. Raises UnreachableError."""
        if self.file:
            try:
                self.file.touch(mode=0o600)
            except OSError as error:
                raise UnreachableError(f"{self.name}: {error.strerror}") from None

    async def _same_file(self) -> None:
        """See whether SQLite's file is still where it was. One that was moved or deleted would take verdicts that nobody finds again."""
        if not self.file:
            return
        try:
            status = self.file.stat()
        except OSError as error:
            raise UnreachableError(f"{self.name}: {error.strerror}") from None
        inode = status.st_dev, status.st_ino
        if self._inode not in (None, inode):
            await self.close()  # another file, say a copy that was restored: its connections are to be new
        self._inode = inode

    async def close(self) -> None:
        """End all connections. The next transaction makes new ones."""
        for engine in (self._reading, self._writing):
            await engine.dispose()

    def _engine(self, writes: bool) -> AsyncEngine:
        pool = {"pool_size": 1 if writes else 4, "max_overflow": 1, "pool_timeout": self.patience_s}
        return _sqlite(self.file, writes, self.patience_s, pool) if self.file else _postgresql(self.url, self.patience_s, pool)


def broken(name: str, cause: object) -> BrokenError | None:
    """What to do about a file that SQLite finds damaged, or none of its own; None for any other failure."""
    if getattr(cause, "sqlite_errorname", "") not in ("SQLITE_NOTADB", "SQLITE_CORRUPT"):
        return None
    return BrokenError(
        f"the ledger {name} is damaged or no database ({cause}); put a copy from before in its place, or move it away to begin a new one"
    )


def file_url(file: Path) -> URL:
    """SQLite's file, to be opened for reading and writing: one that is not there is not made by looking for it."""
    return URL.create(DRIVERS["sqlite"], database=f"file:{quote(str(file.absolute()))}", query={"mode": "rw", "uri": "true"})


def _sqlite(file: Path, writes: bool, patience_s: float, pool: dict[str, Any]) -> AsyncEngine:
    engine = create_async_engine(file_url(file), connect_args={"timeout": patience_s * 0.8}, **pool)

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: DBAPIConnection, _: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say, not where the driver guesses
        connection.driver_connection.text_factory = _text
        cursor = connection.cursor()
        # FULL: a commit is on the disk when it returns. In WAL mode readers and the one writer don't wait for each other.
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "journal_size_limit=16777216"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Any) -> None:
        # A transaction that reads first and then writes would fail, not wait, when another process wrote between.
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _text(data: bytes) -> str:
    """A text as it can be read: bytes that were damaged are to be told of one record, and not to end the reading of all."""
    return data.decode(errors="replace")


def _postgresql(url: URL, patience_s: float, pool: dict[str, Any]) -> AsyncEngine:
    engine = create_async_engine(
        url, connect_args={"timeout": min(patience_s, 10), "server_settings": {"application_name": "lipai"}}, **pool
    )

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: DBAPIConnection, _: Any) -> None:
        cursor = connection.cursor()
        # Where the server is told to answer before a commit is on its disk, it would let a receipt promise too much.
        cursor.execute("SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'")
        cursor.close()
        connection.commit()

    return engine
