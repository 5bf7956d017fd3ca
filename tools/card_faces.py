"""Cards as SVG pictures for the documentation, drawn from a game's faces as the page draws them."""

from __future__ import annotations

from html import escape

from solver.game import Face

HEIGHT = 84
WIDTHS = {"playing": 60, "glyph": 50, "domino": 42}
PAPER = "#fcfaf4"
INKS = {"red": "#b3231f", "green": "#17693a", "blue": "#2457b0"}
BLACK = "#1f2126"
# (ink, paper) of signs on a coloured ground.
GROUNDS = {
    "red": ("#fff6ef", "#b5403a"),
    "yellow": ("#382a00", "#ecc65a"),
    "green": ("#f4fff2", "#37794c"),
    "white": ("#262626", "#f3f1ea"),
}
# One unit square each, so that no font decides how a mark looks.
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
SANS = 'system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif'
SIGN = '"Noto Serif CJK TC", "Noto Serif CJK SC", "Songti TC", "PMingLiU", serif'
# Where pips stand on a half of a domino, of which a side is 2 units.
PIPS: dict[str, tuple[tuple[int, int], ...]] = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def _mark(mark: str, x: float, y: float, size: float) -> str:
    path = MARKS.get(mark)
    return f'<path d="{path}" transform="translate({x} {y}) scale({size})"/>' if path else ""


def _text(x: float, y: float, size: int, font: str, text: str, anchor: str = "start") -> str:
    return f'<text x="{x}" y="{y}" font-family=\'{font}\' font-weight="700" font-size="{size}" text-anchor="{anchor}">{escape(text)}</text>'


def _playing(face: Face, width: int) -> str:
    parts = [_text(8, 28, 28, SANS, face.glyph), _mark(face.mark, 9, 34, 13), _mark(face.mark, width - 38, HEIGHT - 38, 31)]
    return "".join(parts)


def _glyph(face: Face, width: int) -> str:
    corner = _text(5, 16, 13, SANS, face.card[0].replace("0", "10")) + _mark(face.mark, width - 15, 6, 10)
    turned = f'<g transform="rotate(180 {width / 2} {HEIGHT / 2})">{corner}</g>'
    return corner + turned + _text(width / 2, 56, 37, SIGN, face.glyph, "middle")


def _domino(face: Face, width: int) -> str:
    def half(count: str, middle: int) -> str:
        # As on the tiles themselves: ones and fours are red, and so is one side of each six of the double six.
        inks = ["#c2352f" if count in "14" or (face.glyph == "66" and place % 2 == 0) else BLACK for place in range(len(PIPS[count]))]
        size = 6.5 if count == "1" else 4.2
        return "".join(
            f'<circle cx="{width / 2 + 10 * x}" cy="{middle + 12 * y}" r="{size}" fill="{ink}"/>'
            for (x, y), ink in zip(PIPS[count], inks, strict=True)
        )

    line = f'<path d="M8 {HEIGHT / 2}H{width - 8}" stroke="#b9b3a2" stroke-width="1.5"/>'
    return half(face.glyph[0], 22) + line + half(face.glyph[1], HEIGHT - 22)


DRAW = {"playing": _playing, "glyph": _glyph, "domino": _domino}


def draw(face: Face) -> str:
    """The picture of one card, an SVG document without any reference outside itself."""
    width = WIDTHS[face.style]
    grounded = face.style == "glyph" and face.mark in MARKS
    ink, paper = GROUNDS[face.ink] if grounded else (INKS.get(face.ink, BLACK), PAPER)
    framed = face.style == "glyph" and not grounded and face.ink == "red"
    rim = f'stroke="{ink}" stroke-width="2.5"' if framed else 'stroke="#000" stroke-opacity="0.22"'
    frame = f'<rect x="1" y="1" width="{width - 2}" height="{HEIGHT - 2}" rx="6" fill="{paper}" {rim}/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" width="{width}" height="{HEIGHT}" fill="{ink}">'
        f"{frame}{DRAW[face.style](face, width)}</svg>\n"
    )
