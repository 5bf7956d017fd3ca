"""Who pays whom: each other player pays the winner its points, and a false claim pays all others a penalty; × stake."""

from typing import Any

from solver.errors import Fault, InputError, refuse
from solver.games.zi_pai.cards import NOTATION, TEXTS
from solver.games.zi_pai.model import search, wins
from solver.games.zi_pai.position import read_position
from solver.games.zi_pai.request import HandFields, Player, Settle
from solver.games.zi_pai.rules import PRESETS, ZiPaiRules
from solver.games.zi_pai.verify import Judgement
from solver.result import Pair, Row, Settlement
from solver.rummy.claims import Claim
from solver.rummy.reading import read
from solver.rummy.table import from_each, read_seats, settlement, under


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


def _score(request: Settle, rules: ZiPaiRules, seat: int) -> tuple[int | None, list[str]]:
    """The winner's points; None where the claim is false, and by which rules."""
    player = request.players[seat]
    if player.hand is None:
        raise refuse("missing-field", f"/players/{seat}/hand", key="hand")
    fields = _fields(request, player)
    try:
        if player.groups is not None:
            judged = Judgement(Claim(read(fields, NOTATION), player.groups, player.claimed_points, NOTATION), rules)
            codes = [violation.code for violation in judged.violations]
            return (None if codes else judged.points), codes
        at = read_position(fields)
    except InputError as error:
        raise InputError(under(error.faults, seat)) from None
    best = search(at).best
    if best is None or not wins(at, best):
        return None, ["does-not-win"]
    if player.claimed_points is not None and player.claimed_points != best.points:
        return None, ["wrong-points"]
    return best.points, []


def settle(request: Settle) -> Settlement:
    """Settle a hand. Zero-sum by construction: every payment has a payer and a payee. Raises InputError."""
    rules: ZiPaiRules = PRESETS.resolve(request.rules)
    seats = _seats(request)
    read_seats(len(request.players), lambda seat, faults: read(_fields(request, request.players[seat]), NOTATION), NOTATION)
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
    pairs = []
    for (one, other), paid in from_each(len(request.players), end, gain * request.stake).items():
        rows = (Row(None, (paid, -paid)),) if end in (one, other) else ()
        pairs.append(Pair((request.players[one].name, request.players[other].name), (paid, -paid), rows))
    return settlement("zi-pai", request, rules.info, pairs, 1, details)
