"""A real server process, over a real socket."""

from __future__ import annotations

import contextlib
import json
import socket
from collections.abc import Iterator

import pytest

from solver.game import game as find
from solver.game import games
from tests.api.checks import JSON
from tests.contract.cases import example
from tests.contract.server import Server, running


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """The service, cold but for what the first requests need."""
    with running() as started:
        yield started


def test_ten_megabytes_are_refused_and_the_connection_lives_on(server: Server) -> None:
    """The client sends all of it before it reads, as most do, and hears 413; then it asks again."""
    path = f"/v1/games/{games()[0].id}/arrange"
    with server.connected() as connection:
        for body in (b"x" * 10_000_000, iter([b"x" * 100_000] * 100)):
            connection.request("POST", path, body=body, headers=JSON, encode_chunked=not isinstance(body, bytes))
            response = connection.getresponse()
            assert (response.status, json.loads(response.read())["code"]) == (413, "body-too-large")
            connection.request("GET", "/livez")
            response = connection.getresponse()
            assert (response.status, response.read()) == (200, b'{"status":"ok"}')


@pytest.mark.parametrize("game_id", [game.id for game in games()])
def test_every_game_answers(server: Server, game_id: str) -> None:
    body = json.dumps(example(find(game_id), "arrange"))
    with server.connected() as connection:
        connection.request("POST", f"/v1/games/{game_id}/arrange", body=body, headers=JSON)
        response = connection.getresponse()
        answer = json.loads(response.read())
    assert response.status == 200, answer
    assert answer["game"] == game_id


@pytest.mark.parametrize(
    "noise",
    [b"\x16\x03\x01\x02\x00", b"GET / HTTP/9.9\r\n\r\n", b"GET " + b"x" * 200_000, b"POST / HTTP/1.1\r\ncontent-length: -1\r\n\r\n"],
)
def test_what_is_no_http_does_no_harm(server: Server, noise: bytes) -> None:
    with contextlib.suppress(TimeoutError, ConnectionError), socket.create_connection(("127.0.0.1", server.port), timeout=0.5) as raw:
        raw.sendall(noise)
        raw.recv(1000)
    with server.connected() as connection:
        connection.request("GET", "/livez")
        assert connection.getresponse().status == 200
