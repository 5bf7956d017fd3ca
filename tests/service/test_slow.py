"""Clients that take their time, and those that never end: cut off, while others are served."""

from __future__ import annotations

import contextlib
import json
import socket
import time
from collections.abc import Iterator

import pytest

from tests.contract.server import Server, running
from tests.service.test_serve import BODY, PATH, ask, metric, until

SETTINGS = {"LIPAI_HEADER_S": "1", "LIPAI_BODY_S": "1", "LIPAI_PATIENCE_S": "1", "LIPAI_CONNECTIONS": "40"}
HEAD = f"POST {PATH} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running(lipai=True, **SETTINGS) as started:
        assert ask(started, PATH, BODY)[0] == 200
        assert ask(started, "/openapi.json")[0] == 200
        yield started


@contextlib.contextmanager
def sending(server: Server, data: bytes) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as raw:
        raw.sendall(data)
        yield raw


def end_of(raw: socket.socket) -> tuple[bytes, float]:
    """All that comes until the server closes, and after how many seconds it does."""
    begun, received = time.monotonic(), bytearray()
    with contextlib.suppress(ConnectionError):
        while part := raw.recv(65_536):
            received += part
    return bytes(received), time.monotonic() - begun


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "too-slow-headers"),
        (b"GET /livez HTTP/1.1\r\nhost: x\r\n", "too-slow-headers"),
        (b"GET /livez HTTP/1.1\r\nhost: x\r\n\r\n\r\n\r\n", ""),  # answered, and only line ends since
        (f"{HEAD}content-length: 100\r\n\r\n".encode(), "too-slow"),
        (f"{HEAD}content-length: 100\r\n\r\n".encode() + b'{"hand": ', "too-slow"),
        (f"{HEAD}transfer-encoding: chunked\r\n\r\n2\r\n{{}}\r\n".encode(), "too-slow"),
    ],
)
def test_who_stops_sending_is_cut_off(server: Server, data: bytes, code: str) -> None:
    with sending(server, data) as raw:
        answer, seconds = end_of(raw)
    assert seconds < 12
    if code:
        head, _, body = answer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 408 ")
        assert b"application/problem+json" in head
        assert json.loads(body)["code"] == code
    else:
        assert answer.startswith(b"HTTP/1.1 200 ")
        assert b'{"status":"ok"}' in answer


@pytest.mark.parametrize("drop", [b"a", b"x-a: b\r\n"])
def test_who_sends_headers_by_drops_is_cut_off(server: Server, drop: bytes) -> None:
    begun = time.monotonic()
    answer = b""
    with sending(server, b"GET /livez HTTP/1.1\r\nx: ") as raw, contextlib.suppress(ConnectionError):
        raw.settimeout(0.1)
        while time.monotonic() - begun < 15 and not answer:
            raw.sendall(drop)
            with contextlib.suppress(TimeoutError):
                answer = raw.recv(1000)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"too-slow-headers" in answer
    assert 1 <= time.monotonic() - begun < 12


def test_who_sends_a_body_by_drops_is_cut_off(server: Server) -> None:
    begun = time.monotonic()
    answer = b""
    with sending(server, f"{HEAD}content-length: 60000\r\n\r\n".encode()) as raw, contextlib.suppress(ConnectionError):
        raw.settimeout(0.1)
        while time.monotonic() - begun < 15 and not answer:
            raw.sendall(b" ")
            with contextlib.suppress(TimeoutError):
                answer = raw.recv(1000)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert time.monotonic() - begun < 12


def test_a_batch_by_drops_is_cut_off_and_frees_its_place(server: Server) -> None:
    """It never stops, but at this pace it would last for years."""
    begun = time.monotonic()
    head = f"POST {PATH}/batch HTTP/1.1\r\nhost: x\r\ncontent-type: application/jsonl\r\ncontent-length: 9000000\r\n\r\n"
    answer = b""
    with sending(server, head.encode()) as raw, contextlib.suppress(ConnectionError):
        raw.settimeout(0.1)
        while time.monotonic() - begun < 15 and not answer:
            raw.sendall(b"\n")
            with contextlib.suppress(TimeoutError):
                answer = raw.recv(1000)
        while not answer.endswith(b"}") and time.monotonic() - begun < 20:
            with contextlib.suppress(TimeoutError):
                answer += raw.recv(1000)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"too-slow-batch" in answer
    until(lambda: metric(server, "lipai_in_flight") == 0)


def test_who_takes_no_answer_is_cut_off(server: Server) -> None:
    """Requests for a long document one after the other, and not a byte read."""
    with sending(server, b"GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n" * 100) as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        until(lambda: metric(server, "lipai_in_flight") == 1)
        until(lambda: metric(server, "lipai_in_flight") == 0)
        answer, _ = end_of(raw)
    assert answer.count(b"HTTP/1.1 200 OK") < 100
    until(lambda: metric(server, "lipai_in_flight") == 0)


def test_headers_without_end_are_refused(server: Server) -> None:
    before = server.memory()["VmRSS"]
    for line in (b"x-a: " + b"b" * 1000 + b"\r\n", b"c" * 1000):
        answer, sent = b"", 0
        with sending(server, b"GET /livez HTTP/1.1\r\n") as raw:
            with contextlib.suppress(ConnectionError):
                while sent < 20_000 * len(line):
                    raw.sendall(line)
                    sent += len(line)
                    if select(raw):
                        break
            with contextlib.suppress(ConnectionError):
                answer = raw.recv(1000)
        assert answer.startswith((b"HTTP/1.1 431 ", b"HTTP/1.1 400 ")), answer
        assert sent < 10_000 * len(line), "it was refused long before the end"
    assert server.memory()["VmRSS"] - before < 24 << 20


def select(raw: socket.socket) -> bool:
    import select as system

    return bool(system.select([raw], [], [], 0)[0])


def test_too_many_connections_are_told_so(server: Server) -> None:
    """Those who hold one are served meanwhile; when some leave, others come in."""
    with contextlib.ExitStack() as held:
        first = held.enter_context(server.connected())
        first.connect()
        for _ in range(39):
            held.enter_context(socket.create_connection(("127.0.0.1", server.port)))
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as one_more:
            answer, _ = end_of(one_more)
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert b"retry-after: 1" in answer
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"] == "busy"
        first.request("GET", "/livez")
        assert first.getresponse().status == 200
    until(lambda: ask_quietly(server) == 200, 10)


def ask_quietly(server: Server) -> int:
    with contextlib.suppress(OSError):
        return ask(server, "/livez")[0]
    return 0


def test_many_slow_clients_hold_up_nobody(server: Server) -> None:
    with contextlib.ExitStack() as held:
        for index in range(30):
            held.enter_context(sending(server, b"GET /livez HTTP/1.1\r\nx: " if index % 2 else f"{HEAD}content-length: 9\r\n\r\n".encode()))
        begun = time.monotonic()
        for _ in range(20):
            assert ask(server, PATH, BODY)[0] == 200
        assert time.monotonic() - begun < 10
    # They have not been given up for lost: a good client is served as before.
    assert ask(server, PATH, BODY)[0] == 200
