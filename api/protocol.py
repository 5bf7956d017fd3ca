"""uvicorn's HTTP protocol with an eye on the clock: who sends headers or a body too slowly, or takes no answer, is cut off.

One timer a second looks at all connections, so that a request pays for little more than an attribute. `lipai serve` uses it; any other
start of uvicorn has it by `http="api.protocol:Protocol"`.
"""

import asyncio
import logging
import sys
from functools import cache
from typing import Any
from weakref import WeakKeyDictionary

from httptools import HttpRequestParser
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from api.http import SAFE, request_id
from api.limits import DRAIN_S
from api.problems import MEDIA_TYPE, problem
from api.settings import Settings

log = logging.getLogger("lipai.api")

HEAD_LIMIT = 64 << 10
"""Bytes of a request's line and headers."""
FRAMES_LIMIT = HEAD_LIMIT + (256 << 10)
"""Bytes that may come in a row without any of the body: sizes of chunks with what is written beside them, and trailers. Beyond the limit of
headers, for a body may have come at one go with the first of them."""

_IDLE, _HEAD, _BODY, _BODY_BEGUN = range(4)
_WISHES = {b"upgrade", b"http2-settings"}
_PHRASES = {400: b"Bad Request", 408: b"Request Timeout", 431: b"Request Header Fields Too Large", 503: b"Service Unavailable"}


