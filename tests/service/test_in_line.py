"""Requests one behind the other on a connection: each is answered in its turn, and no refusal is read as the answer to another."""

from __future__ import annotations

import contextlib
import json
import re
import socket
import time
from collections.abc import Iterator
from select import select
from typing import Any, ClassVar

import pytest
from uvicorn.server import ServerState

from api import protocol
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
    """Status and body of the next answer, and not a byte more; 0 where the connection ends instead."""
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        try:
            byte = raw.recv(1)
        except ConnectionError:
            byte = b""
        if not byte:
            assert not head, head
            return 0, b""
        head += byte
    length = next(int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
    return int(head[9:12]), raw.recv(length, socket.MSG_WAITALL)


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
        b"GET http:///x HTTP/1.1\r\nhost: x\r\n\r\n",
        b"GET /second HTTP/1.1\r\nhost: x\r\n\r\n" + b"GET http://a:99999999/x HTTP/1.1\r\nhost: x\r\n\r\n",
        b"CONNECT a:1 HTTP/1.1\r\nhost: x\r\n\r\n",
    ],
    ids=["no-http", "bad-header", "bad-third", "endless-header", "bad-address", "bad-address-third", "connect"],
)
@pytest.mark.parametrize("apart", [False, True], ids=["at-once", "apart"])
def test_a_refusal_is_no_answer_to_the_request_before(server: Server, behind: bytes, apart: bool) -> None:
    """Who asked first would take the problem of the second for its own: what came whole is answered, then the connection ends."""
    with sending(server, LONG if apart else LONG + behind) as raw:
        if apart:
            time.sleep(0.3)
            send(raw, behind)
        assert answer(raw) == (200, b"/long ")
        if b"/second" in behind:
            assert answer(raw) == (200, b"/second ")
        assert answer(raw) == (0, b"")


def test_a_body_that_is_none_keeps_no_answer_back(server: Server) -> None:
    """Its own is left out with it; the one in line before it is not."""
    chunked = b"POST /third HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nno number\r\n"
    with sending(server, LONG + b"GET /second HTTP/1.1\r\nhost: x\r\n\r\n" + chunked) as raw:
        assert [answer(raw) for _ in range(3)] == [(200, b"/long "), (200, b"/second "), (0, b"")]
    with sending(server, LONG + chunked) as raw:
        assert [answer(raw) for _ in range(2)] == [(200, b"/long "), (0, b"")]


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


@pytest.mark.parametrize("size", [10, 60, 70, 120, 200])
@pytest.mark.parametrize("body", [b"", b"x" * 100_000], ids=["alone", "body"])
@pytest.mark.parametrize("before", [b"", b"GET /first HTTP/1.1\r\nhost: x\r\n\r\n"], ids=["first", "second"])
def test_headers_have_one_limit_however_they_come(server: Server, size: int, body: bytes, before: bytes) -> None:
    """At one go, which the server reads in one or several parts: up to 64 KiB are taken, with a body of any size."""
    head = b"POST /large HTTP/1.1\r\nhost: x\r\ncontent-length: %d\r\nx: %b\r\n\r\n" % (len(body), b"a" * (size << 10))
    with sending(server, before) as raw:
        if before:
            assert answer(raw) == (200, b"/first ")
        with contextlib.suppress(ConnectionError):
            raw.sendall(head + body)
        if size <= 60:
            assert answer(raw) == (200, b"/large " + body)
        else:
            assert refusal(answer(raw)) in ((431, "headers-too-large"), (0, ""))  # the connection may be gone before it is read


def test_many_small_headers_are_as_large_however_they_come(server: Server) -> None:
    head = b"GET / HTTP/1.1\r\nhost: x\r\n" + b"a: b\r\n" * 12_000 + b"\r\n"
    for part in (len(head), 10_000):
        with sending(server, b"") as raw:
            with contextlib.suppress(ConnectionError):
                for at in range(0, len(head), part):
                    raw.sendall(head[at : at + part])
                    time.sleep(0.01)
            assert refusal(answer(raw)) in ((431, "headers-too-large"), (0, ""))


