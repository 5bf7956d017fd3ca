"""The ledger as the service holds it: opened at start, asked for every verdict, tidied up now and then."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from random import uniform
from time import monotonic
from typing import Any, get_args

import msgspec

from api.ledger.writer import Outcome, Row, Writer
from api.settings import Settings
from api.watched import Watched
from solver.ledger import clock, keys, migrate
from solver.ledger.canonical import canonical, digest
from solver.ledger.database import Database
from solver.ledger.errors import DamagedError, LedgerError, UnreachableError
from solver.ledger.keys import Keys, PublicKey
from solver.ledger.receipt import Found, Receipt, check, claim_of, sign, unstored
from solver.ledger.store import Damaged, Record, Store
from solver.result import Verdict

log = logging.getLogger("lipai.ledger")

DAY = 86_400 * clock.SECOND
TIDY_S = 3600.0
JUMP = 300 * clock.SECOND
"""A clock set by more than this is not trusted to forget records by."""


class Ledger:
    """Every verdict's record and receipt.

    outcomes: how many verdicts were `stored`, and how many were not and why (`api.ledger.writer`), since the process began; for metrics.
    """

    def __init__(self, settings: Settings) -> None:
        """Raises LedgerError for settings that can't be, before anything is opened or made."""
        self.database = Database(settings.ledger or "", settings.ledger_patience_ms / 1000)
        migrate.look_over(self.database)
        self.store = Store(self.database)
        self.retention = settings.ledger_retention_days
        self.outcomes: dict[str, int] = dict.fromkeys(get_args(Outcome), 0)
        self._writer = Writer(self._add, settings.ledger_waiting, settings.ledger_patience_ms / 1000)
        self._clock = clock.Clock()
        self._file: Watched[Keys] | None = None
        self._keys: Keys | None = None  # until one is made at the start
        if settings.ledger_key is not None:
            self._keys = keys.parse(settings.ledger_key.get_secret_value(), "LIPAI_LEDGER_KEY")
        elif settings.ledger_key_file or self._beside().exists():
            self._keys = self._watch(settings.ledger_key_file or self._beside())
        self._known: dict[str, PublicKey] = {}
        self._known_at = float("-inf")  # when the look began that told of them
        self._looking = asyncio.Lock()
        self._ready = False
        self._opening = asyncio.Lock()
        self._tidying: asyncio.Task[None] | None = None

    def _beside(self) -> Path:
        """Without a key named, SQLite's is a file beside the database."""
        if not self.database.file:
            raise LedgerError(
                "LIPAI_LEDGER_KEY_FILE names no signing key; make one with `lipai ledger key new FILE` and give it to every machine"
            )
        return self.database.file.with_name(f"{self.database.file.name}.key")

    def _watch(self, path: Path) -> Keys:
        """Read the keys, now and whenever their file changes. Raises KeyFileError."""
        self._file = Watched(path, keys.load, log, "the signing key stays as it was")
        return self._file.content

    def _made(self) -> Keys:
        """A new key beside the database. Raises KeyFileError."""
        path = self._beside()
        if keys.make(path):  # of several processes one does, and tells
            log.warning("a new signing key for verdicts is in %s", path)
        return self._watch(path)

    async def open(self) -> None:
        """Open the database, and make the signing key where there is none. One that is away is waited for later.

        Raises SchemaError where it is not of this version, BrokenError, KeyFileError.
        """
        self._signing()
        try:
            await self._prepare()
        except UnreachableError as error:
            log.error("the ledger can't be reached, verdicts are answered unstored until it can: %s", error)
        except BaseException:
            await self.database.close()
            raise
        self._tidying = asyncio.create_task(self._tidy())

    async def look_over(self) -> None:
        """See, before anything is served, whether it can be opened, and leave it closed. Raises LedgerError; not where it is only away."""
        try:
            with contextlib.suppress(UnreachableError):
                await (self._prepare() if self._keys else self._tables())
        finally:
            await self.database.close()

    async def close(self) -> None:
        """Finish what is under way. What fails of it is logged, and the rest is finished all the same."""
        if self._tidying:
            self._tidying.cancel()
            await asyncio.gather(self._tidying, return_exceptions=True)
        for close in (self._writer.close, self.database.close):
            try:
                await close()
            except Exception:
                log.exception("the ledger did not close as it should")

    async def _tables(self) -> None:
        """Make SQLite's tables, or bring them up to date; PostgreSQL's are only looked at.

        Of many machines the first new one would change them under the old ones' feet. Raises SchemaError, UnreachableError.
        """
        if self.database.file:
            await migrate.migrate(self.database)
        else:
            await migrate.require(self.database)

    async def _prepare(self) -> None:
        """Once per process: the tables are there, and the public keys kept. Raises SchemaError, UnreachableError."""
        async with self._opening:
            if self._ready:
                return
            await self._tables()
            signing = self._keys or self._signing()
            await self.store.remember(signing.public)
            self._ready = signing is self._keys  # unless another key came meanwhile

    async def record(self, game: str, fields: Mapping[str, Any], verdict: Verdict, caller: str | None = None) -> Receipt:
        """Store a verdict on these fields of a request: its receipt, which says whether it is stored. It always answers."""
        signing = self._signing()
        moment = self._clock.tick()
        claim, text = claim_of(game, fields), canonical(msgspec.to_builtins(verdict))
        receipt = sign(
            signing,
            id=clock.new_id(moment),
            game=game,
            claim_hash=digest(claim),
            verdict_hash=digest(text),
            rules_hash=verdict.rules.hash,
            build=verdict.build,
            valid=verdict.valid,
            points=verdict.points,
            issued_at=clock.written(moment),
            stored=True,
        )
        outcome = await self._writer.put(Record(claim, text, receipt, caller).row())
        self.outcomes[outcome] += 1
        return receipt if outcome == "stored" else unstored(receipt, signing)

    async def _add(self, rows: Sequence[Row]) -> None:
        if not self._ready:
            await self._prepare()
        await self.store.add(rows)

    async def find(self, id: str) -> Record | None:
        """The record of that id. Raises UnreachableError, DamagedError for one that is not what was signed."""
        record = await self.store.find(id)
        if record is None:
            return None
        if isinstance(record, Damaged) or record.unlike or not record.whole():
            raise DamagedError(f"the record {id} is damaged; `lipai ledger replay` says more")
        if (found := check(record.receipt, await self.public_keys())).result in ("altered", "unknown-key"):
            raise DamagedError(f"the record {id} is damaged: {found.message('en')}")
        return record

    async def check(self, receipt: Receipt, verdict: Mapping[str, Any] | None) -> Found:
        """Check a receipt against the keys and the ledger. Raises UnreachableError for a genuine one while the database is away."""
        found = check(receipt, await self.public_keys(), verdict)
        return await self.store.compare(receipt) if found.genuine else found

    async def public_keys(self, age_s: float = 0) -> tuple[PublicKey, ...]:
        """All keys that ever signed, the one that signs now first; while the database is away, those known so far.

        age_s: how old what is known of the database's may be. However many ask at once, one looks for all that came before its look.
        """
        own = {key.kid: key for key in self._signing().public}
        young = monotonic() - age_s
        if self._known_at <= young:
            async with self._looking:
                if self._known_at <= young:  # nobody looked while this one waited
                    await self._look()
        return tuple((own | {kid: key for kid, key in self._known.items() if kid not in own or key.used_until}).values())

    async def _look(self) -> None:
        """Ask the database for its keys."""
        begun = monotonic()
        try:
            self._known = {key.kid: key for key in await self.store.keys()}
        except LedgerError as error:
            log.warning("the keys of the ledger can't be read: %s", error)
        self._known_at = begun

    def _signing(self) -> Keys:
        """The keys, read again within a second when their file changes. A file that can't be used changes nothing."""
        if self._keys is None:
            self._keys = self._made()
        elif self._file and self._file.renewed():
            self._keys = self._file.content
            log.warning("verdicts are signed by the key %s now", self._keys.kid)
            self._ready = False  # so that the next write keeps the new public key
        return self._keys

    async def _tidy(self) -> None:
        """Forget what is older than the retention, at start and every hour, at no fixed minute so that many workers don't meet."""
        while True:
            try:
                async for count in self.prune():
                    log.info("%d verdicts forgotten by retention", count)
            except LedgerError as error:
                log.warning("old verdicts are kept for now: %s", error)
            except Exception:
                log.exception("old verdicts are kept for now, for a fault of the program")
            await asyncio.sleep(TIDY_S * uniform(0.9, 1.1))

    async def prune(self) -> AsyncIterator[int]:
        """Forget old records, some at a time: how many. Raises UnreachableError."""
        if self.retention is None:
            return
        if self._clock.jump() > JUMP:
            log.warning("the clock was set by more than %d s: no verdict is forgotten before the next start", JUMP // clock.SECOND)
            return
        await self._prepare()
        async for count in self.store.prune(clock.now() - int(self.retention * DAY)):
            yield count
            await asyncio.sleep(0.01)  # verdicts first
