"""The 52 cards: notation, names, faces. A hand is four of them, each an int of `solver.cards.playing`; suits never count."""

from collections.abc import Sequence
from pathlib import Path

from solver.cards import faces, playing
from solver.games.si_ki_pi.ranking import Ranks
from solver.request import Cards
from solver.text import Texts

TEXTS = Texts.load(Path(__file__).with_name("texts.toml"))
HAND = 4
DECK: tuple[str, ...] = playing.NAMES[: playing.JOKER]

FACES = faces.FACES[: playing.JOKER]
parse = playing.canonical


def read_hand(cards: Cards, pointer: str = "/hand") -> tuple[int, ...]:
    """Four different cards in canonical order. Raises InputError."""
    # Eight characters are nearly always four cards side by side: that is read in a third of the time.
    held = _read_eight(cards) if isinstance(cards, str) and len(cards) == 2 * HAND else ()
    if len(set(held)) == HAND:
        return tuple(sorted(held, reverse=True))
    return playing.read_hand(cards, pointer, (HAND, HAND))


def _read_eight(text: str) -> tuple[int, ...]:
    known = playing.SPELLINGS
    try:
        return known[text[:2]], known[text[2:4]], known[text[4:6]], known[text[6:]]
    except KeyError:
        return ()


def ranks_of(cards: Sequence[int]) -> Ranks:
    """Ranks 2–14 of cards, in their order."""
    return tuple([(card >> 2) + 2 for card in cards])
