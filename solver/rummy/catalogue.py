"""The groups of a rule set: as columns for the engines, as records for callers."""

from collections.abc import Sequence

from solver.cards.runs import Notation
from solver.history import Placed, Source
from solver.partition import Column
from solver.result import Group
from solver.text import Lang


class Catalogue:
    """The groups of one rule set, in canonical order, as columns with values (cards, points while concealed, −1).

    kinds, cards, concealed: by column, the kind of group, its cards, its points while it is concealed.
    """

    notation: Notation

    def __init__(self, listed: Sequence[tuple[str, tuple[int, ...]]], concealed: Sequence[int]) -> None:
        self.kinds = tuple(kind for kind, _ in listed)
        self.cards = tuple(cards for _, cards in listed)
        self.concealed = tuple(concealed)
        self.columns = tuple(
            Column(kind, tuple((card, cards.count(card)) for card in sorted(set(cards))), (len(cards), points, -1))
            for (kind, cards), points in zip(listed, concealed, strict=True)
        )
        self.by_cards = {cards: index for index, cards in enumerate(self.cards)}
        self.takers = tuple(
            tuple((index, column) for index, column in enumerate(self.columns) if card in self.cards[index])
            for card in range(self.notation.kinds)
        )
        self._groups: dict[tuple[Lang, int, int, bool], Group] = {}
        self._concealed_groups: dict[Lang, tuple[Group, ...]] = {}

    def placed(self, index: int, source: Source) -> Placed:
        """A group on the table that came by `source`."""
        raise NotImplementedError

    def name(self, column: int, lang: Lang) -> str:
        """A group in words."""
        raise NotImplementedError

    def group(self, placed: Placed, lang: Lang) -> Group:
        """The record of a group; the same object each time."""
        key = (lang, *placed)
        known = self._groups.get(key)
        if known is None:
            column = placed.column
            cards = self.notation.names(self.cards[column])
            known = self._groups[key] = Group(None, self.kinds[column], self.name(column, lang), cards, placed.points, placed.displayed)
        return known

    def concealed_groups(self, lang: Lang) -> tuple[Group, ...]:
        """The record of every group while it is concealed, by column."""
        known = self._concealed_groups.get(lang)
        if known is None:
            known = tuple(self.group(Placed(index, points, False), lang) for index, points in enumerate(self.concealed))
            self._concealed_groups[lang] = known
        return known
