"""Thirteen cards as a model: three rows in ascending strength, what each objective makes of them, and the engines' answers.

`strength`: the rows in an order, each as strong as can be. `bonus`: the most bonus points, then back, middle and front as strong as can
be, kickers that can't decide aside. Settings of equal worth: the higher front, then middle, then the higher cards in front.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from solver.errors import InternalError
from solver.games.chinese_poker.cards import HAND
from solver.games.chinese_poker.rules import ROWS, SIZES, ChinesePokerRules
from solver.games.chinese_poker.setting import Setting
from solver.partition import Column, Order, Partition, Slot, Solution
from solver.rows import require_pins

if TYPE_CHECKING:
    from solver.engines.enumerate import Split

SLOTS = tuple(Slot(name, size) for name, size in zip(ROWS, SIZES, strict=True))
ORDER = (Order(0, 1, strict=True), Order(1, 2))
BACK_FIRST = (2, 1, 0)


@dataclass(frozen=True)
class Problem:
    """A hand to be set.

    hand: thirteen cards in canonical order. rows_first: the rows, the one that matters most first. pins: by row, bit masks over the hand.
    """

    rules: ChinesePokerRules
    hand: tuple[int, ...]
    objective: str = "strength"
    rows_first: tuple[int, ...] = BACK_FIRST
    pins: tuple[int, ...] = (0, 0, 0)
    top: int = 1

    @cached_property
    def split(self) -> "Split":
        """All settings: the rank of every row, and what counts as equal among them."""
        import numpy as np

        from solver.engines.enumerate import Split

        ranking, cards = self.rules.ranking, np.array(self.hand, np.uint8)
        threes, fives = ranking.row_ranks(cards, 3), ranking.row_ranks(cards, 5)
        classes = None
        if self.objective != "strength":
            decisive = ranking.decisive_ranks[fives]
            classes = (threes, decisive, decisive)
        return Split(HAND, SIZES, (threes, fives, fives), (True, False), self.pins, classes)

    @property
    def may_cut(self) -> bool:
        """Whether a setting that another one equals or beats in every row can never be better than that one."""
        return self.objective != "bonus" or self.rules.grows

    def setting(self, rows: Sequence[Sequence[int]]) -> Setting:
        """The setting of these positions in the hand, held against the rules with nothing of the engine that found it.

        Raises InternalError.
        """
        hand = self.hand
        front, middle, back = (tuple(hand[at] for at in row) for row in rows)
        setting = Setting.of(front, middle, back, self.rules.ranking)
        if sorted((*front, *middle, *back), reverse=True) != list(hand) or setting.faults:
            raise InternalError(f"no legal setting of {hand}: {setting}")
        require_pins(rows, self.pins)
        return setting


@dataclass(frozen=True, slots=True)
class Best:
    """What an engine found: legal settings, best first, the number of all legal ones by cards, and whether these are proven best."""

    settings: tuple[Setting, ...]
    count: int
    engine: str
    status: str = "optimal"


def by_enumeration(problem: Problem) -> Best:
    """The best settings, from a look at all of them.

    Of equals the engine takes the one with the highest cards in front, then in the middle. That is the one of the highest ranks too:
    equals differ in ranks only by kickers of a middle and a back that are both decided by their sets, and there suits decide nothing.
    """
    from solver.engines import enumerate as engine

    split = problem.split
    if problem.objective == "bonus":
        bonuses = problem.rules.bonus_array
        found = engine.best(split, [bonuses[row][ranks] for row, ranks in enumerate(split.ranks)], problem.rows_first, problem.top)
    else:
        found = engine.strongest(split, problem.rows_first, problem.top)
    return Best(tuple(problem.setting(setting.rows) for setting in found.settings), found.count, "enumerate")


def _canonical(problem: Problem, subsets: Sequence[int]) -> Setting:
    """Of all legal settings that are this one's equals to the objective: the highest front, then middle, then cards."""
    import numpy as np

    from solver.engines.enumerate import Split, strongest

    split = problem.split
    front, middle, back = (
        np.where(classes == classes[at], ranks, np.int16(-1)) for classes, ranks, at in zip(split.orders, split.rows, subsets, strict=True)
    )
    found = strongest(Split(HAND, SIZES, (front, middle, back), split.strict), (0, 1, 2))
    return problem.setting(found.settings[0].rows)


