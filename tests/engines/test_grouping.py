"""The grouping engines on small random models, held against a search that lists every set of columns."""

import math
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.engines import cp_sat, tables
from solver.errors import InternalError
from solver.partition import Column, Limit, Partition, Solution, check

CENTRE = 2  # most items of a drawn column


@st.composite
def partitions(draw: st.DrawFn, limits: bool = False) -> Partition:
    """Up to five items with up to three copies, up to seven columns of up to three cards."""
    items = draw(st.integers(1, 5))
    supply = tuple(draw(st.lists(st.integers(0, 3), min_size=items, max_size=items)))
    takes = st.dictionaries(st.integers(0, items - 1), st.integers(1, 3), min_size=1, max_size=CENTRE)
    drawn = draw(st.lists(st.tuples(takes, st.integers(-3, 9)), min_size=1, max_size=7))
    columns = tuple(
        Column(f"kind-{at}", tuple(sorted(take.items())), (sum(take.values()), points, -1)) for at, (take, points) in enumerate(drawn)
    )
    bounds: tuple[Limit, ...] = ()
    if limits:
        terms = tuple((at, draw(st.integers(-1, 2))) for at in range(len(columns)))
        bounds = (Limit(terms, draw(st.integers(0, 2))),)
    return Partition(supply, columns, limits=bounds)


def every(partition: Partition, at: int = 0, uses: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """All multisets of columns that the supply can pay for and the limits allow."""
    if at == len(partition.columns):
        if all(sum(weight * uses.count(index) for index, weight in limit.terms) <= limit.bound for limit in partition.limits):
            yield uses
        return
    while min(partition.loose(uses)) >= 0:
        yield from every(partition, at + 1, uses)
        uses = (*uses, at)


def ranked(partition: Partition) -> tuple[list[tuple[int, ...]], int, bool]:
    """All arrangements to list, best first; how many cover all; whether those listed do."""
    found = sorted(every(partition), key=lambda uses: (tuple(-value for value in partition.values(uses)), uses))
    complete = [uses for uses in found if not any(partition.loose(uses))]
    return complete or found, len(complete), bool(complete)


@given(partitions(), st.integers(1, 6))
def test_tables_equal_the_search(partition: Partition, top: int) -> None:
    expected, count, complete = ranked(partition)
    solved = tables.solve(partition, top=top, count=True)
    assert [solution.uses for solution in solved.solutions] == expected[:top]
    assert (solved.count, solved.complete, solved.status) == (count, complete, "optimal")


@given(partitions(limits=True), st.integers(1, 6), st.booleans())
def test_cp_sat_equals_the_search(partition: Partition, top: int, count: bool) -> None:
    expected, number, complete = ranked(partition)
    solved = cp_sat.solve(partition, top=top, count=count, deadline_ms=20_000)
    assert [solution.uses for solution in solved.solutions] == expected[:top]
    assert solved.complete == complete or not expected
    assert solved.status == ("optimal" if expected else "none")
    if count:
        assert solved.count == number


@given(partitions())
def test_locked_columns_stay(partition: Partition) -> None:
    """A lock is the same as taking the column's cards away and adding its value."""
    fits = [at for at, column in enumerate(partition.columns) if partition.most_uses(column)]
    if not fits:
        return
    locked = Partition(partition.supply, partition.columns, locked={fits[0]: 1})
    kept = [uses for uses in every(partition) if fits[0] in uses]
    best = min(kept, key=lambda uses: (any(partition.loose(uses)), tuple(-value for value in partition.values(uses)), uses))
    assert cp_sat.solve(locked, deadline_ms=20_000).solutions[0].uses == best
    assert tables.solve(locked).solutions[0].uses == best


def test_values_are_exact_where_they_are_large() -> None:
    """Level sums beyond 2^31 are solved level by level, and stay exact: here the first level alone decides by one."""
    big = 1_000_000_000
    columns = (
        Column("a", ((0, 1),), (big, 0)),
        Column("b", ((1, 1),), (big - 1, 999)),
        Column("c", ((0, 1), (1, 1)), (2 * big - 2, 10**9)),
    )
    solved = cp_sat.solve(Partition((1, 1), columns))
    assert solved.solutions[0].values == (2 * big - 1, 999)


def test_a_deadline_answers_the_best_found() -> None:
    """No time at all: the start that the caller gave, or nothing used, and never `optimal`."""
    columns = (Column("a", ((0, 1),), (1, 1, -1)),)
    late = cp_sat.solve(Partition((1,), columns, cover="most"), deadline_ms=0)
    assert late.status == "feasible"
    assert late.solutions[0].uses in ((), (0,))
    nothing = cp_sat.solve(Partition((1,), columns, cover="all"), deadline_ms=0)
    assert (nothing.status, nothing.solutions) in (("feasible", ()), ("optimal", (Solution((0,), (1, 1, -1)),)))
    started = cp_sat.solve(Partition((1,), columns, cover="most"), deadline_ms=0, start=(0,))
    assert (started.status, started.solutions[0].uses) == ("feasible", (0,))


def test_work_is_the_same_every_time() -> None:
    """One worker: branches and deterministic time are figures of the model, not of the machine."""
    columns = tuple(Column("pair", ((a, 1), (b, 1)), (2, a * b % 5, -1)) for a in range(8) for b in range(a + 1, 8))
    partition = Partition((2,) * 8, columns, copies=2)
    first, second = (cp_sat.solve(partition, deadline_ms=60_000) for _ in range(2))
    assert (first.branches, first.deterministic_time) == (second.branches, second.deterministic_time)
    assert first.solutions == second.solutions
    assert math.isfinite(first.deterministic_time)


def test_large_components_are_refused() -> None:
    """A chain of seven items with four copies each has 78,125 states: another engine must solve it."""
    columns = tuple(Column("run", ((at, 1), (at + 1, 1)), (2, 0, -1)) for at in range(6))
    with pytest.raises(tables.TooLargeError):
        tables.solve(Partition((1,) * 7, columns))


@pytest.mark.parametrize(
    ("uses", "values", "fault"),
    [
        ((0, 0), (4, 2, -2), "used twice"),
        ((0,), (2, 9, -1), "are not the groups'"),
        ((), (0, 0, 0), "left over"),
    ],
)
def test_the_check_stands_apart(uses: tuple[int, ...], values: tuple[int, ...], fault: str) -> None:
    """What an engine could get wrong is caught by sums that know nothing of it."""
    partition = Partition((2,), (Column("pair", ((0, 2),), (2, 1, -1)),), cover="all")
    with pytest.raises(InternalError, match=fault):
        check(partition, Solution(uses, values))
    check(partition, Solution((0,), (2, 1, -1)))
