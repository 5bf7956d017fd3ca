"""The service over a made-up game, so that its tests hold whatever games there are."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
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
def only_high_card() -> Iterator[None]:
    """A registry whose only game is `high-card`."""
    real = list(registry.folder.__path__)
    caches = (registry.ids, registry.game, examples.answers)
    registry.folder.__path__ = [str(FAKE_GAMES)]
    for known in caches:
        known.cache_clear()
    try:
        yield
    finally:
        registry.folder.__path__ = real
        for known in caches:
            known.cache_clear()


@pytest.fixture(scope="module")
def app(only_high_card: None) -> FastAPI:
    """The service whose only game is `high-card`."""
    return create_app(Settings(threads=2, waiting=2))


@pytest.fixture
def serve(only_high_card: None) -> Iterator[Callable[..., TestClient]]:
    """Starts that service with settings of the test's own."""
    with contextlib.ExitStack() as until_the_end:
        yield lambda **settings: until_the_end.enter_context(TestClient(create_app(Settings(**({"warm_up": False} | settings)))))


@pytest.fixture(scope="module")
def client(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app, raise_server_exceptions=True) as client:
        yield client
