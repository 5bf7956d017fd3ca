"""The 52 cards: notation, names, faces. A hand is four of them, each an int of `solver.cards.playing`; suits never count."""

from collections.abc import Sequence
from pathlib import Path

from solver.cards import playing
from solver.errors import refuse
from solver.game import Face
from solver.games.si_ki_pi.ranking import Ranks
from solver.request import Cards
from solver.text import Texts

TEXTS = Texts.load(Path(__file__).with_name("texts.toml"))
HAND = 4
DECK: tuple[str, ...] = playing.NAMES[: playing.JOKER]

RANK_NAMES = {
    "en": ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"),
    "zh": ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"),
    "vi": ("2", "3", "4", "5", "6", "7", "8", "9", "10", "bồi", "đầm", "già", "át"),
}
_SUIT_NAMES = {
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
            "en": f"{RANK_NAMES['en'][rank]} of {_SUIT_NAMES['en'][suit]}",
            "zh": f"{_SUIT_NAMES['zh'][suit]}{RANK_NAMES['zh'][rank]}",
            "vi": f"{RANK_NAMES['vi'][rank]} {_SUIT_NAMES['vi'][suit]}",
        },
    )


FACES: tuple[Face, ...] = tuple(map(_face, range(len(DECK))))


def parse(cards: Cards) -> tuple[str, ...]:
    """A request's cards in canonical notation, in the order given. Raises InputError."""
    return playing.names(playing.parse(cards))


def read_hand(cards: Cards, pointer: str = "/hand") -> tuple[int, ...]:
    """Four different cards, the highest first (equal ranks: spades, hearts, diamonds, clubs): the canonical order.

    Raises InputError `empty-hand`, `unknown-card`, `duplicate-card` or `wrong-number-of-cards`.
    """
    # Eight characters are nearly always four cards side by side: that is read in a third of the time.
    held = _read_eight(cards) if isinstance(cards, str) and len(cards) == 2 * HAND else ()
    held = held or playing.parse(cards, pointer)
    if len(held) == HAND and len(set(held)) == HAND:
        return tuple(sorted(held, reverse=True))
    if not held:
        raise refuse("empty-hand", pointer)
    playing.require_deck(held, pointer)
    raise refuse("wrong-number-of-cards", pointer, count=len(held), expected=HAND)


def _read_eight(text: str) -> tuple[int, ...]:
    known = playing.SPELLINGS
    try:
        return known[text[:2]], known[text[2:4]], known[text[4:6]], known[text[6:]]
    except KeyError:
        return ()


def ranks_of(cards: Sequence[int]) -> Ranks:
    """Ranks 2–14 of cards, in their order."""
    return tuple([(card >> 2) + 2 for card in cards])
