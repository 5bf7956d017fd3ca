"""Automatic wins: the exact number of hands of each, the rows that show them, and which one counts."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, permutations, product
from math import comb, prod

import pytest

import solver
from solver.cards import playing
from solver.games.chinese_poker import naturals
from solver.games.chinese_poker.naturals import NAMES, PREDICATES, Counts
from solver.games.chinese_poker.request import NaturalName
from solver.games.chinese_poker.rules import PRESETS, NaturalValues
from tests.brute import chinese_poker_naturals as brute

SEED = ("dragon", "six-pairs", "three-flushes", "three-straights")
Vector = tuple[int, ...]
NO_SUITS = (4, 4, 4, 1)  # for predicates of ranks alone: suits that make nothing
NO_RANKS = (2, 2, 2, 2, 2, 2, 1, 0, 0, 0, 0, 0, 0)


def vectors(places: int, total: int, most: int) -> Iterator[Vector]:
    """All tuples of 0…most with this sum."""
    if places == 1:
        if total <= most:
            yield (total,)
        return
    for first in range(min(total, most) + 1):
        if total - first <= most * (places - 1):
            for rest in vectors(places - 1, total - first, most):
                yield (first, *rest)


def deals(ranks: Vector) -> int:
    """Hands with these copies per rank."""
    return prod(map((1, 4, 6, 4, 1).__getitem__, ranks))


def by_patterns(test: Callable[[Counts], bool]) -> int:
    """Hands that pass a test which asks how many ranks stand once, twice, …, and not which: one look per pattern of copies."""
    total = 0
    for once, twice, thrice, four in ((a, b, c, d) for a in range(14) for b in range(7) for c in range(5) for d in range(4)):
        none = 13 - once - twice - thrice - four
        if once + 2 * twice + 3 * thrice + 4 * four == 13 and none >= 0:
            ranks = (1,) * once + (2,) * twice + (3,) * thrice + (4,) * four + (0,) * none
            if test(Counts(ranks, NO_SUITS)):
                ways = prod(
                    comb(13 - sum(before), part)
                    for before, part in zip(((), (once,), (once, twice), (once, twice, thrice)), (once, twice, thrice, four), strict=True)
                )
                total += ways * deals(ranks)
    return total


def by_suits(test: Callable[[Counts], bool]) -> int:
    """Hands that pass a test of the numbers of cards per suit."""
    return sum(prod(comb(13, suit) for suit in suits) for suits in vectors(4, 13, 13) if test(Counts(NO_RANKS, suits)))


@cache
def suits_of(copies: Vector) -> Counter[Vector]:
    """For ranks that stand in these copies (order aside): in how many ways the suits come out as each vector."""
    table: Counter[Vector] = Counter({(0, 0, 0, 0): 1})
    for number in copies:
        out: Counter[Vector] = Counter()
        for suits, ways in table.items():
            for chosen in combinations(range(4), number):
                out[tuple(count + (suit in chosen) for suit, count in enumerate(suits))] += ways
        table = out
    return table


def test_the_numbers_by_pattern() -> None:
    """Exact, with the program's own predicates on counts: the figures of the rules."""
    assert by_patterns(PREDICATES["dragon"]) == 67_108_864
    assert by_patterns(PREDICATES["six-pairs"]) == 2_856_863_152
    assert by_suits(PREDICATES["three-flushes"]) == 5_705_516_392
    assert by_suits(PREDICATES["clean-dragon"]) == 4
    assert by_suits(PREDICATES["one-colour"]) == 2 * comb(26, 13)
    assert by_patterns(PREDICATES["three-quads"]) == comb(13, 3) * 40
    # Four threes and a spare of a fifth rank, or of one of the four.
    assert by_patterns(PREDICATES["four-threes"]) == comb(13, 4) * (4**4 * 36 + 4 * 4**3)
    pairs = sum(comb(12, quads) * comb(12 - quads, 5 - 2 * quads) * 6 ** (5 - 2 * quads) for quads in range(3))
    assert by_patterns(PREDICATES["five-pairs-and-three"]) == 13 * 4 * pairs


