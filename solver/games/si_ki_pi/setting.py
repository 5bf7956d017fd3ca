"""Groups as players show them: which is front and which back, what is wrong with them, and what they are worth."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from solver.cards import playing
from solver.games.si_ki_pi.cards import ranks_of
from solver.games.si_ki_pi.ranking import Group, level, scale
from solver.games.si_ki_pi.ranking import bonuses as bonuses_of
from solver.games.si_ki_pi.request import ShownGroup
from solver.games.si_ki_pi.rules import SLOTS, SiKiPiRules


@dataclass(frozen=True, slots=True)
class Seen:
    """One group read: its cards, the slot it takes (None: there is no free one), where it stands in the request."""

    cards: tuple[int, ...]
    slot: str | None
    pointer: str


def read(groups: Sequence[ShownGroup], pointer: str = "/groups") -> tuple[Seen, ...]:
    """The groups shown. One without a slot takes the first free one, front before back. Raises InputError for what is no card."""
    free = [slot for slot in SLOTS if all(group.slot != slot for group in groups)]
    found = []
    for index, group in enumerate(groups):
        slot = group.slot or (free.pop(0) if free else None)
        found.append(Seen(playing.parse(group.cards, f"{pointer}/{index}/cards"), slot, f"{pointer}/{index}"))
    return tuple(found)


def cards_of(groups: Sequence[Seen]) -> tuple[int, ...]:
    """All cards shown, in the order shown."""
    return tuple(card for group in groups for card in group.cards)


def one_each(groups: Sequence[Seen]) -> bool:
    """One front and one back, nothing else."""
    return sorted(group.slot or "" for group in groups) == sorted(SLOTS)


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand as set. `valid`: the front is not higher than the back. `factor`: what a win multiplies the stake by, from `bonuses`."""

    front: Group
    back: Group
    front_rank: int
    back_rank: int
    level: int
    bonuses: tuple[str, ...]
    factor: int

    @property
    def valid(self) -> bool:
        """Not an invalid hand."""
        return self.front_rank <= self.back_rank


def hand(groups: Sequence[Seen], rules: SiKiPiRules) -> Hand | None:
    """The hand that two groups of two cards make; None where they are something else."""
    if not one_each(groups) or any(len(group.cards) != 2 for group in groups):
        return None
    by_slot = {group.slot: group.cards for group in groups}
    front, back = (_group(by_slot[slot]) for slot in SLOTS)
    ranks, names = scale(rules), bonuses_of(front, back)
    factor = max((rules.factors[name] for name in names), default=1)
    return Hand(front, back, ranks[front], ranks[back], level(front, back, rules), names, factor)


def _group(cards: Sequence[int]) -> Group:
    low, high = sorted(ranks_of(cards))
    return high, low


def more_than(shown: Sequence[int], held: Sequence[int]) -> tuple[int, ...]:
    """The cards of the one that the other does not have, as often as they are too many."""
    return tuple(sorted((Counter(shown) - Counter(held)).elements(), reverse=True))
