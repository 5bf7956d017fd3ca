"""Other programs on the same hands in the same run, and two on their own game. `extra_info` carries task and program for the table.

A program that can't be installed is skipped, and the table says so. Every peer must agree with Lipai before it is timed.
"""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable, Sequence
from importlib.metadata import version
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import solver
from bench.hands import dealt, four_colours
from bench.peers import grouping
from bench.timing import each
from solver.engines import distances, tables
from solver.games.chinese_poker.cards import read_hand
from solver.games.si_se_pai.cards import COPIES, KINDS, parse
from solver.games.si_se_pai.groups import catalogue
from solver.games.si_se_pai.position import FULL
from solver.games.si_se_pai.rules import PRESETS
from solver.poker import rank_fives, ranking

SUITS = "cdhs"
RANKS = "23456789TJQKA"


def peer(name: str) -> Any:
    """The peer's module; the test is skipped where it is not installed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # theirs, not ours
        try:
            return importlib.import_module(name)
        except ImportError:
            pytest.skip(f"{name} is not installed")


def named(package: str, words: str = "") -> str:
    """A peer's name and version."""
    return f"{package} {version(package)}{words}"


def timed(benchmark: BenchmarkFixture, task: str, program: str, call: Callable[[Any], Any], inputs: Sequence[Any], **options: int) -> None:
    benchmark.extra_info.update(task=task, program=program)
    each(benchmark, call, inputs, **options)


# Five-card poker hands

FIVES = "rank all 1,287 five-card hands out of thirteen cards"


def poker_hands() -> list[tuple[int, ...]]:
    return [read_hand(hand) for hand in dealt("chinese-poker", 12)]