def test_six_pairs_of_different_ranks_are_the_other_figure() -> None:
    """Six pairs of six ranks and a spare of a seventh: the figure that the rules warn of, so that the test above can tell."""
    assert by_patterns(lambda counts: naturals.is_six_pairs(counts) and counts.ranks.count(2) == 6 and 1 in counts.ranks) == 2_241_727_488


def at_least_one_of_four(ranks_that_may: Iterator[Vector]) -> tuple[int, int]:
    """Of the hands with these copies per rank, and of all by suits: (three straights, at least one of the seed's four)."""
    straights, plain, both = 0, 0, 0
    kinds: Counter[Vector] = Counter()
    for ranks in ranks_that_may:
        counts = Counts(ranks, NO_SUITS)
        three = naturals.is_three_straights(counts)
        straights += deals(ranks) if three else 0
        if three or naturals.is_six_pairs(counts) or naturals.is_dragon(counts):
            plain += deals(ranks)
            kinds[tuple(sorted(ranks))] += 1
    for copies, number in kinds.items():
        both += number * sum(ways for suits, ways in suits_of(copies).items() if naturals.is_three_flushes(Counts(NO_RANKS, suits)))
    return straights, plain + by_suits(naturals.is_three_flushes) - both


def test_at_least_one_of_four() -> None:
    """Straights from their table, six pairs from every choice of pairs and a spare: the two figures of the rules."""
    pairs = {tuple(2 * number + (rank == spare) for rank, number in enumerate(base)) for base in vectors(13, 6, 2) for spare in range(13)}
    may = {ranks for ranks in pairs if max(ranks) <= 4} | {ranks for ranks in naturals.straights() if max(ranks) <= 4}
    assert at_least_one_of_four(iter(may)) == (2_029_579_776, 10_544_378_224)


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_at_least_one_of_four_over_all_hands() -> None:
    """The same with nothing left out: every vector of copies per rank there is, all 635,013,559,600 hands."""
    every = list(vectors(13, 13, 4))
    assert sum(map(deals, every)) == comb(52, 13) == 635_013_559_600
    assert at_least_one_of_four(iter(every)) == (2_029_579_776, 10_544_378_224)


def test_three_straight_flushes() -> None:
    """Every way to lay three disjoint straight flushes: 22,060 hands, each of which the program knows, also by its cheap conditions."""
    hands = {cards for _, cards in naturals.straight_flush_hands()}
    assert len(hands) == 22_060
    for cards in hands:
        counts = Counts.of(tuple(cards))
        assert naturals.is_three_straights(counts)
        assert naturals.is_three_flushes(counts)
        assert naturals.three_straight_flushes(tuple(cards)) is not None


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_three_straight_flushes_are_no_more() -> None:
    """Of the 23,488,456 hands that are three straights and three flushes by their counts, exactly 22,060 are three straight flushes.

    Suits are alike: of hands that differ in the names of the suits one is looked at, for all of them.
    """
    hands, found = 0, 0
    for ranks in naturals.straights():
        if max(ranks) <= 4:
            for masks in _with_flushes(ranks):
                alike = len(set(permutations(masks)))
                cards = tuple(4 * rank + suit for suit, mask in enumerate(masks) for rank in range(13) if mask >> rank & 1)
                hands += alike
                found += alike if naturals.three_straight_flushes(cards) else 0
    assert (hands, found) == (23_488_456, 22_060)


def _with_flushes(ranks: Vector, at: int = 12, masks: Vector = (0, 0, 0, 0)) -> Iterator[Vector]:
    """The ranks of each suit, as bit masks not ascending from suit to suit, of the three flushes with these copies per rank."""
    if at < 0:
        if naturals.is_three_flushes(Counts(ranks, tuple(mask.bit_count() for mask in masks))):
            yield masks
        return
    for chosen in combinations(range(4), ranks[at]):
        more = tuple(mask | (suit in chosen) << at for suit, mask in enumerate(masks))
        if list(more) == sorted(more, reverse=True) and tuple(sorted(mask.bit_count() for mask in more)) in WITHIN_FLUSHES:
            yield from _with_flushes(ranks, at - 1, more)


