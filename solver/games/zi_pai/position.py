"""From a request to a position: the cards read, the history checked, the locks found, one way for each legal use of the drawn card."""

from collections.abc import Iterable
from typing import NamedTuple

from solver.errors import Fault, InputError
from solver.games.zi_pai.cards import COPIES, KINDS, NAMES, TEXTS, names, parse, parse_one, places
from solver.games.zi_pai.groups import BY_CARDS, CALLED, GROUP_CARDS, GROUP_KINDS, PAIRS, QUADS, REVEALING, Catalogue, catalogue
from solver.games.zi_pai.request import HandFields
from solver.games.zi_pai.rules import PRESETS, ZiPaiRules
from solver.history import Drawn, Holding, Lock, Meld, Placed, Scenario, scenarios
from solver.request import Cards

FULL = 21
"""Cards of a winning hand with no or one quad; each further quad adds one."""
MOST = 26
"""Cards of a winning hand with six quads."""


class Way(NamedTuple):
    """One legal use of the drawn card.

    bounds: what the fixed groups leave of (pairs ≤ 1, pairs ≤ quads). revealed: the kind whose groups count as displayed, where one was
    called into a run or a 2-7-10. must_win: legal only if the hand wins by it. breaking: it breaks a concealed triplet.
    """

    scenario: Scenario
    bounds: tuple[int, int]
    revealed: int | None = None
    must_win: bool = False
    breaking: bool = False


class Position(NamedTuple):
    """A legal holding under rules: its catalogue of groups, and its ways.

    undivided: the cards that the ways share out, the drawn one among them, and what the groups that stand in all of them leave of the
    limits.
    """

    rules: ZiPaiRules
    catalogue: Catalogue
    holding: Holding
    ways: tuple[Way, ...]
    undivided: tuple[tuple[int, ...], tuple[int, int]]
    size: int


def full(quads: int) -> int:
    """Cards of a winning hand with so many quads: each after the first adds one, as its owner does not discard."""
    return FULL - 1 + max(1, quads)


def read(request: HandFields) -> Holding:
    """The cards of a request. Raises InputError for all that is no card."""
    if not request.melds and request.drawn is None:
        return Holding(_tally(parse(request.hand)))
    faults: list[Fault] = []

    def attempt(cards: Cards, pointer: str) -> list[int]:
        try:
            return parse(cards, pointer)
        except InputError as error:
            faults.extend(error.faults)
            return []

    hand = _tally(attempt(request.hand, "/hand"))
    melds = tuple(
        Meld(tuple(sorted(attempt(meld.cards, f"/melds/{index}/cards"))), meld.source) for index, meld in enumerate(request.melds)
    )
    drawn = None
    if request.drawn is not None:
        try:
            drawn = Drawn(parse_one(request.drawn.card, "/drawn/card"), request.drawn.source)
        except InputError as error:
            faults.extend(error.faults)
    if faults:
        raise InputError(faults)
    return Holding(hand, melds, drawn)


def _tally(cards: list[int]) -> tuple[int, ...]:
    counts = [0] * KINDS
    for kind in cards:
        counts[kind] += 1
    return tuple(counts)


def read_position(request: HandFields) -> Position:
    """The position that a request describes. Raises InputError for all that can't be."""
    rules: ZiPaiRules = PRESETS.resolve(request.rules)
    holding = read(request)
    if holding.melds or holding.drawn is not None or max(holding.hand) > COPIES or not 0 < sum(holding.hand) <= FULL:
        faults = [*_number_faults(request, holding), *_meld_faults(holding)]
        if faults:
            raise InputError(faults)
    return position(rules, holding)


def most_cards(holding: Holding) -> int:
    """Cards of a full hand with all the quads that the holding can have."""
    drawn = None if holding.drawn is None else holding.drawn.item
    quads = sum(copies + (kind == drawn) >= COPIES for kind, copies in enumerate(holding.hand))
    return full(quads + sum(BY_CARDS.get(meld.items) in QUADS for meld in holding.melds))


def _number_faults(request: HandFields, holding: Holding) -> list[Fault]:
    """More copies than the deck has, where the first copy too many stands; more cards than a hand has; no card at all."""
    counts = holding.counts()
    size = sum(counts)
    if size == 0:
        return [Fault("empty-hand", "/hand")]
    faults = []
    if max(counts) > COPIES:
        written = places(request.hand)
        for index, meld in enumerate(request.melds):
            written += places(meld.cards, f"/melds/{index}/cards")
        if request.drawn is not None:
            written += places(request.drawn.card, "/drawn/card")
        seen = [0] * KINDS
        for kind, pointer, place in written:
            seen[kind] += 1
            if seen[kind] == COPIES + 1:
                faults.append(Fault("too-many-copies", pointer, place, card=NAMES[kind], count=counts[kind], limit=COPIES))
    most = most_cards(holding)
    if size > most:
        faults.append(Fault("wrong-number-of-cards", "/hand", count=size, expected=f"1–{most}"))
    return faults


