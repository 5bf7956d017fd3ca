"""Who pays whom when a hand is over: the winner's groups, what the others were dealt, and what a false claim costs."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from solver.errors import Fault, InputError
from solver.games.si_se_pai.cards import COPIES, KINGS, NOTATION, TEXTS
from solver.games.si_se_pai.groups import QUADS
from solver.games.si_se_pai.model import legal, wins
from solver.games.si_se_pai.position import FULL, Position, read_dealt, read_position
from solver.games.si_se_pai.request import HandFields, Player, Settle
from solver.games.si_se_pai.rules import PRESETS, SiSePaiRules
from solver.games.si_se_pai.verify import Claim, Judgement
from solver.history import Found, Holding, covers, whole
from solver.result import Pair, Settlement, Violation
from solver.rummy.reading import read, read_groups
from solver.rummy.table import from_each, read_seats, settlement
from solver.text import Lang


class Win(NamedTuple):
    """A right claim: its points before any doubling, and whether a quad is among its groups."""

    points: int
    quad: bool


def dealt_points(at: Position) -> int:
    """What a player who did not win counts: dealt triplets still in the hand, and dealt quads. One opened by a fourth card is neither."""
    groups, score = at.catalogue, at.rules.points
    points = sum(groups.placed(groups.by_cards[meld.items], "dealt").points for meld in at.holding.melds if meld.source == "dealt")
    for kind, copies in enumerate(at.holding.hand):
        if copies == COPIES and at.dealt is None:
            quad = groups.by_cards.get((kind,) * COPIES)
            if quad is not None:
                points += groups.placed(quad, "dealt").points if at.rules.lock_dealt else groups.concealed[quad]
        elif copies == COPIES - 1 and kind not in KINGS and (at.dealt is None or kind in at.dealt):
            points += score.triplet_dealt
    return points


def judge(player: Player, rules: SiSePaiRules, fields: HandFields, lang: Lang) -> Win | tuple[Violation, ...]:
    """The winner's claim: what it is worth, or what is wrong with it. Where no groups are shown, those count that pay best."""
    claim = Claim(fields, player.groups or [], player.claimed_points)
    if player.groups is None:
        melds, best = Judgement(claim, rules, lang), None
        spoilt = tuple(violation for violation in melds.violations if violation.pointer.startswith("/melds"))
        if spoilt:
            return spoilt
        if melds.position is not None and melds.best is not None:
            best = _best_paid(melds.position, melds.best)
        claim.groups = tuple(melds.catalogue.cards[column] for column in best.key) if best is not None else ()
    judgement = Judgement(claim, rules, lang)
    if judgement.violations:
        return tuple(judgement.violations)
    every = [*claim.groups, *(meld.items for meld in claim.holding.melds)]
    groups = judgement.catalogue
    return Win(judgement.points, any(groups.kinds[groups.by_cards[cards]] in QUADS for cards in every))


def _best_paid(at: Position, best: Found) -> Found:
    """The grouping that pays most: where quads double, that may have fewer points than the best."""
    if not at.rules.double_with_quad or _has_quad(at, best):
        return best
    return max(_winning(at), key=lambda each: (each.points * (1 + _has_quad(at, each)), each.points), default=best)


def _has_quad(at: Position, found: Found) -> bool:
    return any(at.catalogue.kinds[column] in QUADS for column in found.key)


def _winning(at: Position) -> Iterator[Found]:
    """Every grouping that wins."""
    for scenario in at.scenarios:
        for uses in covers(scenario.free, at.catalogue.takers):
            found = whole(scenario, uses, at.catalogue.columns)
            if wins(at, found) and legal(at, found):
                yield found


# Who pays. All in points, from the first player of a pair to the second when negative.


def payments(rules: SiSePaiRules, points: Sequence[int], winner: int, won: int, payer: int | None) -> dict[tuple[int, int], int]:
    """What the first of each two players receives from the second.

    points: what each player counts. won: the winner's, doubled where they are. payer: who fed the winning card; None: nobody.
    """
    alone = payer if rules.payment == "discarder-pays" else None
    received = {}
    for first, second in combinations(range(len(points)), 2):
        if winner in (first, second):
            other = first + second - winner
            owed = won if alone is None else won * (len(points) - 1) if other == alone else 0
            received[first, second] = owed if winner == first else -owed
        else:
            received[first, second] = points[first] - points[second] if rules.payment == "winner-and-differences" else 0
    return received


def settle(request: Settle) -> Settlement:
    """The settlement. `totals` are money (points × stake), the pairs are in points.

    `details`: `winner`; what each player counts as `points`, the winner's before doubling; `doubled`; `paid_by`, who pays for all;
    `false_claim`: null, or its `player`, the `codes` of what was wrong and the `reason` in words.
    Raises InputError for what can't be at one table.
    """
    rules: SiSePaiRules = PRESETS.resolve(request.rules)
    players = [player.name for player in request.players]
    _check_names(request, players)
    if request.false_claim is not None:
        read_seats(len(players), lambda seat, faults: _read_loosely(request, seat), NOTATION)
        _check_accused(request, rules, players.index(request.false_claim))
        return _fined(request, rules, players.index(request.false_claim))
    assert request.winner is not None
    fields = _fields(request)
    winner = players.index(request.winner)
    read_seats(len(players), lambda seat, faults: _read_strictly(request, fields, winner, seat, faults), NOTATION)
    _check_discarder(request, rules, winner)
    claim = judge(request.players[winner], rules, fields[winner], request.language)
    if not isinstance(claim, Win):
        return _fined(request, rules, winner, claim)
    points = [claim.points if seat == winner else dealt_points(read_position(each)) for seat, each in enumerate(fields)]
    doubled = rules.double_with_quad and claim.quad
    payer = None if request.discarder is None else players.index(request.discarder)
    received = payments(rules, points, winner, claim.points * (1 + doubled), payer)
    details: dict[str, Any] = {
        "winner": request.winner,
        "points": dict(zip(players, points, strict=True)),
        "doubled": doubled,
        "paid_by": request.discarder if rules.payment == "discarder-pays" else None,
        "false_claim": None,
    }
    return _answer(request, rules, received, details)


