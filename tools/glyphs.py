"""Make the signs and the Chinese font that cards, pictures and page are drawn with: `python tools/glyphs.py` (Debian: fonts-noto-cjk).

From the fonts' outlines come two files, each with just the characters that faces and texts need:

- `solver/drawing/outlines.tsv`: outlines for drawings, a line a character: style, character, advance, path (1,000 units an em);
- `api/web/fonts/words.woff2`: the same characters as a font for the page, for machines that have no Chinese font.

Run it again after a text got a new Chinese character; a test says when.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import ascii_letters, digits
from typing import Any

from fontTools.pens.basePen import BasePen
from fontTools.pens.transformPen import TransformPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTCollection, TTFont

ROOT = Path(__file__).resolve().parent.parent
FONTS = Path("/usr/share/fonts/opentype/noto")
OUTLINES = ROOT / "solver" / "drawing" / "outlines.tsv"
FONT = ROOT / "api" / "web" / "fonts" / "words.woff2"
SOURCES = {
    "sign": ("NotoSerifCJK-Bold.ttc", "Noto Serif CJK TC"),
    "index": ("NotoSansCJK-Bold.ttc", "Noto Sans CJK SC"),
    "word": ("NotoSansCJK-Regular.ttc", "Noto Sans CJK SC"),
}
"""Each style of outline: the file and the family in it."""
PRINTABLE = "".join(map(chr, range(0x20, 0x7F))) + "±×·–—−“”…≤≥"
CARDS_BLOCK = 0x1F000  # cards of Unicode's own stand in texts about notation only
SCRIPT = re.compile(r"[\u2e80-\u9ffe\uf900-\ufaff\uff01-\uffee]")


def signs() -> set[str]:
    """Every character that stands as a sign on a card's ground."""
    from solver.game import games

    return {character for game in games() for face in game.faces if face.style == "glyph" for character in face.glyph} | {"理"}


def written(table: Any) -> Iterator[str]:
    """Every text under `zh`, however deep."""
    for key, value in table.items() if isinstance(table, dict) else enumerate(table) if isinstance(table, list) else ():
        if key == "zh" and isinstance(value, str):
            yield value
        else:
            yield from written(value)


def card_words() -> set[str]:
    """What stands on and beside cards: marks that are letters, and Chinese names."""
    from solver.game import games

    return {word for game in games() for face in game.faces for word in (face.mark, face.names["zh"])}


def drawn_words() -> set[str]:
    """Every character that a picture can show in words of ours, which stand in tables and in programs."""
    files = [path for path in sorted((ROOT / "solver").rglob("*.toml")) if path.name != "examples.toml"]
    texts = [text for path in files for text in written(tomllib.loads(path.read_text(encoding="utf-8")))]
    programs = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "solver").rglob("*.py")) if path.parent != OUTLINES.parent]
    return (
        {one for one in "".join((*texts, *card_words())) if ord(one) < CARDS_BLOCK} - set("{}")
        | set(SCRIPT.findall("".join(programs)))
        | set(PRINTABLE)
    )


def page_words() -> set[str]:
    """Every Chinese character that the page can show in words of ours."""
    files = [path for part in ("api", "solver") for path in sorted((ROOT / part).rglob("*.toml"))]
    texts = [text for path in files for text in written(tomllib.loads(path.read_text(encoding="utf-8")))]
    scripts = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "api" / "web").rglob("*.*")) if path.suffix in (".js", ".html")]
    return set(SCRIPT.findall("".join((*texts, *scripts, *drawn_words(), *signs()))))


class RelativePen(BasePen):  # type: ignore[misc]
    """Writes an outline as path data in whole numbers: each contour from an absolute point, on from there relative to the last point."""

    def __init__(self, glyphs: Any) -> None:
        super().__init__(glyphs)
        self.parts: list[str] = []
        self.at = (0, 0)
        self.last = ""

    def _write(self, command: str, *points: Any) -> None:
        text = "" if command == self.last else command
        self.last = command
        numbers = [round(value) - self.at[axis] for point in points for axis, value in enumerate(point)]
        for index, value in enumerate(numbers):
            text += f"{value}" if value < 0 or (text and not index) else f" {value}"
        self.parts.append(text)
        self.at = (round(points[-1][0]), round(points[-1][1]))

    def _moveTo(self, point: Any) -> None:  # noqa: N802
        self.at = (0, 0)
        self._write("M", point)

    def _lineTo(self, point: Any) -> None:  # noqa: N802
        self._write("l", point)

    def _curveToOne(self, one: Any, two: Any, end: Any) -> None:  # noqa: N802
        self._write("c", one, two, end)

    def _closePath(self) -> None:  # noqa: N802
        self.parts.append("z")
        self.last = ""

    def data(self) -> str:
        """The whole path."""
        return "".join(self.parts)


def outline(font: TTFont, character: str) -> tuple[int, str] | None:
    """Advance and path of a character; None where the font has none."""
    name = font.getBestCmap().get(ord(character))
    if name is None:
        return None
    glyphs = font.getGlyphSet()
    pen = RelativePen(glyphs)
    glyphs[name].draw(TransformPen(pen, (1, 0, 0, -1, 0, 0)))
    return round(glyphs[name].width), pen.data()


def opened(style: str) -> TTFont:
    """The font of a style."""
    file, family = SOURCES[style]
    path = FONTS / file
    if not path.is_file():
        raise SystemExit(f"{file} is missing. On Debian or Ubuntu: apt-get install fonts-noto-cjk")
    return next(
        font for font in TTCollection(path).fonts if font["name"].getDebugName(1) == family or font["name"].getDebugName(16) == family
    )


def write_outlines() -> None:
    """Write the outlines of every style."""
    wanted = {"sign": signs(), "index": set(ascii_letters + digits), "word": drawn_words()}
    lines = []
    for style, characters in wanted.items():
        font = opened(style)
        for character in sorted(characters):
            found = outline(font, character)
            if found:
                lines.append(f"{style}\t{character}\t{found[0]}\t{found[1]}\n")
            else:
                print(f"{style}: {character!r} is in no outline", file=sys.stderr)
    OUTLINES.write_text("".join(lines), encoding="utf-8")


def write_font(characters: Iterable[str]) -> None:
    """Write the page's font with these characters, under a name of its own, as the licence asks."""
    font = opened("word")
    options = Options(
        flavor="woff2", layout_features=[], hinting=False, desubroutinize=True, name_IDs=[0, 1, 2, 13, 14], notdef_outline=True
    )
    subsetter = Subsetter(options)
    subsetter.populate(text="".join(characters))
    subsetter.subset(font)
    for record in font["name"].names:
        if record.nameID == 1:
            record.string = "Lipai Words"
    # The same bytes from the same fonts.
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    font.flavor = "woff2"
    FONT.parent.mkdir(parents=True, exist_ok=True)
    font.save(FONT)


def main() -> None:
    """Write both files."""
    write_outlines()
    write_font(sorted(page_words()))
    for path in (OUTLINES, FONT):
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
