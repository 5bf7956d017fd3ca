"""When the Python client asks again: what Retry-After says, how long, how often, and what it never repeats."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from api.client import AsyncClient, BusyError, Client, ProblemError, Retry, TooSlowError, UnexpectedAnswerError, UnreachableError
from api.client.errors import seconds
from tests.client.conftest import Scripted, scripted

GAMES = b'{"games":[]}'
QUICK = Retry(first_s=0.01)


def after(status: int, refusals: int, **headers: str) -> Callable[[Scripted, int, bytes], None]:
    """So many refusals, then the answer."""
    return lambda handler, number, body: handler.refuse(status, **headers) if number < refusals else handler.reply(200, GAMES)


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses made, which take no time here."""
    made: list[float] = []

    async def pause(seconds: float) -> None:
        made.append(seconds)

    monkeypatch.setattr(time, "sleep", made.append)
    monkeypatch.setattr(asyncio, "sleep", pause)
    return made


async def asks(url: str, **options: Any) -> tuple[Any, ...]:
    async with AsyncClient(url, **options) as client:
        return await client.games()


@pytest.mark.parametrize("status", [429, 503])
def test_a_busy_service_is_asked_again_when_it_says(status: int, pauses: list[float]) -> None:
    """Never before Retry-After, and not all clients at the same moment."""
    with scripted(after(status, 3, retry_after="7")) as (url, seen), Client(url) as client:
        assert client.games() == ()
    assert len(seen) == 4
    waited = [pause for pause in pauses if pause > 0.2]
    assert len(waited) == 3
    assert all(7 <= pause <= 7 * 1.25 for pause in waited)
    assert len(set(waited)) == 3, "jitter"


@pytest.mark.parametrize("status", [429, 503])
def test_the_async_client_does_the_same(status: int, pauses: list[float]) -> None:
    with scripted(after(status, 2, retry_after="3")) as (url, seen):
        assert asyncio.run(asks(url)) == ()
    assert len(seen) == 3
    assert all(3 <= pause <= 3 * 1.25 for pause in pauses if pause > 0.2)


def test_it_gives_up_after_the_attempts_allowed(pauses: list[float]) -> None:
    thrice = Retry(attempts=3)
    with scripted(after(503, 99)) as (url, seen), Client(url, retry=thrice) as client:
        with pytest.raises(BusyError) as caught:
            client.games()
        assert (len(seen), caught.value.status, caught.value.code) == (3, 503, "busy")
        with pytest.raises(BusyError):
            asyncio.run(asks(url, retry=thrice))
        assert len(seen) == 6


def test_a_service_that_asks_for_too_long_a_pause_is_left_alone(pauses: list[float]) -> None:
    with scripted(after(503, 99, retry_after="3600")) as (url, seen), Client(url) as client, pytest.raises(BusyError) as caught:
        client.games()
    assert (len(seen), caught.value.retry_after) == (1, 3600)
    assert not [pause for pause in pauses if pause > 0.2]


@pytest.mark.parametrize("status", [400, 401, 404, 413, 422, 500])
def test_what_is_wrong_with_the_request_is_not_repeated(status: int) -> None:
    with scripted(after(status, 99)) as (url, seen), Client(url) as client, pytest.raises(ProblemError) as caught:
        client.games()
    assert (len(seen), caught.value.status, type(caught.value)) == (1, status, ProblemError)


def test_a_connection_that_breaks_is_made_anew() -> None:
    def script(handler: Scripted, number: int, body: bytes) -> None:
        if number < 2:
            handler.close_connection = True
        else:
            handler.reply(200, GAMES)

    with scripted(script) as (url, seen), Client(url, retry=QUICK) as client:
        assert client.games() == ()
    assert len(seen) == 3


def test_an_answer_that_takes_too_long() -> None:
    with scripted(lambda handler, number, body: time.sleep(0.3)) as (url, seen), Client(url, timeout=0.05, retry=QUICK) as client:
        with pytest.raises(TooSlowError):
            client.games()
        assert len(seen) == 1, "the service has enough to do"


@pytest.mark.parametrize("body", [b"<html>", b"{}", b'{"games":3}'])
def test_an_answer_of_another_program(body: bytes) -> None:
    with (
        scripted(lambda handler, number, _: handler.reply(200, body)) as (url, _),
        Client(url) as client,
        pytest.raises(UnexpectedAnswerError),
    ):
        client.games()


def test_a_proxy_without_its_service() -> None:
    """502 with a page of its own: asked again, then told as what it is."""
    twice = Retry(attempts=2, first_s=0.01)
    with (
        scripted(lambda handler, number, _: handler.reply(502, b"<html>Bad gateway", "text/html")) as (url, seen),
        Client(url, retry=twice) as client,
    ):
        with pytest.raises(UnexpectedAnswerError, match="Bad gateway"):
            client.games()
        assert len(seen) == 2


def test_prepare_waits_as_told(pauses: list[float]) -> None:
    state = {"game": "g", "label": None, "rules": {"preset": "p", "hash": "h"}, "build": "b", "opponents": None}
    running = json.dumps(state | {"status": "running", "retry_after": 2}).encode()
    ready = json.dumps(state | {"status": "ready", "retry_after": None}).encode()

    def script(handler: Scripted, number: int, body: bytes) -> None:
        handler.reply(202, running, retry_after="2") if number < 3 else handler.reply(200, ready)

    with scripted(script) as (url, seen), Client(url) as client:
        assert client.prepare("g", rules={"a": 1}).status == "ready"
        assert [pause for pause in pauses if pause > 0.2] == [2, 2, 2]
        assert json.loads(seen[0][2]) == {"rules": {"a": 1}}
    with scripted(script) as (url, seen), Client(url) as client:
        assert client.prepare("g", wait_s=0).status == "running"
        assert len(seen) == 1
        with pytest.raises(TooSlowError, match="1 second"):
            client.prepare("g", wait_s=1)


def test_pauses_double_up_to_the_longest() -> None:
    random.seed(1)
    retry = Retry(attempts=12, longest_s=5, first_s=0.5, jitter=0)
    made = [retry.pause(UnreachableError("gone"), failures) for failures in range(1, 13)]
    assert made == [0.5, 1, 2, 4, 5, 5, 5, 5, 5, 5, 5, None]


def test_retry_after_is_a_number_or_a_date() -> None:
    assert [seconds(text) for text in (None, "", "soon", "-1", "0", " 12 ")] == [None, None, None, None, 0, 12]
    assert 55 < (seconds(format_datetime(datetime.now(UTC) + timedelta(minutes=1), usegmt=True)) or 0) <= 60
    assert seconds("Wed, 21 Oct 2015 07:28:00 GMT") == 0
