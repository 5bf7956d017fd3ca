"""The page in a real browser, served by a real server."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.conftest import lacking

ROOT = Path(__file__).resolve().parents[2]
START_S = 90


@contextmanager
def running(folder: Path, **settings: str) -> Iterator[str]:
    """The address of a service with these settings, started as a user would start it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = (folder / "log").open("w+")
    command = [sys.executable, "-m", "uvicorn", "api.app:app", "--port", str(port), "--log-level", "warning"]
    server = subprocess.Popen(command, cwd=ROOT, env={**os.environ, "LIPAI_WARM_UP": "false", **settings}, stdout=log, stderr=log)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(START_S * 5):
            if server.poll() is not None:
                break
            try:
                urlopen(f"{address}/livez", timeout=1).close()
                break
            except (URLError, OSError):
                time.sleep(0.2)
        if server.poll() is not None:
            log.seek(0)
            pytest.fail(f"the service did not start:\n{log.read()[-2000:]}")
        yield address
    finally:
        server.terminate()
        server.wait(10)
        log.close()


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the service."""
    with running(tmp_path_factory.mktemp("service")) as address:
        yield address


@pytest.fixture(scope="session")
def open_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service that lets every origin in."""
    with running(tmp_path_factory.mktemp("open-service"), LIPAI_ORIGINS="*") as address:
        yield address


@pytest.fixture(scope="session")
def stored(service: str) -> Any:
    """What the service says at a path."""

    def get(path: str) -> Any:
        with urlopen(f"{service}{path}", timeout=90) as response:
            return json.load(response)

    return get


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core, which is no dependency; `tools/axe.sh` brings it."""
    path = Path(os.environ.get("LIPAI_AXE") or ROOT / ".venv" / "node_modules" / "axe-core" / "axe.min.js")
    if not path.is_file():
        lacking("NO AXE-CORE: bash tools/axe.sh, or set LIPAI_AXE to axe.min.js")
    return path.read_text(encoding="utf-8")
