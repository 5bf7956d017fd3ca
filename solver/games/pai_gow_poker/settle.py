"""`settle`: up to seven players' settings, each against the banker's."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from solver import version
from solver.errors import refuse
from solver.games.pai_gow_poker.cards import HAND, TEXTS
from solver.games.pai_gow_poker.request import Settle
from solver.games.pai_gow_poker.rules import PRESETS, ROWS, PaiGowPokerRules
from solver.games.pai_gow_poker.setting import Setting
from solver.games.pai_gow_poker.verify import COURT, judge
from solver.result import Number, Pair, Row, Settlement


@dataclass(frozen=True, slots=True)
class Seat:
    """A player: the setting, or why it is a foul (codes of `verify`)."""

    name: str
    setting: Setting | None
    faults: tuple[str, ...] = ()


def settle(request: Settle) -> Settlement:
    """Who pays whom. `totals` are money (points × stake), the pairs are in points, the player first; a row's points tell who won it.

    A win of both rows pays the stake less commission, which stays with the banker; a row that is equal is the banker's; a foul loses, and
    where both have fouled the banker wins. `details`: `results` (win, push, lose) by player, `fouls` (codes) of those who mis-set.
    Raises InputError for cards that can't be at one table.
    """
    rules = PRESETS.resolve(request.rules)
    seats = _seats(request, rules)
    names = [seat.name for seat in seats]
    if request.banker not in names:
        raise refuse("unknown-banker", "/banker", texts=TEXTS, name=request.banker)
    banker = seats.pop(names.index(request.banker))
    points = dict.fromkeys(names, Fraction(0))
    pairs, results = [], {}
    for seat in seats:
        won, rows = between(seat, banker)
        earned = rules.win if won > 0 else Fraction(won)
        points[seat.name] += earned
        points[banker.name] -= earned
        results[seat.name] = ("push", "win", "lose")[won]
        pairs.append(Pair(players=(seat.name, banker.name), points=(_number(earned), _number(-earned)), rows=rows))
    details: dict[str, Any] = {
        "banker": banker.name,
        "results": results,
        "fouls": {seat.name: list(seat.faults) for seat in (*seats, banker) if seat.setting is None},
    }
    return Settlement(
        game="pai-gow-poker",
        label=request.label,
        totals={name: _number(won * request.stake) for name, won in points.items()},
        pairs=tuple(pairs),
        rules=rules.info,
        build=version.build(),
        details=details,
    )


def between(player: Seat, banker: Seat) -> tuple[int, tuple[Row, ...]]:
    """1 for a win of the player, 0 for a push, −1 for a loss, and who won which row. Copies are the banker's."""
    if player.setting is None:
        return -1, ()
    if banker.setting is None:
        return 1, ()
    won = [1 if mine > theirs else -1 for mine, theirs in zip(player.setting.ranks, banker.setting.ranks, strict=True)]
    return sum(won) // 2, tuple(Row(slot=name, points=(sign, -sign)) for name, sign in zip(ROWS, won, strict=True))


def _number(value: Fraction) -> Number:
    return value.numerator if value.denominator == 1 else float(value)


def _seats(request: Settle, rules: PaiGowPokerRules) -> list[Seat]:
    """Every player's rows judged. Raises InputError for rows that can't be at one table."""
    seats = []
    for player, rows in zip(request.players, COURT.table(request.players, HAND), strict=True):
        setting, fouls = judge(rows, rules, request.language)
        seats.append(Seat(player.name, None if fouls else setting, tuple(foul.code for foul in fouls)))
    return seats
