"""The rules of Si Se Pai as frozen values, read from `rules.toml`."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from solver.rules import Presets, Rules

Score = Annotated[int, Field(ge=-1000, le=1000)]


class Points(BaseModel):
    """Points of each group. `-dealt`: all of its cards dealt; `-displayed`: it lies on the table."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, alias_generator=lambda name: name.replace("_", "-"))

    king: Score
    pair: Score
    triplet: Score
    triplet_dealt: Score
    command: Score
    field: Score
    three_footmen: Score
    four_footmen: Score
    quad: Score
    quad_dealt: Score
    king_quad: Score
    king_quad_displayed: Score
    king_pair: Score
    king_triplet: Score
    king_triplet_displayed: Score


class SiSePaiRules(Rules):
    """Every value that tables differ in.

    footman_pair, king_quad, king_pair, king_triplet: whether that group exists.
    lock_dealt: a dealt triplet can't be split, a dealt quad must be displayed.
    minimum_points: what a hand must reach to win, before any doubling.
    double_with_quad, payment, false_claim_penalty (× stake, to each other player): who pays what.
    """

    points: Points
    footman_pair: bool
    king_quad: bool
    king_pair: bool
    king_triplet: bool
    lock_dealt: bool
    minimum_points: Annotated[int, Field(ge=0, le=1000)]
    double_with_quad: bool
    payment: Literal["winner-takes", "winner-and-differences", "discarder-pays"]
    false_claim_penalty: Annotated[int, Field(ge=0, le=1000)]

    def __hash__(self) -> int:
        return hash(self.digest)


PRESETS = Presets(SiSePaiRules, Path(__file__).with_name("rules.toml"))
