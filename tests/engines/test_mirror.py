"""Splits whose last two slots are alike: the quick search against a brute force, and against the plain search on larger ones."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from solver.compiled import compiled, which_above, which_below
from solver.engines.enumerate import Ranks, Split, count, strongest, undominated
from tests.engines.test_enumerate import canonical, classes_of, dominated_by_fewer, every_legal, lines

SMALL = [(4, (2, 2)), (6, (2, 2, 2)), (7, (1, 3, 3)), (8, (2, 3, 3))]
LARGE = [(10, (2, 4, 4)), (11, (3, 4, 4))]
TOPS = (1, 2, 5, 20)


def mirrored(n: int, sizes: tuple[int, ...], draw: random.Random) -> Split:
    """Ranks with few or many ties, subsets forbidden or not, classes as fine as the ranks or coarser."""
    spread, forbidden, coarse = draw.choice((1, 2, 3, 8, 40, 3000)), draw.choice((0.0, 0.2, 0.6)), draw.choice((1, 2, 3))

    def row(size: int) -> Ranks:
        ranks = [draw.randrange(spread) if draw.random() >= forbidden else -draw.randint(1, 9) for _ in range(comb(n, size))]
        return np.array(ranks, dtype=np.int16)

    rows = [row(size) for size in sizes[:-1]]
    classes = [(np.maximum(ranks, 0) // coarse * coarse).astype(np.int16) for ranks in rows]
    strict = (*(draw.random() < 0.5 for _ in sizes[2:]), False)
    split = Split(n, sizes, (*rows, rows[-1]), strict, (), (*classes, classes[-1]))
    assert split.is_mirrored
    return split


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(("n", "sizes"), SMALL)
def test_mirrored_equals_brute_force(n: int, sizes: tuple[int, ...], seed: int) -> None:
    """Every order of the rows, several of the best, ties to the lowest subsets, and what fewer than `top` others dominate."""
    split = mirrored(n, sizes, random.Random(f"{n}{sizes}{seed}"))
    lowest = canonical(split)
    number = sum(1 for _ in every_legal(split))
    for order in permutations(range(len(sizes))):
        by_order = sorted(lowest, key=lambda key: [-key[slot] for slot in order])
        for top in TOPS:
            found = strongest(split, order, top)
            assert lines(found) == [lowest[key] for key in by_order[:top]]
            assert found.count == number
    for top in TOPS[:3]:
        kept = undominated(split, top)
        assert kept.count == number
        assert {tuple(line) for line in kept.subsets.tolist()} == {lowest[key] for key in dominated_by_fewer(sorted(lowest), top)}
        assert len(kept) == len({classes_of(split, tuple(line)) for line in kept.subsets.tolist()})


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("n", "sizes"), LARGE)
def test_mirrored_equals_the_plain_search(n: int, sizes: tuple[int, ...], seed: int) -> None:
    """The same split with its last ranks copied is searched the plain way."""
    split = mirrored(n, sizes, random.Random(f"{n}{sizes}{seed}"))
    other = replace(split, ranks=(*split.ranks[:-1], split.ranks[-1].copy()))
    assert not other.is_mirrored
    for top in TOPS:
        for order in permutations(range(len(sizes))):
            assert strongest(split, order, top) == strongest(other, order, top)
        found, plain = undominated(split, top), undominated(other, top)
        assert (found.count, found.subsets.tolist()) == (plain.count, plain.subsets.tolist())


def test_of_equals_the_lowest_subsets_are_taken() -> None:
    """Six cards in twos, all alike: first the lowest two cards, then the next two, then the rest; 90 settings, one class."""
    none = np.zeros(15, np.int16)
    split = Split(6, (2, 2, 2), (none, none, none), (False, False))
    assert split.is_mirrored
    place = {pair: at for at, pair in enumerate(combinations(range(6), 2))}
    assert lines(strongest(split, top=3)) == [(place[0, 1], place[2, 3], place[4, 5])]
    assert count(split) == strongest(split).count == undominated(split).count == 90
    assert undominated(split).subsets.tolist() == [[place[0, 1], place[2, 3], place[4, 5]]]


@compiled
def _below(numbers: Ranks, start: int, value: np.int16) -> int:
    return int(which_below(numbers, start, value))


@compiled
def _above(numbers: Ranks, start: int, value: np.int16) -> int:
    return int(which_above(numbers, start, value))


def test_64_numbers_are_compared_at_once() -> None:
    """From any place on, with the least and the greatest numbers there are, bit by bit as numpy compares."""
    draw = np.random.default_rng(5)
    numbers = draw.integers(-3, 4, 200).astype(np.int16)
    numbers[::17], numbers[5::23] = -32768, 32767
    for start in (0, 1, 63, 64, 101, 136):
        part = numbers[start : start + 64]
        for value in (-32768, -32767, -1, 0, 3, 32766, 32767):
            for compare, expected in ((_below, part < value), (_above, part > value)):
                word = compare(numbers, start, np.int16(value)) & (1 << 64) - 1
                assert [bool(word >> at & 1) for at in range(64)] == expected.tolist()
