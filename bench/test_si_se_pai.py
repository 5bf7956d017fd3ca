"""Si Se Pai: by kind of hand, from the text to the typed answer, and the value alone."""

from __future__ import annotations

from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import solver
from bench.hands import dealt, four_colours
from bench.timing import each, times_faster
from solver.engines import tables
from solver.games.si_se_pai.cards import COPIES, KINDS, parse
from solver.games.si_se_pai.groups import catalogue
from solver.games.si_se_pai.rules import PRESETS

GAME = "si-se-pai"
KINDS_OF_HANDS = ("random", "winning", "dealt-sets", "rich", "richest")
FREE = {"lock_dealt": False}


def arrange(hand: str, **fields: Any) -> Any:
    return solver.arrange(GAME, hand=hand, rules=FREE, **fields)


def supply(hand: str) -> tuple[int, ...]:
    counts = [0] * KINDS
    for kind in parse(hand):
        counts[kind] += 1
    return tuple(counts)


@pytest.mark.parametrize("kind", KINDS_OF_HANDS)
def test_si_se_pai_arrange(benchmark: BenchmarkFixture, kind: str) -> None:
    """The default rules, locks and all."""
    each(benchmark, lambda hand: solver.arrange(GAME, hand=hand), four_colours(kind), rounds=3000)


@pytest.mark.parametrize("kind", ["winning", "richest"])
def test_si_se_pai_arrange_top_20(benchmark: BenchmarkFixture, kind: str) -> None:
    each(benchmark, lambda hand: arrange(hand, top=20), four_colours(kind), rounds=400)


def test_si_se_pai_arrange_with_history(benchmark: BenchmarkFixture) -> None:
    """Twenty cards and one drawn: a model for each use of it."""
    requests = [{"hand": hand[3:], "drawn": {"card": hand[:2], "source": "draw"}} for hand in four_colours("random")]
    each(benchmark, lambda request: solver.arrange(GAME, **request), requests, rounds=1500)


@pytest.mark.parametrize("kind", ["random", "winning", "richest"])
def test_si_se_pai_value_of_counts(benchmark: BenchmarkFixture, kind: str) -> None:
    """The best value alone, from a count vector."""
    known = tables.compiled(catalogue(PRESETS["seed"], None).columns, KINDS, COPIES)
    each(
        benchmark, lambda counts: known.value(known.hand(counts)), [supply(hand) for hand in four_colours(kind)], rounds=500, iterations=40
    )


def test_si_se_pai_verify(benchmark: BenchmarkFixture) -> None:
    """A winning claim with nothing wrong."""
    claims: list[dict[str, Any]] = []
    for hand in four_colours("winning"):
        best = arrange(hand).arrangements[0]
        claims.append(
            {"hand": hand, "rules": FREE, "groups": [{"cards": list(group.cards)} for group in best.groups], "claimed_points": best.points}
        )
    assert all(solver.verify(GAME, **claim).valid for claim in claims)
    each(benchmark, lambda claim: solver.verify(GAME, **claim), claims, rounds=1500)


@pytest.mark.parametrize("size", [20, 21])
def test_si_se_pai_advise(benchmark: BenchmarkFixture, size: int) -> None:
    """What a hand waits for, and what to discard."""
    each(benchmark, lambda hand: solver.advise(GAME, hand=hand), dealt(GAME, 40, size), rounds=60)


@pytest.mark.parametrize("kind", ["random", "winning", "rich", "richest"])
def test_si_se_pai_cp_sat(benchmark: BenchmarkFixture, kind: str) -> None:
    each(benchmark, lambda hand: arrange(hand, engine="cp-sat"), four_colours(kind), rounds=30)


@pytest.mark.parametrize("kind", ["random", "winning"])
def test_si_se_pai_tables_are_15_times_faster_than_cp_sat(benchmark: BenchmarkFixture, kind: str) -> None:
    """Text to typed answer, both engines in turn in the same run."""
    hands = four_colours(kind)[:20]
    ratio = times_faster(arrange, lambda hand: arrange(hand, engine="cp-sat"), hands)
    benchmark.extra_info["times_faster"] = ratio
    each(benchmark, arrange, hands, rounds=200)
    assert ratio >= 15
