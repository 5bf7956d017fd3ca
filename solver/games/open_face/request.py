"""What callers send for open-face Fantasyland."""

from typing import Annotated, Literal

from pydantic import Field

from solver.front_middle_back import Pins, ShownRow
from solver.games.open_face.rules import PRESETS, Points
from solver.request import ArrangeRequest, Cards, Part, Request, VerifyRequest


class Arrange(ArrangeRequest):
    """A hand to be set. `stay_bonus` stands for the rule of that name."""

    rules: PRESETS.overrides() = None  # type: ignore[valid-type]
    objective: Literal["points", "royalties"] | None = None
    engine: Literal["auto", "cp-sat", "enumerate"] = "auto"  # type: ignore[assignment]
    pins: Pins | None = None
    stay_bonus: Points | None = None


class Verify(VerifyRequest):
    """A setting to be judged: thirteen cards, out of `hand` where it is given. `claimed_points` are royalties."""

    rules: PRESETS.overrides() = None  # type: ignore[valid-type]
    hand: Cards | None = None
    groups: Annotated[list[ShownRow], Field(max_length=13)]  # type: ignore[assignment]
    declared: Annotated[list[Literal["stay"]], Field(max_length=1)] = Field(default_factory=list)


class Player(Part):
    """One seat: the name and the rows shown."""

    name: Annotated[str, Field(min_length=1, max_length=60)]
    groups: Annotated[list[ShownRow], Field(max_length=13)]


class Settle(Request):
    """A table to be settled. `stake`: money for one point, a whole number."""

    rules: PRESETS.overrides() = None  # type: ignore[valid-type]
    players: Annotated[list[Player], Field(min_length=2, max_length=3)]
    stake: Annotated[int, Field(ge=1, le=1_000_000)] = 1
