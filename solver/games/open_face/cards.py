"""The 52 cards and up to two jokers. A hand is 13 to 17 of them, each an int of `solver.cards.playing`."""

from functools import partial
from pathlib import Path

from solver.cards import playing
from solver.request import Cards
from solver.text import Texts

TEXTS = Texts.load(Path(__file__).with_name("texts.toml"))
FEWEST, MOST = 13, 17
DEALT = 14
"""Cards of a Fantasyland hand where the rules of the table say nothing else."""
JOKERS = 2
DECK: tuple[str, ...] = playing.NAMES
parse = partial(playing.canonical, jokers=JOKERS)


def read_hand(cards: Cards, pointer: str = "/hand") -> tuple[int, ...]:
    """Thirteen to seventeen different cards in canonical order. Raises InputError."""
    return playing.read_hand(cards, pointer, (FEWEST, MOST), JOKERS)
