"""Many requests as JSON Lines: every line is answered in its place, whatever it holds and however the client behaves."""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from api import batch
from api.app import create_app
from api.settings import Settings
from tests.api.checks import refused
from tests.api.test_asgi import scope

BATCH = "/v1/games/high-card/arrange/batch"
LINES = {"content-type": "application/jsonl"}
GOOD = b'{"hand": "2c As"}'


def post(client: TestClient, body: Any, **headers: str) -> list[dict[str, Any]]:
    """The answers to a body that is taken; one for each line, numbered."""
    response = client.post(BATCH, content=body, headers=LINES | {key.replace("_", "-"): value for key, value in headers.items()})
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/jsonl"
    assert response.headers["cache-control"] == "no-store"
    assert response.text == "" or response.text.endswith("\n")
    answers = [json.loads(line) for line in response.text.splitlines()]
    assert [answer.pop("index") for answer in answers] == list(range(len(answers)))
    return answers


def codes(answers: list[dict[str, Any]]) -> list[str | None]:
    """The code of each line's problem, None for an answer."""
    return [answer["problem"]["code"] if "problem" in answer else None for answer in answers]


@pytest.fixture
def limited(app: FastAPI) -> Iterator[Callable[..., TestClient]]:
    """Clients of the service with settings of one's own; the spool folder watched: nothing stays there."""
    del app  # it is there for its game
    opened: list[TestClient] = []

    def make(**settings: Any) -> TestClient:
        opened.append(TestClient(create_app(Settings(warm_up=False, **settings))))
        return opened[-1].__enter__()

    yield make
    for client in opened:
        client.__exit__(None, None, None)


def test_each_line_is_answered_as_by_itself(client: TestClient) -> None:
    bodies = [{"hand": "2c As Td"}, {"hand": ["Kd"], "lang": "vi", "label": "second"}, {"hand": "As", "rules": {"preset": "double"}}]
    answers = post(client, "\n".join(map(json.dumps, bodies)))
    for body, answer in zip(bodies, answers, strict=True):
        assert answer == client.post(BATCH.removesuffix("/batch"), json=body).json()


BAD = [
    (b"", "empty-line", 400),
    (b" \t\r", "empty-line", 400),
    (b"{", "not-json", 400),
    (b"\xff", "not-utf-8", 400),
    (b"[]", "wrong-type", 422),
    (b"{}", "missing-field", 422),
    (b'{"hand": "xx"}', "unknown-card", 422),
    (b'{"hand": "As", "hand": "As"}', "duplicate-key", 422),
    (b'{"hand": "As", "game": "high-card"}', "unknown-key", 422),
    (b"[" * 5000, "too-deep", 422),
    (b'{"hand": "As", "label": "break"}', "internal-error", 500),
]


def test_a_bad_line_stops_nothing(client: TestClient) -> None:
    lines = [part for line, _, _ in BAD for part in (line, GOOD)]
    answers = post(client, b"\n".join(lines), x_request_id="number-7")
    assert codes(answers) == [code for _, expected, _ in BAD for code in (expected, None)]
    for answer, (_, _, status) in zip(answers[::2], BAD, strict=True):
        problem = answer["problem"]
        assert list(problem) == ["type", "title", "status", "detail", "instance", "code", "errors"]
        assert (problem["status"], problem["instance"]) == (status, "number-7")


def test_where_in_the_line(client: TestClient) -> None:
    (answer,) = post(client, b'{"hand": "2c Ax"}')
    error = answer["problem"]["errors"][0]
    assert (error["pointer"], error["position"], error["code"]) == ("/hand", 3, "unknown-card")


def test_words_are_in_the_language_of_the_line_or_the_header(client: TestClient) -> None:
    first, second, third = post(client, b'{"hand": "As"}\n{"hand": "xx", "lang": "zh"}\n{', accept_language="vi")
    assert first["arrangements"][0]["groups"][0]["name"] == "hàng 1 lá"
    assert second["problem"]["title"] == "无法接受该请求"
    assert third["problem"]["title"] == "Không đọc được yêu cầu"
    assert third["problem"]["detail"] == "từ ký tự 1 trở đi không phải là JSON"


