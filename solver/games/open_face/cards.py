"""The 52 cards and up to two jokers. A hand is 13 to 17 of them, each an int of `solver.cards.playing`."""

from pathlib import Path

from solver.cards import playing
from solver.errors import refuse
from solver.request import Cards
from solver.text import Texts

TEXTS = Texts.load(Path(__file__).with_name("texts.toml"))
FEWEST, MOST = 13, 17
DEALT = 14
"""Cards of a Fantasyland hand where the rules of the table say nothing else."""
JOKERS = 2
DECK: tuple[str, ...] = playing.NAMES


def parse(cards: Cards) -> tuple[str, ...]:
    """A request's cards in canonical notation, in the order given. Raises InputError."""
    return playing.names(playing.parse(cards, jokers=JOKERS))


def read_hand(cards: Cards, pointer: str = "/hand") -> tuple[int, ...]:
    """Thirteen to seventeen different cards, jokers first, then the highest (equal ranks: spades, hearts, diamonds, clubs).

    Raises InputError `empty-hand`, `unknown-card`, `duplicate-card`, `too-many-copies` or `wrong-number-of-cards`.
    """
    held = playing.parse(cards, pointer, JOKERS)
    if not held:
        raise refuse("empty-hand", pointer)
    playing.require_deck(held, pointer, JOKERS)
    if not FEWEST <= len(held) <= MOST:
        raise refuse("wrong-number-of-cards", pointer, count=len(held), expected=f"{FEWEST}–{MOST}")
    return tuple(sorted(held, reverse=True))
