"""The 52 cards: notation, names, faces. A hand is 13 of them, each an int of `solver.cards.playing`."""

from collections.abc import Sequence
from pathlib import Path

from solver.cards import faces, playing
from solver.request import Cards
from solver.text import Texts

TEXTS = Texts.load(Path(__file__).with_name("texts.toml"))
HAND = 13
DECK: tuple[str, ...] = playing.NAMES[: playing.JOKER]

FACES = faces.FACES[: playing.JOKER]
parse = playing.canonical


def read_hand(cards: Cards, pointer: str = "/hand") -> tuple[int, ...]:
    """Thirteen different cards in canonical order. Raises InputError."""
    return playing.read_hand(cards, pointer, (HAND, HAND))


def in_order(cards: Sequence[int]) -> tuple[int, ...]:
    """A row as players lay it: sets before single cards, then the highest first; a wheel ends in its ace."""
    counts = [0] * 13
    for card in cards:
        counts[card >> 2] += 1
    laid = tuple(sorted(cards, key=lambda card: (counts[card >> 2], card), reverse=True))
    ranks = [card >> 2 for card in laid]
    if ranks in ([12, 3, 2, 1, 0], [12, 1, 0]):
        return laid[1:] + laid[:1]
    return laid