WITHIN_FLUSHES = {
    tuple(sorted(suits))
    for most in ((0, 3, 5, 5), (0, 0, 5, 8), (0, 0, 3, 10), (0, 0, 0, 13))
    for suits in product(*(range(each + 1) for each in most))
}
"""Cards per suit, ascending, that may still become three flushes."""


def texts(cards: tuple[int, ...]) -> list[str]:
    return [playing.NAMES[card] for card in cards]


def made(name: str, chance: random.Random) -> tuple[int, ...]:
    """A hand that is this automatic win, and else random."""
    deck = range(52)
    if name in ("dragon", "clean-dragon"):
        suit = chance.randrange(4)
        return tuple(4 * rank + (suit if name == "clean-dragon" else chance.randrange(4)) for rank in range(13))
    if name in ("three-flushes", "one-colour", "all-high", "all-low", "no-face"):
        keep = {
            "all-high": lambda card: card >> 2 >= 6,
            "all-low": lambda card: card >> 2 <= 6,
            "no-face": lambda card: card >> 2 not in (9, 10, 11),
            "one-colour": lambda card: card & 3 in (1, 2),
        }
        if name in keep:
            return tuple(chance.sample([card for card in deck if keep[name](card)], 13))
        a, b, c = (chance.randrange(4) for _ in range(3))
        need = Counter({a: 3})
        need.update({b: 5})
        need.update({c: 5})
        return tuple(card for suit, number in need.items() for card in chance.sample(range(suit, 52, 4), number))
    if name == "three-straights":
        ranks = chance.choice([key for key in naturals.straights() if max(key) <= 4])
        return tuple(4 * rank + suit for rank, copies in enumerate(ranks) for suit in chance.sample(range(4), copies))
    if name == "three-straight-flushes":
        return tuple(sorted(chance.choice(STRAIGHT_FLUSHES)))
    copies = {"six-pairs": (2,) * 6, "five-pairs-and-three": (3, 2, 2, 2, 2, 2), "four-threes": (3,) * 4, "three-quads": (4,) * 3}[name]
    cards = [
        4 * rank + suit
        for rank, number in zip(chance.sample(range(13), len(copies)), copies, strict=True)
        for suit in chance.sample(range(4), number)
    ]
    return tuple(cards + chance.sample([card for card in deck if card not in cards], 13 - len(cards)))


STRAIGHT_FLUSHES = sorted({cards for _, cards in naturals.straight_flush_hands()}, key=sorted)


@pytest.mark.parametrize("name", NAMES)
def test_shown(name: str) -> None:
    """Of hands made to be it: each predicate agrees with the brute force, and the rows shown are the hand in rows of 3, 5 and 5."""
    chance = random.Random(name)
    for _ in range(200):
        hand = made(name, chance)
        for other in NAMES:
            assert naturals.has(other, hand) == (brute.PREDICATES[other](texts(hand)) is not None), (other, texts(hand))
        assert naturals.has(name, hand)
        front, middle, back = naturals.show(name, hand)
        assert (len(front), len(middle), len(back)) == (3, 5, 5)
        assert sorted((*front, *middle, *back)) == sorted(hand)
        if name in ("three-flushes", "three-straights", "three-straight-flushes"):
            for row in (front, middle, back):
                if "flush" in name:
                    assert len({card & 3 for card in row}) == 1
                if "straight" in name:
                    assert "".join(sorted((card[0] for card in texts(row)), key=brute.RANKS.index)) in STRAIGHT_TEXTS


STRAIGHT_TEXTS = {"".join(sorted(row, key=brute.RANKS.index)) for row in brute.FRONT_STRAIGHTS + brute.FIVE_STRAIGHTS}


def test_random_hands_agree_with_the_brute_force() -> None:
    chance = random.Random(20)
    for _ in range(500):
        hand = tuple(chance.sample(range(52), 13))
        for name in NAMES:
            assert naturals.has(name, hand) == (brute.PREDICATES[name](texts(hand)) is not None)


