"""`lipai serve` as an operator and its callers meet it: where it listens, whom it lets in, how it stops."""

from __future__ import annotations

import contextlib
import http.client
import json
import logging
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from api import serving
from api.start import StartError
from solver.game import games
from tests.conftest import lacking, system_program
from tests.contract.cases import example
from tests.contract.server import ROOT, Server, free_port, running

LIPAI = str(Path(sys.executable).with_name("lipai"))
Keys = tuple[Path, Callable[..., str]]
GAME = next(game for game in games() if "arrange" in game.operations)
PATH = f"/v1/games/{GAME.id}/arrange"
BODY = json.dumps(example(GAME, "arrange")).encode()
JSON = {"content-type": "application/json"}


def ask(server: Server, path: str, body: bytes | None = None, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of one request."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()} | (JSON if body else {})
    with server.connected() as connection:
        connection.request("POST" if body else "GET", path, body=body, headers=sent)
        response = connection.getresponse()
        return response.status, {name.lower(): value for name, value in response.getheaders()}, response.read()


def end_of(command: list[str], **environment: str) -> tuple[int, str]:
    """How a command that should not serve ends, and what it says."""
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"LIPAI_WARM_UP": "false"} | environment, capture_output=True, text=True, timeout=60
    )
    return done.returncode, done.stderr


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def other_address() -> str:
    """An address of this machine that others can reach."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing
        except OSError:
            lacking("NO NETWORK: this machine has no address but its own")
        address: str = probe.getsockname()[0]
    return address


class Other(BaseHTTPRequestHandler):
    """Another service, which answers all it is asked."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.parametrize("arguments", [(), ("--json",), ("--workers", "2"), ("--workers", "2", "--json")])
def test_a_port_that_is_taken_is_refused_at_once(arguments: tuple[str, ...]) -> None:
    """Not warmed up for, and nobody else's answers are taken for our own."""
    with HTTPServer(("127.0.0.1", 0), Other) as other:
        threading.Thread(target=other.serve_forever, args=(0.01,), daemon=True).start()
        command = [LIPAI, "serve", "--port", str(other.server_port), *arguments]
        done = subprocess.run(command, cwd=ROOT, env=os.environ | {"LIPAI_WARM_UP": "true"}, capture_output=True, text=True, timeout=60)
        other.shutdown()
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(rf"not started: port {other.server_port} of 127\.0\.0\.1 is taken.*\n", done.stderr), done.stderr


