"""A position as partitions, one for each way to use the drawn card; the best of them is the answer."""

import time
from typing import Protocol

from solver.engines import search as engine_search
from solver.errors import InternalError
from solver.games.zi_pai.cards import COPIES, KINDS, NAMES, TEXTS
from solver.games.zi_pai.groups import LIMITS, PAIRS, QUADS
from solver.games.zi_pai.position import FULL, Position, Way, full, read_position
from solver.games.zi_pai.request import Arrange
from solver.games.zi_pai.rules import PRESETS
from solver.history import Found, merge, whole
from solver.partition import Column, Limit, Partition, Solved
from solver.result import Answer, Arrangement
from solver.rummy import answers
from solver.rummy.answers import Search
from solver.text import Lang

Counts = tuple[int, ...]
"""Copies by kind."""
Bounds = tuple[int, int]
"""What is left of (pairs ≤ 1, pairs ≤ quads)."""
Uses = tuple[int, ...]
"""Columns, ascending."""


class Engine(Protocol):
    """What an engine does for the free cards of a way."""

    name: str
    status: str

    def best(self, free: Counts, columns: tuple[Column, ...], left: Bounds, top: int, exact: bool) -> list[Uses]:
        """The best `top` sets of columns, best first; exact: of those that cover every card."""

    def count(self, free: Counts, columns: tuple[Column, ...], left: Bounds) -> int:
        """The number of sets that cover every card."""


class _Quick:
    """Engine `search`."""

    name = engine_search.NAME
    status = "optimal"

    def best(self, free: Counts, columns: tuple[Column, ...], left: Bounds, top: int, exact: bool) -> list[Uses]:
        made = engine_search.compiled(columns, KINDS, COPIES, LIMITS)
        return [line.uses for line in made.best(made.hand(free), left, top, exact)]

    def count(self, free: Counts, columns: tuple[Column, ...], left: Bounds) -> int:
        made = engine_search.compiled(columns, KINDS, COPIES, LIMITS)
        return made.count(made.hand(free), left)


class _General:
    """Engine `cp-sat`, under one deadline for all its solves."""

    name = "cp-sat"

    def __init__(self, deadline_ms: float) -> None:
        self.end = time.perf_counter() + deadline_ms / 1000
        self.status = "optimal"

    def _solve(self, free: Counts, columns: tuple[Column, ...], left: Bounds, top: int, exact: bool, count: bool) -> Solved:
        from solver.engines import cp_sat  # OR-Tools is slow to import

        limits = tuple(Limit(terms, bound) for terms, bound in zip(LIMITS, left, strict=True))
        partition = Partition(free, columns, "all" if exact else "most", limits=limits)
        solved = cp_sat.solve(partition, top=top, count=count, deadline_ms=max(1.0, 1000 * (self.end - time.perf_counter())))
        if solved.status == "feasible":
            self.status = "feasible"
        return solved

    def best(self, free: Counts, columns: tuple[Column, ...], left: Bounds, top: int, exact: bool) -> list[Uses]:
        return [solution.uses for solution in self._solve(free, columns, left, top, exact, False).solutions]

    def count(self, free: Counts, columns: tuple[Column, ...], left: Bounds) -> int:
        return self._solve(free, columns, left, 1, True, True).count or 0


_QUICK = _Quick()


def search(at: Position, top: int = 1, engine: str = "auto", deadline_ms: float = 1000) -> Search:
    """The best `top` distinct arrangements over all ways, and the number of complete groupings."""
    solver: Engine = _QUICK if engine in ("auto", _QUICK.name) else _General(deadline_ms)
    if len(at.ways) == 1 and not at.ways[0].must_win:
        found = _only(at, at.ways[0], top, solver)
    else:
        found = merge((each for way in at.ways for each in _arrangements(at, way, solver, top, exact=True)), top)
        if not found:
            found = merge((each for way in at.ways if not way.must_win for each in _arrangements(at, way, solver, top, exact=False)), top)
    complete = bool(found) and found[0].cards == at.size
    if complete and found[-1].cards < at.size:  # an engine that was cut short may mix them
        found = tuple(each for each in found if each.cards == at.size)
    count = _count(at, solver) if complete else 0
    if complete and at.size >= FULL and not all(is_full(at, each) for each in found):
        found = _shaped(at, solver, max(count, top))[:top] or found
    for each in found:
        _check(each)
    return Search(found, complete, count, solver.status if found or solver.status == "feasible" else "none", solver.name)


def _only(at: Position, way: Way, top: int, solver: Engine) -> tuple[Found, ...]:
    """One way: the most cards first, so a complete arrangement comes out of the same solve."""
    first = _arrangements(at, way, solver, 1, exact=False)
    if top == 1 or not first:
        return tuple(first)
    return tuple(_arrangements(at, way, solver, top, exact=first[0].cards == at.size) or first)


