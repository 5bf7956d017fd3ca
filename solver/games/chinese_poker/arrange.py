"""`arrange`: from the request to the answer."""

from collections.abc import Sequence

from solver import version
from solver.errors import refuse
from solver.games.chinese_poker import naturals
from solver.games.chinese_poker.cards import HAND, TEXTS, read_hand
from solver.games.chinese_poker.model import BACK_FIRST, Problem, solve
from solver.games.chinese_poker.request import Arrange
from solver.games.chinese_poker.rules import PRESETS, ROW_SIZES, ROWS, SIZES, ChinesePokerRules
from solver.games.chinese_poker.scoring import bonus_points
from solver.games.chinese_poker.setting import Setting, natural_groups
from solver.request import Request
from solver.result import Answer, Arrangement, Natural
from solver.rows import read_pins, refuse_pins
from solver.text import Lang

OBJECTIVES = ("expected", "strength", "bonus", "rows")
WEIGHED = ("expected", "rows")
"""Objectives that look at opponents."""


def arrange(request: Arrange) -> Answer:
    """The best setting of thirteen cards, the runners-up, and the automatic win they may be. Raises InputError."""
    rules = PRESETS.resolve(request.rules)
    objective = request.objective or OBJECTIVES[0]
    hand = read_hand(request.hand)
    if request.order is not None and objective != "strength":
        raise refuse("out-of-place", "/order", texts=TEXTS, key="order", objective="strength")
    if request.weights is not None and objective != "rows":
        raise refuse("out-of-place", "/weights", texts=TEXTS, key="weights", objective="rows")
    if request.weights is None and objective == "rows":
        raise refuse("missing-field", "/weights", key="weights")
    problem = Problem(
        rules=rules,
        hand=hand,
        objective=objective,
        rows_first=BACK_FIRST if request.order is None else read_order(request.order),
        pins=(0, 0, 0) if request.pins is None else read_pins(request.pins.model_dump(), ROW_SIZES, hand),
        top=request.top,
    )
    return _weighed(request, problem) if objective in WEIGHED else _ranked(request, problem)


def _ranked(request: Arrange, problem: Problem) -> Answer:
    """The answer where the cards alone decide."""
    best = solve(problem, request.engine, request.deadline_ms)
    if not best.settings:
        raise refuse_pins("no-legal-setting")
    rules, lang = problem.rules, request.language
    arrangements = tuple(arrangement(setting, rules, problem.objective, lang) for setting in best.settings)
    name = naturals.best(rules, problem.hand)
    return Answer(
        game="chinese-poker",
        label=request.label,
        rules=rules.info,
        objective=problem.objective,
        build=version.build(),
        engine=best.engine,
        status=best.status,
        complete=True,
        wins=None,
        value=arrangements[0].value,
        arrangements=arrangements,
        count=best.count,
        natural=None if name is None else natural(rules, problem.hand, name, rules.worths[name] >= arrangements[0].points, lang),
    )


def _weighed(request: Arrange, problem: Problem) -> Answer:
    """The answer against opponents."""
    from solver.games.chinese_poker.expected import weigh

    rules, lang = problem.rules, request.language
    name = naturals.best(rules, problem.hand)
    weights = None if request.weights is None else (request.weights.front, request.weights.middle, request.weights.back)
    found = weigh(problem, request.players, weights, name, request.engine, request.deadline_ms)
    if not found.settings:
        raise refuse_pins("no-legal-setting")
    declare = found.declaring is not None and found.declaring >= found.playing
    value = found.values[0]
    if weights is None and found.declaring is not None:
        value = max(value, found.declaring * (request.players - 1))
    return Answer(
        game="chinese-poker",
        label=request.label,
        rules=rules.info,
        objective=problem.objective,
        build=version.build(),
        engine=found.engine,
        status=found.status,
        complete=True,
        wins=None,
        value=value,
        arrangements=tuple(
            Arrangement(groups=setting.groups(rules, lang), points=bonus_points(rules, setting.ranks), value=value, details=details)
            for setting, value, details in zip(found.settings, found.values, found.details, strict=True)
        ),
        count=found.count,
        natural=None if name is None else natural(rules, problem.hand, name, declare, lang),
        opponents=found.opponents,
    )


def arrangement(setting: Setting, rules: ChinesePokerRules, objective: str, lang: Lang) -> Arrangement:
    """A setting as an answer lists it. Its value is its bonus points under `bonus`, and no single number under `strength`."""
    points = bonus_points(rules, setting.ranks)
    return Arrangement(groups=setting.groups(rules, lang), points=points, value=points if objective == "bonus" else None)


def natural(rules: ChinesePokerRules, hand: Sequence[int], name: str, declare: bool, lang: Lang) -> Natural:
    """An automatic win of a hand, as an answer lists it."""
    return Natural(name, rules.worths[name], declare, natural_groups(naturals.show(name, hand), rules, lang))


def read_order(order: Sequence[str]) -> tuple[int, ...]:
    """The rows by index, the one that matters most first. Raises InputError unless each is named once."""
    if sorted(order) != sorted(ROWS):
        raise refuse("order-not-permutation", "/order", texts=TEXTS)
    return tuple(map(ROWS.index, order))


def is_quick(request: Arrange) -> bool:
    """Whether the answer takes about a millisecond once `warm_up` has run: no general engine, no rule set that may be new."""
    return request.engine != "cp-sat" and has_preset_rules(request)


def has_preset_rules(request: Request) -> bool:
    """No rule set but a preset is asked for."""
    return not request.rules or request.rules.keys() == {"preset"}


def warm_up() -> None:
    """Build the tables, read the opponents and compile the kernels, so that no request waits for them."""
    from solver.engines import enumerate as engine
    from solver.games.chinese_poker.expected import weigh

    engine.warm_up((HAND, SIZES))
    for rules in PRESETS.rules.values():
        for objective in ("strength", "bonus"):
            solve(Problem(rules, tuple(reversed(range(HAND))), objective))
        for players in (2, 3, 4):
            weigh(Problem(rules, tuple(reversed(range(0, 52, 4))), "expected"), players, None, None)
