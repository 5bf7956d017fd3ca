"""The contract's paths, from one generic router: every game of the registry gets the same ones, each typed by the game's own models."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from api.batch import Batch
from api.document import openapi
from api.examples import first_unlike, served
from api.http import JSON, Call, Endpoint, Reply
from api.kept import Kept
from api.limits import Places, Pool
from api.media import SVG
from api.pages import pages
from api.perform import Cacheable, Perform
from api.problems import ProblemError, problem
from api.settings import Settings
from solver.errors import UnknownGameError, UnknownOperationError
from solver.game import Game, games, ids
from solver.version import build

if TYPE_CHECKING:
    from api.ledger.service import Ledger

OPERATIONS = ("arrange", "verify", "settle", "advise", "prepare")
"""Every operation there is; a game lists those it has."""

GAMES = "/v1/games"
DOCUMENT_AGE_S = 300


def routes(settings: Settings, pool: Pool, batch_pool: Pool, ledger: "Ledger | None" = None) -> "Paths":
    """Every path of the contract. `batch_pool`: threads for batches, apart from those that single requests wait for."""
    paths = Paths()
    places = Places(settings.batches)
    for path, page in pages():
        paths.get(path, page)
    paths.get("/livez", livez)
    paths.get("/readyz", Ready(pool))
    paths.get("/openapi.json", Stored(partial(openapi, ledger is not None), pool))
    paths.get(GAMES, Stored(game_list, pool))
    for game in games():
        here = f"{GAMES}/{game.id}"
        paths.get(here, Stored(game.describe, pool))
        paths.get(f"{here}/examples", Stored(partial(example_list, game), pool))
        paths.get(f"{here}/cards.svg", Stored(partial(card_sheet, game), pool, SVG))
        for name in OPERATIONS:
            paths.post(f"{here}/{name}", Perform(game, name, settings, pool) if name in game.operations else Unlisted(game, name))
        paths.get(f"{here}/arrange", Cacheable(game, "arrange", settings, pool))
        paths.post(f"{here}/arrange/batch", Batch(game, "arrange", settings, batch_pool, places))
    if ledger:
        from api.ledger.routes import add_routes

        add_routes(paths, ledger, settings, pool)
    return paths


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
    return Reply(b'{"status":"ok"}', headers=[(b"cache-control", b"no-store")])


class Ready:
    """Every game solves its first stored hand, and what must come out comes out; 503 names the first that does not."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    async def __call__(self, call: Call) -> Reply:
        """Ask every game."""
        for game in games():
            if await self.pool.run(first_unlike, game):
                raise problem(503, "not-ready", headers=[(b"retry-after", b"5")], game=game.id)
        body = msgspec.json.encode({"status": "ok", "build": build(), "games": list(ids())})
        return Reply(body, headers=[(b"cache-control", b"no-store")])


class Stored:
    """A document that stays as it is while the process lives: made on first use, kept as bytes. What is no bytes yet becomes JSON."""

    def __init__(self, make: Callable[[], Any], pool: Pool, media_type: bytes = JSON) -> None:
        self.make = make
        self.pool = pool
        self.media_type = media_type
        self.kept: Kept | None = None

    async def __call__(self, call: Call) -> Reply:
        """The document, or 304."""
        if self.kept is None:
            self.kept = await self.pool.run(self._keep, self.make)
        return self.kept.reply(call, [(b"cache-control", b"public, max-age=%d" % DOCUMENT_AGE_S)])

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
    """Exact paths by dictionary, whatever their number."""

    def __init__(self) -> None:
        self.endpoints: dict[str, dict[str, Endpoint]] = {}
        self.folders: dict[str, Endpoint] = {}

    def get(self, path: str, endpoint: Endpoint) -> None:
        """Answer GET and HEAD of the path."""
        self.endpoints.setdefault(path, {}).update(GET=endpoint, HEAD=endpoint)

    def post(self, path: str, endpoint: Endpoint) -> None:
        """Answer POST to the path."""
        self.endpoints.setdefault(path, {}).update(POST=endpoint)

    def below(self, folder: str, endpoint: Endpoint) -> None:
        """Answer GET and HEAD of every path below the folder, `/…/`, that is none of the others."""
        self.folders[folder] = endpoint

    def find(self, method: str, path: str) -> Endpoint | None:
        """The endpoint; None for a path that is none of ours. Raises ProblemError 404 below the games, 405 for another method."""
        methods = self.endpoints.get(path)
        if methods is None and self.folders:
            methods = next(
                (dict.fromkeys(("GET", "HEAD"), self.folders[folder]) for folder in self.folders if path.startswith(folder)), None
            )
        if methods is None:
            if path.startswith(f"{GAMES}/"):
                raise missing(path)
            return None
        endpoint = methods.get(method)
        if endpoint is None:
            allowed = ", ".join(sorted(methods))
            raise problem(405, "method-not-allowed", headers=[(b"allow", allowed.encode())], method=method[:20], allowed=allowed)
        return endpoint


def missing(path: str) -> ProblemError:
    """404: of the game where that is what the path gets wrong, else of the path."""
    id = path.removeprefix(f"{GAMES}/").partition("/")[0]
    if path.startswith(f"{GAMES}/") and id not in ids():
        return ProblemError(404, (UnknownGameError(id, ids()).fault,))
    return problem(404, "not-found", path=path)
