"""What a ledger does with its database: put records in, find them, walk over them, forget the old ones."""

import logging
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct
from sqlalchemy import Insert, String, delete, func, select, type_coerce
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from solver.ledger import clock
from solver.ledger.canonical import digest
from solver.ledger.database import Database
from solver.ledger.keys import PublicKey
from solver.ledger.receipt import Found, Receipt
from solver.ledger.tables import KEYS, PRUNED, VERDICTS

log = logging.getLogger("lipai.ledger")

CHUNK = 1000
"""Records read or forgotten at a time."""


class Record(Struct, frozen=True):
    """A verdict as the ledger keeps it: claim, verdict and receipt as the texts that were hashed and signed.

    unlike: columns that say otherwise than the receipt beside them, each as signed and as found. None, unless someone changed them.
    """

    claim: str
    verdict: str
    receipt: Receipt
    caller: str | None = None
    unlike: Mapping[str, tuple[Any, Any]] = {}

    def row(self) -> dict[str, Any]:
        """The record as the table has it."""
        receipt = self.receipt
        return {
            "id": receipt.id,
            "issued_at": clock.read(receipt.issued_at),
            "game": receipt.game,
            "claim_hash": receipt.claim_hash,
            "rules_hash": receipt.rules_hash,
            "build": receipt.build,
            "valid": receipt.valid,
            "key_id": receipt.key_id,
            "caller": self.caller,
            "claim": self.claim,
            "verdict": self.verdict,
            "receipt": msgspec.json.encode(receipt).decode(),
        }

    def whole(self) -> bool:
        """Whether claim and verdict are those that the receipt was signed for."""
        return (digest(self.claim), digest(self.verdict)) == (self.receipt.claim_hash, self.receipt.verdict_hash)


class Damaged(Struct, frozen=True):
    """A row whose texts can't be read as a record any more: its id and game, as the columns have them."""

    id: str
    game: str


# As they stand: a value that is none of the column's kind is to be told, and not to end the reading of all others.
_COLUMNS = tuple(type_coerce(column, String).label(column.name) for column in VERDICTS.c)
_TEXTS = ("claim", "verdict", "receipt")


def _read(row: Any) -> Record | Damaged:
    """The record in a row, held against its own columns."""
    id = str(row.id)
    try:
        if not all(isinstance(getattr(row, name), str) for name in _TEXTS):
            return Damaged(_written(id), str(row.game))
        record = Record(row.claim, row.verdict, msgspec.json.decode(row.receipt, type=Receipt), row.caller)
        signed = record.row()
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return Damaged(_written(id), str(row.game))
    pairs = {name: (value, getattr(row, name)) for name, value in signed.items() if name not in _TEXTS}
    unlike = {name: (was, now) for name, (was, now) in pairs.items() if was != now}
    if id in (record.receipt.id, record.receipt.id.replace("-", "")):  # as PostgreSQL has it, and as SQLite does
        unlike.pop("id", None)
    elif "id" in unlike:
        unlike["id"] = record.receipt.id, _written(id)
    return msgspec.structs.replace(record, unlike=unlike) if unlike else record


def _key(row: Any) -> PublicKey | None:
    """The public key in a row; one that is damaged is told and left out, so that the others still count."""
    try:
        key = msgspec.json.decode(row.jwk, type=PublicKey)
    except (msgspec.MsgspecError, TypeError, RecursionError):
        key = None
    if key is None or key.kid != row.kid:
        log.warning("the ledger's public key %s is damaged", row.kid)
        return None
    return key


def _written(id: str) -> str:
    """An id as receipts have it; as it stands where it is none."""
    try:
        return str(UUID(id))
    except ValueError:
        return id


