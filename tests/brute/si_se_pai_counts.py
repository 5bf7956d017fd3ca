"""Si Se Pai by brute force: exhaustive figures over all hands, by generating functions over the nine parts, locks off.

No group has cards of two parts, so the hands of the whole deck are products of the parts' count vectors, and polynomials in
the number of cards, multiplied and cut at 21, count them.
"""

from collections import defaultdict
from itertools import product
from math import comb, prod
from typing import NamedTuple

from tests.brute.si_se_pai import COLOURS, PRESETS, Rules, cover_for

HAND = 21
PARTS = (
    *(tuple(piece + colour for piece in "KGE") for colour in COLOURS),
    *(tuple(piece + colour for piece in "RHC") for colour in COLOURS),
    tuple("S" + colour for colour in COLOURS),
)


class State(NamedTuple):
    """One count vector of a part."""

    cards: tuple[str, ...]
    ways: int  # deals of it from the four copies of each kind
    coverings: int
    odd: int  # coverings with an odd number of points
    best: int  # most points of a covering, -1 without one
    extensions: int  # kinds of which one more copy makes it coverable


def cards_from(part: tuple[str, ...], counts: tuple[int, ...]) -> tuple[str, ...]:
    """The cards of a count vector, sorted."""
    return tuple(sorted(card for card, copies in zip(part, counts, strict=True) for _ in range(copies)))


def states(part: tuple[str, ...], rules: Rules) -> list[State]:
    """All count vectors of a part."""
    cover = cover_for(rules)
    found = []
    for counts in product(range(5), repeat=len(part)):
        cards = cards_from(part, counts)
        coverings = cover.part_covers(cards)
        more = [(*counts[:i], counts[i] + 1, *counts[i + 1 :]) for i in range(len(part)) if counts[i] < 4]
        found.append(
            State(
                cards,
                prod(comb(4, copies) for copies in counts),
                len(coverings),
                sum(sum(group.points for group in groups) % 2 for groups in coverings),
                max((sum(group.points for group in groups) for groups in coverings), default=-1),
                sum(bool(cover.part_covers(cards_from(part, counts))) for counts in more),
            )
        )
    return found


def multiply(left: dict[int, int], right: dict[int, int]) -> dict[int, int]:
    """The product of two polynomials in the number of cards, cut after `HAND`."""
    out: dict[int, int] = defaultdict(int)
    for i, a in left.items():
        for j, b in right.items():
            if i + j <= HAND:
                out[i + j] += a * b
    return out


def distinct_hands(size: int = HAND) -> int:
    """Distinct multisets of `size` cards."""
    polynomial = {0: 1}
    for _ in range(28):
        polynomial = multiply(polynomial, dict.fromkeys(range(5), 1))
    return polynomial[size]


def complete_hands(rules: Rules = PRESETS["seed"], weighted: bool = False, size: int = HAND) -> int:
    """Multisets of `size` cards with a complete grouping; `weighted` counts deals instead."""
    polynomial = {0: 1}
    for part in PARTS:
        own: dict[int, int] = defaultdict(int)
        for state in states(part, rules):
            if state.coverings:
                own[len(state.cards)] += state.ways if weighted else 1
        polynomial = multiply(polynomial, own)
    return polynomial[size]


def even_scores(rules: Rules = PRESETS["seed"], weighted: bool = False) -> tuple[int, int]:
    """Over all complete 21-card hands: (groupings that score even, hands or deals whose best grouping scores even)."""
    groupings, bests = ({(0, 0): 1} for _ in range(2))  # (cards, points mod 2) -> number
    for part in PARTS:
        new_groupings: dict[tuple[int, int], int] = defaultdict(int)
        new_bests: dict[tuple[int, int], int] = defaultdict(int)
        for state in states(part, rules):
            for old, new, evens, odds in (
                (groupings, new_groupings, state.coverings - state.odd, state.odd),
                (bests, new_bests, *((0, 0) if not state.coverings else (state.best % 2 == 0, state.best % 2))),
            ):
                for (cards, parity), number in old.items():
                    total = cards + len(state.cards)
                    if total <= HAND and state.coverings:
                        ways = number * (state.ways if weighted else 1)
                        new[total, parity] += ways * evens
                        new[total, 1 - parity] += ways * odds
        groupings, bests = new_groupings, new_bests
    return groupings.get((HAND, 0), 0), bests.get((HAND, 0), 0)


def waiting_deals(rules: Rules = PRESETS["seed"]) -> int:
    """Deals of 20 cards (out of C(112, 20)) that some 21st card completes.

    Either one part can't be covered but can with one more card, or all can and some part takes a further one.
    """
    # (cards, a part is still open, some part takes one more) -> deals
    table: dict[tuple[int, bool, bool], int] = {(0, False, False): 1}
    for part in PARTS:
        out: dict[tuple[int, bool, bool], int] = defaultdict(int)
        for state in states(part, rules):
            for (cards, is_open, takes), ways in table.items():
                total = cards + len(state.cards)
                if total > HAND - 1 or (not state.coverings and (is_open or not state.extensions)):
                    continue
                key = (total, is_open or not state.coverings, takes or (bool(state.coverings) and state.extensions > 0))
                out[key] += ways * state.ways
        table = out
    return sum(ways for (cards, is_open, takes), ways in table.items() if cards == HAND - 1 and (is_open or takes))


def most_waits(rules: Rules = PRESETS["seed"]) -> int:
    """The most kinds that can complete one 20-card hand."""
    covered, opened = {0: 0}, dict[int, int]()  # cards -> most kinds, with no part open, with one open
    for part in PARTS:
        new_covered: dict[int, int] = {}
        new_opened: dict[int, int] = {}
        for state in states(part, rules):
            size = len(state.cards)
            if state.coverings:
                for old, new, gain in ((covered, new_covered, state.extensions), (opened, new_opened, 0)):
                    for cards, kinds in old.items():
                        new[cards + size] = max(new.get(cards + size, 0), kinds + gain)
            elif state.extensions:
                for cards in covered:
                    new_opened[cards + size] = max(new_opened.get(cards + size, 0), state.extensions)
        covered, opened = new_covered, new_opened
    return max(covered[HAND - 1], opened[HAND - 1])


def most_groupings(preset: str = "seed") -> tuple[int, list[str]]:
    """The most complete groupings that a 21-card hand can have, and such a hand: the product over the parts, at its largest."""
    table: dict[int, tuple[int, tuple[str, ...]]] = {0: (1, ())}
    for part in PARTS:
        richest: dict[int, State] = {}
        for state in states(part, PRESETS[preset]):
            size = len(state.cards)
            if size not in richest or state.coverings > richest[size].coverings:
                richest[size] = state
        out: dict[int, tuple[int, tuple[str, ...]]] = {}
        for cards, (number, hand) in table.items():
            for size, state in richest.items():
                total = cards + size
                if total <= HAND and (total not in out or number * state.coverings > out[total][0]):
                    out[total] = (number * state.coverings, hand + state.cards)
        table = out
    number, hand = table[HAND]
    return number, list(hand)
