"""Arrangements on felt: split games in rows, grouping games side by side."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from solver.drawing.canvas import GAP, LINE, Canvas

PADDING = 14
BETWEEN = 16
CAPTION = 14
WIDEST_CAPTION = 208
"""A group's caption is broken there, if its cards are not wider."""


@dataclass(frozen=True)
class Block:
    """A group as it stands on the board.

    slot: its row in words. chance: that the row wins. faults: numbers of the violations it has. wrong: places of cards that are part of
    one; numbered: the same of violations that belong to no group, by place.
    """

    cards: Sequence[str]
    name: str = ""
    slot: str = ""
    points: str = ""
    tag: str = ""
    chance: tuple[str, float] | None = None
    quiet: bool = False
    faults: Sequence[int] = ()
    wrong: frozenset[int] = frozenset()
    numbered: dict[int, int] = field(default_factory=dict)


def board(canvas: Canvas, blocks: Sequence[Block], x: float, y: float, room: float, high: float) -> tuple[list[Element], float]:
    """The blocks on felt with their top left at the place, and where they end. `high`: of the cards."""
    if any(block.slot for block in blocks):
        drawn, end = _rows(canvas, blocks, x + PADDING, y + PADDING, room - 2 * PADDING, high)
    else:
        drawn, end = _flow(canvas, blocks, x + PADDING, y + PADDING, room - 2 * PADDING, high)
    return [canvas.box(x, y, room, end + PADDING - y, "felt", 12), *drawn], end + PADDING


def _rows(canvas: Canvas, blocks: Sequence[Block], x: float, y: float, room: float, high: float) -> tuple[list[Element], float]:
    drawn: list[Element] = []
    for index, block in enumerate(blocks):
        y += BETWEEN if index else 0
        aside = 118 if block.chance else 0
        captions, top = _caption(canvas, block, x, y, room)
        cards, end = _cards(canvas, block, x, top, high, room - aside)
        drawn += [*captions, *cards]
        if block.chance:
            words, chance = block.chance
            drawn += canvas.bar(x + room - aside + 10, top + high / 2 - 14, aside - 10, chance, words)
        y = end
    return drawn, y


def _flow(canvas: Canvas, blocks: Sequence[Block], x: float, y: float, room: float, high: float) -> tuple[list[Element], float]:
    """Groups side by side in lines; captions of a line end at the same height, so that its cards stand in line."""
    line: list[tuple[Block, float]] = []
    lines = [line]
    at = 0.0
    for block in blocks:
        wide = min(max(canvas.cards_width(block.cards, high), _caption_width(canvas, block)), room)
        if line and at + wide > room:
            line = []
            lines.append(line)
            at = 0
        line.append((block, wide))
        at += wide + BETWEEN
    drawn: list[Element] = []
    for index, line in enumerate(lines):
        y += BETWEEN if index else 0
        heights = [_caption(canvas, block, 0, 0, wide)[1] for block, wide in line]
        deepest, at = max(heights), x
        bottom = y
        for (block, wide), height in zip(line, heights, strict=True):
            captions, top = _caption(canvas, block, at, y + deepest - height, wide)
            cards, end = _cards(canvas, block, at, top, high, wide)
            drawn += [*captions, *cards]
            bottom = max(bottom, end)
            at += wide + BETWEEN
        y = bottom
    return drawn, y


def _caption_width(canvas: Canvas, block: Block) -> float:
    aside = sum(canvas.text_width(text, CAPTION) + 8 for text in (block.points, block.tag) if text) + 22 * len(block.faults)
    return min(canvas.text_width(block.name, CAPTION, bold=True), WIDEST_CAPTION) + aside


def _caption(canvas: Canvas, block: Block, x: float, y: float, room: float) -> tuple[list[Element], float]:
    """The words over a group's cards, and where they end."""
    drawn: list[Element] = []
    begun = x
    if block.slot:
        drawn.append(canvas.text(x, y + CAPTION, block.slot, CAPTION, "soft"))
        x += canvas.text_width(block.slot, CAPTION) + 10
    aside = sum(canvas.text_width(text, CAPTION) + 8 for text in (block.points, block.tag) if text) + 22 * len(block.faults)
    lines = canvas.wrapped(block.name, CAPTION * (1.05), max(room - (x - begun) - aside, 60), 3)
    words, end = canvas.lines(x, y, lines, CAPTION, "soft" if block.quiet else "ink", bold=not block.quiet)
    drawn += words
    x += max((canvas.text_width(line, CAPTION, bold=not block.quiet) for line in lines), default=-8) + 8
    if block.points:
        drawn.append(canvas.text(x, y + CAPTION, block.points, CAPTION, "accent", bold=True))
        x += canvas.text_width(block.points, CAPTION, bold=True) + 8
    if block.tag:
        drawn.append(canvas.text(x, y + CAPTION, block.tag, CAPTION - 2, "soft"))
        x += canvas.text_width(block.tag, CAPTION - 2) + 8
    for number in block.faults:
        drawn += canvas.badge(x + 9, y + 9, number)
        x += 22
    spoken = block.slot or block.name or block.points or block.tag or block.faults
    return drawn, max(end, y + CAPTION * LINE) + 4 if spoken else y


def _cards(canvas: Canvas, block: Block, x: float, y: float, high: float, room: float) -> tuple[list[Element], float]:
    """A group's cards from left to right, in more lines where there is no room, and where they end."""
    drawn: list[Element] = []
    badges: list[Element] = []
    at = x
    for place, card in enumerate(block.cards):
        wide = canvas.card_width(card, high)
        if at > x and at + wide > x + room + 0.5:
            at, y = x, y + high + GAP
        drawn += canvas.card(card, at, y, high, place in block.wrong)
        if place in block.numbered:
            badges += canvas.badge(at + wide - 4, y + 4, block.numbered[place])
        at += wide + GAP
    if block.quiet:
        drawn = [_faded(drawn)]
    return [*drawn, *badges], y + high


def _faded(children: Iterable[Element]) -> Element:
    node = Element("g", {"opacity": "0.72"})
    node.extend(children)
    return node
