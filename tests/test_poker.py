"""The poker scale against published counts and against a ranking that shares nothing with it."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, pairwise
from math import comb

import numpy as np
import pytest

from solver.cards.playing import parse
from solver.poker import CATEGORIES, Category, Joker, Lang, Ranking, Wheel, ranking

DECK = np.arange(52, dtype=np.uint8)
# Published: the number of five-card hands by category, royal flushes with the straight flushes, and of classes that tie.
HANDS = (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40)
CLASSES = (1_277, 2_860, 858, 858, 10, 1_277, 156, 156, 10)
NAMED = dict(zip(CATEGORIES, range(len(CATEGORIES)), strict=True))


def naive(cards: tuple[int, ...], wheel: Wheel) -> tuple[int, list[float]]:
    """A row's strength as a referee would say it: (category, ranks in order of importance). Two, three or five cards."""
    ranks = sorted((card // 4 + 2 for card in cards), reverse=True)
    ordered = sorted(ranks, key=lambda rank: (-ranks.count(rank), -rank))
    shape = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    if len(cards) == 5:
        suited = len({card % 4 for card in cards}) == 1
        if ranks == [14, 5, 4, 3, 2]:
            return 8 if suited else 4, [5 if wheel == "low" else 13.5]
        if len(shape) == 5 and ranks[0] - ranks[4] == 4:
            return 8 if suited else 4, [ranks[0]]
        if suited:
            return 5, [*map(float, ranks)]
        if shape == [3, 2]:
            return 6, [*map(float, ordered)]
        if shape == [2, 2, 1]:
            return 2, [*map(float, ordered)]
    return {1: 0, 2: 1, 3: 3, 4: 7, 5: 9}[shape[0]], [*map(float, ordered)]


@pytest.mark.parametrize("wheel", ["low", "second"])
def test_every_five_card_hand_falls_into_the_published_category(wheel: Wheel) -> None:
    scale = ranking(wheel)
    ranks = scale.row_ranks(DECK, 5)
    assert tuple(np.bincount(scale.categories[ranks])) == HANDS
    classes = np.unique(ranks)
    assert tuple(np.bincount(scale.categories[classes])) == CLASSES
    assert len(classes) == 7_462


def test_classes_of_all_sizes_fill_one_dense_scale() -> None:
    scale = ranking()
    seen = [np.unique(scale.row_ranks(DECK, size)) for size in (2, 3, 5)]
    assert [len(ranks) for ranks in seen] == [91, 455, 7_462]
    fives = [rank for rank in range(1, 8_022) if scale.category(rank) is Category.FIVE_OF_A_KIND]
    assert len(fives) == 13
    assert sorted([*np.concatenate(seen).tolist(), *fives]) == list(range(1, 8_022))
    assert fives == list(range(8_009, 8_022)), "five of a kind beats every straight flush"


@pytest.mark.parametrize("wheel", ["low", "second"])
def test_order_is_the_referees_across_rows_of_different_size(wheel: Wheel) -> None:
    scale, draw = ranking(wheel), random.Random(1)
    rows = [tuple(draw.sample(range(52), size)) for size in (2, 3, 5) for _ in range(4_000)]
    rows += [*combinations(draw.sample(range(52), 9), 3), *combinations([*range(20), 48, 49, 50], 5)]
    strength = {scale.rank(row): naive(row, wheel) for row in rows}
    for row in rows:
        assert strength[scale.rank(row)] == naive(row, wheel), "rows of equal rank tie"
    in_order = [strength[rank] for rank in sorted(strength)]
    assert all(weaker < stronger for weaker, stronger in pairwise(in_order))


@pytest.mark.parametrize("wheel", ["low", "second"])
def test_all_classes_stand_in_the_referees_order(wheel: Wheel) -> None:
    """One representative of every class, all 8,008 of them, sorted by the referee's words: the ranks go up one by one."""
    scale = ranking(wheel)
    one_of: dict[int, tuple[int, ...]] = {}
    for size in (2, 3, 5):
        ranks = scale.row_ranks(DECK, size)
        _, first = np.unique(ranks, return_index=True)
        rows = np.array(list(combinations(range(52), size)), dtype=np.uint8)[first]
        one_of |= {int(ranks[at]): tuple(row) for at, row in zip(first, rows.tolist(), strict=True)}
    assert sorted(one_of, key=lambda rank: naive(one_of[rank], wheel)) == list(range(1, 8_009))
    for rank, row in one_of.items():
        category, ranks_of_row = naive(row, wheel)
        assert NAMED[scale.category(rank)] == category
        assert scale.ranks(rank) == tuple(5 if value == 13.5 else value for value in dict.fromkeys(ranks_of_row))
        assert scale.rank(row) == rank


def test_row_ranks_and_rank_agree_on_random_hands() -> None:
    draw = random.Random(2)
    for joker, deck in (("none", 52), ("semi", 53), ("wild", 54), ("four", 54)):
        scale = ranking("low", joker)  # type: ignore[arg-type]
        for n in (5, 7, 13, 17):
            hand = draw.sample(range(deck), n)
            for size in (2, 3, 5):
                assert scale.row_ranks(hand, size).tolist() == [scale.rank(row) for row in combinations(hand, size)]
    assert len(ranking().row_ranks(range(13), 5)) == comb(13, 5)


def test_where_the_wheel_stands() -> None:
    wheel, six_high, king_high, broadway = (parse(text) for text in ("As2d3c4h5s", "2d3c4h5s6d", "9dTcJhQsKd", "TdJcQhKsAd"))
    low, second = ranking("low"), ranking("second")
    assert low.rank(wheel) < low.rank(six_high) < low.rank(king_high) < low.rank(broadway)
    assert second.rank(six_high) < second.rank(king_high) < second.rank(wheel) < second.rank(broadway)
    steel, royal = parse("Ah2h3h4h5h"), parse("ThJhQhKhAh")
    assert second.rank(parse("9hThJhQhKh")) < second.rank(steel) < second.rank(royal)
    assert low.is_royal(low.rank(royal))
    assert not low.is_royal(low.rank(steel))
    assert low.category(low.rank(royal)) is Category.STRAIGHT_FLUSH


def test_a_missing_card_ranks_below_any_card() -> None:
    scale = ranking()
    assert scale.rank(parse("AsKdQc")) < scale.rank(parse("AhKcQd3s2d")) < scale.rank(parse("2s2d")) < scale.rank(parse("2s2d3c"))
    assert scale.rank(parse("AsAdKc")) < scale.rank(parse("2s2d3c3d4h")) < scale.rank(parse("2s2d2c"))
    assert scale.rank(parse("AsAdAc")) < scale.rank(parse("AsAdAc3s2d")) < scale.rank(parse("As2d3c4h5s"))


@pytest.mark.parametrize(
    ("cards", "lang", "name"),
    [
        ("Js Jd 9c", "en", "pair of jacks, nine"),
        ("Js Jd", "en", "pair of jacks"),
        ("Qs Qd 8c 8d 3c", "en", "two pair, queens and eights"),
        ("6s 6d 6c 5c 5d", "en", "full house, sixes over fives"),
        ("As 2d 3c 4d 5s", "en", "straight, five high"),
        ("As Ks Qs Js Ts", "en", "royal flush"),
        ("9s Td 2c", "en", "ten high, nine"),
        ("9s Td 2c", "zh", "高牌10，9"),
        ("As Ks Qs Js 9s", "zh", "同花，A大"),
        ("As Ac Ah Ad 9s", "vi", "tứ quý A"),
        ("Js Jd", "vi", "đôi J"),
    ],
)
def test_names_are_what_a_player_says(cards: str, lang: Lang, name: str) -> None:
    scale = ranking()
    assert scale.name(scale.rank(parse(cards)), lang) == name


def test_every_class_has_a_whole_name_in_every_language() -> None:
    scale = ranking()
    for rank in range(1, 8_022):
        for lang in ("en", "zh", "vi"):
            name = scale.name(rank, lang)
            assert name
            assert not set(name) & set("{}")


def test_no_class_no_row() -> None:
    scale = ranking()
    for rank in (0, -1, 8_022):
        with pytest.raises(KeyError):
            scale.category(rank)
    for wrong in (1, 4, 6):
        with pytest.raises(ValueError, match="2, 3 or 5 cards"):
            scale.rank(range(wrong))
        with pytest.raises(ValueError, match="2, 3 or 5 cards"):
            scale.row_ranks(range(13), wrong)


def test_decisive_frees_the_kickers_of_sets_and_of_nothing_else() -> None:
    """Two rows of one deck tie in `decisive` exactly when they tie in rank; across decks only sets lose their kickers."""
    scale = ranking()
    by_set = {Category.THREE_OF_A_KIND, Category.FULL_HOUSE, Category.FOUR_OF_A_KIND}
    groups = Counter(scale.decisive(rank) for rank in range(8_022))
    for rank in range(1, 8_022):
        coarse = scale.decisive(rank)
        assert coarse <= rank
        assert scale.decisive(coarse) == coarse
        assert scale.category(coarse) is scale.category(rank)
        if scale.category(rank) in by_set and scale.row_class(rank).cards == 5:
            assert scale.ranks(coarse)[0] == scale.ranks(rank)[0]
            assert groups[coarse] == (66 if scale.category(rank) is Category.THREE_OF_A_KIND else 12)
        else:
            assert coarse == rank
            assert groups[coarse] == 1
    coarse_ranks = scale.decisive_ranks
    assert (np.diff(coarse_ranks.astype(int)) >= 0).all(), "the order is kept"


def best_reading(row: tuple[int, ...], scale: Ranking, joker: Joker) -> int:
    """The best rank of a row with jokers by trying every card of the deck that is not in it (ranks of natural rows only)."""
    natural = tuple(card for card in row if card < 52)
    jokers = len(row) - len(natural)
    plain = ranking(scale.wheel)
    readings = []
    for cards in combinations([card for card in range(52) if card not in natural], jokers):
        rank = plain.rank((*natural, *cards))
        helps = plain.category(rank) in (Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH)
        if joker != "semi" or helps or all(card >= 48 for card in cards):
            readings.append(rank)
    if jokers and joker in ("semi", "wild") and len(row) == 5 and len({card // 4 for card in natural}) == 1:
        fives = [rank for rank in range(8_009, 8_022) if plain.ranks(rank)[0] == natural[0] // 4 + 2]
        readings += fives if joker == "wild" or natural[0] >= 48 else []
    return max(readings)


@pytest.mark.parametrize(("joker", "jokers"), [("semi", 1), ("wild", 1), ("four", 1), ("four", 2), ("wild", 2)])
@pytest.mark.parametrize("wheel", ["low", "second"])
def test_a_joker_is_read_at_its_best(wheel: Wheel, joker: Joker, jokers: int) -> None:
    scale, draw = ranking(wheel, joker), random.Random(3)
    for size in (2, 3, 5):
        rows = [tuple(draw.sample(range(52), size - jokers)) for _ in range(200 if jokers == 1 else 20)]
        if size == 5:  # suited, connected and paired rows, which random ones hardly touch
            rows += [tuple(draw.sample(range(draw.randrange(4), 52, 4), 5 - jokers)) for _ in range(20)]
            rows += [tuple(draw.sample(range(first, first + 20), 5 - jokers)) for first in range(0, 33, 4)]
            rows += [tuple(4 * rank + suit for suit in range(5 - jokers)) for rank in range(13)]
        for row in rows:
            for at in range(jokers + 1):  # the jokers first, last, or apart
                with_jokers = (52, *row, 53) if jokers == 2 and at == 2 else (*row[:at], *range(52, 52 + jokers), *row[at:])
                assert scale.rank(with_jokers) == best_reading(with_jokers, scale, joker), with_jokers


def test_jokers_need_a_rule() -> None:
    assert ranking().rank((52, 0, 1, 2, 4)) == 0
    semi = ranking("second", "semi")
    assert semi.name(semi.rank(parse("As Ad Ac Ah Jk", jokers=1))) == "five of a kind, aces"
    assert semi.name(semi.rank(parse("Jk 3s", jokers=1))) == "ace high, three"
    assert semi.ranks(semi.rank(parse("2s 3d 4c 5h Jk", jokers=1))) == (5,), "the wheel beats the six-high straight here"
    four = ranking("low", "four")
    assert four.ranks(four.rank(parse("9s 9d 9c 9h Jk", jokers=1))) == (9, 14)
