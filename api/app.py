"""The ASGI application: `api.app:app`."""

import gc
import logging
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from http import HTTPStatus

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from api.document import openapi
from api.examples import first_unlike
from api.http import Front
from api.ledger import make_ledger
from api.limits import Pool
from api.problems import problem
from api.routes import missing, routes
from api.settings import Settings
from solver.errors import LipaiError
from solver.game import Game, games
from solver.version import program

log = logging.getLogger("lipai.api")


def create_app(settings: Settings | None = None) -> FastAPI:
    """The service with these settings; without any, with those of the environment."""
    settings = settings or Settings()
    pool, batch_pool = Pool(settings.threads, settings.waiting), Pool(settings.batches, 0)
    ledger = make_ledger(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        if settings.warm_up:
            warm_up()
        if ledger:
            await ledger.open()
        yield
        if ledger:
            await ledger.close()
        pool.close()
        batch_pool.close()
        for game in games():
            game.close()

    # FastAPI's own pages load from other hosts, and its redirects guess a path.
    app = FastAPI(
        title="Lipai", version=program(), lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False
    )
    app.openapi = partial(openapi, ledger is not None)  # type: ignore[method-assign]
    app.state.ledger = ledger
    app.add_exception_handler(HTTPException, _http_exception)
    app.add_middleware(Front, find=routes(settings, pool, batch_pool, ledger).find)
    return app


def warm_up() -> None:
    """Make the first request as fast as the thousandth. What lives now lives for ever, so the collector need not look at it again."""
    with ThreadPoolExecutor(2) as threads:  # kernels run beside what Python does
        list(threads.map(_warm, games()))
    gc.collect()
    gc.freeze()


def _warm(game: Game) -> None:
    """Warm one game, and look whether it answers as it should."""
    game.warm_up()
    difference = first_unlike(game)
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
        raise SystemExit(f"lipai: {error}") from None
    return made
