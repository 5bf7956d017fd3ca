"""Points between two players: one pure function, for settling, for claims, and for expected points.

A player has set the hand (`Played`), mis-set it (`FOUL`), or declared an automatic win (`Declared`). All figures are whole numbers.
Source: seed 002, "Scores are kept by points" to the Mandarin variation; the figures are the rules'.
"""

from dataclasses import dataclass
from operator import gt

from solver.games.chinese_poker import naturals
from solver.games.chinese_poker.rules import ChinesePokerRules
from solver.games.chinese_poker.setting import Ranks
from solver.poker import Category


@dataclass(frozen=True, slots=True)
class Played:
    """A legal setting on the table."""

    ranks: Ranks


@dataclass(frozen=True, slots=True)
class Foul:
    """A mis-set hand."""


@dataclass(frozen=True, slots=True)
class Declared:
    """An automatic win, declared before showing."""

    natural: str


FOUL = Foul()
Hand = Played | Foul | Declared


@dataclass(frozen=True, slots=True)
class RowScore:
    """One row between two players.

    won: 1 by the first, −1 by the second, 0 tied. points, bonus: what the row pays its winner before a multiplier, and the bonus beside.
    """

    won: int
    points: int
    bonus: int


@dataclass(frozen=True, slots=True)
class Score:
    """What the first player wins from the second, all told, and how: rows (none in a foul or an automatic win), the extra, the factor.

    `extra` is the point for the majority, or what a scoop's total has over its three rows; `factor` a shot's or a home run's.
    points = factor × (Σ won × row points + extra) + Σ won × bonus.
    """

    points: int
    rows: tuple[RowScore, ...] = ()
    extra: int = 0
    factor: int = 1


def scoops(mine: Hand, theirs: Hand) -> bool:
    """Whether the first player's setting wins all three rows of the other's."""
    return isinstance(mine, Played) and isinstance(theirs, Played) and all(map(gt, mine.ranks, theirs.ranks))


def between(rules: ChinesePokerRules, mine: Hand, theirs: Hand, home_run: bool = False) -> Score:
    """Points of the first player against the second. `home_run`: the one of the two who scoops scoops all three opponents."""
    if isinstance(mine, Played) and isinstance(theirs, Played):
        return _played(rules, mine.ranks, theirs.ranks, home_run)
    return Score(_worth(rules, mine, theirs) - _worth(rules, theirs, mine))


def _worth(rules: ChinesePokerRules, mine: Hand, theirs: Hand) -> int:
    """What a pair in which not both have set a hand pays the first player."""
    match mine, theirs:
        case Declared(own), Declared(other):
            return rules.worths.get(own, 0) if naturals.order(rules, own) > naturals.order(rules, other) else 0
        case Declared(own), _:
            return rules.worths.get(own, 0)
        case Played(), Foul():
            return rules.foul
    return 0


def _row(rules: ChinesePokerRules, row: int, mine: int, theirs: int) -> RowScore:
    """One row of these two ranks."""
    if mine == theirs:
        return RowScore(0, 0, 0)
    won, rank = (1, mine) if mine > theirs else (-1, theirs)
    bonus = rules.bonus_by_rank[row][rank]
    if bonus and rules.bonus_mode == "replace":
        return RowScore(won, 0, bonus)
    trips = row == 0 and rules.ranking.category(rank) is Category.THREE_OF_A_KIND
    return RowScore(won, rules.row * (rules.front_trips_factor if trips else 1), bonus)


def _played(rules: ChinesePokerRules, mine: Ranks, theirs: Ranks, home_run: bool) -> Score:
    rows = tuple(_row(rules, row, *ranks) for row, ranks in enumerate(zip(mine, theirs, strict=True)))
    won = [row.won for row in rows]
    lead = sum(won)
    extra, factor = 0, 1
    if abs(lead) == 3:
        extra = won[0] * (rules.scoop - 3 * rules.row)
        factor = rules.home_run if home_run and rules.home_run > 1 else rules.shot
    elif rules.majority_on_ties == "net-rows" or max(won.count(1), won.count(-1)) > 1:
        extra = rules.majority * ((lead > 0) - (lead < 0))
    points = factor * (sum(row.won * row.points for row in rows) + extra) + sum(row.won * row.bonus for row in rows)
    return Score(points, rows, extra, factor)


def bonus_points(rules: ChinesePokerRules, ranks: Ranks) -> int:
    """The bonuses of a setting if it wins every row."""
    front, middle, back = rules.bonus_by_rank
    return front[ranks[0]] + middle[ranks[1]] + back[ranks[2]]
