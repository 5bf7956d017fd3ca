"""The service over a made-up game, so that its tests hold whatever games there are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from api import examples
from api.app import create_app
from api.settings import Settings
from solver import game as registry

FAKE_GAMES = Path(__file__).with_name("fake_games")


@pytest.fixture(scope="module")
def app() -> Iterator[FastAPI]:
    """The service whose only game is `high-card`."""
    real = list(registry.folder.__path__)
    caches = (registry.ids, registry.game, examples.answers)
    registry.folder.__path__ = [str(FAKE_GAMES)]
    for known in caches:
        known.cache_clear()
    try:
        yield create_app(Settings(threads=2, waiting=2))
    finally:
        registry.folder.__path__ = real
        for known in caches:
            known.cache_clear()


@pytest.fixture(scope="module")
def client(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app, raise_server_exceptions=True) as client:
        yield client
