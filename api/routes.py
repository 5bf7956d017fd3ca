"""The contract's paths, from one generic router: every game of the registry gets the same ones, each typed by the game's own models."""

import asyncio
import copy
import logging
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from api.access.document import secured
from api.access.scopes import OF_OPERATION, Need
from api.batch import Batch
from api.document import openapi
from api.examples import first_unlike, served
from api.http import JSON, NO_STORE, Call, Endpoint, Reply, Route
from api.kept import Kept
from api.limits import Places, Pool
from api.media import SVG
from api.metrics import Metrics
from api.pages import pages
from api.perform import Cacheable, Perform
from api.problems import ProblemError, problem
from api.settings import Settings
from solver.errors import UnknownGameError, UnknownOperationError
from solver.game import Game, games, ids
from solver.version import build

if TYPE_CHECKING:
    from api.ledger.service import Ledger

log = logging.getLogger("lipai.api")

OPERATIONS = ("arrange", "verify", "settle", "advise", "prepare")
"""Every operation there is; a game lists those it has."""

GAMES = "/v1/games"
DOCUMENT_AGE_S = 300
READY_S = 1.0
METRICS = {
    "operationId": "metrics",
    "summary": "What Prometheus reads",
    "responses": {"200": {"description": "Metrics as text", "content": {"text/plain": {"schema": {"type": "string"}}}}},
}


def routes(settings: Settings, pool: Pool, batch_pool: Pool, metrics: Metrics | None = None, ledger: "Ledger | None" = None) -> "Paths":
    """Every path of the contract. `batch_pool`: threads for batches, apart from those that single requests wait for."""
    paths = Paths()
    places = Places(settings.batches)
    public = settings.public_reads or not settings.guarded
    for path, page in pages():
        paths.get(path, page, "open", name="page")
    paths.get("/livez", livez, "open", name="livez")
    paths.get("/readyz", Ready(pool), "open", name="readyz")
    if metrics:
        paths.get("/metrics", metrics, "metrics", name="metrics")
    paths.get("/openapi.json", Stored(partial(document, paths, settings, ledger is not None), pool, public), "read", name="openapi")
    paths.get(GAMES, Stored(game_list, pool, public), "read", name="games")
    for game in games():
        here = f"{GAMES}/{game.id}"
        paths.get(here, Stored(game.describe, pool, public), "read", game.id, "describe")
        paths.get(f"{here}/examples", Stored(partial(example_list, game), pool, public), "read", game.id, "examples")
        paths.get(f"{here}/cards.svg", Stored(partial(card_sheet, game), pool, public, SVG), "read", game.id, "cards")
        for name in OPERATIONS:
            endpoint = Perform(game, name, settings, pool) if name in game.operations else Unlisted(game, name)
            paths.post(f"{here}/{name}", endpoint, OF_OPERATION[name], game.id, name)
        paths.get(f"{here}/arrange", Cacheable(game, "arrange", settings, pool), OF_OPERATION["arrange"], game.id, "arrange")
        paths.post(f"{here}/arrange/batch", Batch(game, "arrange", settings, batch_pool, places, metrics), "batch", game.id, "batch")
    if ledger:
        from api.ledger.routes import add_routes

        add_routes(paths, ledger, settings, pool)
    return paths


def document(paths: "Paths", settings: Settings, ledger: bool = False) -> dict[str, Any]:
    """The OpenAPI document, with keys and limits where there are any; ledger: with its paths."""
    whole = copy.deepcopy(openapi(ledger))  # parts of it are shared
    if "/metrics" in paths.routes:
        whole["paths"]["/metrics"] = {"get": copy.deepcopy(METRICS)}
    if not settings.guarded and not settings.rate:
        return whole
    return secured(whole, partial(paths.need, public=settings.public_reads), settings.guarded)


def game_list() -> dict[str, Any]:
    """All games, in short."""
    return {"games": [game.summary() for game in games()], "build": build()}


def example_list(game: Game) -> dict[str, Any]:
    """A game's worked hands."""
    return {"examples": served(game)}


def card_sheet(game: Game) -> bytes:
    """The faces of a game's cards as SVG."""
    from solver.drawing.faces import sheet

    return sheet(game.faces)


async def livez(call: Call) -> Reply:
    """The process answers."""
    return Reply(b'{"status":"ok"}', headers=[NO_STORE])


