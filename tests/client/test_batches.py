"""Batches of the Python client: order, bounded memory, no deadlock, requests of any kind, broken connections, an early end."""

from __future__ import annotations

import asyncio
import json
import tracemalloc
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from itertools import count, islice
from typing import Any

import pytest

from api.client import Answered, AsyncClient, BatchLine, BusyError, Client, Refused, Retry, UnreachableError
from api.client.batches import LARGEST, Splitter
from tests.client.conftest import Scripted, scripted

GAME = "si-se-pai"
HANDS = ("1123r 4567y 77g 7w", "1111r 234g 567y 12w", "no cards", "7777r 77g 123y 456w")
ANSWER = {"game": "g", "label": None, "rules": {"preset": "p", "hash": "h"}, "objective": "o", "build": "b", "engine": "e",
          "status": "optimal", "complete": True, "wins": None, "value": 1, "arrangements": []}  # fmt: skip
QUICK = Retry(attempts=3, first_s=0.01)


def requests(number: int) -> Iterator[dict[str, Any]]:
    return ({"hand": HANDS[each % 4], "label": str(each)} for each in range(number))


def is_right(line: BatchLine, at: int) -> bool:
    """Whether it answers the request of that number."""
    if at % 4 == 2:
        return isinstance(line, Refused) and line.index == at and line.problem.errors[0].pointer == "/hand"
    return isinstance(line, Answered) and line.index == at and line.answer.label == str(at)


@pytest.mark.parametrize("at_once", [1, 7, 100, 10_000])
def test_every_request_is_answered_in_order(url: str, at_once: int) -> None:
    with Client(url) as client:
        lines = list(client.arrange_batch(GAME, requests(30 if at_once == 1 else 400), at_once=at_once))
    assert len(lines) == (30 if at_once == 1 else 400)
    assert all(is_right(line, at) for at, line in enumerate(lines))


@pytest.mark.parametrize("kind", ["plain", "async"])
def test_the_async_client_does_the_same(url: str, kind: str) -> None:
    async def later() -> AsyncIterator[dict[str, Any]]:
        for request in requests(300):
            await asyncio.sleep(0)
            yield request

    async def gather() -> list[BatchLine]:
        async with AsyncClient(url) as client:
            return [line async for line in client.arrange_batch(GAME, later() if kind == "async" else requests(300), at_once=70)]

    lines = asyncio.run(gather())
    assert len(lines) == 300
    assert all(is_right(line, at) for at, line in enumerate(lines))


def test_hands_alone_and_fields_for_all(url: str) -> None:
    with Client(url) as client:
        plain, listed, own = client.arrange_batch(
            GAME, ["123r", ["1r", "2r", "3r"], {"hand": "123r", "rules": {"preset": "seed"}}], rules={"preset": "taiwan"}, lang="vi"
        )
    assert isinstance(plain, Answered)
    assert isinstance(listed, Answered)
    assert isinstance(own, Answered)
    assert plain.answer == listed.answer
    assert (plain.answer.rules.preset, own.answer.rules.preset) == ("taiwan", "seed")
    assert plain.answer.arrangements[0].groups[0].name == "tướng sĩ tượng đỏ"
    with Client(url) as client:
        assert list(client.arrange_batch(GAME, [])) == []
        with pytest.raises(ValueError, match="at_once"):
            next(client.arrange_batch(GAME, [], at_once=0))


@pytest.mark.parametrize("one", ["1123r", b"1123r", {"hand": "1123r"}])
def test_one_hand_is_not_many(one: Any) -> None:
    """Each of its characters, or of its fields, would be taken for a hand."""

    async def first() -> None:
        async with AsyncClient("http://127.0.0.1:9") as client:
            await anext(client.arrange_batch(GAME, one))

    with Client("http://127.0.0.1:9") as client, pytest.raises(TypeError, match="put a single one into a list"):
        next(client.arrange_batch(GAME, one))
    with pytest.raises(TypeError, match="put a single one into a list"):
        asyncio.run(first())


def test_requests_without_end_begin_to_be_answered(url: str) -> None:
    """Only as many are taken as are sent at once, and stopping early frees the service's place for the next batch."""
    taken = count()

    def without_end() -> Iterator[dict[str, Any]]:
        while True:
            yield {"hand": HANDS[0], "label": str(next(taken))}

    with Client(url, retry=QUICK) as client:
        for _ in range(6):  # more often than the service has places
            lines = client.arrange_batch(GAME, without_end(), at_once=50)
            assert len(list(islice(lines, 120))) == 120
            lines.close()  # type: ignore[attr-defined]
    assert next(taken) <= 6 * 151

    async def some() -> int:
        async with AsyncClient(url, retry=QUICK) as client:
            seen = 0
            for _ in range(4):
                async with aclosing(client.arrange_batch(GAME, without_end(), at_once=50)) as lines:
                    async for _line in lines:
                        seen += 1
                        if seen % 30 == 0:
                            break
            return seen

    assert asyncio.run(some()) == 120


