"""The ledger's paths, and `verify` with a receipt."""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING

import msgspec

from api.bodies import read_json
from api.http import NO_STORE, Call, Reply
from api.ledger.service import Ledger
from api.limits import Pool
from api.media import SVG, draws, picture_headers
from api.perform import Perform
from api.problems import problem
from api.settings import Settings
from solver.game import Game, games
from solver.ledger.clock import time_of
from solver.ledger.errors import LedgerError
from solver.ledger.keys import PublicKeys
from solver.ledger.receipt import parse
from solver.result import to_json

if TYPE_CHECKING:
    from api.routes import Paths

log = logging.getLogger("lipai.api")

VERDICTS = "/v1/verdicts"
KEYS = "/v1/keys"
CHECK = f"{VERDICTS}/check"

VERIFY = "verify"
KEPT_S = 1.0
"""Anyone may ask for the public keys: the database is asked for them no more than once in so many seconds."""
_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", re.ASCII)


def add_routes(paths: "Paths", ledger: Ledger, settings: Settings, pool: Pool) -> None:
    """The ledger's own paths; `verify` of every game with a receipt; and the document that tells of both."""
    for game in games():
        if VERIFY in game.operations:
            paths.post(f"/v1/games/{game.id}/{VERIFY}", Recorded(game, VERIFY, settings, pool, ledger), "verify", game.id, VERIFY)
    paths.below(f"{VERDICTS}/", Verdict(ledger), "verify", name="verdict")
    paths.post(CHECK, Check(ledger, settings), "verify", name="check")
    paths.get(KEYS, Listed(ledger), "open", name="keys")


class Recorded(Perform):
    """POST of `verify`: the answer as ever, with `receipt` as its last field."""

    def __init__(self, game: Game, name: str, settings: Settings, pool: Pool, ledger: Ledger) -> None:
        super().__init__(game, name, settings, pool)
        self.ledger = ledger

    async def __call__(self, call: Call) -> Reply:
        """Read, check, judge, store, answer. A picture of a verdict has no place for a receipt: it links to the verdict."""
        drawn = self.drawable and draws(call)
        fields, begun = await read_json(call, self.settings)
        request, verdict, timing = await self.answer(call, fields, begun)
        judged = perf_counter()
        receipt = await self.ledger.record(self.game.id, fields, verdict, call.key or None)
        timing += b", store;dur=%.3f" % (1e3 * (perf_counter() - judged))
        if drawn:
            headers = [NO_STORE, *picture_headers(timing)]
            if receipt.stored:
                headers.append((b"link", f'<{VERDICTS}/{receipt.id}>; rel="describedby"'.encode()))
            return Reply(await self.draw(request, verdict), 200, SVG, headers)
        answer = b'%b,"receipt":%b}' % (to_json(verdict)[:-1], to_json(receipt))
        return Reply(answer, headers=[(b"server-timing", timing), NO_STORE])


class Verdict:
    """GET of a verdict by its id: claim, verdict and receipt as they were."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    async def __call__(self, call: Call) -> Reply:
        """The record. Raises ProblemError 404 for an id that is unknown, or older than the ledger keeps them; 503."""
        path: str = call.scope["path"]
        id = path.removeprefix(f"{VERDICTS}/")
        if not _ID.fullmatch(id):
            raise problem(404, "not-found", path=path)
        with reading():
            record = await self.ledger.find(id)
            if record is None:
                forgotten = time_of(id) < await self.ledger.store.pruned_before()
                raise problem(404, "verdict-expired" if forgotten else "verdict-unknown", id=id)
        body = b'{"claim":%b,"verdict":%b,"receipt":%b}' % (
            record.claim.encode(), record.verdict.encode(), to_json(record.receipt),
        )  # fmt: skip
        return Reply(body, headers=[NO_STORE])


class Check:
    """POST of a receipt: genuine or not, and whether the ledger holds its verdict."""

    def __init__(self, ledger: Ledger, settings: Settings) -> None:
        self.ledger = ledger
        self.settings = settings

    async def __call__(self, call: Call) -> Reply:
        """What was found. Raises ProblemError 422 for what is no receipt, 503 for a genuine one while the ledger can't be read."""
        document, _ = await read_json(call, self.settings)
        receipt, verdict = parse(document)
        with reading():
            found = await self.ledger.check(receipt, verdict)
        body = {
            "id": receipt.id,
            "result": found.result,
            "genuine": found.genuine,
            "stored": found.stored,
            "message": found.message(call.lang),
        }
        return Reply(msgspec.json.encode(body), headers=[NO_STORE])


class Listed:
    """GET of the public keys, a JWK set: the one that signs first, then all that did before it."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    async def __call__(self, call: Call) -> Reply:
        """The keys."""
        return Reply(
            msgspec.json.encode(PublicKeys(await self.ledger.public_keys(KEPT_S))), headers=[(b"cache-control", b"public, max-age=60")]
        )


@contextmanager
def reading() -> Iterator[None]:
    """While the ledger is read: a database that is away, or damaged, is a ProblemError 503; the log says which."""
    try:
        yield
    except LedgerError as error:
        log.warning("the ledger can't be read: %s", error)
        raise problem(503, "ledger-unreachable", headers=[(b"retry-after", b"5")]) from error
