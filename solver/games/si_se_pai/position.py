"""From a request to a position: the cards read, the history checked, the locks found, one scenario per legal use of the drawn card."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from solver.errors import Fault, InputError
from solver.games.si_se_pai.cards import COPIES, KINGS, NAMES, NOTATION, TEXTS, places
from solver.games.si_se_pai.groups import QUADS, STEALABLE, Catalogue, catalogue
from solver.games.si_se_pai.request import HandFields
from solver.games.si_se_pai.rules import PRESETS, SiSePaiRules
from solver.history import Holding, Lock, Meld, Scenario, scenarios
from solver.rummy.reading import meld_faults, number_faults, read

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
    holding = read(request, NOTATION)
    if holding.melds or holding.drawn is not None or max(holding.hand) > COPIES or not 0 < sum(holding.hand) <= FULL:
        groups = catalogue(rules, None)
        faults = number_faults(request, holding, NOTATION, FULL) + meld_faults(holding, NOTATION, lambda meld: meld_codes(groups, meld))
        if faults:
            raise InputError(faults)
    return position(rules, holding, read_dealt(request, holding))


def meld_codes(groups: Catalogue, meld: Meld) -> Iterator[str]:
    """What is wrong with a displayed group."""
    column = groups.by_cards.get(meld.items)
    kind = None if column is None else groups.kinds[column]
    if kind is None:
        yield "meld-not-a-group"
    if meld.source == "dealt" and kind not in QUADS:
        yield "dealt-meld-not-quad"
    if meld.source == "steal" and kind not in STEALABLE:
        yield "illegal-steal"


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
        if 3 <= copies <= COPIES and (dealt is None or kind in dealt):
            lock = groups.lock(kind, copies, dealt is not None)
            if lock is not None:
                locks.append(lock)
    return locks


def locked(request: HandFields) -> tuple[tuple[str, ...], ...]:
    """The sets of equal cards in the hand that can't be split."""
    return tuple((NAMES[lock.item],) * lock.copies for lock in read_position(request).locks)
