"""The 52 cards and a joker. A hand is 7 of them, each an int of `solver.cards.playing`."""

from functools import partial
from pathlib import Path

from solver.cards import playing
from solver.request import Cards
from solver.text import Texts

TEXTS = Texts.load(Path(__file__).with_name("texts.toml"))
HAND = 7
JOKERS = 1
DECK: tuple[str, ...] = playing.NAMES[: playing.JOKER + JOKERS]
parse = partial(playing.canonical, jokers=JOKERS)


def read_hand(cards: Cards, pointer: str = "/hand") -> tuple[int, ...]:
    """Seven different cards in canonical order. Raises InputError."""
    return playing.read_hand(cards, pointer, (HAND, HAND), JOKERS)
