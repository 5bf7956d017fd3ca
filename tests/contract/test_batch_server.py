"""Batches against a real server process: clients of every kind, memory that does not grow, clients that leave."""

from __future__ import annotations

import http.client
import json
import socket
import subprocess
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator

import httpx2
import pytest
import requests

from tests.conftest import system_program
from tests.contract.server import Server, running

PATH = "/v1/games/si-se-pai/arrange/batch"
LINES = {"content-type": "application/jsonl"}
HANDS = ("1123r 4567y 77g 7w", "1111r 234g 567y 12w", "11r 22g 333y 4444w 567r", "7777r 77g 123y 456w")
HAND = '{"hand": "%s", "label": "%d"}'


def lines(count: int, width: int = 0) -> Iterator[bytes]:
    """So many requests, labelled with their numbers, padded to a width."""
    for number in range(count):
        yield (HAND % (HANDS[number % len(HANDS)], number)).encode().ljust(width) + b"\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(TMPDIR=str(tmp_path_factory.mktemp("spool"))) as started:
        yield started


def by_urllib(url: str, body: bytes) -> bytes:
    with urllib.request.urlopen(urllib.request.Request(url, body, LINES), timeout=60) as response:
        return response.read()  # type: ignore[no-any-return]


def by_requests(url: str, body: bytes) -> bytes:
    return requests.post(url, data=body, headers=LINES, timeout=60).content


def by_requests_streaming(url: str, body: bytes) -> bytes:
    with requests.post(url, data=(line + b"\n" for line in body.splitlines()), headers=LINES, timeout=60, stream=True) as response:
        return b"".join(line + b"\n" for line in response.iter_lines(1 << 20))


def by_httpx(url: str, body: bytes) -> bytes:
    return httpx2.post(url, content=body, headers=LINES, timeout=60).content


def by_curl(url: str, body: bytes) -> bytes:
    command = ["curl", "-sS", "--fail", "--max-time", "60", "-H", "content-type: application/jsonl", "--data-binary", "@-", url]
    return subprocess.run(command, input=body, stdout=subprocess.PIPE, check=True).stdout


def by_curl_upload(url: str, body: bytes) -> bytes:
    """Chunked, and reading while it sends."""
    command = ["curl", "-sS", "--fail", "--max-time", "60", "-X", "POST", "-H", "content-type: application/jsonl", "-T", "-", url]
    return subprocess.run(command, input=body, stdout=subprocess.PIPE, check=True).stdout


def by_fetch(url: str, body: bytes) -> bytes:
    """The fetch of browsers, as Node has it."""
    code = f"""
        const chunks = [];
        for await (const chunk of process.stdin) chunks.push(chunk);
        const answer = await fetch({json.dumps(url)}, {{method: "POST", headers: {json.dumps(LINES)}, body: Buffer.concat(chunks)}});
        process.stdout.write(Buffer.from(await answer.arrayBuffer()));
    """
    return subprocess.run(["node", "--input-type=module", "-e", code], input=body, stdout=subprocess.PIPE, check=True, timeout=60).stdout


CLIENTS: list[tuple[Callable[[str, bytes], bytes], str]] = [
    (by_urllib, ""), (by_requests, ""), (by_requests_streaming, ""), (by_httpx, ""), (by_curl, "curl"), (by_curl_upload, "curl"),
    (by_fetch, "node"),
]  # fmt: skip


@pytest.mark.parametrize(("client", "program"), CLIENTS, ids=[client.__name__ for client, _ in CLIENTS])
def test_no_client_locks_up(server: Server, client: Callable[[str, bytes], bytes], program: str) -> None:
    """Body and answers are larger than what lies in sockets, so one who sends and one who answers at once would wait for each other."""
    if program:
        system_program(program)
    body = b"".join(lines(4000, 1500))
    answers = [json.loads(line) for line in client(server.url(PATH), body).splitlines()]
    assert [(answer["index"], answer["label"]) for answer in answers] == [(number, str(number)) for number in range(4000)]
    assert len(body) > 5_000_000


