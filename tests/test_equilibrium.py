"""Symmetric zero-sum games: small ones solved by hand or by trying everything, against the linear program and regret matching."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from solver import equilibrium
from solver.equilibrium import Contest, best_response, exploitability, linear_program, regret_matching, solve, undominated, valuation

Table = list[list[int]]


def one_class(payoff: Table) -> Contest:
    """Nothing is dealt: a plain matrix game."""
    matrix = np.array(payoff)
    return Contest(np.array([[1]]), np.zeros(len(payoff), dtype=np.intp), lambda mine, other: matrix[np.ix_(mine, other)])


ROCK_PAPER_SCISSORS = [[0, -1, 2], [1, 0, -1], [-2, 1, 0]]
"""Rock over scissors pays double. Each is played as often as the win it is not part of weighs: 1 : 2 : 1."""


class Cards:
    """A toy with card removal: one card each from a deck of ranks 1–4, three of each; a card is shown, doubled or folded.

    The higher card wins what both put in, one coin shown, three doubled; a fold loses one; equal cards tie.
    """

    ranks, copies, actions = 4, 3, 3

    def deals(self) -> NDArray[np.int64]:
        return np.array([[self.copies * (self.copies - (a == b)) for b in range(self.ranks)] for a in range(self.ranks)], dtype=np.int64)

    def pay(self, mine: int, other: int) -> int:
        (rank, how), (other_rank, other_how) = divmod(mine, self.actions), divmod(other, self.actions)
        if 2 in (how, other_how):
            return (other_how == 2) - (how == 2)
        stake = 3 if how == 1 and other_how == 1 else 2 if how != other_how else 1
        return stake * ((rank > other_rank) - (rank < other_rank))

    def contest(self) -> Contest:
        count = self.ranks * self.actions
        matrix = np.array([[self.pay(a, b) for b in range(count)] for a in range(count)])
        return Contest(self.deals(), np.arange(count, dtype=np.intp) // self.actions, lambda mine, other: matrix[np.ix_(mine, other)])

    def gain(self, counter: tuple[int, ...], strategy: list[Fraction]) -> Fraction:
        """What a pure counter gains on a strategy, with every deal of two different cards counted one by one."""
        deck = [rank for rank in range(self.ranks) for _ in range(self.copies)]
        total = Fraction(0)
        for first, mine in enumerate(deck):
            for second, other in enumerate(deck):
                if first != second:
                    for how in range(self.actions):
                        chance = strategy[other * self.actions + how]
                        total += chance * self.pay(mine * self.actions + counter[mine], other * self.actions + how)
        return total / (len(deck) * (len(deck) - 1))


def test_a_matrix_game_known_by_hand() -> None:
    solution = linear_program(one_class(ROCK_PAPER_SCISSORS))
    assert solution.strategy == pytest.approx([1 / 4, 1 / 2, 1 / 4])
    assert (solution.value, solution.exploitability) == (pytest.approx(0, abs=1e-12), pytest.approx(0, abs=1e-12))
    assert solution.method == "lp"


def test_exploitability_is_what_the_best_counter_gains() -> None:
    """Always rock: paper gains 1. Always scissors: rock gains 2. One third each: rock gains (0 − 1 + 2) / 3."""
    game = one_class(ROCK_PAPER_SCISSORS)
    for choice, gain, counter in ((0, 1, 1), (2, 2, 0)):
        strategy = game.pure(np.array([choice]))
        assert exploitability(game, strategy) == gain
        found, worth = best_response(game, strategy)
        assert worth == gain
        assert found.tolist() == game.pure(np.array([counter])).tolist()
    assert exploitability(game, game.uniform()) == pytest.approx(1 / 3)


def test_chances_to_win_tie_and_lose() -> None:
    """Against 1 : 2 : 1 rock ties a quarter, loses to half, beats a quarter."""
    worth = valuation(one_class(ROCK_PAPER_SCISSORS), np.array([0.25, 0.5, 0.25]))
    assert (worth.win[0], worth.tie[0], worth.lose[0]) == (0.25, 0.25, 0.5)
    assert worth.gain.tolist() == [0, 0, 0]


def test_the_best_counter_by_trying_them_all() -> None:
    """All 81 pure counters of the toy with card removal, in fractions over every deal."""
    toy = Cards()
    game = toy.contest()
    for strategy in (
        [Fraction(1, 3)] * 12,
        [Fraction(value) for value in (0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0)],
        [Fraction(value, 4) for value in (1, 1, 2, 2, 1, 1, 3, 1, 0, 0, 4, 0)],
    ):
        best = max(toy.gain(counter, strategy) for counter in product(range(3), repeat=4))
        assert exploitability(game, np.array([float(chance) for chance in strategy])) == pytest.approx(float(best), abs=1e-12)


def test_no_counter_gains_on_the_program_s_solution() -> None:
    toy = Cards()
    solution = linear_program(toy.contest())
    chances = [Fraction(chance).limit_denominator(10**9) for chance in solution.strategy]
    assert max(toy.gain(counter, chances) for counter in product(range(3), repeat=4)) <= Fraction(1, 10**8)
    assert solution.exploitability <= 1e-9


def test_card_removal_is_counted() -> None:
    """With one's own card out of the deck an equal card is rarer: 2 in 11, not 3 in 12."""
    assert Cards().contest().given[0].tolist() == pytest.approx([2 / 11, 3 / 11, 3 / 11, 3 / 11])
    assert Cards().contest().chance.tolist() == pytest.approx([1 / 4] * 4)


