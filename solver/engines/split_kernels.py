"""Compiled loops over all settings of a hand; `solver.engines.enumerate` is their only caller.

All arrays are per slot and subset: ``first``, ``second``, ``third`` the ranks that decide legality (negative: this subset may
not stand in this slot), ``key`` what is maximised, ``tie`` an int that is equal for settings of equal rank tuples only.
A setting is three subset indices. ``strict`` is 1 where the stronger slot must be higher, 0 where it may be equal.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.compiled import compiled, popcount

Ranks = NDArray[np.int16]
Index = NDArray[np.uint16]  # unsigned: numba then leaves out the test for negative indices, a third of the time here
Masks = NDArray[np.int32]
Numbers = NDArray[Any]  # int64 or float64, all of a call alike
Keys = tuple[Numbers, Numbers, Numbers]
Settings = NDArray[np.int32]


@compiled
def tie_keys(classes: tuple[Ranks, Ranks, Ranks], order: tuple[int, int, int]) -> tuple[int, NDArray[np.int64]]:
    """(bits a class takes, numbers per slot and subset whose sum over a setting compares its classes, the slots of *order* in turn).

    The numbers are padded to one length.
    """
    highest = 1
    longest = 0
    for slot in range(3):
        longest = max(longest, len(classes[slot]))
        for value in classes[slot]:
            highest = max(highest, value)
    bits = 0
    while highest >> bits:
        bits += 1
    keys = np.empty((3, longest), np.int64)
    for place in range(3):
        slot = order[place]
        shift = bits * (2 - place)
        for subset in range(len(classes[slot])):
            keys[slot, subset] = np.int64(classes[slot][subset]) << shift
    return bits, keys


@compiled
def offer(keys: Numbers, ties: NDArray[np.int64], found: Settings, filled: int, key: float, tie: int, f: int, m: int, b: int) -> int:
    """Put a setting among the best found so far, high keys first, one setting for each tie; returns how many there are.

    Of settings that tie the one with the lower (first, second, third) index is kept.
    """
    at = filled
    while at > 0 and (keys[at - 1] < key or (keys[at - 1] == key and ties[at - 1] < tie)):
        at -= 1
    if at > 0 and keys[at - 1] == key and ties[at - 1] == tie:
        held = found[at - 1]
        if f < held[0] or (f == held[0] and (m < held[1] or (m == held[1] and b < held[2]))):
            held[0], held[1], held[2] = f, m, b
        return filled
    if at == len(found):
        return filled
    last = min(filled, len(found) - 1)
    for place in range(last, at, -1):
        keys[place] = keys[place - 1]
        ties[place] = ties[place - 1]
        found[place] = found[place - 1]
    keys[at] = key
    ties[at] = tie
    found[at, 0], found[at, 1], found[at, 2] = f, m, b
    return last + 1


@compiled
def best_of_all(
    pairs: Index,
    both: bool,
    first: Ranks,
    second: Ranks,
    third: Ranks,
    strict: tuple[int, int],
    key: Keys,
    tie: Keys,
    keys: Numbers,
    ties: NDArray[np.int64],
    found: Settings,
) -> tuple[int, int]:
    """The best legal settings into *found* (as many as it has lines), with their keys; returns (legal settings, lines filled).

    *keys* comes with the least key that is wanted in every line (and has one line at least).
    ``pairs[f, p]`` are the disjoint (second, third) subsets beside first subset *f*; *both*: each pair stands for both orders.
    """
    count = 0
    filled = 0
    last = len(keys) - 1
    key0, key1, key2 = key
    tie0, tie1, tie2 = tie
    for f in range(len(first)):
        if first[f] < 0:
            continue
        floor = first[f] + strict[0]
        for p in range(pairs.shape[1]):
            i = pairs[f, p, 0]
            j = pairs[f, p, 1]
            if second[i] >= floor and third[j] >= second[i] + strict[1]:
                count += 1
                total = key0[f] + key1[i] + key2[j]
                if total >= keys[last]:
                    filled = offer(keys, ties, found, filled, total, tie0[f] + tie1[i] + tie2[j], f, i, j)
            if both and second[j] >= floor and third[i] >= second[j] + strict[1]:
                count += 1
                total = key0[f] + key1[j] + key2[i]
                if total >= keys[last]:
                    filled = offer(keys, ties, found, filled, total, tie0[f] + tie1[j] + tie2[i], f, j, i)
    return count, filled


@compiled
def every_legal(
    pairs: Index, both: bool, first: Ranks, second: Ranks, third: Ranks, strict: tuple[int, int], key: Keys, keys: Numbers, found: Settings
) -> int:
    """All legal settings into *found* with the sums of their keys, both long enough; returns how many there are."""
    count = 0
    key0, key1, key2 = key
    for f in range(len(first)):
        if first[f] < 0:
            continue
        for p in range(pairs.shape[1]):
            m = pairs[f, p, 0]
            b = pairs[f, p, 1]
            for _ in range(2 if both else 1):
                if second[m] >= first[f] + strict[0] and third[b] >= second[m] + strict[1]:
                    keys[count] = key0[f] + key1[m] + key2[b]
                    found[count, 0], found[count, 1], found[count, 2] = f, m, b
                    count += 1
                m, b = b, m
    return count


@compiled
def spread(hand: int, patterns: NDArray[np.int8], out: Masks) -> None:
    """The subsets of *hand* (a mask) that the lines of *patterns* (places in the hand, low to high) name, as masks."""
    bits = np.empty(32, np.int32)
    held = 0
    for position in range(32):
        if hand >> position & 1:
            bits[held] = 1 << position
            held += 1
    for line in range(len(patterns)):
        mask = 0
        for place in patterns[line]:
            mask |= bits[place]
        out[line] = mask


@compiled
def best_with_rest(
    masks: tuple[Masks, Masks, Masks],
    back_at: Index,
    above: NDArray[np.int8],
    inside: NDArray[np.int8],
    first: Ranks,
    second: Ranks,
    third: Ranks,
    strict: tuple[int, int],
    second_order: Index,
    third_order: Index,
    key: Keys,
    keys: Numbers,
    ties: NDArray[np.int64],
    found: Settings,
) -> tuple[int, int]:
    """As `best_of_all`, for hands with cards to throw away; the key is its own tie.

    Seconds are taken from the highest down, and thirds become available as soon as they are high enough for it. For every
    set of cards that a first and a second can leave, the number of available thirds in it and the best key are kept, so a
    first and a second together are worth one look; only pairs that may beat the worst setting found are looked into.
    *above*: how to add cards to a third up to such a set, *inside*: the thirds in such a set, both as places in a mask.
    """
    count = 0
    filled = 0
    top = len(found)
    full = len(back_at) - 1
    key0, key1, key2 = key
    available = np.zeros(full + 1, np.int16)
    best = np.zeros(full + 1, np.int64)
    added = np.empty(len(above), np.int32)
    within = np.empty(len(inside), np.int32)
    entered = 0
    for m in second_order:
        if second[m] < 0:
            break
        while entered < len(third_order) and third[third_order[entered]] >= second[m] + strict[1]:
            b = third_order[entered]
            spread(full ^ masks[2][b], above, added)
            for mask in added:
                left = masks[2][b] | mask
                if available[left] == 0 or key2[b] > best[left]:
                    best[left] = key2[b]
                available[left] += 1
            entered += 1
        for f in range(len(first)):
            if masks[0][f] & masks[1][m] or first[f] < 0 or second[m] < first[f] + strict[0]:
                continue
            left = full ^ masks[0][f] ^ masks[1][m]
            if available[left] == 0:
                continue
            count += available[left]
            if top == 0 or (filled == top and key0[f] + key1[m] + best[left] < keys[top - 1]):
                continue
            spread(left, inside, within)
            for mask in within:
                b = back_at[mask]
                if third[b] >= second[m] + strict[1]:
                    total = key0[f] + key1[m] + key2[b]
                    filled = offer(keys, ties, found, filled, total, total, f, m, b)
    return count, filled


@compiled
def places(values: Ranks, out: Index) -> int:
    """Number the different *values* in their order, from 0, negative ones anyhow; returns how many there are."""
    one = np.uint64(1)
    words = (np.int64(values.max()) >> 6) + 2
    seen = np.zeros(words, np.uint64)
    for value in values:
        at = np.uint64(max(value, 0))
        seen[at >> np.uint64(6)] |= one << (at & np.uint64(63))
    below = np.empty(words, np.uint16)
    number = np.int64(0)
    for word in range(words):
        below[word] = number
        number += np.int64(popcount(seen[word]))
    for place in range(len(values)):
        at = np.uint64(max(values[place], 0))
        rest = seen[at >> np.uint64(6)] & ((one << (at & np.uint64(63))) - one)
        out[place] = below[at >> np.uint64(6)] + np.int64(popcount(rest))
    return int(number)


@compiled
def consider(
    levels: Ranks,
    head: NDArray[np.int32],
    link: NDArray[np.int32],
    kept: Settings,
    start: int,
    filled: int,
    f: int,
    m: int,
    b: int,
    high: int,
    middle: int,
) -> int:
    """Keep a setting unless too many dominate it; returns how many are kept, -1 when *kept* is full.

    Firsts come from the highest down, in groups of equal ones; the group at hand is kept from *start* on. ``levels[t]`` are
    the highest seconds so far with a third of at least *t*, one more than may dominate.
    """
    top = levels.shape[1] - 1
    if levels[high, top - 1] > middle:
        return filled
    at = head[high]
    while at >= start:
        if kept[at, 4] == middle:
            if f < kept[at, 0] or (f == kept[at, 0] and (m < kept[at, 1] or (m == kept[at, 1] and b < kept[at, 2]))):
                kept[at, 0], kept[at, 1], kept[at, 2] = f, m, b
            return filled
        at = link[at]
    if levels[high, top - 1] >= middle:
        return filled
    if filled == len(kept):
        return -1
    kept[filled, 0], kept[filled, 1], kept[filled, 2], kept[filled, 3], kept[filled, 4] = f, m, b, high, middle
    link[filled] = head[high]
    head[high] = filled
    for level in range(high, -1, -1):
        if levels[level, top] >= middle:  # then so it is on every lower level
            break
        place = top
        while place > 0 and levels[level, place - 1] < middle:
            levels[level, place] = levels[level, place - 1]
            place -= 1
        levels[level, place] = middle
    return filled + 1


@compiled
def settle_group(levels: Ranks, head: NDArray[np.int32], kept: Settings, start: int, filled: int) -> int:
    """Drop from the group what others of it dominate too often; returns how many are kept."""
    top = levels.shape[1] - 1
    remaining = start
    for at in range(start, filled):
        high = kept[at, 3]
        head[high] = -1
        not_lower = 0
        while not_lower <= top and levels[high, not_lower] >= kept[at, 4]:
            not_lower += 1
        if not_lower - 1 < top:  # itself is one of them
            kept[remaining] = kept[at]
            remaining += 1
    return remaining


@compiled
def undominated_of_all(
    pairs: Index,
    both: bool,
    first: Ranks,
    second: Ranks,
    third: Ranks,
    strict: tuple[int, int],
    first_class: Ranks,
    second_class: Ranks,
    third_class: Ranks,
    first_order: Index,
    top: int,
    kept: Settings,
) -> tuple[int, int]:
    """Settings that fewer than *top* others dominate into *kept*; returns (legal settings, lines kept or -1 if too few lines)."""
    number = np.empty(len(third), np.uint16)
    levels = np.full((places(third_class, number), top + 1), -1, np.int16)
    head = np.full(len(levels), -1, np.int32)
    link = np.empty(len(kept), np.int32)
    count = 0
    start = 0
    filled = 0
    for at in range(len(first_order)):
        f = first_order[at]
        if first[f] < 0:
            continue
        if filled > start and first_class[f] != first_class[kept[start, 0]]:
            filled = settle_group(levels, head, kept, start, filled)
            start = filled
        floor = first[f] + strict[0]
        for p in range(pairs.shape[1]):
            i = pairs[f, p, 0]
            j = pairs[f, p, 1]
            if second[i] >= floor and third[j] >= second[i] + strict[1]:
                count += 1
                if levels[number[j], top - 1] <= second_class[i]:
                    filled = consider(levels, head, link, kept, start, filled, f, i, j, number[j], second_class[i])
            if both and second[j] >= floor and third[i] >= second[j] + strict[1]:
                count += 1
                if levels[number[i], top - 1] <= second_class[j]:
                    filled = consider(levels, head, link, kept, start, filled, f, j, i, number[i], second_class[j])
            if filled < 0:
                return count, -1
    return count, settle_group(levels, head, kept, start, filled)


@compiled
def undominated_with_rest(
    masks: tuple[Masks, Masks, Masks],
    back_at: Index,
    above: NDArray[np.int8],
    inside: NDArray[np.int8],
    first: Ranks,
    second: Ranks,
    third: Ranks,
    strict: tuple[int, int],
    first_class: Ranks,
    second_class: Ranks,
    third_class: Ranks,
    first_order: Index,
    top: int,
    kept: Settings,
) -> int:
    """As `undominated_of_all`, for hands with cards to throw away, not counting; returns the lines kept or -1.

    A first and a second are looked into only if their best third survives: what dominates that one dominates the others.
    """
    full = len(back_at) - 1
    number = np.empty(len(third), np.uint16)
    levels = np.full((places(third_class, number), top + 1), -1, np.int16)
    head = np.full(len(levels), -1, np.int32)
    link = np.empty(len(kept), np.int32)
    best = np.full(full + 1, len(third), np.uint16)  # no third yet
    added = np.empty(len(above), np.int32)
    within = np.empty(len(inside), np.int32)
    for b in range(len(third)):
        if third[b] >= 0:
            spread(full ^ masks[2][b], above, added)
            for mask in added:
                left = masks[2][b] | mask
                if best[left] == len(third) or third[b] > third[best[left]]:
                    best[left] = b
    start = 0
    filled = 0
    for at in range(len(first_order)):
        f = first_order[at]
        if first[f] < 0:
            continue
        if filled > start and first_class[f] != first_class[kept[start, 0]]:
            filled = settle_group(levels, head, kept, start, filled)
            start = filled
        for m in range(len(second)):
            if masks[0][f] & masks[1][m] or second[m] < 0 or second[m] < first[f] + strict[0]:
                continue
            left = full ^ masks[0][f] ^ masks[1][m]
            if best[left] == len(third) or third[best[left]] < second[m] + strict[1]:
                continue
            if levels[number[best[left]], top - 1] > second_class[m]:
                continue
            spread(left, inside, within)
            for mask in within:
                b = back_at[mask]
                if third[b] >= second[m] + strict[1]:
                    filled = consider(levels, head, link, kept, start, filled, f, m, b, number[b], second_class[m])
                    if filled < 0:
                        return -1
    return settle_group(levels, head, kept, start, filled)
