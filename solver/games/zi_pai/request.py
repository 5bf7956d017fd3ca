"""What callers send for Zi Pai."""

from typing import Annotated, Literal

from pydantic import Field

from solver.games.zi_pai.rules import PRESETS
from solver.request import ArrangeRequest
from solver.rummy.request import AdviseFields, PlayerFields, SettleFields, VerifyFields
from solver.rummy.request import HandFields as Hand


class HandFields(Hand):
    """A hand with its history: `hand` (concealed), `melds` (on the table), `drawn` (just obtained)."""

    rules: PRESETS.overrides() = None  # type: ignore[valid-type]


class Arrange(HandFields, ArrangeRequest):
    """A hand to be grouped."""

    objective: Literal["points"] | None = None
    engine: Literal["auto", "cp-sat", "search"] = "auto"  # type: ignore[assignment]


class Advise(HandFields, AdviseFields):
    """A hand to play on.

    seen: every other card that is face up. offered: a card that may be obtained now, and how; it does not stand in `seen`.
    """


class Verify(HandFields, VerifyFields):
    """A winning claim to be judged. The groups shown may repeat the melds."""


class Player(PlayerFields):
    """One seat with its cards. Only the winner's are needed; its winning card is `drawn`.

    groups, claimed_points: what the winner shows and claims, where that is to be judged; without them the best grouping counts.
    """


class Settle(SettleFields):
    """A hand that is over: by a `winner` (with the `discarder` of the winning card, where there is one), or by a `false_claim`.

    Exactly one of `winner` and `false_claim` is given. After a false claim no cards are needed.
    stake: money for one point, a whole number. Who discarded changes nothing: each other player pays the winner.
    """

    rules: PRESETS.overrides() = None  # type: ignore[valid-type]
    players: Annotated[list[Player], Field(min_length=2, max_length=4)]  # type: ignore[assignment]
