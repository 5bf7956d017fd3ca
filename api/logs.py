"""Log lines by structlog: one JSON object a line, or for eyes in a terminal. What the server and other libraries log comes out alike.

A line holds no key but its id, no header and no query, so no secret gets into it. What a client wrote (a path) is quoted.
"""

import logging
import random
import sys
from time import perf_counter
from typing import Any

import msgspec
import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from api.http import Call
from api.settings import Settings

ACCESS = "lipai.access_log"


def configure(settings: Settings) -> None:
    """Let what is logged come out as the settings say; where the program around us has its own handlers, these stay."""
    root = logging.getLogger()
    own = [handler for handler in root.handlers if isinstance(handler, _Handler)]
    if root.handlers and not own:
        return
    handler = own[0] if own else _Handler(sys.stderr)
    handler.setFormatter(formatter(settings.log_format, sys.stderr.isatty()))
    if not own:
        root.addHandler(handler)
        root.setLevel(logging.INFO)
        logging.getLogger("lipai").setLevel(logging.INFO)
        logging.getLogger("alembic").setLevel(logging.WARNING)  # it tells of each of its plugins
    # The server brings handlers of its own: with them each line would come twice, once in its form.
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        server = logging.getLogger(name)
        server.handlers.clear()
        server.propagate = True

    server = logging.getLogger("uvicorn.error")
    if not any(isinstance(each, _Normal) for each in server.filters):
        server.addFilter(_Normal())


class _Normal(logging.Filter):
    """Holds back, but for those who want details, what a server calls an error when it stops as it should: each of these the service tells
    itself, as the batch that is broken off or the request that is answered 503.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is written."""
        text = str(record.msg)
        if not (text.startswith("Cancel %s running task") or text == "ASGI callable returned without completing response."):
            return True
        record.levelno, record.levelname = logging.INFO, "INFO"
        return logging.getLogger(record.name).isEnabledFor(logging.INFO)


class _Handler(logging.StreamHandler[Any]):
    """Ours, to be known again."""


def formatter(form: str, terminal: bool) -> logging.Formatter:
    """The formatter of this form: `json`, `console`, or `auto` by whether the lines go to a terminal."""
    before: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if form == "console" or (form == "auto" and terminal):
        last: list[Processor] = [structlog.dev.ConsoleRenderer(colors=terminal, repr_native_str=True)]
    else:
        last = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(serializer=_json)]
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=before, processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, _tidy, *last]
    )


def _tidy(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """Without what a server adds for its own colours."""
    event.pop("color_message", None)
    return event


def _json(event: Any, **_: Any) -> str:
    return msgspec.json.encode(event, enc_hook=repr).decode()


class AccessLog:
    """The watcher that writes a line for a share of the requests, and for each that failed or was slow."""

    def __init__(self, share: float, slow_s: float) -> None:
        self.share = share
        self.slow_s = slow_s
        self.log = logging.getLogger(ACCESS)

    def __call__(self, call: Call) -> None:
        """Write its line, if it gets one."""
        seconds = perf_counter() - call.begun
        failed, slow = call.status >= 500, seconds >= self.slow_s
        if failed or slow or (self.share and random.random() < self.share):
            self.log.log(logging.WARNING if failed or slow else logging.INFO, "request", extra=fields(call, seconds))


def fields(call: Call, seconds: float) -> dict[str, Any]:
    """What a line says of a request. `status` 0: the client left before it was answered."""
    found: dict[str, Any] = {"request": call.id, "method": call.scope["method"], "path": call.scope["path"][:300], "status": call.status}
    if call.route is not None and call.route.game:
        found |= {"game": call.route.game, "operation": call.route.name}
    if call.engine:
        found["engine"] = call.engine
    if call.solve_s >= 0:
        found["solve_ms"] = round(1e3 * call.solve_s, 3)
    if call.key:
        found["key"] = call.key
    if call.code:
        found["code"] = call.code
    return found | {"ms": round(1e3 * seconds, 3)}
