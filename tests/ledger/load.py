"""Callers that ask for verdicts without a pause, and remember every receipt they got."""

from __future__ import annotations

import contextlib
import http.client
import json
import sqlite3
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.contract.server import Server
from tests.ledger.records import GAME, RIGHT


@dataclass
class Heard:
    """What the callers heard: receipts in the order they came, the longest wait, and answers that were no verdict."""

    receipts: list[dict[str, Any]] = field(default_factory=list)
    longest_s: float = 0.0
    faults: list[str] = field(default_factory=list)

    def stored(self) -> set[str]:
        """The ids of the verdicts that are promised to be in the ledger."""
        return {receipt["id"] for receipt in self.receipts if receipt["stored"]}


def verify(server: Server, label: str = "one") -> dict[str, Any]:
    """One verdict's receipt."""
    with server.connected() as connection:
        return _ask(connection, label)


def _ask(connection: http.client.HTTPConnection, label: str) -> dict[str, Any]:
    body = json.dumps(RIGHT | {"label": label})
    connection.request("POST", f"/v1/games/{GAME}/verify", body, {"content-type": "application/json"})
    response = connection.getresponse()
    answer = json.loads(response.read())
    assert response.status == 200, answer
    receipt: dict[str, Any] = answer["receipt"]
    return receipt


def get(server: Server, path: str) -> tuple[int, Any]:
    with server.connected() as connection:
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, json.loads(response.read())


def check(server: Server, receipt: dict[str, Any]) -> tuple[int, str]:
    """Status, and what the service finds of a receipt, or the code of its problem."""
    with server.connected() as connection:
        connection.request("POST", "/v1/verdicts/check", json.dumps(receipt), {"content-type": "application/json"})
        response = connection.getresponse()
        answer = json.loads(response.read())
        return response.status, answer.get("result") or answer["code"]


@contextlib.contextmanager
def load(*servers: Server, callers: int = 6, may_end: bool = False) -> Iterator[Heard]:
    """So many callers, shared out over the servers, for as long as this lasts. may_end: the servers may be killed meanwhile."""
    heard, over, lock = Heard(), threading.Event(), threading.Lock()

    def call(number: int) -> None:
        with servers[number % len(servers)].connected() as connection:
            for turn in range(1_000_000):
                if over.is_set():
                    return
                begun = time.monotonic()
                try:
                    receipt = _ask(connection, f"{number}-{turn}")
                except (OSError, http.client.HTTPException, ValueError, AssertionError) as error:
                    if not may_end:
                        heard.faults.append(repr(error))
                    return
                with lock:
                    heard.receipts.append(receipt)
                    heard.longest_s = max(heard.longest_s, time.monotonic() - begun)

    threads = [threading.Thread(target=call, args=(number,)) for number in range(callers)]
    for thread in threads:
        thread.start()
    try:
        yield heard
    finally:
        over.set()
        for thread in threads:
            thread.join()
    assert heard.faults == []


def until(happens: Callable[[], bool], seconds: float = 30) -> None:
    """Wait for it."""
    deadline = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.05)


def replayed(ledger: str) -> int:
    """Judge all that a ledger holds again: how many there were. Each must be whole, genuine, and come out the same."""
    command = [sys.executable, "-c", "from solver.cli import main; main()", "ledger", "replay", "--ledger", ledger]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr
    judged, _, rest = done.stderr.partition(" claims judged again, ")
    assert rest.startswith("0 "), done.stderr
    return int(judged)


def ids(path: Path) -> set[str]:
    """The ids in an SQLite ledger, which must be in order in itself."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return {str(uuid.UUID(id)) for (id,) in connection.execute("SELECT id FROM verdicts")}
