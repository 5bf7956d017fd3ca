"""Engine `search` on small random models with limits, held against a search that lists every set of columns."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.engines import cp_sat, search
from solver.partition import Column, Limit, Partition, Slot


@st.composite
def partitions(draw: st.DrawFn) -> Partition:
    """Up to five items with up to four copies, up to eight columns of up to two items, up to three limits, any of the three covers."""
    items = draw(st.integers(1, 5))
    supply = tuple(draw(st.lists(st.integers(0, 4), min_size=items, max_size=items)))
    takes = st.dictionaries(st.integers(0, items - 1), st.integers(1, 3), min_size=1, max_size=2)
    drawn = draw(st.lists(st.tuples(takes, st.integers(-3, 9)), min_size=1, max_size=8))
    # Some models say nothing of the cards covered: then the fullest cover is not the most valuable one.
    counted = draw(st.booleans())
    columns = tuple(
        Column(f"kind-{at}", tuple(sorted(take.items())), (*((sum(take.values()),) if counted else ()), points, -1))
        for at, (take, points) in enumerate(drawn)
    )
    limits = tuple(
        Limit(tuple((at, draw(st.integers(-2, 2))) for at in range(len(columns))), draw(st.integers(-1, 3)))
        for _ in range(draw(st.integers(0, 3)))
    )
    return Partition(supply, columns, draw(st.sampled_from(("all", "most", "all-or-most"))), limits=limits)


def every(partition: Partition, at: int = 0, uses: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """All multisets of columns that the supply can pay for and the limits allow."""
    if at == len(partition.columns):
        if all(sum(weight * uses.count(index) for index, weight in limit.terms) <= limit.bound for limit in partition.limits):
            yield uses
        return
    while min(partition.loose(uses)) >= 0:
        yield from every(partition, at + 1, uses)
        uses = (*uses, at)


def ranked(partition: Partition) -> tuple[list[tuple[int, ...]], int]:
    """All arrangements to list, best first, and how many cover all."""
    found = sorted(every(partition), key=lambda uses: (tuple(-value for value in partition.values(uses)), uses))
    complete = [uses for uses in found if not any(partition.loose(uses))]
    return complete if partition.cover == "all" or (complete and partition.cover != "most") else found, len(complete)


@given(partitions(), st.integers(1, 6))
def test_search_equals_the_list(partition: Partition, top: int) -> None:
    """Groups, order and count, with limits of both signs."""
    expected, count = ranked(partition)
    solved = search.solve(partition, top=top, count=True)
    assert [solution.uses for solution in solved.solutions] == expected[:top]
    assert solved.status == ("optimal" if expected else "none")
    if partition.cover != "most":
        assert solved.count == count
        assert solved.complete == bool(count)


@given(partitions(), st.integers(1, 3))
def test_search_equals_cp_sat(partition: Partition, top: int) -> None:
    fast, slow = search.solve(partition, top=top), cp_sat.solve(partition, top=top, deadline_ms=20_000)
    assert (fast.solutions, fast.status) == (slow.solutions, slow.status)


@given(partitions())
def test_locked_columns_stay(partition: Partition) -> None:
    """A lock is a use that every answer has; a lock that can't be paid has none."""
    locked = Partition(partition.supply, partition.columns, "most", limits=partition.limits, locked={0: 1})
    kept = [uses for uses in every(locked) if 0 in uses]
    best = min(kept, key=lambda uses: (tuple(-value for value in locked.values(uses)), uses), default=None)
    assert [solution.uses for solution in search.solve(locked).solutions] == ([] if best is None else [best])


def test_many_hands_at_once() -> None:
    """The batch says of each hand what the single call says, with bounds of its own."""
    columns = tuple(Column("run", ((at, 1), (at + 1, 1), (at + 2, 1)), (3, at, -1)) for at in range(5))
    columns += tuple(Column("pair", ((at, 2),), (2, 9, -1)) for at in range(7))
    terms = (tuple((at, 1) for at in range(5, 12)),)
    engine = search.Search(columns, 7, 4, terms)
    rng = Random(1)
    hands = [engine.hand([rng.choice((0, 0, 0, 1, 2)) for _ in range(7)]) for _ in range(500)]
    bounds = [(rng.randrange(3),) for _ in hands]
    answers = engine.coverable(hands, bounds)
    for hand, bound, (found, value) in zip(hands, bounds, answers.tolist(), strict=True):
        lines = engine.best(hand, bound, exact=True)
        assert (found, value) == ((1, lines[0].value) if lines else (0, 0))
    assert 10 < answers[:, 0].sum() < 480


def test_room_grows_where_it_must(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty items tied to near and far ones have more states than the first room holds; the answer is CP-SAT's."""
    rng = Random(7)
    steps = (1, 8, 9)
    columns = tuple(Column("pair", ((at, 1), (at + step, 1)), (2, rng.randrange(50), -1)) for step in steps for at in range(20 - step))
    partition = Partition((1,) * 20, columns)
    monkeypatch.setattr(search, "_STATES", 64)
    monkeypatch.setattr(search, "_scratch", search._Scratch())
    fast, slow = search.solve(partition, top=3), cp_sat.solve(partition, top=3, deadline_ms=60_000)
    assert fast.solutions == slow.solutions
    assert search._scratch.size > search._STATES
    monkeypatch.setattr(search, "_MOST_STATES", search._STATES)
    monkeypatch.setattr(search, "_scratch", search._Scratch())
    with pytest.raises(search.TooLargeError, match="states"):
        search.solve(partition)


@pytest.mark.parametrize(
    "partition",
    [
        Partition((1,) * 21, (Column("one", ((0, 1),), (1,)),)),
        Partition((1,), (Column("one", ((0, 1),), (1,)),), copies=8),
        Partition((1,), (Column("one", ((0, 1),), (1,), (0,), (1,)),), slots=(Slot("front", 1),)),
        Partition((1,), (Column("one", ((0, 1),), (1,), at_most=1),)),
        Partition((1,), (Column("one", ((0, 1),), (1 << 61,)),)),
        Partition((1,), (Column("one", ((0, 1),), (1,)),), limits=(Limit(((0, 5000),), 1),)),
        Partition((7,) * 20, tuple(Column("pair", ((a, 1), (b, 1)), (2,)) for a in range(20) for b in range(a)), copies=7),
    ],
    ids=["items", "copies", "slots", "at-most", "values", "coefficient", "columns"],
)
def test_what_does_not_fit_is_refused(partition: Partition) -> None:
    """Never a wrong answer for a model that the words can't hold."""
    with pytest.raises(search.TooLargeError):
        search.solve(partition)
