"""Engine `tables`: grouping games whose columns fall into small components are solved by lookup.

Two items belong to one component when some column takes both. A group never crosses components, so a hand's best arrangement is the
sum of the components' best, its number of groupings their product, and the cards it lacks a min-plus sum. Each component is tabulated
once for every number of copies of its items: (copies + 1) ^ items states; components of the same shape share a table.

Why it is fast: a hand is one integer. Every item has a few bits of it, enough to count its copies, and the items of a component stand
side by side; so adding up the weights of a hand's cards spells all component states at once, and a state is an index into a list of
answers made ahead.

Why ties agree with the other engines: (value by level, then the largest use vector, first column first) is an order that addition keeps,
so the best of the whole is made of the best of the parts.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import nsmallest
from itertools import islice, product
from operator import mul
from typing import NamedTuple

from solver.errors import LipaiError
from solver.partition import Column, Partition, Solution, Solved, check

NAME = "tables"
MOST_STATES = 5000
"""A component with more states than this is not tabulated."""
NEVER = 99
"""Stands for "no such size can be covered" where cards missing are counted."""

_LEVEL = 1 << 24
"""Levels are packed into one integer with this base: sums of levels stay far below it, and integers compare as the tuples do."""


class TooLargeError(LipaiError):
    """A component has too many states, or the partition has slots or limits: another engine must solve it."""


class Entry(NamedTuple):
    """The answer for one state of one component: packed value, columns used, and the number of groupings that cover all (0: none does)."""

    value: int
    uses: tuple[int, ...]
    ways: int


_NO_STATE = Entry(0, (), 0)
"""Fills the places of the list where an item would have more copies than the deck."""


class _Shape(NamedTuple):
    """A component without its names: copies, per column its local items and its packed value. Equal shapes share one table."""

    items: int
    copies: int
    columns: tuple[tuple[tuple[tuple[int, int], ...], int], ...]


def pack(values: Sequence[int]) -> int:
    """Levels as one integer that adds and compares as the tuple does."""
    total = 0
    for value in values:
        total = total * _LEVEL + value
    return total


def unpack(total: int, levels: int) -> tuple[int, ...]:
    """The levels of a packed value."""
    values = []
    for _ in range(levels):
        low = (total + _LEVEL // 2) % _LEVEL - _LEVEL // 2
        values.append(low)
        total = (total - low) // _LEVEL
    return tuple(reversed(values))


class _Table:
    """One shape, tabulated. A state is a number with `bits` bits for each item, item 0 the lowest; columns are local indexes."""

    def __init__(self, shape: _Shape) -> None:
        self.shape = shape
        self.bits = shape.copies.bit_length()
        self.states: dict[int, tuple[int, ...]] = {}
        for digits in product(range(shape.copies + 1), repeat=shape.items):
            held = digits[::-1]
            self.states[sum(copies << self.bits * item for item, copies in enumerate(held))] = held
        # By the first item that a column takes: to cover an item, one of its columns must be chosen.
        self._takers: list[list[tuple[int, int, tuple[tuple[int, int], ...]]]] = [[] for _ in range(shape.items)]
        for at, (items, _) in enumerate(shape.columns):
            step = sum(number << self.bits * item for item, number in items)
            for item, _ in items:
                self._takers[item].append((at, step, items))
        self.covers: dict[int, tuple[tuple[int, ...], ...]] = {0: ((),)}
        self.best: dict[int, Entry] = {0: Entry(0, (), 1)}
        keys: dict[int, int] = {0: 0}  # packed value, then use vector: one integer that compares as the order of answers does
        room = 3 * len(shape.columns)
        column_key = [(value << room) + (1 << (room - 3 - 3 * at)) for at, (_, value) in enumerate(shape.columns)]
        for state, held in islice(self.states.items(), 1, None):
            first = next(item for item in range(shape.items) if held[item])
            found: set[tuple[int, ...]] = set()
            leave = state - (1 << self.bits * first)
            key, uses = keys[leave], self.best[leave].uses
            for at, step, items in self._takers[first]:
                if all(held[item] >= copies for item, copies in items):
                    rest = state - step
                    found.update(tuple(sorted((at, *cover))) for cover in self.covers[rest])
                    if keys[rest] + column_key[at] > key:
                        key, uses = keys[rest] + column_key[at], tuple(sorted((at, *self.best[rest].uses)))
            self.covers[state] = tuple(sorted(found, key=lambda cover: (-self.value(cover), cover)))
            self.best[state] = Entry(self.value(uses), uses, len(found))
            keys[state] = key

    def value(self, uses: Sequence[int]) -> int:
        """Packed value of local columns."""
        return sum(self.shape.columns[at][1] for at in uses)

    @lru_cache(maxsize=4096)  # noqa: B019 - tables live as long as the program
    def partial(self, state: int, top: int) -> tuple[tuple[int, ...], ...]:
        """The best `top` sets of columns that the state can pay for, covering it or not, best first."""
        held = self.states[state]
        first = next((item for item in range(self.shape.items) if held[item]), None)
        if first is None:
            return ((),)
        found = set(self.partial(state - (1 << self.bits * first), top))
        for at, step, items in self._takers[first]:
            if all(held[item] >= copies for item, copies in items):
                found.update(tuple(sorted((at, *cover))) for cover in self.partial(state - step, top))
        return tuple(nsmallest(top, found, key=lambda cover: (-self.value(cover), cover)))

    @lru_cache(maxsize=1)  # noqa: B019
    def missing(self) -> dict[int, tuple[int, ...]]:
        """By state and size: the fewest cards to add so that some part of the enlarged state of exactly that size is covered; else NEVER.

        The cards of the state that the covered part leaves out are the ones to throw away.
        """
        most = self.shape.items * self.shape.copies
        targets = [(held, sum(held)) for state, held in self.states.items() if self.best[state].ways]
        rows = {}
        for state, held in self.states.items():
            row = [NEVER] * (most + 1)
            for target, size in targets:
                lacking = sum(max(0, want - have) for want, have in zip(target, held, strict=True))
                row[size] = min(row[size], lacking)
            rows[state] = tuple(row)
        return rows


@lru_cache(maxsize=512)
def _tabulate(shape: _Shape) -> _Table:
    return _Table(shape)


class Part:
    """One component of a catalogue: its items, where its state stands in a hand's integer, and its answers with the catalogue's columns."""

    __slots__ = ("columns", "entries", "items", "mask", "shift", "table")

    def __init__(self, items: tuple[int, ...], columns: tuple[int, ...], table: _Table, shift: int) -> None:
        self.items = items
        self.columns = columns
        self.table = table
        self.shift = shift
        self.mask = (1 << table.bits * len(items)) - 1
        self.entries: list[Entry] = [_NO_STATE] * (self.mask + 1)
        for state, entry in table.best.items():
            self.entries[state] = Entry(entry.value, self.name(entry.uses), entry.ways)

    def name(self, uses: Sequence[int]) -> tuple[int, ...]:
        """Local columns as the catalogue's; ascending stays ascending."""
        return tuple(self.columns[at] for at in uses)

    def state(self, hand: int) -> int:
        """This component's state in a hand."""
        return (hand >> self.shift) & self.mask


