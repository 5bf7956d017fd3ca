"""What callers send for Pai Gow Poker."""

from typing import Annotated, Literal

from pydantic import Field

from solver.games.pai_gow_poker.house_way import Name
from solver.games.pai_gow_poker.rules import PRESETS
from solver.request import ArrangeRequest, Cards, Part, Request, VerifyRequest

RowName = Literal["front", "back"]


class Pins(Part):
    """Cards already placed, by row."""

    front: Cards = ""
    back: Cards = ""


class ShownRow(Part):
    """One row as a player shows it."""

    slot: RowName
    cards: Cards


class Arrange(ArrangeRequest):
    """A hand to be set. `house_way` goes with `house` only, `dealer` (the house way that he plays) with `expected` only."""

    rules: PRESETS.overrides() = None  # type: ignore[valid-type]
    objective: Literal["expected", "house", "strength"] | None = None
    engine: Literal["auto", "cp-sat", "enumerate"] = "auto"  # type: ignore[assignment]
    pins: Pins | None = None
    house_way: Name | None = None
    dealer: Name | None = None


class Verify(VerifyRequest):
    """A setting to be judged. Without `hand` the rows say what the hand is. No points are counted, so a claim of any is wrong."""

    rules: PRESETS.overrides() = None  # type: ignore[valid-type]
    hand: Cards | None = None
    groups: Annotated[list[ShownRow], Field(max_length=7)]  # type: ignore[assignment]


class Player(Part):
    """One seat: the name and the rows shown."""

    name: Annotated[str, Field(min_length=1, max_length=60)]
    groups: Annotated[list[ShownRow], Field(max_length=7)]


class Settle(Request):
    """A table to be settled, each player against the banker. `stake`: money for a win, a whole number."""

    rules: PRESETS.overrides() = None  # type: ignore[valid-type]
    players: Annotated[list[Player], Field(min_length=2, max_length=7)]
    banker: Annotated[str, Field(min_length=1, max_length=60)]
    stake: Annotated[int, Field(ge=1, le=1_000_000)] = 1
