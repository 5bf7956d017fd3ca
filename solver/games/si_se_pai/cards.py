"""The 112 cards: 7 pieces in 4 colours, four copies of each. Cards as ints, and text with positions.

A kind is `4 * piece + colour`: pieces K G E R H C S as 0–6, colours r y g w as 0–3, so that kinds ascend by piece, then colour.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from solver.errors import Fault, InputError, refuse
from solver.game import Face
from solver.text import LANGS, Texts

TEXTS = Texts.load(Path(__file__).with_name("texts.toml"))

PIECES = "KGERHCS"
COLOURS = "rygw"
COPIES = 4
KINGS = range(4)
"""The four kinds that are kings."""
FOOTMEN = range(24, 28)
"""The four kinds that are footmen."""
NAMES: tuple[str, ...] = tuple(piece + colour for piece in PIECES for colour in COLOURS)
"""Canonical notation by kind."""
KINDS = len(NAMES)

_DIGITS = "1234567"
_GLYPHS = ("將帥将帅", "士仕", "象相", "車俥车伡", "馬傌马", "包炮砲", "卒兵")
_HAN_COLOURS = ("紅红", "黃黄", "綠绿", "白")
PIECE_SIGNS = {sign: index for index in range(7) for sign in (PIECES[index], _DIGITS[index], *_GLYPHS[index])}
COLOUR_SIGNS = {sign: index for index, sign in enumerate(COLOURS)}
OPENING_SIGNS = {sign: index for index, signs in enumerate(_HAN_COLOURS) for sign in signs}
_MOST_FAULTS = 20


class Place(NamedTuple):
    """One card as it was written: its kind, and where it stands (`position` in a text, none in a list)."""

    kind: int
    pointer: str
    position: int | None


# What the quick reader knows: pieces as 4 × piece, colours as ~colour (negative), a blank as None.
_SIGNS: dict[str, int | None] = {sign: 4 * index for sign, index in PIECE_SIGNS.items()}
_SIGNS |= {sign: ~index for sign, index in COLOUR_SIGNS.items()} | {" ": None}
_SINGLE = {
    written: 4 * piece + colour
    for sign, piece in PIECE_SIGNS.items()
    for written, colour in [(sign + c, i) for c, i in COLOUR_SIGNS.items()] + [(c + sign, i) for c, i in OPENING_SIGNS.items()]
}


def parse(cards: str | Sequence[str], pointer: str = "/hand") -> list[int]:
    """Read cards in the order given, each as its kind. Copies are not counted here.

    A text holds runs of pieces closed by their colour (`1123r KKGy`) or, in Chinese, opened by it (`紅將士象`).
    A list holds one card an entry.
    Raises InputError with the position of everything that is no card.

    >>> [NAMES[kind] for kind in parse("12r Sw 紅將")]
    ['Kr', 'Gr', 'Sw', 'Kr']
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
                elif value >= 0:
                    run.append(value)
                elif run:
                    kinds += [piece + ~value for piece in run]
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
    run: list[tuple[int, int]] = []  # (piece, position) still without a colour
    opened: tuple[int, int] | None = None  # (colour, position) of a Chinese colour that opens the run
    spoilt = False  # a fault in this word: what follows from it is not reported again

    def fault(code: str, position: int, words: str) -> None:
        faults.append(Fault(code, pointer, position, TEXTS, text=words) if code in TEXTS else Fault(code, pointer, position, text=words))

    def finish() -> None:
        nonlocal opened
        if opened is not None:
            if run:
                found.extend(Place(4 * piece + opened[0], pointer, position) for piece, position in run)
            elif not spoilt:
                fault("colour-without-piece", opened[1], text[opened[1]])
        elif run and not spoilt:
            fault("missing-colour", run[0][1], text[run[0][1] : run[-1][1] + 1])
        run.clear()
        opened = None

    for position, sign in enumerate(text):
        if sign in PIECE_SIGNS:
            run.append((PIECE_SIGNS[sign], position))
        elif sign in COLOUR_SIGNS:
            if opened is not None:
                fault("two-colours", position, text[opened[1] : position + 1])
                spoilt = True
            elif run:
                found.extend(Place(4 * piece + COLOUR_SIGNS[sign], pointer, at) for piece, at in run)
            elif not spoilt:
                fault("colour-without-piece", position, sign)
            run.clear()
            opened = None
        elif sign in OPENING_SIGNS:
            finish()
            opened = OPENING_SIGNS[sign], position
        elif sign.isspace():
            finish()
            spoilt = False
        else:
            slip = "lower-case-piece" if sign.upper() in PIECES else "upper-case-colour" if sign.lower() in COLOURS else "unknown-card"
            fault(slip, position, sign)
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
    """A short text of cards, runs closed by their colour; `parse` reads it back.

    >>> write(parse("Kr Kr Sw Gr"))
    'KKGr Sw'
    """
    held = sorted(kinds)
    runs = ("".join(PIECES[kind // 4] for kind in held if kind % 4 == colour) for colour in range(4))
    return " ".join(run + COLOURS[colour] for colour, run in enumerate(runs) if run)


def canonical(cards: str | list[str]) -> tuple[str, ...]:
    """A request's cards in canonical notation, in the order given. Raises InputError."""
    return names(parse(cards))


DECK: tuple[str, ...] = tuple(name for name in NAMES for _ in range(COPIES))

# Decks print one half of the colours with the signs of one side of the chessboard, the other half with the other's.
_PRINTED = ("帥仕相俥傌炮兵", "將士象車馬包卒")
_INKS = ("red", "yellow", "green", "white")
_MARKS = ("●", "▲", "■", "○")


def card_name(kind: int) -> dict[str, str]:
    """The card's name in each language."""
    piece, colour = PIECES[kind // 4], COLOURS[kind % 4]
    return {lang: TEXTS("name-card", lang, piece=TEXTS(f"piece-{piece}", lang), colour=TEXTS(f"colour-{colour}", lang)) for lang in LANGS}


FACES: tuple[Face, ...] = tuple(
    Face(name, "glyph", _PRINTED[kind % 4 // 2][kind // 4], _INKS[kind % 4], _MARKS[kind % 4], card_name(kind))
    for kind, name in enumerate(NAMES)
)
