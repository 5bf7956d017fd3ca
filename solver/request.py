"""What callers send: the fields that all games share. A game adds its own by subclassing; a field it does not name is an error."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from solver.rules import Overrides
from solver.text import Lang

Cards = Annotated[str, Field(max_length=2000)] | Annotated[list[Annotated[str, Field(max_length=16)]], Field(max_length=200)]
"""A text in the game's notation, or a list of single cards."""


class Part(BaseModel):
    """Base of all that callers send: a field that is not named is an error, and so is a value of another type."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Request(Part):
    """The fields of every operation."""

    rules: Overrides = None
    lang: Lang | None = None
    label: Annotated[str, Field(max_length=200)] | None = None

    @property
    def language(self) -> Lang:
        """The language asked for; English where none is."""
        return self.lang or "en"


class ArrangeRequest(Request):
    """The fields of every `arrange`. A game narrows `objective` and `engine` to what it has."""

    hand: Cards
    objective: str | None = None
    top: Annotated[int, Field(ge=1, le=20)] = 1
    engine: Literal["auto", "cp-sat"] = "auto"
    deadline_ms: Annotated[int, Field(ge=1, le=10_000)] = 1000


class Shown(Part):
    """One group as a player shows it."""

    cards: Cards
    slot: str | None = None


class VerifyRequest(Request):
    """The fields of every `verify`."""

    groups: Annotated[list[Shown], Field(max_length=60)]
    claimed_points: int | None = None
