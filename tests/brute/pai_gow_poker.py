"""Pai Gow Poker by brute force: ranks with the joker, the 21 splits, which are legal and which beaten by another,
what the house ways set, and results.

A card is as in Chinese poker, the joker `"Jk"`. The joker is tried as every card it may stand for.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations

from tests.brute.chinese_poker import (
    DECK,
    FLUSH,
    FULL_HOUSE,
    PAIR,
    QUADS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    TWO_PAIR,
    VALUE,
    Rank,
    rank_five,
)

JOKER = "Jk"
FULL_DECK = (*DECK, JOKER)
FIVE_OF_A_KIND = 9
Split = tuple[tuple[str, ...], tuple[str, ...]]  # front, back


@lru_cache(maxsize=500_000)
def rank_back(cards: tuple[str, ...], wheel: str = "second", joker: str = "semi") -> Rank:
    """The rank of five cards, the joker at its best reading: an ace, or whatever completes a straight, flush or straight flush."""
    if JOKER not in cards:
        return rank_five(cards, wheel)
    others = [card for card in cards if card != JOKER]
    if len({card[0] for card in others}) == 1 and (joker == "wild" or others[0][0] == "A"):
        return (FIVE_OF_A_KIND, VALUE[others[0][0]])
    readings = []
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
    """The category of the best five of seven cards, a royal flush counted as a straight flush, five of a kind as 9."""
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


Ranks = tuple[Rank, Rank]  # front, back
Test = Callable[[Rank, Rank], bool]
ACE, KING, JACK = 14, 13, 11
ROYAL = (STRAIGHT_FLUSH, ACE)


def in_back(*categories: int, front: Rank = (0, 0)) -> Test:
    """A back of one of these categories (royal flushes among straight flushes), and at least this front."""
    return lambda own_front, back: back[0] in categories and own_front >= front


def in_front(pair: int) -> Test:
    """This pair in front."""
    return lambda front, back: front == (1, pair)


def house_way(name: str, cards: Sequence[str], wheel: str = "second") -> Ranks:
    """The ranks of front and back as the tables of the house ways set seven cards, the joker half wild.

    Of what a row leaves open the undominated split with the stronger front.
    """
    options = [own for _, own in undominated(cards, wheel)]

    def take(*wanted: Test) -> Ranks:
        for wants in wanted:
            fitting = [own for own in options if wants(*own)]
            if fitting:
                return max(fitting)
        return max(options, key=lambda own: own[1])

    counts = Counter(ACE if card == JOKER else VALUE[card[0]] for card in cards)
    by_size: dict[int, list[int]] = {size: sorted((v for v, n in counts.items() if n == size), reverse=True) for size in range(1, 6)}
    singles, pairs, threes, fours, fives = (by_size[size] for size in range(1, 6))
    trump = name == "trump-plaza"
    if fives:
        return take(in_back(FIVE_OF_A_KIND)) if pairs == [KING] else take(in_front(ACE))
    if fours:
        return take(*_four(name, fours[0], pairs + threes))
    if len(threes) == 2:
        return take(in_front(threes[0]))
    if threes and pairs:
        if pairs == [2] and singles == [ACE, KING]:
            return take(in_back(FULL_HOUSE, front=(0, ACE, KING)), in_front(2))
        return take(in_front(pairs[0]))

    backs = {ranks(split, wheel)[1] for split, _ in legal_splits(cards, wheel)}
    complete = any(back[0] in (STRAIGHT, FLUSH, STRAIGHT_FLUSH) for back in backs)
    if len(pairs) == 2 and (trump or not complete or not _complete_over_two_pair(name, pairs, singles)):
        return take(*_two_pair(name, pairs, singles))
    if complete and not (trump and len(pairs) == 3):
        return take(*_complete(name, backs, bool(pairs or threes)))
    if len(pairs) == 3:
        return take(in_front(pairs[0]))
    if threes == [ACE]:
        return take(in_back(PAIR, front=(0, ACE)))
    if threes:
        return take(in_back(TRIPS))
    if pairs:
        return take(in_back(PAIR))
    return take(lambda front, back: front == (0, *singles[1:3]))


def _four(name: str, four: int, beside: Sequence[int]) -> list[Test]:
    """The plans for four of a kind, `beside` a pair, a set of three or nothing."""
    if name == "trump-plaza":
        if beside:
            return [in_front(beside[0])]
        limit: Rank = (0, 0) if four <= 6 else (0, KING) if four <= 10 else (0, ACE)
        return [in_front(four)] if four == ACE else [in_back(QUADS, front=limit), in_front(four)]
    if four <= 6:
        return [in_back(QUADS)]
    if four <= 10:
        return [in_back(QUADS, front=(0, ACE, JACK) if name == "flamingo" else (0, ACE)), in_front(four)]
    return [in_back(QUADS, front=(1, 7) if four == ACE else (1, 10)), in_front(four)]


def _complete_over_two_pair(name: str, pairs: Sequence[int], singles: Sequence[int]) -> bool:
    """Whether a straight or flush is set although there are two pair."""
    high, low = pairs
    if high == ACE:
        return False
    if name == "flamingo":
        return not (low >= 10 or (high <= 10 and ACE in singles))
    return not (ACE in singles or (high >= JACK and low >= 6))


def _complete(name: str, backs: set[Rank], paired: bool) -> list[Test]:
    """The plans for straights, flushes and better."""
    every = in_back(STRAIGHT, FLUSH, STRAIGHT_FLUSH)
    if name == "trump-plaza":
        return [every]
    if ROYAL in backs:
        return [lambda front, back: every(front, back) and back != ROYAL and front >= (0, KING), in_back(STRAIGHT_FLUSH)]
    if any(back[0] == STRAIGHT_FLUSH for back in backs):
        return [in_back(STRAIGHT, FLUSH, front=(0, ACE, JACK) if name == "flamingo" else (0, JACK)), in_back(STRAIGHT_FLUSH)]
    both = {STRAIGHT, FLUSH} <= {int(back[0]) for back in backs}
    if name == "flamingo" and both and not paired:
        return [in_back(STRAIGHT, FLUSH, front=(0, KING)), in_back(FLUSH)]
    return [every]


def _two_pair(name: str, pairs: Sequence[int], singles: Sequence[int]) -> list[Test]:
    """The plans for two pair: both in the back, or the lower in front."""
    high, low = pairs
    ace, top = ACE in singles, max(singles)
    if high == ACE:
        together = False
    elif high <= 10 and low <= 6:  # low and low, low and medium
        together = {"trump-plaza": top >= KING, "flamingo": high <= 6 or ace, "golden-nugget": high < 7 or ace}[name]
    elif low <= 6:  # low and high
        together = ace and {"trump-plaza": True, "flamingo": low <= 5, "golden-nugget": low < 6}[name]
    else:
        together = ace and high <= 10  # medium and medium; a high pair and a medium or high one is split
    return [in_back(TWO_PAIR), in_front(low)] if together else [in_front(low)]
