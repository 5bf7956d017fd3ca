"""Three plain ways to group a hand, as anyone would write them first; each answers (cards covered, points), all cards where that can be.

columns: (cards as counts per item, points), every group that the rules allow. counts: copies held per item.
"""

from __future__ import annotations

from collections.abc import Sequence

from ortools.linear_solver import pywraplp
from ortools.sat.python import cp_model

Columns = Sequence[tuple[Sequence[int], int]]
Found = tuple[int, int]


def backtracking(counts: Sequence[int], columns: Columns) -> Found:
    """Take the first card held; try every group with it, and leaving it loose; go on with the rest. No memory, no bounds."""
    takers = [[(items, points) for items, points in columns if items[item]] for item in range(len(counts))]

    def search(left: list[int]) -> Found:
        first = next((item for item, held in enumerate(left) if held), None)
        if first is None:
            return 0, 0
        left[first] -= 1
        best = search(left)
        left[first] += 1
        for items, points in takers[first]:
            if all(held >= wanted for held, wanted in zip(left, items, strict=True)):
                rest = [held - wanted for held, wanted in zip(left, items, strict=True)]
                cards, more = search(rest)
                best = max(best, (cards + sum(items), more + points))
        return best

    return search(list(counts))


def cp_sat(counts: Sequence[int], columns: Columns) -> Found:
    """One integer variable per group, one constraint per card, default parameters on one thread."""
    model = cp_model.CpModel()
    uses = [model.new_int_var(0, 21, "") for _ in columns]
    for item, held in enumerate(counts):
        model.add(sum(items[item] * use for (items, _), use in zip(columns, uses, strict=True)) <= held)
    model.maximize(sum((1000 * sum(items) + points) * use for (items, points), use in zip(columns, uses, strict=True)))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) != cp_model.OPTIMAL:
        raise RuntimeError("no optimum")
    return _sums(columns, [solver.value(use) for use in uses])


def scip(counts: Sequence[int], columns: Columns) -> Found:
    """The same as an integer linear program, solved by SCIP."""
    solver = pywraplp.Solver.CreateSolver("SCIP")
    uses = [solver.IntVar(0, 21, "") for _ in columns]
    for item, held in enumerate(counts):
        solver.Add(sum(items[item] * use for (items, _), use in zip(columns, uses, strict=True)) <= held)
    solver.Maximize(sum((1000 * sum(items) + points) * use for (items, points), use in zip(columns, uses, strict=True)))
    if solver.Solve() != pywraplp.Solver.OPTIMAL:
        raise RuntimeError("no optimum")
    return _sums(columns, [round(use.solution_value()) for use in uses])


def _sums(columns: Columns, uses: Sequence[int]) -> Found:
    cards = sum(sum(items) * use for (items, _), use in zip(columns, uses, strict=True))
    return cards, sum(points * use for (_, points), use in zip(columns, uses, strict=True))
