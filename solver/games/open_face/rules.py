"""The rules as data: royalties by row, what a stay counts, what rows and fouls pay."""

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, create_model

from solver.cards.playing import RANKS
from solver.poker import Category, Ranking, ranking
from solver.rules import Presets, Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SIZES = {"front": 3, "middle": 5, "back": 5}
"""The three rows, the weakest first; everywhere else a row is its place here."""
ROWS = tuple(SIZES)

Points = Annotated[int, Field(ge=0, le=1000)]
_ROYAL = "royal-flush"
_FIVES = (*(category.value for category in Category if category is not Category.FIVE_OF_A_KIND), _ROYAL)
_FRONTS = tuple(rank * copies for copies in (2, 3) for rank in RANKS)


class _Figures(BaseModel):
    """Royalties by name; a name that does not stand here is an error."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @cached_property
    def by_name(self) -> dict[str, int]:
        """Every figure by its name."""
        return self.model_dump(by_alias=True)


def _figures(name: str, what: str, names: tuple[str, ...]) -> type[_Figures]:
    """A model of one figure for each name, 0 where none is given."""
    fields: dict[str, Any] = {f"of_{each.replace('-', '_')}": (Points, Field(default=0, alias=each)) for each in names}
    return create_model(name, __base__=_Figures, __doc__=what, **fields)


if TYPE_CHECKING:

    class FrontRoyalties(_Figures): ...  # noqa: D101

    class FiveRoyalties(_Figures): ...  # noqa: D101

else:
    FrontRoyalties = _figures("FrontRoyalties", "Royalties of the front, by pair (`66`) and three of a kind (`666`).", _FRONTS)
    FiveRoyalties = _figures("FiveRoyalties", "Royalties of the middle or the back, by category.", _FIVES)


class Royalties(BaseModel):
    """The royalties of each row."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    front: FrontRoyalties = FrontRoyalties()
    middle: FiveRoyalties = FiveRoyalties()
    back: FiveRoyalties = FiveRoyalties()


class OpenFaceRules(Rules):
    """One preset with its overrides.

    stay_bonus: what a setting that stays in Fantasyland counts beside its royalties. row: a row won. scoop: all three, beside the rows.
    foul: what a mis-set hand loses to each legal one, besides the other's royalties.
    """

    stay_bonus: Points
    row: Points
    scoop: Points
    foul: Points
    royalties: Royalties

    @property
    def ranking(self) -> Ranking:
        """The scale of poker ranks: the wheel lowest, a joker any card that is not held, so no five of a kind."""
        return ranking("low", "four")

    @cached_property
    def royalty_by_rank(self) -> tuple[tuple[int, ...], ...]:
        """For each row, the royalty by rank on that scale; 0 for ranks that the row can't have."""
        scale, lines = self.ranking, [[0] * len(self.ranking.classes) for _ in ROWS]
        for rank, held in enumerate(scale.classes):
            if held is None or held.category is Category.FIVE_OF_A_KIND:
                continue
            if held.cards == 3 and held.category is not Category.HIGH_CARD:
                copies = 3 if held.category is Category.THREE_OF_A_KIND else 2
                lines[0][rank] = self.royalties.front.by_name[RANKS[held.ranks[0] - 2] * copies]
            if held.cards == 5:
                name = _ROYAL if scale.is_royal(rank) else held.category.value
                for row, figures in ((1, self.royalties.middle), (2, self.royalties.back)):
                    lines[row][rank] = figures.by_name[name]
        return tuple(map(tuple, lines))

    @cached_property
    def royalty_array(self) -> "NDArray[np.int64]":
        """The same for kernels: three rows by ranks."""
        import numpy as np

        return np.array(self.royalty_by_rank, dtype=np.int64)

    @cached_property
    def stays_by_rank(self) -> tuple[tuple[bool, ...], ...]:
        """For each row, the ranks that stay in Fantasyland: three of a kind in front, four of a kind or better at the back."""
        ranks = [(held.cards, held.category) if held else (0, Category.HIGH_CARD) for held in self.ranking.classes]
        front = tuple(held == (3, Category.THREE_OF_A_KIND) for held in ranks)
        back = tuple(size == 5 and category in (Category.FOUR_OF_A_KIND, Category.STRAIGHT_FLUSH) for size, category in ranks)
        return front, (False,) * len(ranks), back

    @cached_property
    def stay_array(self) -> "NDArray[np.int64]":
        """The same for kernels, 1 for a rank that stays."""
        import numpy as np

        return np.array(self.stays_by_rank, dtype=np.int64)

    @cached_property
    def grows(self) -> bool:
        """Whether in every row a better rank never has a smaller royalty, so that no setting gains by a weaker row."""
        rows = (self.royalties.front, self.royalties.middle, self.royalties.back)
        lines = [[row.by_name[name] for name in (_FIVES if at else _FRONTS)] for at, row in enumerate(rows)]
        return all(line == sorted(line) for line in lines)


PRESETS: Presets[OpenFaceRules] = Presets(OpenFaceRules, Path(__file__).with_name("rules.toml"))
