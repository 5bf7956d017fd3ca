"""Pai Gow Poker by brute force: ranks with the joker, the 21 splits, which are legal and which beaten by another, and results.

A card is as in Chinese poker, the joker `"Jk"`. The joker is tried as every card it may stand for.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from tests.brute.chinese_poker import DECK, FLUSH, STRAIGHT, STRAIGHT_FLUSH, Rank, rank_five

JOKER = "Jk"
FULL_DECK = (*DECK, JOKER)
FIVE_ACES = 9
Split = tuple[tuple[str, ...], tuple[str, ...]]  # front, back


@lru_cache(maxsize=500_000)
def rank_back(cards: tuple[str, ...], wheel: str = "second", joker: str = "semi") -> Rank:
    """The rank of five cards, the joker at its best reading: an ace, or whatever completes a straight, flush or straight flush."""
    if JOKER not in cards:
        return rank_five(cards, wheel)
    others = [card for card in cards if card != JOKER]
    if all(card[0] == "A" for card in others):
        return (FIVE_ACES,)
    # As an ace it may repeat one that is held, but only where suits don't matter.
    held_suits = {card[1] for card in others}
    ace_suit = next((suit for suit in "shdc" if "A" + suit not in others and {suit} != held_suits), "")
    readings = [rank_five((*others, "A" + ace_suit), wheel)] if ace_suit else []
    for card in DECK:
        if card not in others:
            rank = rank_five((*others, card), wheel)
            if joker == "wild" or card[0] == "A" or rank[0] in (STRAIGHT, FLUSH, STRAIGHT_FLUSH):
                readings.append(rank)
    return max(readings)


def rank_front(cards: tuple[str, ...], joker: str = "semi") -> Rank:
    """The rank of two cards; the joker is an ace, fully wild it pairs the other card."""
    values = sorted((14 if card == JOKER else "23456789TJQKA".index(card[0]) + 2 for card in cards), reverse=True)
    if joker == "wild" and JOKER in cards:
        values = [14 if card == JOKER else "23456789TJQKA".index(card[0]) + 2 for card in cards if card != JOKER] * 2
    return (1, values[0]) if values[0] == values[1] else (0, *values)


def ranks(split: Split, wheel: str = "second", joker: str = "semi") -> tuple[Rank, Rank]:
    """The ranks of front and back."""
    return rank_front(tuple(sorted(split[0])), joker), rank_back(tuple(sorted(split[1])), wheel, joker)


def legal(split: Split, wheel: str = "second", joker: str = "semi") -> bool:
    """The back is not outranked by the front."""
    front, back = ranks(split, wheel, joker)
    return len(split[0]) == 2 and len(split[1]) == 5 and front <= back


def legal_splits(cards: Sequence[str], wheel: str = "second", joker: str = "semi") -> list[tuple[Split, tuple[Rank, Rank]]]:
    """All legal ones of the 21 splits, with their ranks."""
    splits: list[Split] = [(front, tuple(card for card in cards if card not in front)) for front in combinations(cards, 2)]
    return [(split, ranks(split, wheel, joker)) for split in splits if legal(split, wheel, joker)]


def undominated(cards: Sequence[str], wheel: str = "second", joker: str = "semi") -> list[tuple[Split, tuple[Rank, Rank]]]:
    """The legal splits that no other betters in one row and equals in the other."""
    splits = legal_splits(cards, wheel, joker)
    return [
        (split, own)
        for split, own in splits
        if not any(other != own and other[0] >= own[0] and other[1] >= own[1] for _, other in splits)
    ]  # fmt: skip


def strength(cards: Sequence[str], wheel: str = "second", joker: str = "semi") -> tuple[Rank, Rank]:
    """(front, back) of the strongest back, then the strongest front."""
    return max((own for _, own in legal_splits(cards, wheel, joker)), key=lambda own: (own[1], own[0]))


def seven_card_category(cards: Sequence[str]) -> int:
    """The category of the best five of seven cards, a royal flush counted as a straight flush, five aces as 9."""
    return int(max(rank_back(tuple(sorted(five))) for five in combinations(cards, 5))[0])


def result(player: Split, banker: Split, wheel: str = "second", joker: str = "semi") -> int:
    """1 when the player wins both rows, -1 when the banker does (copies are his), 0 for a push; a foul loses, the banker's too.

    Two fouls: the banker wins (a decision; copies are his).
    """
    fouls = not legal(player, wheel, joker), not legal(banker, wheel, joker)
    if any(fouls):
        return -1 if fouls[0] else 1
    own, other = ranks(player, wheel, joker), ranks(banker, wheel, joker)
    won = sum(x > y for x, y in zip(own, other, strict=True))
    return won - 1


def aces_and_joker(cards: Sequence[str]) -> int:
    """How many aces a hand has, the joker among them."""
    return Counter(card[0] == "A" or card == JOKER for card in cards)[True]
