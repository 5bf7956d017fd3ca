"""What the ledger's tests share: both kinds of database, and requests with their verdicts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from tests.conftest import lacking
from tests.ledger.postgres import Postgres, postgres, programs


@pytest.fixture(scope="session")
def server() -> Iterator[Postgres]:
    """A PostgreSQL server, one for all tests of a process."""
    if programs() is None:
        lacking("MISSING PROGRAM: postgres; `bash tools/system_packages.sh postgresql` installs it")
    with postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind, as LIPAI_LEDGER names it."""
    if request.param == "sqlite":
        return str(tmp_path / "ledger.db")
    server: Postgres = request.getfixturevalue("server")
    return server.database(f"t{uuid4().hex}")
