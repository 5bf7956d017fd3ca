"""`arrange`: from the request to the answer."""

from typing import TYPE_CHECKING, Any

from solver import version
from solver.errors import refuse
from solver.games.pai_gow_poker.cards import HAND, JOKERS, TEXTS, read_hand
from solver.games.pai_gow_poker.house_way import DEFAULT, WAYS
from solver.games.pai_gow_poker.model import Choice, Problem, solve
from solver.games.pai_gow_poker.request import Arrange
from solver.games.pai_gow_poker.rules import PRESETS, ROWS, SIZES, PaiGowPokerRules
from solver.result import Answer, Arrangement, Opponents
from solver.rows import read_pins, refuse_pins
from solver.text import Lang

if TYPE_CHECKING:
    from solver.games.pai_gow_poker.dealer import Odds

OBJECTIVES = ("expected", "house", "strength")
DIGITS = 6
"""Places of chances and points in answers; the numbers behind them are exact."""


def arrange(request: Arrange) -> Answer:
    """The best setting of seven cards and the runners-up, distinct in ranks. Raises InputError."""
    rules, lang = PRESETS.resolve(request.rules), request.language
    objective = request.objective or OBJECTIVES[0]
    hand = read_hand(request.hand)
    for key, value, needed in (("house_way", request.house_way, "house"), ("dealer", request.dealer, "expected")):
        if value is not None and objective != needed:
            raise refuse("out-of-place", f"/{key}", texts=TEXTS, key=key, objective=needed)
    way = request.house_way or request.dealer or DEFAULT
    pins = (0,) * len(ROWS) if request.pins is None else read_pins(request.pins.model_dump(), SIZES, hand, JOKERS)
    best = solve(Problem(rules, hand, objective, way, pins, request.top), request.engine, request.deadline_ms)
    if not best.choices:
        raise refuse_pins("no-legal-setting")
    arrangements = tuple(arrangement(choice, rules, lang) for choice in best.choices)
    return Answer(
        game="pai-gow-poker",
        label=request.label,
        rules=rules.info,
        objective=objective,
        build=version.build(),
        engine=best.engine,
        status=best.status,
        complete=True,
        wins=None,
        value=arrangements[0].value,
        arrangements=arrangements,
        count=best.count,
        opponents=opponents(way) if objective == "expected" else None,
    )


def arrangement(choice: Choice, rules: PaiGowPokerRules, lang: Lang) -> Arrangement:
    """A setting as an answer lists it. Its value is the points expected, where those are asked for, and no single number otherwise."""
    groups = choice.setting.groups(rules, lang)
    if choice.odds is None:
        return Arrangement(groups=groups)
    details = chances(choice.odds, rules)
    return Arrangement(groups=groups, value=details["expected"], details=details)


def expected(odds: "Odds", rules: PaiGowPokerRules) -> float:
    """Points expected for a stake of 1, after commission."""
    from solver.games.pai_gow_poker.dealer import HANDS

    return round(float((odds.win * rules.win - odds.lose) / HANDS), DIGITS)


def chances(odds: "Odds", rules: PaiGowPokerRules) -> dict[str, Any]:
    """The points expected after commission, and the chances to win both rows, one of them, none, and each row."""
    from solver.games.pai_gow_poker.dealer import HANDS

    win, push, lose, front, back = (
        round(number / HANDS, DIGITS) for number in (odds.win, HANDS - odds.win - odds.lose, odds.lose, odds.front, odds.back)
    )
    return {"expected": expected(odds, rules), "win": win, "push": push, "lose": lose, "rows": {"front": front, "back": back}}


def opponents(way: str) -> Opponents:
    """The dealer who plays this house way."""
    table = WAYS[way]
    return Opponents(id=table.id, hash=table.digest, exploitability=table.exploitability)


def quick(request: Arrange) -> bool:
    """Whether it takes well under a millisecond: anything but `expected`, by the fast engine, under rules that `warm_up` has prepared."""
    return request.engine != "cp-sat" and request.objective in ("house", "strength") and not request.rules


def warm_up() -> None:
    """Build the tables and compile the kernels, so that no request waits for them."""
    from solver.engines import enumerate as engine

    engine.warm_up((HAND, tuple(SIZES.values())))
    for objective in OBJECTIVES:
        for way in WAYS:
            solve(Problem(PRESETS.default, tuple(reversed(range(HAND))), objective, way))
