"""A position as partitions, one per scenario; the best of them is the answer."""

import time
from collections.abc import Callable
from typing import NamedTuple

from solver.engines import tables
from solver.games.si_se_pai.cards import COPIES, KINDS, NAMES, TEXTS
from solver.games.si_se_pai.groups import STEALABLE, Catalogue
from solver.games.si_se_pai.position import FULL, Position, read_position
from solver.games.si_se_pai.request import Arrange
from solver.games.si_se_pai.rules import PRESETS
from solver.history import Found, covers, merge, whole
from solver.partition import Partition
from solver.result import Answer, Arrangement
from solver.rummy import answers
from solver.rummy.answers import Search
from solver.text import Lang


class Lines(NamedTuple):
    """An engine's answer for the free cards of one scenario: columns used, best first, and how many are complete (where asked for)."""

    uses: tuple[tuple[int, ...], ...]
    groupings: int
    status: str
    engine: str


def search(at: Position, top: int = 1, engine: str = "auto", deadline_ms: float = 1000) -> Search:
    """The best `top` distinct arrangements over all scenarios, and the number of complete groupings."""
    columns = at.catalogue.columns
    solve = _engine(engine, at.catalogue, deadline_ms)
    if len(at.scenarios) == 1 and not _steals(at):
        (scenario,) = at.scenarios
        lines = solve(scenario.free, top, True)
        only = tuple([whole(scenario, uses, columns) for uses in lines.uses])
        complete = bool(only) and only[0].cards == at.size
        return Search(only, complete, lines.groupings if complete else 0, lines.status, lines.engine)
    solved = [(scenario, solve(scenario.free, top, False)) for scenario in at.scenarios]
    each: list[Found] = [found for scenario, lines in solved for uses in lines.uses if legal(at, found := whole(scenario, uses, columns))]
    complete = any(found.cards == at.size for found in each)
    best = merge((found for found in each if not complete or found.cards == at.size), top)
    statuses = {lines.status for _, lines in solved}
    count = 0
    if complete and _steals(at):
        count = _count_stolen(at)
    elif complete:
        undivided = solve(_undivided(at), 1, True)
        statuses.add(undivided.status)
        count = undivided.groupings
    status = "none" if not best else "feasible" if "feasible" in statuses else "optimal"
    return Search(best, complete, count, status, solved[0][1].engine if solved else tables.NAME)


def wins(at: Position, found: Found) -> bool:
    """21 cards, all in groups, and the minimum reached (before any doubling)."""
    return at.size == FULL == found.cards and found.points >= at.rules.minimum_points


def _steals(at: Position) -> bool:
    return at.holding.drawn is not None and at.holding.drawn.source == "steal"


def legal(at: Position, found: Found) -> bool:
    """A card is stolen for a quad, for a triplet other than kings, or to win."""
    own = found.scenario.own
    return not _steals(at) or (own is not None and at.catalogue.kinds[own.column] in STEALABLE) or wins(at, found)


def _undivided(at: Position) -> tuple[int, ...]:
    """The drawn card and all cards that may stand with it: what the scenarios share out in different ways."""
    scenario = at.scenarios[0]
    free = list(scenario.free)
    if scenario.own is not None:
        for kind in at.catalogue.cards[scenario.own.column]:
            free[kind] += 1
    return tuple(free)


def _count_stolen(at: Position) -> int:
    """Legal complete groupings with a stolen card: whether one is legal may hang on its points, so they are listed one by one."""
    return len(
        {
            found.key
            for scenario in at.scenarios
            for uses in covers(scenario.free, at.catalogue.takers)
            if legal(at, found := whole(scenario, uses, at.catalogue.columns))
        }
    )


def _engine(name: str, groups: Catalogue, deadline_ms: float) -> Callable[[tuple[int, ...], int, bool], Lines]:
    """The engine as a function of (free cards, top, count)."""
    if name in ("auto", tables.NAME):
        compiled = tables.compiled(groups.columns, KINDS, COPIES)

        def look_up(free: tuple[int, ...], top: int, count: bool) -> Lines:
            hand = compiled.hand(free)
            entry = compiled.best(hand)
            uses = (tuple(sorted(entry.uses)),) if top == 1 else tuple(compiled.top(hand, top))
            return Lines(uses, entry.ways, "optimal", tables.NAME)

        return look_up
    from solver.engines import cp_sat  # OR-Tools is slow to import

    end = time.perf_counter() + deadline_ms / 1000

    def solve(free: tuple[int, ...], top: int, count: bool) -> Lines:
        left = max(1.0, 1000 * (end - time.perf_counter()))
        solved = cp_sat.solve(Partition(free, groups.columns), top=top, count=count, deadline_ms=left)
        return Lines(tuple(solution.uses for solution in solved.solutions), solved.count or 0, solved.status, solved.engine)

    return solve


def arrangement(at: Position, found: Found, lang: Lang) -> Arrangement:
    """A grouping as callers see it, groups in canonical order."""
    return answers.arrangement(at, found, at.catalogue.concealed_groups(lang), lang)


def why_not(at: Position, found: Found | None, lang: Lang) -> str | None:
    """Why the hand does not win, in words; None where it does."""
    if found is None:
        drawn = at.holding.drawn
        return TEXTS("reason-no-use", lang, card=NAMES[drawn.item] if drawn else "")
    return None if wins(at, found) else answers.shortfall(at, found, FULL, lang)


def arrange(request: Arrange) -> Answer:
    """The best grouping of a hand."""
    at, lang = read_position(request), request.language
    result = search(at, request.top, request.engine, request.deadline_ms)
    arrangements = tuple([arrangement(at, found, lang) for found in result.found])
    return answers.answer("si-se-pai", request, at, result, arrangements, why_not(at, result.best, lang))


def warm_up() -> None:
    """Build the tables of every preset, so that the first request is as fast as the thousandth."""
    for name in PRESETS:
        arrange(Arrange(hand="KKGEr RHCSy SSg Sw", rules={"preset": name}))
