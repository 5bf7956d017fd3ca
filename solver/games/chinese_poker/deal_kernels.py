"""Compiled loops that deal hands, and turn settings into numbers and ranks."""

import numpy as np
from numpy.typing import NDArray

from solver.compiled import compiled

Cards = NDArray[np.uint8]
Ranks = NDArray[np.int16]

SETTINGS = 286 * 252
"""Settings of a hand, legal or not: each front, and each middle of what is left."""


@compiled
def mix(state: np.uint64) -> np.uint64:
    """The finalizer of splitmix64: a well mixed 64-bit word from a counter (Steele, Lea, Flood 2014)."""
    z = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@compiled
def deal(seed: int, first: int, cards: Cards, masks: NDArray[np.uint64]) -> None:
    """Hands number *first*, *first* + 1, … of the endless deal *seed*: 13 cards each, highest first, and as bit masks.

    Each hand depends on the seed and its own number only, on every machine and with every version of every library.
    """
    deck = np.empty(52, np.uint8)
    for hand in range(len(cards)):
        for card in range(52):
            deck[card] = card
        state = mix(np.uint64(seed) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(first + hand))
        mask = np.uint64(0)
        for place in range(13):
            state += np.uint64(0x9E3779B97F4A7C15)
            chosen = place + np.int64(((mix(state) >> np.uint64(32)) * np.uint64(52 - place)) >> np.uint64(32))
            deck[place], deck[chosen] = deck[chosen], deck[place]
            mask |= np.uint64(1) << np.uint64(deck[place])
        masks[hand] = mask
        at = 0
        for card in range(51, -1, -1):
            if mask >> np.uint64(card) & np.uint64(1):
                cards[hand, at] = card
                at += 1


@compiled
def unrank(setting: int, fronts: NDArray[np.int32], middles: NDArray[np.int32], rows: NDArray[np.int64]) -> None:
    """The positions of a setting's front, middle and back as bit masks. *fronts*: the 3-subsets of 13, *middles*: the 5-subsets of 10."""
    front = fronts[setting // 252]
    inside = middles[setting % 252]
    middle = 0
    place = 0
    for position in range(13):
        if not front >> position & 1:
            middle |= (inside >> place & 1) << position
            place += 1
    rows[0] = front
    rows[1] = middle
    rows[2] = 0x1FFF ^ front ^ middle


@compiled
def rank_row(cards: Cards, row: int, step: Ranks, small: Ranks, flush: Ranks) -> int:
    """The rank of the cards of a hand that a mask of positions names: three or five."""
    state = np.intp(0)
    suits = 15
    mask = 0
    size = 0
    for position in range(13):
        if row >> position & 1:
            value = cards[position] >> 2
            suits &= 1 << (cards[position] & 3)
            mask |= 1 << value
            state = np.intp(step[state, value])
            size += 1
    if size == 3:
        return int(small[state])
    return int(flush[mask]) if suits else int(state)


@compiled
def rank_settings(
    cards: Cards,
    settings: NDArray[np.uint32],
    fronts: NDArray[np.int32],
    middles: NDArray[np.int32],
    step: Ranks,
    small: Ranks,
    flush: Ranks,
    ranks: Ranks,
) -> None:
    """The three ranks of one setting of each hand."""
    rows = np.empty(3, np.int64)
    for hand in range(len(cards)):
        unrank(settings[hand], fronts, middles, rows)
        for row in range(3):
            ranks[hand, row] = rank_row(cards[hand], rows[row], step, small, flush)
