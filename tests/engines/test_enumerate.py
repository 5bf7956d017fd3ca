"""All settings of a hand: the compiled loops against a plain brute force over itertools, and against published figures."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from math import comb

import numpy as np
import pytest

from solver.cards.playing import parse
from solver.engines.enumerate import Found, Ranks, Split, best, count, distinct, strongest, undominated
from solver.poker import Wheel, ranking

SHAPES = [  # cards, slots: with and without an equal pair of slots, with and without cards to throw away
    (4, (2, 2)),
    (5, (2, 2)),
    (7, (2, 5)),
    (8, (2, 5)),
    (6, (1, 2, 3)),
    (7, (1, 3, 3)),
    (8, (2, 3, 3)),
    (8, (1, 3, 3)),
    (9, (3, 2, 2)),
    (9, (1, 2, 4)),
]
Line = tuple[int, ...]


def every_legal(split: Split) -> Iterator[Line]:
    """Subset indices of every legal setting, by trying all."""
    index_of = [{subset: index for index, subset in enumerate(combinations(range(split.n), size))} for size in split.sizes]

    def extend(line: Line, free: tuple[int, ...]) -> Iterator[Line]:
        slot = len(line)
        if slot == len(split.sizes):
            yield line
            return
        for subset in combinations(free, split.sizes[slot]):
            index = index_of[slot][subset]
            here = int(split.ranks[slot][index])
            if here < 0:
                continue
            if split.pins and {p for p in range(split.n) if split.pins[slot] >> p & 1} - set(subset):
                continue
            if slot:
                below = int(split.ranks[slot - 1][line[-1]])
                if here < below or (split.strict[slot - 1] and here == below):
                    continue
            yield from extend((*line, index), tuple(p for p in free if p not in subset))

    yield from extend((), tuple(range(split.n)))


def classes_of(split: Split, line: Line) -> Line:
    arrays = split.classes or split.ranks
    return tuple(int(array[index]) for array, index in zip(arrays, line, strict=True))


def canonical(split: Split) -> dict[Line, Line]:
    """The canonical setting of every tuple of classes: the lowest subsets, first slot first."""
    lowest: dict[Line, Line] = {}
    for line in every_legal(split):
        key = classes_of(split, line)
        lowest[key] = min(line, lowest.get(key, line))
    return lowest


def dominated_by_fewer(tuples: list[Line], top: int) -> list[Line]:
    """By comparing each with all."""
    kept = []
    columns = [np.array(column, dtype=np.int16) for column in zip(*tuples, strict=True)]
    for one in tuples:
        not_lower = np.ones(len(tuples), dtype=bool)
        for column, rank in zip(columns, one, strict=True):
            not_lower &= column >= rank
        if np.count_nonzero(not_lower) - 1 < top:  # itself is one of them
            kept.append(one)
    return kept


def random_split(n: int, sizes: tuple[int, ...], draw: random.Random) -> Split:
    """Ranks with many ties, some subsets forbidden; sometimes pins, strict neighbours, coarser classes."""
    spread = draw.choice((3, 8, 40))
    forbidden = draw.choice((0.0, 0.2))

    def row(size: int) -> Ranks:
        ranks = [draw.randrange(spread) if draw.random() >= forbidden else -draw.randint(1, 9) for _ in range(comb(n, size))]
        return np.array(ranks, dtype=np.int16)

    ranks = tuple(row(size) for size in sizes)
    if sizes[-1] == sizes[-2] and draw.random() < 0.5:
        ranks = (*ranks[:-1], ranks[-2])
    coarse = tuple(np.maximum(array, 0) // 2 * 2 for array in ranks) if draw.random() < 0.5 else None
    pins = [0] * len(sizes)
    if draw.random() < 0.5:
        free = draw.sample(range(n), n)
        for slot, size in enumerate(sizes):
            for _ in range(draw.randint(0, size) if draw.random() < 0.5 else 0):
                pins[slot] |= 1 << free.pop()
    return Split(n, sizes, ranks, tuple(draw.random() < 0.5 for _ in sizes[1:]), tuple(pins) if any(pins) else (), coarse)


def lines(found: Found) -> list[Line]:
    return [setting.subsets for setting in found.settings]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(("n", "sizes"), SHAPES)
def test_everything_equals_brute_force(n: int, sizes: tuple[int, ...], seed: int) -> None:
    draw = random.Random(f"{n}{sizes}{seed}")
    split = random_split(n, sizes, draw)
    lowest = canonical(split)
    assert count(split) == sum(1 for _ in every_legal(split))

    slots = range(len(sizes))
    order = draw.sample(slots, len(sizes))
    by_order = sorted(lowest, key=lambda key: [-key[slot] for slot in order])
    for top in (1, 3, 20):
        found = strongest(split, order, top)
        assert lines(found) == [lowest[key] for key in by_order[:top]]
        assert found.count == count(split)

    tables = [[draw.randint(-2, 3) for _ in range(100)] for _ in sizes]
    per_subset = [
        np.array([table[max(rank, 0)] for rank in ranks]) for table, ranks in zip(tables, split.classes or split.ranks, strict=True)
    ]
    worth = {key: sum(table[rank] for table, rank in zip(tables, key, strict=True)) for key in lowest}
    by_worth = sorted(lowest, key=lambda key: (-worth[key], [-key[slot] for slot in order]))
    found = best(split, per_subset, order, 5)
    assert lines(found) == [lowest[key] for key in by_worth[:5]]
    assert [setting.value for setting in found.settings] == [worth[key] for key in by_worth[:5]]
    if sum(sizes) == n:
        all_of_them = distinct(split)
        in_order = sorted(lowest, key=lambda key: key[::-1], reverse=True)
        assert (all_of_them.count, all_of_them.subsets.tolist()) == (count(split), [list(lowest[key]) for key in in_order])
        as_floats = best(split, [values / 4 for values in per_subset], order, 5)
        assert lines(as_floats) == lines(found)
        assert [setting.value for setting in as_floats.settings] == [worth[key] / 4 for key in by_worth[:5]]

    for top in (1, 2, 5):
        kept = undominated(split, top)
        expected = sorted(dominated_by_fewer(list(lowest), top), key=lambda key: key[::-1], reverse=True)
        assert kept.subsets.tolist() == [list(lowest[key]) for key in expected]
        assert kept.count == count(split)


def poker_split(
    hand: tuple[int, ...], strict: tuple[bool, bool] = (True, False), decisive: bool = False, pins: Line = (), wheel: Wheel = "low"
) -> Split:
    scale = ranking(wheel)
    three, five = scale.row_ranks(hand, 3), scale.row_ranks(hand, 5)
    coarse = scale.decisive_ranks[five]
    return Split(len(hand), (3, 5, 5), (three, five, five), strict, pins, (three, coarse, coarse) if decisive else None)


def named(hand: tuple[int, ...], found: Found) -> list[str]:
    return ["".join(sorted(("23456789TJQKA"[hand[at] // 4] for at in row), key="AKQJT98765432".index)) for row in found.settings[0].rows]


def test_thirteen_cards_by_brute_force() -> None:
    hand = parse("9h 9d Ks 7d 5c As 3h Jc 9s Tc 6s Kd Qd")
    split = poker_split(hand)
    lowest = canonical(split)
    assert count(split) == sum(1 for _ in every_legal(split))
    assert lines(strongest(split, top=20)) == [lowest[key] for key in sorted(lowest, key=lambda key: key[::-1], reverse=True)[:20]]
    array = np.array(list(lowest))
    for top in (1, 5):
        few = [key for key in lowest if (array >= key).all(axis=1).sum() - 1 < top]
        assert undominated(split, top).subsets.tolist() == [
            list(lowest[key]) for key in sorted(few, key=lambda key: key[::-1], reverse=True)
        ]


@pytest.mark.parametrize(
    ("cards", "rows"),
    [  # two pair under two pair is legal; A Q 3 over a jack-high middle is a foul
        ("Kd 8h 2c 9h 9d 5c 5s 3h Qc Qd Th Ts 4s", ["432", "99558", "QQTTK"]),
        ("9h 9d Ks 7d 5c As 3h Jc 9s Tc 6s Kd Qd", ["653", "AQJT7", "K999K"]),
    ],
)
def test_hands_that_trip_others(cards: str, rows: list[str]) -> None:
    hand = parse(cards)
    found = strongest(poker_split(hand))
    assert [sorted(row) for row in named(hand, found)] == [sorted(row) for row in rows]


@pytest.mark.parametrize(("wheel", "rows"), [("low", ["QQ2", "A5432", "87654"]), ("second", ["QQ2", "87654", "A5432"])])
def test_the_wheel_against_a_higher_straight(wheel: Wheel, rows: list[str]) -> None:
    """Queens in front need both straights behind, in the order that the rule for the wheel gives."""
    hand = parse("2d 2h Qc 4s Ad 6d 5c 4c 3c 5s 8c 7d Qh")
    assert named(hand, strongest(poker_split(hand, wheel=wheel), order=(0, 2, 1))) == rows


def test_published_figures_of_random_hands() -> None:
    """22,300 legal settings on average, 17,490 to 28,188 seen in 5,000 hands; 123 undominated on average, median 71."""
    draw = random.Random(7)
    kept = [undominated(poker_split(tuple(draw.sample(range(52), 13)))) for _ in range(5_000)]
    legal = np.array([one.count for one in kept])
    assert abs(legal.mean() - 22_300) < 4 * legal.std() / len(legal) ** 0.5 + 50, "50: the figure is rounded"
    assert legal.min() > 17_000
    assert legal.max() < 29_500
    sizes = np.array([len(one) for one in kept])
    assert abs(sizes.mean() - 123) < 4 * sizes.std() / len(sizes) ** 0.5
    assert abs(np.median(sizes) - 71) < 8


def hard_hands(draw: random.Random, hands: int) -> Iterator[tuple[int, ...]]:
    """Random hands, and hands of few ranks, where sets abound."""
    for at in range(hands):
        few = [4 * rank + suit for rank in draw.sample(range(13), 4 + at % 5) for suit in range(4)]
        yield tuple(draw.sample(few if at % 2 else range(52), 13))


def test_decisive_classes_change_no_legality() -> None:
    """Coarse ranks can stand in for full ones in the comparison of rows: one deck has no two sets of one rank to tie."""
    for hand in hard_hands(random.Random(8), 300):
        full = poker_split(hand, decisive=True)
        assert full.classes is not None
        for strict in ((True, False), (False, False), (True, True)):
            coarse = Split(13, full.sizes, full.classes, strict)
            assert count(coarse) == count(Split(13, full.sizes, full.ranks, strict))
        exact, free = undominated(full), undominated(Split(13, full.sizes, full.classes, (True, False)))
        assert exact.subsets.tolist() == free.subsets.tolist()


def test_thrown_away_cards_equal_all_hands_without_them() -> None:
    """Fifteen cards in 3, 5 and 5 are all thirteen-card hands in them: the same count, the same best, the same undominated."""
    draw = random.Random(9)
    for decisive in (False, True):
        hand = tuple(draw.sample(range(52), 15))
        split = poker_split(hand, (False, False), decisive)
        parts = [poker_split(part, (False, False), decisive) for part in combinations(hand, 13)]
        assert count(split) == sum(map(count, parts))
        for top in (1, 4):
            tuples = {classes_of(part, tuple(line)) for part in parts for line in undominated(part, top).subsets.tolist()}
            kept = {classes_of(split, tuple(line)) for line in undominated(split, top).subsets.tolist()}
            assert kept == set(dominated_by_fewer(sorted(tuples), top))
            tuples = {classes_of(part, line) for part in parts for line in lines(strongest(part, top=top))}
            in_order = sorted(tuples, key=lambda key: key[::-1], reverse=True)
            assert [classes_of(split, line) for line in lines(strongest(split, top=top))] == in_order[:top]


def test_pins_equal_filtering() -> None:
    draw = random.Random(10)
    for _ in range(3):
        hand = tuple(draw.sample(range(52), 13))
        where = draw.sample(range(13), 4)
        pins = (1 << where[0], 1 << where[1] | 1 << where[2], 1 << where[3])
        split = poker_split(hand, pins=pins)
        found = strongest(split, top=3)
        for setting in found.settings:
            assert all(pin & ~sum(1 << at for at in row) == 0 for pin, row in zip(pins, setting.rows, strict=True))
        assert found.count == sum(1 for _ in every_legal(split))


def test_columns_hold_a_best_setting_of_every_growing_objective() -> None:
    draw = random.Random(11)
    hand = tuple(draw.sample(range(52), 13))
    split = poker_split(hand)
    columns = undominated(split).columns()
    sizes = [len(column) for column in columns]
    assert len(sizes) == 3
    assert all(0 < few < every for few, every in zip(sizes, (comb(13, 3), comb(13, 5), comb(13, 5)), strict=True)), sizes
    for order in ((0, 1, 2), (1, 0, 2), (2, 1, 0)):
        setting = strongest(split, order).settings[0]
        assert all(subset in column for subset, column in zip(setting.subsets, columns, strict=True))


def test_what_cannot_be_set_is_refused() -> None:
    ranks = (np.zeros(6, np.int16), np.zeros(6, np.int16))
    for n, sizes, rows, strict in (
        (4, (2, 3), ranks, (False,)),
        (5, (2, 2), ranks, (False,)),
        (4, (2, 2), ranks, ()),
        (4, (4,), ranks[:1], ()),
    ):
        with pytest.raises(ValueError, match=r"cannot be set|need"):
            Split(n, sizes, rows, strict)
    for pins in ((0b111, 0), (0b1, 0b1), (0b10000, 0), (1,)):
        with pytest.raises(ValueError, match="pins"):
            Split(4, (2, 2), ranks, (False,), pins)
    split = Split(4, (2, 2), ranks, (True,))
    assert strongest(split) == Found(0, ())
    assert len(undominated(split)) == 0
    wide = Split(4, (2, 2), (np.arange(6, dtype=np.int16),) * 2, (True,))
    with pytest.raises(ValueError, match="bits"):
        best(wide, [np.full(6, 1 << 60), np.zeros(6, np.int64)])
    with pytest.raises(ValueError, match="order"):
        strongest(split, (0, 3))
    with pytest.raises(ValueError, match="too many"):
        distinct(Split(5, (2, 2), (np.zeros(10, np.int16),) * 2, (True,)))


def test_rest_of_a_setting() -> None:
    ranks = (np.arange(10, dtype=np.int16), np.arange(10, dtype=np.int16))
    setting = strongest(Split(5, (2, 2), ranks, (True,))).settings[0]
    assert (setting.rows, setting.rest(5)) == (((1, 2), (3, 4)), (0,))
