"""The automatic wins of Chinese poker by clear search, and their exact numbers over all 13-card hands.

Each predicate answers with rows that show the natural (they need no legal order), or `None`.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from math import comb, prod

from tests.brute.chinese_poker import RANKS, SUITS

Rows = list[tuple[str, ...]]
Counts = tuple[int, ...]

FRONT_STRAIGHTS = ["A23", *(RANKS[i : i + 3] for i in range(11))]
FIVE_STRAIGHTS = ["A2345", *(RANKS[i : i + 5] for i in range(9))]
SEED = ("dragon", "six-pairs", "three-flushes", "three-straights")
EXTRA = (
    "clean-dragon", "three-straight-flushes", "five-pairs-and-three", "four-threes", "three-quads", "all-high", "all-low", "one-colour",
    "no-face",
)  # fmt: skip


def _by_rank(cards: Sequence[str]) -> dict[str, list[str]]:
    sets: dict[str, list[str]] = defaultdict(list)
    for card in cards:
        sets[card[0]].append(card)
    return sets


def dragon(cards: Sequence[str]) -> Rows | None:
    """2 to A."""
    return [tuple(cards)] if len({card[0] for card in cards}) == 13 else None


def clean_dragon(cards: Sequence[str]) -> Rows | None:
    """2 to A of one suit."""
    return dragon(cards) if len({card[1] for card in cards}) == 1 else None


def six_pairs(cards: Sequence[str]) -> Rows | None:
    """Six pairs and a spare card; four of a kind counts as two pairs, three of a kind as a pair and a spare."""
    pairs: Rows = []
    for same in _by_rank(cards).values():
        pairs += [tuple(same[i : i + 2]) for i in range(0, len(same) - 1, 2)]
    return pairs if len(pairs) == 6 else None


def five_pairs_and_three(cards: Sequence[str]) -> Rows | None:
    """Five pairs and three of a kind; four of a kind counts as two pairs, as in six pairs."""
    sets = _by_rank(cards)
    for rank, same in sets.items():
        if len(same) == 3 and all(len(other) % 2 == 0 for key, other in sets.items() if key != rank):
            rest = [other for key, other in sets.items() if key != rank]
            return [tuple(same), *(tuple(other[i : i + 2]) for other in rest for i in range(0, len(other), 2))]
    return None


def four_threes(cards: Sequence[str]) -> Rows | None:
    """Four threes of a kind and a spare card; four of a kind counts as three and a spare."""
    threes = [tuple(same[:3]) for same in _by_rank(cards).values() if len(same) >= 3]
    return threes if len(threes) == 4 else None


def three_quads(cards: Sequence[str]) -> Rows | None:
    """Three fours of a kind and a spare card."""
    quads = [tuple(same) for same in _by_rank(cards).values() if len(same) == 4]
    return quads if len(quads) == 3 else None


def three_flushes(cards: Sequence[str]) -> Rows | None:
    """Each of the three rows of one suit."""
    for front, middle, back in ((a, b, c) for a in SUITS for b in SUITS for c in SUITS):
        if Counter(card[1] for card in cards) == Counter(front * 3 + middle * 5 + back * 5):
            left = {suit: [card for card in cards if card[1] == suit] for suit in SUITS}
            return [tuple(left[suit].pop() for _ in range(size)) for suit, size in ((front, 3), (middle, 5), (back, 5))]
    return None


def three_straights(cards: Sequence[str]) -> Rows | None:
    """Each row a straight, the front from A-2-3 to Q-K-A; suits don't matter."""
    return _straights(list(cards), 0)


def _straights(cards: list[str], row: int) -> Rows | None:
    if row == 3:
        return []
    for straight in FRONT_STRAIGHTS if row == 0 else FIVE_STRAIGHTS:
        taken = [next((card for card in cards if card[0] == rank), "") for rank in straight]
        if all(taken):
            rest = _straights([card for card in cards if card not in taken], row + 1)
            if rest is not None:
                return [tuple(taken), *rest]
    return None


def three_straight_flushes(cards: Sequence[str]) -> Rows | None:
    """Each row a straight flush."""
    return _straight_flushes(frozenset(cards), 0)


def _straight_flushes(cards: frozenset[str], row: int) -> Rows | None:
    if row == 3:
        return []
    for straight in FRONT_STRAIGHTS if row == 0 else FIVE_STRAIGHTS:
        for suit in SUITS:
            taken = tuple(rank + suit for rank in straight)
            if cards.issuperset(taken):
                rest = _straight_flushes(cards.difference(taken), row + 1)
                if rest is not None:
                    return [taken, *rest]
    return None


def _all(test: Callable[[str], bool]) -> Callable[[Sequence[str]], Rows | None]:
    return lambda cards: [tuple(cards)] if all(test(card) for card in cards) else None


def one_colour(cards: Sequence[str]) -> Rows | None:
    """All red or all black."""
    return [tuple(cards)] if len({card[1] in "hd" for card in cards}) == 1 else None


