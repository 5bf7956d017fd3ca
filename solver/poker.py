"""Poker hand ranking, shared by the games that set poker hands in rows.

Rows of two, three and five cards stand on one scale: first the category, then rank by rank, and a missing card ranks below
any card (A K Q 3 2 beats A K Q). Two and three cards know high card, pair and three of a kind only. Suits never break a tie.

A card is an int: ``4 * (rank - 2) + suit`` with rank 2..14 (ace) and suits clubs, diamonds, hearts, spades; 52 and 53 are
jokers. A *rank* is a small int, the higher the better, equal for rows that tie; 0 is no rank at all.

>>> from solver.cards.playing import parse
>>> low = ranking()
>>> low.name(low.rank(parse("Qs Qh 8d 8c 2c")))
'two pair, queens and eights'
>>> low.rank(parse("As Kd Qc")) < low.rank(parse("As Kd Qc 3d 2h"))
True
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from solver import poker_names
from solver.compiled import compiled
from solver.text import Lang

Wheel = Literal["low", "second"]
"""Where A-2-3-4-5 stands among the straights: lowest, or just below the ace-high one."""
Joker = Literal["none", "semi", "wild", "four"]
"""What a joker may be: nothing (an error); an ace, or what completes a straight or flush; any card; any card, but no five of a kind."""
Ranks = NDArray[np.int16]

_JOKER = 13  # the jokers' column in the step table, after deuce (0) to ace (12)


class Category(StrEnum):
    """The kinds of a row, the weakest first."""

    HIGH_CARD = "high-card"
    PAIR = "pair"
    TWO_PAIR = "two-pair"
    THREE_OF_A_KIND = "three-of-a-kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full-house"
    FOUR_OF_A_KIND = "four-of-a-kind"
    STRAIGHT_FLUSH = "straight-flush"
    FIVE_OF_A_KIND = "five-of-a-kind"


CATEGORIES = tuple(Category)
_SETS = {
    (1, 1): Category.HIGH_CARD,
    (1, 1, 1): Category.HIGH_CARD,
    (1, 1, 1, 1, 1): Category.HIGH_CARD,
    (2,): Category.PAIR,
    (2, 1): Category.PAIR,
    (2, 1, 1, 1): Category.PAIR,
    (2, 2, 1): Category.TWO_PAIR,
    (3,): Category.THREE_OF_A_KIND,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (4, 1): Category.FOUR_OF_A_KIND,
    (5,): Category.FIVE_OF_A_KIND,
}
_STRAIGHTS = {frozenset(range(high - 4, high + 1)): high for high in range(6, 15)} | {frozenset({14, 2, 3, 4, 5}): 5}


@dataclass(frozen=True, slots=True)
class RowClass:
    """All rows that tie with each other: the category, and the card ranks (2..14) in order of importance, each set once.

    A straight is told by its highest card (the wheel by 5). `cards` is the size of the row: 2, 3 or 5.
    """

    category: Category
    ranks: tuple[int, ...]
    cards: int


def _classify(ranks: Sequence[int]) -> RowClass:
    """The class of a row of these ranks, suits aside."""
    counts = sorted(Counter(ranks).items(), key=lambda item: (item[1], item[0]), reverse=True)
    by_importance = tuple(rank for rank, _ in counts)
    category = _SETS[tuple(count for _, count in counts)]
    if len(by_importance) == 5 and (high := _STRAIGHTS.get(frozenset(by_importance))):
        return RowClass(Category.STRAIGHT, (high,), 5)
    return RowClass(category, by_importance, len(ranks))


def _suited(row: RowClass) -> RowClass:
    """What a row of five different ranks becomes when it is of one suit."""
    category = Category.STRAIGHT_FLUSH if row.category is Category.STRAIGHT else Category.FLUSH
    return RowClass(category, row.ranks, 5)


def _classes() -> Iterator[RowClass]:
    for size in (2, 3, 5):
        for ranks in combinations_with_replacement(range(2, 15), size):
            yield (row := _classify(ranks))
            if size == 5 and len(set(ranks)) == 5:
                yield _suited(row)


@dataclass(frozen=True, eq=False, repr=False)
class Ranking:
    """One scale of ranks, 1 to 8,021: 91 classes of two cards, 455 of three, 7,462 of five, and 13 fives of a kind.

    Made by `ranking`. The tables are for kernels and read-only. Ranking a row is a walk: a *state* is the multiset of up to
    four ranks seen so far (0 = none), ``step[state, rank]`` the next one, and from four cards on the rank of the row;
    ``small[state]`` is the rank of a row of two or three. ``flush[mask]`` is the rank of a row of one suit with the ranks
    of the mask (bit 0 = deuce), jokers adding no bit. ``decisive[rank]`` see `decisive`; ``categories[rank]`` the position
    of the category in `CATEGORIES`.
    """

    wheel: Wheel
    joker: Joker
    classes: tuple[RowClass | None, ...]
    step: Ranks
    small: Ranks
    flush: Ranks
    decisive_ranks: Ranks
    categories: NDArray[np.uint8]
    _walk: tuple[tuple[int, ...], ...]
    _small: tuple[int, ...]
    _flush: tuple[int, ...]

    def rank(self, cards: Sequence[int]) -> int:
        """The rank of two, three or five cards, in any order. It is not checked that they differ."""
        if len(cards) not in (2, 3, 5):
            raise ValueError(f"a row has 2, 3 or 5 cards, not {len(cards)}")
        walk = self._walk
        state, suits, mask = 0, 15, 0
        for one in cards:
            if one < 52:
                value = one >> 2
                suits &= 1 << (one & 3)
                mask |= 1 << value
            else:
                value = _JOKER
            state = walk[state][value]
        if len(cards) == 5:
            return self._flush[mask] if suits else state
        return self._small[state]

    def row_ranks(self, cards: Sequence[int] | NDArray[np.uint8], size: int) -> Ranks:
        """The ranks of all rows of *size* (2, 3 or 5) cards out of a hand, in the order of ``itertools.combinations``."""
        hand = np.asarray(cards, dtype=np.uint8)
        out = np.empty(comb(len(hand), size), dtype=np.int16)
        if size == 5:
            rank_fives(hand, self.step, self.flush, out)
        elif size == 3:
            rank_threes(hand, self.step, self.small, out)
        elif size == 2:
            rank_twos(hand, self.step, self.small, out)
        else:
            raise ValueError(f"a row has 2, 3 or 5 cards, not {size}")
        return out

    def row_class(self, rank: int) -> RowClass:
        """The class behind a rank; `KeyError` if there is none."""
        row = self.classes[rank] if 0 < rank < len(self.classes) else None
        if row is None:
            raise KeyError(rank)
        return row

    def category(self, rank: int) -> Category:
        """The category of a rank."""
        return self.row_class(rank).category

    def ranks(self, rank: int) -> tuple[int, ...]:
        """The card ranks (2..14) in order of importance, each set once: queens, eights and a three are (12, 8, 3)."""
        return self.row_class(rank).ranks

    def is_royal(self, rank: int) -> bool:
        """Whether this is the ace-high straight flush."""
        row = self.row_class(rank)
        return row.category is Category.STRAIGHT_FLUSH and row.ranks == (14,)

    def decisive(self, rank: int) -> int:
        """The rank without the cards that cannot decide: the lowest five-card row with the same set.

        Quads, three of a kind and full houses compare by the set's rank alone, as one deck without jokers cannot tie them.
        The order of ranks is kept, and legality of a setting is the same on both scales.
        """
        return int(self.decisive_ranks[rank])

    def name(self, rank: int, lang: Lang = "en") -> str:
        """What a player calls the row, ``'pair of jacks, nine'``."""
        return _named(self, rank, lang)


@cache
def ranking(wheel: Wheel = "low", joker: Joker = "none") -> Ranking:
    """The scale with the wheel and the joker as a game's rules have them. Built on first use (about 0.1 s), then kept."""

    def strength(row: RowClass) -> tuple[int, tuple[float, ...]]:
        straight = row.category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
        if straight and row.ranks == (5,) and wheel == "second":
            return CATEGORIES.index(row.category), (13.5,)
        return CATEGORIES.index(row.category), row.ranks  # a shorter tuple sorts first: a missing card ranks below any

    classes: tuple[RowClass | None, ...] = (None, *sorted(set(_classes()), key=strength))
    number = {row: rank for rank, row in enumerate(classes) if row is not None}

    states = [tuple(hand) for size in range(5) for hand in combinations_with_replacement(range(14), size)]
    index = {hand: state for state, hand in enumerate(states)}
    natural: dict[tuple[int, ...], int] = {
        hand: number[_classify([value + 2 for value in hand])] for size in (2, 3, 5) for hand in _multisets(13, size)
    }
    best = _with_jokers(natural, classes, joker)
    step = np.zeros((len(states), 14), dtype=np.int16)
    small = np.zeros(len(states), dtype=np.int16)
    for state, hand in enumerate(states):
        small[state] = best.get(hand, 0)
        for value in range(14):
            longer = tuple(sorted((*hand, value)))
            step[state, value] = index[longer] if len(longer) < 5 else best.get(longer, 0)

    flush = np.zeros(1 << 13, dtype=np.int16)
    for ranks in combinations(range(13), 5):
        flush[sum(1 << value for value in ranks)] = number[_suited(_classify([value + 2 for value in ranks]))]
    if joker != "none":  # a joker completes a flush at its best: the highest missing rank, or the straight flush
        for size in (4, 3):
            for held in combinations(range(13), size):
                mask = sum(1 << value for value in held)
                flush[mask] = max(flush[mask | 1 << value] for value in range(13) if not mask >> value & 1)

    decisive = np.arange(len(classes), dtype=np.int16)
    lowest: dict[tuple[Category, int], int] = {}
    for rank, row in enumerate(classes):
        if row is not None and row.cards == 5 and row.category in _DECIDED_BY_SET:
            decisive[rank] = lowest.setdefault((row.category, row.ranks[0]), rank)
    categories = np.array([0 if row is None else CATEGORIES.index(row.category) for row in classes], dtype=np.uint8)
    for table in (step, small, flush, decisive, categories):
        table.setflags(write=False)
    walk = tuple(tuple(line) for line in step.tolist())
    return Ranking(wheel, joker, classes, step, small, flush, decisive, categories, walk, tuple(small.tolist()), tuple(flush.tolist()))


