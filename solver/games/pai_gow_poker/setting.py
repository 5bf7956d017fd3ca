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
    def faults(self) -> tuple[str, ...]:
        """`front-over-back`, or nothing. Equal ranks don't exist: a front has fewer cards."""
        return ("front-over-back",) if self.ranks[0] > self.ranks[1] else ()

    def groups(self, rules: PaiGowPokerRules, lang: Lang) -> tuple[Group, ...]:
        """The rows as an answer lists them."""
        scale = rules.ranking
        return tuple(
            Group(slot, scale.category(rank).value, scale.name(rank, lang), playing.names(laid(cards, scale.row_class(rank))))
            for slot, cards, rank in zip(ROWS, self.rows, self.ranks, strict=True)
        )
