"""Engine `cp-sat`: OR-Tools CP-SAT on any partition. The slowest engine, the most general one, and the referee of the others.

One integer variable per column, one equality per item (an upper bound where not every card need be covered), exactly one column per slot.
Objective levels are merged into one objective while the sum of coefficients stays below 2^31 (OR-Tools 9.15 can certify a wrong optimum
above), and solved one after the other beyond that. Values are recomputed from the columns in integers: the solver's objective is a float.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from math import lcm
from operator import mul
from typing import Any

from ortools.sat.python import cp_model

from solver.partition import Partition, Solution, Solved, check, fitting

NAME = "cp-sat"
_COEFFICIENTS = 2**31 - 1
_DETERMINISTIC_SECONDS = 60.0
"""A bound on work besides the wall clock, in the solver's deterministic seconds: far above what any hand of the games here needs."""

_Found = tuple[tuple[int, ...] | None, str]
"""Columns used, and the status that goes with them; None where the deadline left nothing to show."""


class _Clock:
    """What is left of the deadline, and the work done so far."""

    def __init__(self, deadline_ms: float, deterministic: float) -> None:
        self._end = time.perf_counter() + deadline_ms / 1000
        self._deterministic = deterministic
        self.branches = 0
        self.deterministic_time = 0.0

    def configure(self, parameters: Any) -> None:
        parameters.max_time_in_seconds = max(self._end - time.perf_counter(), 0.0)
        parameters.max_deterministic_time = max(self._deterministic - self.deterministic_time, 0.0)

    def record(self, solver: cp_model.CpSolver) -> None:
        self.branches += solver.num_branches
        self.deterministic_time += solver.response_proto.deterministic_time


class _Collector(cp_model.CpSolverSolutionCallback):
    """Keeps every solution of an enumeration."""

    def __init__(self, read: Callable[[Callable[[Any], int]], tuple[int, ...]]) -> None:
        super().__init__()
        self._read = read
        self.found: list[tuple[int, ...]] = []

    def on_solution_callback(self) -> None:
        self.found.append(self._read(self.value))


