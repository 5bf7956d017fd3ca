"""What callers send about a hand with a history. A game subclasses these, adds its rules, and says what its fields mean."""

from typing import Annotated, Literal

from pydantic import Field

from solver.history import Source
from solver.request import Cards, Part, Request, VerifyRequest

Points = Annotated[int, Field(ge=-100_000, le=100_000)]
Name = Annotated[str, Field(max_length=60)]


class MeldField(Part):
    """A displayed group as a caller sends it."""

    cards: Annotated[str, Field(max_length=100)] | Annotated[list[Annotated[str, Field(max_length=16)]], Field(max_length=10)]
    source: Source = "draw"


class DrawnField(Part):
    """The card just obtained as a caller sends it."""

    card: Annotated[str, Field(max_length=16)]
    source: Literal["draw", "take", "steal"]


class ShownGroup(Part):
    """One group as a player shows it."""

    cards: Cards


Melds = Annotated[list[MeldField], Field(max_length=21)]
Groups = Annotated[list[ShownGroup], Field(max_length=60)]


class HandFields(Request):
    """A hand with its history: `hand` (concealed), `melds` (on the table), `drawn` (just obtained)."""

    hand: Cards
    melds: Melds = Field(default_factory=list)
    drawn: DrawnField | None = None


class VerifyFields(HandFields, VerifyRequest):
    """A winning claim to be judged. The groups shown may repeat the melds."""

    groups: Groups  # type: ignore[assignment]
    claimed_points: Points | None = None
    explain: bool = False


class AdviseFields(HandFields):
    """A hand to play on.

    seen: every other card that is face up. offered: a card that may be obtained now, and how; it does not stand in `seen`.
    """

    seen: Cards = ""
    offered: DrawnField | None = None


class PlayerFields(Part):
    """One seat with its cards.

    groups, claimed_points: what the winner shows and claims, where that is to be judged; without them the best grouping counts.
    """

    name: Annotated[str, Field(min_length=1, max_length=60)]
    hand: Cards | None = None
    melds: Melds = Field(default_factory=list)
    drawn: DrawnField | None = None
    groups: Groups | None = None
    claimed_points: Points | None = None


class SettleFields(Request):
    """A hand that is over: by a `winner` (with the `discarder` of the winning card, where there is one), or by a `false_claim`.

    Exactly one of `winner` and `false_claim` is given. After a false claim no cards are needed.
    stake: money for one point, a whole number.
    """

    players: Annotated[list[PlayerFields], Field(min_length=2, max_length=4)]
    winner: Name | None = None
    discarder: Name | None = None
    false_claim: Name | None = None
    stake: Annotated[int, Field(ge=1, le=1_000_000)] = 1
