"""`settle`: two or three players' settings, compared pair by pair."""

from dataclasses import dataclass
from itertools import combinations
from typing import Any

from solver import version
from solver.games.open_face.cards import FEWEST
from solver.games.open_face.request import Settle
from solver.games.open_face.rules import PRESETS, ROWS, OpenFaceRules
from solver.games.open_face.setting import Setting
from solver.games.open_face.verify import COURT, judge
from solver.result import Pair, Row, Settlement


@dataclass(frozen=True, slots=True)
class Seat:
    """A player: the setting and its royalties, or why it is a foul (codes of `verify`)."""

    name: str
    setting: Setting | None
    royalties: tuple[int, ...] = (0, 0, 0)
    faults: tuple[str, ...] = ()


def settle(request: Settle) -> Settlement:
    """Who pays whom. `totals` are money (points × stake), the pairs are in points; a row's `bonus` is the difference of royalties in it.

    `details`: `points`, `royalties` and `stays` by player, `fouls` (codes) of those who mis-set.
    Raises InputError for cards that can't be at one table.
    """
    rules = PRESETS.resolve(request.rules)
    seats = _seats(request, rules)
    points = dict.fromkeys((seat.name for seat in seats), 0)
    pairs = []
    for first, second in combinations(seats, 2):
        pair = between(rules, first, second)
        pairs.append(pair)
        points[first.name] += int(pair.points[0])
        points[second.name] += int(pair.points[1])
    details: dict[str, Any] = {
        "points": points,
        "royalties": {seat.name: sum(seat.royalties) for seat in seats},
        "stays": {seat.name: seat.setting is not None and seat.setting.stays(rules) for seat in seats},
        "fouls": {seat.name: list(seat.faults) for seat in seats if seat.setting is None},
    }
    return Settlement(
        game="open-face",
        label=request.label,
        totals={name: won * request.stake for name, won in points.items()},
        pairs=tuple(pairs),
        rules=rules.info,
        build=version.build(),
        details=details,
    )


def between(rules: OpenFaceRules, first: Seat, second: Seat) -> Pair:
    """What passes between two players. A foul loses its fixed points and pays the other's royalties; two fouls are even."""
    royalties = sum(first.royalties) - sum(second.royalties)
    rows: tuple[Row, ...] = ()
    if first.setting is None or second.setting is None:
        points = rules.foul * ((second.setting is None) - (first.setting is None)) + royalties
    else:
        won = [(mine > theirs) - (mine < theirs) for mine, theirs in zip(first.setting.ranks, second.setting.ranks, strict=True)]
        points = rules.row * sum(won) + rules.scoop * (won == [1, 1, 1]) - rules.scoop * (won == [-1, -1, -1]) + royalties
        differences = [mine - theirs for mine, theirs in zip(first.royalties, second.royalties, strict=True)]
        rows = tuple(
            Row(slot=name, points=(rules.row * sign + more, -rules.row * sign - more), bonus=more or None)
            for name, sign, more in zip(ROWS, won, differences, strict=True)
        )
    return Pair(players=(first.name, second.name), points=(points, -points), rows=rows)


def _seats(request: Settle, rules: OpenFaceRules) -> list[Seat]:
    """Every player's rows judged. Raises InputError for rows that can't be at one table."""
    seats = []
    for player, rows in zip(request.players, COURT.table(request.players, FEWEST), strict=True):
        setting, fouls = judge(rows, rules, request.language)
        if setting is None or fouls:
            seats.append(Seat(player.name, None, faults=tuple(foul.code for foul in fouls)))
        else:
            seats.append(Seat(player.name, setting, setting.royalties(rules)))
    return seats
