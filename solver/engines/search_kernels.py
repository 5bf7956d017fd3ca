"""The compiled part of engine `search`: a hand as one 64-bit word, states met once, values added up along the way.

A state is what is left of the hand when all items below some item are used up or left loose. From it the lowest item left is either
covered by a column that has it as its lowest item, or all its copies stay loose. Both leave fewer cards, so states are met in the order of
(lowest item, fewer and fewer copies of it): each is finished when it is reached, and the best ways to it are all that the way on needs.
"""

from typing import Any

import numpy as np

from solver.compiled import compiled, lowest

MORE_STATES = -1
"""The scratch is too small."""
TOO_WIDE = -2
"""The fitting columns' uses don't fit into one word, or there are too many limits, or one of too wide a range."""

BITS = 3
"""Bits that hold the copies of an item."""
ITEMS, VALUE, LOW, FIRST = 0, 1, 2, 3
"""A row of `columns`: number of items, packed value, lowest item, then (shift, copies) for each item."""
GENERATION, STATES = 0, 1
"""`meta`: which entries of the hash table belong to this hand, and the number of its states."""

_MASK = (1 << BITS) - 1
_LIMIT_BITS = 12
_PLACE_BITS = 24
_PLACE_MASK = (1 << _PLACE_BITS) - 1
_LIMIT_MASK = (1 << _LIMIT_BITS) - 1
_MOST_LIMITS = 4
_WIDEST = 62


