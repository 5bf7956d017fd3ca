"""What one request may cost: the bytes of its body, and a thread where it may take long."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import TypeVar

from api.http import Call, DisconnectedError
from api.problems import problem

Given = TypeVar("Given")
Result = TypeVar("Result")

_DRAINED = 32 << 20
RETRY_AFTER = 1


async def read_body(call: Call, limit: int) -> bytes:
    """The body of a JSON request, of at most `limit` bytes; no more are ever kept.

    Raises ProblemError 415 for another type, 413 for more.
    """
    if not _is_plain_json(call.headers.get(b"content-type", b""), call.headers.get(b"content-encoding", b"")):
        await _drain(call)
        raise problem(415, "unsupported-media-type")
    declared = call.headers.get(b"content-length", b"")
    if declared.isdigit() and int(declared[:20]) > limit:
        await _drain(call)
        raise problem(413, "body-too-large", limit=limit)
    message = await call.receive()
    if message["type"] == "http.disconnect":
        raise DisconnectedError
    body: bytes = message.get("body", b"")
    if not message.get("more_body") and len(body) <= limit:
        return body
    parts = bytearray(body)
    while message.get("more_body") and len(parts) <= limit:
        message = await call.receive()
        if message["type"] == "http.disconnect":
            raise DisconnectedError
        parts += message.get("body", b"")
    if len(parts) > limit:
        if message.get("more_body"):
            await _drain(call)
        raise problem(413, "body-too-large", limit=limit)
    return bytes(parts)


async def _drain(call: Call) -> None:
    """Let the client finish sending, so that it reads our answer and no broken connection. One that asks first (Expect) is told at once."""
    if b"expect" in call.headers:
        return
    taken = 0
    while taken < _DRAINED:
        message = await call.receive()
        taken += len(message.get("body", b""))
        if not message.get("more_body"):
            return


@lru_cache(maxsize=512)
def _is_plain_json(content_type: bytes, content_encoding: bytes) -> bool:
    """JSON in UTF-8, not compressed."""
    media_type, *parameters = (part.strip() for part in content_type.lower().split(b";"))
    if media_type != b"application/json" and not (media_type.startswith(b"application/") and media_type.endswith(b"+json")):
        return False
    charsets = {part.removeprefix(b"charset=").strip(b'"') for part in parameters if part.startswith(b"charset=")}
    return charsets <= {b"utf-8", b"utf8", b"us-ascii"} and content_encoding.strip().lower() in (b"", b"identity")


class Pool:
    """Threads for what may take longer than a millisecond, so that short requests and probes never wait for it.

    `threads` run side by side, `waiting` more may queue; beyond that a request is told at once to come back later.
    """

    def __init__(self, threads: int, waiting: int) -> None:
        self._threads = threads
        self._executor: ThreadPoolExecutor | None = None
        self._most = threads + waiting
        self._taken = 0

    async def run(self, function: Callable[[Given], Result], given: Given) -> Result:
        """`function(given)` in a thread. Raises ProblemError 503 when all places are taken."""
        if self._taken >= self._most:
            raise problem(503, "busy", headers=[(b"retry-after", b"%d" % RETRY_AFTER)], seconds=RETRY_AFTER)
        self._taken += 1
        self._executor = self._executor or ThreadPoolExecutor(self._threads, thread_name_prefix="lipai")
        future = asyncio.get_running_loop().run_in_executor(self._executor, function, given)
        future.add_done_callback(self._free)
        return await future

    def _free(self, _: object) -> None:
        self._taken -= 1

    def close(self) -> None:
        """Wait for what runs and end the threads. The next `run` makes new ones."""
        if self._executor:
            self._executor.shutdown()
            self._executor = None
