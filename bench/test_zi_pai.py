"""Zi Pai: by kind of hand, from the text to the typed answer, the engine alone, and advice."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import solver
from bench.hands import SEED, dealt
from bench.timing import each
from solver.engines import search
from solver.games.zi_pai.cards import COPIES, KINDS, parse
from solver.games.zi_pai.groups import LIMITS, catalogue
from solver.games.zi_pai.rules import PRESETS
from tests.brute.zi_pai_hands import constructed_hand

GAME = "zi-pai"
FREE = {"preset": "hunan", "lock_dealt": False}


@cache
def hands(kind: str) -> list[str]:
    """random; winning (seven groups); rich (seven groups of few kinds)."""
    if kind == "random":
        return dealt(GAME)
    random = Random(f"{SEED} {kind}")
    return [" ".join(constructed_hand(random, False, kind == "rich").hand) for _ in range(100)]


@pytest.mark.parametrize("kind", ["random", "winning", "rich"])
def test_zi_pai_arrange(benchmark: BenchmarkFixture, kind: str) -> None:
    """Locks off, so that nothing makes the hands smaller."""
    each(benchmark, lambda hand: solver.arrange(GAME, hand=hand, rules=FREE), hands(kind), rounds=2000)


def test_zi_pai_arrange_with_history(benchmark: BenchmarkFixture) -> None:
    """Twenty cards and one drawn: a model for each use of it."""
    requests = [{"hand": hand[3:], "drawn": {"card": hand[:2], "source": "draw"}} for hand in hands("random")]
    each(benchmark, lambda request: solver.arrange(GAME, **request), requests, rounds=1000)


def test_zi_pai_arrange_top_20(benchmark: BenchmarkFixture) -> None:
    each(benchmark, lambda hand: solver.arrange(GAME, hand=hand, rules=FREE, top=20), hands("rich"), rounds=200)


@pytest.mark.parametrize("kind", ["random", "rich"])
def test_zi_pai_search(benchmark: BenchmarkFixture, kind: str) -> None:
    """The engine alone, from a hand as one word."""
    engine = search.compiled(catalogue(PRESETS.default).columns, KINDS, COPIES, LIMITS)
    words = [sum(1 << 3 * held for held in parse(hand)) for hand in hands(kind)]
    each(benchmark, lambda word: engine.best(word, (1, 0)), words, rounds=1000, iterations=4)


def test_zi_pai_verify(benchmark: BenchmarkFixture) -> None:
    """A winning claim with nothing wrong."""
    claims: list[dict[str, Any]] = []
    for hand in hands("winning"):
        best = solver.arrange(GAME, hand=hand, rules={"minimum_points": 0})
        if best.wins:
            groups = [{"cards": list(group.cards)} for group in best.arrangements[0].groups]
            claims.append({"hand": hand, "rules": {"minimum_points": 0}, "groups": groups})
    assert all(solver.verify(GAME, **claim).valid for claim in claims)
    each(benchmark, lambda claim: solver.verify(GAME, **claim), claims, rounds=1000)


@pytest.mark.parametrize("size", [20, 21])
def test_zi_pai_advise(benchmark: BenchmarkFixture, size: int) -> None:
    """What a hand waits for, and what to discard."""
    each(benchmark, lambda hand: solver.advise(GAME, hand=hand), dealt(GAME, 40, size), rounds=80)


def test_zi_pai_cp_sat(benchmark: BenchmarkFixture) -> None:
    each(benchmark, lambda hand: solver.arrange(GAME, hand=hand, engine="cp-sat", deadline_ms=10_000), hands("random"), rounds=20)
