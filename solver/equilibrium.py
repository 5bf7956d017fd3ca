"""Two-player zero-sum games with card removal: what a strategy is worth, what the best counter-strategy gains, and the equilibrium.

Both players are dealt a *class* of hands from one deck, so that what I hold makes some of the other's hands rarer. Each class has its
own *actions* (ways to set such a hand). A *strategy* gives each action its chance: a vector over all actions that adds to one within
every class. In a symmetric game both play by the same rules, its value is nothing, and a strategy that no counter-strategy gains
anything against is an equilibrium.

Solved exactly as a linear program by OR-Tools GLOP. Its rows and columns are the actions left when dominated ones are dropped, and the
classes; where its matrix would be too large, regret matching comes as near as the time spent on it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

Progress = Callable[[str, float], None]
"""Called during long work with the name of the step and the share of it that is done, from 0 to 1."""
Vector = NDArray[np.float64]
Index = NDArray[np.intp]
Payoff = Callable[[Index, Index], NDArray[Any]]
"""(actions of one player, actions of the other) -> what the first gets from the second, for each pair."""

_BLOCK = 256
"""Actions assembled at a time: a block stays within a few megabytes."""
_LARGEST_PROGRAM = 40_000_000
"""Pairs of actions above which the linear program gives way to regret matching."""


def quiet(step: str, share: float) -> None:
    """Tell nobody."""


class NoSolutionError(Exception):
    """The solver of linear programs ended without an optimum."""


@dataclass(frozen=True)
class Contest:
    """Two players, each dealt a class from one deck.

    deals: [classes, classes] ways to deal the one class to the first player and the other to the second, exact.
    owner: [actions] the class that each action belongs to, ascending.
    payoff: what one action gets from another, in points; without a stake, before any cap.
    """

    deals: NDArray[np.int64]
    owner: Index
    payoff: Payoff

    @cached_property
    def chance(self) -> Vector:
        """[classes] the chance to be dealt each class."""
        total = self.deals.sum(axis=1)
        return np.asarray(total / total.sum(), dtype=np.float64)

    @cached_property
    def given(self) -> Vector:
        """[classes, classes] the chance that the other holds a class, given mine. Each row adds to one."""
        return np.asarray(self.deals / self.deals.sum(axis=1, keepdims=True), dtype=np.float64)

    @cached_property
    def starts(self) -> Index:
        """[classes] where each class's actions begin."""
        return np.searchsorted(self.owner, np.arange(len(self.deals))).astype(np.intp)

    def best(self, gain: Vector) -> Vector:
        """[classes] the most that any action of the class gains."""
        return np.asarray(np.maximum.reduceat(gain, self.starts), dtype=np.float64)

    def worth(self, strategy: Vector, gain: Vector) -> float:
        """Points a hand of a strategy whose actions gain this much."""
        return float((self.chance[self.owner] * strategy * gain).sum())

    def pure(self, choice: Index) -> Vector:
        """[actions] the strategy that takes one action (`choice`, by class) always."""
        strategy = np.zeros(len(self.owner))
        strategy[choice] = 1.0
        return strategy

    def uniform(self) -> Vector:
        """[actions] the strategy that takes each action of a class as often as any other."""
        return np.asarray(1.0 / np.bincount(self.owner)[self.owner], dtype=np.float64)

    def likeliest(self, strategy: Vector) -> Vector:
        """[actions] the pure strategy of each class's likeliest action."""
        highest = np.maximum.reduceat(strategy, self.starts)
        first = np.flatnonzero(strategy == highest[self.owner])
        return self.pure(first[np.unique(self.owner[first], return_index=True)[1]])


@dataclass(frozen=True)
class Valuation:
    """Each action against one strategy: points gained and chances to win, tie and lose, given the class held. All [actions]."""

    gain: Vector
    win: Vector
    tie: Vector
    lose: Vector


@dataclass(frozen=True)
class Solution:
    """A strategy, points a hand that its best counter-strategy gains, the program's objective, and how it was found.

    method: `lp` or `regret-matching`.
    """

    strategy: Vector
    exploitability: float
    value: float
    method: str


