"""A game made up for the tests of the service: hold one to five playing cards, show them from the highest down."""

import time
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Struct
from pydantic import Field

from solver.cards import playing
from solver.errors import refuse
from solver.game import Face, Game, Operation
from solver.request import ArrangeRequest, Request, VerifyRequest
from solver.result import Answer, Arrangement, Group, RulesInfo, Verdict, Violation
from solver.rules import Presets, Rules
from solver.text import Texts
from solver.version import build

HOME = Path(__file__).parent
TEXTS = Texts.load(HOME / "texts.toml")


class HighCardRules(Rules):
    """What the highest card is worth."""

    ace: Annotated[int, Field(ge=-100, le=100)]


PRESETS = Presets(HighCardRules, HOME / "rules.toml")


class Arrange(ArrangeRequest):
    rules: PRESETS.overrides() = None  # type: ignore[valid-type]
    objective: Literal["points"] = "points"
    pins: Annotated[list[str], Field(max_length=5)] = Field(default_factory=list)
    weight: Annotated[float, Field(ge=0, le=10)] = 1.0
    loud: bool = False


class Verify(VerifyRequest):
    rules: PRESETS.overrides() = None  # type: ignore[valid-type]


class Prepare(Request):
    """`label` "later" gives a job that still runs."""


class Prepared(Struct, frozen=True):
    rules: RulesInfo
    retry_after: int | None


def cards(given: str | list[str], pointer: str) -> tuple[int, ...]:
    found = playing.parse(given, pointer)
    playing.require_deck(found, pointer)
    if not 1 <= len(found) <= 5:
        raise refuse("wrong-number-of-cards", pointer, count=len(found), expected="1 to 5")
    return found


def arrange(request: Arrange) -> Answer:
    rules = PRESETS.resolve(request.rules)
    held = cards(request.hand, "/hand")
    if request.label == "break":
        raise RuntimeError("broken on purpose")
    if request.label == "slow":
        time.sleep(0.3)
    order = tuple(playing.NAMES[card] for card in sorted(held, reverse=True))
    points = rules.ace if max(held) >= 48 else 0
    group = Group(None, "row", TEXTS("kind-row", request.language, count=len(order)), order, points)
    status = "feasible" if request.label == "feasible" else "optimal"
    best = Arrangement((group,), (), points, points)
    return Answer("high-card", request.label, rules.info, "points", build(), "cp-sat", status, True, None, points, (best,), 1)


def verify(request: Verify) -> Verdict:
    rules = PRESETS.resolve(request.rules)
    shown = [playing.parse(group.cards, f"/groups/{place}/cards") for place, group in enumerate(request.groups)]
    wrong = tuple(
        Violation("out-of-order", TEXTS("violation-out-of-order", request.language), playing.names(group), f"/groups/{place}")
        for place, group in enumerate(shown)
        if list(group) != sorted(group, reverse=True)
    )
    return Verdict("high-card", request.label, not wrong, 0, wrong, (), None, None, rules.info, build())


def prepare(request: Prepare) -> Prepared:
    return Prepared(PRESETS.resolve(request.rules).info, 3 if request.label == "later" else None)


GAME = Game(
    id="high-card",
    texts=TEXTS,
    sizes=(1, 5),
    full=5,
    deck=playing.NAMES[:52],
    faces=tuple(Face(name, "playing", name, "red" if name[1] in "dh" else "black") for name in playing.NAMES[:52]),
    parse=lambda given: playing.names(cards(given, "/hand")),
    presets=PRESETS,
    objectives=("points",),
    engines=("cp-sat",),
    operations={
        "arrange": Operation(Arrange, Answer, arrange, quick=lambda request: request.label != "slow"),
        "verify": Operation(Verify, Verdict, verify),
        "prepare": Operation(Prepare, Prepared, prepare),
    },
    violations=("out-of-order",),
    home=HOME,
)
