"""`arrange`: from the request to the answer."""

from solver import version
from solver.cards import playing
from solver.games.open_face.cards import FEWEST, JOKERS, MOST, read_hand
from solver.games.open_face.model import Problem, solve
from solver.games.open_face.request import Arrange
from solver.games.open_face.rules import PRESETS, ROWS, SIZES, OpenFaceRules
from solver.games.open_face.setting import Setting
from solver.result import Answer, Arrangement
from solver.rows import read_pins, refuse_pins
from solver.text import Lang

OBJECTIVES = ("points", "royalties")


def arrange(request: Arrange) -> Answer:
    """The best setting and the runners-up, distinct in ranks. Raises InputError."""
    overrides = request.rules if request.stay_bonus is None else {**(request.rules or {}), "stay_bonus": request.stay_bonus}
    rules, lang = PRESETS.resolve(overrides), request.language
    hand = read_hand(request.hand)
    pins = (0,) * len(ROWS) if request.pins is None else read_pins(request.pins.model_dump(), SIZES, hand, JOKERS)
    problem = Problem(rules, hand, request.objective or OBJECTIVES[0], pins, request.top)
    best = solve(problem, request.engine, request.deadline_ms)
    if not best.settings:
        raise refuse_pins("no-legal-setting")
    arrangements = tuple(arrangement(setting, rules, problem.objective, lang) for setting in best.settings)
    return Answer(
        game="open-face",
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
    )


def arrangement(setting: Setting, rules: OpenFaceRules, objective: str, lang: Lang) -> Arrangement:
    """A setting as an answer lists it: its points are its royalties, its value is what the objective counts."""
    royalties = setting.royalties(rules)
    return Arrangement(
        groups=setting.groups(rules, lang),
        loose=playing.names(setting.thrown),
        points=sum(royalties),
        value=setting.value(rules, objective),
        details={"royalties": dict(zip(ROWS, royalties, strict=True)), "stays": setting.stays(rules)},
    )


def warm_up() -> None:
    """Build the tables and compile the kernels, so that no request waits for them."""
    from solver.engines import enumerate as engine

    engine.warm_up(*((size, tuple(SIZES.values())) for size in range(FEWEST, MOST + 1)))
    solve(Problem(PRESETS.default, tuple(reversed(range(52 - FEWEST, 52)))))
