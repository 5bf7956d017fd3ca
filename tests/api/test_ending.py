"""How the service ends: told to stop before it serves, and with requests that take longer than they are given."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest

from api.front import Front
from api.http import Call, Reply, Route
from api.limits import Places, Pool
from solver.game import games
from tests.contract.cases import example
from tests.contract.server import ROOT, free_port, running

LIPAI = str(Path(sys.executable).with_name("lipai"))


@pytest.mark.parametrize("workers", [1, 2])
def test_told_to_stop_while_it_warms_up_it_ends_at_once(workers: int, tmp_path: Path) -> None:
    """From a cold cache this takes minutes; nobody is served yet who would have to be waited for."""
    process = subprocess.Popen(
        [LIPAI, "serve", "--port", str(free_port()), "--workers", str(workers)],
        cwd=ROOT,
        env=os.environ | {"LIPAI_WARM_UP": "true", "NUMBA_CACHE_DIR": str(tmp_path)},
        stderr=subprocess.PIPE,
    )
    try:
        deadline = time.monotonic() + 90
        while not any(tmp_path.rglob("*.nbi")):  # the first kernel
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=15)
    finally:
        process.kill()
        process.communicate()
    assert process.returncode in (0, -signal.SIGTERM)
    assert b"Traceback" not in said


def test_told_to_stop_before_that_it_does_not_warm_up() -> None:
    """Uvicorn notes a signal while it loads the program, and starts all the same."""
    code = """
import signal
from api.ending import ending_at_once

class Server:
    should_exit = True
    def handle_exit(self, *_): pass

signal.signal(signal.SIGTERM, Server().handle_exit)
with ending_at_once(signal.SIGTERM):
    print("began")
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGTERM, b"", b"")


@pytest.mark.parametrize("workers", [1, 2])
def test_the_time_to_end_has_a_bound(workers: int) -> None:
    """A batch that would run for minutes is broken off when `grace_s` is over; who comes meanwhile is refused at once."""
    game = next(game for game in games() if game.slots and "cp-sat" in game.engines and game.full == 13)
    path = f"/v1/games/{game.id}/arrange"
    line = json.dumps(example(game, "arrange") | {"engine": "cp-sat"}).encode() + b"\n"
    broken: list[bool] = []
    arguments = ("--workers", str(workers))
    with running(lipai=True, arguments=arguments, LIPAI_GRACE_S="3", LIPAI_LOG_FORMAT="json") as server:

        def batch() -> None:
            with server.connected() as connection:
                connection.request("POST", f"{path}/batch", line * 5_000, {"content-type": "application/jsonl"})
                answer = connection.getresponse()
                begun.set()
                try:
                    broken.append(len(answer.read().splitlines()) < 5_000)
                except HTTPException:
                    broken.append(True)

        begun = threading.Event()
        thread = threading.Thread(target=batch)
        thread.start()
        assert begun.wait(60)
        at = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        time.sleep(1.5)
        with pytest.raises(ConnectionRefusedError), socket.create_connection(("127.0.0.1", server.port), 5):
            pass
        server.process.wait(20)
        assert time.monotonic() - at >= 3
        thread.join(20)
        assert broken == [True]
        assert any(entry["event"] == "a batch was broken off: the service ends" for entry in server.log())
        assert [entry for entry in server.log() if entry["level"] == "error"] == [], "all of it is as it should be"


def test_a_pool_waits_no_longer_than_it_is_told_to() -> None:
    """For what runs: it can't be ended. What has not begun is dropped."""
    import asyncio

    free, begun = threading.Event(), threading.Event()

    def hold(_: None) -> None:
        begun.set()
        free.wait(30)

    async def run() -> list[BaseException | None]:
        pool = Pool(1, 1)
        calls = [asyncio.ensure_future(pool.run(hold, None)) for _ in range(2)]
        await asyncio.sleep(0)
        await asyncio.to_thread(begun.wait)
        before = time.monotonic()
        pool.close(0.2)
        assert 0.15 < time.monotonic() - before < 5
        free.set()
        return await asyncio.gather(*calls, return_exceptions=True)

    first, second = asyncio.run(run())
    assert first is None
    assert isinstance(second, asyncio.CancelledError)


def test_a_request_given_up_at_the_end_is_told_to_come_back() -> None:
    """The server cancels what has not been answered when its patience is over; the client reads a 503 and no broken connection."""
    import asyncio

    sent: list[dict[str, Any]] = []

    async def endpoint(call: Call) -> Reply:
        await asyncio.sleep(60)
        raise AssertionError

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        raise AssertionError

    async def run() -> None:
        route = Route("/x", endpoint, "open")
        front = Front(lambda *_: None, lambda *_: route, lambda _: None, Places(1))  # type: ignore[arg-type, return-value]
        request = asyncio.ensure_future(front({"type": "http", "method": "GET", "path": "/x", "headers": []}, receive, send))
        await asyncio.sleep(0)
        request.cancel()
        await request

    asyncio.run(run())
    start, body = sent
    assert start["status"] == 503
    assert (b"retry-after", b"5") in start["headers"]
    assert json.loads(body["body"])["code"] == "busy"
