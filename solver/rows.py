"""Rows of playing cards in a split game: as callers pin them, as players show them, and as players lay them. Jokers are all alike.

A row is its place among the game's row names, the weakest first.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Protocol

from solver.cards import playing
from solver.errors import InputError, refuse
from solver.poker import Category, RowClass
from solver.request import Cards
from solver.result import Violation
from solver.text import COMMON, LANGS, Lang, Texts

Row = tuple[int, ...]

_COPIES = {
    Category.PAIR: (2,),
    Category.TWO_PAIR: (2, 2),
    Category.THREE_OF_A_KIND: (3,),
    Category.FULL_HOUSE: (3, 2),
    Category.FOUR_OF_A_KIND: (4,),
    Category.FIVE_OF_A_KIND: (5,),
}


def reading(row: RowClass) -> list[int]:
    """The ranks (2..14) of such a row as players lay it: sets before single cards, then the highest first; a wheel ends in its ace."""
    if row.category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH):
        high = row.ranks[0]
        return [rank if rank > 1 else 14 for rank in range(high, high - 5, -1)]
    copies = _COPIES.get(row.category, ())
    return [rank for at, rank in enumerate(row.ranks) for _ in range(copies[at] if at < len(copies) else 1)]


def laid(cards: Iterable[int], row: RowClass) -> Row:
    """The cards of a row in that order, a joker where the card it stands for would lie."""
    held: dict[int, list[int]] = {}
    for card in sorted(cards):
        held.setdefault((card >> 2) + 2 if card < playing.JOKER else 0, []).append(card)
    return tuple((held.get(rank) or held[0]).pop() for rank in reading(row))


class ShownRow(Protocol):
    """A row in a request."""

    @property
    def slot(self) -> str: ...  # noqa: D102

    @property
    def cards(self) -> Cards: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Shown:
    """Rows as cards, and where in the request each stands."""

    rows: tuple[Row, ...]
    pointers: tuple[str, ...]

    @property
    def cards(self) -> Row:
        """All cards of all rows."""
        return tuple(chain(*self.rows))


def _numbered(rows: Iterable[Sequence[int]]) -> tuple[Row, ...]:
    """The first joker of all rows is 52, every other 53."""
    seen = 0
    numbered = []
    for row in rows:
        own = []
        for card in row:
            own.append(card if card < playing.JOKER else playing.JOKER + min(seen, 1))
            seen += card >= playing.JOKER
        numbered.append(tuple(own))
    return tuple(numbered)


def read_rows(groups: Sequence[ShownRow], names: Sequence[str], pointer: str = "/groups", jokers: int = 0) -> Shown:
    """The rows shown; groups of one slot are one row. Raises InputError for text that is no card."""
    rows: list[Row] = [()] * len(names)
    pointers = [pointer] * len(names)
    for at, group in enumerate(groups):
        row = names.index(group.slot)
        if not rows[row]:
            pointers[row] = f"{pointer}/{at}"
        rows[row] += playing.parse(group.cards, f"{pointer}/{at}/cards", jokers)
    return Shown(_numbered(rows), tuple(pointers))


def read_pins(pins: Mapping[str, Cards], sizes: Mapping[str, int], hand: Sequence[int], jokers: int = 0) -> tuple[int, ...]:
    """The cards pinned to each row, as bit masks over the hand. Raises InputError `impossible-pins` that says why."""
    rows = _numbered(playing.parse(pins.get(name, ""), f"/pins/{name}", jokers) for name in sizes)
    masks = []
    pinned: set[int] = set()
    for (name, size), row in zip(sizes.items(), rows, strict=True):
        for card in row:
            if card not in hand:
                raise refuse_pins("not-in-hand", f"/pins/{name}", card=playing.NAMES[card])
            if card in pinned:
                raise refuse_pins("twice", f"/pins/{name}", card=playing.NAMES[card])
            pinned.add(card)
        if len(row) > size:
            raise refuse_pins("too-many", f"/pins/{name}", count=len(row), size=size)
        masks.append(sum(1 << hand.index(card) for card in row))
    return tuple(masks)


def refuse_pins(reason: str, pointer: str = "/pins", **data: object) -> InputError:
    """An InputError `impossible-pins`; why they are is told in every language (`pins-…` in the common texts)."""
    why = {lang: COMMON(f"pins-{reason}", lang, **data) for lang in LANGS}
    texts = Texts({"impossible-pins": {lang: COMMON("impossible-pins", lang, reason=why[lang]) for lang in LANGS}})
    return refuse("impossible-pins", pointer, texts=texts)


@dataclass(frozen=True, slots=True)
class Court:
    """What judging a table takes: the rows by name and size, the game's words (`violation-…`, `slot-…`), the jokers of the deck."""

    rows: Mapping[str, int]
    texts: Texts
    jokers: int = 0

    def violation(self, code: str, lang: Lang, pointer: str, cards: Sequence[int] = (), **data: object) -> Violation:
        """A violation in the game's words."""
        return Violation(code, self.texts(f"violation-{code}", lang, **data), playing.names(cards), pointer)

    def copies(self, cards: Sequence[int], pointer: str, lang: Lang) -> Iterator[Violation]:
        """Cards that stand there more often than the deck has them: `duplicate-card`, `too-many-copies` for jokers."""
        for card, count in Counter(min(card, playing.JOKER) for card in cards).items():
            limit = self.jokers if card == playing.JOKER else 1
            if count > limit:
                code = "too-many-copies" if card == playing.JOKER else "duplicate-card"
                yield self.violation(code, lang, pointer, (card,) * count, card=playing.NAMES[card], count=count, limit=limit)

    def sizes(self, shown: Shown, lang: Lang) -> Iterator[Violation]:
        """Rows with a wrong number of cards: `wrong-row-size`."""
        for (name, size), cards, pointer in zip(self.rows.items(), shown.rows, shown.pointers, strict=True):
            if len(cards) != size:
                words = self.texts(f"slot-{name}", lang)
                yield self.violation("wrong-row-size", lang, pointer, cards, row=words, count=len(cards), expected=size)

    def against(self, shown: Shown, hand: Sequence[int], lang: Lang, *, all_placed: bool) -> Iterator[Violation]:
        """Rows held against the hand: `card-not-in-hand`, and unless cards are thrown away `card-not-placed`."""
        rows = Counter(min(card, playing.JOKER) for card in shown.cards)
        held = Counter(min(card, playing.JOKER) for card in hand)
        for code, odd in (("card-not-in-hand", rows - held), ("card-not-placed", held - rows)):
            cards = sorted(odd.elements(), reverse=True)
            if cards and (all_placed or code == "card-not-in-hand"):
                yield self.violation(code, lang, "/groups", cards, listed=" ".join(playing.names(cards)))


def at_one_table(shown: Sequence[Shown], pointers: Sequence[str], jokers: int = 0) -> None:
    """Raise InputError where the rows of several players hold a card more often than the one deck has it."""
    deck: Counter[int] = Counter()
    for seat, pointer in zip(shown, pointers, strict=True):
        for card in seat.cards:
            deck[min(card, playing.JOKER)] += 1
            count, limit = deck[min(card, playing.JOKER)], jokers if card >= playing.JOKER else 1
            if count > limit:
                name = playing.NAMES[card]
                if card >= playing.JOKER:
                    raise refuse("too-many-copies", pointer, card=name, count=count, limit=limit)
                raise refuse("duplicate-card", pointer, card=name, count=count)
