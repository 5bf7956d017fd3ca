"""What callers send for Chuo Pai."""

from typing import Annotated, Literal, get_args

from pydantic import Field

from solver.games.chuo_pai.cards import PLAYERS
from solver.games.chuo_pai.rules import PRESETS
from solver.request import ArrangeRequest, Cards, Part, Request

Objective = Literal["guaranteed", "fewest"]
OBJECTIVES: tuple[Objective, ...] = get_args(Objective)


class Arrange(ArrangeRequest):
    """A hand of 1 to 28 cards to be laid out as plays. `seen`: every other card that is face up."""

    rules: PRESETS.overrides() = None  # type: ignore[valid-type]
    objective: Objective | None = None
    seen: Cards = ""


class Advise(Request):
    """A hand to lead from, or to answer `current` with, the highest play of the round. `seen`: every other card that is face up."""

    rules: PRESETS.overrides() = None  # type: ignore[valid-type]
    hand: Cards
    seen: Cards = ""
    current: Cards | None = None


class ShownPlay(Part):
    """One play of an arrangement as a player shows it; `slot` is null here."""

    cards: Cards
    slot: None = None


class Verify(Request):
    """One claim about a hand: a `play` (empty: a pass) against `current`, a starting `bonus`, or `groups`, the whole hand as plays.

    Exactly one of the three; `current` goes with `play` only, and so does `seen` with `groups`.
    seen: every other card that is face up; it decides which plays are guaranteed.
    """

    rules: PRESETS.overrides() = None  # type: ignore[valid-type]
    hand: Cards
    play: Cards | None = None
    current: Cards | None = None
    bonus: Cards | None = None
    groups: Annotated[list[ShownPlay], Field(max_length=60)] | None = None
    seen: Cards | None = None
    claimed_points: int | None = None


Name = Annotated[str, Field(min_length=1, max_length=60)]


class Player(Part):
    """One seat."""

    name: Name


class Move(Part):
    """What one player did in turn; no cards: a pass."""

    player: Name
    cards: Cards


class Deal(Part):
    """The record of a deal: the dealt hands in the order of the players, who led first, and everything done in order."""

    hands: Annotated[list[Cards], Field(min_length=PLAYERS, max_length=PLAYERS)]
    leader: Name
    plays: Annotated[list[Move], Field(max_length=300)]


class Settle(Request):
    """A deal to be settled. `players` stand clockwise. `stake`: money for one card of difference, a whole number."""

    rules: PRESETS.overrides() = None  # type: ignore[valid-type]
    players: Annotated[list[Player], Field(min_length=PLAYERS, max_length=PLAYERS)]
    deal: Deal
    stake: Annotated[int, Field(ge=1, le=1_000_000)] = 1