def test_a_name_with_two_addresses_of_which_one_is_taken_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a service would answer some of those who ask by that name; the address that was free is let go of."""
    port = free_port()
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in ("127.0.0.1", "127.0.0.2")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    with socket.create_server(("127.0.0.2", port)), pytest.raises(StartError, match=f"port {port} of two.example is taken"):
        serving.bound("two.example", port)
    for one in serving.bound("two.example", port):
        one.close()


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_it_says_where_it_is_once_it_serves(workers: str, host: str) -> None:
    port = free_port()
    command = [LIPAI, "serve", "--host", host, "--port", str(port), "--workers", workers, "--json"]
    environment = os.environ | {"LIPAI_WARM_UP": "false", "LIPAI_LOG_FORMAT": "json"}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert json.loads(process.stdout.readline()) == {"ready": True, "url": f"http://{host}:{port}"}
        process.terminate()
        out, said = process.communicate(timeout=60)
    assert out == ""
    assert all(line.startswith("{") for line in said.splitlines()), said


@pytest.mark.parametrize("workers", ["1", "2"])
def test_two_that_start_at_one_port_at_once_do_not_speak_for_each_other(workers: str) -> None:
    """Both hold it until one listens; only that one is ready, and the other says why it is not."""
    port = free_port()
    with contextlib.ExitStack() as both:
        processes = [
            both.enter_context(
                subprocess.Popen(
                    [LIPAI, "serve", "--port", str(port), "--json", "--workers", workers],
                    cwd=ROOT, env=os.environ | {"LIPAI_WARM_UP": "false"}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                )
            )
            for _ in range(2)
        ]  # fmt: skip
        for process in processes:
            both.callback(process.kill)
        until(lambda: any(process.poll() is not None for process in processes))
        lost = next(process for process in processes if process.poll() is not None)
        (won,) = set(processes) - {lost}
        assert won.stdout
        assert "ready" in won.stdout.readline()
        won.terminate()
        out, said = lost.communicate(timeout=30)
    assert lost.returncode in (2, 3)
    assert out == ""
    assert "not started" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("host", [" ", "no such host", "256.1.1.1"])
def test_a_host_that_can_not_be_is_refused_in_one_line(host: str) -> None:
    code, said = end_of([LIPAI, "serve", "--host", host, "--port", str(free_port()), "--open"])
    assert code == 2
    assert re.fullmatch(r"not started: .*\n", said), said


def test_all_lines_are_json_where_set_and_a_process_that_dies_is_told(tmp_path: Path) -> None:
    with running(lipai=True, arguments=("--workers", "2"), LIPAI_LOG_FORMAT="json") as server:
        pids = [int(pid) for pid in spawned(server)]
        os.kill(pids[0], signal.SIGKILL)
        until(lambda: any("takes its place" in line["event"] for line in server.log()))
        (told,) = (line for line in server.log() if "takes its place" in line["event"])
        assert str(pids[0]) in told["event"]
        assert "SIGKILL" in told["event"]
        assert (told["level"], told["logger"]) == ("warning", "lipai.api")
        with server.connected() as connection:
            connection.request("GET", "/v1/games", headers={"connection": "upgrade", "upgrade": "websocket"})
            assert connection.getresponse().status == 200
        assert len(server.log()) == len(server.said().splitlines()), server.said()
        assert "pip" not in server.said()


def spawned(server: Server) -> list[str]:
    """The processes that answer."""
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    return [pid for pid in children if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text()]


def test_what_is_compiled_ahead_is_told_as_other_lines_are(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(serving, "before_many", lambda: {"hands": 98, "seconds": 1.25})
    with caplog.at_level(logging.INFO, "lipai.api"):
        serving.made_ready()
    assert "98 worked hands in 1.2 s" in caplog.text


def test_a_restart_waits_for_a_process_as_long_as_it_warms_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Longer than for the sign of life of one that serves; a signal to stop ends the wait."""
    asked = iter((False,) * 3 + (True,))
    process = SimpleNamespace(process=SimpleNamespace(is_alive=lambda: True), is_ready=lambda timeout: next(asked))
    several = object.__new__(serving.Several)
    several.should_exit, several.signal_queue = threading.Event(), []
    assert serving.WARM_UP_S >= 300
    assert several._comes(process)  # type: ignore[arg-type]
    several.signal_queue.append(signal.SIGTERM)
    assert not several._comes(process)  # type: ignore[arg-type]


def test_a_restart_replaces_all(keys: Keys) -> None:
    with running(lipai=True, arguments=("--workers", "2")) as server:
        until(lambda: len(spawned(server)) == 2)
        before = set(spawned(server))
        time.sleep(1)
        server.process.send_signal(signal.SIGHUP)
        until(lambda: len(spawned(server)) == 2 and before.isdisjoint(spawned(server)))
        assert ask(server, PATH, BODY)[0] == 200


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_it_does_not_listen_beyond_this_machine_without_keys(host: str) -> None:
    port = free_port()
    code, said = end_of([LIPAI, "serve", "--host", host, "--port", str(port)])
    assert code == 2
    assert all(word in said for word in (host, "lipai keys new", "LIPAI_KEYS_FILE", "--open"))
    assert "Traceback" not in said
    assert not listens(port)


