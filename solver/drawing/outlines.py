"""Outlines of characters, so that no font decides how a card looks, and Chinese can be read where no font has it.

`outlines.tsv` is made by `tools/glyphs.py` from Noto CJK (its licence: OFL.txt).
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

EM = 1000


@dataclass(frozen=True, slots=True)
class Outline:
    """The shape of one character: path data with 1,000 units an em, the baseline at 0, y downwards; its advance in these units."""

    id: str
    advance: int
    path: str


@cache
def outlines(style: str) -> dict[str, Outline]:
    """All outlines of a style by character: `sign` (on a card's ground), `index` (in a card's corner), `word` (text in pictures)."""
    found: dict[str, Outline] = {}
    for line in Path(__file__).with_name("outlines.tsv").read_text(encoding="utf-8").splitlines():
        of, character, advance, path = line.split("\t")
        if of == style:
            found[character] = Outline(f"{style[0]}{ord(character):x}", int(advance), path)
    return found
