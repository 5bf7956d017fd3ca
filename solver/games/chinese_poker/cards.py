"""The 52 cards: notation, names, faces. A hand is 13 of them, each an int of `solver.cards.playing`."""

from collections.abc import Sequence
from pathlib import Path

from solver.cards import playing
from solver.errors import refuse
from solver.game import Face
from solver.request import Cards
from solver.text import Texts

TEXTS = Texts.load(Path(__file__).with_name("texts.toml"))
HAND = 13
DECK: tuple[str, ...] = playing.NAMES[: playing.JOKER]

_RANKS = {
    "en": ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"),
    "zh": ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"),
    "vi": ("2", "3", "4", "5", "6", "7", "8", "9", "10", "bồi", "đầm", "già", "át"),
}
_SUITS = {
    "en": ("clubs", "diamonds", "hearts", "spades"),
    "zh": ("梅花", "方块", "红桃", "黑桃"),
    "vi": ("chuồn", "rô", "cơ", "bích"),
}
_SIGNS = "♣♦♥♠"


def _face(card: int) -> Face:
    rank, suit = card >> 2, card & 3
    return Face(
        card=DECK[card],
        style="playing",
        glyph="10" if rank == 8 else playing.RANKS[rank],
        ink="red" if suit in (1, 2) else "black",
        mark=_SIGNS[suit],
        names={
            "en": f"{_RANKS['en'][rank]} of {_SUITS['en'][suit]}",
            "zh": f"{_SUITS['zh'][suit]}{_RANKS['zh'][rank]}",
            "vi": f"{_RANKS['vi'][rank]} {_SUITS['vi'][suit]}",
        },
    )


FACES: tuple[Face, ...] = tuple(map(_face, range(len(DECK))))


def parse(cards: Cards) -> tuple[str, ...]:
    """A request's cards in canonical notation, in the order given. Raises InputError."""
    return playing.names(playing.parse(cards))


def read_hand(cards: Cards, pointer: str = "/hand") -> tuple[int, ...]:
    """Thirteen different cards, the highest first (equal ranks: spades, hearts, diamonds, clubs): the canonical order.

    Raises InputError `empty-hand`, `unknown-card`, `duplicate-card` or `wrong-number-of-cards`.
    """
    held = playing.parse(cards, pointer)
    if len(held) == HAND and len(set(held)) == HAND:
        return tuple(sorted(held, reverse=True))
    if not held:
        raise refuse("empty-hand", pointer)
    playing.require_deck(held, pointer)
    raise refuse("wrong-number-of-cards", pointer, count=len(held), expected=HAND)


def in_order(cards: Sequence[int]) -> tuple[int, ...]:
    """A row as players lay it: sets before single cards, then the highest first; a wheel ends in its ace."""
    laid = sorted(cards, reverse=True)
    ranks = [card >> 2 for card in laid]
    if len(set(ranks)) < len(ranks):
        laid.sort(key=lambda card: -ranks.count(card >> 2))
    elif ranks in ([12, 3, 2, 1, 0], [12, 1, 0]):
        laid = laid[1:] + laid[:1]
    return tuple(laid)