class Store:
    """A ledger's records. Every method raises UnreachableError when the database does not do its part."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._insert = insert_sqlite if database.file else insert_postgresql

    async def add(self, rows: Sequence[dict[str, Any]]) -> None:
        """Put records in: when this returns all are on the disk, when it raises maybe none. Adding one twice does nothing more."""
        async with self.database.writing() as connection:
            await connection.execute(self._new(VERDICTS), rows)

    async def find(self, id: str) -> Record | Damaged | None:
        """The record of that id, a UUID, as it stands: it may have been changed."""
        async with self.database.reading() as connection:
            row = (await connection.execute(select(*_COLUMNS).where(VERDICTS.c.id == id))).one_or_none()
        return None if row is None else _read(row)

    async def compare(self, receipt: Receipt) -> Found:
        """How a genuine receipt stands to the ledger."""
        record = await self.find(receipt.id)
        if isinstance(record, Damaged):
            return Found("damaged", True, True)
        if record is not None:
            if not record.receipt.same(receipt):
                return Found("differs", True, True)
            return Found("fine" if record.whole() and not record.unlike else "damaged", True, True)
        if not receipt.stored:
            return Found("unstored", True, False)
        return Found("expired" if clock.read(receipt.issued_at) < await self.pruned_before() else "missing", True, False)

    async def count(self, since: int = 0) -> int:
        """Records issued at that time or later."""
        async with self.database.reading() as connection:
            return (await connection.execute(select(func.count()).select_from(VERDICTS).where(VERDICTS.c.issued_at >= since))).scalar_one()

    async def walk(self, since: int = 0) -> AsyncIterator[Record | Damaged]:
        """All records issued at that time or later, oldest first."""
        last: tuple[int, str] | None = None
        while True:
            query = select(*_COLUMNS).where(VERDICTS.c.issued_at >= since)
            if last is not None:
                moment, id = last
                query = query.where((VERDICTS.c.issued_at > moment) | ((VERDICTS.c.issued_at == moment) & (VERDICTS.c.id > id)))
            async with self.database.reading() as connection:
                rows = (await connection.execute(query.order_by(VERDICTS.c.issued_at, VERDICTS.c.id).limit(CHUNK))).all()
            for row in rows:
                yield _read(row)
            if len(rows) < CHUNK:
                return
            last = rows[-1].issued_at, str(rows[-1].id)

    async def pruned_before(self) -> int:
        """Records issued before this may have been forgotten."""
        async with self.database.reading() as connection:
            return (await connection.execute(select(PRUNED.c.before))).scalar_one_or_none() or 0

    async def prune(self, before: int) -> AsyncIterator[int]:
        """Forget the records issued before a time, some at a time: how many, after each step."""
        while True:
            async with self.database.writing() as connection:
                known = (await connection.execute(select(PRUNED.c.before))).scalar_one_or_none()
                if known is None or known < before:
                    state = self._insert(PRUNED).values(one=True, before=before)
                    state = state.on_conflict_do_update(index_elements=[PRUNED.c.one], set_={"before": before})
                    await connection.execute(state)
                old = select(VERDICTS.c.id).where(VERDICTS.c.issued_at < before).order_by(VERDICTS.c.issued_at).limit(CHUNK)
                forgotten = (await connection.execute(delete(VERDICTS).where(VERDICTS.c.id.in_(old)))).rowcount
            if forgotten:
                yield forgotten
            if forgotten < CHUNK:
                return

    async def remember(self, keys: Iterable[PublicKey]) -> None:
        """Keep public keys for as long as the ledger lasts. A key that retired never comes back into use."""
        known = {key.kid: key for key in await self.keys()}
        changed = [key for key in keys if known.get(key.kid) != key and not (key.kid in known and known[key.kid].used_until)]
        if not changed:
            return
        rows = [{"kid": key.kid, "jwk": msgspec.json.encode(key).decode()} for key in changed]
        async with self.database.writing() as connection:
            state = self._insert(KEYS)
            state = state.on_conflict_do_update(index_elements=[KEYS.c.kid], set_={"jwk": state.excluded.jwk})
            await connection.execute(state, rows)

    async def keys(self) -> tuple[PublicKey, ...]:
        """Every public key that ever signed here."""
        async with self.database.reading() as connection:
            rows = (await connection.execute(select(KEYS.c.kid, KEYS.c.jwk).order_by(KEYS.c.kid))).all()
        return tuple(key for row in rows if (key := _key(row)) is not None)

    def _new(self, table: Any) -> Insert:
        return self._insert(table).on_conflict_do_nothing()
