"""The rules as data: what rows, sets, fouls and automatic wins are worth between each two players."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from solver.poker import Category, Ranking, ranking
from solver.rules import Presets, Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ROWS = ("front", "middle", "back")
"""The three rows; everywhere else a row is its index here."""
SIZES = (3, 5, 5)
ROW_SIZES = dict(zip(ROWS, SIZES, strict=True))

Points = Annotated[int, Field(ge=0, le=1000)]
Bonus = Annotated[int, Field(ge=-1000, le=1000)]
Factor = Annotated[int, Field(ge=1, le=100)]


def _kebab(name: str) -> str:
    return name.replace("_", "-")


class _Figures(BaseModel):
    """Figures by kebab-case name; a name that does not stand here is an error."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, alias_generator=_kebab)

    @cached_property
    def by_name(self) -> Mapping[str, int]:
        """The figures that differ from nothing, by kebab-case name."""
        return {name: value for name, value in self.model_dump(by_alias=True).items() if value}


class FrontBonuses(_Figures):
    """Bonuses of the front: three cards know high card, pair and three of a kind."""

    high_card: Bonus = 0
    pair: Bonus = 0
    three_of_a_kind: Bonus = 0


class Bonuses(_Figures):
    """Bonuses of the middle or the back. Without a figure of its own a royal flush counts as the straight flush it is."""

    high_card: Bonus = 0
    pair: Bonus = 0
    two_pair: Bonus = 0
    three_of_a_kind: Bonus = 0
    straight: Bonus = 0
    flush: Bonus = 0
    full_house: Bonus = 0
    four_of_a_kind: Bonus = 0
    straight_flush: Bonus = 0
    royal_flush: Bonus | None = None


class RowBonuses(BaseModel):
    """The bonuses of each row, paid by the loser of the row to its winner."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    front: FrontBonuses = FrontBonuses()
    middle: Bonuses = Bonuses()
    back: Bonuses = Bonuses()


class NaturalValues(_Figures):
    """What each automatic win is worth from each opponent; one worth 0 is not played."""

    dragon: Points = 13
    six_pairs: Points = 0
    three_flushes: Points = 0
    three_straights: Points = 0
    clean_dragon: Points = 0
    three_straight_flushes: Points = 0
    five_pairs_and_three: Points = 0
    four_threes: Points = 0
    three_quads: Points = 0
    all_high: Points = 0
    all_low: Points = 0
    one_colour: Points = 0
    no_face: Points = 0


class ChinesePokerRules(Rules):
    """Every value in force.

    row: points for a row won. majority: the extra for two rows won. scoop: the total for all three rows won. shot, home_run: what a scoop's
    points (bonuses aside) are multiplied by, against one opponent, and instead of that when it is made against all three; 1 is none.
    foul: what a mis-set hand pays each legal one. bonus_mode: a bonus is added to the row's points, or stands in their place.
    front_trips_factor: multiplies the front's row points when they are won with three of a kind.
    majority_on_ties: the extra needs two rows won, or (`net-rows`) more rows won than lost.
    """

    row: Points
    majority: Points
    scoop: Points
    foul: Points
    shot: Factor
    home_run: Factor
    bonus_mode: Literal["add", "replace"]
    bonuses: RowBonuses
    front_trips_factor: Factor
    majority_on_ties: Literal["two-rows", "net-rows"]
    wheel: Literal["low", "second"]
    naturals: NaturalValues

    @cached_property
    def ranking(self) -> Ranking:
        """The scale of poker ranks."""
        return ranking(self.wheel)

    @cached_property
    def worths(self) -> Mapping[str, int]:
        """Points of each automatic win that is played, by name."""
        return self.naturals.by_name

    def bonus(self, row: int, category: Category, royal: bool = False) -> int:
        """The bonus of a row of this category; 0 where there is none."""
        if row == 0:
            return self.bonuses.front.by_name.get(category, 0)
        figures = self.bonuses.middle if row == 1 else self.bonuses.back
        if royal and figures.royal_flush is not None:
            return figures.royal_flush
        return figures.by_name.get(category, 0)

    @cached_property
    def bonus_by_rank(self) -> tuple[tuple[int, ...], ...]:
        """For each row, the bonus by rank on the scale of `ranking`; 0 for ranks that the row can't have."""
        scale = self.ranking
        table = []
        for row, size in enumerate(SIZES):
            line = [0] * len(scale.classes)
            for rank, held in enumerate(scale.classes):
                if held is not None and held.cards == size and held.category != Category.FIVE_OF_A_KIND:
                    line[rank] = self.bonus(row, held.category, scale.is_royal(rank))
            table.append(tuple(line))
        return tuple(table)

    @cached_property
    def bonus_array(self) -> "NDArray[np.int64]":
        """The same for kernels: three rows by ranks."""
        import numpy as np

        return np.array(self.bonus_by_rank, dtype=np.int64)

    @cached_property
    def grows(self) -> bool:
        """Whether in every row a better rank never has a smaller bonus, so that no setting gains by a weaker row."""
        fives, threes = list(Bonuses.model_fields)[:-1], list(FrontBonuses.model_fields)
        lines = [[self.bonus(row, Category(_kebab(name))) for name in (fives if row else threes)] for row in range(3)]
        for row in (1, 2):
            lines[row].append(self.bonus(row, Category.STRAIGHT_FLUSH, royal=True))
        return all(line == sorted(line) for line in lines)


PRESETS: Presets[ChinesePokerRules] = Presets(ChinesePokerRules, Path(__file__).with_name("rules.toml"))