@pytest.mark.parametrize("arguments", [("--host", "0.0.0.0"), ("--host=::",)])
def test_nor_does_it_under_plain_uvicorn(arguments: tuple[str, ...]) -> None:
    port = free_port()
    code, said = end_of([sys.executable, "-m", "uvicorn", "api.app:app", "--port", str(port), *arguments])
    assert code != 0
    assert "can be reached from other machines" in said
    assert not listens(port)


def test_a_server_that_tells_no_address_refuses_by_request() -> None:
    """Under a program that binds as it likes, each request is looked at."""
    port = free_port()
    code = f"import uvicorn; uvicorn.run('api.app:app', host='0.0.0.0', port={port}, log_level='warning')"
    process = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=os.environ | {"LIPAI_WARM_UP": "false"})
    try:
        until(lambda: listens(port))
        for path, status in (("/livez", 200), ("/v1/games", 403), ("/readyz", 403)):
            found, body = from_outside(port, path)
            assert found == status
            assert status == 200 or json.loads(body)["code"] == "not-open"
    finally:
        process.terminate()
        process.wait(30)


def from_outside(port: int, path: str) -> tuple[int, bytes]:
    """What an address that others can reach answers."""
    with contextlib.closing(http.client.HTTPConnection(other_address(), port, timeout=30)) as connection:
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, response.read()