PREDICATES: dict[str, Callable[[Sequence[str]], Rows | None]] = {
    "dragon": dragon,
    "six-pairs": six_pairs,
    "three-flushes": three_flushes,
    "three-straights": three_straights,
    "clean-dragon": clean_dragon,
    "three-straight-flushes": three_straight_flushes,
    "five-pairs-and-three": five_pairs_and_three,
    "four-threes": four_threes,
    "three-quads": three_quads,
    "all-high": _all(lambda card: card[0] in "89TJQKA"),
    "all-low": _all(lambda card: card[0] in "2345678"),
    "one-colour": one_colour,
    "no-face": _all(lambda card: card[0] not in "JQK"),
}


def naturals(cards: Sequence[str], extra: Sequence[str] = ()) -> dict[str, Rows]:
    """The naturals of 13 cards, of the seed's four and the `extra` ones, each with rows that show it."""
    found = {name: PREDICATES[name](cards) for name in (*SEED, *extra)}
    return {name: rows for name, rows in found.items() if rows is not None}


# ---- exact numbers -------------------------------------------------------------------------------------------------------------

SUIT_SETS = [subset for size in range(5) for subset in combinations(range(4), size)]


def suit_patterns() -> set[Counts]:
    """The numbers of cards per suit (in the order of `SUITS`) that make three flushes."""
    return {tuple(Counter(a * 3 + b * 5 + c * 5)[suit] for suit in SUITS) for a in SUITS for b in SUITS for c in SUITS}


def straight_patterns() -> set[Counts]:
    """The copies per rank that make three straights."""
    triples = ((f, m, b) for f in FRONT_STRAIGHTS for m in FIVE_STRAIGHTS for b in FIVE_STRAIGHTS)
    return {tuple(Counter(f + m + b)[rank] for rank in RANKS) for f, m, b in triples}


def pair_patterns() -> set[Counts]:
    """The copies per rank that make six pairs: pairs as 2 or 4, and one odd card, on a rank of its own or on a pair."""
    found = set()
    for base in _vectors(13, 6):  # pairs per rank
        for odd in range(13):
            counts = tuple(2 * pairs + (place == odd) for place, pairs in enumerate(base))
            if max(counts) <= 4:
                found.add(counts)
    return found


def _vectors(places: int, total: int) -> Iterable[Counts]:
    """Tuples of 0, 1 or 2 with this sum."""
    if places == 0:
        return [()] if total == 0 else []
    return [(first, *rest) for first in range(min(2, total) + 1) for rest in _vectors(places - 1, total - first)]


def deals(counts: Counts) -> int:
    """Hands with these copies per rank."""
    return prod(comb(4, copies) for copies in counts)


def deals_with_suits(counts: Counts, wanted: set[Counts]) -> int:
    """Hands with these copies per rank whose cards per suit are in `wanted`: rank by rank, every choice of suits."""
    table: dict[Counts, int] = {(0, 0, 0, 0): 1}
    for copies in counts:
        out: dict[Counts, int] = defaultdict(int)
        for suits, ways in table.items():
            for chosen in combinations(range(4), copies):
                out[tuple(number + (suit in chosen) for suit, number in enumerate(suits))] += ways
        table = out
    return sum(ways for suits, ways in table.items() if suits in wanted)


def count_three_flushes() -> int:
    """Hands that are three flushes."""
    return sum(prod(comb(13, number) for number in pattern) for pattern in suit_patterns())


def count_three_straight_flushes() -> int:
    """Hands that are three straight flushes: every union of three disjoint ones, once."""
    fronts = [frozenset(rank + suit for rank in straight) for straight in FRONT_STRAIGHTS for suit in SUITS]
    fives = [frozenset(rank + suit for rank in straight) for straight in FIVE_STRAIGHTS for suit in SUITS]
    unions = (f | m | b for m, b in combinations(fives, 2) if not m & b for f in fronts)
    return len({union for union in unions if len(union) == 13})


def count_any_of_seed() -> int:
    """Hands that are at least one of the seed's four. A dragon always is three straights; suits matter for three flushes only."""
    assert (1,) * 13 in straight_patterns()
    plain = straight_patterns() | pair_patterns()
    flushes = suit_patterns()
    # Whether `deals_with_suits` is summed over ranks one by one or over all patterns at once is the same; sorting the copies makes
    # equal problems of many, as suits don't care which rank is which.
    kinds = Counter(tuple(sorted(counts, reverse=True)) for counts in plain)
    both = sum(number * deals_with_suits(counts, flushes) for counts, number in kinds.items())
    return sum(deals(counts) for counts in plain) + count_three_flushes() - both


def exact_counts() -> dict[str, int]:
    """The numbers named in the rules, of C(52, 13) hands."""
    return {
        "dragon": deals((1,) * 13),
        "six-pairs": sum(deals(counts) for counts in pair_patterns()),
        "three-flushes": count_three_flushes(),
        "three-straights": sum(deals(counts) for counts in straight_patterns()),
        "three-straight-flushes": count_three_straight_flushes(),
        "any-of-seed": count_any_of_seed(),
    }