class _Model:
    """The partition as a CP-SAT model. `exact`: every copy of every item must be covered."""

    def __init__(self, partition: Partition, exact: bool) -> None:
        self.partition = partition
        model: Any = cp_model.CpModel()
        self.model = model
        index = {id(column): at for at, column in enumerate(partition.columns)}
        self.used: list[int] = [index[id(column)] for column in fitting(partition.supply, partition.columns)]
        self.most = {at: partition.most_uses(partition.columns[at]) for at in self.used}
        self.used = [at for at in self.used if self.most[at] > 0]
        self.uses: dict[int, Any] = {
            at: model.new_bool_var("") if self.most[at] == 1 else model.new_int_var(0, self.most[at], "") for at in self.used
        }
        self.levels = [self._sum((at, partition.columns[at].values[level]) for at in self.used) for level in range(partition.levels)]
        self._cover(exact)
        self._fill_slots()
        for limit in partition.limits:
            model.add(self._sum(term for term in limit.terms if term[0] in self.uses) <= limit.bound)
        for at, times in partition.locked.items():
            model.add(self.uses[at] >= times if at in self.uses else False)

    def _sum(self, terms: Iterator[tuple[int, int]]) -> Any:
        pairs = [(self.uses[at], coefficient) for at, coefficient in terms if coefficient]
        return cp_model.LinearExpr.weighted_sum([variable for variable, _ in pairs], [coefficient for _, coefficient in pairs])

    def _cover(self, exact: bool) -> None:
        takers: list[list[tuple[int, int]]] = [[] for _ in self.partition.supply]
        for at in self.used:
            for item, copies in self.partition.columns[at].items:
                takers[item].append((at, copies))
        for item, held in enumerate(self.partition.supply):
            if exact and held:
                self.model.add(self._sum(iter(takers[item])) == held)
            elif takers[item]:
                self.model.add(self._sum(iter(takers[item])) <= held)

    def _fill_slots(self) -> None:
        columns = self.partition.columns
        strength: list[list[tuple[int, int]]] = [[] for _ in self.partition.slots]
        fillers: list[list[Any]] = [[] for _ in self.partition.slots]
        for at in self.used:
            for slot, rank in zip(columns[at].slots, columns[at].ranks, strict=False):
                strength[slot].append((at, rank))
            for slot in columns[at].slots:
                fillers[slot].append(self.uses[at])
        for filler in fillers:
            self.model.add_exactly_one(filler)
        # Ranks are pressed together to 1, 2, 3, … so that the sums stay small; only their order matters.
        scale = {rank: place for place, rank in enumerate(sorted({rank for ranks in strength for _, rank in ranks}), 1)}
        for order in self.partition.order:
            higher = self._sum((at, scale[rank]) for at, rank in strength[order.higher])
            lower = self._sum((at, scale[rank]) for at, rank in strength[order.lower])
            self.model.add(higher - lower >= int(order.strict))

    def below(self, values: Sequence[int]) -> None:
        """Allow only solutions that come lexicographically after these values."""
        at_level = []
        for level, value in enumerate(values):
            here = self.model.new_bool_var("")
            self.model.add(self.levels[level] <= value - 1).only_enforce_if(here)
            for above in range(level):
                self.model.add(self.levels[above] == values[above]).only_enforce_if(here)
            at_level.append(here)
        self.model.add_exactly_one(at_level)

    def fix(self, values: Sequence[int]) -> None:
        """Allow only solutions with exactly these values."""
        for expression, value in zip(self.levels, values, strict=True):
            self.model.add(expression == value)

    def read(self, value: Callable[[Any], int]) -> tuple[int, ...]:
        return tuple(at for at in self.used for _ in range(value(self.uses[at])))

    def hint(self, uses: Sequence[int]) -> None:
        self.model.clear_hints()
        for at, variable in self.uses.items():
            self.model.add_hint(variable, uses.count(at))

    def runs(self) -> list[dict[int, int]]:
        """Levels in runs that fit one objective each, with their factors: of three levels perhaps 0 and 1 at once, then level 2."""
        spans = [self._span(level) for level in range(self.partition.levels)]
        runs: list[dict[int, int]] = []
        for level in range(self.partition.levels):
            if runs and (factors := self._factors([*runs[-1], level], spans)):
                runs[-1] = factors
            else:
                runs.append({level: 1})
        return runs

    def _span(self, level: int) -> int:
        """A bound on the absolute value of a level's sum."""
        columns = self.partition.columns
        if self.partition.slots:
            return sum(
                max((abs(columns[at].values[level]) for at in self.used if slot in columns[at].slots), default=0)
                for slot in range(len(self.partition.slots))
            )
        # What a copy of each item brings at the most, in parts of a whole so small that every column's size divides it.
        whole = lcm(*(columns[at].size for at in self.used))
        share = [0] * len(self.partition.supply)
        for at in self.used:
            part = abs(columns[at].values[level]) * (whole // columns[at].size)
            for item, _ in columns[at].items:
                share[item] = max(share[item], part)
        parts: int = sum(map(mul, share, self.partition.supply))
        return -(-parts // whole)

    def _factors(self, run: Sequence[int], spans: Sequence[int]) -> dict[int, int] | None:
        """The factor of each level in a merged objective; None where the coefficients would be too large."""
        factors, factor = {}, 1
        for level in reversed(run):
            factors[level] = factor
            factor *= 2 * spans[level] + 1
        columns = self.partition.columns
        total = sum(self.most[at] * sum(factors[level] * abs(columns[at].values[level]) for level in run) for at in self.used)
        return {level: factors[level] for level in run} if total <= _COEFFICIENTS else None

    def maximise(self, run: Mapping[int, int]) -> None:
        self.model.maximize(sum(factor * self.levels[level] for level, factor in run.items()))


def _solver(clock: _Clock, partition: Partition) -> cp_model.CpSolver:
    """A fresh solver: one worker is deterministic; without slots the models are so small that presolve's probing only costs.

    So does the LP, unless there are limits: a bound by column cannot see what a limit takes, and without the LP a proof may take minutes.
    """
    solver = cp_model.CpSolver()
    clock.configure(solver.parameters)
    solver.parameters.num_workers = 1
    if not partition.slots:
        solver.parameters.cp_model_probing_level = 0
        if not partition.limits:
            solver.parameters.linearization_level = 0
    return solver


def _best(model: _Model, clock: _Clock, start: Sequence[int] | None) -> tuple[tuple[int, ...] | None, str]:
    """The best solution by all levels in order, with `optimal`, `feasible` or `none`."""
    uses: tuple[int, ...] | None = None
    if start is not None:
        model.hint(start)
    for run in model.runs() or [{}]:
        model.maximise(run)
        solver = _solver(clock, model.partition)
        status = solver.solve(model.model)
        clock.record(solver)
        if status == cp_model.INFEASIBLE:
            return None, "none"
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return uses, "feasible"
        uses = model.read(solver.value)
        if status == cp_model.FEASIBLE:
            return uses, "feasible"
        values = model.partition.values(uses)
        for level in run:
            model.model.add(model.levels[level] == values[level])
        model.hint(uses)
    return uses, "optimal"


def _enumerate(model: _Model, clock: _Clock) -> tuple[list[tuple[int, ...]], bool]:
    """Every solution of the model, and whether that is proven to be all."""
    model.model.clear_objective()
    model.model.clear_hints()
    solver = _solver(clock, model.partition)
    solver.parameters.enumerate_all_solutions = True
    collector = _Collector(model.read)
    status = solver.solve(model.model, collector)
    clock.record(solver)
    return sorted(set(collector.found)), status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)


def _descending(partition: Partition, exact: bool, ties: str, clock: _Clock, start: Sequence[int] | None) -> Iterator[_Found]:
    """Solutions from the best down, each with its status. `ties="any"`: one of each combination of values; else all, in canonical order."""
    above: tuple[int, ...] | None = None
    while True:
        model = _Model(partition, exact)
        if above is not None:
            model.below(above)
        uses, status = _best(model, clock, start if above is None else None)
        if uses is None:
            if status == "feasible":
                nothing = None if exact or partition.slots or partition.locked or any(limit.bound < 0 for limit in partition.limits) else ()
                yield (nothing if start is None else tuple(start)), status
            return
        above = partition.values(uses)
        if status == "feasible" or ties == "any":
            yield uses, status
        else:
            model = _Model(partition, exact)
            model.fix(above)
            tied, all_found = _enumerate(model, clock)
            yield from ((each, "optimal" if all_found else "feasible") for each in tied or [uses])
        if status == "feasible":
            return


def solve(
    partition: Partition,
    *,
    top: int = 1,
    count: bool = False,
    deadline_ms: float = 1000,
    deterministic: float = _DETERMINISTIC_SECONDS,
    ties: str = "canonical",
    start: Sequence[int] | None = None,
) -> Solved:
    """The best `top` distinct solutions.

    count: also count the solutions that cover everything.
    deadline_ms (wall clock) and deterministic (the solver's own seconds): whichever ends first; then the status is `feasible`.
    ties: `canonical` orders solutions of equal values by their sorted columns; `any` gives one solution for each combination of values.
    start: a legal solution (column indexes) to begin from, and to answer where the deadline leaves nothing better.
    """
    clock = _Clock(deadline_ms, deterministic)

    def solved(found: Sequence[_Found], complete: bool, count: int | None) -> Solved:
        solutions = tuple(Solution(uses, partition.values(uses)) for uses, _ in found if uses is not None)
        for solution in solutions:
            check(partition, solution)
        statuses = {status for _, status in found}
        status = "feasible" if "feasible" in statuses else "optimal" if found else "none"
        return Solved(solutions, status, NAME, complete, count, clock.branches, clock.deterministic_time)

    if partition.cover != "most":
        if count:
            every, proven = _enumerate(_Model(partition, exact=True), clock)
            every.sort(key=lambda uses: (tuple(-value for value in partition.values(uses)), uses))
            status = "optimal" if proven else "feasible"
            found: list[_Found] = [(uses, status) for uses in every[:top]]
            number: int | None = len(every)
        else:
            found = list(islice(_descending(partition, True, ties, clock, start), top))
            number = None if found else 0
        if any(uses is not None for uses, _ in found) or partition.cover == "all":
            return solved(found, True, number)
    else:
        number = None
    found = list(islice(_descending(partition, False, ties, clock, start), top))
    covered = bool(found) and found[0][0] is not None and not any(partition.loose(found[0][0]))
    return solved(found, covered, number)
