"""How far a hand is from complete, and which cards bring it nearer, for catalogues that `tables` can tabulate.

The distance is the fewest cards that some complete hand of the full size has beyond the cards held; held cards that it leaves out are
thrown away. Settled groups (melds, locked sets) are part of every such hand, and take their copies out of the deck.

Every component answers by size: the fewest cards to add so that so many cards of it stand in groups. Its *row* depends on the copies held
and on the copies that can ever be held, nothing else, and is computed once. A hand's distance is the min-plus sum of its components' rows,
read at the full size. Sums of all rows but one, from prefixes and suffixes, tell what any change of one component does to the distance:
one look each. Many hands are surveyed at once: what one hand turns into by each discard is just more hands.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.engines import tables
from solver.engines.tables import NEVER, Tables
from solver.partition import Column

Rows = NDArray[np.uint8]

MOST_CARDS = NEVER - 1
"""The largest hand: no distance reaches NEVER, and two of it fit a byte."""


class Stand(NamedTuple):
    """A hand as the components see it, copies packed as `Tables.hand` packs them.

    hand: what is held and may still be grouped in any way. room: of those kinds, the copies that can ever be held.
    settled: cards in groups that stand. openable: settled groups that one more card each, from outside, would enlarge.
    """

    hand: int
    room: int
    settled: int
    openable: int


class Outlook(NamedTuple):
    """What a stand promises. distance: cards still needed; None: out of reach.

    improving: the items of which one more copy, put into a group at once, leaves a smaller distance.
    opening: the same of the copies that would enlarge a settled group.
    """

    distance: int | None
    improving: tuple[int, ...] = ()
    opening: bool = False


class _Shape(NamedTuple):
    """A component without names and values: hands of every rule set with the same groups share its rows."""

    items: int
    copies: int
    columns: tuple[tuple[tuple[int, int], ...], ...]


class _Reach:
    """One shape: for copies held and copies that can be held, both packed, the row and what one more card makes of it."""

    def __init__(self, shape: _Shape, width: int) -> None:
        self.shape, self.width = shape, width
        self.bits = shape.copies.bit_length()
        self.digits = [self.bits * item for item in range(shape.items)]
        self.mask = (1 << self.bits) - 1
        self.steps = [sum(copies << self.digits[item] for item, copies in column) for column in shape.columns]
        self.sizes = [sum(copies for _, copies in column) for column in shape.columns]
        self._rows: dict[tuple[int, int], Rows] = {}
        self._inside: dict[int, Rows] = {}
        self._covered = self._all_covered()

    def held(self, state: int) -> list[int]:
        """Copies by item."""
        return [state >> digit & self.mask for digit in self.digits]

    def fits(self, column: int, held: Sequence[int]) -> bool:
        """Whether so many copies can pay for the column."""
        return all(held[item] >= copies for item, copies in self.shape.columns[column])

    def _all_covered(self) -> set[int]:
        """The states that groups cover wholly; ascending states have their parts before them."""
        covered = {0}
        for digits in product(range(self.shape.copies + 1), repeat=self.shape.items):
            held = digits[::-1]
            state = sum(copies << digit for copies, digit in zip(held, self.digits, strict=True))
            if any(state - step in covered and self.fits(at, held) for at, step in enumerate(self.steps)):
                covered.add(state)
        return covered

    def _never(self) -> Rows:
        return np.full(self.width, NEVER, np.uint8)

    def inside(self, state: int) -> Rows:
        """By size: 0 where some part of the state of that size is covered, else NEVER."""
        known = self._inside.get(state)
        if known is None:
            held = self.held(state)
            known = self._never()
            if state in self._covered and sum(held) < self.width:
                known[sum(held)] = 0
            for copies, digit in zip(held, self.digits, strict=True):
                if copies:
                    known = np.minimum(known, self.inside(state - (1 << digit)))
            self._inside[state] = known
        return known

    def row(self, state: int, room: int) -> Rows:
        """By size: the fewest cards to add so that a part of that size is covered."""
        known = self._rows.get((state, room))
        if known is None:
            known = self.inside(state)
            for copies, most, digit in zip(self.held(state), self.held(room), self.digits, strict=True):
                if copies < most:
                    known = np.minimum(known, self.row(state + (1 << digit), room) + np.uint8(1))
            known = self._rows[state, room] = np.minimum(known, np.uint8(NEVER))
        return known

    def used(self, state: int, room: int) -> Rows:
        """By item and size: the row after one more copy of the item was put into its best group, which then stands."""
        after = np.full((self.shape.items, self.width), NEVER, np.uint8)
        held, most = self.held(state), self.held(room)
        for item, digit in enumerate(self.digits):
            if held[item] < most[item]:
                with_it = held.copy()
                with_it[item] += 1
                for at, column in enumerate(self.shape.columns):
                    if any(other == item for other, _ in column) and self.fits(at, with_it):
                        row = self.row(state + (1 << digit) - self.steps[at], room - self.steps[at])
                        size = self.sizes[at]
                        after[item, size:] = np.minimum(after[item, size:], row[: self.width - size])
        return after


class Distances:
    """A catalogue's components with all rows met so far, in two arrays that hands index into."""

    def __init__(self, components: Tables, copies: int, full: int) -> None:
        """Raises TooLargeError where hands have too many cards for a byte."""
        if full > MOST_CARDS:
            raise tables.TooLargeError(f"hands of {full} cards are too large")
        self.components, self.full, self.width = components, full, full + 1
        self._lookup = []
        for part in components.parts:
            shape = part.table.shape
            bare = _Shape(shape.items, copies, tuple(items for items, _ in shape.columns))
            self._lookup.append((part.shift, part.mask, _reach(bare, full)))
        self.slots = max(len(part.items) for part in components.parts)
        # Where each component's items stand among the slots of a survey.
        self._item = np.full((len(components.parts) + 1, self.slots), -1)
        for place, part in enumerate(components.parts):
            self._item[place, : len(part.items)] = part.items
        self._known: list[dict[tuple[int, int], int]] = [{} for _ in range(len(components.parts) + 1)]
        self._share_equal_shapes()
        self._rows = np.full((1024, self.width), NEVER, np.uint8)
        self._used = np.full((1024, self.slots, self.width), NEVER, np.uint8)
        self._filled = 0
        self._lock = Lock()

    def _share_equal_shapes(self) -> None:
        first: dict[int, int] = {}
        for place, (_, _, reach) in enumerate(self._lookup):
            self._known[place] = self._known[first.setdefault(id(reach), place)]

    def hand(self, supply: Sequence[int]) -> int:
        """A count vector as one integer."""
        return self.components.hand(supply)

    def stand(self, free: Sequence[int], room: Sequence[int], settled: int = 0, openable: int = 0) -> Stand:
        """A hand. free: copies that may still be grouped; room: of the same items, the copies that can ever be held (0 where locked)."""
        return Stand(self.hand(free), self.hand(room), settled, openable)

    def less(self, stand: Stand, item: int) -> Stand:
        """The stand with one card thrown away."""
        return stand._replace(hand=stand.hand - self.components.weights[item])

    def survey(self, stands: Sequence[Stand]) -> list[Outlook]:
        """The outlook of every stand."""
        if not stands:
            return []
        places = np.array([self._places(stand) for stand in stands])
        others = _all_but_one(self._rows[places])
        rows = self._rows[places[:, -1]]
        distances = (others[:, -1, ::-1] + rows).min(axis=1)
        after = (others[:, :, None, ::-1] + self._used[places]).min(axis=3)
        nearer = after < np.minimum(distances, NEVER)[:, None, None]
        improving: list[list[int]] = [[] for _ in stands]
        found, part, slot = nearer.nonzero()
        for index, item in zip(found.tolist(), self._item[part, slot].tolist(), strict=True):
            improving[index].append(item)
        return [
            Outlook(distance if distance < NEVER else None, tuple(sorted(item for item in items if item >= 0)), -1 in items)
            for distance, items in zip(distances.tolist(), improving, strict=True)
        ]

    def distance(self, stand: Stand) -> int | None:
        """Cards still needed; None: out of reach."""
        total: Rows | None = None
        for row in self._rows[self._places(stand)]:
            total = row if total is None else _join(total[None], row[None])[0]
        assert total is not None
        return int(total[-1]) if total[-1] < NEVER else None

    def row(self, part: int, state: int, room: int) -> tuple[int, ...]:
        """A component's row."""
        return tuple(self._lookup[part][2].row(state, room).tolist())

    # the rows that hands index into

    def _places(self, stand: Stand) -> list[int]:
        """For each component, and last for what is settled, the place of its row."""
        hand, room = stand.hand, stand.room
        places = []
        for (shift, mask, reach), known in zip(self._lookup, self._known, strict=False):
            key = (hand >> shift & mask, room >> shift & mask)
            place = known.get(key)
            places.append(self._enter(known, key, reach) if place is None else place)
        key = (stand.settled, stand.openable)
        place = self._known[-1].get(key)
        places.append(self._enter(self._known[-1], key, None) if place is None else place)
        return places

    def _enter(self, known: dict[tuple[int, int], int], key: tuple[int, int], reach: _Reach | None) -> int:
        with self._lock:
            if key not in known:
                place = self._filled
                if place == len(self._rows):
                    self._rows = np.concatenate((self._rows, np.full_like(self._rows, NEVER)))
                    self._used = np.concatenate((self._used, np.full_like(self._used, NEVER)))
                if reach is None:
                    self._rows[place], self._used[place, 0] = self._settled(*key), self._settled(key[0] + 1, key[1] - 1)
                else:
                    self._rows[place], self._used[place, : reach.shape.items] = reach.row(*key), reach.used(*key)
                self._filled += 1
                known[key] = place
            return known[key]

    def _settled(self, size: int, openable: int) -> Rows:
        """Settled groups as a row: so many cards, and one more for each that is opened."""
        row = np.full(self.width, NEVER, np.uint8)
        for opened in range(openable + 1):
            if size + opened < self.width:
                row[size + opened] = opened
        return row

    def fill(self) -> None:
        """Compute ahead all rows of hands without melds."""
        for part, (_, mask, reach), known in zip(self.components.parts, self._lookup, self._known, strict=False):
            whole = sum(reach.shape.copies << digit for digit in reach.digits)
            for state in part.table.states:
                if (state & mask, whole) not in known:
                    self._enter(known, (state, whole), reach)


