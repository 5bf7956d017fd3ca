"""Thirteen to seventeen cards as a model: three rows in ascending strength and cards thrown away.

`points`: the most royalties, and what staying in Fantasyland counts; `royalties`: without that. Equal values: the strongest back, then
middle, then front; then the higher cards in front.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from solver.errors import InternalError
from solver.games.open_face.rules import ROWS, SIZES, OpenFaceRules
from solver.games.open_face.setting import Setting
from solver.partition import Column, Limit, Order, Partition, Slot, Solution
from solver.rows import require_pins

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from solver.engines.enumerate import Found, Split

SLOTS = tuple(Slot(name, size) for name, size in SIZES.items())
ORDER = (Order(0, 1), Order(1, 2))
BACK_FIRST = (2, 1, 0)


@dataclass(frozen=True)
class Problem:
    """A hand to be set. hand: in canonical order. pins: by row, bit masks over the hand."""

    rules: OpenFaceRules
    hand: tuple[int, ...]
    objective: str = "points"
    pins: tuple[int, ...] = (0, 0, 0)
    top: int = 1

    @property
    def stay_bonus(self) -> int:
        """What a stay counts for the objective."""
        return self.rules.stay_bonus if self.objective == "points" else 0

    @cached_property
    def split(self) -> "Split":
        """All settings with the rank of every row."""
        from solver.engines.enumerate import Split

        scale = self.rules.ranking
        threes, fives = scale.row_ranks(self.hand, 3), scale.row_ranks(self.hand, 5)
        return Split(len(self.hand), tuple(SIZES.values()), (threes, fives, fives), (False, False), self.pins)

    def setting(self, rows: Sequence[Sequence[int]]) -> Setting:
        """The setting of these positions in the hand, held against the rules with nothing of the engine that found it.

        Raises InternalError.
        """
        hand = self.hand
        used = {at for row in rows for at in row}
        thrown = tuple(card for at, card in enumerate(hand) if at not in used)
        setting = Setting.of([[hand[at] for at in row] for row in rows], self.rules, thrown)
        sizes = tuple(map(len, rows))
        if setting.faults or sizes != tuple(SIZES.values()) or len(used) != sum(sizes):
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

    A stay counts once, so a setting's value is no sum over its rows. It is the larger of two that are: with a stay counted in front only
    and at the back only. Their sum, with a stay counted in both rows, is too much only for a setting that stays twice over.
    """
    rules = problem.rules
    front, back = rules.stay_array[0], rules.stay_array[2]
    found = _most(problem, front, back)
    settings = [problem.setting(setting.rows) for setting in found.settings]
    if problem.stay_bonus and any(front[setting.ranks[0]] and back[setting.ranks[2]] for setting in settings):
        each = [*_most(problem, front, 0 * back).settings, *_most(problem, 0 * front, back).settings]
        settings = list({setting.ranks: problem.setting(setting.rows) for setting in each}.values())
        settings.sort(key=lambda setting: (setting.value(rules, problem.objective), *setting.ranks[::-1]), reverse=True)
    return Best(tuple(settings[: problem.top]), found.count, "enumerate")


def _most(problem: Problem, front: "NDArray[np.int64]", back: "NDArray[np.int64]") -> "Found":
    """The settings with the most royalties and stay bonus; front, back: which ranks of the row count as a stay."""
    from solver.engines.enumerate import best

    royalties, threes, fives = problem.rules.royalty_array, *problem.split.ranks[:2]
    bonus = problem.stay_bonus
    values = (
        royalties[0][threes] + bonus * front[threes],
        royalties[1][fives],
        royalties[2][fives] + bonus * back[fives],
    )
    return best(problem.split, values, BACK_FIRST, problem.top)


