"""One operation of one game over HTTP: its request model is the body or the query, its result type the answer."""

from functools import partial
from time import perf_counter
from typing import Any

from pydantic import ValidationError

from api.bodies import read_json
from api.http import NO_STORE, Call, Reply, tagged
from api.limits import Pool
from api.media import SVG, VARY, draw, drawable, draws, picture_headers
from api.query import Query
from api.settings import Settings
from solver.errors import InputError, from_validation
from solver.game import Game
from solver.result import to_json
from solver.text import LANGS, Lang


class Perform:
    """POST of one operation: its request model is the body, its result type the answer."""

    def __init__(self, game: Game, name: str, settings: Settings, pool: Pool) -> None:
        self.game = game
        self.operation = game.operations[name]
        self.drawable = drawable(self.operation.result)
        self.validate = self.operation.request.__pydantic_validator__.validate_python
        self.settings = settings
        self.pool = pool
        self.has_engine = "engine" in self.operation.result.__struct_fields__

    async def __call__(self, call: Call) -> Reply:
        """Read, check, run, and draw where a picture is asked for."""
        drawn = self.drawable and draws(call)
        request, result, timing = await self.answer(call, *await read_json(call, self.settings))
        if drawn:
            return Reply(await self.draw(request, result), 200, SVG, [NO_STORE, *picture_headers(timing)])
        return reply(result, timing)

    async def answer(self, call: Call, fields: Any, begun: float) -> tuple[Any, Any, bytes]:
        """These fields as a request, its result, and the Server-Timing."""
        call.lang = self.speak(fields, call.lang)
        request = self.read(fields)
        read = perf_counter()
        run = self.operation.run
        result = run(request) if self.operation.quick(request) else await self.pool.run(run, request)
        call.solve_s = perf_counter() - read
        if self.has_engine:
            call.engine = result.engine
        return request, result, b"read;dur=%.3f, solve;dur=%.3f" % (1e3 * (read - begun), 1e3 * call.solve_s)

    async def draw(self, request: Any, result: Any) -> bytes:
        """The result as a picture, which takes a thread a few milliseconds."""
        return await self.pool.run(partial(draw, self.game, request), result)

    @staticmethod
    def speak(fields: Any, lang: Lang) -> Lang:
        """The language to answer in: that of the fields; where they name none, they get `lang`, that of the headers."""
        if isinstance(fields, dict):
            own = fields.get("lang")
            if own is None:
                fields["lang"] = lang
            elif own in LANGS:
                return own  # type: ignore[no-any-return]
        return lang

    def read(self, fields: Any) -> Any:
        """The fields as a request. Raises InputError with all that is wrong."""
        try:
            return self.validate(fields)
        except ValidationError as error:
            raise from_validation(error) from None


def reply(result: Any, timing: bytes) -> Reply:
    """The answer to a POST: 202 with Retry-After where the result says when to ask again, else 200."""
    headers = [(b"server-timing", timing), NO_STORE]
    later = getattr(result, "retry_after", None)
    if later is not None:
        return Reply(to_json(result), 202, headers=[(b"retry-after", b"%d" % later), *headers])
    return Reply(to_json(result), headers=headers)


class Cacheable(Perform):
    """GET of an operation: the simple fields of the same request as a query, the same answer, kept by caches where it is proven."""

    def __init__(self, game: Game, name: str, settings: Settings, pool: Pool) -> None:
        super().__init__(game, name, settings, pool)
        self.query = Query(self.operation.request)
        self.kept = (b"cache-control", b"%b, max-age=%d" % (b"private" if settings.guarded else b"public", settings.max_age))

    async def __call__(self, call: Call) -> Reply:
        """The same by query; 304 where the client holds the answer."""
        drawn = self.drawable and draws(call)
        begun = perf_counter()
        fields = self.query.fields(call.scope["query_string"])
        try:
            request, result, timing = await self.answer(call, fields, begun)
        except InputError as error:
            raise InputError(map(self.query.place, error.faults)) from None
        proven = result.status != "feasible"
        if drawn:
            picture = await self.draw(request, result)
            headers = [self.kept if proven else NO_STORE, *picture_headers(timing)]
            return tagged(call, picture, headers, SVG) if proven else Reply(picture, 200, SVG, headers)
        if not proven:
            return reply(result, timing)
        return tagged(call, to_json(result), [self.kept, VARY, (b"server-timing", timing)])
