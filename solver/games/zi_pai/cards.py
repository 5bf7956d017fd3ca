"""The 80 cards: numbers 1–10 in two suits, small and big, four copies of each. Cards as ints, and text with positions.

A kind is `2 * (number - 1) + suit`, small 0 and big 1, so that kinds ascend by number, then suit.
"""

from pathlib import Path

from solver.cards.runs import Notation, Slips
from solver.game import Face
from solver.text import LANGS, Texts

TEXTS = Texts.load(Path(__file__).with_name("texts.toml"))

DIGITS = "1234567890"
"""Numbers 1–10 as written, `0` for ten."""
SUITS = "sb"
COPIES = 4
RED = (2, 7, 10)
"""Numbers printed in red."""
GLYPHS = "一壹二貳三叁四肆五伍六陸七柒八捌九玖十拾"
"""The sign on the card by kind."""

NOTATION = Notation(
    TEXTS,
    Slips("missing-suit", "suit-without-number", "upper-case-suit"),
    pieces=DIGITS,
    suits=("sx", "bd"),
    whole={glyph: kind for kind, glyph in enumerate(GLYPHS)} | {"贰": 3, "參": 5, "陆": 11},
    copies=COPIES,
)
"""Runs of digits closed by their suit (`12270s 112b`), or Chinese signs, which tell their suit (`一二貳`)."""
NAMES, KINDS, DECK = NOTATION.name_of, NOTATION.kinds, NOTATION.deck
parse, parse_one, places = NOTATION.parse, NOTATION.parse_one, NOTATION.places
names, canonical, write = NOTATION.names, NOTATION.canonical, NOTATION.write


def card_name(kind: int) -> dict[str, str]:
    """The card's name in each language."""
    suit = SUITS[kind % 2]
    number = {"en": str(kind // 2 + 1), "zh": GLYPHS[kind], "vi": str(kind // 2 + 1)}
    return {lang: TEXTS("name-card", lang, suit=TEXTS(f"suit-{suit}", lang), number=number[lang]) for lang in LANGS}


FACES: tuple[Face, ...] = tuple(
    Face(name, "glyph", GLYPHS[kind], "red" if kind // 2 + 1 in RED else "black", SUITS[kind % 2], card_name(kind))
    for kind, name in enumerate(NAMES)
)
