"""A table when a hand is over: everybody's cards out of one deck, and what passes between each two players."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

from solver.cards.runs import Notation
from solver.errors import Fault, InputError
from solver.history import Holding
from solver.result import Pair, RulesInfo, Settlement
from solver.rummy.reading import too_many
from solver.rummy.request import SettleFields
from solver.version import build


def under(faults: Sequence[Fault], seat: int) -> list[Fault]:
    """The faults of a player's cards, with their places in the whole request."""
    return [Fault(each.code, f"/players/{seat}{each.pointer}", each.position, each.texts, **each.data) for each in faults]


def read_seats(seats: int, read: Callable[[int, list[Fault]], Holding], notation: Notation) -> list[Holding]:
    """What each player holds, out of one deck. read: the holding of a seat; it may add faults, or raise them as of that seat alone.

    Raises InputError with all that can't be.
    """
    faults: list[Fault] = []
    holdings: list[Holding] = []
    counts = [0] * notation.kinds
    excess: list[Fault] = []
    for seat in range(seats):
        try:
            holding = read(seat, faults)
        except InputError as error:
            faults += under(error.faults, seat)
            continue
        holdings.append(holding)
        for kind, copies in enumerate(holding.counts()):
            before, counts[kind] = counts[kind], counts[kind] + copies
            if before <= notation.copies < counts[kind]:
                excess.append(too_many(notation, kind, counts[kind], f"/players/{seat}/hand"))
    if faults or excess:
        raise InputError((*faults, *excess))
    return holdings


def from_each(players: int, seat: int, gain: int) -> dict[tuple[int, int], int]:
    """What the first of each two players receives from the second, where one seat receives `gain` from each other."""
    return {(one, other): gain if one == seat else -gain if other == seat else 0 for one, other in combinations(range(players), 2)}


def settlement(
    game: str, request: SettleFields, rules: RulesInfo, pairs: Sequence[Pair], stake: int, details: Mapping[str, Any]
) -> Settlement:
    """The settlement. stake: what a point of the pairs is in the totals. Zero-sum, since every payment has a payer and a payee."""
    totals = {player.name: 0 for player in request.players}
    for pair in pairs:
        for name, points in zip(pair.players, pair.points, strict=True):
            totals[name] += int(points) * stake
    return Settlement(game, request.label, totals, tuple(pairs), rules, build(), details)
