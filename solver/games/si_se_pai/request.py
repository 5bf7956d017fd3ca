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


class Advise(HandFields):
    """A hand to play on.

    seen: every other card that is face up. offered: a card that may be obtained now, and how; it does not stand in `seen`.
    """

    rules: PRESETS.overrides() = None  # type: ignore[valid-type]
    seen: Cards = ""
    offered: DrawnField | None = None


class Verify(HandFields, VerifyRequest):
    """A winning claim to be judged. The groups shown may repeat the melds. `claimed_points` are those before any doubling."""

    rules: PRESETS.overrides() = None  # type: ignore[valid-type]
    groups: Annotated[list[ShownGroup], Field(max_length=60)]  # type: ignore[assignment]
    claimed_points: Annotated[int, Field(ge=-100_000, le=100_000)] | None = None
    explain: bool = False


class Player(BaseModel):
    """One seat with its cards: of the winner 21, the winning card as `drawn`; of every other player 20, none `drawn`.

    groups, claimed_points: what the winner shows and claims, where that is to be judged; without them the best grouping counts.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    name: Annotated[str, Field(min_length=1, max_length=60)]
    hand: Cards | None = None
    melds: Melds = Field(default_factory=list)
    drawn: DrawnField | None = None
    dealt_triplets: Cards | None = None
    groups: Annotated[list[ShownGroup], Field(max_length=60)] | None = None
    claimed_points: Annotated[int, Field(ge=-100_000, le=100_000)] | None = None


Name = Annotated[str, Field(max_length=60)]


class Settle(Request):
    """A hand that is over: by a `winner` (with the `discarder` of the winning card, where there is one), or by a `false_claim`.

    Exactly one of `winner` and `false_claim` is given. After a false claim no cards are needed.
    stake: money for one point, a whole number.
    """

    rules: PRESETS.overrides() = None  # type: ignore[valid-type]
    players: Annotated[list[Player], Field(min_length=2, max_length=4)]
    winner: Name | None = None
    discarder: Name | None = None
    false_claim: Name | None = None
    stake: Annotated[int, Field(ge=1, le=1_000_000)] = 1
