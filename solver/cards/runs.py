"""Cards written in runs: pieces closed by their suit (`112r 77g`), opened by it (`紅將士`), or signs that tell it themselves (`一貳`).

A kind of card is an int, `suits × piece + suit`, so that kinds ascend by piece, then suit.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from solver.errors import Fault, InputError
from solver.text import COMMON, Texts

_MOST_FAULTS = 20


class Place(NamedTuple):
    """One card as it was written: its kind, and where it stands (`position` in a text, none in a list)."""

    kind: int
    pointer: str
    position: int | None


class Slips(NamedTuple):
    """The codes of what can be wrong with a run, as a game calls it."""

    no_suit: str
    no_piece: str
    upper_case_suit: str
    lower_case_piece: str = ""
    two_suits: str = ""


class Notation:
    """How the cards of a game are written.

    pieces, suits: the signs of each, the canonical one first. openers: by suit, the signs that open a run instead of closing it.
    whole: signs that are a card by themselves, with its kind. copies: of each kind in the deck.
    """

    def __init__(
        self,
        texts: Texts,
        slips: Slips,
        pieces: Sequence[str],
        suits: Sequence[str],
        *,
        openers: Sequence[str] = (),
        whole: Mapping[str, int] | None = None,
        copies: int = 4,
    ) -> None:
        self.texts, self.slips, self.copies = texts, slips, copies
        self.canonical_signs = tuple("".join(signs[0] for signs in each) for each in (pieces, suits))
        self.name_of = tuple(piece[0] + suit[0] for piece in pieces for suit in suits)
        self.kinds = len(self.name_of)
        self.pieces = {sign: len(suits) * piece for piece, signs in enumerate(pieces) for sign in signs}
        self.suits = {sign: suit for suit, signs in enumerate(suits) for sign in signs}
        self.openers = {sign: suit for suit, signs in enumerate(openers) for sign in signs}
        self.whole = dict(whole or {})
        self._single = {piece + sign: kind + suit for piece, kind in self.pieces.items() for sign, suit in self.suits.items()}
        self._single |= {sign + piece: kind + suit for piece, kind in self.pieces.items() for sign, suit in self.openers.items()}
        self._single |= self.whole

    @property
    def deck(self) -> tuple[str, ...]:
        """Every card of the deck."""
        return tuple(name for name in self.name_of for _ in range(self.copies))

    def parse(self, cards: str | Sequence[str], pointer: str = "/hand") -> list[int]:
        """Read cards in the order given, each as its kind. Copies are not counted here. A list holds one card an entry.

        Raises InputError with the position of everything that is no card.
        """
        try:
            if not isinstance(cards, str):
                return [self._single[entry] for entry in cards]
            try:
                return self._read(cards.split())
            except KeyError:  # runs side by side, perhaps
                return self._read(self._apart(cards).split())
        except KeyError:
            return [place.kind for place in self.places(cards, pointer)]

    def _apart(self, text: str) -> str:
        """The text with a blank behind each suit."""
        for suit in self.suits:
            text = text.replace(suit, f"{suit} ")
        return text

    def _read(self, words: Sequence[str]) -> list[int]:
        """Read words that are one card, one run, or signs that are cards by themselves. Raises KeyError for any other."""
        single, pieces, suits, whole = self._single, self.pieces, self.suits, self.whole
        kinds: list[int] = []
        for word in words:
            kind = single.get(word)
            if kind is not None:
                kinds.append(kind)
            elif (suit := suits.get(word[-1])) is None:
                kinds += [whole[sign] for sign in word]
            elif len(word) > 1:
                kinds += [pieces[sign] + suit for sign in word[:-1]]
            else:
                raise KeyError(word)
        return kinds

    def parse_one(self, card: str, pointer: str) -> int:
        """Read exactly one card. Raises InputError."""
        kind = self._single.get(card)
        if kind is not None:
            return kind
        kinds = self.parse(card, pointer)
        if len(kinds) != 1:
            raise InputError((Fault("one-card", pointer, None, self.texts, text=card),))
        return kinds[0]

    def places(self, cards: str | Sequence[str], pointer: str = "/hand") -> list[Place]:
        """The same as `parse`, slower, with the place of each card."""
        faults: list[Fault] = []
        found: list[Place] = []
        if isinstance(cards, str):
            found = _Scan(self, cards, pointer, faults).cards()
        else:
            for index, entry in enumerate(cards):
                inside = f"{pointer}/{index}"
                before = len(faults)
                read = _Scan(self, entry, inside, faults).cards()
                if len(read) != 1 and len(faults) == before:
                    faults.append(Fault("one-card", inside, None, self.texts, text=entry))
                found += [Place(place.kind, inside, None) for place in read]
        if faults:
            raise InputError(faults[:_MOST_FAULTS])
        return found

    def names(self, kinds: Iterable[int]) -> tuple[str, ...]:
        """Canonical notation, in the order given."""
        return tuple([self.name_of[kind] for kind in kinds])

    def canonical(self, cards: str | list[str]) -> tuple[str, ...]:
        """A request's cards in canonical notation, in the order given. Raises InputError."""
        return self.names(self.parse(cards))

    def write(self, kinds: Iterable[int]) -> str:
        """A short text of cards, runs closed by their suit; `parse` reads it back."""
        pieces, suits = self.canonical_signs
        held = sorted(kinds)
        runs = ("".join(pieces[kind // len(suits)] for kind in held if kind % len(suits) == suit) for suit in range(len(suits)))
        return " ".join(run + suits[suit] for suit, run in enumerate(runs) if run)

    def tally(self, kinds: Iterable[int]) -> tuple[int, ...]:
        """Copies of each kind."""
        counts = [0] * self.kinds
        for kind in kinds:
            counts[kind] += 1
        return tuple(counts)


class _Scan:
    """One text read sign by sign; what is wrong is added to `faults`."""

    def __init__(self, notation: Notation, text: str, pointer: str, faults: list[Fault]) -> None:
        self.notation, self.text, self.pointer, self.faults = notation, text, pointer, faults
        self.found: list[Place] = []
        self.run: list[tuple[int, int]] = []  # pieces (as kinds of the first suit) still without a suit, each with its position
        self.opened: tuple[int, int] | None = None  # the suit that opens the run, and its position
        self.spoilt = False  # a fault in this word: what follows from it is not reported again

    def cards(self) -> list[Place]:
        """All cards of the text."""
        notation = self.notation
        for position, sign in enumerate(self.text):
            if sign in notation.pieces:
                self.run.append((notation.pieces[sign], position))
            elif sign in notation.suits:
                self._close(notation.suits[sign], position)
            elif sign in notation.whole:
                self._finish()
                self.found.append(Place(notation.whole[sign], self.pointer, position))
            elif sign in notation.openers:
                self._finish()
                self.opened = notation.openers[sign], position
            elif sign.isspace():
                self._finish()
                self.spoilt = False
            else:
                self._fault(self._slip(sign), position, sign)
                self.spoilt = True
        self._finish()
        return self.found

    def _slip(self, sign: str) -> str:
        """What a sign that stands for nothing was meant to be, by its other case."""
        notation, slips = self.notation, self.notation.slips
        if sign.upper() in notation.pieces:
            return slips.lower_case_piece
        return slips.upper_case_suit if sign.lower() in notation.suits else "unknown-card"

    def _fault(self, code: str, position: int, words: str) -> None:
        texts = self.notation.texts if code in self.notation.texts else COMMON
        self.faults.append(Fault(code, self.pointer, position, texts, text=words))

    def _take(self, suit: int) -> None:
        """The pieces of the run are cards of this suit."""
        self.found += [Place(piece + suit, self.pointer, position) for piece, position in self.run]

    def _close(self, suit: int, position: int) -> None:
        """A suit that closes the run."""
        if self.opened is not None:
            self._fault(self.notation.slips.two_suits, position, self.text[self.opened[1] : position + 1])
            self.spoilt = True
        elif self.run:
            self._take(suit)
        elif not self.spoilt:
            self._fault(self.notation.slips.no_piece, position, self.text[position])
        self.run.clear()
        self.opened = None

    def _finish(self) -> None:
        """The end of a run that no suit closes."""
        if self.opened is not None:
            if self.run:
                self._take(self.opened[0])
            elif not self.spoilt:
                self._fault(self.notation.slips.no_piece, self.opened[1], self.text[self.opened[1]])
        elif self.run and not self.spoilt:
            self._fault(self.notation.slips.no_suit, self.run[0][1], self.text[self.run[0][1] : self.run[-1][1] + 1])
        self.run.clear()
        self.opened = None