@pytest.mark.parametrize("apart", [False, True], ids=["at-once", "apart"])
@pytest.mark.parametrize(
    "wish",
    [
        b"connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABk\r\n",
        b"connection: keep-alive, upgrade\r\nupgrade: x\r\n",
    ],
    ids=["h2c", "x"],
)
def test_who_would_rather_speak_another_protocol_is_answered_in_this_one(server: Server, wish: bytes, apart: bool) -> None:
    """As curl and Java ask for HTTP/2. What follows is the body, and never a request of its own."""
    body = b"GET /hidden HTTP/1.1\r\nhost: x\r\n\r\n"
    head = b"POST /first HTTP/1.1\r\nhost: x\r\n" + wish + b"content-length: %d\r\n\r\n" % len(body)
    follows = head.replace(b"/first", b"/second") + body
    with sending(server, head if apart else head + body + follows) as raw:
        if apart:
            time.sleep(0.2)
            raw.sendall(body + follows)
        assert answer(raw) == (200, b"/first " + body)
        assert answer(raw) == (200, b"/second " + body)


@pytest.mark.parametrize(
    "line", [b"a: b\r\n" * 1000, b"a" * 6000, b"1;" + b"x" * 6000], ids=["many-trailers", "endless-trailer", "endless-extension"]
)
def test_what_comes_beside_a_body_has_an_end(server: Server, line: bytes) -> None:
    head = b"POST /x HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n"
    with sending(server, head + (b"" if line[:1] == b"1" else b"0\r\n")) as raw:
        sent = 0
        with contextlib.suppress(ConnectionError):
            while sent < 64 << 20:
                raw.sendall(line)
                sent += len(line)
        assert sent < 16 << 20  # what the kernels hold of it included


def test_trailers_are_no_headers(server: Server) -> None:
    chunked = b"POST /x HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nhost: y\r\n\r\n"
    with sending(server, chunked + chunked) as raw:
        assert [answer(raw) for _ in range(2)] == [(200, b"/x abc"), (200, b"/x abc")]


@pytest.mark.parametrize("behind", [b"", b"GET /next HTTP/1.1\r\nhost: x\r\n\r\n"], ids=["alone", "in-line"])
def test_who_leaves_is_noticed_by_what_runs(server: Server, behind: bytes) -> None:
    def left() -> int:
        with sending(server, b"GET /left HTTP/1.1\r\nhost: x\r\n\r\n") as raw:
            return int(answer(raw)[1].split()[1])

    before = left()
    with sending(server, b"GET /stay HTTP/1.1\r\nhost: x\r\n\r\n" + behind):
        time.sleep(0.3)
    deadline = time.monotonic() + 5
    while left() == before and time.monotonic() < deadline:
        time.sleep(0.05)
    assert left() == before + 1


def test_what_is_no_request_has_a_number_too(server: Server) -> None:
    """In a header and in the document, as every answer: the caller's own where it can be read."""
    for data, number in (
        (b"no HTTP at all\r\n\r\n", rb"[0-9a-f]{24}"),
        (b"POST / HTTP/1.1\r\nhost: x\r\nx-request-id: mine\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n", b"mine"),
    ):
        with sending(server, data) as raw:
            raw.settimeout(10)
            said = b"".join(iter(lambda: raw.recv(65536), b""))
        found = re.search(rb"\r\nx-request-id: (%b)\r\n" % number, said)
        assert found, said
        assert b'"instance":"%b"' % found[1] in said
        assert b"can't be read as an HTTP request" in said


def test_one_connection_that_fails_does_not_end_the_watch(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    looked: list[str] = []

    class Connection(protocol.Protocol):
        def __init__(self, name: str) -> None:
            self.name = name

        def look(self, now: float) -> None:
            looked.append(self.name)
            raise RuntimeError(self.name)

    class Loop:
        later: ClassVar[list[Any]] = []

        def time(self) -> float:
            return 0.0

        def call_later(self, seconds: float, function: Any) -> None:
            self.later.append(function)

    state, loop = ServerState(), Loop()
    state.connections = {Connection("one"), Connection("two")}
    protocol._watch(state, loop)  # type: ignore[arg-type]
    for _ in range(2):
        loop.later.pop()()
    assert sorted(looked) == ["one", "one", "two", "two"]
    assert "could not be looked at" in caplog.text
    protocol._watched.pop(state)


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