def _fined(request: Settle, rules: SiSePaiRules, claimant: int, violations: Sequence[Violation] = ()) -> Settlement:
    """A false claim pays the penalty to each other player, and nothing else is paid."""
    reason = TEXTS("reason-joint", request.language).join(violation.message for violation in violations) or None
    told = {"player": request.players[claimant].name, "codes": [violation.code for violation in violations], "reason": reason}
    received = from_each(len(request.players), claimant, -rules.false_claim_penalty)
    return _answer(request, rules, received, {"winner": None, "points": {}, "doubled": False, "paid_by": None, "false_claim": told})


def _answer(request: Settle, rules: SiSePaiRules, received: Mapping[tuple[int, int], int], details: dict[str, Any]) -> Settlement:
    names = [player.name for player in request.players]
    pairs = [Pair((names[one], names[other]), (points, -points)) for (one, other), points in received.items()]
    return settlement("si-se-pai", request, rules.info, pairs, request.stake, details)


# What can't be


def _check_names(request: Settle, players: Sequence[str]) -> None:
    faults = [Fault("same-name", f"/players/{at}/name", name=name) for at, name in enumerate(players) if name in players[:at]]
    if request.winner is None and request.false_claim is None:
        faults.append(Fault("missing-field", "/winner", key="winner"))
    if request.winner is not None and request.false_claim is not None:
        faults.append(Fault("winner-and-false-claim", "/false_claim", None, TEXTS))
    for key in ("winner", "discarder", "false_claim"):
        name = getattr(request, key)
        if name is not None and name not in players:
            faults.append(Fault("unknown-value", f"/{key}", value=name, expected=", ".join(players)))
    claimant = request.winner if request.winner is not None else request.false_claim
    for at, player in enumerate(request.players):
        for key in ("groups", "claimed_points"):
            if getattr(player, key) not in (None, []) and player.name != claimant:
                faults.append(Fault("claims-nothing", f"/players/{at}/{key}", None, TEXTS, name=player.name))
    if faults:
        raise InputError(faults)


def _check_accused(request: Settle, rules: SiSePaiRules, accused: int) -> None:
    """A claim that is called false, and shown, must be false. Nothing is said of one whose groups are not given."""
    player = request.players[accused]
    if not player.groups:
        return
    try:
        claim = judge(player, rules, _fields(request)[accused], request.language)
    except InputError:
        return
    if isinstance(claim, Win):
        raise InputError([Fault("claim-is-right", "/false_claim", None, TEXTS, name=player.name)])


def _check_discarder(request: Settle, rules: SiSePaiRules, winner: int) -> None:
    """A card taken was fed by somebody else, one drawn by nobody, and one stolen by either: that must be said where it decides who pays."""
    drawn = request.players[winner].drawn
    if request.discarder is None:
        source = drawn.source if drawn is not None and rules.payment == "discarder-pays" else "draw"
        if source == "take":
            raise InputError([Fault("missing-field", "/discarder", key="discarder")])
        if source == "steal" and "discarder" not in request.model_fields_set:
            raise InputError([Fault("discarder-not-said", "/discarder", None, TEXTS)])
        return
    if request.discarder == request.winner:
        raise InputError([Fault("own-discard", "/discarder", None, TEXTS, name=request.discarder)])
    if drawn is None or drawn.source == "draw":
        raise InputError([Fault("no-discard", "/discarder", None, TEXTS)])


def _fields(request: Settle) -> list[HandFields]:
    """Every player's cards. Raises InputError where a hand is missing."""
    faults = [Fault("missing-field", f"/players/{at}/hand", key="hand") for at, each in enumerate(request.players) if each.hand is None]
    if faults:
        raise InputError(faults)
    return [_hand_fields(request, player) for player in request.players]


def _hand_fields(request: Settle, player: Player) -> HandFields:
    return HandFields(
        rules=request.rules, hand=player.hand or "", melds=player.melds, drawn=player.drawn, dealt_triplets=player.dealt_triplets
    )


def _read_strictly(request: Settle, fields: Sequence[HandFields], winner: int, seat: int, faults: list[Fault]) -> Holding:
    """What a player holds after a win; the winner's claim is judged later. Raises InputError, adds to `faults`."""
    each, player = fields[seat], request.players[seat]
    if seat == winner:
        holding = read(each, NOTATION)
        read_dealt(each, holding)
        read_groups(player.groups or (), NOTATION)
    else:
        holding = read_position(each).holding
        if holding.drawn is not None:
            faults.append(Fault("drawn-by-another", f"/players/{seat}/drawn", None, TEXTS, name=player.name))
    expected = FULL if seat == winner else FULL - 1
    if holding.size() != expected:
        faults.append(Fault("wrong-number-of-cards", f"/players/{seat}/hand", count=holding.size(), expected=expected))
    return holding


def _read_loosely(request: Settle, seat: int) -> Holding:
    """What a player holds after a false claim: the cards decide nothing, but what is given must still be cards. Raises InputError."""
    player = request.players[seat]
    holding = read(_hand_fields(request, player), NOTATION)
    read_groups(player.groups or (), NOTATION)
    return holding
