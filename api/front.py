"""The one middleware, pure ASGI: gives each request its `Call`, lets it through the gate, makes a problem document of whatever goes wrong,
and tells the watchers.
"""

import asyncio
import logging
from collections.abc import Callable
from time import perf_counter

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.access.address import is_outside
from api.access.guard import Guard
from api.access.scopes import Need
from api.http import SAFE, BegunError, Call, DisconnectedError, Route, Sendable, refusal
from api.limits import Places, busy
from api.problems import ProblemError, problem
from api.start import in_words
from solver.errors import InputError

log = logging.getLogger("lipai.api")


Watcher = Callable[[Call], None]
"""Is told of each request after it was answered, or given up: `call.status` is 0 where nothing was answered."""


class Front:
    """Around everything. The paths that `find` knows go straight to their endpoint, the others through the framework.

    room: places for requests under way. guard: keys and rates; None where there are none. local: refuse what reaches an address beyond
    this machine. mounted: what a path of the framework's own needs, None for one that it does not have. trace: is told of a request
    before its answer is sent.
    """

    def __init__(
        self,
        app: ASGIApp,
        find: Callable[[str, str], Route | None],
        mounted: Callable[[Scope], Need | None],
        room: Places,
        guard: Guard | None = None,
        local: bool = False,
        watchers: tuple[Watcher, ...] = (),
        trace: Callable[[Call], None] | None = None,
    ) -> None:
        self.app = app
        self.find = find
        self.mounted = mounted
        self.guard = guard
        self.local = local
        self.room = room
        self.watchers = watchers
        self.trace = trace
        self._inside: dict[str, bool] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, in_words(send))
            return
        call = scope["call"] = Call(scope, receive)
        call.begun = perf_counter()
        room = self.room
        room.left -= 1
        try:
            await self._answer(call, send)
        finally:
            room.left += 1
            for watcher in self.watchers:
                watcher(call)

    async def _answer(self, call: Call, send: Send) -> None:
        scope = call.scope
        try:
            route = call.route = self.find(scope["method"], scope["path"])
            need = (self.mounted(scope) or "open") if route is None else route.need
            if need != "open" or route is None:
                if self.room.left < 0:
                    raise busy(1)
                if self.guard is not None:
                    await self.guard.admit(call, need)
            if self.local and (server := scope.get("server")) and not self._is_inside(server[0], scope["path"]):
                raise problem(403, "not-open")
            if route is None:
                await self._pass_on(call, send)
                return
            reply: Sendable = await route.endpoint(call)
        except DisconnectedError:
            return
        except BegunError:
            raise
        except asyncio.CancelledError:  # the server ends, and its patience with it
            call.code = "busy"
            reply = refusal(busy(5), call)
        except ProblemError as error:
            call.code = error.faults[0].code
            reply = refusal(error, call)
        except InputError as error:
            reply = refusal(ProblemError(422, error.faults), call)
        except Exception:
            log.exception("request %s failed", call.id, extra={"request": call.id, "method": scope["method"], "path": scope["path"]})
            call.code = "internal-error"
            reply = refusal(problem(500, "internal-error", id=call.id), call)
        call.status = reply.status
        if self.trace is not None:
            self.trace(call)
        await reply.send(call, send)

    def _is_inside(self, host: str, path: str) -> bool:
        """Whether the address that took this request is this machine's own. Without keys no other is served, but for /livez."""
        inside = self._inside.get(host)
        if inside is None:
            inside = self._inside[host] = not is_outside(host)
            if not inside:
                log.error("requests to %s are refused: give the service keys (LIPAI_KEYS_FILE), or say LIPAI_OPEN=true", host)
        return inside or path == "/livez"

    async def _pass_on(self, call: Call, send: Send) -> None:
        """Through the framework. What fails after the response has begun can't be answered any more."""
        begun = False

        async def send_on(message: Message) -> None:
            nonlocal begun
            begun = True
            if message["type"] == "http.response.start":
                call.status = message["status"]
                headers = MutableHeaders(raw=message.setdefault("headers", []))
                for name, value in (*SAFE, (b"x-request-id", call.id.encode()), *call.added):
                    headers.setdefault(name.decode(), value.decode())
            await send(message)

        try:
            await self.app(call.scope, call.receive, send_on)
        except Exception as error:
            if begun:
                raise BegunError from error
            raise
