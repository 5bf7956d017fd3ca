"""Several workers in one service: one that dies takes nothing else with it, and all of them end what they have begun."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.hands import dealt
from tests.contract.server import Server, free_port, wait
from tests.contract.workers import Workers, serving

GAMES = ("si-se-pai", "si-ki-pi")


@pytest.fixture
def server() -> Iterator[Workers]:
    with serving(2) as started:
        yield started


class Client(threading.Thread):
    """Asks on one connection without a pause, as long as it may; a broken connection is made anew."""

    def __init__(self, server: Workers, number: int, over: threading.Event) -> None:
        super().__init__()
        self.port, self.game, self.over = server.port, GAMES[number % 2], over
        self.bodies = [json.dumps({"hand": hand}) for hand in dealt(self.game)[:50]]
        self.answered = self.broken = 0
        self.wrong: list[object] = []

    def run(self) -> None:
        while not self.over.is_set():
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
            try:
                while not self.over.is_set():
                    body = self.bodies[self.answered % len(self.bodies)]
                    connection.request("POST", f"/v1/games/{self.game}/arrange", body, {"content-type": "application/json"})
                    response = connection.getresponse()
                    answer = json.loads(response.read())
                    if response.status != 200 or answer["game"] != self.game:
                        self.wrong.append(answer)
                    self.answered += 1
            except (OSError, http.client.HTTPException):
                self.broken += 1
            finally:
                connection.close()


def eventually(holds: object, seconds: float = 60) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if holds():  # type: ignore[operator]
            return True
        time.sleep(0.05)
    return False


def test_a_worker_killed_under_load(server: Workers) -> None:
    """The other one goes on, a new one comes, and of each connection at most the request that was under way is lost."""
    over = threading.Event()
    clients = [Client(server, number, over) for number in range(8)]
    for client in clients:
        client.start()
    assert eventually(lambda: all(client.answered > 20 for client in clients))
    before = set(server.workers())
    assert len(before) == 2
    killed = min(before)
    os.kill(killed, signal.SIGKILL)
    assert eventually(lambda: len(set(server.workers()) - {killed}) == 2), "it is not replaced"
    marks = [client.answered for client in clients]
    assert eventually(lambda: all(client.answered > mark + 20 for client, mark in zip(clients, marks, strict=True)))
    over.set()
    for client in clients:
        client.join()
    assert set(server.workers()) & before == before - {killed}
    assert [client.wrong for client in clients if client.wrong] == []
    assert max(client.broken for client in clients) <= 1


def begin(server: Workers, number: int) -> tuple[socket.socket, bytes]:
    """A request of which the last bytes are not sent yet."""
    game = GAMES[number % 2]
    body = json.dumps({"hand": dealt(game)[number % 50], "label": str(number)}).encode()
    raw = socket.create_connection(("127.0.0.1", server.port), timeout=60)
    head = f"POST /v1/games/{game}/arrange HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
    raw.sendall(head.encode() + body[:-10])
    return raw, body[-10:]


def test_all_that_runs_ends_well(server: Workers) -> None:
    """SIGTERM while 50 requests are under way on two workers: every one is answered, then the service is gone."""
    pids = set(server.workers())
    begun = [begin(server, number) for number in range(50)]
    time.sleep(0.5)
    server.process.send_signal(signal.SIGTERM)
    time.sleep(1)
    assert server.process.poll() is None
    labels = set()
    for raw, rest in begun:
        raw.sendall(rest)
    for raw, _ in begun:
        with raw, raw.makefile("rb") as reader:
            assert reader.readline() == b"HTTP/1.1 200 OK\r\n"
            headers = dict(line.decode().rstrip().lower().split(": ", 1) for line in iter(reader.readline, b"\r\n"))
            labels.add(json.loads(reader.read(int(headers["content-length"])))["label"])
    assert labels == {str(number) for number in range(50)}
    assert server.process.wait(30) == 0
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)


def test_workers_end_with_their_parent(tmp_path: Path) -> None:
    """However it ends: what has begun is answered, then nobody holds the port, and the service can be started again."""
    port, said = free_port(), tmp_path / "said"
    command = [str(Path(sys.executable).with_name("lipai")), "serve", "--port", str(port), "--workers", "2"]
    with said.open("wb") as sink:
        parent = subprocess.Popen(command, env=os.environ | {"LIPAI_WARM_UP": "false"}, stdout=sink, stderr=sink)
    server = Workers(port, parent, said)
    pids: set[int] = set()
    try:
        assert eventually(lambda: len(server.workers()) == 2)
        wait(server, "/livez")
        pids = set(server.workers())
        raw, rest = begin(server, 0)
        time.sleep(0.5)
        parent.kill()
        parent.wait()
        time.sleep(0.5)
        raw.sendall(rest)
        with raw, raw.makefile("rb") as reader:
            assert reader.readline() == b"HTTP/1.1 200 OK\r\n"
        assert eventually(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids), 30)
        with socket.socket() as again:
            again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            again.bind(("127.0.0.1", port))
            again.listen()
        assert "Traceback" not in server.said()
    finally:
        parent.kill()
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_a_server_goes_on_when_the_thread_that_started_it_ends(method: str, tmp_path: Path) -> None:
    """Of another program, which starts it by multiprocessing: only the end of that program is its end."""
    port, program, pid_file = free_port(), tmp_path / "program.py", tmp_path / "pid"
    program.write_text(f"""
import multiprocessing, pathlib, threading, time, uvicorn

def start():
    server = multiprocessing.get_context({method!r}).Process(target=uvicorn.run, args=("api.app:app",), kwargs=dict(port={port}))
    server.start()
    pathlib.Path({str(pid_file)!r}).write_text(str(server.pid))

if __name__ == "__main__":
    thread = threading.Thread(target=start)
    thread.start()
    thread.join()
    time.sleep(300)
""")
    said = tmp_path / "said"
    with said.open("wb") as sink:
        environment = os.environ | {"LIPAI_WARM_UP": "false", "PYTHONPATH": os.getcwd()}
        parent = subprocess.Popen([sys.executable, str(program)], env=environment, stdout=sink, stderr=sink)
    server = Server(port, parent, said)
    try:
        wait(server, "/livez")
        time.sleep(2.5)
        wait(server, "/livez", 1)
        parent.kill()
        parent.wait()
        pid = int(pid_file.read_text())
        assert eventually(lambda: not Path(f"/proc/{pid}").exists(), 30)
    finally:
        parent.kill()
        with contextlib.suppress(ProcessLookupError, FileNotFoundError):
            os.kill(int(pid_file.read_text()), signal.SIGKILL)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_many_workers_compile_once(tmp_path: Path) -> None:
    """Nothing compiled yet: one process does it, and the workers find it done."""
    with serving(4, LIPAI_WARM_UP="true", NUMBA_CACHE_DIR=str(tmp_path)):
        mark = next(tmp_path.glob("*.warm")).stat().st_mtime
        kernels = list(tmp_path.rglob("*.nbc"))
        assert len(kernels) > 10
        assert [path.name for path in kernels if path.stat().st_mtime > mark] == []
