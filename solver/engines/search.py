"""Engine `search`: grouping games with one large component, solved by a memoised exact cover in canonical order.

Items are covered in ascending order; a state is what is left of the hand, and of all ways to reach it only the best are kept. That is
enough, because values and the canonical order are additive: the best whole is made of best parts. Limits (linear conditions over columns)
become a part of the state, as far as the columns still to come can tell a difference; columns that a limit rules out from the start are
dropped.

A hand is one 64-bit word with three bits an item, so at most 20 items of at most 7 copies; the uses of the fitting columns are another
word. What does not fit is refused, and `cp-sat` solves it.
"""

import threading
from collections.abc import Sequence
from itertools import chain
from operator import mul
from typing import Any, NamedTuple

from solver.errors import LipaiError
from solver.partition import Column, Limit, Partition, Solution, Solved, check

NAME = "search"
_MOST_ITEMS = 20
_MOST_COPIES = 7
_STATES = 1 << 11
_MOST_STATES = 1 << 19

Terms = tuple[tuple[int, int], ...]
"""The left side of a limit: (column, coefficient) pairs."""


class TooLargeError(LipaiError):
    """The model has slots, too many items, or too many columns that fit: another engine must solve it."""


class _Scratch(threading.local):
    """A thread's room for states; it grows where it must, and is used again."""

    size = top = 0

    def make(self, states: int, top: int) -> None:
        """Room for so many states with so many answers each."""
        import numpy as np  # slow to import: only when the first hand comes

        self.size, self.top = states, top
        self.out = np.empty((top, 2 + _MOST_ITEMS * _MOST_COPIES), np.int64)
        self.arrays = (
            np.empty((states, 2), np.int64),  # states
            np.empty((states, 2), np.int64),  # links
            np.full(2 * states, -1, np.int64),  # table
            np.empty(states * top, np.int64),  # values
            np.empty(states * top, np.int64),  # keys
            np.zeros(2, np.int64),  # meta
            self.out,
        )

    def grow(self) -> None:
        """Make more room. Raises TooLargeError at the end of it."""
        if self.size >= _MOST_STATES:
            raise TooLargeError("the hand has too many states")
        self.make(4 * self.size, self.top)


_scratch = _Scratch()


class Line(NamedTuple):
    """One arrangement: its packed value and its columns, ascending."""

    value: int
    uses: tuple[int, ...]


class Search:
    """A catalogue of columns, and the left sides of its limits, made ready.

    Raises TooLargeError where hands, values or limits can't be packed.
    """

    def __init__(self, columns: tuple[Column, ...], items: int, copies: int, limits: tuple[Terms, ...] = ()) -> None:
        import numpy as np

        if items > _MOST_ITEMS or copies > _MOST_COPIES:
            raise TooLargeError(f"{items} items of up to {copies} copies don't fit into one word")
        if any(column.slots or not column.items or column.at_most is not None for column in columns):
            raise TooLargeError("slots, empty columns and limits of single columns are not searched")
        self.columns, self.items, self.copies, self.limits = columns, items, copies, limits
        self.weights = tuple(1 << 3 * item for item in range(items))
        self._bases = self._levels()
        self._rows = np.zeros((len(columns), 3 + 2 * max((len(column.items) for column in columns), default=0)), np.int64)
        for at, column in enumerate(columns):
            taken = list(chain.from_iterable((3 * item, number) for item, number in column.items))
            self._rows[at, : 3 + len(taken)] = [len(column.items), self.pack(column.values), column.items[0][0], *taken]
        self._coefficients = np.zeros((len(limits), len(columns)), np.int64)
        for row, terms in enumerate(limits):
            for at, coefficient in terms:
                if abs(coefficient) > 1000:
                    raise TooLargeError("a coefficient of a limit is too large")
                self._coefficients[row, at] += coefficient
        self._bounds: dict[tuple[int, ...], Any] = {}

    def _levels(self) -> tuple[int, ...]:
        """The factor of each level in one packed number, wide enough for any sum of columns."""
        groups = self.items * self.copies // min((column.size for column in self.columns), default=1)
        levels = len(self.columns[0].values) if self.columns else 0
        bases = [1]
        for level in range(levels - 1, -1, -1):
            bases.append(bases[-1] * (2 * groups * max(abs(column.values[level]) for column in self.columns) + 1))
        if bases[-1] >= 1 << 62:
            raise TooLargeError("the values are too large for one word")
        return tuple(reversed(bases[:levels]))

    def pack(self, values: Sequence[int]) -> int:
        """Levels as one number that adds and compares as the tuple does."""
        return sum(map(mul, values, self._bases))

    def hand(self, supply: Sequence[int]) -> int:
        """A count vector as one word: three bits an item, item 0 the lowest."""
        return sum(map(mul, supply, self.weights))

    def _limit(self, bounds: tuple[int, ...]) -> Any:
        known = self._bounds.get(bounds)
        if known is None:
            import numpy as np

            if len(self._bounds) >= 1024:
                self._bounds.clear()
            known = self._bounds[bounds] = np.array([max(-1_000_000, min(bound, 1_000_000)) for bound in bounds], np.int64)
        return known

    def _run(self, hand: int, bounds: tuple[int, ...], exact: bool, counting: bool, top: int) -> int:
        limits = self._limit(bounds)
        if top > _scratch.top:
            _scratch.make(_scratch.size or _STATES, top)
        while True:
            found = _kernels().solve(
                hand, self.items, self.copies, self._rows, self._coefficients, limits, exact, counting, top, *_scratch.arrays
            )
            if found >= 0:
                return int(found)
            self._make_room(found)

    def _make_room(self, code: int) -> None:
        if code == _kernels().TOO_WIDE:
            raise TooLargeError("too many columns fit, or limits are too wide")
        _scratch.grow()

    def best(self, hand: int, bounds: tuple[int, ...] = (), top: int = 1, exact: bool = False) -> list[Line]:
        """The best `top` distinct arrangements, best first; exact: of those that cover every card. bounds: one for each limit."""
        found = self._run(hand, bounds, exact, False, top)
        rows = _scratch.out[:found].tolist() if found != 1 else [_scratch.out[0].tolist()]
        return [Line(row[1], tuple(row[2 : 2 + row[0]])) for row in rows]

    def count(self, hand: int, bounds: tuple[int, ...] = ()) -> int:
        """The number of distinct arrangements that cover every card."""
        return self._run(hand, bounds, True, True, 1)

    def coverable(self, hands: Any, bounds: Any) -> Any:
        """Many hands at once, as words, each with its row of bounds: an array of rows (1 or 0: all can be covered, packed value)."""
        import numpy as np

        words = np.asarray(hands, np.int64)
        if not _scratch.size:
            _scratch.make(_STATES, 1)
        limits = np.broadcast_to(np.asarray(bounds, np.int64).reshape(-1, len(self.limits)), (len(words), len(self.limits)))
        answers = np.empty((len(words), 2), np.int64)
        while True:
            code = _kernels().coverable(
                words, self.items, self.copies, self._rows, self._coefficients, np.ascontiguousarray(limits), *_scratch.arrays, answers
            )
            if code >= 0:
                return answers
            self._make_room(code)


