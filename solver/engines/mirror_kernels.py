"""Compiled loops over the settings of a hand whose last two slots are alike: one size, one table of ranks, the later at least as strong.

Two disjoint subsets can then stand in one order only, unless they tie, so each pair is looked at once, as its weaker and its stronger
half, sixteen pairs at a time and without a branch that depends on the cards. These are the searches of `solver.engines.split_kernels`,
quicker; `solver.engines.enumerate` takes them where they fit. A *packed* number holds the rank of a subset above its class.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from solver.compiled import compiled, lowest, popcount
from solver.engines.split_kernels import Index, Ranks, Settings, consider, offer, places, settle_group

Packed = NDArray[np.int32]
LANES = 16
"""Pairs looked at together."""
_CLASS = 0xFFFF
_I32, _I64 = ir.IntType(32), ir.IntType(64)
_VECTOR = ir.VectorType(_I32, LANES)
_BITS = ir.IntType(LANES)


class _Look:
    """LLVM code that looks at `LANES` pairs of subsets at once."""

    def __init__(self, context: Any, builder: Any, signature: Any, args: Any) -> None:
        self.builder = builder
        arrays = (context.make_array(kind)(context, builder, arg).data for kind, arg in zip(signature.args[:2], args[:2], strict=True))
        table, pairs = arrays
        halves = [ir.Constant(_VECTOR, ir.Undefined)] * 2
        # A load and an insert for each number: twice as fast as the processor's own gather.
        for lane in range(LANES):
            for half in (0, 1):
                place = builder.load(builder.gep(pairs, [builder.add(args[2], ir.Constant(_I64, 2 * lane + half))]))
                number = builder.load(builder.gep(table, [builder.zext(place, _I64)]))
                halves[half] = builder.insert_element(halves[half], number, ir.Constant(_I32, lane))
        a, b = halves
        less = builder.icmp_signed("<", a, b)
        self.low, self.high = builder.select(less, a, b), builder.select(less, b, a)
        self.legal = builder.icmp_signed(">=", self.low, self.same(args[3]))
        self.tied = builder.and_(self.legal, builder.icmp_signed("==", a, b))

    def same(self, value: Any) -> Any:
        """One number in every lane."""
        lane = self.builder.insert_element(ir.Constant(_VECTOR, ir.Undefined), value, ir.Constant(_I32, 0))
        return self.builder.shuffle_vector(lane, ir.Constant(_VECTOR, ir.Undefined), ir.Constant(_VECTOR, [0] * LANES))

    def class_of(self, half: Any) -> Any:
        """The classes of packed numbers."""
        return self.builder.and_(half, self.same(ir.Constant(_I32, _CLASS)))

    def bits(self, wanted: Any) -> Any:
        """Legal ones, those of them that tie, those of them that are wanted: 16 bits each, the lowest first."""
        builder, word = self.builder, ir.Constant(_I64, 0)
        for shift, flags in ((0, self.legal), (16, self.tied), (32, builder.and_(self.legal, wanted))):
            word = builder.or_(word, builder.shl(builder.zext(builder.bitcast(flags, _BITS), _I64), ir.Constant(_I64, shift)))
        return word


def _signature(*more: Any) -> Any:
    table, pairs = types.Array(types.int32, 1, "C"), types.Array(types.uint16, 1, "C")
    return types.uint64(table, pairs, types.intp, types.int32, *more)


def _look_for_best(
    typing: Any, table: Any, pairs: Any, start: Any, floor: Any, low_shift: Any, high_shift: Any, least: Any
) -> tuple[Any, Callable[..., Any]]:
    """Wanted: a sum of both classes, each at its shift, of at least *least*."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        look = _Look(context, builder, signature, args)
        low = builder.shl(look.class_of(look.low), look.same(args[4]))
        high = builder.shl(look.class_of(look.high), look.same(args[5]))
        return look.bits(builder.icmp_signed(">=", builder.add(low, high), look.same(args[6])))

    return _signature(types.int32, types.int32, types.int32), build


def _look_for_undominated(typing: Any, table: Any, pairs: Any, start: Any, floor: Any, limits: Any) -> tuple[Any, Callable[..., Any]]:
    """Wanted: a weaker half of a class of at least the limit of the stronger half's class."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        look = _Look(context, builder, signature, args)
        limits = context.make_array(signature.args[4])(context, builder, args[4]).data
        above, limit = look.class_of(look.high), ir.Constant(_VECTOR, ir.Undefined)
        for lane in range(LANES):
            place = builder.zext(builder.extract_element(above, ir.Constant(_I32, lane)), _I64)
            limit = builder.insert_element(limit, builder.load(builder.gep(limits, [place])), ir.Constant(_I32, lane))
        return look.bits(builder.icmp_signed(">=", look.class_of(look.low), limit))

    return _signature(types.Array(types.int32, 1, "C")), build


look_for_best: Any = intrinsic(_look_for_best)
look_for_undominated: Any = intrinsic(_look_for_undominated)


@compiled
def packed(ranks: Ranks, classes: Ranks | Index) -> Packed:
    """Each subset's rank above its class, negative for a subset that is forbidden; one number more, for the pairs that are none."""
    both = np.empty(len(ranks) + 1, np.int32)
    for at in range(len(ranks)):
        both[at] = np.int32(ranks[at]) << 16 | np.int32(max(classes[at], 0))
    both[len(ranks)] = np.int32(-1) << 16
    return both


