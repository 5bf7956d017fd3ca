"""Thirteen cards set in three rows: their ranks, whether they stand legally, and their names."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from solver.cards import playing
from solver.games.chinese_poker.cards import TEXTS, in_order
from solver.games.chinese_poker.rules import ROWS, ChinesePokerRules
from solver.poker import Category, Ranking
from solver.result import Group
from solver.text import Lang

Ranks = tuple[int, int, int]
"""The ranks of front, middle and back on the scale of `solver.poker`."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Front, middle and back, with their ranks. Not every setting is legal: `faults` tells."""

    rows: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    ranks: Ranks

    @classmethod
    def of(cls, front: Sequence[int], middle: Sequence[int], back: Sequence[int], ranking: Ranking) -> "Setting":
        """Rank three rows of the right sizes."""
        rows = tuple(front), tuple(middle), tuple(back)
        return cls(rows, (ranking.rank(front), ranking.rank(middle), ranking.rank(back)))

    @property
    def faults(self) -> tuple[str, ...]:
        """What is out of order: `middle-over-back`, `front-over-middle`, both, or nothing."""
        front, middle, back = self.ranks
        found = []
        if middle > back:
            found.append("middle-over-back")
        if front >= middle:
            found.append("front-over-middle")
        return tuple(found)

    def groups(self, rules: ChinesePokerRules, lang: Lang) -> tuple[Group, ...]:
        """The rows as an answer lists them, each with its bonus as points."""
        ranking, bonuses = rules.ranking, rules.bonus_by_rank
        groups = []
        for row, rank in enumerate(self.ranks):
            kind, name = _told(ranking, rank, lang)
            cards = playing.names(in_order(self.rows[row]))
            groups.append(Group(slot=ROWS[row], kind=kind, name=name, cards=cards, points=bonuses[row][rank]))
        return tuple(groups)


@lru_cache(maxsize=1 << 15)
def _told(ranking: Ranking, rank: int, lang: Lang) -> tuple[str, str]:
    """A row's kind, and what a player calls it."""
    return ranking.category(rank).value, ranking.name(rank, lang)


def natural_groups(rows: Sequence[Sequence[int]], rules: ChinesePokerRules, lang: Lang) -> tuple[Group, ...]:
    """The rows that show an automatic win. In them a front can be a straight, a flush or both."""
    groups = []
    for row, cards in enumerate(rows):
        rank = rules.ranking.rank(cards)
        kind, name = rules.ranking.category(rank), rules.ranking.name(rank, lang)
        if row == 0 and (special := _front_kind(cards)):
            kind = special
            name = TEXTS(f"front-{special}", lang)
        groups.append(Group(slot=ROWS[row], kind=kind.value, name=name, cards=playing.names(in_order(cards))))
    return tuple(groups)


def _front_kind(cards: Sequence[int]) -> Category | None:
    """Straight, flush or straight flush of three cards, which count in automatic wins only."""
    ranks = sorted(card >> 2 for card in cards)
    straight = ranks == list(range(ranks[0], ranks[0] + 3)) or ranks == [0, 1, 12]
    flush = len({card & 3 for card in cards}) == 1
    if straight:
        return Category.STRAIGHT_FLUSH if flush else Category.STRAIGHT
    return Category.FLUSH if flush else None