@compiled
def _fitting(counts: int, columns: Any, coefficients: Any, bounds: Any, fits: Any, uses: Any) -> int:
    """The columns that the cards can pay for and no limit rules out, ascending, with their most uses. The number of them."""
    size = 0
    for at in range(columns.shape[0]):
        most = _MASK
        for part in range(columns[at, ITEMS]):
            held = (counts >> columns[at, FIRST + 2 * part]) & _MASK
            most = min(most, held // columns[at, FIRST + 2 * part + 1])
        if most > 0:
            fits[size] = at
            uses[size] = most
            size += 1
    for limit in range(bounds.shape[0]):
        least = 0
        for place in range(size):
            least += min(0, coefficients[limit, fits[place]] * uses[place])
        kept = 0
        for place in range(size):
            coefficient = coefficients[limit, fits[place]]
            if coefficient <= 0 or coefficient + least <= bounds[limit]:
                fits[kept] = fits[place]
                uses[kept] = uses[place]
                kept += 1
        size = kept
    return size


@compiled
def _bucket(counts: int, items: int, copies: int) -> int:
    """Where a state stands in the order of work: by its lowest item, most copies first; without cards, at the end."""
    if counts == 0:
        return items * copies
    low = np.int64(lowest(np.uint64(counts))) // BITS
    return int(low * copies + copies - ((counts >> (BITS * low)) & _MASK))


@compiled
def _reach(counts: int, code: Any, bucket: int, states: Any, links: Any, table: Any, heads: Any, meta: Any) -> int:
    """The place of a state; a new one, still without answers, where it is met for the first time. MORE_STATES where there is no room."""
    mask = table.shape[0] - 1
    mixed = (np.uint64(counts) * np.uint64(0x9E3779B97F4A7C15)) ^ (np.uint64(code) * np.uint64(0xC2B2AE3D27D4EB4F))
    slot = np.int64(mixed >> np.uint64(40)) & mask
    generation = meta[GENERATION] << _PLACE_BITS
    while table[slot] >= generation:  # what is smaller is of an earlier hand
        place = table[slot] & _PLACE_MASK
        if states[place, 0] == counts and states[place, 1] == code:
            return int(place)
        slot = (slot + 1) & mask
    place = meta[STATES]
    if place >= states.shape[0]:
        return MORE_STATES
    table[slot] = generation | place
    states[place, 0] = counts
    states[place, 1] = code
    links[place, 0] = heads[bucket]
    links[place, 1] = 0
    heads[bucket] = place
    meta[STATES] += 1
    return int(place)


@compiled
def _insert(values: Any, keys: Any, links: Any, place: int, value: int, key: int, top: int) -> None:
    """Add an answer to a state's best `top`: highest value first, then highest key. One that is there already is not added again."""
    size = links[place, 1]
    start = place * top
    if size == top:
        worst = values[start + top - 1]
        if value < worst or (value == worst and key <= keys[start + top - 1]):
            return
    at = size
    while at > 0:
        before = values[start + at - 1]
        if before > value or (before == value and keys[start + at - 1] >= key):
            break
        at -= 1
    if at > 0 and values[start + at - 1] == value and keys[start + at - 1] == key:
        return
    last = min(size, top - 1)
    for other in range(last, at, -1):
        values[start + other] = values[start + other - 1]
        keys[start + other] = keys[start + other - 1]
    values[start + at] = value
    keys[start + at] = key
    links[place, 1] = last + 1


@compiled
def solve(
    counts: int,
    items: int,
    copies: int,
    columns: Any,
    coefficients: Any,
    bounds: Any,
    exact: bool,
    counting: bool,
    top: int,
    states: Any,
    links: Any,
    table: Any,
    values: Any,
    keys: Any,
    meta: Any,
    out: Any,
) -> int:
    """The best `top` arrangements into `out`, one a row: its length, its packed value, its columns ascending. Answers how many.

    exact: every card covered. counting (with exact): answers the number of arrangements, each once, and lists none.
    """
    meta[GENERATION] += 1
    meta[STATES] = 0
    fits = np.empty(columns.shape[0], np.int64)
    uses = np.empty(columns.shape[0], np.int64)
    size = _fitting(counts, columns, coefficients, bounds, fits, uses)
    # Where each fitting column's uses stand in a key, the first column highest, so that keys compare as use vectors do.
    shifts = np.empty(size + 1, np.int64)
    shifts[size] = 0
    for place in range(size - 1, -1, -1):
        bits = 0
        while uses[place] >> bits:
            bits += 1
        # The field of column `place` ends where that of the one before begins.
        shifts[place] = shifts[place + 1] + bits
    if shifts[0] > _WIDEST:
        return TOO_WIDE
    # Columns by their lowest item, in canonical order within it.
    starts = np.zeros(items + 2, np.int64)
    for place in range(size):
        starts[columns[fits[place], LOW] + 2] += 1
    for item in range(items + 1):
        starts[item + 1] += starts[item]
    order = np.empty(size, np.int64)
    for place in range(size):
        low = columns[fits[place], LOW]
        order[starts[low + 1]] = place
        starts[low + 1] += 1
    # Limits: what the columns still to come can add to each, at least and at most, by lowest item.
    active = np.empty(bounds.shape[0], np.int64)
    limits = 0
    for limit in range(bounds.shape[0]):
        touched = False
        for place in range(size):
            touched |= coefficients[limit, fits[place]] != 0
        if touched:
            active[limits] = limit
            limits += 1
        elif bounds[limit] < 0:
            return 0
    if limits > _MOST_LIMITS:
        return TOO_WIDE
    least = np.zeros((limits, items + 1), np.int64)
    greatest = np.zeros((limits, items + 1), np.int64)
    code = np.int64(0)  # how far each limit is used; when counting, also the last column, since each set is built in one order only
    for row in range(limits):
        for item in range(items - 1, -1, -1):
            least[row, item] = least[row, item + 1]
            greatest[row, item] = greatest[row, item + 1]
            for at in range(starts[item], starts[item + 1]):
                weight = coefficients[active[row], fits[order[at]]] * uses[order[at]]
                least[row, item] += min(0, weight)
                greatest[row, item] += max(0, weight)
        if greatest[row, 0] - least[row, 0] > _LIMIT_MASK:
            return TOO_WIDE
        room = min(bounds[active[row]], greatest[row, 0]) - least[row, 0]
        if room < 0:
            return 0
        code |= room << (_LIMIT_BITS * row)
    end = items * copies
    heads = np.full(end + 1, -1, np.int64)
    origin = _reach(counts, code, _bucket(counts, items, copies), states, links, table, heads, meta)
    values[origin] = 1 if counting else 0
    keys[origin] = 0
    links[origin, 1] = 1
    rooms = np.empty(limits, np.int64)
    for bucket in range(end):
        item = bucket // copies
        here = heads[bucket]
        while here >= 0:
            left = states[here, 0]
            last = states[here, 1] >> (_LIMIT_BITS * limits)
            for row in range(limits):
                rooms[row] = ((states[here, 1] >> (_LIMIT_BITS * row)) & _LIMIT_MASK) + least[row, item]
            begin = starts[item]
            stop = starts[item + 1]
            for step in range(begin + last, stop if exact else stop + 1):
                loose = step == stop
                rest = left
                place = 0
                if loose:
                    rest = left & ~(np.int64(_MASK) << (BITS * item))
                else:
                    place = order[step]
                    row = fits[place]
                    fine = True
                    for part in range(columns[row, ITEMS]):
                        shift = columns[row, FIRST + 2 * part]
                        needed = columns[row, FIRST + 2 * part + 1]
                        fine &= (left >> shift) & _MASK >= needed
                        rest -= needed << shift
                    if not fine:
                        continue
                target = _bucket(rest, items, copies)
                low = target // copies
                code = np.int64(0)
                fine = True
                for row in range(limits):
                    room = rooms[row] if loose else rooms[row] - coefficients[active[row], fits[place]]
                    room = min(room, greatest[row, low]) - least[row, low]
                    fine &= room >= 0
                    code |= room << (_LIMIT_BITS * row)
                if not fine:
                    continue
                if counting and low == item:
                    code |= (step - begin) << (_LIMIT_BITS * limits)
                there = _reach(rest, code, target, states, links, table, heads, meta)
                if there < 0:
                    return MORE_STATES
                if counting:
                    values[there] = values[here] + (values[there] if links[there, 1] else 0)
                    links[there, 1] = 1
                    continue
                value = np.int64(0) if loose else columns[fits[place], VALUE]
                key = np.int64(0) if loose else np.int64(1) << shifts[place + 1]
                for each in range(links[here, 1]):
                    _insert(values, keys, links, there, values[here * top + each] + value, keys[here * top + each] + key, top)
            here = links[here, 0]
    final = heads[end]  # at most one: no limit has anything left to tell apart
    if final < 0:
        return 0
    if counting:
        return int(values[final])
    for each in range(links[final, 1]):
        key = keys[final * top + each]
        length = 0
        for place in range(size):
            for _ in range((key >> shifts[place + 1]) & ((np.int64(1) << (shifts[place] - shifts[place + 1])) - 1)):
                out[each, 2 + length] = fits[place]
                length += 1
        out[each, 0] = length
        out[each, 1] = values[final * top + each]
    return int(links[final, 1])


@compiled
def coverable(
    hands: Any,
    items: int,
    copies: int,
    columns: Any,
    coefficients: Any,
    bounds: Any,
    states: Any,
    links: Any,
    table: Any,
    values: Any,
    keys: Any,
    meta: Any,
    out: Any,
    answers: Any,
) -> int:
    """Many hands, each with its row of bounds: whether all cards can be covered, and the packed value of the best way, into `answers`."""
    for at in range(hands.shape[0]):
        found = solve(
            hands[at], items, copies, columns, coefficients, bounds[at], True, False, 1,
            states, links, table, values, keys, meta, out,
        )  # fmt: skip
        if found < 0:
            return found
        answers[at, 0] = found
        answers[at, 1] = out[0, 1] if found else 0
    return 0
