"""The rules of Zi Pai as frozen values, read from `rules.toml`."""

from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from solver.rules import Presets, Rules

Score = Annotated[int, Field(ge=-1000, le=1000)]


class Points(BaseModel):
    """Points of each group by suit. `-concealed`: dealt or drawn by the player; without it: its last card was called.

    one-two-three: the runs 1-2-3; run: all the others.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, alias_generator=lambda name: name.replace("_", "-"))

    triplet_small: Score
    triplet_big: Score
    triplet_small_concealed: Score
    triplet_big_concealed: Score
    quad_small: Score
    quad_big: Score
    quad_small_concealed: Score
    quad_big_concealed: Score
    two_seven_ten_small: Score
    two_seven_ten_big: Score
    two_seven_ten_small_concealed: Score
    two_seven_ten_big_concealed: Score
    one_two_three_small: Score
    one_two_three_big: Score
    run: Score
    mixed: Score
    pair: Score


class ZiPaiRules(Rules):
    """What tables differ in.

    lock_dealt: three or four equal cards in the hand can't be split.
    break_triplet_for_win: the winning card may break one triplet of the hand.
    minimum_points: what a hand must reach to win.
    false_claim_penalty: what a false claim pays each other player, × stake.
    """

    points: Points
    lock_dealt: bool
    break_triplet_for_win: bool
    minimum_points: Annotated[int, Field(ge=0, le=1000)]
    false_claim_penalty: Annotated[int, Field(ge=0, le=1000)]

    def __hash__(self) -> int:
        return hash(self.digest)


PRESETS = Presets(ZiPaiRules, Path(__file__).with_name("rules.toml"))
