"""Every game of the registry alike: dealt hands, and the worked hands of its own examples."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import solver
from bench.hands import dealt
from bench.timing import each

OPERATIONS = ("arrange", "verify", "settle", "advise")


@pytest.mark.parametrize("id", [game.id for game in solver.games()])
def test_arrange_dealt(benchmark: BenchmarkFixture, id: str) -> None:
    """Random full hands under the default rules, for the default objective."""
    each(benchmark, lambda hand: solver.arrange(id, hand=hand), dealt(id, 12), rounds=24)


def worked() -> Iterator[Any]:
    for game in solver.games():
        for operation in OPERATIONS:
            requests = [dict(example.request) for example in game.examples if example.operation == operation]
            if requests:
                yield pytest.param(game.id, operation, requests, id=f"{game.id}-{operation}")


@pytest.mark.parametrize(("id", "operation", "requests"), list(worked()))
def test_examples(benchmark: BenchmarkFixture, id: str, operation: str, requests: list[dict[str, Any]]) -> None:
    """The worked hands of one operation in turn; the median is of one."""
    each(benchmark, lambda request: solver.perform(id, operation, request), requests, rounds=60)
