"""Compiled loops over a column of hands; `solver.games.si_se_pai.many` is their only caller."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.compiled import compiled

COLOUR, HAN_COLOUR, BLANK, OTHER = 8, 12, 16, 17
"""What a sign is: below `COLOUR` a piece, then a colour that closes a run, one that opens a run, a blank, and all else."""

Integers = NDArray[np.int32]


@compiled
def read(
    data: NDArray[np.uint8],
    texts: Integers,
    rows: Integers,
    single: bool,
    signs: NDArray[np.uint8],
    part: NDArray[np.int64],
    weight: NDArray[np.int64],
    first: NDArray[np.int64],
    most: int,
    full: int,
    longest: int,
    states: Integers,
    sizes: NDArray[np.int16],
) -> None:
    """Read hands into the states of their parts; a hand that can't be read, or can't be, gets size 0.

    data: UTF-8; text t is data[texts[t]:texts[t + 1]], hand h the texts from rows[h] to rows[h + 1], each one card where *single*.
    signs: by code point below 2^16. part, weight: by kind of card; first: the number of each part's empty state.
    most: copies of a card, full: cards of a hand, longest: bytes of a text. Out: (hands, parts) states, and the number of cards.
    """
    kinds = len(part)
    counts = np.zeros(kinds, np.int64)
    run = np.empty(full + 1, np.int64)
    for hand in range(len(rows) - 1):
        counts[:] = 0
        total: Any = 0
        fine: Any = True
        for text in range(rows[hand], rows[hand + 1]):
            before = total
            waiting = 0
            opened: Any = -1
            at, stop = np.int64(texts[text]), np.int64(texts[text + 1])
            fine = stop - at <= longest
            while fine and at <= stop:
                sign = np.int64(BLANK)
                if at < stop:
                    code = np.int64(data[at])
                    if code >= 0xF0:
                        fine = False
                        break
                    if code >= 0xE0:
                        code = (code & 0x0F) << 12 | (np.int64(data[at + 1]) & 0x3F) << 6 | (np.int64(data[at + 2]) & 0x3F)
                        at += 2
                    elif code >= 0xC0:
                        code = (code & 0x1F) << 6 | (np.int64(data[at + 1]) & 0x3F)
                        at += 1
                    sign = np.int64(signs[code])
                at += 1
                if sign < COLOUR:
                    if waiting > full:
                        fine = False
                        break
                    run[waiting] = sign
                    waiting += 1
                    continue
                if sign == OTHER:
                    fine = False
                    break
                colour = opened
                if sign < HAN_COLOUR:
                    fine = waiting > 0 and opened < 0
                    colour = sign - COLOUR
                else:
                    fine = (waiting > 0) == (opened >= 0)
                if fine:
                    for place in range(waiting):
                        counts[4 * run[place] + colour] += 1
                    total += waiting
                    waiting = 0
                    opened = sign - HAN_COLOUR if HAN_COLOUR <= sign < BLANK else -1
            if single and total - before != 1:
                fine = False
            if not fine:
                break
        if not fine or total > full:
            total = 0
        for place in range(len(first)):
            states[hand, place] = first[place]
        for kind in range(kinds):
            if counts[kind]:
                if counts[kind] > most:
                    total = 0
                    break
                states[hand, part[kind]] += counts[kind] * weight[kind]
        sizes[hand] = total


@compiled
def add_up(
    states: Integers,
    covered: NDArray[np.int16],
    points: Integers,
    starts: Integers,
    cards: NDArray[np.int16],
    found: Integers,
    groups: Integers,
) -> None:
    """Cards in groups, points and number of groups of each hand: the sums over its parts."""
    for hand in range(len(states)):
        own_cards = own_points = own_groups = 0
        for state in states[hand]:
            own_cards += covered[state]
            own_points += points[state]
            own_groups += starts[state + 1] - starts[state]
        cards[hand] = own_cards
        found[hand] = own_points
        groups[hand] = own_groups


@compiled
def list_groups(states: Integers, starts: Integers, uses: NDArray[np.int16], ends: Integers, listed: Integers) -> None:
    """The columns that each hand uses, in canonical order: those of hand h are listed[ends[h]:ends[h + 1]]."""
    for hand in range(len(states)):
        begin = ends[hand]
        stop = begin
        for state in states[hand]:
            for use in range(starts[state], starts[state + 1]):
                column = uses[use]
                at = stop
                while at > begin and listed[at - 1] > column:
                    listed[at] = listed[at - 1]
                    at -= 1
                listed[at] = column
                stop += 1
