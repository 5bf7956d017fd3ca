"""Compiled: the 21 splits of seven cards, and the small interpreter that reads a house way's table (`house_way.Compiled`).

A split is the place of its front among ``itertools.combinations(range(7), 2)``.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.compiled import compiled
from solver.poker import rank_fives, rank_twos

Ranks = NDArray[np.int16]
Cards = NDArray[np.uint8]
Tables = tuple[Ranks, Ranks, Ranks]
"""`step`, `small` and `flush` of the scale."""
Way = tuple[NDArray[np.int32], NDArray[np.int32], Ranks, NDArray[np.uint8], bool]
"""`rows`, `plans`, `pairs` and `kinds` of a `house_way.Compiled`, and whether the joker is fully wild."""


@compiled
def rank_splits(hand: Cards, tables: Tables, fronts: Ranks, backs: Ranks) -> None:
    """The ranks of both rows of all 21 splits."""
    step, small, flush = tables
    rank_twos(hand, step, small, fronts)
    rank_fives(hand, step, flush, backs)
    backs[:] = backs[::-1].copy()  # what the first two cards leave is the last five


@compiled
def candidates(fronts: Ranks, backs: Ranks, allowed: int) -> int:
    """The splits of the mask *allowed* that are no foul, without those that another one equals or beats in both rows, as a mask."""
    legal = 0
    for at in range(21):
        if allowed >> at & 1 and fronts[at] <= backs[at]:
            legal |= 1 << at
    kept = 0
    for at in range(21):
        if legal >> at & 1:
            beaten = False
            for other in range(21):
                if legal >> other & 1 and fronts[other] >= fronts[at] and backs[other] >= backs[at]:
                    beaten = beaten or fronts[other] > fronts[at] or backs[other] > backs[at]
            if not beaten:
                kept |= 1 << at
    return kept


@compiled
def sets(hand: Cards, wild: bool) -> tuple[int, int, int, int]:
    """(shape, rank of the first set, of the second, highest lone card) of seven cards; ranks from deuce 0 to ace 12, −1 for none."""
    counts = np.zeros(13, np.int64)
    jokers = 0
    for card in hand:
        if card < 52:
            counts[card >> 2] += 1
        else:
            jokers += 1
    if jokers:
        home = 12
        if wild:
            for rank in range(11, -1, -1):
                if counts[rank] > counts[home]:
                    home = rank
        counts[home] += jokers
    first, second, single, pairs, threes = -1, -1, -1, 0, 0
    for rank in range(12, -1, -1):
        if counts[rank] == 1 and single < 0:
            single = rank
        pairs += counts[rank] == 2
        threes += counts[rank] == 3
        if counts[rank] > 1 and (first < 0 or counts[rank] > counts[first]):
            first = rank
    for rank in range(12, -1, -1):
        if counts[rank] > 1 and rank != first and (second < 0 or counts[rank] > counts[second]):
            second = rank
    if first < 0:
        return 0, first, second, single
    if counts[first] == 2:
        return pairs, first, second, single
    if counts[first] == 3:
        shape = 5 if threes == 2 else 4 if pairs == 0 else 5 + pairs
        return shape, first, second, single
    if counts[first] == 4:
        return 8 + pairs + 2 * threes, first, second, single
    return 11, first, second, single


@compiled
def within(value: int, low: int, high: int) -> bool:
    """Whether a rank is in a span; −1 (no such card) is in none but the open one."""
    return low <= value <= high


@compiled
def choose(hand: Cards, fronts: Ranks, backs: Ranks, way: Way, allowed: int) -> int:
    """The split of the mask *allowed* that a house way sets; −1 if there is no legal one."""
    rows, plans, pairs, kinds, wild = way
    open_splits = candidates(fronts, backs, allowed)
    if open_splits == 0:
        return -1
    shape, first, second, single = sets(hand, wild)
    held = 0
    for at in range(21):
        held |= 1 << kinds[backs[at]]
    for line in range(len(rows)):
        row = rows[line]
        if not row[0] >> shape & 1 or (row[1] and not row[1] & held):
            continue
        if not (within(first, row[2], row[3]) and within(second, row[4], row[5]) and within(single, row[6], row[7])):
            continue
        for number in range(row[8], row[9]):
            back, least, pair = plans[number]
            best = -1
            for at in range(21):
                if not open_splits >> at & 1 or fronts[at] < least or (back and not back >> kinds[backs[at]] & 1):
                    continue
                if pair and fronts[at] != pairs[first if pair == 1 else second]:
                    continue
                if best < 0 or fronts[at] > fronts[best]:
                    best = at
            if best >= 0:
                return best
        break
    best = -1
    for at in range(21):
        if open_splits >> at & 1 and (best < 0 or backs[at] > backs[best]):
            best = at
    return best


@compiled
def set_one(hand: Cards, tables: Tables, way: Way, allowed: int) -> int:
    """`choose` for a hand of seven cards."""
    fronts = np.empty(21, np.int16)
    backs = np.empty(21, np.int16)
    rank_splits(hand, tables, fronts, backs)
    return choose(hand, fronts, backs, way, allowed)


@compiled
def set_many(hands: Cards, tables: Tables, way: Way, out_fronts: Ranks, out_backs: Ranks) -> None:
    """The ranks of front and back of each of many hands (hands, 7) as a house way sets it."""
    fronts = np.empty(21, np.int16)
    backs = np.empty(21, np.int16)
    for line in range(len(hands)):
        rank_splits(hands[line], tables, fronts, backs)
        at = choose(hands[line], fronts, backs, way, (1 << 21) - 1)
        out_fronts[line] = fronts[at]
        out_backs[line] = backs[at]


def tables_of(scale: Any) -> Tables:
    """The tables of a scale (`solver.poker.Ranking`)."""
    return scale.step, scale.small, scale.flush
