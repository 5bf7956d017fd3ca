"""Thirteen cards set in three rows: their ranks, whether they stand legally, their royalties, and whether they stay in Fantasyland."""

from collections.abc import Sequence
from dataclasses import dataclass

from solver.cards import playing
from solver.games.open_face.rules import ROWS, OpenFaceRules
from solver.result import Group
from solver.rows import laid
from solver.text import Lang

Ranks = tuple[int, int, int]
"""The ranks of front, middle and back on the scale of `solver.poker`."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Front, middle and back with their ranks, and the cards thrown away. Not every setting is legal: `faults` tells."""

    rows: tuple[tuple[int, ...], ...]
    ranks: Ranks
    thrown: tuple[int, ...] = ()

    @classmethod
    def of(cls, rows: Sequence[Sequence[int]], rules: OpenFaceRules, thrown: Sequence[int] = ()) -> "Setting":
        """Rank three rows of the right sizes, each joker at its row's best reading."""
        front, middle, back = (rules.ranking.rank(row) for row in rows)
        return cls(tuple(map(tuple, rows)), (front, middle, back), tuple(thrown))

    @property
    def faults(self) -> tuple[str, ...]:
        """What is out of order: `middle-over-back`, `front-over-middle`, both, or nothing. Equal rows are in order."""
        front, middle, back = self.ranks
        wrong = {"middle-over-back": middle > back, "front-over-middle": front > middle}
        return tuple(fault for fault, found in wrong.items() if found)

    def royalties(self, rules: OpenFaceRules) -> Ranks:
        """The royalties of front, middle and back."""
        front, middle, back = (line[rank] for line, rank in zip(rules.royalty_by_rank, self.ranks, strict=True))
        return front, middle, back

    def stays(self, rules: OpenFaceRules) -> bool:
        """Whether the player stays in Fantasyland."""
        return any(line[rank] for line, rank in zip(rules.stays_by_rank, self.ranks, strict=True))

    def value(self, rules: OpenFaceRules, objective: str) -> int:
        """What the objective counts: royalties, and under `points` what the stay counts."""
        return sum(self.royalties(rules)) + (rules.stay_bonus if objective == "points" and self.stays(rules) else 0)

    def groups(self, rules: OpenFaceRules, lang: Lang) -> tuple[Group, ...]:
        """The rows as an answer lists them, each with its royalty as points."""
        scale = rules.ranking
        return tuple(
            Group(
                slot=name,
                kind=scale.category(rank).value,
                name=scale.name(rank, lang),
                cards=playing.names(laid(cards, scale.row_class(rank))),
                points=royalty,
            )
            for name, cards, rank, royalty in zip(ROWS, self.rows, self.ranks, self.royalties(rules), strict=True)
        )
