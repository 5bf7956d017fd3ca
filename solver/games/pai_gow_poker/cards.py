"""The 52 cards and a joker. A hand is 7 of them, each an int of `solver.cards.playing`."""

from pathlib import Path

from solver.cards import playing
from solver.errors import refuse
from solver.request import Cards
from solver.text import Texts

TEXTS = Texts.load(Path(__file__).with_name("texts.toml"))
HAND = 7
JOKERS = 1
DECK: tuple[str, ...] = playing.NAMES[: playing.JOKER + JOKERS]


def parse(cards: Cards) -> tuple[str, ...]:
    """A request's cards in canonical notation, in the order given. Raises InputError."""
    return playing.names(playing.parse(cards, jokers=JOKERS))


def read_hand(cards: Cards, pointer: str = "/hand") -> tuple[int, ...]:
    """Seven different cards, the joker first, then the highest (equal ranks: spades, hearts, diamonds, clubs): the canonical order.

    Raises InputError `empty-hand`, `unknown-card`, `duplicate-card`, `too-many-copies` or `wrong-number-of-cards`.
    """
    held = playing.parse(cards, pointer, JOKERS)
    if not held:
        raise refuse("empty-hand", pointer)
    playing.require_deck(held, pointer, JOKERS)
    if len(held) != HAND:
        raise refuse("wrong-number-of-cards", pointer, count=len(held), expected=HAND)
    return tuple(sorted(held, reverse=True))
