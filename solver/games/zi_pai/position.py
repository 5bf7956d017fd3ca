"""From a request to a position: the cards read, the history checked, the locks found, one way for each legal use of the drawn card."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from solver.errors import InputError
from solver.games.zi_pai.cards import COPIES, NAMES, NOTATION
from solver.games.zi_pai.groups import BY_CARDS, CALLED, GROUP_CARDS, GROUP_KINDS, PAIRS, QUADS, REVEALING, Catalogue, catalogue
from solver.games.zi_pai.request import HandFields
from solver.games.zi_pai.rules import PRESETS, ZiPaiRules
from solver.history import Drawn, Holding, Lock, Meld, Placed, Scenario, scenarios
from solver.rummy.reading import meld_faults, number_faults, read

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


def read_position(request: HandFields) -> Position:
    """The position that a request describes. Raises InputError for all that can't be."""
    rules: ZiPaiRules = PRESETS.resolve(request.rules)
    holding = read(request, NOTATION)
    if holding.melds or holding.drawn is not None or max(holding.hand) > COPIES or not 0 < sum(holding.hand) <= FULL:
        faults = number_faults(request, holding, NOTATION, most_cards(holding)) + meld_faults(holding, NOTATION, meld_codes)
        if faults:
            raise InputError(faults)
    return position(rules, holding)


def most_cards(holding: Holding) -> int:
    """Cards of a full hand with all the quads that the holding can have."""
    drawn = None if holding.drawn is None else holding.drawn.item
    quads = sum(copies + (kind == drawn) >= COPIES for kind, copies in enumerate(holding.hand))
    return full(quads + sum(BY_CARDS.get(meld.items) in QUADS for meld in holding.melds))


def meld_codes(meld: Meld) -> Iterator[str]:
    """What is wrong with a displayed group."""
    column = BY_CARDS.get(meld.items)
    if column is None:
        yield "meld-not-a-group"
    elif meld.source == "dealt" and column not in QUADS:
        yield "dealt-meld-not-quad"
    elif meld.source in CALLED and column in PAIRS:
        yield "called-pair"


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