def many(server: Server, count: int, allowed: int) -> None:
    """So many lines, sent in pieces and read as they come: all are answered in order, and memory stays within what is allowed."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    before = server.memory()["VmRSS"]
    connection.request("POST", PATH, body=lines(count, 200), headers=LINES, encode_chunked=True)
    response = connection.getresponse()
    assert response.status == 200
    asked = slowest = 0.0
    done = threading.Event()

    def probe() -> None:
        nonlocal asked, slowest
        while not done.wait(0.2):
            begun = time.perf_counter()
            urllib.request.urlopen(server.url("/livez"), timeout=60).close()
            slowest = max(slowest, time.perf_counter() - begun)
            asked += 1

    probing = threading.Thread(target=probe)
    probing.start()
    number = 0
    while line := response.readline():
        assert line.startswith(b'{"index":%d,' % number), line[:100]
        assert b'"label":"%d"' % number in line, line[:300]
        number += 1
    done.set()
    probing.join()
    connection.close()
    assert number == count
    most = server.memory()["VmHWM"]
    print(f"{count} lines: {before >> 20} MB before, at most {most >> 20} MB; {asked:.0f} probes, the slowest {1e3 * slowest:.0f} ms")
    assert most - before < allowed
    assert asked > 10
    assert slowest < 1


@pytest.mark.load
@pytest.mark.timeout(300)
def test_memory_does_not_grow_with_the_batch() -> None:
    """200,000 lines: 40 MB of requests, 200 MB of answers."""
    with running() as server:
        urllib.request.urlopen(urllib.request.Request(server.url(PATH), b"".join(lines(1000)), LINES)).read()
        many(server, 200_000, 24 << 20)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_memory_does_not_grow_with_a_million_lines() -> None:
    with running() as server:
        urllib.request.urlopen(urllib.request.Request(server.url(PATH), b"".join(lines(1000)), LINES)).read()
        many(server, 1_000_000, 24 << 20)


def spools(server: Server) -> list[str]:
    """Files held in the server's own TMPDIR: where bodies wait."""
    return [name for name in server.open_files() if "/spool" in name]


def begin(server: Server, length: int, body: bytes) -> socket.socket:
    """A connection on which so much of a body of that length is sent."""
    raw = socket.create_connection(("127.0.0.1", server.port), timeout=60)
    head = f"POST {PATH} HTTP/1.1\r\nhost: x\r\ncontent-type: application/jsonl\r\ncontent-length: {length}\r\n\r\n"
    raw.sendall(head.encode() + body)
    return raw


def eventually(holds: Callable[[], bool], seconds: float = 10) -> bool:
    deadline = time.monotonic() + seconds
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.02)
    return holds()


@pytest.mark.parametrize("rude", [False, True])
def test_a_client_that_leaves_half_way(server: Server, rude: bool) -> None:
    """The work ends and the spool goes, whether it says goodbye or just stops; so again and again, for only two may be under way."""
    body = b"".join(lines(20_000, 150))
    for _ in range(3):
        with begin(server, len(body), body) as raw:
            assert raw.recv(1000).startswith(b"HTTP/1.1 200")
            assert len(spools(server)) == 1
            if rude:  # a reset
                raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        assert eventually(lambda: not spools(server))


def test_a_client_that_leaves_while_it_sends(server: Server) -> None:
    for _ in range(3):
        with begin(server, 9_000_000, b"".join(lines(10_000, 300))):
            assert eventually(lambda: len(spools(server)) == 1)
        assert eventually(lambda: not spools(server))


def test_a_slow_client_gets_all_and_holds_up_nobody(server: Server) -> None:
    """It reads a little at a time; the server makes no more than it takes, and answers others meanwhile."""
    count = 6000
    body = b"".join(lines(count))
    before = server.memory()["VmRSS"]
    with server.connected() as connection:
        connection.request("POST", PATH, body=body, headers=LINES)
        response = connection.getresponse()
        received = bytearray()
        for _ in range(20):
            received += response.read(10_000)
            time.sleep(0.05)
            begun = time.perf_counter()
            urllib.request.urlopen(server.url("/livez"), timeout=60).close()
            assert time.perf_counter() - begun < 1
        assert server.memory()["VmRSS"] - before < 24 << 20
        received += response.read()
    assert received.count(b"\n") == count


def test_too_much_is_refused_in_words() -> None:
    """The client sends all of it before it reads, and hears 413; then it asks again on the same connection."""
    with running(LIPAI_BATCH_LIMIT="100000", LIPAI_BATCH_LINES="1000") as server, server.connected() as connection:
        large, many = {"body-too-large"}, {"too-many-lines"}
        both = b"\n" * 9_000_000
        for sent, codes in (
            (b" " * 10_000_000, large),
            (iter([b" " * 10_000_000]), large),
            (b"\n" * 1001, many),
            (iter([b"\n" * 1001]), many),
            (both, large),  # its length is told before it comes
            (iter([both]), large | many),  # by what is seen first
        ):
            connection.request("POST", PATH, body=sent, headers=LINES, encode_chunked=not isinstance(sent, bytes))
            response = connection.getresponse()
            assert response.status == 413
            assert json.loads(response.read())["code"] in codes
        connection.request("POST", PATH, body=b"\n", headers=LINES)
        assert connection.getresponse().read().count(b"\n") == 1
