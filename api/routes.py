"""The contract's paths, from one generic router: every game of the registry gets the same ones, each typed by the game's own models."""

from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Any

import msgspec
from pydantic import ValidationError

from api.bodies import parse
from api.document import openapi
from api.examples import first_unlike, served
from api.http import Call, Endpoint, Reply, tagged
from api.limits import Pool, read_body
from api.pages import pages
from api.problems import ProblemError, problem
from api.query import Query
from api.settings import Settings
from solver.errors import InputError, UnknownGameError, UnknownOperationError, from_validation
from solver.game import Game, games, ids
from solver.result import to_json
from solver.text import LANGS
from solver.version import build

OPERATIONS = ("arrange", "verify", "settle", "advise", "prepare")
"""Every operation there is; a game lists those it has."""

GAMES = "/v1/games"
DOCUMENT_AGE_S = 300


def routes(settings: Settings, pool: Pool) -> "Paths":
    """Every path of the contract."""
    paths = Paths()
    for path, page in pages():
        paths.get(path, page)
    paths.get("/livez", livez)
    paths.get("/readyz", Ready(pool))
    paths.get("/openapi.json", Stored(openapi, pool))
    paths.get(GAMES, Stored(game_list, pool))
    for game in games():
        here = f"{GAMES}/{game.id}"
        paths.get(here, Stored(game.describe, pool))
        paths.get(f"{here}/examples", Stored(partial(example_list, game), pool))
        for name in OPERATIONS:
            paths.post(f"{here}/{name}", Perform(game, name, settings, pool) if name in game.operations else Unlisted(game, name))
        paths.get(f"{here}/arrange", Cacheable(game, "arrange", settings, pool))
    return paths


def game_list() -> dict[str, Any]:
    """All games, in short."""
    return {"games": [game.summary() for game in games()], "build": build()}


def example_list(game: Game) -> dict[str, Any]:
    """A game's worked hands."""
    return {"examples": served(game)}


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
    """A document that stays as it is while the process lives: made on first use, kept as bytes."""

    def __init__(self, make: Callable[[], Any], pool: Pool) -> None:
        self.make = make
        self.pool = pool
        self.body = b""

    async def __call__(self, call: Call) -> Reply:
        """The document, or 304."""
        self.body = self.body or await self.pool.run(lambda make: msgspec.json.encode(make()), self.make)
        return tagged(call, self.body, [(b"cache-control", b"public, max-age=%d" % DOCUMENT_AGE_S)])


class Perform:
    """POST of one operation: its request model is the body, its result type the answer."""

    def __init__(self, game: Game, name: str, settings: Settings, pool: Pool) -> None:
        self.operation = game.operations[name]
        self.validate = self.operation.request.__pydantic_validator__.validate_python
        self.settings = settings
        self.pool = pool

    async def __call__(self, call: Call) -> Reply:
        """Read, check, run."""
        body = await read_body(call, self.settings.body_limit)
        begun = perf_counter()
        result, timing = await self.answer(call, parse(body, self.settings.depth_limit), begun)
        return reply(result, timing)

    async def answer(self, call: Call, fields: Any, begun: float) -> tuple[Any, bytes]:
        """The result for these fields, and its Server-Timing. A language in the fields comes before that of the headers."""
        if isinstance(fields, dict):
            if fields.get("lang") is None:
                fields["lang"] = call.lang
            elif fields["lang"] in LANGS:
                call.lang = fields["lang"]
        try:
            request = self.validate(fields)
        except ValidationError as error:
            raise from_validation(error) from None
        read = perf_counter()
        run = self.operation.run
        result = run(request) if self.operation.quick(request) else await self.pool.run(run, request)
        return result, b"read;dur=%.3f, solve;dur=%.3f" % (1e3 * (read - begun), 1e3 * (perf_counter() - read))


def reply(result: Any, timing: bytes) -> Reply:
    """The answer to a POST: 202 with Retry-After where the result says when to ask again, else 200."""
    headers = [(b"server-timing", timing), (b"cache-control", b"no-store")]
    later = getattr(result, "retry_after", None)
    if later is not None:
        return Reply(to_json(result), 202, headers=[(b"retry-after", b"%d" % later), *headers])
    return Reply(to_json(result), headers=headers)


class Cacheable(Perform):
    """GET of an operation: the simple fields of the same request as a query, the same answer, kept by caches where it is proven."""

    def __init__(self, game: Game, name: str, settings: Settings, pool: Pool) -> None:
        super().__init__(game, name, settings, pool)
        self.query = Query(self.operation.request)
        self.kept = b"public, max-age=%d" % settings.max_age

    async def __call__(self, call: Call) -> Reply:
        """The same by query; 304 where the client holds the answer."""
        begun = perf_counter()
        fields = self.query.fields(call.scope["query_string"])
        try:
            result, timing = await self.answer(call, fields, begun)
        except InputError as error:
            raise InputError(map(self.query.place, error.faults)) from None
        if result.status == "feasible":
            return reply(result, timing)
        return tagged(call, to_json(result), [(b"cache-control", self.kept), (b"vary", b"accept-language"), (b"server-timing", timing)])


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

    def get(self, path: str, endpoint: Endpoint) -> None:
        """Answer GET and HEAD of the path."""
        self.endpoints.setdefault(path, {}).update(GET=endpoint, HEAD=endpoint)

    def post(self, path: str, endpoint: Endpoint) -> None:
        """Answer POST to the path."""
        self.endpoints.setdefault(path, {}).update(POST=endpoint)

    def find(self, method: str, path: str) -> Endpoint | None:
        """The endpoint; None for a path that is none of ours. Raises ProblemError 404 below the games, 405 for another method."""
        methods = self.endpoints.get(path)
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
