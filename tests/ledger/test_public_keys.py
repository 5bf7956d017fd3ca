"""GET /v1/keys is open to anyone, so that it must cost little."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from api.settings import Settings
from solver.ledger.store import Store


def test_the_database_is_asked_once_a_second(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many ask, and whether it answers or not."""
    asked: list[None] = []
    keys = Store.keys

    async def counted(self: Store) -> Any:
        asked.append(None)
        return await keys(self)

    monkeypatch.setattr(Store, "keys", counted)
    now = [0.0]
    monkeypatch.setattr("api.ledger.service.monotonic", lambda: now[0])
    with TestClient(create_app(Settings(warm_up=False, ledger_patience_ms=20_000, ledger=str(tmp_path / "ledger.db")))) as client:
        asked.clear()  # at the start its own is looked for
        for now[0] in (0.0, 0.5, 0.9, 1.0, 1.9, 2.0):
            assert len(client.get("/v1/keys").json()["keys"]) == 1
    assert len(asked) == 3
