"""The model: an arrangement is an exact cover of items by columns, and every game states itself as one.

* An *item* is a kind of card with the number of copies held (`supply`).
* A *column* is a group that the rules allow: the copies it takes of each item, its kind, and what it is worth to each objective.
  It fills no slot (grouping games), one (a row), or several (a whole setting as one column).
* A *slot* must be filled by exactly one column. `order` holds pairs of slots that must stand in ascending strength.
* A *limit* bounds a weighted sum of column uses.
* A *locked* column is used at least as often as the lock says.
* Objectives are lexicographic: `values[0]` is maximised first, then `values[1]`, …

Grouping games solve the same model twice: with every item covered, and where that can't be, with the most covered.
A game that must try several models for one hand (one per legal use of the obtained card) lists them as scenarios.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from solver.errors import InternalError


@dataclass(frozen=True, slots=True)
class Column:
    """A group that the rules allow.

    items: (item, copies) pairs, ascending by item, copies ≥ 1.
    values: one integer per objective level.
    slots, ranks: the slots it fills and its strength in each, side by side.
    distinct: what makes two arrangements distinct for `top`: columns with equal `distinct` are one. None: the column itself.
    at_most: the most uses of this column that the rules allow; None: as many as the supply.
    """

    kind: str
    items: tuple[tuple[int, int], ...]
    values: tuple[int, ...]
    slots: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    distinct: int | None = None
    at_most: int | None = None

    @property
    def size(self) -> int:
        """Number of cards."""
        return sum(copies for _, copies in self.items)


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for exactly one column, of a fixed number of cards."""

    name: str
    size: int


@dataclass(frozen=True, slots=True)
class Order:
    """Slot `higher` must be at least as strong as slot `lower`; stronger, if `strict`."""

    lower: int
    higher: int
    strict: bool = False


@dataclass(frozen=True, slots=True)
class Limit:
    """Σ coefficient × uses ≤ bound, over (column, coefficient) pairs."""

    terms: tuple[tuple[int, int], ...]
    bound: int


@dataclass(frozen=True, slots=True)
class Partition:
    """One hand as a model. `supply[i]` copies of item i; columns in canonical order.

    copies: the most copies of one item that a deck holds; engines that tabulate ahead tabulate up to it.
    cover: `all` (every copy covered), `most` (at the level `values[0]` the caller says what covering is worth; nothing must be), or
    `all-or-most`: `all` where it can be, else `most`; then arrangements that cover all are the only ones listed.
    """

    supply: tuple[int, ...]
    columns: tuple[Column, ...]
    cover: str = "all-or-most"
    slots: tuple[Slot, ...] = ()
    order: tuple[Order, ...] = ()
    limits: tuple[Limit, ...] = ()
    locked: Mapping[int, int] = field(default_factory=dict)
    copies: int = 4

    @property
    def levels(self) -> int:
        """Number of objective levels."""
        return len(self.columns[0].values) if self.columns else 0

    def most_uses(self, column: Column) -> int:
        """The most times the supply (and the column's own limit) lets it be used."""
        uses = min((self.supply[item] // copies for item, copies in column.items), default=1)
        if column.slots:
            uses = min(uses, 1)
        return uses if column.at_most is None else min(uses, column.at_most)

    def values(self, uses: Sequence[int]) -> tuple[int, ...]:
        """The value at each level of the columns used, exact."""
        return tuple(map(sum, zip(*(self.columns[index].values for index in uses), strict=True))) if uses else (0,) * self.levels

    def loose(self, uses: Sequence[int]) -> tuple[int, ...]:
        """Copies of each item that no used column takes."""
        left = list(self.supply)
        for index in uses:
            for item, copies in self.columns[index].items:
                left[item] -= copies
        return tuple(left)


@dataclass(frozen=True, slots=True)
class Solution:
    """Columns used (indexes into the partition's columns, ascending, repeated as often as used) and their values by level."""

    uses: tuple[int, ...]
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Solved:
    """What an engine found: solutions best first, distinct; `count` of those that cover all, where it was asked for or came free.

    status: `optimal` (proven), `feasible` (the deadline came first), `none` (proven that there is none).
    complete: the solutions cover every card.
    branches, deterministic_time: the work that a search took, the same on every machine.
    """

    solutions: tuple[Solution, ...]
    status: str
    engine: str
    complete: bool = True
    count: int | None = None
    branches: int = 0
    deterministic_time: float = 0.0


def check(partition: Partition, solution: Solution) -> None:
    """Hold a solution against the model, with plain sums and nothing of the engine that made it.

    Raises InternalError naming what is broken.
    """
    columns, uses = partition.columns, solution.uses
    left = partition.loose(uses)
    if min(left, default=0) < 0:
        raise InternalError(f"a card is used twice: {left}")
    if partition.cover == "all" and any(left):
        raise InternalError(f"a card is left over: {left}")
    count = Counter(uses)
    for index, times in partition.locked.items():
        if count[index] < times:
            raise InternalError(f"locked column {index} is used {count[index]} times, not {times}")
    for limit in partition.limits:
        if sum(coefficient * count[index] for index, coefficient in limit.terms) > limit.bound:
            raise InternalError(f"limit {limit} is broken")
    ranks = {slot: rank for index in uses for slot, rank in zip(columns[index].slots, columns[index].ranks, strict=False)}
    filled = sorted(slot for index in uses for slot in columns[index].slots)
    if filled != list(range(len(partition.slots))):
        raise InternalError(f"slots filled: {filled}")
    for order in partition.order:
        if ranks[order.higher] - ranks[order.lower] < order.strict:
            raise InternalError(f"slot {order.higher} does not outrank slot {order.lower}")
    for index, times in count.items():
        if columns[index].at_most is not None and times > (columns[index].at_most or 0):
            raise InternalError(f"column {index} is used {times} times")
    if partition.values(uses) != solution.values:
        raise InternalError(f"values {solution.values} are not the groups' {partition.values(uses)}")


def fitting(supply: Sequence[int], columns: Iterable[Column]) -> Iterator[Column]:
    """The columns that the supply can pay for."""
    return (column for column in columns if all(supply[item] >= copies for item, copies in column.items))