class Ready:
    """Every game solves its first stored hand, and what must come out comes out; 503 names the first that does not.

    Anyone may ask, so it is looked at no more than once a second while all is well.
    """

    def __init__(self, pool: Pool, clock: Callable[[], float] = monotonic) -> None:
        self.pool = pool
        self.clock = clock
        self.looked_at = -READY_S
        self.looking = asyncio.Lock()

    async def __call__(self, call: Call) -> Reply:
        """Ask every game."""
        async with self.looking:
            if self.clock() - self.looked_at >= READY_S:
                await self._look()
                self.looked_at = self.clock()
        body = msgspec.json.encode({"status": "ok", "build": build(), "games": list(ids())})
        return Reply(body, headers=[NO_STORE])

    async def _look(self) -> None:
        for game in games():
            if await self.pool.run(_fails, game):
                raise problem(503, "not-ready", headers=[(b"retry-after", b"5")], game=game.id)


def _fails(game: Game) -> bool:
    """Whether a game does not answer its first stored hand as it should."""
    try:
        return first_unlike(game) is not None
    except Exception:
        log.exception("%s fails on its stored hand", game.id)
        return True


class Stored:
    """A document that stays as it is while the process lives: made on first use, kept as bytes. What is no bytes yet becomes JSON."""

    def __init__(self, make: Callable[[], Any], pool: Pool, public: bool = True, media_type: bytes = JSON) -> None:
        """public: whether caches that callers share may keep it."""
        self.make = make
        self.pool = pool
        self.media_type = media_type
        self.age = b"%b, max-age=%d" % (b"public" if public else b"private", DOCUMENT_AGE_S)
        self.kept: Kept | None = None

    async def __call__(self, call: Call) -> Reply:
        """The document, or 304."""
        if self.kept is None:
            self.kept = await self.pool.run(self._keep, self.make)
        return self.kept.reply(call, [(b"cache-control", self.age)])

    def _keep(self, make: Callable[[], Any]) -> Kept:
        made = make()
        return Kept(made if isinstance(made, bytes) else msgspec.json.encode(made), self.media_type)


class Unlisted:
    """An operation that other games have: 422 that says so."""

    def __init__(self, game: Game, name: str) -> None:
        self.fault = UnknownOperationError(game.id, name).fault

    async def __call__(self, call: Call) -> Reply:
        """Refuse."""
        raise ProblemError(422, (self.fault,))


class Paths:
    """Exact paths by dictionary, whatever their number. Each says what its callers need; one that does not needs every scope."""

    def __init__(self) -> None:
        self.routes: dict[str, dict[str, Route]] = {}
        self.folders: dict[str, Route] = {}

    def get(self, path: str, endpoint: Endpoint, need: Need = "all", game: str = "", name: str = "other") -> None:
        """Answer GET and HEAD of the path."""
        route = Route(path, endpoint, need, game, name)
        self.routes.setdefault(path, {}).update(GET=route, HEAD=route)

    def post(self, path: str, endpoint: Endpoint, need: Need = "all", game: str = "", name: str = "other") -> None:
        """Answer POST to the path."""
        self.routes.setdefault(path, {}).update(POST=Route(path, endpoint, need, game, name))

    def below(self, folder: str, endpoint: Endpoint, need: Need = "all", game: str = "", name: str = "other") -> None:
        """Answer GET and HEAD of every path below the folder, `/…/`, that is none of the others."""
        self.folders[folder] = Route(folder, endpoint, need, game, name)

    def need(self, method: str, path: str, public: bool = True) -> Need | Literal["any"]:
        """What a path of the document needs. public: whether reading needs nothing; else it needs any key."""
        route = self.routes.get(path, {}).get(method) or self.folders.get(f"{path.rpartition('/')[0]}/")
        return "all" if route is None else "any" if route.need == "read" and not public else route.need

    def find(self, method: str, path: str) -> Route | None:
        """The route; None for a path that is none of ours. Raises ProblemError 404 below the games, 405 for another method."""
        methods = self.routes.get(path)
        if methods is None and self.folders:
            found = next((route for folder, route in self.folders.items() if path.startswith(folder)), None)
            methods = {"GET": found, "HEAD": found} if found else None
        if methods is None:
            if path.startswith(f"{GAMES}/"):
                raise missing(path)
            return None
        route = methods.get(method)
        if route is None:
            allowed = ", ".join(sorted(methods))
            raise problem(405, "method-not-allowed", headers=[(b"allow", allowed.encode())], method=method[:20], allowed=allowed)
        return route


def missing(path: str) -> ProblemError:
    """404: of the game where that is what the path gets wrong, else of the path."""
    id = path.removeprefix(f"{GAMES}/").partition("/")[0]
    if path.startswith(f"{GAMES}/") and id not in ids():
        return ProblemError(404, (UnknownGameError(id, ids()).fault,))
    return problem(404, "not-found", path=path)