def _shaped(at: Position, solver: Engine, count: int) -> tuple[Found, ...]:
    """All complete groupings (`count` of them at most), those of seven groups first.

    Where sets may be split, some cards can be grouped with one quad and no pair, and with two quads and a pair: only the second can win.
    """
    every = merge((each for way in at.ways for each in _arrangements(at, way, solver, count, exact=True)), count)
    return tuple(sorted(every, key=lambda each: not is_full(at, each)))


def _columns(at: Position, way: Way) -> tuple[Column, ...]:
    return at.catalogue.columns if way.revealed is None else at.catalogue.revealed(way.revealed)


def _arrangements(at: Position, way: Way, solver: Engine, top: int, exact: bool) -> list[Found]:
    """The best legal arrangements of one way; exact: of those with every card in a group."""
    if exact and way.scenario.loose is not None:
        return []
    columns, free = _columns(at, way), way.scenario.free
    number = top if not way.must_win else solver.count(free, columns, way.bounds)  # the best may not win for its number of cards
    if not number:
        return []
    found = [whole(way.scenario, uses, columns) for uses in solver.best(free, columns, way.bounds, number, exact)]
    return [each for each in found if wins(at, each)][:top] if way.must_win else found


def _check(found: Found) -> None:
    """The limits, counted anew: at most one pair, and only beside a quad."""
    pairs = sum(column in PAIRS for column in found.key)
    if pairs > 1 or pairs > sum(column in QUADS for column in found.key):
        raise InternalError(f"too many pairs: {found.key}")


def _count(at: Position, solver: Engine) -> int:
    """Distinct complete groupings.

    Those that need not win are counted at once: all groupings of the undivided cards, less those in which the drawn one is called for a
    pair and stands in no other group. Those that must win are listed.
    """
    columns, drawn = at.catalogue.columns, at.holding.drawn
    total = solver.count(at.undivided[0], columns, at.undivided[1])
    keys: set[tuple[int, ...]] = set()
    for way in at.ways:
        if way.must_win and (way.breaking or (drawn is not None and at.undivided[0][drawn.item] == 2)):
            number = solver.count(way.scenario.free, columns, way.bounds)
            if number:
                keys.update(each.key for each in _arrangements(at, way, solver, number, exact=True))
            if not way.breaking:
                total -= number
    return total + len(keys)


def wins(at: Position, found: Found) -> bool:
    """All cards in groups, as many as a hand with these quads has, and the minimum reached."""
    return is_full(at, found) and found.cards == at.size and found.points >= at.rules.minimum_points


def is_full(at: Position, found: Found) -> bool:
    """Whether the hand has the number of cards that its quads ask for."""
    return at.size == full_with(found)


def full_with(found: Found) -> int:
    """Cards of a winning hand with the quads of this grouping."""
    return full(sum([column in QUADS for column in found.key]))


def arrangement(at: Position, found: Found, lang: Lang) -> Arrangement:
    """A grouping as callers see it, groups in canonical order."""
    return answers.arrangement(at, found, at.catalogue.revealed_groups(revealed(at, found), lang), lang)


def revealed(at: Position, found: Found) -> int | None:
    """The kind whose groups count as displayed: that of a card called into a run or a 2-7-10."""
    return next((way.revealed for way in at.ways if way.scenario is found.scenario), None)


def why_not(at: Position, found: Found | None, lang: Lang) -> str | None:
    """Why the hand does not win, in words; None where it does."""
    if found is None:
        drawn = at.holding.drawn
        return TEXTS("reason-no-use", lang, card=NAMES[drawn.item]) if drawn else TEXTS("reason-no-quad", lang)
    return None if wins(at, found) else answers.shortfall(at, found, full_with(found), lang)


def arrange(request: Arrange) -> Answer:
    """The best grouping of a hand."""
    at, lang = read_position(request), request.language
    result = search(at, request.top, request.engine, request.deadline_ms)
    arrangements = tuple([arrangement(at, found, lang) for found in result.found])
    return answers.answer("zi-pai", request, at, result, arrangements, why_not(at, result.best, lang))


def warm_up() -> None:
    """Make every preset's catalogue ready and compile the kernels, so that the first request is as fast as the thousandth."""
    from solver.games.zi_pai.advise import advise
    from solver.games.zi_pai.request import Advise

    advise(Advise(hand="1122334455667788990s"))
    for name in PRESETS:
        arrange(Arrange(hand="111222333444555666777s", rules={"preset": name, "lock_dealt": False}, top=2))
