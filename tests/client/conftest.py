"""A real service for the clients, and a scripted one that fails as told."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tests.contract.server import Server, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The service in a process of its own; what it computes for later is kept away from the user's own cache."""
    with running(XDG_CACHE_HOME=str(tmp_path_factory.mktemp("cache"))) as started:
        yield started


@pytest.fixture(scope="session")
def url(server: Server) -> str:
    return server.url("")


@pytest.fixture(scope="session")
def ledger_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service that keeps a ledger."""
    with running(LIPAI_LEDGER=str(tmp_path_factory.mktemp("ledger") / "ledger.db")) as started:
        yield started.url("")


Script = Callable[["Scripted", int, bytes], None]


class Scripted(BaseHTTPRequestHandler):
    """Answers each request as the script says, which is told its number and body."""

    protocol_version = "HTTP/1.1"
    script: Script
    seen: list[tuple[str, dict[str, str], bytes]]

    def answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        self.seen.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
        type(self).script(self, len(self.seen) - 1, body)

    do_GET = do_POST = answer  # noqa: N815

    def reply(self, status: int, body: bytes, media_type: str = "application/json", **headers: str) -> None:
        self.send_response(status)
        for name, value in {"content-type": media_type, "content-length": str(len(body)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def refuse(self, status: int, **headers: str) -> None:
        self.reply(status, b'{"title":"no","status":%d,"detail":"not now","code":"busy"}' % status, "application/problem+json", **headers)

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def scripted(script: Script) -> Iterator[tuple[str, list[tuple[str, dict[str, str], bytes]]]]:
    """A service that follows the script: its address, and what was asked of it."""
    handler = type("Handler", (Scripted,), {"script": staticmethod(script), "seen": []})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as service:
        threading.Thread(target=service.serve_forever, args=(0.01,), daemon=True).start()
        yield f"http://127.0.0.1:{service.server_port}", handler.seen  # type: ignore[attr-defined]
        service.shutdown()
