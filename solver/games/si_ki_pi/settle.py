"""Who pays whom at a table of two to ten, and what the money on the table allows."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import floor

from solver import version
from solver.cards import playing
from solver.errors import Fault, InputError, InternalError
from solver.games.si_ki_pi import model, setting
from solver.games.si_ki_pi.cards import HAND, TEXTS
from solver.games.si_ki_pi.request import Settle
from solver.games.si_ki_pi.rules import PRESETS, SLOTS, SiKiPiRules
from solver.games.si_ki_pi.setting import Hand, Seen
from solver.result import Pair, Row, Settlement

Debts = list[list[Fraction]]
"""debts[i][j]: chips that seat i owes seat j."""


def _sign(difference: int) -> int:
    return (difference > 0) - (difference < 0)


def compare(one: Hand | None, two: Hand | None, ties_to: int = 0) -> tuple[int, tuple[int, ...]]:
    """1 where the first hand wins, -1 where the second does, 0 for a hand-tied; and the same for front and back where they decide.

    None is an invalid hand: it loses to all valid ones, and two of them tie. `ties_to`: who gets a tied group, 1 the first, -1 the second.
    """
    if one is None or two is None:
        return (one is not None) - (two is not None), ()
    if one.level != two.level:
        return _sign(one.level - two.level), ()
    rows = tuple(_sign(mine - other) or ties_to for mine, other in ((one.front_rank, two.front_rank), (one.back_rank, two.back_rank)))
    return _sign(sum(rows)), rows


def _pair(names: tuple[str, str], hands: tuple[Hand | None, Hand | None], ties_to: int) -> Pair:
    """What two hands say of each other, in stakes: the winner's factor."""
    result, rows = compare(*hands, ties_to)
    winner = hands[0] if result > 0 else hands[1] if result < 0 else None
    factor = winner.factor if winner is not None else 1
    owed = result * factor
    shown = [Row(slot, (sign, -sign)) for slot, sign in zip(SLOTS, rows, strict=False)]
    return Pair(names, (owed, -owed), (*shown, Row(None, (owed, -owed), factor if factor > 1 else None)))


def settle(request: Settle) -> Settlement:
    """The settlement: what each pair's hands say, then the caps, then totals that add to nothing.

    `pairs` are in stakes, `totals` in chips. `details`: `invalid` hands by name, and `capped`: whose hands said more than they had.
    """
    rules = PRESETS.resolve(request.rules)
    names = _names(request)
    seats = [setting.read(player.groups, f"/players/{index}/groups") for index, player in enumerate(request.players)]
    _require_deal(seats)
    hands = [_valid(seat, rules) for seat in seats]
    if rules.foul == "rejected":
        _reject(request, seats, hands, rules)
    pairs = []
    for one, two in combinations(range(len(names)), 2):
        if request.banker is None or request.banker in (names[one], names[two]):
            bank = 0 if request.banker is None or not rules.banker_wins_ties else 1 if names[one] == request.banker else -1
            pairs.append(_pair((names[one], names[two]), (hands[one], hands[two]), bank))
    money = [player.money for player in request.players]
    owed = debts(names, pairs, request.stake)
    before, after = nets(owed), whole_chips(nets(capped(owed, money)))
    details = {
        "invalid": [name for name, hand in zip(names, hands, strict=True) if hand is None],
        "capped": {
            name: {"owed": int(said), "money": own, "total": total}
            for name, said, own, total in zip(names, before, money, after, strict=True)
            if own is not None and abs(said) > own
        },
    }
    return Settlement(
        "si-ki-pi", request.label, dict(zip(names, after, strict=True)), tuple(pairs), rules.info, version.build(), details
    )  # fmt: skip


def _names(request: Settle) -> list[str]:
    names = [player.name for player in request.players]
    faults = [
        Fault("same-name", f"/players/{index}/name", texts=TEXTS, name=name) for index, name in enumerate(names) if name in names[:index]
    ]
    if request.banker is not None and request.banker not in names:
        faults.append(Fault("unknown-player", "/banker", texts=TEXTS, name=request.banker))
    if faults:
        raise InputError(faults)
    return names


