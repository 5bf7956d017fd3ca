"""The compiled loops that find and score opponents, each against plain Python over the same few."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from solver.games.chinese_poker import expected, population
from solver.games.chinese_poker import response_kernels as kernels
from solver.games.chinese_poker.model import Problem
from solver.games.chinese_poker.payoffs import Steps
from solver.games.chinese_poker.rules import PRESETS, ChinesePokerRules
from solver.games.chinese_poker.scoring import Played, between
from solver.games.chinese_poker.setting import Setting
from tests.games.test_chinese_poker_expected import hands, plain, rows_of


def part_of(rules: ChinesePokerRules, size: int) -> population.Population:
    """The first opponents of the shipped ones."""
    whole = expected.shipped(rules, 2)
    return replace(whole, settings=whole.settings[:size], declared=whole.declared[:size])


@pytest.mark.parametrize("size", [64, 512, 576, 4096])
def test_strangers_are_those_who_share_no_card(size: int) -> None:
    """By bit masks one by one; the last block of 512 filled up or not; hands of one card to thirteen, who declares left in or out."""
    against = expected.field(PRESETS.default, part_of(PRESETS.default, size), 2)
    masks, declared = population.dealt(against.population.seed, size)[1], against.population.declared
    rng = random.Random(size)
    for cards in (*([rng.randrange(52)] for _ in range(3)), *(rng.sample(range(52), number) for number in (2, 5, 13, 13, 13))):
        own = np.uint64(sum(1 << card for card in cards))
        for more in ((), (52,)):
            found = [int(against.seats.order[at]) for at in against.strangers([*cards, *more]).tolist()]
            assert len(set(found)) == len(found)
            assert set(found) == {at for at in range(size) if not masks[at] & own and not (more and declared[at])}


def test_the_blind_meet_everyone() -> None:
    """Who does not know card removal is paid by all who show their hands, whatever he holds."""
    against = expected.field(PRESETS.default, part_of(PRESETS.default, 1088), 2).blind()
    showing = int((against.population.declared == 0).sum())
    for hand in hands(3, 2):
        assert len(against.strangers([*hand, 52])) == showing
        assert len(set(against.strangers([*hand, 52]).tolist())) == showing
    assert len(against.strangers(hand)) == 1088


@pytest.mark.parametrize("preset", ["thirteen", "mandarin"])
def test_points_are_the_mean_over_several_blocks(preset: str) -> None:
    """More than a thousand opponents, not a multiple of 512: with factors that differ by opponent (mandarin), and without."""
    rules = PRESETS[preset]
    part = part_of(rules, 1 << 17)
    against = expected.field(rules, part, 2)
    assert against.even == (preset == "thirteen")
    hand = hands(17, 1)[0]
    problem = Problem(rules, hand, "expected")
    found = expected.undominated(problem.split, 1)
    setting = problem.setting(found.setting(len(found) // 2).rows)
    scale = rules.ranking
    classes = np.array([[setting.ranks[0], scale.decisive(setting.ranks[1]), scale.decisive(setting.ranks[2])]], np.int16)
    scores = against.score(hand, classes)
    assert scores.opponents > 1024
    assert scores.opponents % 512
    assert scores.expected[0] == pytest.approx(plain(rules, Played(setting.ranks), hand, part), abs=1e-9)


@pytest.mark.parametrize("net", [False, True])
@pytest.mark.parametrize("even", [False, True])
@pytest.mark.parametrize("opponents", [0, 1, 511, 512, 513, 1300])
def test_scores_are_what_adding_up_one_by_one_gives(opponents: int, even: bool, net: bool) -> None:
    """Rows of five different strengths, so that ties are everywhere: all counts and both sums, over blocks filled up and not."""
    draw = np.random.default_rng(opponents)
    rows = np.zeros((2000, 4), np.int16)
    rows[:, :3] = draw.integers(0, 5, (2000, 3))
    chosen = np.sort(draw.choice(2000, opponents, replace=False)).astype(np.int32)
    classes = draw.integers(0, 5, (9, 3)).astype(np.int16)
    gains = draw.integers(-1, 4, (3, 5)).astype(float)
    steps = Steps.of([list(enumerate(line)) for line in gains.tolist()])
    scooper = np.array([7.0]) if even else draw.integers(0, 9, 2000).astype(float)
    counts, totals = np.empty((9, 7), np.int64), np.empty((9, 2))
    kernels.score(classes, chosen, rows, steps.numbers, steps.ranks, steps.more, scooper, even, 1.0, net, counts, totals)
    for own, number, total in zip(classes.tolist(), counts.tolist(), totals.tolist(), strict=True):
        wanted, lost, scooped = [0] * 7, 0.0, 0.0
        for at in chosen.tolist():
            won = [(mine > theirs) - (mine < theirs) for mine, theirs in zip(own, rows[at, :3].tolist(), strict=True)]
            for row in range(3):
                wanted[row] += won[row] == 1
                lost += float(gains[row, rows[at, row]]) * (won[row] == -1)
            wanted[3] += won == [1, 1, 1]
            wanted[4] += won == [-1, -1, -1]
            scooped += (float(scooper[0 if even else at])) * (won == [-1, -1, -1])
            if abs(sum(won)) < 3:
                lead = np.sign(sum(won)) if net else (won.count(1) > 1) - (won.count(-1) > 1)
                wanted[5] += lead == 1
                wanted[6] += lead == -1
        assert number == wanted
        assert total == pytest.approx([lost, scooped])


def test_a_home_run_needs_both_others() -> None:
    """A scoop of 3 points counts twice, three times if the other two opponents (each scooped with chance 1/2) are too: 3 × (2 + 1/4)."""
    out = np.empty(1)
    counts, none, rows = np.array([[1, 1, 1, 1, 0, 0, 0]]), np.zeros((3, 1)), np.ones((3, 1))
    kernels.earn(np.zeros((1, 3), np.int16), counts, np.zeros((1, 2)), none, rows, 0.0, 2.0, 3.0, 0.0, 2, out)
    # Its rows themselves (3 points) are paid as gains, which are nothing here.
    assert out[0] == pytest.approx(3 * (2 + 1 / 4) - 3)


def test_home_runs_are_weighed_by_the_chance_that_the_others_are_scooped() -> None:
    """At a table of four, with `between` told of a home run or not: my scoops by my chance squared, theirs by their own."""
    rules = PRESETS["mandarin"]
    part = part_of(rules, 4096)
    against = expected.field(rules, part, 4)
    hand = hands(29, 1)[0]
    problem = Problem(rules, hand, "expected")
    setting = problem.setting(expected.undominated(problem.split, 1).setting(0).rows)
    masks = population.dealt(part.seed, len(part))[1]
    cards = part.cards
    rows = [Setting.of(*rows_of(tuple(cards[at].tolist()), int(part.settings[at])), rules.ranking).ranks for at in range(len(part))]
    # Opponents who share cards never meet: among themselves kickers that can't decide are left aside.
    classes_of = rules.ranking.decisive_ranks[np.array(rows)]
    shown = classes_of[part.declared == 0]
    own = np.uint64(sum(1 << card for card in hand))
    others = np.flatnonzero(masks & own == 0).tolist()
    mine = Played(setting.ranks)
    playing = [at for at in others if not part.declared[at]]
    scooped = [at for at in playing if all(a > b for a, b in zip(setting.ranks, rows[at], strict=True))]
    chance = len(scooped) / len(others)
    total = 0.0
    for at in others:
        if part.declared[at]:
            total -= rules.worths[population.DECLARABLE[part.declared[at] - 1]]
            continue
        theirs = Played(rows[at])
        once, run = between(rules, mine, theirs).points, between(rules, mine, theirs, home_run=True).points
        weight = chance if at in scooped else float((classes_of[at] > shown).all(1).sum()) / len(part)
        total += once + (run - once) * weight * weight
    scale = rules.ranking
    classes = np.array([[setting.ranks[0], scale.decisive(setting.ranks[1]), scale.decisive(setting.ranks[2])]], np.int16)
    assert against.score(hand, classes).expected[0] == pytest.approx(total / len(others), abs=1e-9)
