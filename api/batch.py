"""Many requests in one: JSON Lines in, taken in whole, then JSON Lines out in the same order, as a stream.

The answer begins when the body has ended, so a client that sends all before it reads never locks up. The body waits on disk (in the
folder that TMPDIR names) and the answer is made slice by slice, as fast as the client takes it: memory grows with neither.
"""

import asyncio
import logging
import tempfile
from io import BytesIO
from time import monotonic, perf_counter
from typing import IO

from starlette.types import Message, Send

from api.bodies import parse
from api.http import NO_STORE, SAFE, Call, DisconnectedError
from api.limits import Places, Pool, declared_length, drain, is_plain
from api.metrics import Metrics
from api.perform import Perform
from api.problems import ProblemError, problem
from api.settings import Settings
from solver.errors import Fault, InputError
from solver.game import Game
from solver.result import to_json

log = logging.getLogger("lipai.api")

MEDIA_TYPE = "application/jsonl"
MEDIA_TYPES = (MEDIA_TYPE, "application/x-ndjson")
_TAKEN = frozenset(name.encode() for name in MEDIA_TYPES)

_HELD = 1 << 20  # bytes of a body kept in memory before they go to disk
_SLICE = 256 << 10  # bytes of answers made at a time
_SLICE_S = 0.02  # seconds after which a slice ends, however few its bytes are


class Batch:
    """POST of many requests to one operation, a line each.

    pool: threads for the work, apart from those of single requests, so that these never wait for a batch. places: batches at once.
    """

    def __init__(self, game: Game, name: str, settings: Settings, pool: Pool, places: Places, metrics: Metrics | None = None) -> None:
        self.game = game.id
        self.metrics = metrics
        self.perform = Perform(game, name, settings, pool)
        self.settings = settings
        self.pool = pool
        self.places = places

    async def __call__(self, call: Call) -> "Stream":
        """Take the body. Raises ProblemError 408, 413, 415, and 503 when all places are taken."""
        try:
            self.places.take()
        except ProblemError:
            await drain(call, self.settings.batch_limit)
            raise
        try:
            return Stream(self, await self._take(call))
        except BaseException:
            self.places.free()
            raise

    async def _take(self, call: Call) -> IO[bytes]:
        """The body, ready to be read."""
        limit, most_lines = self.settings.batch_limit, self.settings.batch_lines
        if not is_plain(call, _TAKEN):
            await drain(call, limit)
            raise problem(415, "not-json-lines", expected=" or ".join(MEDIA_TYPES))
        if declared_length(call) > limit:
            await drain(call, limit)
            raise problem(413, "body-too-large", limit=limit)
        held = bytearray()
        spool: IO[bytes] | None = None
        begun = monotonic()
        try:
            size = lines = 0
            more, last = True, b"\n"
            while more:
                message = await self._receive(call)
                chunk: bytes = message.get("body", b"")
                more = message.get("more_body", False)
                size += len(chunk)
                if more and size < self.settings.batch_rate * (monotonic() - begun - self.settings.patience_s):
                    raise problem(408, "too-slow-batch", rate=self.settings.batch_rate)
                lines += chunk.count(b"\n")
                last = chunk[-1:] or last
                if size > limit or lines + (last != b"\n") > most_lines:
                    held.clear()
                    if more:
                        await drain(call, limit)
                    raise problem(413, "body-too-large", limit=limit) if size > limit else problem(413, "too-many-lines", limit=most_lines)
                held += chunk
                if len(held) >= _HELD:
                    spool = spool or tempfile.TemporaryFile()  # noqa: SIM115
                    await self.pool.run(spool.write, bytes(held))
                    held.clear()
            if spool is None:
                return BytesIO(held)
            await self.pool.run(spool.write, bytes(held))
            spool.seek(0)
        except BaseException:
            if spool:
                spool.close()
            raise
        return spool

    async def _receive(self, call: Call) -> Message:
        try:
            async with asyncio.timeout(self.settings.patience_s):
                message = await call.receive()
        except TimeoutError:
            raise problem(408, "too-slow", seconds=self.settings.patience_s) from None
        if message["type"] == "http.disconnect":
            raise DisconnectedError
        return message


class Stream:
    """The answers to a body, a line each, in order."""

    status = 200

    def __init__(self, batch: Batch, body: IO[bytes]) -> None:
        self.batch = batch
        self.body = body
        self.index = 0
        self.refused = 0

    async def send(self, call: Call, send: Send) -> None:
        """Answer slice by slice. Ends early when the client leaves, or takes nothing for too long: then the response breaks off."""
        left = asyncio.ensure_future(_leaving(call))
        headers = [
            (b"content-type", MEDIA_TYPE.encode()),
            NO_STORE,
            (b"x-request-id", call.id.encode()),
            *SAFE,
            *call.added,
        ]
        patience = self.batch.settings.patience_s
        try:
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            more = True
            while more and not left.done():
                before = self.index, self.refused
                part, more = await self.batch.pool.run(self._slice, call)
                if self.batch.metrics:
                    refused = self.refused - before[1]
                    self.batch.metrics.batch_lines(self.batch.game, self.index - before[0] - refused, refused)
                async with asyncio.timeout(patience):
                    await send({"type": "http.response.body", "body": part, "more_body": more})
        except TimeoutError:
            log.warning(
                "a batch was broken off: its client took nothing for %d s", patience, extra={"request": call.id, "line": self.index}
            )
        except asyncio.CancelledError:
            log.warning("a batch was broken off: the service ends", extra={"request": call.id, "line": self.index})
        finally:
            left.cancel()
            self.body.close()
            self.batch.places.free()

    def _slice(self, call: Call) -> tuple[bytes, bool]:
        """The next answers, and whether more may follow."""
        until = perf_counter() + _SLICE_S
        longest = self.batch.settings.body_limit
        answers = bytearray()
        while len(answers) < _SLICE and perf_counter() < until:
            line = read_line(self.body, longest)
            if line == b"":
                return bytes(answers), False
            answers += self._answer(line, call)
            self.index += 1
        return bytes(answers), True

    def _answer(self, line: bytes | None, call: Call) -> bytes:
        """The line's answer or its problem, as a line."""
        perform, lang = self.batch.perform, call.lang
        try:
            if line is None:
                raise ProblemError(413, (Fault("too-long-line", limit=self.batch.settings.body_limit),))
            if line.isspace():
                raise ProblemError(400, (Fault("empty-line"),))
            fields = parse(line, self.batch.settings.depth_limit)
            lang = perform.speak(fields, lang)
            return b'{"index":%d,%b\n' % (self.index, to_json(perform.operation.run(perform.read(fields)))[1:])
        except ProblemError as error:
            failure = error
        except InputError as error:
            failure = ProblemError(422, error.faults)
        except Exception:
            log.exception("a line failed", extra={"request": call.id, "line": self.index, "path": call.scope["path"]})
            failure = problem(500, "internal-error", id=call.id)
        self.refused += 1
        return b'{"index":%d,"problem":%b}\n' % (self.index, failure.encode(call.id, lang))


def read_line(body: IO[bytes], longest: int) -> bytes | None:
    """The next line; nothing at the end, None for a line of more than `longest` bytes, which is passed over."""
    line = body.readline(longest + 1)
    if len(line) <= longest or line.endswith(b"\n"):
        return line
    while (rest := body.readline(_SLICE)) and not rest.endswith(b"\n"):
        pass
    return None


async def _leaving(call: Call) -> None:
    """Wait until the client is gone."""
    while (await call.receive())["type"] != "http.disconnect":
        pass
