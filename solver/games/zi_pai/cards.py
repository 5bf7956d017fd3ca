"""The 80 cards: numbers 1–10 in two suits, small and big, four copies of each. Cards as ints, and text with positions.

A kind is `2 * (number - 1) + suit`, small 0 and big 1, so that kinds ascend by number, then suit.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from solver.errors import Fault, InputError, refuse
from solver.game import Face
from solver.text import LANGS, Texts

TEXTS = Texts.load(Path(__file__).with_name("texts.toml"))

DIGITS = "1234567890"
"""Numbers 1–10 as written, `0` for ten."""
SUITS = "sb"
COPIES = 4
RED = (2, 7, 10)
"""Numbers printed in red."""
NAMES: tuple[str, ...] = tuple(digit + suit for digit in DIGITS for suit in SUITS)
"""Canonical notation by kind."""
KINDS = len(NAMES)
GLYPHS = "一壹二貳三叁四肆五伍六陸七柒八捌九玖十拾"
"""The sign on the card by kind."""

_SUIT = {"s": 0, "x": 0, "b": 1, "d": 1}
_NUMBER = {digit: place for place, digit in enumerate(DIGITS)}
_GLYPH = {glyph: kind for kind, glyph in enumerate(GLYPHS)} | {"贰": 3, "參": 5, "陆": 11}
_MOST_FAULTS = 20


class Place(NamedTuple):
    """One card as it was written: its kind, and where it stands (`position` in a text, none in a list)."""

    kind: int
    pointer: str
    position: int | None


# What the quick reader knows: digits as twice their place, suits as ~suit (negative), a blank as None, a Chinese sign as 100 + kind.
_SIGNS: dict[str, int | None] = {digit: 2 * place for digit, place in _NUMBER.items()}
_SIGNS |= {letter: ~suit for letter, suit in _SUIT.items()} | {" ": None} | {glyph: 100 + kind for glyph, kind in _GLYPH.items()}
_SINGLE = dict(_GLYPH) | {digit + letter: 2 * place + suit for digit, place in _NUMBER.items() for letter, suit in _SUIT.items()}


def parse(cards: str | Sequence[str], pointer: str = "/hand") -> list[int]:
    """Read cards in the order given, each as its kind. Copies are not counted here.

    A text holds runs of digits closed by their suit (`12270s 112b`) or Chinese signs, which say their suit (`一二貳`). A list holds one
    card an entry. Raises InputError with the position of everything that is no card.

    >>> [NAMES[kind] for kind in parse("70s 1b 柒")]
    ['7s', '0s', '1b', '7b']
    """
    kinds: list[int] = []
    try:
        if isinstance(cards, str):
            run: list[int] = []
            for sign in cards:
                value = _SIGNS[sign]
                if value is None:
                    if run:
                        break
                elif value >= 100:
                    if run:
                        break
                    kinds.append(value - 100)
                elif value >= 0:
                    run.append(value)
                elif run:
                    kinds += [twice + ~value for twice in run]
                    run = []
                else:
                    break
            else:
                if not run:
                    return kinds
        else:
            return [_SINGLE[entry] for entry in cards]
    except KeyError:
        pass
    return [place.kind for place in places(cards, pointer)]


def places(cards: str | Sequence[str], pointer: str = "/hand") -> list[Place]:
    """The same as `parse`, slower, with the place of each card."""
    faults: list[Fault] = []
    found: list[Place] = []
    if isinstance(cards, str):
        found = _scan(cards, pointer, faults)
    else:
        for index, entry in enumerate(cards):
            inside = f"{pointer}/{index}"
            before = len(faults)
            read = _scan(entry, inside, faults)
            if len(read) != 1 and len(faults) == before:
                faults.append(Fault("one-card", inside, None, TEXTS, text=entry))
            found += [Place(place.kind, inside, None) for place in read]
    if faults:
        raise InputError(faults[:_MOST_FAULTS])
    return found


def _scan(text: str, pointer: str, faults: list[Fault]) -> list[Place]:
    """Read one text, sign by sign; what is wrong is added to `faults`."""
    found: list[Place] = []
    run: list[tuple[int, int]] = []  # (twice the digit's place, position) still without a suit
    spoilt = False  # a fault in this word: what follows from it is not reported again

    def fault(code: str, position: int, words: str) -> None:
        faults.append(Fault(code, pointer, position, TEXTS, text=words) if code in TEXTS else Fault(code, pointer, position, text=words))

    def finish() -> None:
        if run and not spoilt:
            fault("missing-suit", run[0][1], text[run[0][1] : run[-1][1] + 1])
        run.clear()

    for position, sign in enumerate(text):
        if sign in _NUMBER:
            run.append((2 * _NUMBER[sign], position))
        elif sign in _SUIT:
            if run:
                found.extend(Place(twice + _SUIT[sign], pointer, at) for twice, at in run)
            elif not spoilt:
                fault("suit-without-number", position, sign)
            run.clear()
        elif sign in _GLYPH:
            finish()
            found.append(Place(_GLYPH[sign], pointer, position))
        elif sign.isspace():
            finish()
            spoilt = False
        else:
            fault("upper-case-suit" if sign.lower() in _SUIT else "unknown-card", position, sign)
            spoilt = True
    finish()
    return found


def parse_one(card: str, pointer: str) -> int:
    """Read exactly one card. Raises InputError."""
    kind = _SINGLE.get(card)
    if kind is not None:
        return kind
    kinds = parse(card, pointer)
    if len(kinds) != 1:
        raise refuse("one-card", pointer, None, TEXTS, text=card)
    return kinds[0]


def names(kinds: Iterable[int]) -> tuple[str, ...]:
    """Canonical notation, in the order given."""
    return tuple(NAMES[kind] for kind in kinds)


def write(kinds: Iterable[int]) -> str:
    """A short text of cards, runs closed by their suit; `parse` reads it back.

    >>> write(parse("7b 2s 1s 2s"))
    '122s 7b'
    """
    held = sorted(kinds)
    runs = ("".join(DIGITS[kind // 2] for kind in held if kind % 2 == suit) for suit in range(2))
    return " ".join(run + SUITS[suit] for suit, run in enumerate(runs) if run)


def canonical(cards: str | list[str]) -> tuple[str, ...]:
    """A request's cards in canonical notation, in the order given. Raises InputError."""
    return names(parse(cards))


DECK: tuple[str, ...] = tuple(name for name in NAMES for _ in range(COPIES))


def card_name(kind: int) -> dict[str, str]:
    """The card's name in each language."""
    suit = SUITS[kind % 2]
    number = {"en": str(kind // 2 + 1), "zh": GLYPHS[kind], "vi": str(kind // 2 + 1)}
    return {lang: TEXTS("name-card", lang, suit=TEXTS(f"suit-{suit}", lang), number=number[lang]) for lang in LANGS}


FACES: tuple[Face, ...] = tuple(
    Face(name, "glyph", GLYPHS[kind], "red" if kind // 2 + 1 in RED else "black", SUITS[kind % 2], card_name(kind))
    for kind, name in enumerate(NAMES)
)
