"""How far a hand is from complete *and* worth enough: the distance to a win where a minimum of points is set.

A group made of held cards only is *closed*, one that an added card completes is *open*, and a group may be worth more the one way than the
other. So a component answers by size and cards added: the most points. That is a max-plus sum over two dimensions; the answer is the
fewest cards at which the full size reaches the minimum.

Only groups of equal cards are ever worth something else when open (a column whose two worths differ has one item, and takes more than half
of its copies), so which of a component's groups are open follows from the copies held and added, item by item.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.engines import tables
from solver.engines.distances import Stand
from solver.engines.tables import Part, Tables

Ints = NDArray[np.int64]

_NONE = -(1 << 40)
"""Stands for "not to be had" among points; sums of a few of it still fit."""


class Option(NamedTuple):
    """What a component may come to: cards in groups, cards added, most points."""

    size: int
    added: int
    points: int


class Settled(NamedTuple):
    """What stands: its cards and points, and what each settled group gains in points by the one card that would enlarge it."""

    size: int
    points: int
    gains: tuple[int, ...] = ()


class _Targets:
    """Every way to cover a state of one component, for all its states; ways that differ in closed points alone are one.

    counts: copies by item. base: points of the groups whose worth does not change. For the group of equal cards of each item whose worth
    does: its copies (0: there is none), and its points closed and open.
    """

    def __init__(self, part: Part, closed: Sequence[int], opened: Sequence[int]) -> None:
        columns = part.table.shape.columns
        worth = [(closed[at], opened[at]) for at in part.columns]
        rows: dict[tuple[tuple[int, ...], tuple[tuple[int, int, int], ...]], int] = {}
        for state, covers in part.table.covers.items():
            for cover in covers:
                base = 0
                sets = [(0, 0, 0)] * len(part.items)
                for at in cover:
                    shut, open_ = worth[at]
                    if shut == open_:
                        base += shut
                        continue
                    (item, copies), *others = columns[at][0]
                    if others or sets[item][0] or 2 * copies <= part.table.shape.copies:
                        raise tables.TooLargeError("only one group of equal cards of each item may change its worth")
                    sets[item] = (copies, shut, open_)
                key = part.table.states[state], tuple(sets)
                rows[key] = max(base, rows.get(key, base))
        self.counts: Ints = np.array([counts for counts, _ in rows], np.int64)
        self.base: Ints = np.array(list(rows.values()), np.int64)
        sets_of: Ints = np.array([sets for _, sets in rows], np.int64)
        self.copies, self.closed, self.open = sets_of[:, :, 0], sets_of[:, :, 1], sets_of[:, :, 2]

    def options(self, held: Sequence[int], room: Sequence[int], full: int) -> tuple[Option, ...]:
        """By size, the ways to more points for more cards added; those that cost as much or more for no gain are left out."""
        have, most = np.array(held, np.int64), np.array(room, np.int64)
        fitting = (self.counts <= most).all(axis=1) & (self.counts.sum(axis=1) <= full)
        counts, copies = self.counts[fitting], self.copies[fitting]
        added = np.maximum(counts - have, 0)
        closable, openable = counts - added >= copies, added > 0
        worth = np.where(closable & ~(openable & (self.open[fitting] > self.closed[fitting])), self.closed[fitting], self.open[fitting])
        worth = np.where(copies > 0, worth, 0)
        size, cost, points = counts.sum(axis=1), added.sum(axis=1), self.base[fitting] + worth.sum(axis=1)
        # A held card thrown away for its like from outside opens a group that no added card would.
        gain = np.where((copies > 0) & closable & ~openable & (have < most), self.open[fitting] - self.closed[fitting], 0)
        for item in range(len(held)):
            better = gain[:, item] > 0
            if better.any():
                size = np.concatenate((size, size[better]))
                cost = np.concatenate((cost, cost[better] + 1))
                points = np.concatenate((points, points[better] + gain[better, item]))
                gain = np.concatenate((gain, gain[better]))
        table = np.full((full + 1, full + 1), _NONE, np.int64)
        within = cost <= full
        np.maximum.at(table, (size[within], cost[within]), points[within])
        best = np.maximum.accumulate(table, axis=1)
        worthwhile = table > np.concatenate((np.full((full + 1, 1), _NONE, np.int64), best[:, :-1]), axis=1)
        return tuple(Option(int(s), int(c), int(table[s, c])) for s, c in zip(*worthwhile.nonzero(), strict=True))


class Scores:
    """A catalogue whose columns have two worths each: closed, made of held cards only, and open.

    Raises TooLargeError where a column that changes its worth takes several items, or half of an item's copies or fewer.
    """

    def __init__(self, components: Tables, closed: Sequence[int], opened: Sequence[int], full: int) -> None:
        self.components, self.full = components, full
        self._targets = [_Targets(part, closed, opened) for part in components.parts]
        self._options: list[dict[tuple[int, int], tuple[Option, ...]]] = [{} for _ in components.parts]

    def options(self, stand: Stand) -> Iterator[tuple[Option, ...]]:
        """What each component may come to."""
        for part, targets, known in zip(self.components.parts, self._targets, self._options, strict=True):
            key = part.state(stand.hand), part.state(stand.room)
            if key not in known:
                if len(known) >= 20_000:
                    known.clear()
                states = part.table.states
                known[key] = targets.options(states[key[0]], states[key[1]], self.full)
            yield known[key]

    def distance(self, stand: Stand, settled: Settled, minimum: int, least: int) -> int | None:
        """Cards still needed for a complete hand of at least `minimum` points; None: out of reach.

        least: a number of cards known to be needed at least, such as the distance to any complete hand.
        """
        parts = [*self.options(stand), *((Option(0, 0, 0), Option(1, 1, gain)) for gain in settled.gains)]
        most, step = least, 1
        while True:
            most = min(most, self.full)
            reached = self._most_points(parts, settled, most)[: most + 1] >= minimum
            if reached.any():
                return int(reached.argmax())
            if most == self.full:
                return None
            most, step = most + step, 2 * step

    def _most_points(self, parts: Sequence[Sequence[Option]], settled: Settled, most: int) -> Ints:
        """The most points of a complete hand, by cards added, up to `most`."""
        table = np.full((self.full + 1, most + 1), _NONE, np.int64)
        if settled.size <= self.full:
            table[settled.size, 0] = settled.points
        for options in parts:
            after = np.full_like(table, _NONE)
            for size, added, points in options:
                if added <= most:
                    part = after[size:, added:]
                    np.maximum(part, table[: self.full + 1 - size, : most + 1 - added] + points, out=part)
            table = after
        return np.asarray(table[self.full])