def names(hand: Sequence[int]) -> list[str]:
    return [RANKS[card // 4] + SUITS[card % 4] for card in hand]


def ours(hand: Sequence[int]) -> Any:
    return ranking("low").row_ranks(hand, 5)


def same_order(ours: Sequence[int], theirs: Sequence[int]) -> bool:
    """Whether both rank the same way, ties alike."""
    return [sorted(set(ours)).index(rank) for rank in ours] == [sorted(set(theirs)).index(rank) for rank in theirs]


def test_fives_lipai(benchmark: BenchmarkFixture) -> None:
    timed(benchmark, FIVES, "Lipai", ours, poker_hands(), rounds=200)


def test_fives_lipai_kernel_alone(benchmark: BenchmarkFixture) -> None:
    scale, out = ranking("low"), np.empty(1287, np.int16)
    hands = [np.array(hand, np.uint8) for hand in poker_hands()]
    timed(benchmark, FIVES, "Lipai, the kernel alone", lambda hand: rank_fives(hand, scale.step, scale.flush, out), hands, rounds=200)


def test_fives_lipai_one_by_one(benchmark: BenchmarkFixture) -> None:
    rank = ranking("low").rank
    fives = [list(combinations(hand, 5)) for hand in poker_hands()]
    timed(benchmark, FIVES, "Lipai, one hand a call", lambda own: [rank(five) for five in own], fives, rounds=20)


def _fives(benchmark: BenchmarkFixture, program: str, card: Callable[[str], Any], rank: Callable[[Any], int], sign: int) -> None:
    """Time a peer on cards in its own form, one hand a call, after its order has been compared with ours."""
    hands = poker_hands()
    fives = [[[card(name) for name in five] for five in combinations(names(hand), 5)] for hand in hands]
    for hand, own in zip(hands[:3], fives, strict=False):
        assert same_order(ours(hand).tolist(), [sign * rank(five) for five in own])
    timed(benchmark, FIVES, program, lambda own: [rank(five) for five in own], fives, rounds=20)


def test_fives_phevaluator(benchmark: BenchmarkFixture) -> None:
    cards = peer("phevaluator.card").Card
    evaluate = peer("phevaluator.evaluator").evaluate_cards
    _fives(benchmark, named("phevaluator", ", one hand a call"), lambda name: cards(name), lambda five: int(evaluate(*five)), -1)


def test_fives_eval7(benchmark: BenchmarkFixture) -> None:
    eval7 = peer("eval7")
    _fives(benchmark, named("eval7", ", one hand a call"), eval7.Card, eval7.evaluate, 1)


def test_fives_treys(benchmark: BenchmarkFixture) -> None:
    treys = peer("treys")
    evaluator = treys.Evaluator()
    _fives(benchmark, named("treys", ", one hand a call"), treys.Card.new, lambda five: int(evaluator._five(five)), -1)


# Grouping


def group_task(kind: str) -> str:
    return f"Si Se Pai, best grouping of 21 cards, {kind}"


def supplies(kind: str) -> list[tuple[int, ...]]:
    return [counts_of(hand) for hand in four_colours(kind)[:20]]


def counts_of(hand: str) -> tuple[int, ...]:
    held = [0] * KINDS
    for card in parse(hand):
        held[card] += 1
    return tuple(held)


def columns() -> list[tuple[tuple[int, ...], int]]:
    found = []
    for column in catalogue(PRESETS["seed"], None).columns:
        taken = dict(column.items)
        found.append((tuple(taken.get(kind, 0) for kind in range(KINDS)), column.values[1]))
    return found


def best(counts: Sequence[int]) -> tuple[int, int]:
    """Cards covered and points, by Lipai's tables."""
    known = tables.compiled(catalogue(PRESETS["seed"], None).columns, KINDS, COPIES)
    cards, points, _ = tables.unpack(known.value(known.hand(counts)), 3)
    return cards, points


@pytest.mark.parametrize("kind", ["random", "winning"])
def test_grouping_lipai(benchmark: BenchmarkFixture, kind: str) -> None:
    timed(benchmark, group_task(kind), "Lipai, the value alone", best, supplies(kind), rounds=400, iterations=10)


@pytest.mark.parametrize("kind", ["random", "winning"])
def test_grouping_lipai_text_to_answer(benchmark: BenchmarkFixture, kind: str) -> None:
    rules = {"lock_dealt": False}
    hands = four_colours(kind)[:20]
    timed(
        benchmark,
        group_task(kind),
        "Lipai, text to answer",
        lambda hand: solver.arrange("si-se-pai", hand=hand, rules=rules),
        hands,
        rounds=600,
    )


@pytest.mark.parametrize("kind", ["random", "winning"])
@pytest.mark.parametrize(
    ("name", "program"), [("backtracking", "plain backtracking"), ("cp_sat", "plain CP-SAT"), ("scip", "plain ILP (SCIP)")]
)
def test_grouping_by(benchmark: BenchmarkFixture, kind: str, name: str, program: str) -> None:
    solve = getattr(grouping, name)
    groups, hands = columns(), supplies(kind)
    if name == "backtracking":
        hands = hands[:5]  # it takes up to a second
    assert [solve(hand, groups) for hand in hands[:5]] == [best(hand) for hand in hands[:5]]
    timed(benchmark, group_task(kind), program, lambda hand: solve(hand, groups), hands, rounds=len(hands))


# Mahjong programs on mahjong: a yardstick for what dividing a hand and finding its waits takes elsewhere

OWN_GAME = "{}, each program on its own game"
DIVIDE = OWN_GAME.format("all ways to divide a winning hand")
WAITS = OWN_GAME.format("how far a hand is, and the cards that bring it nearer")


def tiles(number: int = 40, winning: bool = True) -> list[list[int]]:
    """Mahjong hands as counts of 34 kinds: fourteen tiles in four sets and a pair, or thirteen drawn at random."""
    random = Random(7)
    hands: list[list[int]] = []
    while len(hands) < number:
        counts = [0] * 34
        if not winning:
            for tile in random.sample([kind for kind in range(34) for _ in range(4)], 13):
                counts[tile] += 1
        else:
            for _ in range(4):
                first = random.randrange(27)
                run = [first, first + 1, first + 2] if first % 9 < 7 and random.random() < 0.7 else [first] * 3
                for tile in run:
                    counts[tile] += 1
            counts[random.randrange(34)] += 2
        if max(counts) <= 4:
            hands.append(counts)
    return hands


def test_divide_mahjong(benchmark: BenchmarkFixture) -> None:
    divider = peer("mahjong.hand_calculating.divider").HandDivider
    hands = tiles(300)  # more than it remembers
    assert all(divider.divide_hand(hand) for hand in hands)
    timed(benchmark, DIVIDE, named("mahjong", ", 14 tiles"), divider.divide_hand, hands, rounds=600)


def test_divide_lipai(benchmark: BenchmarkFixture) -> None:
    known = tables.compiled(catalogue(PRESETS["seed"], None).columns, KINDS, COPIES)
    timed(benchmark, DIVIDE, "Lipai, Si Se Pai, 21 cards", lambda hand: known.top(known.hand(hand), 200), supplies("winning"), rounds=200)


def test_waits_lipai_from_counts(benchmark: BenchmarkFixture) -> None:
    reach = distances.of(catalogue(PRESETS["seed"], None).columns, KINDS, COPIES, FULL)
    stands = [reach.stand(counts, (COPIES,) * KINDS) for counts in (counts_of(hand) for hand in dealt("si-se-pai", 40, 20))]
    timed(benchmark, WAITS, "Lipai, Si Se Pai, 20 cards", lambda stand: reach.survey([stand]), stands, rounds=200)


def test_waits_xiangting(benchmark: BenchmarkFixture) -> None:
    xiangting = peer("xiangting")
    four = xiangting.PlayerCount.FOUR
    hands = tiles(winning=False)
    timed(
        benchmark,
        WAITS,
        named("xiangting", ", 13 tiles"),
        lambda hand: xiangting.calculate_necessary_tiles(hand, four),
        hands,
        rounds=200,
        iterations=10,
    )


def test_waits_mahjong(benchmark: BenchmarkFixture) -> None:
    """It answers the distance alone."""
    calculate = peer("mahjong.shanten").Shanten().calculate_shanten
    timed(benchmark, WAITS, named("mahjong", ", 13 tiles, the distance alone"), calculate, tiles(winning=False), rounds=200)


def test_waits_lipai(benchmark: BenchmarkFixture) -> None:
    """Distances of every discard, with what improves each, from text to typed answer."""
    hands = dealt("si-se-pai", 40, 20)
    timed(
        benchmark,
        WAITS,
        "Lipai, Si Se Pai, 20 cards, text to answer",
        lambda hand: solver.advise("si-se-pai", hand=hand),
        hands,
        rounds=60,
    )
