"""What callers send for Si Se Pai."""

from typing import Annotated, Literal

from pydantic import Field

from solver.games.si_se_pai.rules import PRESETS
from solver.request import ArrangeRequest, Cards
from solver.rummy.request import AdviseFields, PlayerFields, SettleFields, VerifyFields
from solver.rummy.request import HandFields as Hand


class HandFields(Hand):
    """A hand with its history: `hand` (concealed), `melds` (on the table), `drawn` (just obtained).

    dealt_triplets: the kinds dealt as triplets, for hands whose history is unknown; without it, it is inferred.
    """

    rules: PRESETS.overrides() = None  # type: ignore[valid-type]
    dealt_triplets: Cards | None = None


class Arrange(HandFields, ArrangeRequest):
    """A hand to be grouped."""

    objective: Literal["points"] | None = None
    engine: Literal["auto", "cp-sat", "tables"] = "auto"  # type: ignore[assignment]


class Advise(HandFields, AdviseFields):
    """A hand to play on.

    seen: every other card that is face up. offered: a card that may be obtained now, and how; it does not stand in `seen`.
    """


class Verify(HandFields, VerifyFields):
    """A winning claim to be judged. The groups shown may repeat the melds. `claimed_points` are those before any doubling."""


class Player(PlayerFields):
    """One seat with its cards: of the winner 21, the winning card as `drawn`; of every other player 20, none `drawn`.

    groups, claimed_points: what the winner shows and claims, where that is to be judged; without them the best grouping counts.
    """

    dealt_triplets: Cards | None = None


class Settle(SettleFields):
    """A hand that is over: by a `winner` (with the `discarder` of the winning card, where there is one), or by a `false_claim`.

    Exactly one of `winner` and `false_claim` is given. After a false claim no cards are needed.
    Where the discarder pays for all and the winning card was stolen, `discarder` must stand there, null for a card that another had
    just drawn from the pile. stake: money for one point, a whole number.
    """

    rules: PRESETS.overrides() = None  # type: ignore[valid-type]
    players: Annotated[list[Player], Field(min_length=2, max_length=4)]  # type: ignore[assignment]
