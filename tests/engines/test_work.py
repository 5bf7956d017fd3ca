"""A guard on the work that CP-SAT does for fixed hands: branches and deterministic time depend on model and parameters, on no clock.

A change of model, parameters or OR-Tools that makes the search longer breaks a bound here, long before anyone would notice in seconds.
Bounds are about half as much again as was counted when they were set; hands come from fixed seeds.
"""

from collections.abc import Iterator
from random import Random

import pytest

from solver.engines import cp_sat
from solver.games.chinese_poker import model as rows_of_poker
from solver.games.chinese_poker.rules import PRESETS as POKER_PRESETS
from solver.games.si_ki_pi import model as splits
from solver.games.si_ki_pi.ranking import HANDS
from solver.games.si_ki_pi.rules import PRESETS as SPLIT_PRESETS
from solver.games.si_se_pai.cards import KINDS, parse
from solver.games.si_se_pai.groups import catalogue
from solver.games.si_se_pai.rules import PRESETS
from solver.partition import Partition
from tests.brute.si_se_pai_hands import RICHEST_HAND, RULES_IN_USE, constructed_winning_hand, many_groupings, random_hand


def four_colours(kind: str) -> Iterator[Partition]:
    """Ten Si Se Pai hands, locks off."""
    random = Random(kind)
    columns = catalogue(PRESETS["seed"], None).columns
    for at in range(10):
        if kind == "random":
            cards = random_hand(random)
        elif kind == "winning":
            cards = constructed_winning_hand(random, RULES_IN_USE["seed-unlocked"], with_history=False).hand
        else:
            cards = many_groupings(random) if at else RICHEST_HAND
        supply = [0] * KINDS
        for card in parse(cards):
            supply[card] += 1
        yield Partition(tuple(supply), columns)


def poker(objective: str) -> Iterator[Partition]:
    """Five Chinese poker hands on columns cut to those of undominated settings."""
    random = Random(objective)
    for _ in range(5):
        hand = tuple(sorted(random.sample(range(52), 13), reverse=True))
        yield rows_of_poker.partition(rows_of_poker.Problem(POKER_PRESETS.default, hand, objective), cut=True)[0]


def two_pairs(objective: str) -> Iterator[Partition]:
    """Twenty Si Ki Pi hands."""
    book, _ = splits.book(SPLIT_PRESETS.default, objective, "standard")
    for hand in Random(objective).sample(HANDS, 20):
        yield splits.partition(hand, book)


# What is solved, branches, deterministic seconds.
CASES = [
    ("four-colours-random", four_colours("random"), {}, 10, 1e-05),
    ("four-colours-winning", four_colours("winning"), {}, 10, 2e-06),
    ("four-colours-rich", four_colours("rich"), {}, 4500, 0.0065),
    ("four-colours-rich-counted", four_colours("rich"), {"count": True}, 16000, 0.014),
    ("four-colours-rich-top-5", four_colours("rich"), {"top": 5}, 9000, 0.014),
    ("poker-strength", poker("strength"), {"ties": "any"}, 850, 0.018),
    ("poker-bonus", poker("bonus"), {"ties": "any"}, 830, 0.014),
    ("two-pairs-house", two_pairs("house"), {"ties": "any"}, 10, 0.0007),
    ("two-pairs-expected", two_pairs("expected"), {"ties": "any"}, 10, 1e-05),
]


@pytest.mark.parametrize(("partitions", "options", "branches", "seconds"), [pytest.param(*case[1:], id=case[0]) for case in CASES])
def test_the_search_is_no_longer_than_it_was(
    partitions: Iterator[Partition], options: dict[str, object], branches: int, seconds: float
) -> None:
    solved = [cp_sat.solve(partition, deadline_ms=60_000, **options) for partition in partitions]  # type: ignore[arg-type]
    assert {each.status for each in solved} == {"optimal"}
    work = sum(each.branches for each in solved), sum(each.deterministic_time for each in solved)
    assert work[0] <= branches
    assert work[1] <= seconds