def test_memory_grows_with_neither_side(url: str) -> None:
    """Four times the requests, the same peak; bodies and answers are each larger than any buffer of the system between."""

    def peak(number: int) -> int:
        hand = {"hand": HANDS[0].ljust(1900)}
        tracemalloc.start()
        with Client(url) as client:
            assert sum(1 for _ in client.arrange_batch(GAME, (hand for _ in range(number)))) == number
        used = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return used

    small, large = peak(2500), peak(10_000)  # 5 MB and 20 MB of requests
    assert large < small * 1.2 + 1_000_000
    assert large < 3 * LARGEST + 8_000_000


def broken(handler: Scripted, body: bytes, most: int) -> None:
    """Answers so many lines of a chunked body, and breaks off."""
    lines = body.splitlines()
    handler.send_response(200)
    handler.send_header("content-type", "application/jsonl")
    handler.send_header("transfer-encoding", "chunked")
    handler.end_headers()
    for index, line in enumerate(lines[:most]):
        text = json.dumps({"index": index, **ANSWER, "label": json.loads(line)["label"]}, ensure_ascii=False).encode() + b"\n"
        handler.wfile.write(b"%x\r\n%b\r\n" % (len(text), text))
    if most >= len(lines):
        handler.wfile.write(b"0\r\n\r\n")
    else:
        handler.close_connection = True


def test_what_a_broken_connection_left_is_asked_again() -> None:
    """Each line is answered once, in order, though the answer breaks off seven times."""
    with scripted(lambda handler, number, body: broken(handler, body, 3)) as (url, seen), Client(url, retry=QUICK) as client:
        lines = list(client.arrange_batch("g", ({"hand": "x", "label": f"\u2028{at}"} for at in range(23))))
        assert [line.answer.label for line in lines if isinstance(line, Answered)] == [f"\u2028{at}" for at in range(23)]
        assert [line.index for line in lines] == list(range(23))
        assert len(seen) == 8

    async def again() -> list[int]:
        async with AsyncClient(url, retry=QUICK) as client:
            return [line.index async for line in client.arrange_batch("g", ({"hand": "x", "label": str(at)} for at in range(23)))]

    with scripted(lambda handler, number, body: broken(handler, body, 3)) as (url, seen):
        assert asyncio.run(again()) == list(range(23))
        assert len(seen) == 8


def test_a_service_that_answers_nothing_is_given_up() -> None:
    with scripted(lambda handler, number, body: broken(handler, body, 0)) as (url, seen), Client(url, retry=QUICK) as client:
        with pytest.raises(UnreachableError):
            list(client.arrange_batch("g", requests(5)))
        assert len(seen) == 3


def test_a_busy_service_is_asked_again_with_the_same_lines() -> None:
    def script(handler: Scripted, number: int, body: bytes) -> None:
        handler.refuse(503, retry_after="0") if number < 2 else broken(handler, body, 99)

    with scripted(script) as (url, seen), Client(url, retry=QUICK) as client:
        assert len(list(client.arrange_batch("g", requests(5)))) == 5
        assert seen[0][2] == seen[1][2] == seen[2][2]
    with (
        scripted(lambda handler, number, body: handler.refuse(503)) as (url, seen),
        Client(url, retry=QUICK) as client,
        pytest.raises(BusyError),
    ):
        list(client.arrange_batch("g", requests(5)))


def test_a_piece_ends_before_it_is_too_large() -> None:
    """At most LARGEST bytes, or one request however long."""
    with scripted(lambda handler, number, body: broken(handler, body, 99)) as (url, seen), Client(url, timeout=60) as client:
        wide = [{"hand": "x" * size, "label": ""} for size in (LARGEST // 2, LARGEST // 3, LARGEST // 3, 2 * LARGEST, 1)]
        assert len(list(client.arrange_batch("g", wide))) == 5
        assert [body.count(b"\n") for _, _, body in seen] == [2, 1, 1, 1]


def test_lines_end_at_line_feeds_only() -> None:
    split = Splitter()
    chunks = ['{"a":"\u2028'.encode(), b'\x0b"}', b"\n\n{", b"", b"}\nrest"]
    assert [line for chunk in chunks for line in split.feed(chunk)] == ['{"a":"\u2028\x0b"}'.encode(), b"", b"{}"]