def _components(columns: Sequence[Column], items: int) -> Iterator[tuple[int, ...]]:
    """Items that some chain of columns ties together."""
    leader = list(range(items))

    def find(item: int) -> int:
        while leader[item] != item:
            item = leader[item]
        return item

    for column in columns:
        for item, _ in column.items[1:]:
            leader[find(item)] = find(column.items[0][0])
    groups: dict[int, list[int]] = {}
    for item in range(items):
        groups.setdefault(find(item), []).append(item)
    return (tuple(group) for group in groups.values())


class Tables:
    """A catalogue of columns, tabulated. A hand is the sum of `weights` over its cards."""

    def __init__(self, columns: tuple[Column, ...], items: int, copies: int) -> None:
        self.columns = columns
        self.levels = len(columns[0].values)
        self.parts: list[Part] = []
        self.weights = [0] * items
        self.part_of = [0] * items
        shift = 0
        for group in _components(columns, items):
            if (copies + 1) ** len(group) > MOST_STATES:
                raise TooLargeError(f"a component of {len(group)} items has too many states")
            local = {item: place for place, item in enumerate(group)}
            own = tuple(at for at, column in enumerate(columns) if column.items[0][0] in local)
            shape = _Shape(
                len(group),
                copies,
                tuple((tuple((local[item], count) for item, count in columns[at].items), pack(columns[at].values)) for at in own),
            )
            part = Part(group, own, _tabulate(shape), shift)
            for place, item in enumerate(group):
                self.weights[item] = 1 << part.table.bits * place + shift
                self.part_of[item] = len(self.parts)
            shift += part.mask.bit_length()
            self.parts.append(part)
        self._lookup = [(part.shift, part.mask, part.entries) for part in self.parts]

    def hand(self, supply: Sequence[int]) -> int:
        """A count vector as one integer."""
        return sum(map(mul, supply, self.weights))

    def value(self, hand: int) -> int:
        """The best packed value: what `best` reaches, without the groups."""
        total = 0
        for shift, mask, entries in self._lookup:
            total += entries[hand >> shift & mask][0]
        return total

    def best(self, hand: int) -> Entry:
        """The best arrangement: everything covered where that can be (ways > 0), else the most. Columns are not sorted."""
        total, count = 0, 1
        uses: tuple[int, ...] = ()
        for shift, mask, entries in self._lookup:
            value, own, ways = entries[hand >> shift & mask]
            total += value
            uses += own
            count *= ways
        return Entry(total, uses, count)

    def count(self, hand: int) -> int:
        """The number of groupings that cover all."""
        count = 1
        for shift, mask, entries in self._lookup:
            count *= entries[hand >> shift & mask][2]
        return count

    def top(self, hand: int, top: int) -> list[tuple[int, ...]]:
        """The best `top` distinct arrangements: those that cover all where there are any, else any; each as sorted columns."""
        complete = self.count(hand) > 0
        found: list[tuple[int, tuple[int, ...]]] = [(0, ())]
        for part in self.parts:
            state = part.state(hand)
            if state == 0:
                continue
            covers = part.table.covers[state][:top] if complete else part.table.partial(state, top)
            choices = [(part.table.value(cover), part.name(cover)) for cover in covers]
            found = nsmallest(
                top,
                ((value + more, tuple(sorted(uses + own))) for value, uses in found for more, own in choices),
                key=lambda each: (-each[0], each[1]),
            )
        return [uses for _, uses in found]


