"""Seven cards set in two rows: their ranks, and whether they stand legally."""

from collections.abc import Sequence
from dataclasses import dataclass

from solver.cards import playing
from solver.games.pai_gow_poker.rules import ROWS, PaiGowPokerRules
from solver.result import Group
from solver.rows import laid
from solver.text import Lang

Ranks = tuple[int, int]
"""The ranks of front and back on the scale of `solver.poker`."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Front and back with their ranks, the joker at its row's best reading."""

    rows: tuple[tuple[int, ...], ...]
    ranks: Ranks

    @classmethod
    def of(cls, rows: Sequence[Sequence[int]], rules: PaiGowPokerRules) -> "Setting":
        """Rank two rows of the right sizes."""
        front, back = (rules.ranking.rank(row) for row in rows)
        return cls(tuple(map(tuple, rows)), (front, back))

    @property
    def foul(self) -> bool:
        """Whether the front outranks the back. Equal ranks don't exist: a front has fewer cards."""
        return self.ranks[0] > self.ranks[1]

    def names(self, rules: PaiGowPokerRules, lang: Lang) -> dict[str, str]:
        """What players call the rows."""
        return dict(zip(ROWS, (rules.ranking.name(rank, lang) for rank in self.ranks), strict=True))

    def groups(self, rules: PaiGowPokerRules, lang: Lang) -> tuple[Group, ...]:
        """The rows as an answer lists them."""
        scale = rules.ranking
        return tuple(
            Group(slot, scale.category(rank).value, scale.name(rank, lang), playing.names(laid(cards, scale.row_class(rank))))
            for slot, cards, rank in zip(ROWS, self.rows, self.ranks, strict=True)
        )