def _join(left: Rows, right: Rows) -> Rows:
    """Min-plus sums of rows, pair by pair: out[n, k] = min over i of left[n, i] + right[n, k − i]."""
    number, width = left.shape
    padded = np.full((number, 2 * width - 1), NEVER, np.uint8)
    padded[:, width - 1 :] = right
    step = padded.strides[1]
    shifted = np.lib.stride_tricks.as_strided(padded[:, width - 1 :], (width, number, width), (-step, padded.strides[0], step))
    return np.asarray(np.minimum((left.T[:, :, None] + shifted).min(axis=0), np.uint8(NEVER)))


def _all_but_one(rows: Rows) -> Rows:
    """For hands × components × sizes: the sum of all rows of the hand but that component's."""
    number, parts, width = rows.shape
    before = np.full_like(rows, NEVER)
    behind = np.full_like(rows, NEVER)
    before[:, 0, 0] = behind[:, -1, 0] = 0
    for part in range(1, parts):
        left, right = part - 1, parts - part
        both = _join(
            np.concatenate((before[:, left], behind[:, right])),
            np.concatenate((rows[:, left], rows[:, right])),
        )
        before[:, part], behind[:, right - 1] = both[:number], both[number:]
    return _join(before.reshape(-1, width), behind.reshape(-1, width)).reshape(rows.shape)


@lru_cache(maxsize=64)
def _reach(shape: _Shape, full: int) -> _Reach:
    return _Reach(shape, full + 1)


_known: dict[tuple[object, ...], Distances] = {}


def of(columns: tuple[Column, ...], items: int, copies: int, full: int) -> Distances:
    """The distances of a catalogue, one object for all catalogues of the same groups. Keep it: finding it again takes time.

    Raises TooLargeError.
    """
    key = (tuple(column.items for column in columns), items, copies, full)
    if key not in _known:
        if len(_known) >= 64:
            _known.clear()
        _known[key] = Distances(tables.compiled(columns, items, copies), copies, full)
    return _known[key]
