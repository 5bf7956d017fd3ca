"""The rules as data: how groups rank, what wins outright, what a win pays, and what an invalid hand is."""

import hashlib
import json
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from solver.rules import Presets, Rules

SLOTS = ("front", "back")
"""The two groups in ascending strength; everywhere else a group is its index here."""

Factor = Annotated[int, Field(ge=1, le=1000)]


class Bonuses(BaseModel):
    """What the stake is multiplied by when a hand with the bonus wins; 1 is no bonus. A hand with several has the largest."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, alias_generator=lambda name: name.replace("_", "-"))

    front_8_9: Factor
    baobao: Factor
    skp: Factor


class SiKiPiRules(Rules):
    """Every value in force.

    tie_break: groups of equal points compare by the higher card, then the lower, the ace high (`cards`) or low (`ace-low`), or not at all.
    pair_ace: a pair of aces is the highest or the lowest pair.
    quads_outright: four of a kind beats every other hand whatever its groups. two_pairs_outright: so does a hand set as two pairs, but not
    four of a kind. Two hands that are equal in this compare by their groups.
    banker_wins_ties: a tied group goes to the banker, where one is named. A tie of two invalid hands stays a tie.
    foul: an invalid hand loses to all valid ones, or is no hand at all and refused.
    """

    tie_break: Literal["cards", "points-only", "ace-low"]
    pair_ace: Literal["high", "low"]
    quads_outright: bool
    two_pairs_outright: bool
    banker_wins_ties: bool
    foul: Literal["loses", "rejected"]
    bonuses: Bonuses

    @cached_property
    def factors(self) -> dict[str, int]:
        """The bonuses by name."""
        return {"front-8-9": self.bonuses.front_8_9, "baobao": self.bonuses.baobao, "skp": self.bonuses.skp}

    @property
    def symmetric(self) -> bool:
        """Both players play the same game, so that an equilibrium is worth nothing to either."""
        return not self.banker_wins_ties

    @cached_property
    def contest(self) -> str:
        """16 hex digits over what decides a hand between two players: rule sets that differ elsewhere share their tables."""
        values = self.model_dump(mode="json", exclude={"preset", "foul"})
        return hashlib.sha256(json.dumps(values, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:16]


PRESETS = Presets(SiKiPiRules, Path(__file__).with_name("rules.toml"))
