"""What `advise` tells alike in every rummy game: copies not seen, the card on offer, what brings a hand nearer, what ranks first."""

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from solver.cards.runs import Notation, Place
from solver.engines.distances import Outlook
from solver.errors import Fault, InputError, refuse
from solver.history import Drawn, Holding
from solver.result import Call, Improvement
from solver.rummy.reading import too_many
from solver.rummy.request import AdviseFields
from solver.text import Lang

FAR = 99
"""Stands for "out of reach" where distances are compared."""


class Unseen:
    """What may still come. left: by kind, the copies not seen anywhere. openable: locked triplets whose fourth card may come."""

    def __init__(self, notation: Notation, left: Sequence[int], openable: Sequence[int]) -> None:
        self.notation, self.left, self.openable = notation, left, openable

    def improvements(self, outlook: Outlook) -> tuple[Improvement, ...]:
        """What brings a hand nearer."""
        kinds = sorted((*outlook.improving, *self.openable)) if outlook.opening else outlook.improving
        return tuple(Improvement(self.notation.name_of[kind], self.left[kind]) for kind in kinds)

    def live(self, outlook: Outlook) -> int:
        """Copies not seen of all that brings a hand nearer."""
        return sum(each.left for each in self.improvements(outlook))


def copies_left(request: AdviseFields, holding: Holding, offered: Drawn | None, notation: Notation) -> list[int]:
    """Copies of each kind not seen anywhere. Raises InputError where more are seen than the deck has."""
    held = holding.counts()
    seen = list(held)
    shown = notation.places(request.seen, "/seen") if request.seen else []
    if offered is not None:
        shown.append(Place(offered.item, "/offered/card", None))
    faults: list[Fault] = []
    for kind, pointer, place in shown:
        seen[kind] += 1
        if seen[kind] == notation.copies + 1:
            count = held[kind] + sum(each.kind == kind for each in shown)
            faults.append(too_many(notation, kind, count, pointer, place))
    if faults:
        raise InputError(faults)
    return [notation.copies - copies for copies in seen]


def read_offered(request: AdviseFields, holding: Holding, notation: Notation, most: Callable[[Holding], int]) -> Drawn | None:
    """The card on offer. most: the cards of a full hand that holds such a one. Raises InputError where it can't be obtained."""
    if request.offered is None:
        return None
    drawn = Drawn(notation.parse_one(request.offered.card, "/offered/card"), request.offered.source)
    if holding.drawn is not None:
        raise refuse("offered-and-drawn", "/offered", None, notation.texts)
    size, full = holding.size(), most(holding._replace(drawn=drawn))
    if size >= full:
        raise refuse("wrong-number-of-cards", "/hand", count=size + 1, expected=f"1–{full}")
    return drawn


def passing(notation: Notation, forced: bool, lang: Lang) -> Call:
    """Leaving a card on offer where it is (one drawn from the pile: throwing it away). forced: the rules ask for its use."""
    bare = Call("pass", name=notation.texts("call-pass", lang))
    return replace(bare, legal=False, reason=notation.texts("violation-fourth-card-not-quad", lang)) if forced else bare


def rank_discard(distance: int | None, left: int) -> tuple[int, int]:
    """The order of discards: the least distance, then the most live copies."""
    return FAR if distance is None else distance, -left


def rank_call(call: Call) -> tuple[bool, bool, int, int, int]:
    """The order of calls: legal, winning, near a win, near a complete hand, with most live copies."""
    near, to_win = (FAR if distance is None else distance for distance in (call.distance, call.distance_to_win))
    return not call.legal, not call.wins, to_win, near, -(call.left or 0)


def nearest(distances: Iterable[int | None]) -> int | None:
    """The least of the distances that are in reach."""
    return min((distance for distance in distances if distance is not None), default=None)
