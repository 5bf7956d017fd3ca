"""A strategy from a file: the chance to win each row by its rank, the rows taken as independent of each other.

The file has a line for each class of row, `3 class front 0` or `5 class middle back`. A class is category × 2^20 and up to five ranks
(2..14) as nibbles from the left, the wheel a five-high straight: the form of the table of the public program cpoker (MIT licence).
"""

from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solver.engines.enumerate import Split, subset_masks, undominated
from solver.errors import LipaiError
from solver.games.chinese_poker.build import Progress, declarations
from solver.games.chinese_poker.exploit import Settings
from solver.games.chinese_poker.population import number_of
from solver.games.chinese_poker.rules import PRESETS, SIZES
from solver.poker import Category, ranking

Numbers = NDArray[np.float64]
_CATEGORIES = tuple(Category)[:9]


class TableError(LipaiError):
    """The file is no table of row chances."""


def read(path: Path) -> tuple[Numbers, Numbers, Numbers]:
    """The chance to win front, middle and back, each by rank on the scale of `solver.poker`. Raises TableError."""
    scale = ranking("low")
    place = {}
    for rank, row in enumerate(scale.classes):
        if row is not None and row.category is not Category.FIVE_OF_A_KIND:
            nibbles = sum(value << (16 - 4 * at) for at, value in enumerate(row.ranks))
            place[row.cards, _CATEGORIES.index(row.category) << 20 | nibbles] = rank
    front, middle, back = (np.full(len(scale.classes), np.nan) for _ in range(3))
    try:
        for line in path.read_text(encoding="ascii").splitlines():
            size, name, first, second = line.split()
            rank = place[int(size), int(name)]
            if size == "3":
                front[rank] = float(first)
            else:
                middle[rank], back[rank] = float(first), float(second)
    except (OSError, ValueError, KeyError) as error:
        raise TableError(f"{path.name} is no table of row chances: {error!r}") from error
    return front, middle, back


class Table:
    """The strategy: the most points expected if the three rows were independent."""

    def __init__(self, path: Path) -> None:
        self.front, self.middle, self.back = read(path)
        self.scale = ranking("low")

    def points(self, ranks: NDArray[np.int16]) -> Numbers:
        """Points expected of settings, (settings, 3) ranks, from the table."""
        f, m, b = self.front[ranks[:, 0]], self.middle[ranks[:, 1]], self.back[ranks[:, 2]]
        points: Numbers = 2 * (f + m + b + f * m + f * b + m * b - 2 * f * m * b) - 4
        return points

    def best(self, cards: Sequence[int] | NDArray[np.uint8]) -> tuple[int, float]:
        """The setting's number, and the points it expects. The chances grow with each row, so undominated settings are enough."""
        fives = self.scale.row_ranks(cards, 5)
        found = undominated(Split(13, SIZES, (self.scale.row_ranks(cards, 3), fives, fives), (True, False)))
        points = self.points(found.ranks)
        line = int(points.argmax())
        rows = [int(subset_masks(13, size)[at]) for size, at in zip(SIZES, found.subsets[line].tolist(), strict=True)]
        return number_of(rows), float(points[line])

    def policy(self, cards: NDArray[np.uint8], executor: Executor, progress: Progress) -> Settings:
        """Set many hands; automatic wins are declared."""
        settings = np.empty(len(cards), np.uint32)
        for hand in range(len(cards)):
            settings[hand] = self.best(cards[hand])[0]
            if hand % 1024 == 0:
                progress("setting hands", hand, len(cards))
        return settings, declarations(PRESETS["thirteen"], cards)