class Protocol(HttpToolsProtocol):
    """A connection."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.settings = _settings()
        self.phase = _HEAD  # one that never says a word is as good as one that stops in its headers
        self.since = self.loop.time()
        self.head = 0
        self.stuck_since: float | None = None
        self.running: Any = None
        self.refused = False
        self.read = 0  # bytes that hold the headers that are being read, and what came at one go before them
        self.frames = 0  # bytes since the body went on
        self.data = b""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take the connection, or say that there are too many."""
        super().connection_made(transport)
        if len(self.connections) > self.settings.connections:
            self.refuse(503, "busy", [(b"retry-after", b"1")], seconds=1)
        else:
            _watch(self.server_state, self.loop)

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        self.running = cycle
        if self.phase == _BODY:
            self.since = self.loop.time()
        super()._start_asgi_task(cycle, app)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the request that runs; the server tells the last one read, which is another where several stand in line."""
        if self.running is not None:
            self.running.disconnected = True
            self.running.message_event.set()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, as long as the headers are not endless."""
        if self.refused:
            return
        before = self.phase
        self.read += len(data)
        self.data = data
        super().data_received(data)
        if self.phase == _HEAD == before:  # no more than headers in it; a body may have come with their end
            self.head += len(data)
            if self.head > HEAD_LIMIT:
                self.refuse(431, "headers-too-large", limit=HEAD_LIMIT)
        elif self.phase == _IDLE and self.timeout_keep_alive_task is None and self.answered:
            # Line ends between requests are no request, and stop the server's own timer.
            self._enter(_HEAD)
        if self.phase != _HEAD:
            self.read = 0
        if self.phase in (_BODY, _BODY_BEGUN):
            self.frames += len(data)
            if self.frames > FRAMES_LIMIT:
                self.refuse(431, "headers-too-large", limit=HEAD_LIMIT)

    @property
    def answered(self) -> bool:
        """Whether no request waits for its answer."""
        cycle: Any = self.cycle
        return cycle is None or bool(cycle.response_complete)

    def _enter(self, phase: int) -> None:
        self.phase = phase
        self.since = self.loop.time()
        self.head = self.frames = 0

    def on_message_begin(self) -> None:
        """A request begins."""
        self._enter(_HEAD)
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Headers come before the body; what comes after it is none (RFC 9110, 6.5.1)."""
        if self.phase == _HEAD:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Its body may follow. Headers that came at one go, with their body or without, are counted only where they may be too large."""
        if self.read > HEAD_LIMIT and len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers) > HEAD_LIMIT:
            self.refuse(431, "headers-too-large", limit=HEAD_LIMIT)
            raise ValueError("headers too large")  # so that the parser stops
        if self._wishes_another():
            return
        self.phase = _BODY
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Some of it came: from now on the application watches."""
        self.phase = _BODY_BEGUN
        self.frames = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """All of it came."""
        if self._wishes_another():
            return
        self.phase = _IDLE
        super().on_message_complete()

    def _wishes_another(self) -> bool:
        """Whether the client would rather speak another protocol than HTTP/1.1. The parser takes that for agreed, and stops."""
        return self.parser.should_upgrade() and not self._should_upgrade()

    def _unsupported_upgrade_warning(self) -> None:
        """It is not agreed: the request is read again as if it had not said so (RFC 9110, 7.8), and what follows is its body."""
        method = self.parser.get_method()
        if method == b"CONNECT":
            self.refuse(400, "not-http")
            return
        stopped: Any = sys.exc_info()[1]
        head = [b"%b %b HTTP/%b" % (method, self.url, self.parser.get_http_version().encode())]
        for name, value in self.headers:
            if name == b"connection":
                value = b", ".join(word for word in map(bytes.strip, value.split(b",")) if word.lower() not in _WISHES)
            if value and name not in _WISHES:
                head.append(b"%b: %b" % (name, value))
        self.data = b"\r\n".join((*head, b"", self.data[stopped.args[0] :]))
        self.parser = HttpRequestParser(self)
        self.parser.set_dangerous_leniencies(lenient_data_after_close=True)  # as the server's own
        super().data_received(self.data)

    def pause_writing(self) -> None:
        """The client takes nothing now."""
        self.stuck_since = self.loop.time()
        super().pause_writing()

    def resume_writing(self) -> None:
        """It takes again."""
        self.stuck_since = None
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP."""
        self.refuse(400, "not-http")

    def refuse(self, status: int, code: str, headers: list[tuple[bytes, bytes]] | None = None, **data: Any) -> None:
        """Answer a problem and close; where requests before this one wait for their answers, close after those without a word."""
        if self.transport.is_closing() or self.refused:
            return
        self.refused = True
        if (last := self._last_before()) is not None:
            last.keep_alive = False
            return
        reject = getattr(getattr(self.app, "state", None), "reject", None)
        if reject:
            reject(code)
        if self._may_answer():
            number = request_id(dict(self.headers or ()).get(b"x-request-id"))
            body = problem(status, code, **data).encode(number, "en")
            told = [
                (b"content-type", MEDIA_TYPE),
                (b"content-length", b"%d" % len(body)),
                (b"connection", b"close"),
                (b"x-request-id", number.encode()),
                *(headers or ()),
                *SAFE,
            ]
            lines = b"".join(b"%b: %b\r\n" % pair for pair in told)
            self.transport.write(b"HTTP/1.1 %d %b\r\n%b\r\n%b" % (status, _PHRASES[status], lines, body))
        self.transport.close()

    def _last_before(self) -> Any:
        """Of the requests that came whole and wait for their answers, the last one; None where there is none."""
        if self.running is None or self.running.response_complete:
            return None
        cycle: Any = self.cycle
        if self.phase in (_HEAD, _IDLE) or cycle.scope is not self.scope:  # what is refused is no request yet
            return cycle
        if self.cycle is self.running:
            return None
        self.pipeline.popleft()
        return self.pipeline[0][0] if self.pipeline else self.running

    def _may_answer(self) -> bool:
        """Whether what is refused has no answer that began."""
        cycle: Any = self.cycle
        return cycle is None or cycle.response_complete or not cycle.response_started

    def look(self, now: float) -> None:
        """Cut it off where it is too slow."""
        settings, waited = self.settings, now - self.since
        if self.stuck_since is not None:
            if now - self.stuck_since > settings.patience_s:
                self.transport.abort()
        elif self.phase == _HEAD:
            if waited > settings.header_s and self.answered:
                self.refuse(408, "too-slow-headers", seconds=settings.header_s)
        elif self.phase == _BODY:
            if waited > settings.body_s and self.cycle is self.running:  # while it stands in line nothing is read
                self.refuse(408, "too-slow", seconds=settings.body_s)
        elif self.phase == _BODY_BEGUN and self.cycle.response_complete and waited > settings.body_s + DRAIN_S:
            self.transport.close()


@cache
def _settings() -> Settings:
    return Settings()


_watched: "WeakKeyDictionary[ServerState, object]" = WeakKeyDictionary()


def _watch(state: ServerState, loop: asyncio.AbstractEventLoop) -> None:
    """Look at the server's connections every second, as long as it has any."""
    if state in _watched:
        return

    def look() -> None:
        now = loop.time()
        for connection in list(state.connections):
            if isinstance(connection, Protocol):
                try:
                    connection.look(now)
                except Exception:  # the others are looked at all the same
                    log.exception("a connection could not be looked at")
        if state.connections:
            loop.call_later(1, look)
        else:
            del _watched[state]

    _watched[state] = loop.call_later(1, look)
