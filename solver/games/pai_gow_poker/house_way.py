"""House ways: tables of `house_ways.toml`, checked, and made into arrays for the interpreter in `way_kernels`."""

import hashlib
import json
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from solver.cards.playing import RANKS
from solver.poker import CATEGORIES, Category, Joker, Ranking, RowClass, Wheel, ranking

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Name = Literal["trump-plaza", "flamingo", "golden-nugget"]
DEFAULT: Name = "trump-plaza"

SHAPES = (
    "no-pair",
    "one-pair",
    "two-pair",
    "three-pair",
    "three",
    "two-threes",
    "full-house",
    "full-house-and-pair",
    "four",
    "four-and-pair",
    "four-and-three",
    "five",
)
"""What the sets of seven cards can be; a shape is its place here in the kernels."""
BACKS = (*(category.value for category in CATEGORIES), "royal-flush")
"""What a back can be; a royal flush is told from other straight flushes."""
_COMPLETE = ("straight", "flush", "straight-flush", "royal-flush")

Span = Annotated[str, Field(pattern=r"^[2-9TJQKA](-[2-9TJQKA])?$")]
Back = Literal[
    "high-card",
    "pair",
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "five-of-a-kind",
    "royal-flush",
    "complete",
]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Plan(_Part):
    """What a split must be: the back one of these, the front at least this, or a pair of the first or second set's rank."""

    back: tuple[Back, ...] = ()
    front: Annotated[str, Field(pattern=r"^[2-9TJQKA]{1,2}$")] | None = None
    pair: Literal["first", "second"] | None = None


class Row(_Part):
    """Which hands the row is for, and its plans in order."""

    hand: tuple[Annotated[str, Field(pattern="^(" + "|".join(SHAPES) + ")$")], ...]
    holds: tuple[Back, ...] = ()
    first: Span | None = None
    second: Span | None = None
    single: Span | None = None
    set: tuple[Plan, ...]


class HouseWay(_Part):
    """A named table. A change to what it sets is a new version.

    exploitability: points a hand that the best counter-strategy makes against a dealer who plays it beyond what the way itself makes in the
    player's place, under the default rules. The seats are not alike, so what the counter makes is no measure by itself: it is below zero.
    """

    name: str
    version: Annotated[int, Field(ge=1)]
    exploitability: Annotated[float, Field(ge=0)]
    rows: tuple[Row, ...]

    @property
    def id(self) -> str:
        """Name and version."""
        return f"{self.name}-{self.version}"

    @cached_property
    def digest(self) -> str:
        """16 hex digits over the table."""
        text = json.dumps(self.model_dump(mode="json", exclude={"exploitability"}), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def _load() -> dict[str, HouseWay]:
    tables = tomllib.loads(Path(__file__).with_name("house_ways.toml").read_text(encoding="utf-8"))
    return {name: HouseWay.model_validate({"name": name, **table}) for name, table in tables.items()}


WAYS: dict[str, HouseWay] = _load()


@dataclass(frozen=True, eq=False)
class Compiled:
    """A house way on a scale of ranks, as `way_kernels` takes it.

    rows: (rows, 10) hand mask, holds mask (0: any), low and high of first, second and single (deuce 0 to ace 12, none −1), the plans from
    and to. plans: (plans, 3) back mask (0: any), least front rank, pair (0 none, 1 first, 2 second). pairs: the front rank of each pair.
    kinds: the place in `BACKS` of every rank.
    """

    scale: Ranking
    rows: "NDArray[np.int32]"
    plans: "NDArray[np.int32]"
    pairs: "NDArray[np.int16]"
    kinds: "NDArray[np.uint8]"


@lru_cache(maxsize=32)
def compiled_way(name: str, wheel: Wheel, joker: Joker) -> Compiled:
    """The arrays of a house way under these rules."""
    import numpy as np

    scale = ranking(wheel, joker)
    number = {row: rank for rank, row in enumerate(scale.classes) if row is not None}
    rows: list[list[int]] = []
    plans: list[list[int]] = []
    for row in WAYS[name].rows:
        start = len(plans)
        for plan in row.set:
            plans.append([_mask(plan.back), _least(plan.front, number), ("", "first", "second").index(plan.pair or "")])
        hands = sum(1 << SHAPES.index(hand) for hand in row.hand)
        spans = [place for span in (row.first, row.second, row.single) for place in _span(span)]
        rows.append([hands, _mask(row.holds), *spans, start, len(plans)])
    pairs = [number[RowClass(Category.PAIR, (rank,), 2)] for rank in range(2, 15)]
    kinds = scale.categories.copy()
    kinds[number[RowClass(Category.STRAIGHT_FLUSH, (14,), 5)]] = BACKS.index("royal-flush")
    return Compiled(scale, np.array(rows, np.int32), np.array(plans, np.int32), np.array(pairs, np.int16), kinds)


def _mask(backs: Sequence[str]) -> int:
    names = {name for back in backs for name in (_COMPLETE if back == "complete" else (back,))}
    return sum(1 << BACKS.index(name) for name in names)


def _span(span: str | None) -> tuple[int, int]:
    return (-1, 12) if span is None else (RANKS.index(span[0]), RANKS.index(span[-1]))


def _least(front: str | None, number: dict[RowClass, int]) -> int:
    """The lowest front rank that is at least this: `K` is king and deuce."""
    if front is None:
        return 0
    high, low = (RANKS.index(rank) + 2 for rank in (front[0], front[1] if len(front) > 1 else "2"))
    return number[RowClass(Category.PAIR, (high,), 2) if high == low else RowClass(Category.HIGH_CARD, (high, low), 2)]
