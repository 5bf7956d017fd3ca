"""Cards in a terminal: each a small tile in its paper and ink, drawn from the game's faces."""

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.style import Style
from rich.text import Text

from solver.game import Face

# (ink, paper) of cards that are signs on a coloured ground, by the name of the ground.
GROUNDS = {
    "red": ("#fff4ec", "#b8433d"),
    "yellow": ("#3b2d00", "#edc75c"),
    "green": ("#f2fff0", "#3f8757"),
    "white": ("#2a2a2a", "#e9e5da"),
    "black": ("#f4f1ea", "#3a3d45"),
    "blue": ("#f0f6ff", "#3d6ba8"),
}
# Inks on the paper of playing cards.
PAPER = "#f4f1e8"
INKS = {"red": "#c0302b", "green": "#1d7a3e", "blue": "#2457b0", "black": "#22242a"}


def colours(face: Face | None) -> tuple[str, str]:
    """The ink and the paper of a card; of one that the game does not know, plain."""
    if face is None:
        return GROUNDS["white"]
    return (INKS.get(face.ink, INKS["black"]), PAPER) if face.style == "playing" else GROUNDS.get(face.ink, GROUNDS["white"])


def sign(face: Face) -> tuple[str, str]:
    """What stands on the card: its glyph, and the mark that tells its colour or suit without colour."""
    return face.glyph, "" if face.mark in face.glyph else face.mark


class Deck:
    """The faces of a game by card, and the width that all its tiles share."""

    def __init__(self, faces: Sequence[Face]) -> None:
        self.faces = {face.card: face for face in faces}
        widths = {cell_len("".join(sign(face))) for face in faces} or {1}
        # Signs of one width stand in the middle; of several, to the right, so that marks stand in line.
        self.left, self.inner = (1 if len(widths) == 1 else 0), max(widths)
        self.width = self.left + self.inner + 1

    def tile(self, card: str) -> Text:
        """One card as a tile."""
        face = self.faces.get(card)
        glyph, mark = (card, "") if face is None else sign(face)
        ink, paper = colours(face)
        margin = " " * (self.left + max(self.inner - cell_len(glyph + mark), 0))
        return Text.assemble(margin, (glyph, "bold"), mark, " ", style=Style(color=ink, bgcolor=paper))

    def close(self, cards: Iterable[str]) -> Text:
        """Cards without margins side by side, for tables."""
        line = Text(no_wrap=True)
        for card in cards:
            face = self.faces.get(card)
            glyph, mark = (card, "") if face is None else sign(face)
            ink, paper = colours(face)
            if face and face.style == "glyph":
                line.append(glyph, Style(color=ink, bgcolor=paper))  # a coloured ground is large enough to go without its mark
            else:
                line.append(" " if line else "").append(glyph + mark, Style(color=ink, bgcolor=paper))
        return line


class Tiles:
    """Cards side by side, as many lines as the width asks for; never broken within a card."""

    def __init__(self, deck: Deck, cards: Sequence[str]) -> None:
        self.deck = deck
        self.cards = cards

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        step = self.deck.width + 1
        return Measurement(min(self.deck.width, options.max_width), min(max(len(self.cards) * step - 1, 0), options.max_width))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        a_line = max((options.max_width + 1) // (self.deck.width + 1), 1)
        for start in range(0, len(self.cards), a_line):
            if start:
                yield Text()
            yield Text(" ").join(map(self.deck.tile, self.cards[start : start + a_line]))
