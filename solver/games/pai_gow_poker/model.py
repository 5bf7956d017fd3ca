"""Seven cards as a model: 21 splits, the back not outranked by the front, and what each objective makes of them.

`expected`: the most points against a dealer who plays a house way, after commission; equal: the stronger front. `house`: what a house way
sets, then as `strength`. `strength`: the strongest back, then the strongest front. Splits of equal ranks: the higher cards in front.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from solver.errors import InternalError
from solver.games.pai_gow_poker.cards import HAND
from solver.games.pai_gow_poker.house_way import DEFAULT
from solver.games.pai_gow_poker.rules import SIZES, PaiGowPokerRules
from solver.games.pai_gow_poker.setting import Ranks, Setting
from solver.partition import Column, Order, Partition, Slot
from solver.rows import require_pins

if TYPE_CHECKING:
    from solver.engines.enumerate import Found, Split
    from solver.engines.enumerate import Setting as Placed
    from solver.games.pai_gow_poker.dealer import Odds

SLOTS = tuple(Slot(name, size) for name, size in SIZES.items())
ORDER = (Order(0, 1),)
BACK_FIRST = (1, 0)
SPLITS = 21


@dataclass(frozen=True)
class Problem:
    """A hand to be set.

    hand: in canonical order. way: the house way of `house`, the dealer's of `expected`. pins: by row, bit masks over the hand.
    """

    rules: PaiGowPokerRules
    hand: tuple[int, ...]
    objective: str = "expected"
    way: str = DEFAULT
    pins: tuple[int, ...] = (0, 0)
    top: int = 1

    @cached_property
    def split(self) -> "Split":
        """All settings with the rank of every row."""
        from solver.engines.enumerate import Split

        scale = self.rules.ranking
        ranks = tuple(scale.row_ranks(self.hand, size) for size in SIZES.values())
        return Split(HAND, tuple(SIZES.values()), ranks, (False,), self.pins)

    @cached_property
    def legal(self) -> "Found":
        """All legal settings, distinct in ranks, the strongest back first, then the strongest front."""
        from solver.engines.enumerate import strongest

        return strongest(self.split, BACK_FIRST, SPLITS)

    def setting(self, rows: Sequence[Sequence[int]]) -> Setting:
        """The setting of these positions in the hand, held against the rules with nothing of the engine that found it.

        Raises InternalError.
        """
        front, back = rows
        setting = Setting.of([[self.hand[at] for at in row] for row in rows], self.rules)
        if setting.faults or sorted((*front, *back)) != list(range(HAND)) or len(front) != SIZES["front"]:
            raise InternalError(f"no legal setting of {self.hand}: {setting}")
        require_pins(rows, self.pins)
        return setting


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal setting, and under `expected` its odds."""

    setting: Setting
    odds: "Odds | None" = None


@dataclass(frozen=True, slots=True)
class Best:
    """What an engine found: legal settings, best first, the number of all legal ones by cards, and whether these are proven best."""

    choices: tuple[Choice, ...]
    count: int
    engine: str
    status: str = "optimal"


def odds_of(rules: PaiGowPokerRules, way: str, hand: Sequence[int], splits: Sequence[Ranks]) -> "list[Odds]":
    """The odds of splits of a hand against a dealer who plays this house way."""
    from solver.games.pai_gow_poker.dealer import dealer, odds

    return list(odds(dealer(way, rules.wheel, rules.joker), hand, splits, len(rules.ranking.classes)))


def house_choice(problem: Problem) -> Ranks:
    """The ranks of the split that the house way sets, of those that keep the pins. There must be one."""
    import numpy as np

    from solver.engines.enumerate import subset_masks
    from solver.games.pai_gow_poker.house_way import compiled_way
    from solver.games.pai_gow_poker.way_kernels import set_one, tables_of

    way = compiled_way(problem.way, problem.rules.wheel, problem.rules.joker)
    allowed = (1 << SPLITS) - 1
    front, back = problem.pins
    if front or back:
        masks = subset_masks(HAND, SIZES["front"]).tolist()
        allowed = sum(1 << at for at, mask in enumerate(masks) if mask & front == front and not mask & back)
    hand = np.array(problem.hand, np.uint8)
    arrays = way.rows, way.plans, way.pairs, way.kinds, problem.rules.joker == "wild"
    at = set_one(hand, tables_of(way.scale), arrays, allowed)
    return int(problem.split.ranks[0][at]), int(problem.split.ranks[1][SPLITS - 1 - at])


