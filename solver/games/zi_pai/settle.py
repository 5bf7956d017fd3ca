"""Who pays whom: each other player pays the winner its points, and a false claim pays all others a penalty; × stake."""

from collections.abc import Mapping
from itertools import combinations
from typing import Any

from solver.errors import Fault, InputError, refuse
from solver.games.zi_pai.cards import COPIES, KINDS, NAMES, TEXTS
from solver.games.zi_pai.model import search, wins
from solver.games.zi_pai.position import read, read_position
from solver.games.zi_pai.request import HandFields, Player, Settle
from solver.games.zi_pai.rules import PRESETS, ZiPaiRules
from solver.games.zi_pai.verify import Claim, Judgement
from solver.result import Pair, Row, Settlement
from solver.version import build


def _seats(request: Settle) -> dict[str, int]:
    """The seat of each name. Raises InputError for names that are twice there or nobody's, and for an end that is none."""
    faults: list[Fault] = []
    seats: dict[str, int] = {}
    for seat, player in enumerate(request.players):
        if player.name in seats:
            faults.append(Fault("same-name", f"/players/{seat}/name", name=player.name))
        seats.setdefault(player.name, seat)
    for field in ("winner", "discarder", "false_claim"):
        name = getattr(request, field)
        if name is not None and name not in seats:
            faults.append(Fault("unknown-player", f"/{field}", None, TEXTS, name=name))
    if (request.winner is None) == (request.false_claim is None):
        faults.append(Fault("one-end", "/winner", None, TEXTS))
    if request.discarder is not None and request.discarder in (request.winner, request.false_claim):
        faults.append(Fault("own-discard", "/discarder", None, TEXTS, name=request.discarder))
    if faults:
        raise InputError(faults)
    return seats


def _fields(request: Settle, player: Player) -> HandFields:
    return HandFields(rules=request.rules, hand=player.hand or "", melds=player.melds, drawn=player.drawn)


def _at(seat: int, error: InputError) -> list[Fault]:
    """The faults of a player's cards, with their place in the whole request."""
    return [Fault(each.code, f"/players/{seat}{each.pointer}", each.position, each.texts, **each.data) for each in error.faults]


def _deck(request: Settle) -> None:
    """No more copies of a card than the deck has, all players together. Raises InputError."""
    counts = [0] * KINDS
    faults: list[Fault] = []
    for seat, player in enumerate(request.players):
        try:
            held = read(_fields(request, player)).counts()
        except InputError as error:
            faults += _at(seat, error)
            continue
        for kind, copies in enumerate(held):
            before, counts[kind] = counts[kind], counts[kind] + copies
            if before <= COPIES < counts[kind]:
                faults.append(Fault("too-many-copies", f"/players/{seat}/hand", card=NAMES[kind], count=counts[kind], limit=COPIES))
    if faults:
        raise InputError(faults)


def _score(request: Settle, rules: ZiPaiRules, seat: int) -> tuple[int | None, list[str]]:
    """The winner's points; None where the claim is false, and by which rules."""
    player = request.players[seat]
    if player.hand is None:
        raise refuse("missing-field", f"/players/{seat}/hand", key="hand")
    fields = _fields(request, player)
    try:
        if player.groups is not None:
            judged = Judgement(Claim(fields, player.groups, player.claimed_points), rules)
            codes = [violation.code for violation in judged.violations]
            return (None if codes else judged.points), codes
        at = read_position(fields)
    except InputError as error:
        raise InputError(_at(seat, error)) from None
    best = next(iter(search(at).found), None)
    if best is None or not wins(at, best):
        return None, ["does-not-win"]
    if player.claimed_points is not None and player.claimed_points != best.points:
        return None, ["wrong-points"]
    return best.points, []


def settle(request: Settle) -> Settlement:
    """Settle a hand. Zero-sum by construction: every payment has a payer and a payee. Raises InputError."""
    rules: ZiPaiRules = PRESETS.resolve(request.rules)
    seats = _seats(request)
    _deck(request)
    details: dict[str, Any]
    if request.winner is not None:
        end = seats[request.winner]
        points, broken = _score(request, rules, end)
    else:
        end, points, broken = seats[request.false_claim or ""], None, []
    if points is None:
        details = {"winner": None, "false_claim": request.players[end].name, "violations": broken}
        gain = -rules.false_claim_penalty
    else:
        details = {"winner": request.players[end].name, "false_claim": None, "points": points}
        gain = points
    return _settlement(request, rules, end, gain * request.stake, details)


def _settlement(request: Settle, rules: ZiPaiRules, end: int, gain: int, details: Mapping[str, Any]) -> Settlement:
    """gain: what the seat at `end` receives from each other player."""
    names = [player.name for player in request.players]
    totals = dict.fromkeys(names, 0)
    pairs = []
    for one, other in combinations(range(len(names)), 2):
        paid = gain if one == end else -gain if other == end else 0
        totals[names[one]] += paid
        totals[names[other]] -= paid
        pairs.append(Pair((names[one], names[other]), (paid, -paid), (Row(None, (paid, -paid)),) if end in (one, other) else ()))
    return Settlement(
        game="zi-pai",
        label=request.label,
        totals=totals,
        pairs=tuple(pairs),
        rules=rules.info,
        build=build(),
        details=details,
    )
