"""The 112 cards: 7 pieces in 4 colours, four copies of each. Cards as ints, and text with positions.

A kind is `4 * piece + colour`: pieces K G E R H C S as 0–6, colours r y g w as 0–3, so that kinds ascend by piece, then colour.
"""

from pathlib import Path

from solver.cards.runs import Notation, Slips
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

NOTATION = Notation(
    TEXTS,
    Slips("missing-colour", "colour-without-piece", "upper-case-colour", "lower-case-piece", "two-colours"),
    pieces=("K1將帥将帅", "G2士仕", "E3象相", "R4車俥车伡", "H5馬傌马", "C6包炮砲", "S7卒兵"),
    suits=COLOURS,
    openers=("紅红", "黃黄", "綠绿", "白"),
    copies=COPIES,
)
"""Runs of pieces closed by their colour (`1123r KKGy`) or, in Chinese, opened by it (`紅將士象`)."""
NAMES, KINDS, DECK = NOTATION.name_of, NOTATION.kinds, NOTATION.deck
parse, parse_one, places = NOTATION.parse, NOTATION.parse_one, NOTATION.places
names, canonical, write = NOTATION.names, NOTATION.canonical, NOTATION.write

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
