"""Points expected against opponents who set well and hold none of this hand's cards, and the chances behind them."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.engines.enumerate import distinct, layout, subsets, undominated
from solver.games.chinese_poker import naturals, sieve
from solver.games.chinese_poker import response_kernels as kernels
from solver.games.chinese_poker.model import ORDER, SLOTS, Problem
from solver.games.chinese_poker.payoffs import Payoffs, Steps, payoffs
from solver.games.chinese_poker.population import DECLARABLE, Population, Seats, file_name, load
from solver.games.chinese_poker.rules import PRESETS, SIZES, ChinesePokerRules
from solver.games.chinese_poker.setting import Setting
from solver.partition import Column, Partition
from solver.result import Opponents

_scratch = threading.local()
_SAMPLE = 16_384
"""Opponents against whom each opponent's chance of a scoop is measured, for home runs."""


@dataclass(frozen=True, eq=False)
class Scores:
    """Settings against `opponents` opponents: points expected from one of them, and how often what happens, in the order of the settings.

    counts: (settings, 5 or more) rows won in front, middle and back, scoops, scooped.
    """

    expected: NDArray[np.float64]
    counts: NDArray[np.int64]
    opponents: int


@dataclass(frozen=True, eq=False)
class Scored:
    """Settings of a hand by their subsets and classes, (settings, 3) each, with their scores; legal: how many there are in all.

    Good until the next hand in the same thread.
    """

    legal: int
    subsets: NDArray[np.int32]
    classes: NDArray[np.int16]
    scores: Scores


