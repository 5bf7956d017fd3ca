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
    laid = sorted(cards, reverse=True)
    ranks = [card >> 2 for card in laid]
    if len(set(ranks)) < len(ranks):
        laid.sort(key=lambda card: -ranks.count(card >> 2))
    elif ranks in ([12, 3, 2, 1, 0], [12, 1, 0]):
        laid = laid[1:] + laid[:1]
    return tuple(laid)
