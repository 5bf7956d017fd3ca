"""The game between two players as arrays: all hands, all splits, who wins, and the policies that have a name.

A *split* here is an index into all 4,186 of them, hand by hand in the order of `ranking.HANDS` and `ranking.divisions`. Which of the two
groups goes back depends on the rules, what the groups are does not: so a policy found under one rule set can be played under any other.
"""

from functools import cache, lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from solver.equilibrium import Contest, Index, Valuation, Vector
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


@cache
def _given() -> tuple[Vector, Vector]:
    """[hands] the chance to be dealt each hand, and [hands, hands] that the other holds a hand, given mine. The same under all rules."""
    ways = deals()
    mine = ways.sum(axis=1)
    return mine / mine.sum(), ways / mine[:, None]


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


_HANDS_AT_A_TIME = 24
"""Hands valued at a time: a block stays within the processor's cache."""


def valuation(rules: SiKiPiRules, strategy: Vector) -> Valuation:
    """What every split is worth against a policy: `equilibrium.valuation` of this contest, several times faster, as a request waits for it.

    A factor above 1 is seldom, so points lost are chances to lose and a little more; and a hand's splits share the weights of the others.
    """
    sides, (owner, *_), (_, given) = _Sides(rules), _splits(), _given()
    others = np.flatnonzero(strategy > 0)
    others = others[np.argsort(sides.factor[others], kind="stable")]
    dear = int(np.searchsorted(sides.factor[others], 2))
    extra = sides.factor[others[dear:]] - 1.0
    front, back = sides.front.astype(np.int8), sides.back.astype(np.int8)
    their_front, their_back, their_level = front[others], back[others], sides.level[others]
    win, lose, more = np.zeros(len(owner)), np.zeros(len(owner)), np.zeros(len(owner))
    for hand in range(0, len(HANDS), _HANDS_AT_A_TIME):
        first, last = np.searchsorted(owner, (hand, hand + _HANDS_AT_A_TIME))
        mine = slice(first, last)
        weight = (given[hand : hand + _HANDS_AT_A_TIME, owner[others]] * strategy[others])[owner[mine] - hand]
        above, below = _outcome(
            (front[mine, None], their_front), (back[mine, None], their_back), (sides.level[mine, None], their_level), rules.banker_wins_ties
        )
        win[mine] = (weight * above).sum(axis=1)
        lost = weight * below
        lose[mine], more[mine] = lost.sum(axis=1), lost[:, dear:] @ extra
    return Valuation(sides.factor * win - lose - more, win, np.maximum(1.0 - win - lose, 0.0), lose)


Both = tuple[NDArray[np.int8], NDArray[np.int8]]
"""A number of mine, [splits, 1], and of the others, [splits]."""


def _outcome(front: Both, back: Both, level: Both, banker_wins_ties: bool) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """[mine, others] whether my split beats the other, and whether it loses to it. The other is the banker."""
    if banker_wins_ties:
        above = (front[0] > front[1]) & (back[0] > back[1])
        below = (front[0] <= front[1]) & (back[0] <= back[1])
    else:
        above = (front[0] >= front[1]) & (back[0] >= back[1])
        below = (front[0] <= front[1]) & (back[0] <= back[1])
        tied = above & below
        above ^= tied
        below ^= tied
    if level[0].any() or level[1].any():
        above = np.where(level[0] == level[1], above, level[0] > level[1])
        below = np.where(level[0] == level[1], below, level[0] < level[1])
    return above, below


def gained_by_best(valued: Valuation, strategy: Vector) -> float:
    """Points a hand that the best counter-strategy makes against a policy, less what the policy itself makes against itself.

    The latter is nothing in the symmetric game. Where the banker wins ties it is not: the policy is the banker's, the counter the other's.
    """
    owner, chance = _splits()[0], _given()[0]
    starts = np.searchsorted(owner, np.arange(len(HANDS)))
    best = np.maximum.reduceat(valued.gain, starts)
    return float(chance @ best - (chance[owner] * strategy * valued.gain).sum())


def fouled(rules: SiKiPiRules, strategy: Vector) -> Vector:
    """[hands] what an invalid hand gains: it loses to every hand of the policy, and pays that hand's own factor."""
    return np.asarray(-(_given()[1] @ np.bincount(_splits()[0], strategy * _Sides(rules).factor)), dtype=np.float64)


def house(rules: SiKiPiRules) -> Vector:
    """The auto-arrangement as a policy: the highest back, then the highest front, then the higher cards in the back."""
    sides, width = _Sides(rules), float(len(GROUPS))
    return contest(rules).likeliest((sides.back * width + sides.front) * width - sides.back_group)


def uniform(rules: SiKiPiRules) -> Vector:
    """Any legal split as often as any other."""
    return contest(rules).uniform()