@dataclass(frozen=True, eq=False)
class Field:
    """A population under a set of rules: all that scoring a hand against it takes.

    rows: (opponents, 4) the classes of their rows; scooper: what a scoop earns each beyond its rows, one number where that is *even* for
    all; both in the order of the seats.
    """

    rules: ChinesePokerRules
    population: Population
    payoffs: Payoffs
    rows: NDArray[np.int16]
    scooper: NDArray[np.float64]
    even: bool
    seats: Seats

    def blind(self) -> "Field":
        """The same for one who does not know card removal: every opponent can be dealt beside every hand."""
        holders = self.seats.holders.reshape(53, -1).copy()
        holders[:52, : len(self.population) // 64] = 0
        return replace(self, seats=replace(self.seats, holders=holders.reshape(-1), common=np.zeros_like(self.seats.common)))

    @cached_property
    def compiled(self) -> tuple[Any, Any, Any, Any, Any]:
        """What `response_kernels.weigh` takes: scale, against, steps, pay and declared."""
        pay, scale = self.payoffs, self.rules.ranking
        masks, kinds = self.population.declarers
        worths = np.array([0.0, *(self.rules.worths.get(name, 0) for name in DECLARABLE)])
        return (
            (scale.step, scale.small, scale.flush, scale.decisive_ranks),
            (self.seats.holders, self.seats.common, self.rows, self.scooper, self.even),
            (pay.steps.numbers, pay.steps.ranks, pay.steps.more),
            (pay.gains, pay.row_points, pay.extra, pay.shot, pay.home_run, pay.majority, pay.net),
            (masks, kinds, worths),
        )

    def scratch(self, lines: int = 1 << 12) -> tuple[Any, ...]:
        """Room for `response_kernels.weigh`; the same again for the same thread."""
        opponents = len(self.population)
        held = getattr(_scratch, "room", None)
        if held is None or len(held[0]) < lines or len(held[1]) < opponents + 4:
            held = _scratch.room = (
                np.empty((lines, 5), np.int32),
                np.empty(opponents + 4, np.int32),
                np.empty((lines, 3), np.int16),
                np.empty((lines, 7), np.int64),
                np.empty((lines, 2)),
                np.empty(lines),
                np.empty(len(DECLARABLE) + 1, np.int64),
            )
        return held

    def weigh(self, hand: Sequence[int], top: int) -> "Scored":
        """All that can be a best setting of a hand, scored, where no setting gains by a weaker row."""
        lines = 1 << 12
        while True:
            room = self.scratch(lines)
            scale, others, steps, pay, declared = self.compiled
            cards, pairs = np.array(hand, np.uint8), layout(13, SIZES).mirrored
            legal, number, showing = kernels.weigh(cards, pairs, scale, top, others, steps, pay, declared, room)
            if number >= 0:
                break
            lines *= 4
        kept, _, classes, counts, _, points, _ = room
        return Scored(legal, kept[:number, :3], classes[:number], Scores(points[:number], counts[:number], showing))

    def score(self, hand: Sequence[int], classes: NDArray[np.int16]) -> Scores:
        """Settings of a hand, given by the classes of their rows (settings, 3), against the opponents who can be dealt beside it."""
        pay = self.payoffs
        opponents = self.strangers([*hand, 52])
        counts, totals = np.empty((len(classes), 7), np.int64), np.empty((len(classes), 2))
        steps = pay.steps.numbers, pay.steps.ranks, pay.steps.more
        kernels.score(classes, opponents, self.rows, *steps, self.scooper, self.even, pay.majority, pay.net, counts, totals)
        declared = self.declarers(hand)
        showing = len(opponents) + sum(declared.values())
        points = np.empty(len(classes))
        kernels.earn(classes, counts, totals, pay.gains, pay.row_points, pay.extra, pay.shot, pay.home_run, pay.majority, showing, points)
        points -= sum(self.rules.worths.get(name, 0) * number for name, number in declared.items())
        return Scores(points / max(showing, 1), counts, showing)

    def strangers(self, cards: Sequence[int]) -> NDArray[np.int32]:
        """The opponents who hold none of these cards; 52 leaves out those who declare. Good until the next call in the same thread."""
        found: NDArray[np.int32] = self.scratch()[1]
        return found[: kernels.strangers(self.seats.holders, self.seats.common, np.array(cards, np.uint8), self.rows, found)]

    def declarers(self, hand: Sequence[int]) -> Mapping[str, int]:
        """How many of the opponents who hold none of these cards declare each automatic win."""
        masks, kinds = self.population.declarers
        own = np.uint64(sum(1 << int(card) for card in hand))
        numbers = np.empty(len(DECLARABLE) + 1, np.int64)
        kernels.declarers(masks, kinds, own, numbers)
        return {name: number for name, number in zip(DECLARABLE, numbers.tolist()[1:], strict=True) if number}

    def declaring(self, hand: Sequence[int], name: str, showing: int) -> float:
        """Points expected from one opponent by declaring an automatic win."""
        mine, worth = naturals.order(self.rules, name), self.rules.worths.get(name, 0)
        points = float(worth * showing)
        for other, number in self.declarers(hand).items():
            theirs = naturals.order(self.rules, other)
            if theirs >= mine:
                points -= worth * number
            if theirs > mine:
                points -= self.rules.worths.get(other, 0) * number
        return points / max(showing, 1)


def field(rules: ChinesePokerRules, population: Population, players: int) -> Field:
    """The population under these rules, for a table of so many players."""
    # Only a home run tells tables apart: without one, each opponent is played alone.
    return _field(rules, population, players if players == 4 and rules.home_run > 1 else 2)


@lru_cache(maxsize=64)
def _field(rules: ChinesePokerRules, population: Population, players: int) -> Field:
    pay = payoffs(rules, players)
    classes = population.classes(rules.wheel)
    if rules.worths != PRESETS[rules.preset].worths:
        population = replace(population, declared=_declarations(rules, population, classes))
    factor: float | NDArray[np.float64] = pay.shot
    if pay.home_run != pay.shot:
        chance = scoop_chances(classes, population)
        factor = pay.shot + (pay.home_run - pay.shot) * chance * chance
    scooper = pay.scooper(classes, factor)[population.seats.order]
    even = bool((scooper == scooper[0]).all())
    return Field(rules, population, pay, population.rows(rules.wheel), scooper[:1].copy() if even else scooper, even, population.seats)


def _declarations(rules: ChinesePokerRules, population: Population, classes: NDArray[np.int16]) -> NDArray[np.uint8]:
    """What opponents declare where the automatic wins are not the preset's own: each its best, if playing is worth less.

    What playing is worth is estimated with the three rows taken as independent of each other.
    """
    kinds = sieve.best(rules, population.cards)
    holders = np.flatnonzero(kinds)
    chances = []
    for row in range(3):
        ordered = np.sort(classes[row])
        own = classes[row, holders]
        lower, upper = np.searchsorted(ordered, own, "left"), np.searchsorted(ordered, own, "right")
        chances.append((lower + upper) / (2 * len(ordered)))
    f, m, b = chances
    most = rules.majority * ((f * m + f * b + m * b - 2 * f * m * b) * 2 - 1)
    scoop = (rules.shot * rules.scoop - 3 * rules.row - rules.majority) * (f * m * b - (1 - f) * (1 - m) * (1 - b))
    playing = rules.row * (2 * (f + m + b) - 3) + most + scoop
    names = [None, *naturals.NAMES]
    worth = np.array([0.0, *(rules.worths.get(name, 0) for name in naturals.NAMES)])
    code = np.array([0, *(DECLARABLE.index(str(name)) + 1 for name in names[1:])], np.uint8)
    declared = np.zeros(len(population), np.uint8)
    declares = worth[kinds[holders]] >= playing
    declared[holders[declares]] = code[kinds[holders[declares]]]
    return declared


def scoop_chances(classes: NDArray[np.int16], population: Population) -> NDArray[np.float64]:
    """By opponent: the chance to scoop another one (shared cards left aside), measured on the first of them."""
    shown = np.flatnonzero(population.declared[:_SAMPLE] == 0).astype(np.int32)
    size = min(_SAMPLE, len(population))
    rows = np.zeros((classes.shape[1], 4), np.int16)
    rows[:, :3] = classes.T
    none, flat = Steps.of([[], [], []]), np.zeros(len(rows))
    chances = np.empty(len(rows))
    for start in range(0, len(rows), 1024):
        own = rows[start : start + 1024, :3].copy()
        counts, totals = np.empty((len(own), 7), np.int64), np.empty((len(own), 2))
        kernels.score(own, shown, rows, none.numbers, none.ranks, none.more, flat, True, 0.0, False, counts, totals)
        chances[start : start + 1024] = counts[:, 3] / size
    return chances


@dataclass(frozen=True, slots=True)
class Weighed:
    """Settings best first, each with its value and details, as an answer lists them. `count`: all legal settings by cards.

    playing: points expected from one opponent by the first. declaring: the same for the hand's automatic win; None where it has none.
    """

    settings: tuple[Setting, ...]
    values: tuple[float, ...]
    details: tuple[Mapping[str, Any], ...]
    count: int
    playing: float
    declaring: float | None
    opponents: Opponents
    engine: str
    status: str


def weigh(
    problem: Problem,
    players: int,
    weights: tuple[float, float, float] | None,
    natural: str | None,
    engine: str = "auto",
    deadline_ms: float = 1000,
) -> Weighed:
    """The best settings by points expected, or by Σ weight × chance to win the row; nothing where the pins leave no legal one."""
    against = opposing(problem.rules, players)
    opponents = against.population.opponents(f"{problem.rules.preset}-{players}")
    scored = _scored(problem, against, weights is not None or against.payoffs.grows)
    if not len(scored.subsets):
        return Weighed((), (), (), 0, 0.0, None, opponents, "enumerate", "optimal")
    scores, classes = scored.scores, scored.classes
    worth = scores.expected * (players - 1) if weights is None else scores.counts[:, :3] @ np.array(weights) / max(scores.opponents, 1)
    best, name, status = _order(worth, classes, problem.top), "enumerate", "optimal"
    if engine == "cp-sat":
        best, name, status = _by_cp_sat(_order(worth, classes, len(worth)), classes, problem.top, deadline_ms)
    values = tuple(worth[best].tolist())
    rows = [subsets(13, size) for size in SIZES]
    return Weighed(
        tuple(problem.setting([rows[row][subset] for row, subset in enumerate(line)]) for line in scored.subsets[best].tolist()),
        values,
        tuple(_details(scores, at, values[0] - value) for at, value in zip(best, values, strict=True)),
        scored.legal,
        float(scores.expected[best[0]]),
        None if natural is None else against.declaring(problem.hand, natural, scores.opponents),
        opponents,
        name,
        status,
    )


def _scored(problem: Problem, against: Field, grows: bool) -> Scored:
    """The settings that may be best, scored: in one go, or by the engine where pins or odd rules want that."""
    if grows and not any(problem.pins):
        return against.weigh(problem.hand, problem.top)
    found = undominated(problem.split, problem.top) if grows else distinct(problem.split)
    classes = np.stack([order[found.subsets[:, row]] for row, order in enumerate(problem.split.orders)], axis=1)
    return Scored(found.count, found.subsets, classes, against.score(problem.hand, classes))


def _order(worth: NDArray[np.float64], classes: NDArray[np.int16], top: int) -> list[int]:
    """The best settings, best first; of equals the higher front first, then middle, then back."""
    among = np.flatnonzero(worth == worth.max()) if top == 1 else np.arange(len(worth))
    if len(among) > 1:
        some = classes[among]
        among = among[np.lexsort((-some[:, 2], -some[:, 1], -some[:, 0], -worth[among]))]
    return among[:top].tolist()  # type: ignore[no-any-return]


def _by_cp_sat(order: Sequence[int], classes: NDArray[np.int16], top: int, deadline_ms: float) -> tuple[list[int], str, str]:
    """The same choice by CP-SAT: one column for each whole setting, since what a setting earns is no sum over its rows."""
    from solver.engines import cp_sat

    columns = tuple(
        Column("setting", tuple((position, 1) for position in range(13)), (len(order) - place,), (0, 1, 2), tuple(classes[at].tolist()))
        for place, at in enumerate(order)
    )
    solved = cp_sat.solve(
        Partition((1,) * 13, columns, "all", SLOTS, ORDER), top=top, ties="any", deadline_ms=deadline_ms, start=(len(order) - 1,)
    )
    return [order[solution.uses[0]] for solution in solved.solutions], cp_sat.NAME, solved.status


def value_of(problem: Problem, setting: Setting, players: int = 2) -> float:
    """Points expected from one opponent by a legal setting, also one that is not the best."""
    scale = problem.rules.ranking
    classes = np.array([[setting.ranks[0], *(scale.decisive(rank) for rank in setting.ranks[1:])]], np.int16)
    return float(opposing(problem.rules, players).score(problem.hand, classes).expected[0])


def opposing(rules: ChinesePokerRules, players: int) -> Field:
    """The shipped opponents of a rule set at a table of so many."""
    return field(rules, shipped(rules, players), players)


def _details(scores: Scores, at: int, cost: float) -> dict[str, Any]:
    front, middle, back, scoop, scooped = (scores.counts[at, :5] / max(scores.opponents, 1)).tolist()
    return {
        "expected": float(scores.expected[at]),
        "win": {"front": front, "middle": middle, "back": back},
        "scoop": scoop,
        "scooped": scooped,
        "cost": cost,
    }


def shipped(rules: ChinesePokerRules, players: int) -> Population:
    """The opponents of a preset at a table of so many; presets of equal rules share them. Home runs make a table of four another game."""
    preset = PRESETS[rules.preset]
    name = next(name for name, other in PRESETS.rules.items() if other.digest == preset.digest)
    return load(file_name(name, 4 if players == 4 and preset.home_run > 1 else 2))
