"""The service spoken to in plain ASGI messages, for what no HTTP client would do."""

from __future__ import annotations

import asyncio
import tracemalloc
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.responses import StreamingResponse

from api.http import BegunError

ARRANGE = "/v1/games/high-card/arrange"
CHUNK = bytes(64 << 10)


def scope(method: str, path: str, headers: dict[str, str] | None = None, query: str = "") -> dict[str, Any]:
    pairs = [(name.encode(), value.encode()) for name, value in (headers or {}).items()]
    return {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http", "path": path,
        "raw_path": path.encode(), "query_string": query.encode(), "root_path": "", "headers": pairs,
        "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 2), "state": {},
    }  # fmt: skip


def speak(
    app: FastAPI, asked: dict[str, Any], messages: Iterator[dict[str, Any]], sent: list[dict[str, Any]] | None = None
) -> list[dict[str, Any]]:
    """What the service sends for these messages."""
    sent = [] if sent is None else sent

    async def receive() -> dict[str, Any]:
        return next(messages)

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    asyncio.run(app(asked, receive, send))
    return sent


def chunks(count: int, each: bytes = CHUNK) -> Iterator[dict[str, Any]]:
    for index in range(count):
        yield {"type": "http.request", "body": each, "more_body": index < count - 1}


def test_a_body_over_the_limit_is_read_to_its_end_and_not_kept(app: FastAPI) -> None:
    """The client hears the 413 instead of a reset, and the service holds no more than the limit meanwhile."""
    messages = chunks(200)
    tracemalloc.start()
    sent = speak(app, scope("POST", ARRANGE, {"content-type": "application/json"}), messages)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert sent[0]["status"] == 413
    assert next(messages, None) is None
    assert peak < 4 << 20


def test_what_is_over_the_limit_is_told_so_however_long_the_rest_takes(serve: Callable[..., TestClient]) -> None:
    """The time for a body is for one that is wanted: the 413 that is due does not turn into a 408 while the rest is let through."""
    app = serve(body_s=0.2).app
    sent: list[dict[str, Any]] = []
    left = chunks(4)

    async def receive() -> dict[str, Any]:
        message = next(left)
        if not message["more_body"]:
            await asyncio.sleep(0.6)
        return message

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    asyncio.run(app(scope("POST", ARRANGE, {"content-type": "application/json"}), receive, send))  # type: ignore[arg-type]
    assert sent[0]["status"] == 413
    assert b"body-too-large" in sent[1]["body"]
    assert next(left, None) is None


@pytest.mark.parametrize(
    "headers", [{"content-type": "application/json"}, {"content-type": "application/json", "content-length": "99999999999"}, {}]
)
def test_an_endless_body_is_not_read_for_ever(app: FastAPI, headers: dict[str, str]) -> None:
    messages = chunks(10_000)
    assert speak(app, scope("POST", ARRANGE, headers), messages)[0]["status"] in (413, 415)
    assert sum(1 for _ in messages) > 9_000


def test_a_client_that_asks_first_need_not_send(app: FastAPI) -> None:
    messages = chunks(200)
    headers = {"content-type": "application/json", "content-length": str(200 * len(CHUNK)), "expect": "100-continue"}
    assert speak(app, scope("POST", ARRANGE, headers), messages)[0]["status"] == 413
    assert sum(1 for _ in messages) == 200


def test_a_client_that_leaves_is_answered_nothing(app: FastAPI) -> None:
    gone = [{"type": "http.request", "body": b'{"hand"', "more_body": True}, {"type": "http.disconnect"}]
    for left in (gone, gone[1:]):
        assert speak(app, scope("POST", ARRANGE, {"content-type": "application/json"}), iter(left)) == []


def test_head_sends_no_body(app: FastAPI) -> None:
    for path, query in (("/livez", ""), (ARRANGE, "hand=As"), (ARRANGE, "hand=xx"), ("/nope", "")):
        head, got = (speak(app, scope(method, path, query=query), chunks(1, b"")) for method in ("HEAD", "GET"))
        assert head[0]["status"] == got[0]["status"]
        assert b"".join(message["body"] for message in head[1:]) == b""
        assert b"".join(message["body"] for message in got[1:]) != b""


def test_a_failure_within_a_response_is_not_answered_twice(app: FastAPI) -> None:
    """A route of the framework's own that fails in its stream: the connection breaks, and no second response starts."""

    async def broken() -> AsyncIterator[bytes]:
        yield b"one"
        raise RuntimeError("broken on purpose")

    async def endpoint(request: Any) -> StreamingResponse:
        return StreamingResponse(broken())

    app.router.add_route("/broken", endpoint)
    sent: list[dict[str, Any]] = []
    with pytest.raises(BegunError):
        speak(app, scope("GET", "/broken"), chunks(3), sent)
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    app.router.routes.pop()
