"""Compiled loops that score settings against many opponents at once.

Opponents who share a card with the hand are left out by bit maps (one per card, a bit per opponent). For every rank that one of the
settings has in a row, the opponents it beats there and those that beat it are bit vectors; what a setting earns is then a few ANDs and
bit counts. This goes by blocks of 512 opponents, so that the vectors stay in the nearest cache.
Ranks here are classes: ranks without the kickers that can't decide.
"""

import numpy as np
from numpy.typing import NDArray

from solver.compiled import compiled, lowest, popcount
from solver.engines.split_kernels import undominated_of_all
from solver.poker import rank_fives, rank_threes

Words = NDArray[np.uint64]
Ranks = NDArray[np.int16]
Numbers = NDArray[np.float64]
_BLOCK = 8
"""Words of 64 opponents in a block."""


@compiled
def strangers(by_card: Words, cards: NDArray[np.uint8], out: NDArray[np.int32]) -> int:
    """The opponents who hold none of *cards*, into *out*; returns how many."""
    taken = np.zeros(by_card.shape[1], np.uint64)
    for card in cards:
        row = by_card[card]
        for word in range(len(taken)):
            taken[word] |= row[word]
    found = 0
    zero, one = np.uint64(0), np.uint64(1)
    for word in range(len(taken)):
        free = ~taken[word]
        # Most words hold no opponent, one or two: those are written without asking, as a wrong guess costs more than the write.
        for _ in range(2):
            out[found] = word * 64 + np.int64(lowest(free))
            found += free != zero
            free &= free - one
        while free:
            out[found] = word * 64 + np.int64(lowest(free))
            found += 1
            free &= free - one
    return found


@compiled
def thresholds(classes: Ranks, below: NDArray[np.uint16], upto: NDArray[np.uint16], number: NDArray[np.uint16]) -> int:
    """Number the different classes of a row in order, from 0; returns how many there are.

    ``number[i]`` of setting i's class; ``below[rank]`` how many of the classes are below a rank, ``upto[rank]`` how many not above.
    """
    upto[:] = 0
    for one in classes:
        upto[one] = 1
    total = 0
    for rank in range(len(upto)):
        below[rank] = total
        total += upto[rank]
        upto[rank] = total
    for at in range(len(classes)):
        number[at] = below[classes[at]]
    return total


@compiled
def row_bits(
    opponents: NDArray[np.int32],
    ranks: Ranks,
    gains: Numbers,
    below: NDArray[np.uint16],
    upto: NDArray[np.uint16],
    classes: int,
    beaten: Words,
    beating: Words,
    lost: Numbers,
    own: Ranks,
) -> None:
    """For each class of a row and a block of opponents: those it beats (``beaten[class]``) and those that beat it (``beating[class + 1]``).

    ``ranks[j]`` the class of opponent j in this row, ``gains[rank]`` what a row won with it earns; that is added to ``lost[class + 1]`` of
    the highest class it beats. Both ends have a line for what concerns no class, so that nothing need be asked. *own*: room for a block.
    """
    for place in range(len(opponents)):  # far apart in memory: fetched in a loop that waits for none of them
        own[place] = ranks[np.uint32(opponents[place])]
    beaten[: classes + 1] = 0
    beating[: classes + 1] = 0
    for place in range(len(opponents)):
        rank = np.uint16(own[place])
        column = np.uint64(place) >> np.uint64(6)
        bit = np.uint64(1) << (np.uint64(place) & np.uint64(63))
        last = below[rank]
        beaten[upto[rank], column] |= bit
        beating[last, column] |= bit
        lost[last] += gains[rank]
    for at in range(1, classes):
        for word in range(_BLOCK):
            beaten[at, word] |= beaten[at - 1, word]
    for at in range(classes - 1, 0, -1):
        for word in range(_BLOCK):
            beating[at, word] |= beating[at + 1, word]