_compiled: dict[tuple[int, int], Tables] = {}


def compiled(columns: tuple[Column, ...], items: int, copies: int) -> Tables:
    """The tables of a catalogue, built on first use. Catalogues are told apart by identity: a rule set keeps one tuple for all its hands.

    Raises TooLargeError.
    """
    key = id(columns), copies
    known = _compiled.get(key)
    if known is None or known.columns is not columns:
        if len(_compiled) >= 256:
            _compiled.clear()
        known = _compiled[key] = Tables(columns, items, copies)
    return known


def solve(
    partition: Partition,
    *,
    top: int = 1,
    count: bool = False,
    deadline_ms: float = 1000,
    ties: str = "canonical",
) -> Solved:
    """The best `top` distinct solutions; the arguments are those of `cp-sat`. A deadline never comes first, and the count comes free.

    Raises TooLargeError where the partition has slots or limits, or a component that is too large: `cp-sat` solves those.
    """
    if partition.slots or partition.limits or partition.cover == "most" or any(column.at_most is not None for column in partition.columns):
        raise TooLargeError("slots, limits and covers of another kind are not tabulated")
    tables = compiled(partition.columns, len(partition.supply), partition.copies)
    fixed = tuple(at for at, times in sorted(partition.locked.items()) for _ in range(times))
    hand = tables.hand(partition.loose(fixed) if fixed else partition.supply)
    entry = tables.best(hand)
    if not entry.ways and partition.cover == "all":
        return Solved((), "none", NAME, True, 0)
    each = [entry.uses] if top == 1 else tables.top(hand, top)
    solutions = tuple(Solution(uses, partition.values(uses)) for uses in (tuple(sorted(fixed + own)) for own in each))
    for solution in solutions:
        check(partition, solution)
    return Solved(solutions, "optimal", NAME, entry.ways > 0, entry.ways)
