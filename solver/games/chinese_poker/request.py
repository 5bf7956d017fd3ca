"""What callers send for Chinese poker."""

from typing import Annotated, Literal

from pydantic import Field

from solver.front_middle_back import Pins, RowName, ShownRow
from solver.games.chinese_poker.rules import PRESETS
from solver.request import ArrangeRequest, Cards, Part, Request, VerifyRequest

NaturalName = Literal[
    "dragon",
    "six-pairs",
    "three-flushes",
    "three-straights",
    "clean-dragon",
    "three-straight-flushes",
    "five-pairs-and-three",
    "four-threes",
    "three-quads",
    "all-high",
    "all-low",
    "one-colour",
    "no-face",
]
Declarations = Annotated[list[NaturalName], Field(max_length=1)]
Weight = Annotated[float, Field(ge=0, le=1000, allow_inf_nan=False)]


class Weights(Part):
    """What winning each row weighs."""

    front: Weight
    middle: Weight
    back: Weight


class Arrange(ArrangeRequest):
    """A hand to be set. `order` goes with `strength` only, `weights` with `rows` only."""

    rules: PRESETS.overrides() = None  # type: ignore[valid-type]
    objective: Literal["expected", "strength", "bonus", "rows"] | None = None
    engine: Literal["auto", "cp-sat", "enumerate"] = "auto"  # type: ignore[assignment]
    players: Annotated[int, Field(ge=2, le=4)] = 2
    pins: Pins | None = None
    order: Annotated[list[RowName], Field(min_length=3, max_length=3)] | None = None
    weights: Weights | None = None


class Verify(VerifyRequest):
    """A setting to be judged. Without `hand` the rows say what the hand is."""

    rules: PRESETS.overrides() = None  # type: ignore[valid-type]
    hand: Cards | None = None
    groups: Annotated[list[ShownRow], Field(max_length=13)]  # type: ignore[assignment]
    declared: Declarations = Field(default_factory=list)


class Player(Part):
    """One seat: the name, the rows shown, and the automatic win declared before showing."""

    name: Annotated[str, Field(min_length=1, max_length=60)]
    groups: Annotated[list[ShownRow], Field(max_length=13)]
    declared: Declarations = Field(default_factory=list)


class Settle(Request):
    """A table to be settled. `stake`: money for one point, a whole number."""

    rules: PRESETS.overrides() = None  # type: ignore[valid-type]
    players: Annotated[list[Player], Field(min_length=2, max_length=4)]
    stake: Annotated[int, Field(ge=1, le=1_000_000)] = 1