def partition(problem: Problem, kept: Sequence[Sequence[int]]) -> tuple[Partition, tuple[tuple[int, int], ...]]:
    """The hand as an exact cover, one column for each kept subset of each row, and one of no cards for the stay, last.

    Beside it the row and the subset of each column of cards.
    """
    from solver.engines.enumerate import subsets

    split, rules = problem.split, problem.rules
    columns: list[Column] = []
    places: list[tuple[int, int]] = []
    stays: list[list[int]] = [[] for _ in SIZES]
    for row, size in enumerate(SIZES.values()):
        ranks = split.rows[row].tolist()
        dense = {rank: place for place, rank in enumerate(sorted({ranks[at] for at in kept[row]}), 1)}
        for at in kept[row]:
            rank = ranks[at]
            if rank < 0:
                continue
            if rules.stays_by_rank[row][rank]:
                stays[row].append(len(columns))
            places.append((row, at))
            columns.append(
                Column(
                    kind=rules.ranking.category(rank).value,
                    items=tuple((position, 1) for position in subsets(split.n, size)[at]),
                    values=(rules.royalty_by_rank[row][rank], *(dense[rank] if row == level else 0 for level in BACK_FIRST)),
                    slots=(row,),
                    ranks=(rank,),
                    distinct=row << 14 | rank,
                )
            )
    stay = len(columns)
    columns.append(Column("stay", (), (problem.stay_bonus, 0, 0, 0), at_most=1))
    # The stay is there where a row brings it, and only there.
    limits = [Limit(((stay, 1), *((at, -1) for row in stays for at in row)), 0)]
    limits += [Limit(((stay, -1), *((at, 1) for at in row)), 0) for row in stays if row]
    return Partition((1,) * split.n, tuple(columns), "most", SLOTS, ORDER, tuple(limits)), tuple(places)


def by_cp_sat(problem: Problem, deadline_ms: float = 1000, *, cut: bool = True) -> Best:
    """The best settings by CP-SAT on the exact cover.

    cut: where royalties grow with every row, only subsets that occur in a setting which fewer than `top` others equal or beat in every
    row; the best settings are made of these.
    """
    from solver.engines import cp_sat
    from solver.engines.enumerate import undominated

    legal = undominated(problem.split, problem.top)
    if not legal.count:
        return Best((), 0, cp_sat.NAME)
    shortened = cut and problem.rules.grows
    model, places = partition(problem, [column.tolist() for column in legal.columns()] if shortened else _every(problem))
    column_at = {place: at for at, place in enumerate(places)}
    # Any legal setting will do to fall back on at the deadline; the last one listed is the weakest at the back.
    last = legal.setting(len(legal) - 1)
    start = [column_at[place] for place in enumerate(last.subsets)]
    if problem.setting(last.rows).stays(problem.rules):
        start.append(len(places))
    solved = cp_sat.solve(model, top=problem.top, ties="any", deadline_ms=deadline_ms, start=start)
    settings: dict[tuple[int, ...], Setting] = {}
    for solution in solved.solutions:  # a fallback at the deadline may stand there twice
        setting = _canonical(problem, _subsets(solution, places))
        settings.setdefault(setting.ranks, setting)
    return Best(tuple(settings.values()), legal.count, cp_sat.NAME, solved.status)


def _every(problem: Problem) -> list[Sequence[int]]:
    """Every subset of each row."""
    return [range(len(ranks)) for ranks in problem.split.rows]


def _subsets(solution: Solution, places: Sequence[tuple[int, int]]) -> list[int]:
    """The subset in each row."""
    by_row = dict(places[at] for at in solution.uses if at < len(places))
    return [by_row[row] for row in range(len(ROWS))]


def _canonical(problem: Problem, chosen: Sequence[int]) -> Setting:
    """Of all settings with the ranks of this one, the one with the highest cards in front, then in the middle."""
    import numpy as np

    from solver.engines.enumerate import Split, strongest

    split = problem.split
    front, middle, back = (np.where(ranks == ranks[at], ranks, np.int16(-1)) for ranks, at in zip(split.rows, chosen, strict=True))
    found = strongest(Split(split.n, split.sizes, (front, middle, back), split.strict))
    return problem.setting(found.settings[0].rows)


def solve(problem: Problem, engine: str = "auto", deadline_ms: float = 1000) -> Best:
    """The best settings by the engine of that name; `auto` is `enumerate`. No settings: the pins leave no legal one."""
    return by_cp_sat(problem, deadline_ms) if engine == "cp-sat" else by_enumeration(problem)
