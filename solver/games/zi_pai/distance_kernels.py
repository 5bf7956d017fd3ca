"""The compiled part of `distance`: what is the fewest cards that turn a hand into seven groups of the right sorts.

A *part* is some of the cards of a group, held in the hand, and the rest of the group, missing. Cards of the hand are put into parts or
thrown away, lowest kind first, as in engine `search`; when the hand is used up, whole groups of missing cards fill what is left. A state is
what is left of the hand, how many threes, quads and pairs there are, and how many cards are missing so far. With a budget of missing cards,
few states can still end well: every card thrown away costs one.

That two groups miss the same kind more often than there are copies is seldom, so it is not a part of the state: a way found is checked for
it, and where it fails, that kind is *tracked* in the state from then on, until the way found is possible.
"""

from typing import Any

import numpy as np

from solver.compiled import compiled, lowest

MORE_ROOM = -1
"""The scratch is too small."""
NONE = -2
"""No way within the budget."""

TAKES, MISSES, CLASS, COLUMN, LOW, LACKING, ONLY, HELD = 0, 1, 2, 3, 4, 5, 6, 7
"""A row of `parts`: cards held and cards missing as words, 0 three, 1 quad or 2 pair, the column, the lowest kind held (20: none), how many
are missing, the kind missing where it is one card (else -1), and the number of kinds held; then (shift, copies) for each of those."""

KINDS = 20
COPIES = 4
GROUPS = 7
_END = KINDS * COPIES
_NEVER = -(1 << 40)
_LOOSE = -1
_PLACE_BITS = 24
_PLACE_MASK = (1 << _PLACE_BITS) - 1


@compiled
def _need(threes: int, quads: int, pairs: int) -> int:
    """The fewest cards of the groups still to be built; -1 where no complete hand has so many of a sort."""
    if quads == 0 and pairs == 0:
        return 21 - 3 * threes if threes <= GROUPS else -1
    least = max(1, quads)
    if threes + least + 1 > GROUPS or pairs > 1:
        return -1
    return 20 + least - 3 * threes - 4 * quads - 2 * pairs


@compiled
def _bucket(counts: int, groups: int) -> int:
    """Where a state stands in the order of work: lowest kind, most copies first; without cards, by the number of groups."""
    if counts == 0:
        return int(_END + groups)
    low = np.int64(lowest(np.uint64(counts))) // 3
    return int(low * COPIES + COPIES - ((counts >> (3 * low)) & 7))


@compiled
def _reach(counts: int, missing: int, code: int, bucket: int, states: Any, links: Any, table: Any, heads: Any, meta: Any) -> int:
    """The place of a state, a new one where it is met for the first time. MORE_ROOM where there is none."""
    mask = table.shape[0] - 1
    mixed = (np.uint64(counts) * np.uint64(0x9E3779B97F4A7C15)) ^ (np.uint64(code) * np.uint64(0xC2B2AE3D27D4EB4F))
    mixed ^= np.uint64(missing) * np.uint64(0x165667B19E3779F9)
    slot = np.int64(mixed >> np.uint64(40)) & mask
    generation = meta[0] << _PLACE_BITS
    while table[slot] >= generation:
        place = table[slot] & _PLACE_MASK
        if states[place, 0] == counts and states[place, 1] == missing and states[place, 2] == code:
            return int(place)
        slot = (slot + 1) & mask
    place = meta[1]
    if place >= states.shape[0]:
        return MORE_ROOM
    table[slot] = generation | place
    states[place, 0] = counts
    states[place, 1] = missing
    states[place, 2] = code
    links[place, 0] = heads[bucket]
    links[place, 1] = -1  # the edge it was reached by
    links[place, 2] = -1  # an edge that leads to an end
    links[place, 3] = _NEVER  # most points
    heads[bucket] = place
    meta[1] += 1
    return int(place)


@compiled
def _usable(counts: int, room: int, parts: Any, points: Any, scoring: bool, tracked: int, most: int, chosen: Any) -> int:
    """The parts that the hand can form and whose missing cards exist, in order. The number of them.

    Of parts that take the same cards, miss two or more, and as many of the tracked kinds, one is enough: the first, or the one with the
    most points.
    """
    size = 0
    for at in range(parts.shape[0]):
        if parts[at, LACKING] > most:
            continue
        fine = True
        for place in range(parts[at, HELD]):
            fine &= (counts >> parts[at, HELD + 1 + 2 * place]) & 7 >= parts[at, HELD + 2 + 2 * place]
        misses = parts[at, MISSES]
        have = room
        while fine and misses:
            fine = misses & 7 <= have & 7
            misses >>= 3
            have >>= 3
        if not fine:
            continue
        if parts[at, LACKING] > 1:
            for other in range(size - 1, -1, -1):
                known = chosen[other]
                if parts[known, LOW] != parts[at, LOW]:
                    break
                if (
                    parts[known, TAKES] == parts[at, TAKES]
                    and parts[known, CLASS] == parts[at, CLASS]
                    and parts[known, LACKING] == parts[at, LACKING]
                    and parts[known, MISSES] & tracked == parts[at, MISSES] & tracked
                ):
                    fine = False
                    if scoring and points[parts[at, COLUMN]] > points[parts[known, COLUMN]]:
                        chosen[other] = at
                    break
        if fine:
            chosen[size] = at
            size += 1
    return size