@pytest.mark.parametrize(("body", "count"), [(b"", 0), (GOOD, 1), (GOOD + b"\n", 1), (GOOD + b"\r\n" + GOOD + b"\r\n", 2), (b"\n\n", 2)])
def test_a_line_ends_with_a_newline_or_the_body(client: TestClient, body: bytes, count: int) -> None:
    assert len(post(client, body)) == count


@pytest.mark.parametrize("chunk", [1, 7, 1000])
def test_chunks_need_not_be_lines(client: TestClient, chunk: int) -> None:
    body = b"\n".join([GOOD, b"{", GOOD])
    assert codes(post(client, iter([body[at : at + chunk] for at in range(0, len(body), chunk)]))) == [None, "not-json", None]


@pytest.mark.parametrize("media_type", ["application/jsonl", "application/x-ndjson", "Application/JSONL; charset=UTF-8"])
def test_json_lines_by_any_name_are_taken(client: TestClient, media_type: str) -> None:
    assert client.post(BATCH, content=GOOD, headers={"content-type": media_type}).status_code == 200


@pytest.mark.parametrize("media_type", ["application/json", "text/plain", "", "application/jsonl; charset=latin-1"])
def test_another_type_is_415(client: TestClient, media_type: str) -> None:
    refused(client.post(BATCH, content=GOOD, headers={"content-type": media_type}), 415, "not-json-lines")
    refused(client.post(BATCH, content=GOOD, headers=LINES | {"content-encoding": "gzip"}), 415, "not-json-lines")


def test_another_method_is_405(client: TestClient) -> None:
    refused(client.get(BATCH), 405, "method-not-allowed")


def test_the_longest_line(limited: Callable[..., TestClient]) -> None:
    """A line is as long as a single request may be; a longer one is passed over, up to its end and no further."""
    client = limited(body_limit=1024)
    fits = GOOD + b" " * (1024 - len(GOOD))
    lines = [fits, fits + b" ", b"x" * 5_000_000, fits, b"y" * 2000, GOOD]
    for end in (b"", b"\n"):
        answers = post(client, b"\n".join(lines) + end)
        assert codes(answers) == [None, "too-long-line", "too-long-line", None, "too-long-line", None]
        assert answers[1]["problem"]["status"] == 413


@pytest.mark.parametrize("held", [16, 1 << 20])
def test_limits(limited: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch, held: int) -> None:
    """A batch of just the limits is answered, one more line or byte is a 413, told or counted, on disk or not."""
    monkeypatch.setattr(batch, "_HELD", held)
    client = limited(batch_limit=2000, batch_lines=20)
    assert len(post(client, b"\n" * 20)) == 20
    assert len(post(client, b"\n" * 19 + GOOD)) == 20
    assert len(post(client, GOOD + b" " * (2000 - len(GOOD)))) == 1
    for body, code in ((b"\n" * 20 + b" ", "too-many-lines"), (b"\n" * 21, "too-many-lines"), (b" " * 2001, "body-too-large")):
        refused(client.post(BATCH, content=body, headers=LINES), 413, code)
        refused(client.post(BATCH, content=(body[at : at + 100] for at in range(0, len(body), 100)), headers=LINES), 413, code)
    assert len(post(client, GOOD)) == 1


def test_a_batch_goes_by_disk(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "_HELD", 1000)
    made: list[Any] = []
    temporary = tempfile.TemporaryFile
    monkeypatch.setattr(batch.tempfile, "TemporaryFile", lambda: made.append(temporary()) or made[-1])
    assert len(post(client, [GOOD + b"\n" for _ in range(500)])) == 500
    assert [file.closed for file in made] == [True]


