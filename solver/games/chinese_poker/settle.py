"""`settle`: two to four players' settings and declarations, compared pair by pair."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from solver import version
from solver.games.chinese_poker import naturals
from solver.games.chinese_poker.cards import HAND
from solver.games.chinese_poker.request import Player, Settle
from solver.games.chinese_poker.rules import PRESETS, ROWS, ChinesePokerRules
from solver.games.chinese_poker.scoring import FOUL, Declared, Foul, Hand, Played, Score, between, scoops
from solver.games.chinese_poker.verify import COURT, judge
from solver.result import Pair, Row, Settlement
from solver.rows import Shown
from solver.text import Lang

TABLE = 4
"""Players at a full table, the only one at which a home run can be made."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player, what the hand counts as, and why where it is a foul (codes of `verify`)."""

    name: str
    hand: Hand
    faults: tuple[str, ...] = ()


def settle(request: Settle) -> Settlement:
    """Who pays whom. `totals` are money (points × stake), the pairs are in points.

    `details`: `points` by player; `fouls` (codes) and `naturals` by player, where there are any; `shots` as [winner, loser] and
    `home_run`, the player who made it or null, under rules that have them.
    Raises InputError for cards that can't be at one table.
    """
    rules, lang = PRESETS.resolve(request.rules), request.language
    seats = _seats(request, rules, lang)
    runner = home_runner(seats) if rules.home_run > 1 else None
    pairs, points, shots = [], dict.fromkeys((seat.name for seat in seats), 0), []
    for first, second in combinations(seats, 2):
        score = between(rules, first.hand, second.hand, home_run=runner in (first.name, second.name))
        pairs.append(_pair(first, second, score))
        points[first.name] += score.points
        points[second.name] -= score.points
        for winner, loser in ((first, second), (second, first)):
            if rules.shot > 1 and scoops(winner.hand, loser.hand):
                shots.append([winner.name, loser.name])
    details: dict[str, Any] = {
        "points": points,
        "fouls": {seat.name: list(seat.faults) for seat in seats if isinstance(seat.hand, Foul)},
        "naturals": {seat.name: seat.hand.natural for seat in seats if isinstance(seat.hand, Declared)},
        "shots": shots,
        "home_run": runner,
    }
    return Settlement(
        game="chinese-poker",
        label=request.label,
        totals={name: won * request.stake for name, won in points.items()},
        pairs=tuple(pairs),
        rules=rules.info,
        build=version.build(),
        details=details,
    )


def home_runner(seats: Sequence[Seat]) -> str | None:
    """Who wins all three rows against all three opponents, each with a legal setting; only at a full table."""
    if len(seats) < TABLE:
        return None
    for seat in seats:
        if all(scoops(seat.hand, other.hand) for other in seats if other is not seat):
            return seat.name
    return None


def _seats(request: Settle, rules: ChinesePokerRules, lang: Lang) -> list[Seat]:
    """Every player's hand judged. Raises InputError for rows that can't be at one table."""
    table = COURT.table(request.players, HAND)
    return [_seat(player, shown, rules, lang) for player, shown in zip(request.players, table, strict=True)]


def _seat(player: Player, shown: Shown, rules: ChinesePokerRules, lang: Lang) -> Seat:
    """One player's hand: the automatic win declared, or else the rows."""
    if player.declared:
        name = player.declared[0]
        if name in rules.worths and naturals.has(name, shown.cards):
            return Seat(player.name, Declared(name))
        return Seat(player.name, FOUL, ("false-natural" if name in rules.worths else "natural-not-played",))
    setting, fouls = judge(shown, rules, lang)
    if setting is None or fouls:
        return Seat(player.name, FOUL, tuple(foul.code for foul in fouls))
    return Seat(player.name, Played(setting.ranks))


def _pair(first: Seat, second: Seat, score: Score) -> Pair:
    """A pair as an answer lists it. A row's points are what it pays before a multiplier, its bonus included."""
    rows = []
    for name, row in zip(ROWS, score.rows, strict=False):
        won = row.won * (row.points + row.bonus)
        rows.append(Row(slot=name, points=(won, -won), bonus=row.bonus or None))
    return Pair(players=(first.name, second.name), points=(score.points, -score.points), rows=tuple(rows))
