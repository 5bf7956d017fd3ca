"""From a request to a position: the cards read, the history checked, the locks found, one scenario per legal use of the drawn card."""

from collections.abc import Sequence
from typing import NamedTuple

from solver.errors import Fault, InputError
from solver.games.si_se_pai.cards import COPIES, KINDS, KINGS, NAMES, TEXTS, names, parse, parse_one, places
from solver.games.si_se_pai.groups import QUADS, STEALABLE, Catalogue, catalogue
from solver.games.si_se_pai.request import HandFields
from solver.games.si_se_pai.rules import PRESETS, SiSePaiRules
from solver.history import Drawn, Holding, Lock, Meld, Scenario, scenarios
from solver.request import Cards

FULL = 21
"""Cards of a winning hand."""


class Position(NamedTuple):
    """A legal holding under rules: its catalogue of groups, its scenarios, its number of cards.

    locks: what the hand must keep whole. dealt: the kinds named as dealt triplets; None: the hand tells them.
    """

    rules: SiSePaiRules
    catalogue: Catalogue
    holding: Holding
    scenarios: tuple[Scenario, ...]
    size: int
    locks: tuple[Lock, ...] = ()
    dealt: frozenset[int] | None = None


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


def read_dealt(request: HandFields, holding: Holding) -> frozenset[int] | None:
    """The kinds named as dealt triplets; None where none are named. Raises InputError for what can't be one."""
    if request.dealt_triplets is None:
        return None
    faults = []
    named: set[int] = set()
    for kind, pointer, position in places(request.dealt_triplets, "/dealt_triplets"):
        if kind in KINGS:
            faults.append(Fault("dealt-king", pointer, position, TEXTS, card=NAMES[kind]))
        elif kind in named:
            faults.append(Fault("named-twice", pointer, position, TEXTS, card=NAMES[kind]))
        elif holding.hand[kind] < 3:
            faults.append(Fault("not-dealt", pointer, position, TEXTS, card=NAMES[kind], count=holding.hand[kind]))
        named.add(kind)
    if faults:
        raise InputError(faults)
    return frozenset(named)


def read_position(request: HandFields) -> Position:
    """The position that a request describes. Raises InputError for all that can't be."""
    rules: SiSePaiRules = PRESETS.resolve(request.rules)
    holding = read(request)
    if holding.melds or holding.drawn is not None or max(holding.hand) > COPIES or not 0 < sum(holding.hand) <= FULL:
        faults = [*_number_faults(request, holding), *_meld_faults(holding, rules)]
        if faults:
            raise InputError(faults)
    return position(rules, holding, read_dealt(request, holding))


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
    if size > FULL:
        faults.append(Fault("wrong-number-of-cards", "/hand", count=size, expected=f"1–{FULL}"))
    return faults


def _meld_faults(holding: Holding, rules: SiSePaiRules) -> list[Fault]:
    groups = catalogue(rules, None)
    faults = []
    for index, meld in enumerate(holding.melds):
        column = groups.by_cards.get(meld.items)
        if column is None:
            faults.append(Fault("meld-not-a-group", f"/melds/{index}/cards", None, TEXTS, cards=" ".join(names(meld.items))))
        elif meld.source == "dealt" and groups.kinds[column] not in QUADS:
            faults.append(Fault("dealt-meld-not-quad", f"/melds/{index}/source", None, TEXTS, cards=" ".join(names(meld.items))))
        elif meld.source == "steal" and groups.kinds[column] not in STEALABLE:
            faults.append(Fault("illegal-steal", f"/melds/{index}/source", None, TEXTS, cards=" ".join(names(meld.items))))
    return faults


def position(rules: SiSePaiRules, holding: Holding, dealt: frozenset[int] | None = None) -> Position:
    """The scenarios of a legal holding (melds are groups of the rules, no more copies than the deck has)."""
    locked = rules.lock_dealt
    groups = catalogue(rules, None if dealt is None else frozenset() if locked else dealt)
    hand = holding.hand
    locks = locks_of(groups, hand, dealt) if locked and max(hand) >= 3 else []
    if not holding.melds and holding.drawn is None and not locks:
        return Position(rules, groups, holding, (Scenario((), None, hand),), sum(hand), (), dealt)
    melds = [groups.placed(groups.by_cards[meld.items], meld.source) for meld in holding.melds]
    return Position(rules, groups, holding, scenarios(holding, melds, locks, groups.uses), holding.size(), tuple(locks), dealt)


def locks_of(groups: Catalogue, hand: Sequence[int], dealt: frozenset[int] | None) -> list[Lock]:
    """What a hand must keep whole: three or four equal cards, of the kinds named as dealt where any are named."""
    locks = []
    for kind, copies in enumerate(hand):
        if copies >= 3 and (dealt is None or kind in dealt):
            lock = groups.lock(kind, copies, dealt is not None)
            if lock is not None:
                locks.append(lock)
    return locks


def locked(request: HandFields) -> tuple[tuple[str, ...], ...]:
    """The sets of equal cards in the hand that can't be split."""
    return tuple((NAMES[lock.item],) * lock.copies for lock in read_position(request).locks)
