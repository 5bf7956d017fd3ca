"""A dealer who plays a house way, exactly: every hand that the 46 cards left beside a player's seven can deal him, 53,524,680 of them.

How a house way sets a hand depends on the ranks and, where five can be of one suit, on the ranks in that suit. So hands fall into classes:

* 67,600 *patterns*: the ranks of seven cards, or of six and the joker;
* 224,653 *flush classes*: the ranks of all cards of a suit that has five or more (with the joker four or more), and the other cards' ranks.

Each class is set once for a rule set. For a player's hand the number of hands in each class that the cards left can deal is a product of
small numbers; they are added up by which of the player's rows they beat.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, product
from math import comb

import numpy as np
from numpy.typing import NDArray

from solver.cards.playing import JOKER
from solver.games.pai_gow_poker import dealer_kernels as kernels
from solver.games.pai_gow_poker.cards import HAND
from solver.games.pai_gow_poker.house_way import compiled_way
from solver.games.pai_gow_poker.way_kernels import set_many, tables_of
from solver.poker import Joker, Wheel

HANDS = comb(52 + 1 - HAND, HAND)
"""Hands that a dealer can have beside a player's."""
_LOW = 7
"""Patterns are pairs of a low half (deuce to eight) and a high half (nine to ace)."""

Ranks = NDArray[np.int16]


@dataclass(frozen=True, eq=False)
class Patterns:
    """Rank patterns with or without the joker: their halves, and a hand of each without a flush."""

    joker: bool
    lows: NDArray[np.int32]
    highs: NDArray[np.int32]
    hands: NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Flushes:
    """Flush classes with so many other cards: the masks of ranks in the suit, a hand of each class, and its place among the patterns.

    hands: (suited, multisets, 7). patterns: (suited, multisets).
    """

    joker: bool
    others: int
    suited: NDArray[np.int32]
    hands: NDArray[np.uint8]
    patterns: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Classes:
    """All classes. low_counts, high_counts: copies of each rank in each half pattern."""

    low_counts: NDArray[np.uint8]
    high_counts: NDArray[np.uint8]
    patterns: tuple[Patterns, Patterns]
    flushes: tuple[Flushes, ...]


def _halves(ranks: int) -> list[tuple[int, ...]]:
    return [counts for counts in product(range(5), repeat=ranks) if sum(counts) <= HAND]


