"""The ASGI application: `api.app:app`."""

import asyncio
import gc
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from http import HTTPStatus
from time import monotonic
from typing import TYPE_CHECKING

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match
from starlette.types import Scope

from api.access.guard import ASKED, TOLD, Guard
from api.access.origins import Origins
from api.access.scopes import Need
from api.ending import LAST_S, ending_at_once
from api.examples import first_unlike
from api.front import Front
from api.ledger import make_ledger
from api.limits import Places, Pool
from api.logs import AccessLog, configure
from api.metrics import Metrics
from api.problems import problem
from api.routes import document, missing, routes
from api.settings import Settings
from api.start import STARTUP_FAILURE, StartError, check, why_not
from api.tracing import Tracing, config
from solver.errors import LipaiError
from solver.game import Game, games
from solver.lifeline import end_by
from solver.version import program

if TYPE_CHECKING:
    from api.ledger.service import Ledger

log = logging.getLogger("lipai.api")


def create_app(settings: Settings | None = None) -> FastAPI:
    """The service with these settings; without any, with those of the environment.

    Raises KeysError for keys that can't be read, TelemetryError where it is asked for and not installed.
    """
    settings = settings or Settings()
    pool, batch_pool = Pool(settings.threads, settings.waiting, settings.queue_s), Pool(settings.batches, 0)
    guard, room = Guard(settings), Places(settings.at_once)
    ledger = make_ledger(settings)
    outcomes = ledger.outcomes if ledger else None
    metrics = Metrics({"requests": pool, "batches": batch_pool}, room, guard.count, outcomes) if settings.metrics != "off" else None

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        configure(settings)
        end_by(partial(os.kill, os.getpid(), signal.SIGTERM))  # where this is one of several that serve
        check(settings)
        if settings.warm_up:
            with ending_at_once(signal.SIGTERM, signal.SIGINT):  # it takes from seconds to minutes
                warm_up()
        refreshing = asyncio.ensure_future(metrics.keep_fresh()) if metrics and metrics.shared else None
        if ledger:
            await ledger.open()
        yield
        until = monotonic() + LAST_S
        if ledger:
            await _close(ledger)
        if refreshing:
            refreshing.cancel()
        if metrics:
            metrics.refresh()  # what was noted last
        for each in (pool, batch_pool):
            each.close(until - monotonic())
        for game in games():
            game.close()

    # FastAPI's own pages load from other hosts, and its redirects guess a path.
    app = FastAPI(
        title="Lipai", version=program(), lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False,
        telemetry=config(settings.telemetry),
    )  # fmt: skip
    paths = routes(settings, pool, batch_pool, metrics, ledger)
    app.openapi = partial(document, paths, settings, ledger is not None)  # type: ignore[method-assign]
    app.state.ledger = ledger
    app.state.reject = metrics.reject if metrics else None
    app.add_exception_handler(HTTPException, _http_exception)
    app.add_middleware(
        Front,
        find=paths.find,
        mounted=partial(_mounted, app),
        room=room,
        guard=None if guard.idle else guard,
        local=not settings.open and guard.ring is None,
        watchers=(AccessLog(settings.access_log, settings.slow_s), *((metrics.watch,) if metrics else ())),
        trace=Tracing() if settings.telemetry else None,
    )
    if settings.origins:
        app.add_middleware(Origins, allow_origins=settings.origins, allow_methods=("GET", "POST"), allow_headers=ASKED, expose_headers=TOLD)
    return app


async def _close(ledger: "Ledger") -> None:
    """Let it finish what is under way. A database that hangs does not keep the service from ending: who waited was answered."""
    done, _ = await asyncio.wait([asyncio.ensure_future(ledger.close())], timeout=LAST_S)
    if not done:
        log.error("the ledger's database did not answer within %g s at the end", LAST_S)
    for task in done:
        if not task.cancelled() and (error := task.exception()):
            log.error("the ledger did not close as it should", exc_info=error)


def _mounted(app: FastAPI, scope: Scope) -> Need | None:
    """What a path of the framework's own needs: every scope; None where there is no such path."""
    return "all" if any(route.matches(scope)[0] is not Match.NONE for route in app.routes) else None


def warm_up() -> None:
    """Make the first request as fast as the thousandth. What lives now lives for ever, so the collector need not look at it again."""
    with ThreadPoolExecutor(2) as threads:  # kernels run beside what Python does
        list(threads.map(_warm, games()))
    gc.collect()
    gc.freeze()


def _warm(game: Game) -> None:
    """Warm one game, and look whether it answers as it should. Raises StartError naming the file that is damaged."""
    try:
        game.warm_up()
        difference = first_unlike(game)
    except Exception as error:
        raise StartError(why_not(game.id, error)) from error
    if difference:
        log.error("%s does not answer its stored hand as it should: %s", game.id, difference)


async def _http_exception(request: Request, error: Exception) -> Response:
    """What the framework itself refuses becomes one of our problems."""
    assert isinstance(error, HTTPException)
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        allowed = (error.headers or {}).get("Allow", "")
        raise problem(405, "method-not-allowed", headers=[(b"allow", allowed.encode())], method=request.method[:20], allowed=allowed)
    raise missing(request.scope["path"])


app: FastAPI


def __getattr__(name: str) -> FastAPI:
    """`app`, made when first asked for: importing this module reads no settings and no game."""
    if name != "app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        made = globals()["app"] = create_app()
    except LipaiError as error:  # a setting that can't be: the message is for the operator, a traceback is not
        print(f"not started: {error}", file=sys.stderr)
        raise SystemExit(STARTUP_FAILURE) from None
    return made
