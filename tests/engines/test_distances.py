"""Distances on catalogues small enough to try every set of cards: the definition, word for word, against rows and sums of rows."""

from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.engines import distances, tables
from solver.engines.distances import Distances
from solver.engines.distances_with_points import Option, Scores, Settled
from solver.partition import Column

COPIES = 3
# Pairs and threes of item 0, runs of 0 and 1, pairs of 1; item 2 stands alone and in pairs, in a component of its own.
GROUPS: tuple[tuple[tuple[int, int], ...], ...] = (((0, 2),), ((0, 3),), ((0, 1), (1, 1)), ((1, 2),), ((2, 1),), ((2, 2),))
COLUMNS = tuple(Column("group", items, (sum(copies for _, copies in items), 0, -1)) for items in GROUPS)
ITEMS = range(3)
Counts = tuple[int, ...]


@cache
def reach(full: int) -> Distances:
    return distances.of(COLUMNS, len(ITEMS), COPIES, full)


@cache
def coverable(cards: Counts) -> bool:
    return not any(cards) or any(coverable(rest) for _, rest in uses(cards))


def uses(cards: Counts) -> Iterator[tuple[int, Counts]]:
    """Each group that the cards can pay for, and what is left of them."""
    for index, group in enumerate(GROUPS):
        rest = list(cards)
        for item, copies in group:
            rest[item] -= copies
        if min(rest) >= 0:
            yield index, tuple(rest)


def nearest(hand: Counts, room: Counts, settled: int, openable: int, full: int) -> int | None:
    """Try every set of cards that can be held, and every number of settled groups opened."""
    found = [
        opened + sum(max(0, want - have) for want, have in zip(target, hand, strict=True))
        for target in product(*(range(most + 1) for most in room))
        for opened in range(openable + 1)
        if sum(target) + settled + opened == full and coverable(target)
    ]
    return min(found, default=None)


def nearer(hand: Counts, room: Counts, settled: int, openable: int, full: int) -> list[int]:
    """Try every group of every card that can be had."""
    now = nearest(hand, room, settled, openable, full)
    found = []
    for item in ITEMS:
        if hand[item] < room[item]:
            more = tuple(copies + (other == item) for other, copies in enumerate(hand))
            for index, rest in uses(more):
                if item in [other for other, _ in GROUPS[index]]:
                    left = tuple(most - dict(GROUPS[index]).get(other, 0) for other, most in enumerate(room))
                    after = nearest(rest, left, settled + COLUMNS[index].size, openable, full)
                    if after is not None and (now is None or after < now):
                        found.append(item)
                        break
    return found


@given(
    st.tuples(*(st.integers(0, COPIES) for _ in ITEMS)),
    st.tuples(*(st.integers(0, COPIES) for _ in ITEMS)),
    st.integers(0, 9),
    st.integers(0, 2),
    st.integers(1, 9),
)
def test_the_definition(room: Counts, held: Counts, settled: int, openable: int, full: int) -> None:
    hand = tuple(map(min, held, room))
    stand = reach(full).stand(hand, room, settled, openable)
    (outlook,) = reach(full).survey([stand])
    assert outlook.distance == reach(full).distance(stand) == nearest(hand, room, settled, openable, full)
    assert list(outlook.improving) == nearer(hand, room, settled, openable, full)
    now = outlook.distance
    opened = nearest(hand, room, settled + 1, openable - 1, full) if openable else None
    assert outlook.opening == (opened is not None and (now is None or opened < now))


def test_many_hands_are_surveyed_as_each_alone() -> None:
    hands = [tuple(hand) for hand in product(range(COPIES + 1), repeat=len(ITEMS))]
    stands = [reach(6).stand(hand, (COPIES,) * 3) for hand in hands]
    together = reach(6).survey(stands)
    assert together == [reach(6).survey([stand])[0] for stand in stands]
    assert [outlook.distance for outlook in together] == [nearest(hand, (COPIES,) * 3, 0, 0, 6) for hand in hands]
    assert reach(6).survey([]) == []


