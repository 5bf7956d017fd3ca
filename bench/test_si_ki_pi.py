"""Si Ki Pi: every objective from the text to the typed answer."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import solver
from bench.hands import dealt
from bench.timing import each

GAME = "si-ki-pi"


@pytest.mark.parametrize("objective", ["expected", "house", "against"])
def test_si_ki_pi_arrange(benchmark: BenchmarkFixture, objective: str) -> None:
    each(benchmark, lambda hand: solver.arrange(GAME, hand=hand, objective=objective), dealt(GAME), rounds=3000)


def test_si_ki_pi_verify(benchmark: BenchmarkFixture) -> None:
    claims = []
    for hand in dealt(GAME):
        best = solver.arrange(GAME, hand=hand).arrangements[0]
        claims.append({"groups": [{"slot": group.slot, "cards": list(group.cards)} for group in best.groups]})
    assert all(solver.verify(GAME, **claim).valid for claim in claims)
    each(benchmark, lambda claim: solver.verify(GAME, **claim), claims, rounds=2000)


@pytest.mark.parametrize("objective", ["expected", "house"])
def test_si_ki_pi_cp_sat(benchmark: BenchmarkFixture, objective: str) -> None:
    each(benchmark, lambda hand: solver.arrange(GAME, hand=hand, objective=objective, engine="cp-sat"), dealt(GAME, 20), rounds=30)
