"""From what a caller sent to a holding: every card read, and everything that can't be found at once, each with its place."""

from collections.abc import Callable, Iterable, Sequence

from solver.cards.runs import Notation
from solver.errors import Fault, InputError
from solver.history import Drawn, Holding, Meld
from solver.request import Cards
from solver.rummy.request import HandFields, ShownGroup


def read(request: HandFields, notation: Notation) -> Holding:
    """The cards of a request. Raises InputError for all that is no card."""
    if not request.melds and request.drawn is None:
        return Holding(notation.tally(notation.parse(request.hand)))
    faults: list[Fault] = []

    def attempt(cards: Cards, pointer: str) -> list[int]:
        try:
            return notation.parse(cards, pointer)
        except InputError as error:
            faults.extend(error.faults)
            return []

    hand = notation.tally(attempt(request.hand, "/hand"))
    melds = tuple(
        Meld(tuple(sorted(attempt(meld.cards, f"/melds/{index}/cards"))), meld.source) for index, meld in enumerate(request.melds)
    )
    drawn = None
    if request.drawn is not None:
        try:
            drawn = Drawn(notation.parse_one(request.drawn.card, "/drawn/card"), request.drawn.source)
        except InputError as error:
            faults.extend(error.faults)
    if faults:
        raise InputError(faults)
    return Holding(hand, melds, drawn)


def read_groups(groups: Sequence[ShownGroup], notation: Notation) -> tuple[tuple[int, ...], ...]:
    """The groups shown, the cards of each in ascending order. Raises InputError for the first that holds what is no card."""
    return tuple(tuple(sorted(notation.parse(group.cards, f"/groups/{at}/cards"))) for at, group in enumerate(groups))


def number_faults(request: HandFields, holding: Holding, notation: Notation, most: int) -> list[Fault]:
    """More copies than the deck has, where the first copy too many stands; more cards than a hand has; no card at all."""
    counts = holding.counts()
    size = sum(counts)
    if size == 0:
        return [Fault("empty-hand", "/hand")]
    faults = []
    if max(counts) > notation.copies:
        written = notation.places(request.hand)
        for index, meld in enumerate(request.melds):
            written += notation.places(meld.cards, f"/melds/{index}/cards")
        if request.drawn is not None:
            written += notation.places(request.drawn.card, "/drawn/card")
        seen = [0] * notation.kinds
        for kind, pointer, place in written:
            seen[kind] += 1
            if seen[kind] == notation.copies + 1:
                faults.append(too_many(notation, kind, counts[kind], pointer, place))
    if size > most:
        faults.append(Fault("wrong-number-of-cards", "/hand", count=size, expected=f"1–{most}"))
    return faults


def too_many(notation: Notation, kind: int, count: int, pointer: str, position: int | None = None) -> Fault:
    """More copies of a card than the deck has."""
    return Fault("too-many-copies", pointer, position, card=notation.name_of[kind], count=count, limit=notation.copies)


def meld_faults(holding: Holding, notation: Notation, wrong: Callable[[Meld], Iterable[str]]) -> list[Fault]:
    """What is wrong with each displayed group: the first code of `wrong`, at its cards where they are no group, else at its source."""
    faults = []
    for index, meld in enumerate(holding.melds):
        for code in wrong(meld):
            place = "cards" if code == "meld-not-a-group" else "source"
            faults.append(Fault(code, f"/melds/{index}/{place}", None, notation.texts, cards=" ".join(notation.names(meld.items))))
            break
    return faults