def valuation(contest: Contest, strategy: Vector, progress: Progress = quiet) -> Valuation:
    """What every action is worth against a strategy, and how often it wins, ties and loses."""
    others = np.flatnonzero(strategy > 0)
    count = len(contest.owner)
    gain, win, lose = np.zeros(count), np.zeros(count), np.zeros(count)
    classes, chances = contest.owner[others], strategy[others]
    for start in range(0, count, _BLOCK):
        mine = np.arange(start, min(start + _BLOCK, count), dtype=np.intp)
        weight = contest.given[contest.owner[mine]][:, classes] * chances
        payoff = contest.payoff(mine, others)
        gain[mine] = np.einsum("ij,ij->i", weight, payoff)
        win[mine] = np.einsum("ij,ij->i", weight, payoff > 0)
        lose[mine] = np.einsum("ij,ij->i", weight, payoff < 0)
        progress("valuing", (start + len(mine)) / count)
    return Valuation(gain, win, np.maximum(1.0 - win - lose, 0.0), lose)


def best_response(contest: Contest, strategy: Vector) -> tuple[Vector, float]:
    """The pure strategy that gains most against this one, and what it gains in points a hand."""
    gain = valuation(contest, strategy).gain
    counter = contest.likeliest(gain)
    return counter, contest.worth(counter, gain)


def exploitability(contest: Contest, strategy: Vector) -> float:
    """Points a hand that the best counter-strategy gains. In a symmetric game never below nothing, and nothing at equilibrium."""
    return float(contest.chance @ contest.best(valuation(contest, strategy).gain))


def undominated(contest: Contest, progress: Progress = quiet) -> NDArray[np.bool_]:
    """[actions] False where another action of the class never gets less, whatever the other holds, and somewhere more (or stands first)."""
    count = len(contest.owner)
    everything = np.arange(count, dtype=np.intp)
    keep = np.ones(count, dtype=np.bool_)
    for held, (start, end) in enumerate(pairwise([*contest.starts.tolist(), count])):
        if end - start > 1:
            possible = everything[contest.deals[held][contest.owner] > 0]
            payoff = contest.payoff(everything[start:end], possible)
            for one in range(end - start):
                for two in range(end - start):
                    gap = payoff[two] - payoff[one]
                    if one != two and gap.min() >= 0 and (two < one or gap.max() > 0):
                        keep[start + one] = False
        if held % 100 == 0:
            progress("dropping dominated", held / len(contest.deals))
    return keep


def assemble(contest: Contest, actions: Index, progress: Progress = quiet) -> Vector:
    """[actions, actions] points that each action gains from each other one, times the chance that the other's class is held, given mine."""
    matrix = np.empty((len(actions), len(actions)))
    owner = contest.owner[actions]
    for start in range(0, len(actions), _BLOCK):
        mine = actions[start : start + _BLOCK]
        matrix[start : start + _BLOCK] = contest.given[contest.owner[mine]][:, owner] * contest.payoff(mine, actions)
        progress("assembling", min(start + _BLOCK, len(actions)) / len(actions))
    return matrix


