"""How far a hand is from a complete one: the fewest cards that turn it into seven groups of the right sorts, and which bring it nearer.

A complete hand has seven groups: threes, and with q ≥ 1 quads exactly one pair. Melds and concealed sets stay; a concealed triplet may
become a quad. The distance is exact and looks at the rules alone, not at which cards have been seen.
"""

import threading
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from solver.engines.distances import Outlook
from solver.errors import LipaiError
from solver.games.zi_pai.cards import COPIES, KINDS
from solver.games.zi_pai.groups import GROUP_CARDS, GROUP_KINDS

_MOST = 26
_GROUPS = 7
_STATES = 1 << 12
_MOST_STATES = 1 << 19
_MOST_TRIES = 5000
_CLASS = {"quad": 1, "pair": 2}


class TooFarError(LipaiError):
    """The search has grown too large: no hand of a table is so, only a few cards under strange rules can be."""


class Stand(NamedTuple):
    """What counts for the distance: free cards, copies that can still be obtained, and how many threes, quads and pairs stand.

    gains: for each concealed triplet whose fourth card is still to come, the points that the quad brings more.
    points: of the groups that stand. pairing: a quad is there, so that a pair may be built now.
    """

    free: tuple[int, ...]
    room: tuple[int, ...]
    threes: int
    quads: int
    pairs: int
    gains: tuple[int, ...] = ()
    points: int = 0
    pairing: bool = False


def _parts() -> Iterator[tuple[int, ...]]:
    """Every part of every group: rows of the kernel's `parts`."""
    for column, cards in enumerate(GROUP_CARDS):
        needed = {kind: cards.count(kind) for kind in sorted(set(cards))}
        for held in product(*(range(copies + 1) for copies in needed.values())):
            takes = {kind: copies for kind, copies in zip(needed, held, strict=True) if copies}
            misses = {kind: needed[kind] - takes.get(kind, 0) for kind in needed if needed[kind] > takes.get(kind, 0)}
            lacking = sum(misses.values())
            only = next(iter(misses)) if lacking == 1 else -1
            places = [number for kind, copies in takes.items() for number in (3 * kind, copies)]
            sort, low = _CLASS.get(GROUP_KINDS[column], 0), min(takes, default=KINDS)
            yield (_word(takes), _word(misses), sort, column, low, lacking, only, len(takes), *places, *[0] * (6 - len(places)))


def _word(copies: dict[int, int]) -> int:
    return sum(number << 3 * kind for kind, number in copies.items())


def _pack(copies: Sequence[int]) -> int:
    return sum(number << 3 * kind for kind, number in enumerate(copies))


class _Scratch(threading.local):
    """A thread's room for states and edges; it grows where it must, and is used again."""

    def __init__(self) -> None:
        self.make(_STATES)

    def make(self, states: int) -> None:
        self.size = states
        self.out = np.zeros(4, np.int64)
        self.arrays = (
            np.empty((states, 3), np.int64),  # states
            np.empty((states, 4), np.int64),  # links
            np.full(2 * states, -1, np.int64),  # table
            np.empty((8 * states, 3), np.int32),  # edges
            np.zeros(3, np.int64),  # meta
            self.out,
        )


_scratch = _Scratch()


@cache
def _loaded() -> tuple[Any, Any]:
    """The compiled part and the rows of all parts, in the order of their lowest kinds; made on first use."""
    from solver.games.zi_pai import distance_kernels as kernels

    rows = np.array(sorted(_parts(), key=lambda row: (row[kernels.LOW], row[kernels.COLUMN])), np.int64)
    return kernels, rows


def _within(stand: Stand, points: Any, gains: Any, minimum: int, scoring: bool, budget: int, tracked: int) -> bool:
    kernels, rows = _loaded()
    while True:
        code = kernels.within(
            _pack(stand.free), _pack(stand.room), stand.threes, stand.quads, stand.pairs, gains, minimum, scoring, budget, tracked,
            rows, points, *_scratch.arrays,
        )  # fmt: skip
        if code != kernels.MORE_ROOM:
            return bool(code > 0)
        if _scratch.size >= _MOST_STATES:
            raise TooFarError(f"too many states: {stand}")
        _scratch.make(4 * _scratch.size)


def _least(stand: Stand, points: Any, minimum: int, scoring: bool, start: int) -> int | None:
    """The least budget from `start` on that does; `_scratch.out` then tells more of it."""
    gains = np.array(sorted(stand.gains, reverse=True), np.int64)
    for budget in range(start, _MOST + 1):
        tracked = 0
        while _within(stand, points, gains, minimum, scoring, budget, tracked):
            found = _overdrawn(stand, points, minimum, tracked) if scoring else int(_scratch.out[2]) & ~tracked
            if not found:
                return budget
            tracked |= found
    return None