_DECIDED_BY_SET = (Category.THREE_OF_A_KIND, Category.FULL_HOUSE, Category.FOUR_OF_A_KIND)


def _multisets(symbols: int, size: int) -> Iterator[tuple[int, ...]]:
    return combinations_with_replacement(range(symbols), size)


def _with_jokers(natural: dict[tuple[int, ...], int], classes: tuple[RowClass | None, ...], joker: Joker) -> dict[tuple[int, ...], int]:
    """The best rank of every multiset of ranks with up to two jokers, suits aside, under what a joker may be."""
    best = dict(natural)
    if joker == "none":
        return best
    for jokers in (1, 2):
        for size in (2, 3, 5):
            for rest in _multisets(13, size - jokers):
                readings = [natural[tuple(sorted((*rest, *cards)))] for cards in _multisets(13, jokers)]
                if joker == "semi":
                    aces = natural[tuple(sorted((*rest, *(12,) * jokers)))]
                    readings = [aces, *(rank for rank in readings if _category(classes, rank) is Category.STRAIGHT)]
                elif joker == "four":
                    readings = [rank for rank in readings if _category(classes, rank) is not Category.FIVE_OF_A_KIND]
                best[(*rest, *(_JOKER,) * jokers)] = max(readings)
    return best


def _category(classes: tuple[RowClass | None, ...], rank: int) -> Category | None:
    row = classes[rank]
    return row.category if row else None


