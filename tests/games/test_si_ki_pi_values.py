"""What policies are worth, as a request waits for it: the fast valuation against the general one, and how fast it is."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import solver
from solver import equilibrium
from solver.games.si_ki_pi import contest, tables
from solver.games.si_ki_pi.rules import PRESETS

RULES: tuple[dict[str, Any], ...] = (
    {},
    {"bonuses": {"front-8-9": 1, "baobao": 7, "skp": 1000}},
    {"banker_wins_ties": True, "tie_break": "points-only"},
    {"two_pairs_outright": True, "quads_outright": False, "pair_ace": "low", "tie_break": "ace-low"},
)


def policies(rules: dict[str, Any]) -> list[equilibrium.Vector]:
    asked = PRESETS.resolve(rules)
    return [np.array(tables.shipped().probability), contest.house(asked), contest.uniform(asked)]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_the_fast_valuation_is_the_general_one(rules: dict[str, Any]) -> None:
    asked = PRESETS.resolve(rules)
    for policy in policies(rules):
        fast, general = contest.valuation(asked, policy), equilibrium.valuation(contest.contest(asked), policy)
        for name in ("gain", "win", "tie", "lose"):
            assert getattr(fast, name) == pytest.approx(getattr(general, name), abs=1e-10)


def test_a_new_rule_set_is_valued_well_below_the_time_of_the_general_way() -> None:
    """A request waits for it: processor time, the best of three each, all that both need made beforehand."""

    def seconds(work: Callable[[], object]) -> float:
        begun = time.process_time()
        work()
        return time.process_time() - begun

    tables.standard(PRESETS.resolve({"bonuses": {"skp": 11}}))
    fresh = [PRESETS.resolve({"bonuses": {"skp": factor}}) for factor in (12, 13, 14)]
    policy = np.array(tables.shipped().probability)
    general = min(seconds(lambda asked=asked: equilibrium.valuation(contest.contest(asked), policy)) for asked in fresh)  # type: ignore[misc]
    assert min(seconds(lambda asked=asked: tables.standard(asked)) for asked in fresh) < general / 1.5  # type: ignore[misc]


@pytest.mark.parametrize("against", ["house", "uniform"])
def test_exploitability_is_what_a_counter_makes_beyond_the_policy_itself(against: str) -> None:
    """Where the banker wins ties too, where any strategy of the other player loses: by two valuations apart from the table."""
    rules = PRESETS.resolve({"banker_wins_ties": True})
    game, policy = contest.contest(rules), contest.house(rules) if against == "house" else contest.uniform(rules)
    counter, made = equilibrium.best_response(game, policy)
    itself = game.worth(policy, equilibrium.valuation(game, policy).gain)
    assert itself < 0
    answer = solver.arrange(
        "si-ki-pi", hand="8h 8s Kd Ac", objective="against", against=against, rules={"banker_wins_ties": True}
    )  # fmt: skip
    assert answer.opponents is not None
    assert answer.opponents.exploitability == pytest.approx(made - itself, abs=1e-9)
    assert answer.opponents.exploitability > 0.01
    assert counter.sum() == pytest.approx(len(game.deals))


def test_the_house_way_is_told_against_opponents_that_can_be_exploited() -> None:
    """Never below nothing, as no counter makes less than the policy itself."""
    answer = solver.arrange("si-ki-pi", hand="8h 8s Kd Ac", objective="house", rules={"banker_wins_ties": True})
    assert answer.opponents is not None
    assert 0 <= answer.opponents.exploitability < 0.001