@compiled
def _prospects(counts: int, parts: Any, points: Any, chosen: Any, starts: Any, budget: int, best: Any) -> None:
    """Into best[kind, missing, groups]: a bound on the points of so many parts of that kind and above that miss at most so many cards."""
    best[KINDS + 1] = 0
    for kind in range(KINDS, -1, -1):
        best[kind] = best[kind + 1]
        for step in range(starts[kind], starts[kind + 1]):
            gain = points[parts[chosen[step], COLUMN]]
            lacking = parts[chosen[step], LACKING]
            if gain > 0:
                uses = COPIES
                for place in range(parts[chosen[step], HELD]):
                    held = (counts >> parts[chosen[step], HELD + 1 + 2 * place]) & 7
                    uses = min(uses, held // parts[chosen[step], HELD + 2 + 2 * place])
                for _ in range(uses):
                    for missing in range(budget, lacking - 1, -1):
                        for groups in range(GROUPS, 0, -1):
                            best[kind, missing, groups] = max(best[kind, missing, groups], best[kind, missing - lacking, groups - 1] + gain)


@compiled
def _violated(end: Any, links: Any, edges: Any, parts: Any, room: int) -> int:
    """The kinds of which the way through this edge misses more copies than there are, as a word with 7 for each.

    Whole groups of missing cards are left out: kinds enough are left for them.
    """
    spent = np.zeros(KINDS, np.int64)
    edge = np.int64(end)
    while edge >= 0:  # from the edge back to the start
        if edges[edge, 2] != _LOOSE and parts[edges[edge, 2], HELD] > 0:
            for kind in range(KINDS):
                spent[kind] += (parts[edges[edge, 2], MISSES] >> (3 * kind)) & 7
        edge = links[edges[edge, 0], 1]
    edge = links[edges[end, 1], 2]
    while edge >= 0:  # and on to the end
        if edges[edge, 2] != _LOOSE and parts[edges[edge, 2], HELD] > 0:
            for kind in range(KINDS):
                spent[kind] += (parts[edges[edge, 2], MISSES] >> (3 * kind)) & 7
        edge = links[edges[edge, 1], 2]
    word = np.int64(0)
    for kind in range(KINDS):
        if spent[kind] > (room >> (3 * kind)) & 7:
            word |= np.int64(7) << (3 * kind)
    return int(word)


@compiled
def within(
    counts: int,
    room: int,
    threes: int,
    quads: int,
    pairs: int,
    gains: Any,
    minimum: int,
    scoring: bool,
    budget: int,
    tracked: int,
    parts: Any,
    points: Any,
    states: Any,
    links: Any,
    table: Any,
    edges: Any,
    meta: Any,
    out: Any,
) -> int:
    """Whether the hand is completed with exactly `budget` cards, where fewer can't: 1, else NONE; MORE_ROOM.

    counts, room: words of free cards, and of copies that can still be obtained. threes, quads, pairs: of the groups that stand.
    gains: points that opening a concealed triplet into a quad brings, each a choice of its own, best first.
    scoring: the groups to come must also reach `minimum` points (fewer cards may then do for the rest).
    tracked: a word with 7 for each kind whose missing cards are counted.
    out: 0 kinds that improve the hand as bits (by a group that they complete), 1 whether opening a triplet does, 2 kinds to be tracked,
    3 kinds improving by a pair; when scoring, the last edge of the way found (-1: none).
    """
    out[:] = 0
    meta[0] += 1
    meta[1] = 0
    chosen = np.empty(parts.shape[0], np.int64)
    size = _usable(counts, room, parts, points, scoring, tracked, budget, chosen)
    starts = np.zeros(KINDS + 2, np.int64)
    for step in range(size):
        starts[parts[chosen[step], LOW] + 1] += 1
    for kind in range(KINDS + 1):
        starts[kind + 1] += starts[kind]
    prospects = np.zeros((KINDS + 2, budget + 1, GROUPS + 1), np.int64)
    if scoring:
        _prospects(counts, parts, points, chosen, starts, budget, prospects)
    heads = np.full(_END + GROUPS + 2, -1, np.int64)
    cards = 0
    rest = counts
    while rest:
        cards += rest & 7
        rest >>= 3
    opening = 0
    for opened in range(min(gains.shape[0], budget) + 1):
        if opened:
            opening += gains[opened - 1]
        need = _need(threes - opened, quads + opened, pairs)
        if need < 0 or opened + max(0, need - cards) > budget:
            continue
        code = ((threes - opened) << 12) | ((quads + opened) << 8) | (pairs << 4) | 0
        code |= opened << 20 | opened << 28  # cards missing so far, triplets opened
        bucket = _bucket(counts, threes + quads + pairs)
        place = _reach(counts, 0, code, bucket, states, links, table, heads, meta)
        if place < 0:
            return MORE_ROOM
        links[place, 3] = opening
    edge = 0
    for bucket in range(_END + GROUPS):
        kind = min(bucket // COPIES, KINDS) if bucket < _END else KINDS
        here = heads[bucket]
        while here >= 0:
            left = states[here, 0]
            miss = states[here, 1]
            code = states[here, 2]
            have3, have4, have2 = (code >> 12) & 15, (code >> 8) & 15, (code >> 4) & 15
            lacking = (code >> 20) & 255
            gathered = links[here, 3]
            remaining = 0
            rest = left
            while rest:
                remaining += rest & 7
                rest >>= 3
            begin = starts[kind]
            stop = starts[kind + 1]
            for step in range(begin, stop + 1 if kind < KINDS else stop):
                part = np.int64(_LOOSE)
                rest = left
                after = miss
                now3, now4, now2, now = have3, have4, have2, lacking
                gain = np.int64(0)
                if step == stop:
                    rest = left & ~(np.int64(7) << (3 * kind))
                    still = remaining - ((left >> (3 * kind)) & 7)
                else:
                    part = chosen[step]
                    fine = True
                    still = remaining
                    for held in range(parts[part, HELD]):
                        taken = parts[part, HELD + 2 + 2 * held]
                        fine &= (left >> parts[part, HELD + 1 + 2 * held]) & 7 >= taken
                        still -= taken
                    if not fine:
                        continue
                    now += parts[part, LACKING]
                    if parts[part, CLASS] == 0:
                        now3 += 1
                    elif parts[part, CLASS] == 1:
                        now4 += 1
                    else:
                        now2 += 1
                    rest = left - parts[part, TAKES]
                    if tracked:
                        after = miss + (parts[part, MISSES] & tracked)
                        spent, have = after, room
                        while fine and spent:
                            fine = spent & 7 <= have & 7
                            spent >>= 3
                            have >>= 3
                        if not fine:
                            continue
                    gain = points[parts[part, COLUMN]]
                if now > budget:
                    continue
                need = _need(now3, now4, now2)
                if need < 0 or now + max(0, need - still) > budget:
                    continue
                built = now3 + now4 + now2
                if scoring:
                    low = np.int64(lowest(np.uint64(rest))) // 3 if rest else KINDS
                    if gathered + gain + prospects[low, budget - now, GROUPS - built] < minimum:
                        continue
                fresh = (code & ~np.int64(0xFFFFFFF)) | (now << 20) | (now3 << 12) | (now4 << 8) | (now2 << 4)
                there = _reach(rest, after, fresh, _bucket(rest, built), states, links, table, heads, meta)
                if there < 0 or edge >= edges.shape[0]:
                    return MORE_ROOM
                if gathered + gain > links[there, 3]:
                    links[there, 3] = gathered + gain
                    links[there, 1] = edge
                edges[edge, 0] = here
                edges[edge, 1] = there
                edges[edge, 2] = part
                edge += 1
            here = links[here, 0]
    meta[2] = edge
    # Ends: seven groups, no cards. Walk back from them over the edges, which stand in the order of their first states.
    good = np.zeros(meta[1], np.bool_)
    found = False
    here = heads[_END + GROUPS]
    while here >= 0:
        code = states[here, 2]
        complete = _need((code >> 12) & 15, (code >> 8) & 15, (code >> 4) & 15) == 0
        if complete and (not scoring or links[here, 3] >= minimum):
            good[here] = True
            found = True
            out[1] |= np.int64((code >> 28) & 255 > 0)
            if scoring:
                out[3] = links[here, 1]
                return 1
        here = links[here, 0]
    if not found:
        return NONE
    first = np.full(2 * KINDS, -1, np.int64)
    some = np.int64(-1)
    for back in range(edge - 1, -1, -1):
        if good[edges[back, 1]]:
            good[edges[back, 0]] = True
            links[edges[back, 0], 2] = back
            part = edges[back, 2]
            some = np.int64(back)
            if part != _LOOSE and parts[part, LACKING] == 1 and parts[part, HELD] > 0:
                first[parts[part, ONLY] + (KINDS if parts[part, CLASS] == 2 else 0)] = back
    if some >= 0:
        out[2] |= _violated(some, links, edges, parts, room)
    for kind in range(2 * KINDS):
        if first[kind] >= 0:
            out[2] |= _violated(first[kind], links, edges, parts, room)
            out[0 if kind < KINDS else 3] |= np.int64(1) << (kind % KINDS)
    return 1
