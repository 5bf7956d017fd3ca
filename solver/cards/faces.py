"""How playing cards are drawn and what they are called, for games that use them."""

from solver.cards import playing
from solver.game import Face

RANK_NAMES = {
    "en": ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"),
    "zh": ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"),
    "vi": ("2", "3", "4", "5", "6", "7", "8", "9", "10", "bồi", "đầm", "già", "át"),
}
"""Names of the ranks two to ace, by language."""
SUIT_NAMES = {
    "en": ("clubs", "diamonds", "hearts", "spades"),
    "zh": ("梅花", "方块", "红桃", "黑桃"),
    "vi": ("chuồn", "rô", "cơ", "bích"),
}
_SIGNS = "♣♦♥♠"
_JOKER = Face(
    card=playing.NAMES[playing.JOKER],
    style="playing",
    glyph="Jk",
    ink="red",
    mark="★",
    names={"en": "joker", "zh": "王", "vi": "phăng teo"},
)


def _face(card: int) -> Face:
    rank, suit = card >> 2, card & 3
    return Face(
        card=playing.NAMES[card],
        style="playing",
        glyph="10" if rank == 8 else playing.RANKS[rank],
        ink="red" if suit in (1, 2) else "black",
        mark=_SIGNS[suit],
        names={
            "en": f"{RANK_NAMES['en'][rank]} of {SUIT_NAMES['en'][suit]}",
            "zh": f"{SUIT_NAMES['zh'][suit]}{RANK_NAMES['zh'][rank]}",
            "vi": f"{RANK_NAMES['vi'][rank]} {SUIT_NAMES['vi'][suit]}",
        },
    )


FACES: tuple[Face, ...] = (*map(_face, range(playing.JOKER)), _JOKER)
"""The 52 cards and the joker."""