class Client:
    """A client in plain ASGI messages that sends a body, and may stop reading or leave."""

    def __init__(self, app: FastAPI, body: list[bytes], leave_after: int = 1 << 30, stall: float = 0) -> None:
        self.app, self.body, self.leave_after, self.stall = app, body, leave_after, stall
        self.sent: list[dict[str, Any]] = []
        self.left = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        if self.body:
            chunk = self.body.pop(0)
            return {"type": "http.request", "body": chunk, "more_body": bool(self.body)}
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        self.sent.append(message)
        if len(self.sent) >= self.leave_after:
            self.left.set()
        await asyncio.sleep(self.stall)

    async def run(self) -> None:
        await self.app(scope("POST", BATCH, LINES), self.receive, self.send)


@pytest.fixture
def spools(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Every spool that is made, each made at once."""
    monkeypatch.setattr(batch, "_HELD", 1)
    made: list[Any] = []
    temporary = tempfile.TemporaryFile
    monkeypatch.setattr(batch.tempfile, "TemporaryFile", lambda: made.append(temporary()) or made[-1])
    return made


def test_a_client_that_leaves_ends_the_work(limited: Callable[..., TestClient], spools: list[Any]) -> None:
    app = limited(batches=1).app
    for _ in range(3):  # its place is free again each time
        client = Client(app, [(GOOD + b"\n") * 100_000], leave_after=3)
        asyncio.run(client.run())
        assert len(client.sent) == 3
    assert [file.closed for file in spools] == [True] * 3


def test_a_client_that_leaves_while_it_sends(limited: Callable[..., TestClient], spools: list[Any]) -> None:
    app = limited(batches=1).app

    class Leaving(Client):
        async def receive(self) -> dict[str, Any]:
            return await super().receive() if len(self.body) > 1 else {"type": "http.disconnect"}

    for _ in range(3):
        client = Leaving(app, [GOOD, GOOD, GOOD])
        asyncio.run(client.run())
        assert client.sent == []
    assert [file.closed for file in spools] == [True] * 3


def test_a_client_that_takes_nothing_is_left(
    limited: Callable[..., TestClient], spools: list[Any], caplog: pytest.LogCaptureFixture
) -> None:
    client = Client(limited(patience_s=0.1).app, [(GOOD + b"\n") * 10], stall=0.5)
    asyncio.run(client.run())
    assert "broken off" in caplog.text
    assert not any(message["type"] == "http.response.body" and not message["more_body"] for message in client.sent[:-1])
    assert spools[0].closed


def test_a_client_that_sends_nothing_is_told(limited: Callable[..., TestClient], spools: list[Any]) -> None:
    class Stalling(Client):
        async def receive(self) -> dict[str, Any]:
            if len(self.body) == 1:
                await asyncio.sleep(10)
            return await super().receive()

    client = Stalling(limited(patience_s=0.1, batches=1).app, [GOOD, GOOD])
    asyncio.run(client.run())
    assert client.sent[0]["status"] == 408
    assert spools[0].closed


def test_one_batch_too_many_comes_back_later(limited: Callable[..., TestClient]) -> None:
    """Two are under way; the third is told at once, single requests and probes are answered, and afterwards all is free."""
    client = limited(batches=2)
    slow = b'{"hand": "As", "label": "slow"}\n' * 4
    got: list[Any] = []
    threads = [threading.Thread(target=lambda: got.append(post(client, slow))) for _ in range(2)]
    for thread in threads:
        thread.start()
    time.sleep(0.3)
    busy = client.post(BATCH, content=GOOD, headers=LINES)
    refused(busy, 503, "busy")
    assert busy.headers["retry-after"] == "5"
    begun = time.perf_counter()
    assert client.get("/livez").status_code == 200
    assert client.post(BATCH.removesuffix("/batch"), json={"hand": "As", "label": "slow"}).status_code == 200
    assert time.perf_counter() - begun < 0.9  # its own 0.3 s, none of the others'
    for thread in threads:
        thread.join()
    assert [codes(answers) for answers in got] == [[None] * 4] * 2
    assert codes(post(client, GOOD)) == [None]


def test_nothing_stays_in_the_folder(limited: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(batch, "_HELD", 1)
    assert len(post(limited(), (GOOD + b"\n") * 10)) == 10
    assert os.listdir(tmp_path) == []