def _require_deal(seats: Sequence[Sequence[Seen]]) -> None:
    """Four cards each, all from one deck. Raises InputError with every fault."""
    seen: set[int] = set()
    faults = []
    for index, seat in enumerate(seats):
        pointer, cards = f"/players/{index}/groups", setting.cards_of(seat)
        if len(cards) != HAND:
            faults.append(Fault("wrong-number-of-cards", pointer, count=len(cards), expected=HAND))
        for name, count in playing.repeated(cards).items():
            faults.append(Fault("duplicate-card", pointer, card=name, count=count))
        for card in dict.fromkeys(cards):
            if card in seen:
                faults.append(Fault("duplicate-card", pointer, card=playing.NAMES[card], count=2))
            seen.add(card)
    if faults:
        raise InputError(faults)


def _valid(seat: Sequence[Seen], rules: SiKiPiRules) -> Hand | None:
    """The hand, or None for an invalid one: not two and two, or the front higher than the back."""
    hand = setting.hand(seat, rules)
    return hand if hand is not None and hand.valid else None


def _reject(request: Settle, seats: Sequence[Sequence[Seen]], hands: Sequence[Hand | None], rules: SiKiPiRules) -> None:
    """Raise InputError naming each invalid hand."""
    faults = [
        Fault("invalid-hand", f"/players/{index}/groups", texts=TEXTS, name=request.players[index].name, reason=reason)
        for index, reason in _reasons(request, seats, hands, rules)
    ]
    if faults:
        raise InputError(faults)


def _reasons(
    request: Settle, seats: Sequence[Sequence[Seen]], hands: Sequence[Hand | None], rules: SiKiPiRules
) -> Iterator[tuple[int, str]]:
    lang = request.language
    for index, (seat, hand) in enumerate(zip(seats, hands, strict=True)):
        if hand is None:
            shown = setting.hand(seat, rules)
            if shown is None:
                yield index, TEXTS("violation-wrong-groups", lang)
            else:
                groups = model.GROUP_NAMES[lang]
                yield index, TEXTS("violation-front-higher", lang, front=groups[shown.front], back=groups[shown.back])


def debts(names: Sequence[str], pairs: Sequence[Pair], stake: int) -> Debts:
    """Who owes whom how many chips by the hands alone, in seat order."""
    seat = {name: index for index, name in enumerate(names)}
    owed = [[Fraction(0)] * len(names) for _ in names]
    for pair in pairs:
        one, two = (seat[name] for name in pair.players)
        won = Fraction(pair.points[0]) * stake
        owed[two][one], owed[one][two] = max(won, Fraction(0)), max(-won, Fraction(0))
    return owed


def nets(owed: Debts) -> list[Fraction]:
    """What each seat receives less what it pays."""
    return [sum(received, Fraction(0)) - sum(paid, Fraction(0)) for received, paid in zip(_turned(owed), owed, strict=True)]


def _turned(owed: Debts) -> Debts:
    return [list(column) for column in zip(*owed, strict=True)]


def capped(owed: Debts, money: Sequence[int | None]) -> Debts:
    """The debts as the table money allows: no one loses more than it had, then no one wins more. None: no limit.

    Cutting what a winner gets makes others lose less, and never makes the winner a loser, so the first caps still hold.
    """
    return _turned(_losses_capped(_turned(_losses_capped(owed, money)), money))


def _losses_capped(owed: Debts, money: Sequence[int | None]) -> Debts:
    """Cut each seat's payments pro rata until its net loss is within its money, again and again until no one's is beyond it.

    What a seat pays less, others receive less, so that they may have to pay less too. A hand that beats another beats all that the other
    beats, so payments never run in a circle, and each round settles at least one more seat for good.
    """
    paid = [list(row) for row in owed]
    for _ in range(len(paid) + 1):
        short = False
        for seat, own in enumerate(money):
            out = sum(paid[seat], Fraction(0))
            able = out if own is None else own + sum((row[seat] for row in paid), Fraction(0))
            if out > able:
                paid[seat] = [value * able / out for value in paid[seat]]
                short = True
        if not short:
            return paid
    raise InternalError("payments run in a circle")


def whole_chips(amounts: Sequence[Fraction]) -> list[int]:
    """Amounts that add to nothing as whole chips that do: rounded down, then one more for the largest remainders, in seat order."""
    chips = [floor(amount) for amount in amounts]
    by_remainder = sorted(range(len(chips)), key=lambda seat: (chips[seat] - amounts[seat], seat))
    for seat in by_remainder[: -sum(chips)] if sum(chips) else ():
        chips[seat] += 1
    return chips


def is_quick_table(request: Settle) -> bool:
    """Whether a table is settled within about a millisecond."""
    return len(request.players) <= 4