def until(holds: Callable[[], Any], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not come to that"
        time.sleep(0.05)


def test_it_serves_everyone_when_told_so(keys: Keys) -> None:
    file, _ = keys
    for arguments, environment in ((("--open",), {}), ((), {"LIPAI_OPEN": "true"}), ((), {"LIPAI_KEYS_FILE": str(file)})):
        with running(lipai=True, arguments=("--host", "0.0.0.0", *arguments), **environment) as server:
            assert from_outside(server.port, "/v1/games")[0] == 200
            if "LIPAI_KEYS_FILE" in environment:
                assert ask(server, PATH, BODY)[0] == 401


@pytest.mark.parametrize(
    ("environment", "says"),
    [
        ({"LIPAI_KEYS_FILE": "none.json"}, "LIPAI_KEYS_FILE: none.json: No such file"),
        ({"LIPAI_KEYS": "{"}, "LIPAI_KEYS: the whole"),
        ({"LIPAI_RATE": "fast"}, "LIPAI_RATE"),
        ({"LIPAI_ORIGINS": "cards.example"}, "LIPAI_ORIGINS: 'cards.example' is no origin"),
        ({"LIPAI_TRUSTED_PROXIES": "10.0.0.1/8"}, "LIPAI_TRUSTED_PROXIES: 10.0.0.1/8 has host bits"),
        ({"LIPAI_PORT": "http"}, "port"),
    ],
)
def test_a_setting_that_can_not_be_is_refused_in_words(environment: dict[str, str], says: str) -> None:
    code, said = (
        end_of([LIPAI, "serve", "--port", str(free_port())], **environment)
        if "LIPAI_PORT" not in environment
        else end_of([LIPAI, "serve"], **environment)
    )
    assert code == 2
    assert says.lower() in said.lower()
    assert "Traceback" not in said


def test_a_variable_that_nothing_reads_is_told() -> None:
    told = serving.unread({"LIPAI_RATTE": "5", "LIPAI_RATE": "5/second", "LIPAI_XQZW": "1", "LIPAI_URL": "http://h", "RATTE": "1"})
    assert told == ["LIPAI_RATTE is set, and nothing reads it; is LIPAI_RATE meant?", "LIPAI_XQZW is set, and nothing reads it"]
    with running(lipai=True, LIPAI_RATTE="5", LIPAI_KEYS_FILE="", LIPAI_LOG_FORMAT="json") as server:
        assert [line["level"] for line in server.log() if "LIPAI_RATTE" in line["event"]] == ["warning"]


def test_keys_change_while_it_serves(keys: Keys) -> None:
    """Made and revoked by the command, in force within a second or two, without a restart."""
    file, _ = keys
    with running(lipai=True, LIPAI_KEYS_FILE=str(file)) as server:
        assert ask(server, PATH, BODY)[0] == 401
        made = subprocess.run([LIPAI, "keys", "new", "--file", str(file), "--scope", "arrange"], capture_output=True, text=True, check=True)
        key = made.stdout.strip()
        assert re.fullmatch(r"lipai_[a-z2-7]{8}_[a-z2-7]{32}", key)
        until(lambda: ask(server, PATH, BODY, authorization=f"Bearer {key}")[0] == 200, 5)
        subprocess.run([LIPAI, "keys", "revoke", key.split("_")[1], "--file", str(file)], capture_output=True, check=True)
        until(lambda: ask(server, PATH, BODY, authorization=f"Bearer {key}")[0] == 401, 5)
        assert json.loads(ask(server, PATH, BODY, authorization=f"Bearer {key}")[2])["code"] == "key-revoked"
        file.write_text("{")
        time.sleep(1.2)
        assert json.loads(ask(server, PATH, BODY, authorization=f"Bearer {key}")[2])["code"] == "key-revoked"
        assert any("stay as they were" in line["event"] for line in server.log())
        assert key not in server.said()


def test_too_many_requests_are_told_when_to_come_back() -> None:
    with running(lipai=True, LIPAI_RATE="5/second") as server:
        seen = [ask(server, PATH, BODY) for _ in range(30)]
        refused = [(headers, body) for status, headers, body in seen if status == 429]
        assert refused
        assert {status for status, _, _ in seen} == {200, 429}
        assert [status for status, _, _ in seen[:5]] == [200] * 5, "what is allowed is served"
        headers, body = refused[0]
        assert headers["ratelimit-policy"] == '"second";q=5;w=1'
        assert headers["ratelimit"].startswith('"second";r=0;t=')
        assert json.loads(body)["code"] == "too-many-requests"
        time.sleep(int(headers["retry-after"]) + 0.2)
        assert ask(server, PATH, BODY)[0] == 200
        assert "server" not in headers


def test_a_forwarded_address_counts_only_behind_a_trusted_proxy() -> None:
    with running(lipai=True, LIPAI_RATE="1/hour") as server:
        assert [ask(server, "/v1/games", x_forwarded_for=f"198.51.100.{index}")[0] for index in range(3)] == [200, 429, 429]
    with running(lipai=True, LIPAI_RATE="1/hour", LIPAI_TRUSTED_PROXIES="127.0.0.0/8") as server:
        assert [ask(server, "/v1/games", x_forwarded_for=f"198.51.100.{index // 2}")[0] for index in range(4)] == [200, 429, 200, 429]
        assert ask(server, "/v1/games", x_forwarded_for="9.9.9.9, 198.51.100.1")[0] == 429


@pytest.fixture(scope="module")
def redis() -> Iterator[str]:
    """A Redis server of the test's own."""
    port = free_port()
    process = subprocess.Popen(
        [system_program("redis-server"), "--port", str(port), "--save", "", "--bind", "127.0.0.1"], stdout=subprocess.DEVNULL
    )
    until(lambda: listens(port))
    yield f"redis://127.0.0.1:{port}/0"
    process.terminate()
    process.wait(10)


def test_processes_count_together_in_a_shared_store(redis: str) -> None:
    with (
        running(lipai=True, LIPAI_RATE="5/hour", LIPAI_RATE_STORE=redis) as one,
        running(LIPAI_RATE="5/hour", LIPAI_RATE_STORE=redis) as two,
    ):
        seen = [ask((one, two)[index % 2], "/v1/games") for index in range(8)]
    assert [status for status, _, _ in seen] == [200] * 5 + [429] * 3
    assert seen[0][1]["ratelimit"].startswith('"hour";r=4;t=')
    assert 0 < int(seen[7][1]["retry-after"]) <= 3600


SLOW = {"engine": "cp-sat", "deadline_ms": 10_000}


def test_told_to_stop_while_50_requests_run_it_answers_all() -> None:
    """The general engine takes its time; two threads work, the others wait, and the signal comes in the middle."""
    slowest = next(game for game in games() if game.slots and "cp-sat" in game.engines and game.full == 13)
    body = json.dumps(example(slowest, "arrange") | SLOW).encode()
    done: list[int] = []
    with running(lipai=True, LIPAI_QUEUE_S="100", LIPAI_GRACE_S="100", LIPAI_WARM_UP="true") as server:

        def one() -> None:
            status, _, answer = ask(server, f"/v1/games/{slowest.id}/arrange", body)
            assert json.loads(answer)["arrangements"]
            done.append(status)

        threads = [threading.Thread(target=one) for _ in range(50)]
        for thread in threads:
            thread.start()
        until(lambda: metric(server, "lipai_in_flight") >= 49 - len(done) and metric(server, "lipai_pool_taken") > 20, 20)
        at_signal = len(done)
        server.process.send_signal(signal.SIGTERM)
        for thread in threads:
            thread.join(100)
        server.process.wait(30)
    assert at_signal < 40, "it was not in the middle"
    assert done == [200] * 50


def metric(server: Server, name: str) -> float:
    """The sum of a metric's values."""
    text = ask(server, "/metrics")[2].decode()
    return sum(float(line.rpartition(" ")[2]) for line in text.splitlines() if re.match(rf"{name}[ {{]", line))


def test_a_client_that_leaves_a_batch_frees_its_place() -> None:
    """Again and again, for only one may be under way; what it asked is worked off no further."""
    line = BODY + b"\n"
    with running(lipai=True, LIPAI_BATCHES="1") as server:
        for _ in range(3):
            with socket.create_connection(("127.0.0.1", server.port)) as raw:
                body = line * 100_000
                head = f"POST {PATH}/batch HTTP/1.1\r\nhost: x\r\ncontent-type: application/jsonl\r\ncontent-length: {len(body)}\r\n\r\n"
                raw.sendall(head.encode() + body)
                assert raw.recv(100).startswith(b"HTTP/1.1 200")
            until(lambda: metric(server, "lipai_in_flight") == 0)
        assert metric(server, "lipai_batch_lines_total") < 300_000
        assert metric(server, "lipai_pool_taken") == 0


def test_workers_are_counted_together_and_the_dead_are_forgotten() -> None:
    with running(lipai=True, arguments=("--workers", "2")) as server:
        for _ in range(40):
            assert ask(server, PATH, BODY)[0] == 200
        counted = f'lipai_requests_total{{game="{GAME.id}",operation="arrange",status="200"}}'
        # Each process writes down what it noted every few seconds; the one that is read does so at once.
        until(lambda: f"{counted} 40.0" in ask(server, "/metrics")[2].decode(), 20)
        assert metric(server, "lipai_build_info") == 1
        os.kill(int(spawned(server)[0]), signal.SIGKILL)
        until(lambda: f"{counted} 40.0" in ask_anyway(server, "/metrics"), 20)
        until(lambda: metric(server, "lipai_in_flight") == 0, 20)


def ask_anyway(server: Server, path: str) -> str:
    try:
        return ask(server, path)[2].decode()
    except (OSError, http.client.HTTPException):
        return ""


def test_what_can_not_be_read_is_counted() -> None:
    with running(lipai=True) as server:
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as raw:
            raw.sendall(b"get / HTTP/1.1\r\nhost: x\r\n\r\n")
            assert raw.recv(100).startswith(b"HTTP/1.1 400")
        assert 'lipai_rejected_total{reason="not-http"} 1.0' in ask(server, "/metrics")[2].decode()


def test_metrics_by_setting(keys: Keys) -> None:
    file, make = keys
    reader, other = make("metrics"), make("arrange")
    for setting, statuses in (("keys", [401, 403, 200]), ("open", [200, 200, 200]), ("off", [404, 404, 404])):
        with running(lipai=True, LIPAI_KEYS_FILE=str(file), LIPAI_METRICS=setting) as server:
            found = [ask(server, "/metrics", **headers)[0] for headers in ({}, {"x_api_key": other}, {"x_api_key": reader})]
            assert found == statuses, setting


def test_log_lines_say_what_happened_and_no_secret(keys: Keys) -> None:
    file, make = keys
    key = make("arrange")
    with running(lipai=True, LIPAI_KEYS_FILE=str(file), LIPAI_ACCESS_LOG="1", LIPAI_LOG_FORMAT="json") as server:
        assert (
            ask(server, PATH, BODY, authorization=f"Bearer {key}", x_request_id="from-me", cookie="session=hidden")[1]["x-request-id"]
            == "from-me"
        )
        assert ask(server, "/v1/games/%0a%1b[31mnope", x_request_id="bad\tid")[0] == 404
        until(lambda: len(server.log()) >= 3)
        lines = {line["request"]: line for line in server.log() if line["event"] == "request"}
        said = server.said()
    told = lines["from-me"]
    assert {name: told[name] for name in ("method", "path", "status", "game", "operation", "key")} == {
        "method": "POST", "path": PATH, "status": 200, "game": GAME.id, "operation": "arrange", "key": key.split("_")[1],
    }  # fmt: skip
    assert told["engine"] in GAME.engines
    assert 0 < told["solve_ms"] <= told["ms"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+Z", told["timestamp"])
    assert any(line["code"] == "unknown-game" for line in lines.values() if "code" in line)
    assert "hidden" not in said
    assert key.rpartition("_")[2] not in said
    assert "\x1b" not in said


@pytest.mark.timeout(300)
def test_a_damaged_file_is_named_and_nothing_starts(tmp_path: Path) -> None:
    """Data, and machine code compiled before: cut off in the middle, as by a full disk."""
    for folder in ("solver", "api"):  # what is compiled already comes along
        shutil.copytree(ROOT / folder, tmp_path / folder)
    compile_in(tmp_path)
    data = sorted((tmp_path / "solver" / "data").iterdir())[:1]
    # Caches of earlier versions of the file may lie beside the one that is read.
    compiled = sorted((tmp_path / "solver").rglob("split_kernels.best_of_all-*.nbi"))
    assert data
    assert compiled, "nothing was compiled that could be damaged"
    for files in (data, compiled):
        whole = [file.read_bytes() for file in files]
        for file, content in zip(files, whole, strict=True):
            file.write_bytes(content[: len(content) // 2])
        code, said = start_in(tmp_path)
        assert code != 0
        assert "not started" in said
        assert any(file.name in said for file in files)
        for file, content in zip(files, whole, strict=True):
            file.write_bytes(content)


def compile_in(tree: Path) -> None:
    """Have a copy of the program compile the kernel that is damaged here, where it did not come along compiled."""
    code = (
        "import numpy as np; from solver.engines.enumerate import Split, best\n"
        "sizes = (4, 4, 6); ranks = tuple(np.zeros(n, np.int16) for n in sizes)\n"
        "print(best(Split(4, (1, 1, 2), ranks, (False, False)), [np.zeros(n, np.int64) for n in sizes]).count)"
    )
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    done = subprocess.run([sys.executable, "-c", code], cwd=tree, env=environment, capture_output=True, text=True, timeout=240)
    assert (done.returncode, done.stdout) == (0, "12\n"), done.stderr


def start_in(tree: Path) -> tuple[int, str]:
    """How a start ends in a copy of the program."""
    command = [sys.executable, "-m", "uvicorn", "api.app:app", "--port", str(free_port())]
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"} | {"LIPAI_LOG_FORMAT": "json"}
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stderr
