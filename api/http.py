"""HTTP in the small, on plain ASGI: a call, a reply, and the middleware that turns whatever goes wrong into a problem document."""

import hashlib
import logging
import os
import re
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import Protocol

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.problems import MEDIA_TYPE, Headers, ProblemError, problem
from solver.errors import InputError
from solver.text import LANGS, Lang

log = logging.getLogger("lipai.api")

JSON = b"application/json"
_REQUEST_ID = re.compile(rb"[\w.-]{1,64}", re.ASCII)


class DisconnectedError(Exception):
    """The client went away before its request was whole."""


class BegunError(Exception):
    """Something failed in the middle of a response; the server closes the connection."""


class Call:
    """One request as an endpoint sees it: the ASGI scope, the headers by name, the request's id and the language to answer in."""

    __slots__ = ("headers", "id", "lang", "receive", "scope")

    def __init__(self, scope: Scope, receive: Receive) -> None:
        self.scope = scope
        self.receive = receive
        self.headers: dict[bytes, bytes] = dict(scope["headers"])
        given = self.headers.get(b"x-request-id")
        self.id = given.decode() if given is not None and _REQUEST_ID.fullmatch(given) else os.urandom(12).hex()
        accepted = self.headers.get(b"accept-language")
        self.lang: Lang = "en" if accepted is None else preferred_language(accepted)


class Reply:
    """One response, whole."""

    __slots__ = ("body", "headers", "status")

    def __init__(self, body: bytes, status: int = 200, media_type: bytes = JSON, headers: Headers | None = None) -> None:
        self.body = body
        self.status = status
        self.headers: Headers = [(b"content-type", media_type), (b"content-length", b"%d" % len(body)), *(headers or ())]

    async def send(self, call: Call, send: Send) -> None:
        """Send it, without its body where the method is HEAD."""
        headers = [*self.headers, (b"x-request-id", call.id.encode()), (b"x-content-type-options", b"nosniff")]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if call.scope["method"] == "HEAD" else self.body})


class Sendable(Protocol):
    """A response that sends itself."""

    async def send(self, call: Call, send: Send) -> None:
        """Send it to the client of this call."""


Endpoint = Callable[[Call], Awaitable[Sendable]]


def tagged(call: Call, body: bytes, headers: Headers, media_type: bytes = JSON) -> Reply:
    """The body with its ETag; 304 without it where the client holds the same."""
    tag = b'"%s"' % hashlib.blake2b(body, digest_size=12).hexdigest().encode()
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
    return Reply(failure.encode(call.id, call.lang), failure.status, MEDIA_TYPE, [(b"cache-control", b"no-store"), *failure.headers])


class Front:
    """Pure ASGI middleware around everything: gives each request its `Call`, and answers a problem document for whatever was raised.

    The paths that `find` knows go straight to their endpoint, the others through the framework.
    """

    def __init__(self, app: ASGIApp, find: Callable[[str, str], Endpoint | None]) -> None:
        self.app = app
        self.find = find

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        call = scope["call"] = Call(scope, receive)
        try:
            endpoint = self.find(scope["method"], scope["path"])
            if endpoint is None:
                await self._pass_on(scope, receive, send)
                return
            reply: Sendable = await endpoint(call)
        except DisconnectedError:
            return
        except BegunError:
            raise
        except ProblemError as error:
            reply = refusal(error, call)
        except InputError as error:
            reply = refusal(ProblemError(422, error.faults), call)
        except Exception:
            log.exception("request %s failed: %s %s", call.id, scope["method"], scope["path"])
            reply = refusal(problem(500, "internal-error", id=call.id), call)
        await reply.send(call, send)

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Through the framework. What fails after the response has begun can't be answered any more."""
        begun = False

        async def send_on(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, send_on)
        except Exception as error:
            if begun:
                raise BegunError from error
            raise
