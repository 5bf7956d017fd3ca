"""Requests one behind the other on a connection: each is answered in its turn, and no refusal is read as the answer to another."""

from __future__ import annotations

import contextlib
import json
import socket
import time
from collections.abc import Iterator
from http.client import HTTPResponse
from select import select

import pytest

from tests.contract.server import Server, running
from tests.service.test_slow import sending

LONG = b"GET /long?3.5 HTTP/1.1\r\nhost: x\r\n\r\n"
"""Takes longer than headers and bodies may, and than the look at the clock that follows."""
POST = b"POST /next HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\n"

ENDLESS = b"GET /next HTTP/1.1\r\nx: " + b"a" * (120 << 10)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """The protocol of `lipai serve` around an application that takes its time."""
    arguments = ("--http", "api.protocol:Protocol")
    with running("tests.service.sleeper:app", arguments=arguments, LIPAI_HEADER_S="1", LIPAI_BODY_S="2") as started:
        yield started


def answer(raw: socket.socket) -> tuple[int, bytes]:
    """Status and body of the next answer; 0 where the connection ends instead."""
    response = HTTPResponse(raw)
    try:
        response.begin()
        return response.status, response.read()
    except (ConnectionError, OSError):
        return 0, b""
    finally:
        response.close()


def send(raw: socket.socket, data: bytes) -> None:
    """In parts, until the server has something to say, so that none is under way when it closes."""
    for at in range(0, len(data), 40 << 10):
        if select([raw], [], [], 0)[0]:
            return
        raw.sendall(data[at : at + (40 << 10)])
        time.sleep(0.05)


def refusal(found: tuple[int, bytes]) -> tuple[int, str]:
    return found[0], json.loads(found[1])["code"] if found[1] else ""


@pytest.mark.parametrize(
    "behind",
    [
        b"no HTTP at all\r\n\r\n",
        b"GET / HTTP/1.1\r\nno header\r\n\r\n",
        b"GET /second HTTP/1.1\r\nhost: x\r\n\r\n" + b"no HTTP at all\r\n\r\n",
        ENDLESS,
    ],
    ids=["no-http", "bad-header", "bad-third", "endless-header"],
)
@pytest.mark.parametrize("apart", [False, True], ids=["at-once", "apart"])
def test_a_refusal_is_no_answer_to_the_request_before(server: Server, behind: bytes, apart: bool) -> None:
    """Who asked first would take the problem of the second for its own: the connection ends without a word instead."""
    with sending(server, LONG if apart else LONG + behind) as raw, contextlib.suppress(ConnectionError):
        if apart:
            time.sleep(0.3)
            send(raw, behind)
        assert answer(raw) in ((0, b""), (200, b"/long "))
    with sending(server, b"GET /livez HTTP/1.1\r\nhost: x\r\n\r\n") as raw:
        assert answer(raw) == (200, b"/livez ")


def test_who_stops_in_the_headers_of_the_next_request_has_the_answer_to_the_first(server: Server) -> None:
    with sending(server, LONG + b"GET /next HTTP/1.1\r\nho") as raw:
        assert answer(raw) == (200, b"/long ")
        assert refusal(answer(raw)) == (408, "too-slow-headers")


@pytest.mark.parametrize("apart", [False, True], ids=["at-once", "apart"])
def test_the_time_for_a_body_begins_with_its_turn(server: Server, apart: bool) -> None:
    """Nothing of it is read while it stands in line, so a client that is no slower than it may be is not told that it is."""
    with sending(server, LONG if apart else LONG + POST) as raw:
        if apart:
            time.sleep(0.3)
            raw.sendall(POST)
        assert answer(raw) == (200, b"/long ")
        time.sleep(0.4)
        raw.sendall(b"body")
        assert answer(raw) == (200, b"/next body")


def test_a_body_that_does_not_come_in_its_turn_is_refused(server: Server) -> None:
    with sending(server, LONG + POST) as raw:
        assert answer(raw) == (200, b"/long ")
        begun = time.monotonic()
        assert refusal(answer(raw)) == (408, "too-slow")
        assert 1.9 < time.monotonic() - begun < 10


def test_a_request_alone_is_told_why_it_is_refused(server: Server) -> None:
    """What keeps quiet behind another is said where there is none, and after one that is answered."""
    served = b"GET /first HTTP/1.1\r\nhost: x\r\n\r\n"
    for before in (b"", served):
        for data, expected in (
            (b"no HTTP at all\r\n\r\n", (400, "not-http")),
            (ENDLESS, (431, "headers-too-large")),
            (POST, (408, "too-slow")),
        ):
            with sending(server, before) as raw:
                if before:
                    assert answer(raw) == (200, b"/first ")
                send(raw, data)
                assert refusal(answer(raw)) == expected