@compiled
def rank_fives(cards: NDArray[np.uint8], step: Ranks, flush: Ranks, out: Ranks) -> None:
    """Rank all rows of five of *cards* into *out*, in the order of ``itertools.combinations``."""
    n = len(cards)
    value = np.empty(n, np.intp)
    suit = np.empty(n, np.int64)
    bit = np.empty(n, np.int64)
    for i in range(n):
        joker = cards[i] >= 52
        value[i] = 13 if joker else cards[i] >> 2
        suit[i] = 15 if joker else 1 << (cards[i] & 3)
        bit[i] = 0 if joker else 1 << value[i]
    at = 0
    for a in range(n - 4):
        state_a = np.intp(step[0, value[a]])
        for b in range(a + 1, n - 3):
            state_b = np.intp(step[state_a, value[b]])
            for c in range(b + 1, n - 2):
                state_c = np.intp(step[state_b, value[c]])
                for d in range(c + 1, n - 1):
                    state_d = np.intp(step[state_c, value[d]])
                    suits = suit[a] & suit[b] & suit[c] & suit[d]
                    if suits:
                        mask = bit[a] | bit[b] | bit[c] | bit[d]
                        for e in range(d + 1, n):
                            if suits & suit[e]:
                                out[at] = flush[mask | bit[e]]
                            else:
                                out[at] = step[state_d, value[e]]
                            at += 1
                    else:
                        for e in range(d + 1, n):
                            out[at] = step[state_d, value[e]]
                            at += 1


@compiled
def rank_threes(cards: NDArray[np.uint8], step: Ranks, small: Ranks, out: Ranks) -> None:
    """Rank all rows of three of *cards* into *out*, in the order of ``itertools.combinations``."""
    n = len(cards)
    value = np.minimum(cards >> 2, 13)
    at = 0
    for a in range(n - 2):
        state_a = step[0, value[a]]
        for b in range(a + 1, n - 1):
            state_b = step[state_a, value[b]]
            for c in range(b + 1, n):
                out[at] = small[step[state_b, value[c]]]
                at += 1


@compiled
def rank_twos(cards: NDArray[np.uint8], step: Ranks, small: Ranks, out: Ranks) -> None:
    """Rank all rows of two of *cards* into *out*, in the order of ``itertools.combinations``."""
    n = len(cards)
    value = np.minimum(cards >> 2, 13)
    at = 0
    for a in range(n - 1):
        for b in range(a + 1, n):
            out[at] = small[step[step[0, value[a]], value[b]]]
            at += 1


@lru_cache(maxsize=1 << 16)
def _named(scale: Ranking, rank: int, lang: Lang) -> str:
    return poker_names.ROYAL[lang] if scale.is_royal(rank) else poker_names.name(scale.row_class(rank), lang)
