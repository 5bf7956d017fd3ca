"""Automatic wins among very many hands at once: the predicates of `naturals`, as array operations."""

from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from solver.games.chinese_poker import naturals
from solver.games.chinese_poker.rules import ChinesePokerRules

Flags = NDArray[np.bool_]


class _Counts:
    """Hands by ranks (hands, 13) and by suits, sorted (hands, 4)."""

    def __init__(self, cards: NDArray[np.uint8]) -> None:
        ranks, suits = cards >> 2, cards & 3
        self.ranks = np.stack([(ranks == rank).sum(1, dtype=np.int8) for rank in range(13)], axis=1)
        by_suit = np.stack([(suits == suit).sum(1, dtype=np.int8) for suit in range(4)], axis=1)
        self.red = by_suit[:, 1] + by_suit[:, 2]
        self.suits = np.sort(by_suit, axis=1)
        self.most = self.ranks.max(1)

    def straights(self) -> Flags:
        """Three straights, by the counts of ranks as one number."""
        weights = 4 ** np.arange(13, dtype=np.int64)
        known: NDArray[np.int64] = np.array(
            [sum(count * 4**rank for rank, count in enumerate(counts)) for counts in naturals.straights()], np.int64
        )
        flags: Flags = (self.most <= 3) & np.isin(self.ranks.astype(np.int64) @ weights, known)
        return flags

    def flushes(self) -> Flags:
        """Three flushes, by the sizes of the suits."""
        sizes = self.suits.astype(np.int64) @ np.array([1, 14, 196, 2744])
        return np.isin(sizes, [a + 14 * b + 196 * c + 2744 * d for a, b, c, d in naturals.FLUSHES])

    def flags(self, name: str) -> Flags:
        """Which hands are the automatic win of that name; for three straight flushes, which may be."""
        odd = self.ranks & 1
        tests: dict[str, Callable[[], Flags]] = {
            "dragon": lambda: self.most == 1,
            "clean-dragon": lambda: self.suits[:, 3] == 13,
            "six-pairs": lambda: (self.ranks // 2).sum(1) == 6,
            "three-flushes": self.flushes,
            "three-straights": self.straights,
            "three-straight-flushes": lambda: self.flushes() & self.straights(),
            "five-pairs-and-three": lambda: (odd.sum(1) == 1) & ((self.ranks == 3).sum(1) == 1),
            "four-threes": lambda: (self.ranks >= 3).sum(1) == 4,
            "three-quads": lambda: (self.ranks == 4).sum(1) == 3,
            "all-high": lambda: self.ranks[:, :6].sum(1) == 0,
            "all-low": lambda: self.ranks[:, 7:].sum(1) == 0,
            "one-colour": lambda: (self.red == 0) | (self.red == 13),
            "no-face": lambda: self.ranks[:, 9:12].sum(1) == 0,
        }
        return tests[name]()


def best(rules: ChinesePokerRules, cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The best automatic win of each hand under the rules: 0 for none, else its place in `naturals.NAMES`, from 1."""
    kinds = np.zeros(len(cards), np.uint8)
    counts = _Counts(cards)
    for name in sorted(_played(rules), key=lambda name: naturals.order(rules, name)):  # the best is written last
        flags = counts.flags(name)
        if name == "three-straight-flushes":
            for hand in np.flatnonzero(flags).tolist():
                flags[hand] = naturals.has(name, cards[hand].tolist())
        kinds[flags] = naturals.NAMES.index(name) + 1
    return kinds


def _played(rules: ChinesePokerRules) -> Iterable[str]:
    return (name for name in naturals.NAMES if name in rules.worths)