def linear_program(contest: Contest, keep: NDArray[np.bool_] | None = None, progress: Progress = quiet) -> Solution:
    """The exact equilibrium of a symmetric game over the actions kept (default: the undominated ones).

    Choose the strategy x, and for every class c what the best counter gains while holding it, v[c], so that no action of c gains more
    than v[c] against x; the sum of v over the classes, weighted by chance, is as small as can be, which is nothing.
    Scaling: each row is conditional on the class held, so that rare and frequent hands are solved to the same accuracy.
    Raises NoSolutionError where GLOP finds no optimum.
    """
    from ortools.linear_solver import linear_solver_pb2, pywraplp

    keep = undominated(contest, progress) if keep is None else keep
    actions = np.flatnonzero(keep)
    matrix = assemble(contest, actions, progress)
    owner, classes = contest.owner[actions], len(contest.deals)
    model = linear_solver_pb2.MPModelProto()
    for _ in actions:
        model.variable.add(lower_bound=0.0)
    for chance in contest.chance.tolist():
        model.variable.add(lower_bound=-np.inf, objective_coefficient=chance)
    for index, line in enumerate(matrix):
        present = np.flatnonzero(line)
        row = model.constraint.add(upper_bound=0.0)
        row.var_index.extend([*present.tolist(), len(actions) + int(owner[index])])
        row.coefficient.extend([*line[present].tolist(), -1.0])
    for held in range(classes):
        present = np.flatnonzero(owner == held)
        row = model.constraint.add(lower_bound=1.0, upper_bound=1.0)
        row.var_index.extend(present.tolist())
        row.coefficient.extend([1.0] * len(present))
    progress("solving", 0.0)
    solver = pywraplp.Solver.CreateSolver("GLOP")
    failure = solver.LoadModelFromProto(model)
    if failure or solver.Solve() != pywraplp.Solver.OPTIMAL:
        raise NoSolutionError(failure or "GLOP ended without an optimum")
    progress("solving", 1.0)
    found = np.array([variable.solution_value() for variable in solver.variables()[: len(actions)]])
    strategy = np.zeros(len(contest.owner))
    strategy[actions] = _normal(contest.owner[actions], found, classes)
    return Solution(strategy, exploitability(contest, strategy), float(solver.Objective().Value()), "lp")


def _normal(owner: Index, found: Vector, classes: int) -> Vector:
    """The same chances without the solver's dust: none below 1e-12, each class adding to one."""
    clean = np.where(found > 1e-12, found, 0.0)
    return np.asarray(clean / np.bincount(owner, clean, classes)[owner], dtype=np.float64)


def regret_matching(
    contest: Contest, iterations: int = 2_000, tolerance: float = 1e-6, check_every: int = 100, progress: Progress = quiet
) -> Solution:
    """An approximate equilibrium of a symmetric game: regret matching⁺ in self-play, the average weighted by the iteration.

    Ends when the average's exploitability is at most *tolerance* points a hand, or after *iterations*. Where all blocks of the payoff fit
    into memory they are assembled once; else again in every iteration.
    """
    count = len(contest.owner)
    actions = np.arange(count, dtype=np.intp)
    matrix = assemble(contest, actions, progress) if count * count <= _LARGEST_PROGRAM * 4 else None
    regret, average = np.zeros(count), np.zeros(count)
    uniform = contest.uniform()
    best = Solution(uniform, exploitability(contest, uniform), 0.0, "regret-matching")
    for iteration in range(1, iterations + 1):
        total = np.bincount(contest.owner, regret)[contest.owner]
        strategy = np.where(total > 0, regret / np.where(total > 0, total, 1.0), uniform)
        average += iteration * strategy
        gain = matrix @ strategy if matrix is not None else valuation(contest, strategy).gain
        expected = np.bincount(contest.owner, strategy * gain)[contest.owner]
        regret = np.maximum(regret + gain - expected, 0.0)
        if iteration % check_every == 0 or iteration == iterations:
            mean = average / (iteration * (iteration + 1) / 2)
            mean /= np.bincount(contest.owner, mean)[contest.owner]
            loss = exploitability(contest, mean)
            if loss < best.exploitability:
                best = Solution(mean, loss, 0.0, "regret-matching")
            progress("matching regrets", iteration / iterations)
            if loss <= tolerance:
                break
    return best


def solve(contest: Contest, progress: Progress = quiet, largest: int = _LARGEST_PROGRAM) -> Solution:
    """The equilibrium of a symmetric game: exact by the linear program; by regret matching where that would be too large.

    largest: pairs of undominated actions that the program may have.
    """
    keep = undominated(contest, progress)
    if int(keep.sum()) ** 2 > largest:
        return regret_matching(contest, progress=progress)
    return linear_program(contest, keep, progress)