@pytest.mark.parametrize("name", ["six-pairs", "five-pairs-and-three", "four-threes", "three-quads"])
def test_sets_are_broken_as_little_as_can_be(name: str) -> None:
    """Rows of five, five and three can't hold six pairs whole: one is broken. Of four threes one, of three fours one, of five pairs one."""
    chance = random.Random(name)
    for _ in range(100):
        rows = naturals.show(name, made(name, chance))
        size = {"four-threes": 3, "three-quads": 4}.get(name, 2)
        whole = sum(
            count // size
            for row in rows
            for count in Counter(card >> 2 for card in row).values()
            if name != "five-pairs-and-three" or count == 2
        )
        assert whole >= {"six-pairs": 5, "five-pairs-and-three": 4, "four-threes": 3, "three-quads": 2}[name]


def test_best_counts() -> None:
    """One automatic win per hand, the best: a dragon before the others whatever they are worth, then by worth."""
    chance = random.Random(4)
    dragon = made("dragon", chance)
    both = tuple(sorted(playing.parse("2c Qd 6c 7s 2d 4s Td 6s Tc 7c 9s Qs 9c"), reverse=True))
    assert naturals.best(PRESETS.default, dragon) == "dragon"
    assert naturals.best(PRESETS.resolve({"naturals": {"dragon": 1, "three-straights": 9}}), dragon) == "dragon"
    assert naturals.best(PRESETS.resolve({"naturals": {"dragon": 0}}), dragon) == "three-straights"
    assert naturals.best(PRESETS.default, both) == "six-pairs"
    assert naturals.best(PRESETS.resolve({"naturals": {"three-flushes": 5}}), both) == "three-flushes"
    assert naturals.best(PRESETS.resolve({"naturals": {"six-pairs": 0, "three-flushes": 0}}), both) is None
    clean = made("clean-dragon", chance)
    assert naturals.best(PRESETS.resolve({"naturals": {"clean-dragon": 26}}), clean) == "clean-dragon"
    assert naturals.best(PRESETS.resolve({"naturals": {"clean-dragon": 12}}), clean) == "dragon"


def test_optional_ones_are_off() -> None:
    """No preset plays them; a caller gives each a worth."""
    quads = tuple(playing.parse("AsAhAdAc KsKhKdKc 2s2h2d2c 9h"))
    for name in PRESETS:
        assert set(PRESETS[name].worths) == set(SEED)
    answer = solver.arrange("chinese-poker", hand=list(playing.names(quads)), objective="strength", rules={"naturals": {"three-quads": 20}})
    assert answer.natural is not None
    assert (answer.natural.name, answer.natural.value) == ("three-quads", 20)


def test_one_list_of_names() -> None:
    """Requests, rules, predicates and texts know the same thirteen."""
    assert set(NAMES) == set(NaturalName.__args__) == {name.replace("_", "-") for name in NaturalValues.model_fields}
    assert len(NAMES) == 13


def test_worths_of_the_presets() -> None:
    """A dragon 13, the others the plain scoop: 4, 3, 4, 6, 6, 3."""
    for name, scoop in zip(("thirteen", "eastern", "western", "mandarin", "one-six", "rows-only"), (4, 3, 4, 6, 6, 3), strict=True):
        assert PRESETS[name].worths == {"dragon": 13, "six-pairs": scoop, "three-flushes": scoop, "three-straights": scoop}


def test_shown_in_the_answer() -> None:
    """A dragon's rows, named; the front of three straights is called a straight."""
    answer = solver.arrange("chinese-poker", hand="Ah Kd Qc Js Th 9d 8c 7s 6h 5d 4c 3s 2h", objective="strength", lang="en")
    assert answer.natural is not None
    assert (answer.natural.name, answer.natural.value, answer.natural.declare) == ("dragon", 13, True)
    assert [(group.slot, group.kind) for group in answer.natural.groups] == [
        ("front", "straight"),
        ("middle", "straight"),
        ("back", "straight"),
    ]
    assert answer.natural.groups[0].name == "straight of three"
