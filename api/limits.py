"""What one request may cost: the bytes of its body, a thread where it may take long, a place where only a few may run at once."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from threading import Thread
from typing import TypeVar

from starlette.types import Message

from api.http import Call, DisconnectedError
from api.problems import ProblemError, problem

Given = TypeVar("Given")
Result = TypeVar("Result")


async def read_body(call: Call, limit: int, seconds: float) -> bytes:
    """The body of a JSON request, of at most `limit` bytes; no more are ever kept.

    Raises ProblemError 415 for another type, 413 for more, 408 where the rest takes longer than so many seconds. Until its first part a
    request holds nothing but its connection, which is the server's affair (`api.protocol`): a timer for each would cost more than parsing.
    """
    if not is_plain(call, _JSON):
        await drain(call)
        raise problem(415, "unsupported-media-type")
    if declared_length(call) > limit:
        await drain(call)
        raise problem(413, "body-too-large", limit=limit)
    message = await call.receive()
    if message["type"] == "http.disconnect":
        raise DisconnectedError
    body: bytes = message.get("body", b"")
    if not message.get("more_body") and len(body) <= limit:
        return body
    try:
        async with asyncio.timeout(seconds):
            whole, more = await _read_rest(call, message, limit)
    except TimeoutError:
        raise problem(408, "too-slow", seconds=seconds) from None
    if len(whole) > limit:
        if more:
            await drain(call)
        raise problem(413, "body-too-large", limit=limit)
    return whole


async def _read_rest(call: Call, message: Message, limit: int) -> tuple[bytes, bool]:
    """The body up to its limit or a part over it, and whether more would follow."""
    parts = bytearray(message.get("body", b""))
    while message.get("more_body") and len(parts) <= limit:
        message = await call.receive()
        if message["type"] == "http.disconnect":
            raise DisconnectedError
        parts += message.get("body", b"")
    return bytes(parts), bool(message.get("more_body"))


DRAIN_S = 60.0


async def drain(call: Call, most: int = 32 << 20) -> None:
    """Let the client finish sending, so that it reads our answer and no broken connection. One that asks first (Expect) is told at once.

    Ends after `most` bytes, and after a minute.
    """
    if b"expect" in call.headers:
        return
    taken = 0
    try:
        async with asyncio.timeout(DRAIN_S):
            while taken < most:
                message = await call.receive()
                taken += len(message.get("body", b""))
                if not message.get("more_body"):
                    return
    except TimeoutError:
        return


def declared_length(call: Call) -> int:
    """The body's length as the headers tell it; 0 where they don't."""
    declared = call.headers.get(b"content-length", b"")
    return int(declared[:20]) if declared.isdigit() else 0


_JSON = frozenset({b"application/json"})


def is_plain(call: Call, media_types: frozenset[bytes]) -> bool:
    """Whether the body is of one of these types, in UTF-8 and not compressed; what ends in +json is application/json."""
    return _is_plain(call.headers.get(b"content-type", b""), call.headers.get(b"content-encoding", b""), media_types)


@lru_cache(maxsize=512)
def _is_plain(content_type: bytes, content_encoding: bytes, media_types: frozenset[bytes]) -> bool:
    media_type, *parameters = (part.strip() for part in content_type.lower().split(b";"))
    if media_type.startswith(b"application/") and media_type.endswith(b"+json"):
        media_type = b"application/json"
    charsets = {part.removeprefix(b"charset=").strip(b'"') for part in parameters if part.startswith(b"charset=")}
    return (
        media_type in media_types
        and charsets <= {b"utf-8", b"utf8", b"us-ascii"}
        and content_encoding.strip().lower() in (b"", b"identity")
    )


class Places:
    """So many at once and no more."""

    def __init__(self, most: int) -> None:
        self.most = self.left = most

    def take(self) -> None:
        """Take a place. Raises ProblemError 503 when none is left."""
        if self.left < 1:
            raise busy(5)
        self.left -= 1

    def free(self) -> None:
        """Give the place back."""
        self.left += 1


def busy(seconds: int) -> ProblemError:
    """503: come back after so many seconds."""
    return problem(503, "busy", headers=[(b"retry-after", b"%d" % seconds)], seconds=seconds)


class Pool:
    """Threads for what may take longer than a millisecond, so that short requests and probes never wait for it.

    `threads` run side by side, `waiting` more may queue, none longer than `patience` seconds; beyond that a request is told to come back
    later.
    """

    def __init__(self, threads: int, waiting: int, patience: float = 10) -> None:
        self._threads = threads
        self._executor: ThreadPoolExecutor | None = None
        self._most = threads + waiting
        self._patience = patience
        self._taken = 0

    @property
    def taken(self) -> int:
        """Places taken now, running and waiting."""
        return self._taken

    async def run(self, function: Callable[[Given], Result], given: Given) -> Result:
        """`function(given)` in a thread. Raises ProblemError 503 when all places are taken, or none came free in time."""
        if self._taken >= self._most:
            raise busy(1)
        self._taken += 1
        self._executor = self._executor or ThreadPoolExecutor(self._threads, thread_name_prefix="lipai")
        loop = asyncio.get_running_loop()
        work = self._executor.submit(function, given)
        future = asyncio.wrap_future(work, loop=loop)
        future.add_done_callback(self._free)
        # Only what has not begun can be cancelled: what runs is bounded by its own deadline.
        late = loop.call_later(self._patience, work.cancel) if self._taken > self._threads else None
        try:
            return await future
        except asyncio.CancelledError:
            if late is not None and work.cancelled() and loop.time() >= late.when():
                raise busy(5) from None
            raise
        finally:
            if late is not None:
                late.cancel()

    def _free(self, _: object) -> None:
        self._taken -= 1

    def close(self, seconds: float = 5) -> None:
        """End the threads, and wait for what runs, so long at most. The next `run` makes new ones."""
        if self._executor:
            ending = Thread(target=partial(self._executor.shutdown, cancel_futures=True), daemon=True)
            ending.start()
            ending.join(max(0.0, seconds))
            self._executor = None