@compiled
def score(
    classes: Ranks,
    opponents: NDArray[np.int32],
    ranks: Ranks,
    gains: Numbers,
    scooper: Numbers,
    even: bool,
    majority: float,
    net: bool,
    counts: NDArray[np.int64],
    totals: Numbers,
) -> None:
    """What each setting earns from the opponents listed, all of whom show their hands.

    classes: (settings, 3). ranks: (3, opponents of the population). gains: (3, ranks) for a row won. scooper: by opponent, what a
    scoop earns that one beyond its three rows; *even*: it is the same for all. majority: for more rows won, *net*: ties help.
    counts: (settings, 7) rows beaten in front, middle, back, scoops, scooped, majorities won, majorities lost (scoops not among them).
    totals: (settings, 2): points lost by rows, and points lost by being scooped; the caller adds what the setting itself earns.
    """
    size = gains.shape[1]
    number = np.empty((3, len(classes)), np.uint16)
    below = np.empty((3, size), np.uint16)
    upto = np.empty((3, size), np.uint16)
    held = np.empty(3, np.int64)
    column = np.empty(len(classes), np.int16)
    for row in range(3):
        column[:] = classes[:, row]
        held[row] = thresholds(column, below[row], upto[row], number[row])
    lines = held.max() + 1
    beaten = np.empty((3, lines, _BLOCK), np.uint64)
    beating = np.empty((3, lines, _BLOCK), np.uint64)
    lost = np.zeros((3, lines), np.float64)
    own = np.empty(64 * _BLOCK, np.int16)
    scoop = np.empty(64 * _BLOCK, np.float64)
    counts[:] = 0
    totals[:] = 0.0
    one = np.uint64(1)
    for start in range(0, len(opponents), 64 * _BLOCK):
        some = opponents[start : start + 64 * _BLOCK]
        for row in range(3):
            row_bits(some, ranks[row], gains[row], below[row], upto[row], held[row], beaten[row], beating[row], lost[row], own)
        if not even:
            for place in range(len(some)):
                scoop[place] = scooper[np.uint32(some[place])]
        for at in range(len(classes)):
            f, m, b = number[0, at], number[1, at], number[2, at]
            won0 = won1 = won2 = scoops = scooped = ahead = behind = np.uint64(0)
            for word in range(_BLOCK):
                w0, w1, w2 = beaten[0, f, word], beaten[1, m, word], beaten[2, b, word]
                l0, l1, l2 = beating[0, f + 1, word], beating[1, m + 1, word], beating[2, b + 1, word]
                all_won = w0 & w1 & w2
                all_lost = l0 & l1 & l2
                lead = (w0 & w1) | (w0 & w2) | (w1 & w2)
                trail = (l0 & l1) | (l0 & l2) | (l1 & l2)
                if net:
                    some_lost = l0 | l1 | l2
                    some_won = w0 | w1 | w2
                    lead |= some_won & ~some_lost
                    trail |= some_lost & ~some_won
                won0 += popcount(w0)
                won1 += popcount(w1)
                won2 += popcount(w2)
                scoops += popcount(all_won)
                scooped += popcount(all_lost)
                ahead += popcount(lead & ~all_won)
                behind += popcount(trail & ~all_lost)
            counts[at, 0] += won0
            counts[at, 1] += won1
            counts[at, 2] += won2
            counts[at, 3] += scoops
            counts[at, 4] += scooped
            counts[at, 5] += ahead
            counts[at, 6] += behind
            if not even:
                for word in range(_BLOCK):
                    left = beating[0, f + 1, word] & beating[1, m + 1, word] & beating[2, b + 1, word]
                    while left:
                        totals[at, 1] += scoop[np.uint64(word << 6) | lowest(left)]
                        left &= left - one
    for row in range(3):
        for at in range(held[row] - 1, 0, -1):
            lost[row, at] += lost[row, at + 1]
    for at in range(len(classes)):
        totals[at, 0] = lost[0, number[0, at] + 1] + lost[1, number[1, at] + 1] + lost[2, number[2, at] + 1]
        if even:
            totals[at, 1] = np.float64(counts[at, 4]) * (scooper[opponents[0]] if len(opponents) else 0.0)