_loaded: Any = None


def _kernels() -> Any:
    """The compiled part, imported on first use: numba is slow to import."""
    global _loaded
    if _loaded is None:
        from solver.engines import search_kernels

        _loaded = search_kernels
    return _loaded


_compiled: dict[tuple[int, tuple[int, ...]], Search] = {}


def compiled(columns: tuple[Column, ...], items: int, copies: int, limits: tuple[Terms, ...] = ()) -> Search:
    """The search of a catalogue, made ready on first use. Catalogues and limits are told apart by identity: a rule set keeps one of each.

    Raises TooLargeError.
    """
    key = (id(columns), tuple(map(id, limits)))
    known = _compiled.get(key)
    if known is None or known.columns is not columns or any(old is not new for old, new in zip(known.limits, limits, strict=True)):
        if len(_compiled) >= 512:
            _compiled.clear()
        known = _compiled[key] = Search(columns, items, copies, limits)
    return known


def solve(
    partition: Partition,
    *,
    top: int = 1,
    count: bool = False,
    deadline_ms: float = 1000,
    ties: str = "canonical",
) -> Solved:
    """The best `top` distinct solutions; the arguments are those of `cp-sat`. A deadline never comes first.

    Raises TooLargeError where the partition has slots, limits of single columns, or what can't be packed into words: `cp-sat` solves those.
    """
    if partition.slots:
        raise TooLargeError("slots are not searched")
    engine = compiled(partition.columns, len(partition.supply), partition.copies, tuple(limit.terms for limit in partition.limits))
    fixed = tuple(at for at, times in sorted(partition.locked.items()) for _ in range(times))
    free = partition.loose(fixed)
    if min(free, default=0) < 0:
        return Solved((), "none", NAME, partition.cover != "most", 0)
    bounds = tuple(_left(limit, fixed) for limit in partition.limits)
    hand = engine.hand(free)
    lines = [] if partition.cover == "most" else engine.best(hand, bounds, top, exact=True)
    complete = bool(lines)
    number = engine.count(hand, bounds) if count and complete else 0 if partition.cover != "most" else None
    if not complete and partition.cover != "all":
        lines = engine.best(hand, bounds, top)
        complete = partition.cover == "most" and bool(lines) and not any(partition.loose(fixed + lines[0].uses))
    solutions = tuple(Solution(uses, partition.values(uses)) for uses in (tuple(sorted(fixed + line.uses)) for line in lines))
    for solution in solutions:
        check(partition, solution)
    return Solved(solutions, "optimal" if solutions else "none", NAME, complete, number if count or not complete else None)


def _left(limit: Limit, fixed: Sequence[int]) -> int:
    """What a limit leaves for others than the fixed columns."""
    return limit.bound - sum(coefficient * fixed.count(at) for at, coefficient in limit.terms)
