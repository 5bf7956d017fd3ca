"""Compiled loops that score settings against many opponents at once.

Opponents who share a card with the hand are left out: blocks of 512 by what all their hands hold, the rest by bit maps (one per card).
For every rank that one of the settings has in a row, the opponents it beats there and those that beat it are bit vectors, made by vector
compares; what a setting earns is then a few ANDs and bit counts. This goes by blocks of 512 opponents, so that the vectors stay in the
nearest cache. Ranks here are classes: ranks without the kickers that can't decide.
"""

import numpy as np
from numpy.typing import NDArray

from solver.compiled import compiled, fetch, lowest, popcount, which_above, which_below
from solver.engines.mirror_kernels import undominated
from solver.poker import rank_fives, rank_threes

Words = NDArray[np.uint64]
Ranks = NDArray[np.int16]
Numbers = NDArray[np.float64]
_BLOCK = 8
"""Words of 64 opponents in a block."""


@compiled
def strangers(holders: Words, common: Words, cards: NDArray[np.uint8], rows: Ranks, out: NDArray[np.int32]) -> int:
    """The opponents who hold none of *cards* (52: who does not declare), by their places among the seats, into *out*; returns how many.

    *holders*, *common*: see `population.Seats`. cards: at most 14. rows: what will be asked of each, (opponents, 4), is sent for. *out* has
    four places more than there are opponents.
    """
    zero, one = np.uint64(0), np.uint64(1)
    words = np.uint64(len(holders) // 53)
    own = zero
    for card in cards:
        own |= one << np.uint64(card)
    row = np.empty(14, np.uint64)
    for at in range(14):
        row[at] = words * np.uint64(cards[min(at, len(cards) - 1)])
    # Fourteen names, so that a block's fourteen rows are put together in registers.
    r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, ra, rb, rc, rd = (
        row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[8], row[9], row[10], row[11], row[12], row[13],
    )  # fmt: skip
    free = np.empty(_BLOCK, np.uint64)
    possible = np.empty(len(common) + 1, np.int32)
    number = 0
    for block in range(len(common)):
        possible[number] = block
        number += common[block] & own == zero
    possible[number] = 0
    found = np.int64(0)
    for line in range(number):
        start = np.uint64(possible[line] * _BLOCK)
        following = np.uint64(possible[line + 1] * _BLOCK)
        for at in range(14):
            fetch(holders, np.int64(row[at] + following))
        for word in range(_BLOCK):
            on = start + np.uint64(word)
            free[word] = ~(
                holders[r0 + on] | holders[r1 + on] | holders[r2 + on] | holders[r3 + on] | holders[r4 + on]
                | holders[r5 + on] | holders[r6 + on] | holders[r7 + on] | holders[r8 + on] | holders[r9 + on]
                | holders[ra + on] | holders[rb + on] | holders[rc + on] | holders[rd + on]
            )  # fmt: skip
        for word in range(_BLOCK):
            bits = free[word]
            first = (np.int64(start) + word) * 64
            left = np.int64(popcount(bits))
            while left > 0:  # four at a time without asking: a wrong guess costs more than the writes
                for place in range(4):
                    other = first + np.int64(lowest(bits))
                    out[found + place] = other
                    fetch(rows, other * 4)
                    bits &= bits - one
                found += min(left, np.int64(4))
                left -= 4
    return int(found)


@compiled
def declarers(masks: Words, kinds: NDArray[np.uint8], own: np.uint64, numbers: NDArray[np.int64]) -> None:
    """How many of the hands with these masks and kinds share no card with *own*, by kind, into *numbers*."""
    numbers[:] = 0
    for at in range(len(masks)):
        if masks[at] & own == 0:
            numbers[kinds[at]] += 1


@compiled
def thresholds(classes: Ranks, row: int, size: int, values: Ranks, number: NDArray[np.uint16]) -> int:
    """Number the different classes (below *size*) that settings have in a row, as they come; returns how many there are.

    ``number[i]`` of setting i's class, ``values[number]`` the class.
    """
    seen = np.zeros(size, np.uint16)
    total = 0
    for at in range(len(classes)):
        value = classes[at, row]
        if seen[value] == 0:
            values[total] = value
            total += 1
            seen[value] = total
        number[at] = seen[value] - 1
    return total


@compiled
def score(
    classes: Ranks,
    opponents: NDArray[np.int32],
    rows: Ranks,
    step_numbers: NDArray[np.int64],
    step_ranks: Ranks,
    step_gains: Numbers,
    scooper: Numbers,
    even: bool,
    majority: float,
    net: bool,
    counts: NDArray[np.int64],
    totals: Numbers,
) -> None:
    """What each setting earns from the opponents listed, all of whom show their hands.

    classes: (settings, 3). rows: (opponents of the population, 4) the classes of their rows, four for alignment. steps: what a row won
    earns, see `payoffs.Steps`. scooper: by opponent, what a scoop earns that one beyond its three rows; *even*: one number for all.
    majority: for more rows won, *net*: ties help. counts: (settings, 7) rows beaten in front, middle, back, scoops, scooped, majorities
    won, majorities lost (scoops not among them). totals: (settings, 2): points lost by rows, and points lost by being scooped; the caller
    adds what the setting itself earns. One long function: with its two stages as functions of their own it takes a tenth longer.
    """
    size = np.int64(1)
    for at in range(len(classes)):
        size = max(size, np.int64(classes[at, 0]) + 1, np.int64(classes[at, 1]) + 1, np.int64(classes[at, 2]) + 1)
    number = np.empty((3, len(classes)), np.uint16)
    values = np.empty((3, len(classes)), np.int16)
    held = np.empty(3, np.int64)
    for row in range(3):
        held[row] = thresholds(classes, row, int(size), values[row], number[row])
    blocks = (len(opponents) + 64 * _BLOCK - 1) // (64 * _BLOCK)
    room = blocks * 64 * _BLOCK
    front, middle, back = np.zeros(room, np.int16), np.zeros(room, np.int16), np.zeros(room, np.int16)
    for place in range(len(opponents)):
        other = np.uint32(opponents[place])
        front[place], middle[place], back[place] = rows[other, 0], rows[other, 1], rows[other, 2]
    lines = held.max()
    beaten = np.empty((3, lines, _BLOCK), np.uint64)
    beating = np.empty((3, lines, _BLOCK), np.uint64)
    lost = np.zeros((3, lines), np.int64)  # rows lost by class
    reached = np.zeros(step_ranks.shape, np.int64)  # opponents at or above a step
    valid = np.empty(_BLOCK, np.uint64)
    scoop = np.empty(64 * _BLOCK, np.float64)
    counts[:] = 0
    totals[:] = 0.0
    one = np.uint64(1)
    for block in range(blocks):
        start = 64 * _BLOCK * block
        for word in range(_BLOCK):
            real = min(max(len(opponents) - start - 64 * word, 0), 64)
            valid[word] = ~np.uint64(0) if real == 64 else (one << np.uint64(real)) - one
        for row in range(3):
            own = front if row == 0 else middle if row == 1 else back
            for at in range(held[row]):
                value = values[row, at]
                ahead = np.uint64(0)
                for word in range(_BLOCK):
                    beaten[row, at, word] = which_below(own, start + 64 * word, value) & valid[word]
                    beating[row, at, word] = which_above(own, start + 64 * word, value) & valid[word]
                    ahead += popcount(beating[row, at, word])
                lost[row, at] += ahead
            for step in range(step_numbers[row]):
                value = np.int16(step_ranks[row, step] - 1)
                for word in range(_BLOCK):
                    reached[row, step] += np.int64(popcount(which_above(own, start + 64 * word, value) & valid[word]))
        if not even:
            for place in range(min(64 * _BLOCK, len(opponents) - start)):
                scoop[place] = scooper[np.uint32(opponents[start + place])]
        for at in range(len(classes)):
            f, m, b = number[0, at], number[1, at], number[2, at]
            won0 = won1 = won2 = scoops = scooped = ahead = behind = np.uint64(0)
            for word in range(_BLOCK):
                w0, w1, w2 = beaten[0, f, word], beaten[1, m, word], beaten[2, b, word]
                l0, l1, l2 = beating[0, f, word], beating[1, m, word], beating[2, b, word]
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
                    left = beating[0, f, word] & beating[1, m, word] & beating[2, b, word]
                    while left:
                        totals[at, 1] += scoop[np.uint64(word << 6) | lowest(left)]
                        left &= left - one
    for at in range(len(classes)):
        for row in range(3):
            own_class, behind_all = classes[at, row], lost[row, number[row, at]]
            for step in range(step_numbers[row]):
                # Of those that beat this row, who is at or above the step: all of them, or all that are there.
                beaten_by = behind_all if step_ranks[row, step] <= own_class else reached[row, step]
                totals[at, 0] += step_gains[row, step] * beaten_by
        if even:
            totals[at, 1] = counts[at, 4] * scooper[0]


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
def weigh(
    cards: NDArray[np.uint8],
    pairs: NDArray[np.uint16],
    scale: tuple[Ranks, Ranks, Ranks, Ranks],
    top: int,
    against: tuple[Words, Words, Ranks, Numbers, bool],
    steps: tuple[NDArray[np.int64], Ranks, Numbers],
    pay: tuple[Numbers, Numbers, float, float, float, float, bool],
    declared: tuple[Words, NDArray[np.uint8], Numbers],
    scratch: tuple[NDArray[np.int32], NDArray[np.int32], Ranks, NDArray[np.int64], Numbers, Numbers, NDArray[np.int64]],
) -> tuple[int, int, int]:
    """All of a hand in one go: its settings that fewer than *top* others equal or beat in every row, and the points each is worth.

    scale: step, small, flush and decisive of `solver.poker.Ranking`. against: holders, common, rows, scooper, even. pay: gains, row_points,
    extra, shot, home_run, majority, net. declared: masks, kinds, and the worth by kind, of the opponents who declare. Into *scratch*:
    kept (lines, 5), found (room for all opponents), classes (lines, 3), counts (lines, 7), totals (lines, 2), points expected from one
    opponent (lines), who declares by kind. Returns the legal settings, the settings kept (-1: more than lines), and the opponents dealt.
    """
    step, small, flush, decisive = scale
    holders, common, rows, scooper, even = against
    gains, row_points, extra, shot, home_run, majority, net = pay
    kept, found, classes, counts, totals, points, numbers = scratch
    threes, fives, fives_class = np.empty(286, np.int16), np.empty(1287, np.int16), np.empty(1287, np.int16)
    rank_fives(cards, step, flush, fives)
    rank_threes(cards, step, small, threes)
    for at in range(1287):
        fives_class[at] = decisive[fives[at]]
    legal, number = undominated(pairs, threes, fives, 1, threes, fives_class, top, kept)
    if number < 0:
        return legal, number, 0
    for at in range(number):
        classes[at, 0] = threes[kept[at, 0]]
        classes[at, 1] = fives_class[kept[at, 1]]
        classes[at, 2] = fives_class[kept[at, 2]]
    seat = np.empty(14, np.uint8)
    seat[:13] = cards
    seat[13] = 52
    others = found[: strangers(holders, common, seat, rows, found)]
    classes, counts, totals = classes[:number], counts[:number], totals[:number]
    score(classes, others, rows, steps[0], steps[1], steps[2], scooper, even, majority, net, counts, totals)
    own = np.uint64(0)
    for card in cards:
        own |= np.uint64(1) << np.uint64(card)
    declarers(declared[0], declared[1], own, numbers)
    showing = len(others)
    paid = 0.0
    for kind in range(len(numbers)):
        showing += numbers[kind]
        paid += numbers[kind] * declared[2][kind]
    earn(classes, counts, totals, gains, row_points, extra, shot, home_run, majority, showing, points)
    for at in range(number):
        points[at] = (points[at] - paid) / max(showing, 1)
    return legal, number, showing


@compiled
def respond(
    cards: NDArray[np.uint8],
    chosen: NDArray[np.int32],
    pairs: NDArray[np.uint16],
    fronts: NDArray[np.int32],
    fives: NDArray[np.int32],
    inside: NDArray[np.int16],
    scale: tuple[Ranks, Ranks, Ranks, Ranks],
    against: tuple[Words, Words, Ranks, Numbers, bool],
    steps: tuple[NDArray[np.int64], Ranks, Numbers],
    pay: tuple[Numbers, Numbers, float, float, float, float, bool],
    declared: tuple[Words, NDArray[np.uint8], Numbers],
    scratch: tuple[NDArray[np.int32], NDArray[np.int32], Ranks, NDArray[np.int64], Numbers, Numbers, NDArray[np.int64]],
    settings: NDArray[np.uint32],
    values: Numbers,
) -> None:
    """The best setting of each *chosen* hand against the opponents that can be dealt beside it, with its points expected from one of them.

    ``inside[mask]`` the place of a 5-subset of ten among those; the rest as in `weigh`. Equal values: the higher front, then middle.
    """
    kept, classes, points = scratch[0], scratch[2], scratch[5]
    for line in range(len(chosen)):
        _, number, _ = weigh(cards[chosen[line]], pairs, scale, 1, against, steps, pay, declared, scratch)
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
        values[line] = points[best]
