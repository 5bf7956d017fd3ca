"""A hand has a history, and the history decides: hand / melds / drawn, the locks that follow, and the legal uses of the obtained card.

Cards once obtained never go back into the hand. So a holding has three parts: the concealed *hand*, the *melds* on the table, fixed for
ever, and the card just *drawn*, which goes into a group now (that group is then on the table too) or, where the rules allow, stays loose.

From a holding follow *scenarios*: one per legal use of the drawn card. In each, the groups that history has settled are fixed, and only the
rest of the hand is free to be grouped. The best scenario is the answer. What a group is worth, which sets are locked and which uses are
legal is each game's own; it comes in as data.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from solver.errors import InternalError
from solver.partition import Column

Source = Literal["dealt", "draw", "take", "steal"]
"""How a group or a card came: dealt, drawn from the pile, taken in turn from the discards, or stolen out of turn."""


class Meld(NamedTuple):
    """A displayed group: its items in ascending order, and how it came."""

    items: tuple[int, ...]
    source: Source


class Drawn(NamedTuple):
    """The card just obtained, and how."""

    item: int
    source: Source


class Holding(NamedTuple):
    """What a player holds. `hand[i]`: concealed copies of item i."""

    hand: tuple[int, ...]
    melds: tuple[Meld, ...] = ()
    drawn: Drawn | None = None

    def counts(self) -> list[int]:
        """Copies of each item, all parts together."""
        counts = list(self.hand)
        for meld in self.melds:
            for item in meld.items:
                counts[item] += 1
        if self.drawn is not None:
            counts[self.drawn.item] += 1
        return counts

    def room(self, copies: int) -> list[int]:
        """Copies of each item that can ever be concealed or added, of so many that the deck has: all but those on the table."""
        room = [copies] * len(self.hand)
        for meld in self.melds:
            for item in meld.items:
                room[item] -= 1
        return room

    def size(self) -> int:
        """Number of cards."""
        return sum(self.hand) + sum(len(meld.items) for meld in self.melds) + (self.drawn is not None)


class Placed(NamedTuple):
    """A group that stands: its column, its points, whether it lies on the table."""

    column: int
    points: int
    displayed: bool


class Lock(NamedTuple):
    """Equal cards of the hand that can't be split.

    alone: the group they are. joined: the group they must become when one more copy is obtained; None where there is none.
    """

    item: int
    copies: int
    alone: Placed
    joined: Placed | None


class Scenario(NamedTuple):
    """One legal use of the drawn card.

    fixed: all groups that history has settled, the drawn card's `own` among them. free: copies of each item still to be grouped.
    loose: the drawn card, where it goes into no group.
    """

    fixed: tuple[Placed, ...]
    own: Placed | None
    free: tuple[int, ...]
    loose: int | None = None


def scenarios(
    holding: Holding, melds: Sequence[Placed], locks: Sequence[Lock], uses: Mapping[int, Sequence[tuple[Column, Placed]]]
) -> tuple[Scenario, ...]:
    """Every legal use of the drawn card, in canonical order; loose (from the pile only) comes last. One scenario where none is drawn.

    melds: the holding's melds as groups. locks: at most one per item.
    uses: by item, each column that takes it, and how its group stands when this card completes it.
    Empty: the card was obtained and fits nowhere.
    """
    fixed = [*melds]
    free = holding.hand
    drawn = holding.drawn
    own = None
    if locks:
        left = list(free)
        for lock in locks:
            left[lock.item] -= lock.copies
            if drawn is not None and lock.item == drawn.item and lock.joined is not None:
                own = lock.joined
                fixed.append(own)
            else:
                fixed.append(lock.alone)
        free = tuple(left)
    if drawn is None or own is not None:
        return (Scenario(tuple(fixed), own, free),)
    found = []
    with_drawn = list(free)
    with_drawn[drawn.item] += 1
    for column, placed in uses[drawn.item]:
        if all(with_drawn[item] >= copies for item, copies in column.items):
            left = with_drawn.copy()
            for item, copies in column.items:
                left[item] -= copies
            found.append(Scenario((*fixed, placed), placed, tuple(left)))
    if drawn.source == "draw":
        found.append(Scenario(tuple(fixed), None, free, drawn.item))
    return tuple(found)


class Found(NamedTuple):
    """A whole arrangement: the scenario it belongs to, the free columns used beside the fixed groups, and what it is worth.

    key: all its columns, ascending; two arrangements with equal keys are one. cards: how many are in groups.
    """

    scenario: Scenario
    uses: tuple[int, ...]
    key: tuple[int, ...]
    cards: int
    points: int


def whole(scenario: Scenario, uses: tuple[int, ...], columns: Sequence[Column]) -> Found:
    """A scenario's fixed groups together with the free ones; the columns' values are (cards, points, …). Raises InternalError.

    All is summed anew from the groups: nothing an engine says of values is believed.
    """
    left = list(scenario.free)
    cards = points = 0
    for index in uses:
        column = columns[index]
        cards += column.values[0]
        points += column.values[1]
        for item, copies in column.items:
            left[item] -= copies
    if min(left) < 0 or cards != sum(scenario.free) - sum(left):
        raise InternalError(f"the groups {uses} don't fit the hand {scenario.free}")
    if not scenario.fixed:
        return Found(scenario, uses, uses, cards, points)
    for placed in scenario.fixed:
        cards += columns[placed.column].size
        points += placed.points
    return Found(scenario, uses, tuple(sorted((*uses, *(placed.column for placed in scenario.fixed)))), cards, points)


def merge(found: Iterable[Found], top: int) -> tuple[Found, ...]:
    """The best `top` of all scenarios, best first: most cards, most points, fewest groups, canonical order.

    Arrangements of the same groups are one, with the better points; of equal ones the first stands.
    """
    best: dict[tuple[int, ...], Found] = {}
    for each in found:
        known = best.get(each.key)
        if known is None or each.points > known.points:
            best[each.key] = each
    return tuple(sorted(best.values(), key=lambda each: (-each.cards, -each.points, len(each.key), each.key))[:top])


def covers(free: Sequence[int], takers: Sequence[Sequence[tuple[int, Column]]]) -> Iterator[tuple[int, ...]]:
    """Every way to put all free cards into groups, each once, as ascending columns. takers: by item, the columns that take it.

    A plain search, for what no engine answers: conditions on a whole arrangement.
    """

    def extend(left: list[int], used: tuple[int, ...], item: int, least: int) -> Iterator[tuple[int, ...]]:
        while item < len(left) and not left[item]:
            item, least = item + 1, 0
        if item == len(left):
            yield tuple(sorted(used))
            return
        for index, column in takers[item]:
            if index >= least and all(left[other] >= copies for other, copies in column.items):
                rest = left.copy()
                for other, copies in column.items:
                    rest[other] -= copies
                yield from extend(rest, (*used, index), item, index)

    return extend(list(free), (), 0, 0)