@compiled
def earn(
    classes: Ranks,
    counts: NDArray[np.int64],
    totals: Numbers,
    gains: Numbers,
    row_points: Numbers,
    extra: float,
    shot: float,
    home_run: float,
    majority: float,
    showing: int,
    out: Numbers,
) -> None:
    """Points of each setting in all, from the opponents scored: their number times the points expected from one of them.

    *extra*: what a scoop's total has over its three rows; *shot*: the factor of a scoop; *home_run*: the factor when the other
    opponents are scooped too (equal to *shot* where that is no matter), each with the same chance; *showing*: opponents, those
    included who declared.
    """
    for at in range(len(classes)):
        f, m, b = classes[at, 0], classes[at, 1], classes[at, 2]
        points = row_points[0, f] + row_points[1, m] + row_points[2, b]
        chance = counts[at, 3] / max(showing, 1)
        factor = shot + (home_run - shot) * chance * chance
        out[at] = (
            gains[0, f] * counts[at, 0]
            + gains[1, m] * counts[at, 1]
            + gains[2, b] * counts[at, 2]
            + majority * (counts[at, 5] - counts[at, 6])
            + ((factor - 1.0) * points + factor * extra) * counts[at, 3]
            - totals[at, 0]
            - totals[at, 1]
        )


@compiled
def respond(
    cards: NDArray[np.uint8],
    chosen: NDArray[np.int32],
    pairs: NDArray[np.uint16],
    fronts: NDArray[np.int32],
    fives: NDArray[np.int32],
    inside: NDArray[np.int16],
    step: Ranks,
    small: Ranks,
    flush: Ranks,
    decisive: Ranks,
    seats: Words,
    ranks: Ranks,
    gains: Numbers,
    row_points: Numbers,
    scooper: Numbers,
    even: bool,
    extra: float,
    shot: float,
    home_run: float,
    majority: float,
    net: bool,
    declared: NDArray[np.uint64],
    worth: Numbers,
    settings: NDArray[np.uint32],
    values: Numbers,
) -> None:
    """The best setting of each *chosen* hand against the opponents that can be dealt beside it, with its points expected from one of them.

    ``inside[mask]`` the place of a 5-subset of ten among those; *declared*, *worth*: the masks and worths of the opponents who declare.
    Only settings that no other equals or beats in every row are looked at. Equal values: the higher front, then middle.
    """
    threes_rank = np.empty(286, np.int16)
    fives_rank = np.empty(1287, np.int16)
    fives_class = np.empty(1287, np.int16)
    order = np.empty(286, np.uint16)
    kept = np.empty((1 << 14, 5), np.int32)
    found = np.empty(ranks.shape[1] + 2, np.int32)
    seat = np.empty(14, np.uint8)
    seat[13] = 52
    for line in range(len(chosen)):
        hand = chosen[line]
        seat[:13] = cards[hand]
        rank_fives(cards[hand], step, flush, fives_rank)
        rank_threes(cards[hand], step, small, threes_rank)
        for at in range(1287):
            fives_class[at] = decisive[fives_rank[at]]
        order[:] = np.argsort(-threes_rank, kind="mergesort")
        _, number = undominated_of_all(
            pairs, True, threes_rank, fives_rank, fives_rank, (1, 0), threes_rank, fives_class, fives_class, order, 1, kept
        )
        classes = np.empty((number, 3), np.int16)
        for at in range(number):
            classes[at, 0] = threes_rank[kept[at, 0]]
            classes[at, 1] = fives_class[kept[at, 1]]
            classes[at, 2] = fives_class[kept[at, 2]]
        opponents = found[: strangers(seats, seat, found)]
        counts = np.empty((number, 7), np.int64)
        totals = np.empty((number, 2), np.float64)
        points = np.empty(number, np.float64)
        score(classes, opponents, ranks, gains, scooper, even, majority, net, counts, totals)
        own = np.uint64(0)
        for card in cards[hand]:
            own |= np.uint64(1) << np.uint64(card)
        declarers = 0
        paid = 0.0
        for at in range(len(declared)):
            if declared[at] & own == 0:
                declarers += 1
                paid += worth[at]
        showing = len(opponents) + declarers
        earn(classes, counts, totals, gains, row_points, extra, shot, home_run, majority, showing, points)
        best = 0
        for at in range(1, number):
            if points[at] > points[best] or (
                points[at] == points[best]
                and (classes[at, 0] > classes[best, 0] or (classes[at, 0] == classes[best, 0] and classes[at, 1] > classes[best, 1]))
            ):
                best = at
        front, middle = fronts[kept[best, 0]], fives[kept[best, 1]]
        squeezed = 0
        place = 0
        for position in range(13):
            if not front >> position & 1:
                squeezed |= (middle >> position & 1) << place
                place += 1
        settings[line] = kept[best, 0] * 252 + inside[squeezed]
        values[line] = (points[best] - paid) / max(showing, 1)