def in_order(problem: Problem) -> "list[tuple[Placed, Odds | None]]":
    """All legal settings, distinct in ranks, the objective's best first."""
    settings = problem.legal.settings
    if problem.objective == "expected" and settings:
        ranks = [(setting.ranks[0], setting.ranks[1]) for setting in settings]
        odds = odds_of(problem.rules, problem.way, problem.hand, ranks)
        win = problem.rules.win
        # In whole numbers, so that equal is equal.
        worth = [(one.win * win.numerator - one.lose * win.denominator, own) for one, own in zip(odds, ranks, strict=True)]
        places = sorted(range(len(settings)), key=worth.__getitem__, reverse=True)
        return [(settings[at], odds[at]) for at in places]
    if problem.objective == "house" and settings:
        chosen = house_choice(problem)
        settings = tuple(sorted(settings, key=lambda setting: setting.ranks != chosen))
    return [(setting, None) for setting in settings]


def by_enumeration(problem: Problem) -> Best:
    """The best settings, from a look at all of them."""
    found = in_order(problem)[: problem.top]
    choices = tuple(Choice(problem.setting(placed.rows), odds) for placed, odds in found)
    return Best(choices, problem.legal.count, "enumerate")


def partition(problem: Problem) -> tuple[Partition, tuple[tuple[tuple[int, ...], ...], ...]]:
    """The hand as an exact cover; beside it the rows (positions) that each column fills, None for a row it does not.

    Under `strength` a column is one row. A whole setting's worth to the other objectives is no sum over rows: there a column is a whole
    legal setting, its value the place among them.
    """
    from solver.engines.enumerate import subsets

    columns: list[Column] = []
    rows: list[tuple[tuple[int, ...], ...]] = []
    category = problem.rules.ranking.category
    if problem.objective == "strength":
        for row, size in enumerate(SIZES.values()):
            for subset, rank in zip(subsets(HAND, size), problem.split.rows[row + 1].tolist(), strict=True):
                if rank >= 0:
                    values = (rank, 0) if row else (0, rank)
                    columns.append(Column(category(rank).value, _items(subset), values, (row,), (rank,), distinct=row << 14 | rank))
                    rows.append(((), subset) if row else (subset, ()))
    else:
        found = in_order(problem)
        for place, (placed, _) in enumerate(found):
            columns.append(Column("setting", _items(range(HAND)), (len(found) - place,), (0, 1), placed.ranks))
            rows.append(placed.rows)
    return Partition((1,) * HAND, tuple(columns), "all", SLOTS, ORDER), tuple(rows)


def _items(positions: Sequence[int]) -> tuple[tuple[int, int], ...]:
    return tuple((position, 1) for position in positions)


def by_cp_sat(problem: Problem, deadline_ms: float = 1000) -> Best:
    """The best settings by CP-SAT on the exact cover."""
    from solver.engines import cp_sat

    legal = problem.legal
    if not legal.count:
        return Best((), 0, cp_sat.NAME)
    model, rows = partition(problem)
    # Any legal setting will do to fall back on at the deadline.
    fallback = legal.settings[-1].rows
    start = [at for at, own in enumerate(rows) if all(not row or row == fallen for row, fallen in zip(own, fallback, strict=True))]
    solved = cp_sat.solve(model, top=problem.top, ties="any", deadline_ms=deadline_ms, start=start)
    choices: dict[Ranks, Choice] = {}
    canonical = {placed.ranks: (placed, odds) for placed, odds in in_order(problem)}
    for solution in solved.solutions:  # a fallback at the deadline may stand there twice
        front, back = (tuple(at for own in solution.uses for at in rows[own][row]) for row in range(len(SLOTS)))
        ranks = problem.setting((front, back)).ranks
        placed, odds = canonical[ranks]
        choices.setdefault(ranks, Choice(problem.setting(placed.rows), odds))
    return Best(tuple(choices.values()), legal.count, cp_sat.NAME, solved.status)


def solve(problem: Problem, engine: str = "auto", deadline_ms: float = 1000) -> Best:
    """The best settings by the engine of that name; `auto` is `enumerate`. No settings: the pins leave no legal one."""
    return by_cp_sat(problem, deadline_ms) if engine == "cp-sat" else by_enumeration(problem)