def meld_fault(meld: Meld) -> str | None:
    """What is wrong with a displayed group; None where nothing is."""
    column = BY_CARDS.get(meld.items)
    if column is None:
        return "meld-not-a-group"
    if meld.source == "dealt" and column not in QUADS:
        return "dealt-meld-not-quad"
    return "called-pair" if column in PAIRS and meld.source in CALLED else None


def _meld_faults(holding: Holding) -> list[Fault]:
    faults = []
    for index, meld in enumerate(holding.melds):
        code = meld_fault(meld)
        if code is not None:
            place = "cards" if code == "meld-not-a-group" else "source"
            faults.append(Fault(code, f"/melds/{index}/{place}", None, TEXTS, cards=" ".join(names(meld.items))))
    return faults


def bounds(fixed: Iterable[Placed]) -> tuple[int, int]:
    """What fixed groups leave of the two limits: pairs ≤ 1, pairs ≤ quads."""
    pairs = quads = 0
    for each in fixed:
        pairs += each.column in PAIRS
        quads += each.column in QUADS
    return 1 - pairs, quads - pairs


def position(rules: ZiPaiRules, holding: Holding) -> Position:
    """The ways of a legal holding (melds are groups of the rules, no more copies than the deck has)."""
    groups = catalogue(rules)
    hand, drawn = holding.hand, holding.drawn
    source = None if drawn is None else drawn.source
    locks: list[Lock] = []
    if rules.lock_dealt and max(hand) >= 3:
        locks = [groups.lock(kind, copies, source) for kind, copies in enumerate(hand) if copies >= 3]
    if not holding.melds and drawn is None and not locks:
        return Position(rules, groups, holding, (Way(Scenario((), None, hand), _NO_QUAD),), (hand, _NO_QUAD), sum(hand))
    melds = [groups.placed(BY_CARDS[meld.items], meld.source) for meld in holding.melds]
    found = scenarios(holding, melds, locks, groups.uses["take" if source in CALLED else "draw"])
    ways = tuple(_way(scenario, drawn) for scenario in found)
    if drawn is None or any(lock.item == drawn.item for lock in locks):
        undivided = ways[0].scenario.free, ways[0].bounds
    else:
        locked = {lock.item for lock in locks}
        free = tuple(0 if kind in locked else copies + (kind == drawn.item) for kind, copies in enumerate(hand))
        undivided = free, bounds([*melds, *(lock.alone for lock in locks)])
    if rules.break_triplet_for_win and drawn is not None:
        ways += tuple(_breaking(holding, drawn, melds, locks, groups))
    return Position(rules, groups, holding, ways, undivided, holding.size())


_NO_QUAD = (1, 0)


def _way(scenario: Scenario, drawn: Drawn | None, breaking: bool = False) -> Way:
    revealed = None
    must_win = breaking
    if scenario.own is not None and drawn is not None and drawn.source in CALLED:
        if GROUP_KINDS[scenario.own.column] in REVEALING:
            revealed = drawn.item
        must_win = must_win or scenario.own.column in PAIRS
    return Way(scenario, bounds(scenario.fixed), revealed, must_win, breaking)


def _breaking(holding: Holding, drawn: Drawn, melds: list[Placed], locks: list[Lock], groups: Catalogue) -> list[Way]:
    """The ways in which the winning card's group takes one or two cards of a concealed triplet."""
    uses = groups.uses["take" if drawn.source in CALLED else "draw"]
    ways = []
    for lock in locks:
        if lock.copies == 3:
            others = [other for other in locks if other is not lock]
            for scenario in scenarios(holding, melds, others, uses):
                if scenario.own is not None:
                    taken = GROUP_CARDS[scenario.own.column].count(lock.item) - (lock.item == drawn.item)
                    if taken in (1, 2):
                        ways.append(_way(scenario, drawn, breaking=True))
    return ways


def locked(request: HandFields) -> tuple[tuple[str, ...], ...]:
    """The sets of equal cards in the hand that can't be split."""
    at = read_position(request)
    return tuple((NAMES[kind],) * copies for kind, copies in enumerate(at.holding.hand) if copies >= 3 and at.rules.lock_dealt)
