"""What a picture is put together from: words, cards, bars and badges at their places, with the shapes they share."""

import re
from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element

from solver.drawing.faces import HEIGHT, Parts, face_id, width
from solver.drawing.outlines import EM, outlines
from solver.drawing.palette import THEME, WRONG, style
from solver.drawing.svg import Child, clean, document, el, encode, short
from solver.game import Face, Game

SANS = 'system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif'
LINE = 1.35
GAP = 5
"""Between two cards."""

HAN = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef"
_HAN = re.compile(f"[{HAN}]")
_WORD = re.compile(rf"\s+|[{HAN}][，。；：、）”]*|[^\s{HAN}]+")
# Widths in em on the wide side, so that nothing overlaps whatever font a reader has.
_WIDTHS = dict.fromkeys("iljI.,:;'|!() ", 0.34) | dict.fromkeys('frt-/[]"', 0.44) | dict.fromkeys("mwMW%—…", 1.0)


class Canvas:
    """A picture in the making, for the cards of one game. Places are in pixels; `tone` names a colour of the palette's THEME."""

    def __init__(self, game: Game) -> None:
        self.parts = Parts()
        self.faces = {face.card: face for face in game.faces}
        self.shown: dict[str, Element] = {}
        self.drawn: list[Child] = []

    def add(self, *children: Child) -> None:
        """Draw over what is there."""
        self.drawn += children

    # Words

    def text_width(self, text: str, size: float, bold: bool = False) -> float:
        """How wide a text is, rather too wide than too narrow."""
        if self._outlined(text):
            table = outlines("word")
            return sum(table[character].advance for character in text) / EM * size
        em = sum(1.0 if _HAN.match(character) else _WIDTHS.get(character, 0.72 if character.isupper() else 0.64) for character in text)
        return em * size * (1.12 if bold else 1)

    @staticmethod
    def _outlined(text: str) -> bool:
        """Whether the text is drawn as outlines: where it is Chinese, which not every machine has a font for, and all of it is there."""
        return bool(_HAN.search(text)) and all(character in outlines("word") for character in text)

    def text(self, x: float, y: float, text: str, size: float, tone: str = "ink", bold: bool = False, end: bool = False) -> Element:
        """Words on the baseline `y`, beginning at `x`, or ending there."""
        text = clean(text)
        if not self._outlined(text):
            return el(
                "text",
                text,
                x=x,
                y=y,
                font_size=size,
                font_weight=650 if bold else None,
                text_anchor="end" if end else None,
                **tinted(tone),
            )
        drawn = self.parts.written("word", text, x - self.text_width(text, size) if end else x, y, size)
        rim, thick = ("currentColor", EM / 40) if bold else (None, None)
        return el("g", drawn, stroke=rim, stroke_width=thick, **tinted(tone))

    def wrapped(self, text: str, size: float, room: float, most: int = 6) -> list[str]:
        """The text in lines that fit the room, `most` at most; what is cut off ends in an ellipsis."""
        lines = [""]
        for word in _WORD.findall(clean(text)):
            while self.text_width(lines[-1] + word.rstrip(), size) > room:
                if lines[-1].strip():
                    lines.append("")
                    word = word.lstrip()
                    continue
                fits = max(1, next((n for n in range(len(word), 0, -1) if self.text_width(word[:n], size) <= room), 1))
                lines[-1], word = word[:fits], word[fits:]
                lines.append("")
            lines[-1] += word if lines[-1] else word.lstrip()
        lines = [line.rstrip() for line in lines if line.strip()]
        if len(lines) > most:
            lines = lines[:most]
            while lines[-1] and self.text_width(lines[-1] + "…", size) > room:
                lines[-1] = lines[-1][:-1]
            lines[-1] += "…"
        return lines

    def lines(
        self, x: float, y: float, lines: Iterable[str], size: float, tone: str = "ink", bold: bool = False
    ) -> tuple[list[Element], float]:
        """Lines of text with their top at `y`, and where they end."""
        drawn = []
        for line in lines:
            drawn.append(self.text(x, y + size, line, size, tone, bold))
            y += size * LINE
        return drawn, y

    # Shapes

    def box(self, x: float, y: float, wide: float, high: float, tone: str, round: float = 10, **more: str | float) -> Element:
        """A filled box with round corners."""
        return el("rect", x=x, y=y, width=max(wide, 0), height=max(high, 0), rx=round, **tinted(tone), **more)

    def tick(self, x: float, y: float, size: float, good: bool) -> Element:
        """A tick or a cross in the square of this size."""
        path = "M.1.55.4.85.92.2" if good else "M.18.18.82.82M.82.18.18.82"
        place = f"translate({short(x)} {short(y)}) scale({short(size)})"
        return el("g", el("path", d=path, fill="none", stroke="currentColor", stroke_width=0.16, stroke_linecap="round", transform=place),
                  **tinted("good" if good else "bad"))  # fmt: skip

    def badge(self, x: float, y: float, number: int) -> list[Element]:
        """The number of a violation in a red circle around the place."""
        return [
            el("circle", cx=x, cy=y, r=9, fill=WRONG, stroke="#fff", stroke_width=1.5),
            el("text", str(number), x=x, y=y + 4, font_size=11.5, font_weight=700, text_anchor="middle", fill="#fff"),
        ]

    def bar(self, x: float, y: float, wide: float, chance: float, words: str, tone: str = "accent") -> list[Element]:
        """A chance: its words, and a bar as long as it is likely."""
        percent = f"{100 * chance:.1f} %" if 0.0005 <= chance < 0.9995 or chance in (0, 1) else ("<0.1 %" if chance < 0.5 else ">99.9 %")
        return [
            self.text(x, y + 12, f"{words} {percent}", 12.5, "soft"),
            self.box(x, y + 18, wide, 4, "line", 2),
            self.box(x, y + 18, wide * min(max(chance, 0), 1), 4, tone, 2),
        ]

    # Cards

    def card_width(self, card: str, high: float) -> float:
        """How wide a card of this height is."""
        return width(self._face(card)) * high / HEIGHT

    def _face(self, card: str) -> Face:
        return self.faces.get(card) or Face(card, "glyph", card, "white")

    def cards_width(self, cards: Sequence[str], high: float) -> float:
        """How wide cards side by side are."""
        return sum(self.card_width(card, high) + GAP for card in cards) - GAP if cards else 0

    def card(self, card: str, x: float, y: float, high: float, wrong: bool = False) -> list[Element]:
        """A card with its top left at the place; a wrong one with a broken red rim."""
        if card not in self.shown:
            self.shown[card] = self.parts.face(self._face(card))
        place = f"translate({short(x)} {short(y)}) scale({high / HEIGHT:.4g})"
        drawn = [el("use", href=f"#{face_id(card)}", transform=place)]
        if wrong:
            frame = {"x": x, "y": y, "width": self.card_width(card, high), "height": high, "rx": 6 * high / HEIGHT}
            # White under the red, so that it stands out from red cards too.
            drawn.append(el("rect", fill="none", stroke="#fff", stroke_width=4.5, **frame))
            drawn.append(el("rect", fill="none", stroke=WRONG, stroke_width=3.5, stroke_dasharray="7 4", **frame))
        return drawn

    def cards(self, cards: Sequence[str], x: float, y: float, high: float, room: float) -> tuple[list[Element], float]:
        """Cards side by side in as many lines as the room asks for, and where they end."""
        drawn: list[Element] = []
        at = x
        for card in cards:
            wide = self.card_width(card, high)
            if at > x and at + wide > x + room:
                at, y = x, y + high + GAP
            drawn += self.card(card, at, y, high)
            at += wide + GAP
        return drawn, y + high

    # The whole

    def picture(self, wide: float, high: float, title: str, description: str, lang: str) -> bytes:
        """The picture as a file: title and description for those who can't see it, a sheet behind all that was drawn."""
        defs = el("defs", self.parts.definitions(), (self.shown[card] for card in sorted(self.shown)))
        sheet = self.box(0.5, 0.5, wide - 1, high - 1, "panel", 14, stroke="#8886", stroke_width=1)
        # The look is in the elements' own attributes; the style only turns day into night.
        return encode(
            document(wide, high, el("title", title), el("desc", description), el("style", style()), defs, sheet, self.drawn,
                     role="img", lang=lang, font_family=SANS)
        )  # fmt: skip


def tinted(tone: str) -> dict[str, str]:
    """The attributes that give an element a colour of the theme, by day and by night, for its fill and for `currentColor`."""
    return {"class_": tone, "fill": THEME[tone][0], "color": THEME[tone][0]}
