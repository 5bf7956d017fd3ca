"""The rules as data: one preset and the switches that its source leaves open."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from solver.games.chuo_pai.cards import HAND
from solver.rules import Presets, Rules


class ChuoPaiRules(Rules):
    """Every value in force; `rules.toml` says what each means."""

    starting_bonus: bool
    special_totals: Literal["families", "any"]
    special_cap: Annotated[int, Field(ge=2, le=HAND)]
    last_round: Literal["played-out", "cut-short"]


PRESETS: Presets[ChuoPaiRules] = Presets(ChuoPaiRules, Path(__file__).with_name("rules.toml"))