def _overdrawn(stand: Stand, points: Any, minimum: int, tracked: int) -> int:
    """The kinds to be tracked, of the way found by the kernel; 0 where it is possible, perhaps with other groups of missing cards alone."""
    kernels, rows = _loaded()
    _, links, _, edges, _, out = _scratch.arrays
    room = list(stand.room)
    fresh = [0, 0, 0]
    spent: list[int] = []
    edge = int(out[3])
    score = int(links[edges[edge, 1], 3]) if edge >= 0 else minimum
    while edge >= 0:
        part = int(edges[edge, 2])
        if part >= 0:
            row = rows[part]
            kinds = [kind for kind in range(KINDS) for _ in range(int(row[kernels.MISSES]) >> 3 * kind & 7)]
            if row[kernels.HELD]:
                for kind in kinds:
                    room[kind] -= 1
            else:
                fresh[row[kernels.CLASS]] += 1
                score -= int(points[row[kernels.COLUMN]])
                spent += kinds
        edge = int(links[edges[edge, 0], 1])
    wrong = {kind for kind in range(KINDS) if room[kind] < 0}
    if not wrong and not _refill(room, fresh, points, minimum - score):
        wrong = {kind for kind in spent if room[kind] < spent.count(kind)}
    return sum(7 << 3 * kind for kind in wrong) & ~tracked


def _refill(room: list[int], fresh: list[int], points: Any, minimum: int) -> bool:
    """Whether so many threes, quads and pairs can be made of missing cards alone, for at least so many points."""
    columns: list[list[tuple[int, tuple[int, ...]]]] = [[], [], []]
    for column, cards in enumerate(GROUP_CARDS):
        if all(room[kind] >= cards.count(kind) for kind in cards):
            columns[_CLASS.get(GROUP_KINDS[column], 0)].append((int(points[column]), cards))
    listed = [sorted(each, reverse=True) for each in columns]
    tries = 0

    def fill(sort: int, at: int, number: int, lacking: int) -> bool:
        nonlocal tries
        while sort < 3 and not number:
            sort, at = sort + 1, 0
            number = fresh[sort] if sort < 3 else 0
        if sort == 3:
            return lacking <= 0
        for place in range(at, len(listed[sort])):
            gain, cards = listed[sort][place]
            rest = sum(fresh[other] * listed[other][0][0] for other in range(sort + 1, 3) if fresh[other] and listed[other])
            if tries > _MOST_TRIES or gain * number + rest < lacking:
                return False
            tries += 1
            if all(room[kind] >= cards.count(kind) for kind in cards):
                for kind in cards:
                    room[kind] -= 1
                done = fill(sort, place, number - 1, lacking - gain)
                for kind in cards:
                    room[kind] += 1
                if done:
                    return True
        return False

    return fill(0, 0, fresh[0], minimum)


def _possible(stand: Stand) -> int | None:
    """A lower bound of the distance; None where no complete hand has so many groups of a sort."""
    cards = sum(stand.free)
    needs = [_need(stand.threes - opened, stand.quads + opened, stand.pairs) for opened in range(len(stand.gains) + 1)]
    starts = [opened + max(0, need - cards) for opened, need in enumerate(needs) if need is not None]
    return min(starts, default=None)


def _need(threes: int, quads: int, pairs: int) -> int | None:
    """The fewest cards of the groups still to be built; None where no complete hand has so many of a sort."""
    if quads == 0 and pairs == 0:
        return 21 - 3 * threes if threes <= _GROUPS else None
    least = max(1, quads)
    if threes + least + 1 > _GROUPS or pairs > 1:
        return None
    return 20 + least - 3 * threes - 4 * quads - 2 * pairs


_ZERO: Any = np.zeros(len(GROUP_CARDS), np.int64)


def outlook(stand: Stand, start: int = 0) -> Outlook:
    """The distance, where it is known to be at least `start`, and what brings the hand nearer."""
    least = _possible(stand)
    distance = None if least is None else _least(stand, _ZERO, 0, False, max(start, least))
    if not distance:
        return Outlook(distance)
    bits, opening, _, by_pair = map(int, _scratch.out)
    if stand.pairing or distance == 1:
        bits |= by_pair
    return Outlook(distance, tuple(kind for kind in range(KINDS) if bits >> kind & 1), bool(opening))


def to_win(stand: Stand, points: Any, minimum: int, distance: int) -> int | None:
    """The distance to a complete hand of at least `minimum` points; None where there is none. distance: the one without that condition.

    points: by column, as an array; what is still to come is drawn by the player himself. Raises TooFarError.
    """
    built = stand.threes + stand.quads + stand.pairs
    most = max(int(points.max()), 0)
    if stand.points + (_GROUPS - built) * most + sum(gain for gain in stand.gains if gain > 0) < minimum:
        return None
    return _least(stand, points, minimum - stand.points, True, distance)


def less(stand: Stand, kind: int) -> Stand:
    """The same without one free card of that kind."""
    free = tuple(copies - (each == kind) for each, copies in enumerate(stand.free))
    room = tuple(min(COPIES, copies + (each == kind)) for each, copies in enumerate(stand.room))
    return stand._replace(free=free, room=room, pairing=stand.quads > 0 or max(free) == COPIES)