def test_dropping_dominated_actions_changes_no_value() -> None:
    """A fold loses one to all but a fold; to show the lowest card is never worse, so no fold is kept."""
    game = Cards().contest()
    keep = undominated(game)
    assert keep.tolist()[-1] is False
    full = linear_program(game, np.ones(12, dtype=np.bool_))
    assert full.exploitability == pytest.approx(linear_program(game, keep).exploitability, abs=1e-9)


def test_of_equal_actions_the_first_is_kept() -> None:
    payoff = [[0, 0, 1], [0, 0, 1], [-1, -1, 0]]
    assert undominated(one_class(payoff)).tolist() == [True, False, False]


def random_contest(seed: int, classes: int = 7, each: int = 3) -> Contest:
    """Anything antisymmetric, with deals that are as likely one way as the other."""
    rng = np.random.default_rng(seed)
    count = classes * each
    half, ways = rng.integers(-9, 10, (count, count)), rng.integers(0, 9, (classes, classes))
    matrix, deals = half - half.T, ways + ways.T + 1
    return Contest(deals, np.arange(count, dtype=np.intp) // each, lambda mine, other: matrix[np.ix_(mine, other)])


@pytest.mark.parametrize("seed", range(8))
def test_any_symmetric_game_is_worth_nothing(seed: int) -> None:
    game = random_contest(seed)
    solution = linear_program(game)
    assert solution.exploitability <= 1e-9
    assert game.worth(solution.strategy, valuation(game, solution.strategy).gain) == pytest.approx(0, abs=1e-12)
    assert np.bincount(game.owner, solution.strategy).tolist() == pytest.approx([1.0] * 7)


@pytest.mark.parametrize("game", [lambda: one_class(ROCK_PAPER_SCISSORS), lambda: Cards().contest(), lambda: random_contest(3)])
def test_regret_matching_comes_near_what_the_program_finds(game: Callable[[], Contest]) -> None:
    found = regret_matching(game(), iterations=20_000, tolerance=1e-3)
    assert found.method == "regret-matching"
    assert 0 <= found.exploitability <= 1e-3
    assert exploitability(game(), found.strategy) == pytest.approx(found.exploitability)


def test_regret_matching_needs_no_whole_matrix(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it does not fit into memory, blocks of it give the same strategy."""
    game = random_contest(5)
    whole = regret_matching(game, iterations=50, tolerance=0.0)
    monkeypatch.setattr(equilibrium, "_LARGEST_PROGRAM", 1)
    assert regret_matching(game, iterations=50, tolerance=0.0).strategy == pytest.approx(whole.strategy)


def test_solve_takes_the_program_where_it_fits() -> None:
    game = random_contest(1)
    assert solve(game).method == "lp"
    assert solve(game, largest=10).method == "regret-matching"


def test_progress_is_told() -> None:
    told: list[tuple[str, float]] = []
    solve(random_contest(2), lambda step, share: told.append((step, share)))
    assert {step for step, _ in told} >= {"dropping dominated", "assembling", "solving"}
    assert all(0 <= share <= 1 for _, share in told)
    assert told[-1] == ("solving", 1.0)


def test_the_likeliest_of_a_mixed_strategy() -> None:
    game = random_contest(2)
    strategy: Any = np.tile([0.2, 0.5, 0.3], 7)
    strategy[:3] = [0.4, 0.2, 0.4]
    assert np.flatnonzero(game.likeliest(strategy)).tolist() == [0, 4, 7, 10, 13, 16, 19]
