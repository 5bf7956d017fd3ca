"""The engine `enumerate`: all settings of a hand into slots of fixed size, each at least as strong as the one before.

It knows positions in a hand and ranks, no cards and no game. A *subset* of k of n positions is its place in the order of
``itertools.combinations(range(n), k)``. A *setting* is one subset per slot, disjoint; positions left over are thrown away.
Settings of equal rank tuples are one answer, shown by the one with the lowest subset in the first slot, then in the second,
then in the third: the *canonical* one, a matter of the order in which the caller gives the cards and of nothing else.

Two- and three-slot games are the same: a game of two slots has an empty one in front.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from solver.engines import mirror_kernels as mirror
from solver.engines import split_kernels as kernels

Ranks = NDArray[np.int16]
Values = Sequence[NDArray[np.int64]] | Sequence[NDArray[np.float64]]
Numbers = kernels.Numbers
MOST_CARDS = 20
_NOTHING = np.zeros(1, dtype=np.int16)
_EVERY_INTEGER = int(np.iinfo(np.int64).min), int(np.iinfo(np.int64).max)
_EVERY_FLOAT = -np.inf, np.inf


@cache
def subsets(n: int, size: int) -> tuple[tuple[int, ...], ...]:
    """The positions of every subset, in order."""
    return tuple(combinations(range(n), size))


@cache
def subset_masks(n: int, size: int) -> NDArray[np.int32]:
    """The same as bit masks (bit 0 = position 0)."""
    masks = np.array([sum(1 << position for position in subset) for subset in subsets(n, size)], dtype=np.int32)
    masks.setflags(write=False)
    return masks


@cache
def _shapes(n: int, sizes: tuple[int, ...]) -> list[int]:
    """How many subsets each slot can take."""
    return [comb(n, size) for size in sizes]


@dataclass(frozen=True, eq=False)
class Layout:
    """What can be known before the hand: which subsets are disjoint, for n cards and three slot sizes.

    Without cards to throw away ``pairs[f, p]`` lists the (second, third) subsets beside first subset *f*, each pair once
    when both slots have one size (36,036 lines for 13 cards in 3, 5 and 5); `mirrored`: the same as `mirror_kernels` want
    it. With such cards that would be millions, so there the kernels work with masks: `third_at` gives the third subset of
    a mask, `above` the ways to add positions to a third until only a first and a second are missing, `inside` the thirds
    in such a set; both as places among the positions that are free.
    """

    n: int
    sizes: tuple[int, int, int]
    pairs: NDArray[np.uint16]
    mirrored: NDArray[np.uint16]
    masks: tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]
    third_at: NDArray[np.uint16]
    above: NDArray[np.int8]
    inside: NDArray[np.int8]

    @property
    def rest(self) -> int:
        """How many cards are thrown away."""
        return self.n - sum(self.sizes)

    @property
    def both(self) -> bool:
        """Whether a pair stands for both orders."""
        return self.sizes[1] == self.sizes[2]


@cache
def layout(n: int, sizes: tuple[int, int, int]) -> Layout:
    """Build the layout, once per shape: a few milliseconds."""
    _, second, third = sizes
    masks = tuple(subset_masks(n, size) for size in sizes)
    third_at = np.zeros(1 << n, dtype=np.uint16)
    third_at[masks[2]] = np.arange(len(masks[2]))
    rest = n - sum(sizes)
    left = third + rest  # what a first and a second leave over
    pairs = np.zeros((0, 0, 2), dtype=np.uint16)
    if rest == 0:
        second_at = np.zeros(1 << n, dtype=np.uint16)
        second_at[masks[1]] = np.arange(len(masks[1]))
        patterns = np.array(list(combinations(range(second + third), second)), dtype=np.intp)
        if second == third:
            patterns = patterns[: len(patterns) // 2]  # those that hold the first free position
        pairs = np.empty((len(masks[0]), len(patterns), 2), dtype=np.uint16)
        for at, mask in enumerate(masks[0].tolist()):
            free = np.array([1 << position for position in range(n) if not mask >> position & 1], dtype=np.int32)
            chosen = free[patterns].sum(axis=1)
            pairs[at, :, 0] = second_at[chosen]
            pairs[at, :, 1] = third_at[free.sum() - chosen]
    lines = -(-pairs.shape[1] // mirror.LANES) * mirror.LANES if second == third else 0
    mirrored = np.full((len(pairs), lines, 2), len(masks[1]), dtype=np.uint16)
    mirrored[:, : pairs.shape[1]] = pairs[:, :lines]
    above = np.array(list(combinations(range(n - third), left - third)), dtype=np.int8)
    inside = np.array(list(combinations(range(left), third)), dtype=np.int8)
    return Layout(n, sizes, pairs, mirrored.reshape(-1), (masks[0], masks[1], masks[2]), third_at, above, inside)


@dataclass(frozen=True, eq=False)
class Split:
    """One hand to set.

    `sizes`: cards per slot, two or three slots, the weakest first. `ranks`: per slot one rank per subset, not negative,
    higher is better; a negative one forbids the subset in this slot. `strict`: for each two neighbours whether the later slot must be
    higher (or may be equal). `pins`: per slot a mask of positions that must stand in it. `classes`: what counts as better
    and as equal among legal settings, where that is coarser than the ranks; it must keep their order.

    `ValueError` for shapes that do not fit and for pins that no setting can meet.
    """

    n: int
    sizes: tuple[int, ...]
    ranks: tuple[Ranks, ...]
    strict: tuple[bool, ...]
    pins: tuple[int, ...] = ()
    classes: tuple[Ranks, ...] | None = None
    layout: Layout = field(init=False)
    rows: tuple[Ranks, Ranks, Ranks] = field(init=False)
    """The ranks of three slots, pins worked in."""
    orders: tuple[Ranks, Ranks, Ranks] = field(init=False)
    """The classes of three slots."""
    gaps: tuple[int, int] = field(init=False)

    def __post_init__(self) -> None:
        slots = len(self.sizes)
        if slots not in (2, 3) or min(self.sizes) < 1 or not sum(self.sizes) <= self.n <= MOST_CARDS:
            raise ValueError(f"{self.n} cards cannot be set as {self.sizes}")
        shapes = _shapes(self.n, self.sizes)
        for arrays in (self.ranks, self.classes or self.ranks):
            if [len(array) for array in arrays] != shapes:
                raise ValueError(f"need one rank per subset: {shapes}")
        if len(self.strict) != slots - 1:
            raise ValueError(f"need a rule for each two neighbours of {slots} slots")
        rows = self._pinned() if any(self.pins) else self.ranks
        orders = self.classes or self.ranks
        gaps = tuple(int(strict) for strict in self.strict)
        if slots == 2:
            rows, orders, gaps = (_NOTHING, *rows), (_NOTHING, *orders), (0, *gaps)
        sizes = (0, *self.sizes)[-3:]
        object.__setattr__(self, "layout", layout(self.n, (sizes[0], sizes[1], sizes[2])))
        object.__setattr__(self, "rows", rows)
        object.__setattr__(self, "orders", orders)
        object.__setattr__(self, "gaps", gaps)

    @property
    def is_mirrored(self) -> bool:
        """Whether the last two slots are alike, so that two subsets stand in one order only (see `mirror_kernels`)."""
        shape, rows, orders = self.layout, self.rows, self.orders
        return shape.both and not shape.rest and not self.gaps[1] and rows[1] is rows[2] and orders[1] is orders[2]

    def _pinned(self) -> tuple[Ranks, ...]:
        if len(self.pins) != len(self.sizes):
            raise ValueError("need one mask of pins per slot")
        pinned = 0
        for pins, size in zip(self.pins, self.sizes, strict=True):
            if pins & pinned or pins >> self.n or pins.bit_count() > size:
                raise ValueError(f"no setting meets the pins {self.pins}")
            pinned |= pins
        rows = []
        for pins, size, ranks in zip(self.pins, self.sizes, self.ranks, strict=True):
            fits = (subset_masks(self.n, size) & pinned) == pins
            rows.append(np.where(fits, ranks, np.int16(-1)))
        return tuple(rows)


@dataclass(frozen=True, slots=True)
class Setting:
    """One legal setting, its slots weakest first. `value` is what was maximised, None where ranks alone decided."""

    rows: tuple[tuple[int, ...], ...]
    subsets: tuple[int, ...]
    ranks: tuple[int, ...]
    value: int | float | None = None

    def rest(self, n: int) -> tuple[int, ...]:
        """The positions thrown away."""
        used = {position for row in self.rows for position in row}
        return tuple(position for position in range(n) if position not in used)


@dataclass(frozen=True, slots=True)
class Found:
    """The best settings, best first, and the number of all legal ones, counted by cards."""

    count: int
    settings: tuple[Setting, ...]


@dataclass(frozen=True, eq=False)
class Settings:
    """Many settings as arrays, by the class of the last row, then of the one before, from the highest down.

    `count` is the number of all legal settings, shown here or not. `subsets` and `ranks` have one line per setting and one
    column per slot.
    """

    split: Split
    count: int
    subsets: NDArray[np.int32]
    ranks: Ranks

    def __len__(self) -> int:
        return len(self.subsets)

    def setting(self, line: int) -> Setting:
        """One of them, by its line."""
        return _setting(self.split, self.subsets[line].tolist())

    def columns(self) -> tuple[NDArray[np.int32], ...]:
        """Per slot the subsets that occur, in order: all that an exact search needs to find a best setting."""
        return tuple(np.unique(self.subsets[:, slot]) for slot in range(self.subsets.shape[1]))


def strongest(split: Split, order: Sequence[int] | None = None, top: int = 1) -> Found:
    """The *top* settings by the first slot of *order*, then the next (default: the last slot first), distinct in classes."""
    if split.is_mirrored and top:
        slots = (2, 1, 0) if order is None else _slots(len(split.sizes), tuple(order))
        place = 2 - slots.index(0), 2 - slots.index(1), 2 - slots.index(2)
        best_keys, ties, found = np.empty(top, dtype=np.int64), np.empty(top, dtype=np.int64), np.empty((top, 3), dtype=np.int32)
        best_keys.fill(-1)
        rows, orders, strict = split.rows, split.orders, split.gaps[0]
        number, filled = mirror.strongest(
            split.layout.mirrored, rows[0], rows[1], strict, orders[0], orders[1], place, best_keys, ties, found
        )
        found = found[:filled]
    else:
        _, numbers = _tie_keys(split, order)
        number, found, _ = _search(split, numbers, numbers, top)
    return Found(number, tuple(_setting(split, line) for line in found.tolist()))


def best(split: Split, values: Values, order: Sequence[int] | None = None, top: int = 1) -> Found:
    """The *top* settings by the sum of their rows' values, ties by *order* as in `strongest`, distinct in classes.

    *values*: per slot one number per subset, equal for subsets of one class: all int64, or all float64 (then only without
    cards to throw away). Every legal setting counts, also one that another beats in every row.
    """
    bits, ties = _tie_keys(split, order)
    padded: list[Numbers] = [np.zeros(1, dtype=values[0].dtype), *values][-3:]
    if any(len(numbers) != len(ranks) for numbers, ranks in zip(padded, split.rows, strict=True)):
        raise ValueError("need one value per subset")
    if padded[0].dtype == np.float64:
        if split.layout.rest:
            raise ValueError("with cards to throw away values are whole numbers")
        number, found, keys = _search(split, (padded[0], padded[1], padded[2]), ties, top)
        worth: list[int | float] = keys.tolist()
    else:
        shift = 3 * bits
        if sum(int(np.abs(numbers).max()) for numbers in padded) >> (62 - shift):
            raise ValueError(f"values of more than {62 - shift} bits")
        both = tuple((numbers.astype(np.int64) << shift) + tie[: len(numbers)] for numbers, tie in zip(padded, ties, strict=True))
        number, found, keys = _search(split, (both[0], both[1], both[2]), (both[0], both[1], both[2]), top)
        worth = (keys >> shift).tolist()
    settings = tuple(_setting(split, line, value) for line, value in zip(found.tolist(), worth, strict=True))
    return Found(number, settings)


def count(split: Split) -> int:
    """The number of legal settings, counted by cards."""
    _, keys = _tie_keys(split, None)
    return _search(split, keys, keys, 0)[0]


def undominated(split: Split, top: int = 1) -> Settings:
    """Settings whose classes fewer than *top* other class tuples equal or beat in every row, one for each tuple."""
    rows, orders, shape = split.rows, split.orders, split.layout
    first_order = np.empty(0, np.uint16) if split.is_mirrored else np.argsort(-orders[0], kind="stable").astype(np.uint16)
    lines = 1 << 10
    while True:
        kept = np.empty((lines, 5), dtype=np.int32)
        if split.is_mirrored:
            number, filled = mirror.undominated(shape.mirrored, rows[0], rows[1], split.gaps[0], orders[0], orders[1], top, kept)
        elif shape.rest:
            number = count(split)
            filled = kernels.undominated_with_rest(
                shape.masks, shape.third_at, shape.above, shape.inside, *rows, split.gaps, *orders, first_order, top, kept
            )
        else:
            number, filled = kernels.undominated_of_all(shape.pairs, shape.both, *rows, split.gaps, *orders, first_order, top, kept)
        if filled >= 0:
            break
        lines *= 4
    found = kept[:filled, :3]
    # Their classes differ: one number tells the order.
    low, middle, high = (orders[slot][found[:, slot]].astype(np.int64) for slot in range(3))
    return _table(split, number, found[np.argsort(high << 32 | middle << 16 | low)[::-1]])


def distinct(split: Split) -> Settings:
    """Every tuple of classes that a legal setting has, for objectives that do not grow with each row.

    Some milliseconds for 13 cards; `ValueError` with cards to throw away, where there are millions.
    """
    shape = split.layout
    if shape.rest:
        raise ValueError("with cards to throw away there are too many settings")
    _, keys = _tie_keys(split, None)
    most = shape.pairs.shape[0] * shape.pairs.shape[1] * (2 if shape.both else 1)
    sums, found = np.empty(most, dtype=np.int64), np.empty((most, 3), dtype=np.int32)
    number = kernels.every_legal(shape.pairs, shape.both, *split.rows, split.gaps, keys, sums, found)
    sums, found = sums[:number], found[:number]
    order = np.lexsort((found[:, 2], found[:, 1], found[:, 0], -sums))
    changes = np.diff(sums[order], prepend=-1) != 0
    return _table(split, number, found[order[changes]])


def warm_up(*shapes: tuple[int, tuple[int, ...]]) -> None:
    """Compile or load the kernels and build the layouts of these shapes (cards, slot sizes), so that no request waits."""
    for n, sizes in shapes:
        # Every subset forbidden ends each search at once; equal ranks all over would make it the longest there is.
        ranks = tuple(np.full(comb(n, size), -1, dtype=np.int16) for size in sizes)
        split = Split(n, sizes, ranks, (False,) * (len(sizes) - 1))
        strongest(split)
        undominated(split)
        if not split.layout.rest:
            distinct(split)
            best(split, [row.astype(np.float64) for row in ranks])


def _tie_keys(split: Split, order: Sequence[int] | None) -> tuple[int, kernels.Keys]:
    """(bits a class takes, numbers whose sum over a setting compares its classes in *order*, the first named slot first)."""
    bits, keys = kernels.tie_keys(split.orders, (2, 1, 0) if order is None else _slots(len(split.sizes), tuple(order)))
    return bits, (keys[0], keys[1], keys[2])


@cache
def _slots(number: int, order: tuple[int, ...]) -> tuple[int, int, int]:
    """Three slots, the one that matters most first, for a game of two or three."""
    padding = 3 - number
    named = [padding + slot for slot in order]
    named += [slot for slot in (0, 1, 2) if slot not in named]
    if sorted(named) != [0, 1, 2]:
        raise ValueError(f"no order of {number} slots: {order}")
    return named[0], named[1], named[2]


def _search(split: Split, keys: kernels.Keys, ties: kernels.Keys, top: int) -> tuple[int, NDArray[np.int32], Numbers]:
    """(legal settings, the best as lines of three subsets, their keys)."""
    shape = split.layout
    found = np.empty((top, 3), dtype=np.int32)
    floats = keys[0].dtype == np.float64
    # Every key is good enough until *top* are found; when none is wanted none is.
    least, most = _EVERY_FLOAT if floats else _EVERY_INTEGER
    best_keys = np.empty(max(top, 1), dtype=keys[0].dtype)
    best_keys.fill(least if top else most)
    best_ties = np.empty(top, dtype=np.int64)
    if shape.rest:
        second_order, third_order = (np.argsort(-row, kind="stable").astype(np.uint16) for row in split.rows[1:])
        number, filled = kernels.best_with_rest(
            shape.masks,
            shape.third_at,
            shape.above,
            shape.inside,
            *split.rows,
            split.gaps,
            second_order,
            third_order,
            keys,
            best_keys,
            best_ties,
            found,
        )
    else:
        number, filled = kernels.best_of_all(shape.pairs, shape.both, *split.rows, split.gaps, keys, ties, best_keys, best_ties, found)
    return number, found[:filled], best_keys[:filled]


def _table(split: Split, number: int, found: NDArray[np.int32]) -> Settings:
    own = found[:, 3 - len(split.sizes) :].copy()
    return Settings(split, number, own, np.stack([ranks[own[:, slot]] for slot, ranks in enumerate(split.ranks)], axis=1))


def _setting(split: Split, line: Sequence[int], value: int | float | None = None) -> Setting:
    own = tuple(line[-len(split.sizes) :])
    rows = tuple(subsets(split.n, size)[subset] for size, subset in zip(split.sizes, own, strict=True))
    return Setting(rows, own, tuple(int(ranks[subset]) for ranks, subset in zip(split.ranks, own, strict=True)), value)
