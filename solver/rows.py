"""Rows of playing cards in a split game: as callers pin them, as players show them, and as players lay them. Jokers are all alike.

A row is its place among the game's row names, the weakest first.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Protocol, TypeVar

from solver.cards import playing
from solver.errors import Fault, InputError, InternalError, Words, refuse
from solver.poker import Category, Ranking, RowClass
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


class ShownSeat(Protocol):
    """A player in a request."""

    @property
    def name(self) -> str: ...  # noqa: D102

    @property
    def groups(self) -> Sequence[ShownRow]: ...  # noqa: D102


class Ordered(Protocol):
    """Rows with their ranks."""

    @property
    def ranks(self) -> tuple[int, ...]: ...  # noqa: D102

    @property
    def faults(self) -> tuple[str, ...]:
        """What is out of order, like `front-over-back`; nothing where the rows stand legally."""


Setting = TypeVar("Setting", bound=Ordered)


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


def require_pins(rows: Iterable[Iterable[int]], pins: Iterable[int]) -> None:
    """Hold rows, as places in the hand, against the pins. Raises InternalError: an engine that does not keep them is wrong."""
    for row, pinned in zip(rows, pins, strict=True):
        if pinned & ~sum(1 << at for at in row):
            raise InternalError(f"the pins {pinned:b} are not kept: {row}")


def refuse_pins(reason: str, pointer: str = "/pins", **data: object) -> InputError:
    """An InputError `impossible-pins`; why they are is told in every language (`pins-…` in the common texts)."""
    return refuse("impossible-pins", pointer, reason=Words((lang, COMMON(f"pins-{reason}", lang, **data)) for lang in LANGS))


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
            code, limit = self._limit(card)
            if count > limit:
                yield self.violation(code, lang, pointer, (card,) * count, card=playing.NAMES[card], count=count, limit=limit)

    def _limit(self, card: int) -> tuple[str, int]:
        """The code of too many copies of a card, and how many the deck has."""
        return ("too-many-copies", self.jokers) if card == playing.JOKER else ("duplicate-card", 1)

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

    def cards(
        self, shown: Shown, hand: Sequence[int] | None, sizes: tuple[int, int], lang: Lang, *, all_placed: bool
    ) -> Iterator[Violation]:
        """What is wrong with the cards themselves, in the rows and in the hand, where one is given.

        sizes: the fewest and the most cards of a hand; the rows take the fewest.
        """
        fewest, most = sizes
        if len(shown.cards) != fewest:
            yield self.violation("wrong-number-of-cards", lang, "/groups", count=len(shown.cards), expected=fewest)
        yield from self.copies(shown.cards, "/groups", lang)
        if hand is not None:
            if not fewest <= len(hand) <= most:
                expected = fewest if fewest == most else f"{fewest}–{most}"
                yield self.violation("wrong-number-of-cards", lang, "/hand", count=len(hand), expected=expected)
            yield from self.copies(hand, "/hand", lang)
            yield from self.against(shown, hand, lang, all_placed=all_placed)

    def judge(
        self, shown: Shown, stand: Callable[[tuple[Row, ...]], Setting], ranking: Ranking, at: int, lang: Lang
    ) -> tuple[Setting | None, tuple[Violation, ...]]:
        """The setting that rows make, and why it is a foul; nothing for a legal one.

        No setting stands there if a row has the wrong number of cards. at: the row where a foul is shown.
        """
        wrong = tuple(self.sizes(shown, lang))
        if wrong:
            return None, wrong
        setting = stand(shown.rows)
        words = dict(zip(self.rows, (ranking.name(rank, lang) for rank in setting.ranks), strict=True))
        return setting, tuple(self._out_of_order(shown, setting.faults, words, at, lang))

    def _out_of_order(self, shown: Shown, faults: Iterable[str], words: Mapping[str, str], at: int, lang: Lang) -> Iterator[Violation]:
        """Rows that outrank a row that should be the stronger one: faults like `front-over-back`, at the row of that place."""
        rows = dict(zip(self.rows, shown.rows, strict=True))
        for fault in faults:
            lower, higher = fault.split("-over-")
            yield self.violation(fault, lang, shown.pointers[at], rows[lower] + rows[higher], **words)

    def table(self, players: Sequence[ShownSeat], size: int) -> list[Shown]:
        """The rows of players at one table: `size` cards each out of one deck, each with a name of its own.

        Raises InputError with all that can't be: `unknown-card`, `wrong-number-of-cards`, `same-name`, and cards that are there twice.
        """
        faults: list[Fault] = []
        table: list[Shown] = []
        deck: Counter[int] = Counter()
        for at, player in enumerate(players):
            pointer = f"/players/{at}/groups"
            try:
                shown = read_rows(player.groups, tuple(self.rows), pointer, self.jokers)
            except InputError as error:
                faults += error.faults
            else:
                table.append(shown)
                if len(shown.cards) == size:
                    faults += self._too_often(shown.cards, deck, pointer)
                else:
                    faults.append(Fault("wrong-number-of-cards", pointer, count=len(shown.cards), expected=size))
            if player.name in [other.name for other in players[:at]]:
                faults.append(Fault("same-name", f"/players/{at}/name", name=player.name))
        if faults:
            raise InputError(faults)
        return table

    def _too_often(self, cards: Sequence[int], deck: Counter[int], pointer: str) -> Iterator[Fault]:
        """Cards that with these stand more often at the table than in the deck; `deck` counts those before."""
        held = [min(card, playing.JOKER) for card in cards]
        deck.update(held)
        for card in sorted(set(held)):
            code, limit = self._limit(card)
            if deck[card] > limit:
                yield Fault(code, pointer, card=playing.NAMES[card], count=deck[card], limit=limit)
