"""Engine `tables` over all hands at once: every 21-card hand is one term of a product of polynomials, one for each component.

The polynomials are made of the engine's own tables, the figures are those of the rules file and of the brute force in `tests/brute`.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from math import comb, prod

import pytest

from solver.engines import tables
from solver.games.si_se_pai.cards import COPIES, KINDS
from solver.games.si_se_pai.groups import catalogue
from solver.games.si_se_pai.rules import PRESETS
from tests.brute import si_se_pai as brute
from tests.brute import si_se_pai_counts as counts

HAND = 21
PARITY = ("seed", "seed-no-footman-pair")
"""The presets under which a group's points are odd or even as its number of cards is."""

Terms = Counter[tuple[int, int]]
"""(cards, points mod 2) -> how many."""


def compiled(preset: str) -> tables.Tables:
    return tables.compiled(catalogue(PRESETS[preset], None).columns, KINDS, COPIES)


def product(parts: Iterable[tables.Part], terms: Callable[[tables.Part, int], Iterable[tuple[int, int]]]) -> Terms:
    """All states of all parts together, up to a hand's size. terms: (points mod 2, how many) of one state."""
    total: Terms = Counter({(0, 0): 1})
    for part in parts:
        own: Terms = Counter()
        for state, held in part.table.states.items():
            for parity, number in terms(part, state):
                own[sum(held), parity] += number
        joint: Terms = Counter()
        for (cards, parity), number in total.items():
            for (more, odd), ways in own.items():
                if cards + more <= HAND:
                    joint[cards + more, parity ^ odd] += number * ways
        total = joint
    return total


def points(part: tables.Part, packed: int) -> int:
    return tables.unpack(packed, 3)[1]


def winning(part: tables.Part, state: int) -> Iterable[tuple[int, int]]:
    """A state that is covered counts once, under the parity of its best points."""
    entry = part.entries[state]
    return [(points(part, entry.value) % 2, 1)] if entry.ways else []


def deals(part: tables.Part, state: int) -> Iterable[tuple[int, int]]:
    """The same, as often as it can be dealt from four copies of each card."""
    return [(parity, prod(comb(COPIES, copies) for copies in part.table.states[state])) for parity, _ in winning(part, state)]


def groupings(part: tables.Part, state: int) -> Iterable[tuple[int, int]]:
    """Every way to cover a state."""
    return [(points(part, part.table.value(cover)) % 2, 1) for cover in part.table.covers[state]]


def of_hand(terms: Terms) -> tuple[int, int]:
    """(even, odd) of whole hands."""
    return terms[HAND, 0], terms[HAND, 1]


def test_the_winning_hands_of_seed() -> None:
    """30,973,207,956 of 15,340,367,093,820 multisets; none of their best groupings scores even."""
    parts = compiled("seed").parts
    assert sum(product(parts, lambda part, state: [(0, 1)]).get((HAND, parity), 0) for parity in (0, 1)) == 15_340_367_093_820
    assert of_hand(product(parts, winning)) == (0, 30_973_207_956)


def test_the_winning_hands_without_footman_pairs() -> None:
    assert of_hand(product(compiled("seed-no-footman-pair").parts, winning)) == (0, 16_171_111_668)


def test_the_chance_to_be_dealt_a_winning_hand() -> None:
    """2,710,967,341,082,137,824 of C(112, 21) deals."""
    even, odd = of_hand(product(compiled("seed").parts, deals))
    assert (even, odd) == (0, 2_710_967_341_082_137_824)
    assert odd / comb(112, HAND) == pytest.approx(9.484e-5, rel=1e-4)


@pytest.mark.parametrize("preset", list(PRESETS))
def test_no_grouping_scores_even_where_parity_holds(preset: str) -> None:
    """Not only the best: every complete grouping of every hand. Other presets have even scores."""
    even, odd = of_hand(product(compiled(preset).parts, groupings))
    assert odd > 0
    assert (even == 0) == (preset in PARITY)


def test_nearly_half_the_wins_of_taiwan_are_even() -> None:
    """47.9 % of the deals that win, points at the best."""
    even, odd = of_hand(product(compiled("taiwan").parts, deals))
    assert even / (even + odd) == pytest.approx(0.479, abs=0.0005)


@pytest.mark.parametrize("preset", list(PRESETS))
def test_the_brute_force_counts_the_same(preset: str) -> None:
    """Winning hands and winning deals of every preset, by code that shares nothing with the engine."""
    rules = brute.with_rules(preset, lock_dealt=False)
    parts = compiled(preset).parts
    assert sum(of_hand(product(parts, winning))) == counts.complete_hands(rules)
    assert sum(of_hand(product(parts, deals))) == counts.complete_hands(rules, weighted=True)