@compiled
def descending(values: Ranks) -> Index:
    """The places of *values* from the highest down, of equals the first first."""
    number = np.empty(len(values), np.uint16)
    total = places(values, number)
    start = np.zeros(total + 1, np.int64)
    for one in number:
        start[total - one] += 1
    for at in range(total):
        start[at + 1] += start[at]
    order = np.empty(len(values), np.uint16)
    for at in range(len(values)):
        group = total - 1 - number[at]
        order[start[group]] = at
        start[group] += 1
    return order


@compiled
def strongest(
    pairs: Index,
    first: Ranks,
    second: Ranks,
    strict: int,
    first_class: Ranks,
    second_class: Ranks,
    place: tuple[int, int, int],
    keys: NDArray[np.int64],
    ties: NDArray[np.int64],
    found: Settings,
) -> tuple[int, int]:
    """As `split_kernels.best_of_all` where the classes are the key, the slot of place 2 the first to decide, then that of place 1.

    *pairs*: the pairs beside each first subset one after the other, filled up to a multiple of `LANES` with pairs that are none.
    """
    width = len(pairs) // len(first)
    both = packed(second, second_class)
    highest = np.int64(max(first_class.max(), second_class.max()))
    bits = 0
    while highest >> bits:
        bits += 1
    low_place, high_place = (bits, 0) if place[1] > place[2] else (0, bits)
    count = np.int64(0)
    filled = 0
    last = len(keys) - 1
    for f in range(len(first)):
        if first[f] < 0:
            continue
        floor = np.int32((first[f] + strict) << 16)
        base = np.int64(first_class[f]) << bits * place[0]
        for start in range(f * width, (f + 1) * width, 2 * LANES):
            least = needed(int(max(keys[last], 0) - base), bits, place)
            seen = look_for_best(both, pairs, start, floor, np.int32(low_place), np.int32(high_place), least)
            count += np.int64(popcount(seen & np.uint64(0xFFFFFFFF)))
            wanted = seen >> np.uint64(32)
            while wanted:
                at = start + 2 * np.int64(lowest(wanted))
                wanted &= wanted - np.uint64(1)
                i, j = pairs[at], pairs[at + 1]
                a, b = both[i], both[j]
                key = int(base + (np.int64(min(a, b) & _CLASS) << bits * place[1]) + (np.int64(max(a, b) & _CLASS) << bits * place[2]))
                if key >= keys[last]:
                    m, b = (i, j) if a <= b else (j, i)  # of two that tie the lower subset comes first in a pair
                    filled = offer(keys, ties, found, filled, key, key, f, m, b)
    return int(count), filled


@compiled
def needed(key: int, bits: int, place: tuple[int, int, int]) -> np.int32:
    """What the classes of two halves, side by side in 2 * *bits* bits, must come to for a *key* of them; it may ask for too little."""
    if key <= 0:
        return np.int32(0)
    major, minor = bits * max(place[1], place[2]), bits * min(place[1], place[2])
    most = 1 << bits
    return np.int32(min(key >> major, most) << bits | min((key & ((1 << major) - 1)) >> minor, most - 1))


@compiled
def undominated(
    pairs: Index, first: Ranks, second: Ranks, strict: int, first_class: Ranks, second_class: Ranks, top: int, kept: Settings
) -> tuple[int, int]:
    """As `split_kernels.undominated_of_all`; *pairs* as in `strongest`."""
    width = len(pairs) // len(first)
    number = np.empty(len(second_class), np.uint16)
    levels = np.full((places(second_class, number), top + 1), -1, np.int16)
    limits = np.full(len(levels), -1, np.int32)  # levels[:, top - 1]
    both = packed(second, number)
    head = np.full(len(levels), -1, np.int32)
    link = np.empty(len(kept), np.int32)
    count = np.int64(0)
    start = 0
    filled = 0
    for f in descending(first_class):
        if first[f] < 0:
            continue
        if filled > start and first_class[f] != first_class[kept[start, 0]]:
            filled = settle_group(levels, head, kept, start, filled)
            start = filled
        floor = np.int32((first[f] + strict) << 16)
        for line in range(f * width, (f + 1) * width, 2 * LANES):
            seen = look_for_undominated(both, pairs, line, floor, limits)
            count += np.int64(popcount(seen & np.uint64(0xFFFFFFFF)))
            wanted = seen >> np.uint64(32)
            while wanted:
                at = line + 2 * np.int64(lowest(wanted))
                wanted &= wanted - np.uint64(1)
                i, j = pairs[at], pairs[at + 1]
                a, b = both[i], both[j]
                high, middle = max(a, b) & _CLASS, min(a, b) & _CLASS
                m, b = (i, j) if a <= b else (j, i)
                filled = consider(levels, head, link, kept, start, filled, f, m, b, high, middle)
                if filled < 0:
                    return int(count), -1
                # Lower levels have seen all that higher ones have: where one stays, all below it do.
                level = high
                while level >= 0 and limits[level] != levels[level, top - 1]:
                    limits[level] = levels[level, top - 1]
                    level -= 1
    return int(count), settle_group(levels, head, kept, start, filled)
