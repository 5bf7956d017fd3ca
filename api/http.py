"""HTTP in the small, on plain ASGI: a call, a reply, a route."""

import hashlib
import os
import re
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import Protocol

from starlette.types import Receive, Scope, Send

from api.access.scopes import Need
from api.problems import MEDIA_TYPE, Headers, ProblemError
from solver.text import LANGS, Lang

JSON = b"application/json"
SAFE: Headers = [(b"x-content-type-options", b"nosniff"), (b"x-frame-options", b"DENY"), (b"referrer-policy", b"no-referrer")]
NO_STORE = (b"cache-control", b"no-store")
_NONE: Headers = []
_REQUEST_ID = re.compile(rb"[\w.-]{1,64}", re.ASCII)


class DisconnectedError(Exception):
    """The client went away before its request was whole."""


class BegunError(Exception):
    """Something failed in the middle of a response; the server closes the connection."""


class Call:
    """One request as an endpoint sees it: the ASGI scope, the headers by name, the request's id and the language to answer in."""

    __slots__ = ("added", "begun", "code", "engine", "headers", "id", "key", "lang", "receive", "route", "scope", "solve_s", "status")

    added: Headers
    """Headers that every answer to it gets."""

    def __init__(self, scope: Scope, receive: Receive) -> None:
        self.scope = scope
        self.receive = receive
        self.added = _NONE
        # What those who watch are told.
        self.route: Route | None = None
        self.status = 0
        self.code = self.engine = self.key = ""
        self.solve_s = -1.0
        self.begun = 0.0
        self.headers: dict[bytes, bytes] = dict(scope["headers"])
        self.id = request_id(self.headers.get(b"x-request-id"))
        accepted = self.headers.get(b"accept-language")
        self.lang: Lang = "en" if accepted is None else preferred_language(accepted)


def request_id(given: bytes | None) -> str:
    """The number of a request: the caller's own where it gave one that can be told again."""
    return given.decode() if given is not None and _REQUEST_ID.fullmatch(given) else os.urandom(12).hex()


class Reply:
    """One response, whole."""

    __slots__ = ("body", "headers", "status")

    def __init__(self, body: bytes, status: int = 200, media_type: bytes = JSON, headers: Headers | None = None) -> None:
        self.body = body
        self.status = status
        self.headers: Headers = [(b"content-type", media_type), (b"content-length", b"%d" % len(body)), *(headers or ())]

    async def send(self, call: Call, send: Send) -> None:
        """Send it, without its body where the method is HEAD."""
        headers = [*self.headers, (b"x-request-id", call.id.encode()), *SAFE, *call.added]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if call.scope["method"] == "HEAD" else self.body})


class Sendable(Protocol):
    """A response that sends itself."""

    status: int

    async def send(self, call: Call, send: Send) -> None:
        """Send it to the client of this call."""


Endpoint = Callable[[Call], Awaitable[Sendable]]


class Route:
    """What answers a path: the endpoint, what the caller must be allowed (`need`), and what watchers call it (`game`, `name`).

    statuses: answers since they were last counted, by status. seconds: how long they took to solve, by engine (`api.metrics`).
    """

    __slots__ = ("endpoint", "game", "name", "need", "path", "seconds", "statuses")

    def __init__(self, path: str, endpoint: Endpoint, need: Need, game: str = "", name: str = "other") -> None:
        self.path = path
        self.endpoint = endpoint
        self.need: Need = need
        self.game = game
        self.name = name
        self.statuses: dict[int, int] = {}
        self.seconds: dict[str, list[float]] = {}


def tag_of(body: bytes) -> bytes:
    """The body's ETag."""
    return b'"%s"' % hashlib.blake2b(body, digest_size=12).hexdigest().encode()


def tagged(call: Call, body: bytes, headers: Headers, media_type: bytes = JSON, tag: bytes | None = None) -> Reply:
    """The body with its ETag, `tag` where it is known already; 304 without it where the client holds the same."""
    tag = tag or tag_of(body)
    headers = [(b"etag", tag), *headers]
    held = call.headers.get(b"if-none-match")
    if held is not None and (held.strip() == b"*" or tag in {one.strip().removeprefix(b"W/") for one in held.split(b",")}):
        reply = Reply(b"", 304)
        reply.headers = headers
        return reply
    return Reply(body, 200, media_type, headers)


@lru_cache(maxsize=512)
def preferred_language(header: bytes) -> Lang:
    """The language of ours that an Accept-Language header likes best (RFC 9110); English where it likes none."""
    best: Lang = "en"
    best_weight = 0.0
    for entry in header[:1000].decode("latin-1").lower().split(","):
        tag, _, parameter = entry.partition(";")
        match = re.fullmatch(r"\s*(?:q=([01](?:\.\d{0,3})?)\s*)?", parameter)
        weight = float(match[1] or 1) if match else 0.0
        lang = next((lang for lang in LANGS if tag.strip().split("-")[0] == lang), None)
        if lang and weight > best_weight:
            best, best_weight = lang, weight
    return best


def refusal(failure: ProblemError, call: Call) -> Reply:
    """The reply that tells a problem."""
    return Reply(failure.encode(call.id, call.lang), failure.status, MEDIA_TYPE, [NO_STORE, *failure.headers])
