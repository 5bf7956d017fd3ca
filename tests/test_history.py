"""Hand, melds and drawn on a toy game: three items, singles of item 0, pairs and triplets of the others, and one of each as a run."""

from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import InternalError
from solver.history import Drawn, Found, Holding, Lock, Meld, Placed, Scenario, covers, merge, scenarios, whole
from solver.partition import Column

COLUMNS = (
    Column("single", ((0, 1),), (1, 1, -1)),
    Column("pair", ((1, 2),), (2, 0, -1)),
    Column("pair", ((2, 2),), (2, 0, -1)),
    Column("triplet", ((1, 3),), (3, 3, -1)),
    Column("run", ((0, 1), (1, 1), (2, 1)), (3, 1, -1)),
)
SINGLE, PAIR_1, PAIR_2, TRIPLET_1, RUN = range(5)
TAKERS = [[(at, column) for at, column in enumerate(COLUMNS) if item in dict(column.items)] for item in range(3)]
USES = {item: [(column, Placed(at, 7, True)) for at, column in takers] for item, takers in enumerate(TAKERS)}
TRIPLET = Lock(1, 3, Placed(TRIPLET_1, 3, False), Placed(RUN, 6, True))  # "joined" is any group the game says


def own(found: tuple[Scenario, ...]) -> list[int | None]:
    return [None if scenario.own is None else scenario.own.column for scenario in found]


def test_without_a_drawn_card_there_is_one_scenario() -> None:
    meld = Placed(PAIR_2, 0, True)
    (scenario,) = scenarios(Holding((1, 2, 0), (Meld((2, 2), "draw"),)), [meld], [], USES)
    assert scenario == Scenario((meld,), None, (1, 2, 0))


def test_the_drawn_card_goes_into_any_group_the_hand_can_pay_for() -> None:
    """One more of item 1: with its like a pair, with 0 and 2 a run; no triplet, the hand has but one."""
    found = scenarios(Holding((1, 1, 1), drawn=Drawn(1, "take")), [], [], USES)
    assert own(found) == [PAIR_1, RUN]
    assert [scenario.free for scenario in found] == [(1, 0, 1), (0, 1, 0)]
    assert all(scenario.loose is None for scenario in found)


def test_only_a_card_from_the_pile_may_stay_loose() -> None:
    found = scenarios(Holding((1, 1, 1), drawn=Drawn(1, "draw")), [], [], USES)
    assert own(found) == [PAIR_1, RUN, None]
    assert found[-1].loose == 1
    assert found[-1].free == (1, 1, 1)
    assert scenarios(Holding((0, 1, 0), drawn=Drawn(2, "take")), [], [], USES) == ()


def test_a_locked_set_is_out_of_reach() -> None:
    """Item 0 drawn could run with 1 and 2, but all of item 1 is locked."""
    found = scenarios(Holding((0, 3, 1), drawn=Drawn(0, "take")), [], [TRIPLET], USES)
    assert own(found) == [SINGLE]
    assert found[0].fixed == (TRIPLET.alone, Placed(SINGLE, 7, True))
    assert found[0].free == (0, 0, 1)


def test_one_more_of_a_locked_set_must_join_it() -> None:
    for source in ("draw", "take", "steal"):
        (scenario,) = scenarios(Holding((1, 3, 1), drawn=Drawn(1, source)), [], [TRIPLET], USES)  # type: ignore[arg-type]
        assert scenario.own == TRIPLET.joined
        assert scenario.fixed == (TRIPLET.joined,)
        assert scenario.free == (1, 0, 1)


def test_holdings_are_counted_whole() -> None:
    holding = Holding((1, 2, 0), (Meld((2, 2), "draw"),), Drawn(1, "draw"))
    assert holding.counts() == [1, 3, 2]
    assert holding.size() == 6


def test_the_whole_is_summed_from_its_groups() -> None:
    scenario = Scenario((Placed(PAIR_2, 5, True),), None, (1, 2, 0))
    assert whole(scenario, (SINGLE, PAIR_1), COLUMNS) == Found(scenario, (SINGLE, PAIR_1), (SINGLE, PAIR_1, PAIR_2), 5, 6)
    with pytest.raises(InternalError):
        whole(scenario, (SINGLE, SINGLE), COLUMNS)


def test_the_same_groups_count_once_with_the_better_points() -> None:
    left, right = (Scenario((), None, (free, 0, 0)) for free in (1, 2))
    found = [
        Found(left, (), (0, 1), 3, 2),
        Found(right, (), (0, 1), 3, 4),
        Found(left, (), (0, 2), 3, 3),
        Found(left, (), (0, 0, 0), 3, 3),
        Found(left, (), (3,), 2, 9),
        Found(right, (), (0, 2), 3, 3),
    ]
    assert [each.key for each in merge(found, 9)] == [(0, 1), (0, 2), (0, 0, 0), (3,)]
    assert merge(found, 2) == (found[1], found[2])


@given(st.tuples(st.integers(0, 4), st.integers(0, 6), st.integers(0, 6)))
def test_covers_are_all_and_each_once(free: tuple[int, int, int]) -> None:
    expected = {
        uses
        for number in range(sum(free) + 1)
        for uses in combinations_with_replacement(range(5), number)
        if sum(COLUMNS[at].size for at in uses) == sum(free)
        and all(sum(dict(COLUMNS[at].items).get(item, 0) for at in uses) == free[item] for item in range(3))
    }
    found = list(covers(free, TAKERS))
    assert len(found) == len(set(found))
    assert set(found) == expected
