"""What callers send for Si Se Pai."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from solver.games.si_se_pai.rules import PRESETS
from solver.history import DrawnField, MeldField
from solver.request import ArrangeRequest, Cards, Request, VerifyRequest

Melds = Annotated[list[MeldField], Field(max_length=21)]


class ShownGroup(BaseModel):
    """One group as a player shows it."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    cards: Cards


class HandFields(Request):
    """A hand with its history: `hand` (concealed), `melds` (on the table), `drawn` (just obtained).

    dealt_triplets: the kinds dealt as triplets, for hands whose history is unknown; without it, it is inferred.
    """

    rules: PRESETS.overrides() = None  # type: ignore[valid-type]
    hand: Cards
    melds: Melds = Field(default_factory=list)
    drawn: DrawnField | None = None
    dealt_triplets: Cards | None = None


class Arrange(HandFields, ArrangeRequest):
    """A hand to be grouped."""

    rules: PRESETS.overrides() = None  # type: ignore[valid-type]
    hand: Cards
    objective: Literal["points"] | None = None
    engine: Literal["auto", "cp-sat", "tables"] = "auto"  # type: ignore[assignment]


class Verify(HandFields, VerifyRequest):
    """A winning claim to be judged. The groups shown may repeat the melds. `claimed_points` are those before any doubling."""

    rules: PRESETS.overrides() = None  # type: ignore[valid-type]
    groups: Annotated[list[ShownGroup], Field(max_length=60)]  # type: ignore[assignment]
    claimed_points: Annotated[int, Field(ge=-100_000, le=100_000)] | None = None
    explain: bool = False