def partition(problem: Problem, *, cut: bool) -> tuple[Partition, tuple[tuple[int, int], ...]]:
    """The hand as an exact cover, one column for each subset that may fill a row; beside it the row and the subset of each column.

    cut: only subsets that occur in a setting which fewer than `top` others equal or beat in every row. Wherever the objective grows
    with every row (`Problem.may_cut`), the best settings are made of these.
    """
    from solver.engines.enumerate import subsets, undominated

    split = problem.split
    kept: list[list[int]] = [list(range(len(ranks))) for ranks in split.rows]
    if cut:
        kept = [column.tolist() for column in undominated(split, problem.top).columns()]
    columns: list[Column] = []
    places: list[tuple[int, int]] = []
    for row, size in enumerate(SIZES):
        ranks, classes = split.rows[row].tolist(), split.orders[row].tolist()
        dense = {value: place for place, value in enumerate(sorted({classes[at] for at in kept[row]}), 1)}
        for at in kept[row]:
            if ranks[at] >= 0:
                places.append((row, at))
                columns.append(
                    Column(
                        kind=problem.rules.ranking.category(ranks[at]).value,
                        items=tuple((position, 1) for position in subsets(HAND, size)[at]),
                        values=_values(problem, row, ranks[at], dense[classes[at]]),
                        slots=(row,),
                        ranks=(ranks[at],),
                        distinct=row << 14 | classes[at],
                    )
                )
    return Partition((1,) * HAND, tuple(columns), "all", SLOTS, ORDER), tuple(places)


def _values(problem: Problem, row: int, rank: int, place: int) -> tuple[int, ...]:
    """A column's value by level: its bonus, where that is asked for, then the strength of each row in turn, as a place among the hand's."""
    strength = tuple(place if row == level else 0 for level in problem.rows_first)
    return (problem.rules.bonus_by_rank[row][rank], *strength) if problem.objective == "bonus" else strength


def by_cp_sat(problem: Problem, deadline_ms: float = 1000, *, cut: bool = True) -> Best:
    """The best settings by CP-SAT on the exact cover, cut where it may be."""
    from solver.engines import cp_sat
    from solver.engines.enumerate import undominated

    legal = undominated(problem.split)
    if not legal.count:
        return Best((), 0, cp_sat.NAME)
    model, places = partition(problem, cut=cut and problem.may_cut)
    column_at = {place: at for at, place in enumerate(places)}
    # Any legal setting will do to fall back on at the deadline; the last one listed is the weakest at the back.
    start = [column_at[row, subset] for row, subset in enumerate(legal.subsets[-1].tolist())]
    solved = cp_sat.solve(model, top=problem.top, ties="any", deadline_ms=deadline_ms, start=start)
    descending: list[Solution] = []
    for solution in solved.solutions:  # a fallback at the deadline may stand there twice
        if not descending or solution.values < descending[-1].values:
            descending.append(solution)
    settings = []
    for solution in descending:
        by_row = dict(places[at] for at in solution.uses)
        settings.append(_canonical(problem, [by_row[row] for row in range(len(ROWS))]))
    return Best(tuple(settings), legal.count, cp_sat.NAME, solved.status)


def solve(problem: Problem, engine: str = "auto", deadline_ms: float = 1000) -> Best:
    """The best settings by the engine of that name; `auto` is `enumerate`. No settings: the pins leave no legal one."""
    return by_cp_sat(problem, deadline_ms) if engine == "cp-sat" else by_enumeration(problem)
