"""The faces of cards as SVG. Page, pictures and web component show these very shapes; nothing else draws a card."""

from collections.abc import Iterable, Iterator, Sequence
from xml.etree.ElementTree import Element

from solver.drawing.outlines import EM, Outline, outlines
from solver.drawing.palette import DIVIDE, EDGE, GROUNDS, INKS, PAPER, PIP, RED_PIP
from solver.drawing.svg import XMLNS, el, encode, short
from solver.game import Face

HEIGHT = 84
WIDTHS = {"playing": 60, "glyph": 50, "domino": 42}
"""Widths of cards by style, for this height."""

# One unit square each.
MARKS = {
    "♠": "M.5 0C.62.2 1 .4 1 .66a.21.21 0 0 1-.38.13q.02.13.13.21h-.5q.11-.08.13-.21A.21.21 0 0 1 0 .66C0 .4.38.2.5 0Z",
    "♥": "M.5 1C.36.78 0 .58 0 .29A.26.26 0 0 1 .5.2.26.26 0 0 1 1 .29C1 .58.64.78.5 1Z",
    "♦": "M.5 0Q.66.28.9.5.66.72.5 1 .34.72.1.5.34.28.5 0Z",
    "♣": "M.5 0a.23.23 0 0 1 .2.35.23.23 0 1 1-.08.41Q.64.92.75 1h-.5Q.36.92.38.76A.23.23 0 1 1 .3.35.23.23 0 0 1 .5 0Z",
    "★": "M.5 0 .62.35.98.36.69.58.79.93.5.73.21.93.31.58.02.36.38.35Z",
    "●": "M.5.1a.4.4 0 1 1-.001 0Z",
    "○": "M.5.06a.44.44 0 1 1-.001 0ZM.5.24a.26.26 0 1 0 .001 0Z",
    "▲": "M.5.08.96.9H.04Z",
    "■": "M.1.1H.9V.9H.1Z",
}
"""The marks that tell suits and colours apart without colour. Other marks are letters, which no card shows."""

# Where pips stand on a half of a domino, of which a side is 2 units.
PIPS = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def face_id(card: str) -> str:
    """The id of a card's face in every drawing."""
    return f"f-{card}"


def width(face: Face) -> int:
    """The width of a face that is HEIGHT high."""
    return WIDTHS.get(face.style, WIDTHS["glyph"])


class Parts:
    """Shapes that several faces or words share: each is defined once, and used where it stands."""

    def __init__(self) -> None:
        self.used: dict[str, Element] = {}

    def definitions(self) -> Iterator[Element]:
        """All shapes that were used, by their ids."""
        return (self.used[id] for id in sorted(self.used))

    def _use(self, id: str, path: str, transform: str) -> Element:
        if id not in self.used:
            self.used[id] = el("path", id=id, d=path)
        return el("use", href=f"#{id}", transform=transform)

    def mark(self, mark: str, x: float, y: float, size: float) -> Element | None:
        """A mark in the square of this size; None for a mark that is a letter."""
        path = MARKS.get(mark)
        return None if path is None else self._use(f"m{ord(mark):x}", path, f"translate({short(x)} {short(y)}) scale({short(size)})")

    def character(self, outline: Outline, x: float, y: float, size: float) -> Element:
        """A character on the baseline `y`."""
        return self._use(outline.id, outline.path, f"translate({short(x)} {short(y)}) scale({size / EM:.4g})")

    def written(self, style: str, text: str, x: float, y: float, size: float, tracking: float = 0) -> list[Element]:
        """A text in outlines from `x` on; characters without an outline are left out. `tracking` in em between two."""
        drawn: list[Element] = []
        for outline in filter(None, map(outlines(style).get, text)):
            drawn.append(self.character(outline, x, y, size))
            x += (outline.advance / EM + tracking) * size
        return drawn

    def face(self, face: Face) -> Element:
        """A face as a group with its id, HEIGHT high."""
        wide = width(face)
        ground = face.style == "glyph" and face.mark in MARKS
        ink, paper = GROUNDS.get(face.ink, GROUNDS["white"]) if ground else (INKS.get(face.ink, INKS["black"]), PAPER)
        rimmed = face.style == "glyph" and not ground and face.ink == "red"
        rim, thick = (ink, 2.5) if rimmed else (EDGE if paper == PAPER else "#000", 1)
        sheet = el("rect", class_="paper rimmed" if rimmed else "paper", x=0.75, y=0.75, width=wide - 1.5, height=HEIGHT - 1.5, rx=6,
                   fill=paper, stroke=rim, stroke_width=thick, stroke_opacity=0.22 if rim == "#000" else None)  # fmt: skip
        return el("g", sheet, self._shapes(face, wide), id=face_id(face.card), data_width=wide, fill=ink)

    def _shapes(self, face: Face, wide: int) -> Sequence[Element | None]:
        match face.style:
            case "playing":
                return self._playing(face, wide)
            case "domino":
                return self._domino(face, wide)
            case _:
                return self._glyph(face, wide)

    def _playing(self, face: Face, wide: int) -> list[Element | None]:
        joker = face.mark == "★"
        tight = -0.1 if len(face.glyph) > 1 else 0
        return [
            *self.written("index", face.glyph, 8 if len(face.glyph) < 2 else 6, 28, 22 if joker else 28, tight / (2 if joker else 1)),
            self.mark(face.mark, 9, 34, 13),
            self.mark(face.mark, wide - 38, HEIGHT - 38, 31),
        ]

    def _glyph(self, face: Face, wide: int) -> list[Element | None]:
        index = face.card[:1].replace("0", "10")
        # Both corners are the same shapes: the lower ones stand on their heads.
        corner = [*self.written("index", index, 5, 16, 13), self.mark(face.mark, wide - 15, 6, 10)]
        below = el("g", corner, transform=f"rotate(180 {wide / 2} {HEIGHT / 2})")
        outline = outlines("sign").get(face.glyph)
        return [*corner, below, self.character(outline, wide / 2 - 18.5, 56, 37) if outline else None]

    def _domino(self, face: Face, wide: int) -> list[Element]:
        # As on the tiles themselves: ones and fours are red, and so is one side of each six of the double six.
        def half(count: str, middle: float) -> list[Element]:
            double_six = face.glyph == "66"
            return [
                el("circle", cx=wide / 2 + x * 10, cy=middle + y * 12, r=6.5 if count == "1" else 4.2,
                   fill=RED_PIP if count in "14" or (double_six and place % 2 == 0) else PIP)
                for place, (x, y) in enumerate(PIPS.get(count, ()))
            ]  # fmt: skip

        line = el("path", d=f"M8 {HEIGHT / 2:.0f}H{wide - 8}", stroke=DIVIDE, stroke_width=1.5)
        return [*half(face.glyph[:1], 22), line, *half(face.glyph[1:], HEIGHT - 22)]


def sheet(faces: Iterable[Face]) -> bytes:
    """An SVG of definitions: each face under the id of its card (`face_id`), to be shown by `<use>`."""
    parts = Parts()
    drawn = [parts.face(face) for face in faces]
    return encode(el("svg", el("defs", [*parts.definitions(), *drawn]), xmlns=XMLNS))
