"""What callers send for Si Ki Pi."""

from typing import Annotated, Literal

from pydantic import Field

from solver.games.si_ki_pi.rules import PRESETS
from solver.request import ArrangeRequest, Cards, Part, Request, VerifyRequest

SlotName = Literal["front", "back"]
BonusName = Literal["front-8-9", "baobao", "skp"]
PolicyName = Literal["house", "uniform", "expected"]


class ShownGroup(Part):
    """One group as a player shows it. Groups without a slot take the free ones in the order front, back."""

    cards: Cards
    slot: SlotName | None = None


class Arrange(ArrangeRequest):
    """A hand to be set. `against` (default `house`) names the opponents' policy and goes with the objective `against` only.

    All legal splits are always listed, so `top` changes nothing.
    """

    rules: PRESETS.overrides() = None  # type: ignore[valid-type]
    objective: Literal["expected", "house", "against"] | None = None
    against: PolicyName | None = None
    engine: Literal["auto", "cp-sat", "enumerate"] = "auto"  # type: ignore[assignment]


class Verify(VerifyRequest):
    """A setting to be judged. Without `hand` the groups say what the hand is; `claimed_points` is what a win would pay, in stakes."""

    rules: PRESETS.overrides() = None  # type: ignore[valid-type]
    hand: Cards | None = None
    groups: Annotated[list[ShownGroup], Field(max_length=60)]  # type: ignore[assignment]
    declared: Annotated[list[BonusName], Field(max_length=3)] = Field(default_factory=list)


class Player(Part):
    """One seat: the name, the groups shown, and the table money at the start of the game (null: no limit)."""

    name: Annotated[str, Field(min_length=1, max_length=60)]
    groups: Annotated[list[ShownGroup], Field(max_length=4)]
    money: Annotated[int, Field(ge=0, le=1_000_000_000_000)] | None = None


class Settle(Request):
    """A table to be settled, in seat order. `stake`: whole chips. With a `banker` only the banker's pairs are paid."""

    rules: PRESETS.overrides() = None  # type: ignore[valid-type]
    players: Annotated[list[Player], Field(min_length=2, max_length=10)]
    stake: Annotated[int, Field(ge=1, le=1_000_000_000)] = 1
    banker: Annotated[str, Field(max_length=60)] | None = None


class Prepare(Request):
    """A rule set whose equilibrium is wanted."""

    rules: PRESETS.overrides() = None  # type: ignore[valid-type]