def _keys(ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    """A number for each line of ranks, the same for the same ranks in any order."""
    keys: NDArray[np.int64] = (5**ranks).sum(axis=1)
    return keys


@cache
def classes() -> Classes:
    """Every class, about half a second's work, once."""
    lows, highs = _halves(_LOW), _halves(13 - _LOW)
    low_array, high_array = np.array(lows, np.uint8), np.array(highs, np.uint8)
    by_size: list[list[int]] = [[] for _ in range(HAND + 1)]
    for at, half in enumerate(highs):
        by_size[sum(half)].append(at)
    patterns, keys = [], []
    for joker in (False, True):
        cards = HAND - joker
        pairs = np.array([(at, high) for at, low in enumerate(lows) if sum(low) <= cards for high in by_size[cards - sum(low)]], np.int32)
        counts = np.hstack([low_array[pairs[:, 0]], high_array[pairs[:, 1]]]).astype(np.int64)
        ranks = np.repeat(np.tile(np.arange(13), len(counts)), counts.ravel()).reshape(len(counts), cards)
        # Neighbours of one rank get different suits, and no suit more than two cards.
        hands = (4 * ranks + np.arange(cards) % 4).astype(np.uint8)
        if joker:
            hands = np.hstack([hands, np.full((len(hands), 1), JOKER, np.uint8)])
        order = np.argsort(_keys(ranks))
        patterns.append(Patterns(joker, pairs[order, 0].copy(), pairs[order, 1].copy(), hands[order].copy()))
        keys.append(_keys(ranks)[order])
    flushes = tuple(_flushes(joker, size, keys[joker]) for joker in (False, True) for size in range(5 - joker, HAND + 1 - joker))
    return Classes(low_array, high_array, (patterns[0], patterns[1]), flushes)


def _flushes(joker: bool, size: int, keys: NDArray[np.int64]) -> Flushes:
    others = HAND - joker - size
    suited = np.array(list(combinations(range(13), size)), np.int64)
    beside = np.array(list(combinations_with_replacement(range(13), others)), np.int64)
    shape = (len(suited), len(beside))
    hands = np.full((*shape, HAND), JOKER, np.uint8)
    hands[:, :, :size] = 4 * suited[:, None]
    hands[:, :, size : size + others] = (4 * beside + np.arange(1, others + 1))[None]  # in two other suits
    places = np.searchsorted(keys, _keys(suited)[:, None] + _keys(beside)[None])
    return Flushes(joker, others, (1 << suited).sum(axis=1).astype(np.int32), hands, places.astype(np.int32))


@dataclass(frozen=True, eq=False)
class Dealer:
    """What a dealer's hands come to, class by class: front and back ranks of the patterns, and of each group of flush classes."""

    patterns: tuple[tuple[Ranks, Ranks], ...]
    flushes: tuple[tuple[Ranks, Ranks], ...]
    plain: tuple[tuple[Ranks, Ranks], ...] = field(init=False)
    """The same for each group of flush classes, were there no flush: what their rank patterns come to."""

    def __post_init__(self) -> None:
        pairs = ((self.patterns[group.joker], group.patterns) for group in classes().flushes)
        plain = tuple((fronts[places], backs[places]) for (fronts, backs), places in pairs)
        object.__setattr__(self, "plain", plain)

    def cells(self, hand: Sequence[int], front_cell: NDArray[np.uint8], back_cell: NDArray[np.uint8]) -> NDArray[np.int64]:
        """How many of the dealer's hands fall into each cell, beside the cards of *hand*; the cell of a rank is given for each row."""
        known = classes()
        left, suits = np.full(13, 4, np.int64), np.full(4, (1 << 13) - 1, np.int64)
        for card in hand:
            if card < JOKER:
                left[card >> 2] -= 1
                suits[card & 3] &= ~(1 << (card >> 2))
        joker_left = all(card < JOKER for card in hand)
        low_ways, high_ways = np.empty(len(known.low_counts), np.int64), np.empty(len(known.high_counts), np.int64)
        kernels.ways_to_hold(known.low_counts, 0, left, low_ways)
        kernels.ways_to_hold(known.high_counts, _LOW, left, high_ways)
        cells = np.zeros((int(front_cell.max()) + 1, int(back_cell.max()) + 1), np.int64)
        for group, (fronts, backs) in zip(known.patterns, self.patterns, strict=True):
            if joker_left or not group.joker:
                kernels.add_patterns(group.lows, group.highs, low_ways, high_ways, fronts, backs, front_cell, back_cell, cells)
        for flush, (fronts, backs), plain in zip(known.flushes, self.flushes, self.plain, strict=True):
            if joker_left or not flush.joker:
                beside = np.empty((16, fronts.shape[1]), np.int64)
                kernels.ways_beside(flush.others, suits, left, beside)
                kernels.move_flushes(flush.suited, suits, beside, fronts, backs, *plain, front_cell, back_cell, cells)
        return cells


@lru_cache(maxsize=16)
def dealer(house_way: str, wheel: Wheel, joker: Joker) -> Dealer:
    """The dealer who plays this house way under these rules: about a second's work, then kept (some 2 MB)."""
    way = compiled_way(house_way, wheel, joker)

    def played(hands: NDArray[np.uint8]) -> tuple[Ranks, Ranks]:
        fronts, backs = np.empty(len(hands), np.int16), np.empty(len(hands), np.int16)
        set_many(hands, tables_of(way.scale), (way.rows, way.plans, way.pairs, way.kinds, joker == "wild"), fronts, backs)
        return fronts, backs

    known = classes()
    return Dealer(
        tuple(played(group.hands) for group in known.patterns),
        tuple(_shaped(played(group.hands.reshape(-1, HAND)), group.patterns.shape) for group in known.flushes),
    )


def _shaped(ranks: tuple[Ranks, Ranks], shape: tuple[int, ...]) -> tuple[Ranks, Ranks]:
    return ranks[0].reshape(shape), ranks[1].reshape(shape)


@dataclass(frozen=True, slots=True)
class Odds:
    """How many of `HANDS` a split wins in both rows, loses in both, and wins in front and at the back. Copies are the dealer's."""

    win: int
    lose: int
    front: int
    back: int


def odds(against: Dealer, hand: Sequence[int], splits: Sequence[tuple[int, int]], ranks: int) -> Iterator[Odds]:
    """The odds of splits of a hand, each given by its ranks of front and back, on a scale of so many ranks."""
    fronts, backs = (sorted({split[row] for split in splits}) for row in (0, 1))
    # A rank's cell: how many of the player's ranks are not above it, and so lose to it.
    every = np.arange(ranks)
    front_cell = np.searchsorted(fronts, every, side="right").astype(np.uint8)
    back_cell = np.searchsorted(backs, every, side="right").astype(np.uint8)
    cells = against.cells(hand, front_cell, back_cell)
    for split in splits:
        front, back = fronts.index(split[0]) + 1, backs.index(split[1]) + 1
        yield Odds(
            win=int(cells[:front, :back].sum()),
            lose=int(cells[front:, back:].sum()),
            front=int(cells[:front].sum()),
            back=int(cells[:, :back].sum()),
        )
