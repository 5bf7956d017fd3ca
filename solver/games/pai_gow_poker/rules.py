"""The rules as data: the wheel, the joker, the commission."""

from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from solver.poker import Ranking, ranking
from solver.rules import Presets, Rules

SIZES = {"front": 2, "back": 5}
"""The two rows, the weaker first; everywhere else a row is its place here."""
ROWS = tuple(SIZES)


class PaiGowPokerRules(Rules):
    """One preset with its overrides.

    wheel: A-2-3-4-5 just below the ace-high straight, or lowest. joker: an ace or what completes a straight or flush, or any card, also
    one that is held: four kings and a joker are five kings then. commission: the part of a player's win that is kept back.
    """

    wheel: Literal["second", "low"]
    joker: Literal["semi", "wild"]
    commission: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]

    @cached_property
    def ranking(self) -> Ranking:
        """The scale of poker ranks."""
        return ranking(self.wheel, self.joker)

    @cached_property
    def win(self) -> Fraction:
        """What a win brings for a stake of 1, exactly."""
        return 1 - Fraction(str(self.commission))


PRESETS: Presets[PaiGowPokerRules] = Presets(PaiGowPokerRules, Path(__file__).with_name("rules.toml"))