def test_a_group_on_the_table_takes_its_copies_with_it() -> None:
    """Of three equal cards a pair is displayed: the third can't become a pair with a fifth copy, nor the two left a three."""
    three, room = (2, 0, 0), (3, 0, 0)
    (outlook,) = reach(5).survey([reach(5).stand(three, room)])
    assert (outlook.distance, outlook.improving) == (None, ())


def test_what_is_filled_ahead_is_what_is_found_later() -> None:
    filled = Distances(tables.compiled(COLUMNS, len(ITEMS), COPIES), COPIES, 7)
    filled.fill()
    for hand in product(range(COPIES + 1), repeat=len(ITEMS)):
        stand = filled.stand(hand, (COPIES,) * 3)
        assert filled.survey([stand]) == reach(7).survey([reach(7).stand(hand, (COPIES,) * 3)])


def test_hands_too_large_for_a_byte_are_refused() -> None:
    with pytest.raises(tables.TooLargeError):
        Distances(tables.compiled(COLUMNS, len(ITEMS), COPIES), COPIES, tables.NEVER)


# Points: threes of item 0 are worth 5 closed and 2 open, all else 1.
CLOSED, OPENED = (1, 5, 1, 1, 1, 1), (1, 2, 1, 1, 1, 1)


def scores(closed: tuple[int, ...] = CLOSED, opened: tuple[int, ...] = OPENED, full: int = 5) -> Scores:
    return Scores(tables.compiled(COLUMNS, len(ITEMS), COPIES), closed, opened, full)


def test_a_group_counts_as_it_came() -> None:
    """Five cards: a three of item 0 and a pair of item 1. The three is 5 when held, 2 when its last card is added."""
    room = (3, 3, 0)
    held, added = (3, 1, 0), (2, 2, 0)
    for hand, points in ((held, 6), (added, 3)):
        stand = reach(5).stand(hand, room)
        assert scores().distance(stand, Settled(0, 0), points, 0) == 1
        assert scores().distance(stand, Settled(0, 0), points + 1, 0) != 1
    assert scores().distance(reach(5).stand(held, room), Settled(0, 0), 7, 0) is None


def test_a_held_card_makes_way_for_its_like() -> None:
    """Where an open three is worth more, a held three gives one card up for another copy, if there is any."""
    better_open = scores(OPENED, CLOSED, 3)
    # All three copies are held: there is no other.
    assert better_open.distance(reach(3).stand((3, 0, 0), (3, 0, 0)), Settled(0, 0), 5, 0) is None
    four_copies = tables.compiled((*COLUMNS,), len(ITEMS), 4)
    fourth = Scores(four_copies, OPENED, CLOSED, 3)
    stand = Distances(four_copies, 4, 3).stand((3, 0, 0), (4, 0, 0))
    assert fourth.distance(stand, Settled(0, 0), 2, 0) == 0
    assert fourth.distance(stand, Settled(0, 0), 5, 0) == 1


def test_settled_groups_gain_or_lose_by_being_opened() -> None:
    """Four cards settled, one to come: opening gains 3 of 1, an item 2 is worth 1."""
    stand = reach(5).stand((0, 0, 0), (0, 0, 3), 4, 1)
    assert scores().distance(stand, Settled(4, 1, (3,)), 2, 1) == 1
    assert scores().distance(stand, Settled(4, 1, (3,)), 4, 1) == 1
    assert scores().distance(stand, Settled(4, 1, (3,)), 5, 1) is None
    assert scores().distance(stand, Settled(6, 1), 0, 0) is None


def test_options_leave_out_what_costs_more_for_nothing() -> None:
    (first, second) = scores().options(reach(5).stand((2, 0, 0), (3, 0, 1)))
    assert first == (Option(0, 0, 0), Option(2, 0, 1), Option(3, 1, 2))
    assert second == (Option(0, 0, 0), Option(1, 1, 1))


def test_a_group_of_several_items_must_keep_its_worth() -> None:
    with pytest.raises(tables.TooLargeError):
        scores(opened=(1, 2, 9, 1, 1, 1))
