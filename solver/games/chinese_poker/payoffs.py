"""What rows and scoops earn under a set of rules, as arrays by rank, and whether a stronger row is always at least as good."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.games.chinese_poker.rules import SIZES, ChinesePokerRules
from solver.poker import Category


@dataclass(frozen=True, eq=False)
class Steps:
    """What a row won earns, by where that changes: from ``ranks[row, k]`` on it is ``more[row, k]`` more; ``numbers[row]`` steps a row."""

    numbers: NDArray[np.int64]
    ranks: NDArray[np.int16]
    more: NDArray[np.float64]

    @classmethod
    def of(cls, rows: Sequence[Sequence[tuple[int, float]]]) -> "Steps":
        """From the (rank, gain) of each row, ranks ascending."""
        found: list[list[tuple[int, float]]] = []
        for row in rows:
            last, steps = 0.0, [(0, 0.0)]
            for rank, gain in row:
                if gain != last:
                    steps.append((rank, gain - last))
                    last = gain
            found.append(steps)
        longest = max(map(len, found))
        padded = np.array([[*steps, *[(0, 0.0)] * (longest - len(steps))] for steps in found])
        return cls(np.array([*map(len, found)]), padded[..., 0].astype(np.int16), np.ascontiguousarray(padded[..., 1]))


@dataclass(frozen=True, eq=False)
class Payoffs:
    """gains: (3, ranks) for a row won, bonus included; steps: the same as steps.

    row_points: the same without bonuses, what a shot multiplies. extra: what a scoop's total has over its three rows. shot, home_run:
    factors. grows: no setting gains by a weaker row.
    """

    gains: NDArray[np.float64]
    steps: "Steps"
    row_points: NDArray[np.float64]
    extra: float
    shot: float
    home_run: float
    majority: float
    net: bool
    grows: bool

    def scooper(self, classes: NDArray[np.int16], factor: NDArray[np.float64] | float) -> NDArray[np.float64]:
        """By opponent: what scooping earns it beyond its three rows, at a factor."""
        points = sum(self.row_points[row, classes[row]] for row in range(3))
        return np.asarray((factor - 1.0) * points + factor * self.extra, dtype=np.float64)


@lru_cache(maxsize=256)
def payoffs(rules: ChinesePokerRules, players: int) -> Payoffs:
    """The arrays of a rule set. Home runs are made against three opponents only."""
    scale = rules.ranking
    size = len(scale.classes)
    gains, points = np.zeros((3, size)), np.zeros((3, size))
    steady, columns = True, []
    for row, cards in enumerate(SIZES):
        column, held_ranks = [], []
        for rank, held in enumerate(scale.classes):
            if held is None or held.cards != cards or held.category is Category.FIVE_OF_A_KIND:
                continue
            bonus = rules.bonus_by_rank[row][rank]
            trips = row == 0 and held.category is Category.THREE_OF_A_KIND
            points[row, rank] = 0 if bonus and rules.bonus_mode == "replace" else rules.row * (rules.front_trips_factor if trips else 1)
            gains[row, rank] = points[row, rank] + bonus
            column.append(gains[row, rank])
            held_ranks.append(rank)
        columns.append([*zip(held_ranks, map(float, column), strict=True)])
        steady = steady and column == sorted(column) and column[0] >= 0 and bool((np.diff(points[row, points[row] > 0]) >= 0).all())
    extra = float(rules.scoop - 3 * rules.row)
    home_run = float(rules.home_run) if players == 4 and rules.home_run > 1 else float(rules.shot)
    # The third row won must never cost more than it brings: the majority point goes when the scoop comes.
    steady = steady and extra >= 0 and rules.shot * extra + float(gains[gains > 0].min(initial=0)) >= rules.majority
    steady = steady and home_run >= rules.shot and not (rules.bonus_mode == "replace" and max(home_run, rules.shot) > 1)
    steps = Steps.of(columns)
    return Payoffs(
        gains, steps, points, extra, float(rules.shot), home_run, float(rules.majority), rules.majority_on_ties == "net-rows", steady
    )
