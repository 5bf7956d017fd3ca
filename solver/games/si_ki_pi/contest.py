"""The game between two players as arrays: all hands, all splits, who wins, and the policies that have a name.

A *split* here is an index into all 4,186 of them, hand by hand in the order of `ranking.HANDS` and `ranking.divisions`. Which of the two
groups goes back depends on the rules, what the groups are does not: so a policy found under one rule set can be played under any other.
"""

from functools import cache, lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from solver.equilibrium import Contest, Index, Vector
from solver.games.si_ki_pi.ranking import GROUP_INDEX, GROUPS, HANDS, divisions, is_pair, points, scale
from solver.games.si_ki_pi.rules import SiKiPiRules

Groups = NDArray[np.int16]


@cache
def _splits() -> tuple[Index, Groups, Groups]:
    """[splits] owner, and the two groups as indexes into `GROUPS`, the one with the highest card first."""
    rows = [(owner, GROUP_INDEX[one], GROUP_INDEX[two]) for owner, hand in enumerate(HANDS) for one, two, *_ in divisions(hand)]
    owner, one, two = zip(*rows, strict=True)
    return np.array(owner, dtype=np.intp), np.array(one, dtype=np.int16), np.array(two, dtype=np.int16)


@cache
def deals() -> NDArray[np.int64]:
    """[hands, hands] ways to deal one hand's ranks and then the other's from 52 cards: for each rank, C(4, a) × C(4 − a, b)."""
    counts = np.array([[hand.count(rank) for rank in range(2, 15)] for hand in HANDS])
    ways = np.array([[comb(4, a) * comb(4 - a, b) if a + b <= 4 else 0 for b in range(5)] for a in range(5)], dtype=np.int64)
    total = np.ones((len(HANDS), len(HANDS)), dtype=np.int64)
    for held in counts.T:
        total *= ways[held][:, held]
    return total


class _Sides:
    """[splits] what decides a comparison: front and back on the scale, the level of what wins outright, the factor of a win."""

    def __init__(self, rules: SiKiPiRules) -> None:
        _, one, two = _splits()
        ranks = scale(rules)
        rank = np.array([ranks[group] for group in GROUPS], dtype=np.int16)
        pair = np.array([is_pair(group) for group in GROUPS])
        high = np.array([points(group) >= 8 for group in GROUPS])
        tie_or_above = rank[one] >= rank[two]
        front = np.where(tie_or_above, two, one)
        self.back_group = np.where(tie_or_above, one, two)
        self.front, self.back = np.minimum(rank[one], rank[two]), np.maximum(rank[one], rank[two])
        both, quads = pair[one] & pair[two], pair[one] & (one == two)
        self.level = (both & rules.two_pairs_outright).astype(np.int8)
        if rules.quads_outright:
            self.level[quads] = 2
        factors = rules.factors
        self.factor = np.ones(len(one), dtype=np.int16)
        for name, held in (("front-8-9", high[front]), ("baobao", both), ("skp", quads)):
            self.factor[held] = np.maximum(self.factor[held], factors[name])


def _sign(mine: NDArray[np.integer], other: NDArray[np.integer]) -> NDArray[np.int8]:
    above, below = mine[:, None] > other, mine[:, None] < other
    return above.view(np.int8) - below.view(np.int8)


@lru_cache(maxsize=8)
def contest(rules: SiKiPiRules) -> Contest:
    """The game under these rules. Where the banker wins ties, the first player is not the banker and the second is."""
    sides = _Sides(rules)

    def payoff(mine: Index, other: Index) -> NDArray[np.int16]:
        front, back = _sign(sides.front[mine], sides.front[other]), _sign(sides.back[mine], sides.back[other])
        if rules.banker_wins_ties:
            front[front == 0] = -1
            back[back == 0] = -1
        outcome = front + back
        level = _sign(sides.level[mine], sides.level[other])
        outcome = np.where(level, level, outcome)
        won = np.where(outcome > 0, sides.factor[mine][:, None], 0)
        return np.asarray(np.where(outcome < 0, -sides.factor[other], won), dtype=np.int16)

    return Contest(deals(), _splits()[0], payoff)


def house(rules: SiKiPiRules) -> Vector:
    """The auto-arrangement as a policy: the highest back, then the highest front, then the higher cards in the back."""
    sides, width = _Sides(rules), float(len(GROUPS))
    return contest(rules).likeliest((sides.back * width + sides.front) * width - sides.back_group)


def uniform(rules: SiKiPiRules) -> Vector:
    """Any legal split as often as any other."""
    return contest(rules).uniform()
