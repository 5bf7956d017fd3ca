"""What each split is worth against one policy, as a table: the shipped one, those computed on demand and kept on disk, named policies.

A table on disk is text that people can read: a line of JSON with what made it and a checksum, a line of headings, and one line per split.
"""

import hashlib
import json
import os
from array import array
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solver import version
from solver.cards.playing import RANKS
from solver.errors import InternalError
from solver.files import write_whole
from solver.games.si_ki_pi.ranking import HANDS, Ranks, divisions, splits
from solver.games.si_ki_pi.rules import PRESETS, SiKiPiRules
from solver.result import Opponents

if TYPE_CHECKING:
    from solver.equilibrium import Solution, Vector

SHIPPED = version.DATA / "si-ki-pi.tsv"
DIGITS = 9
"""Decimals of expected points and chances."""
KEPT = 200
"""Tables kept on disk, 260 kB each."""
_COLUMNS = ("probability", "expected", "win", "tie", "lose")


class DamagedTableError(InternalError):
    """A table's file is not what was written."""


@dataclass(frozen=True)
class Table:
    """Every split against one policy, in the order of `ranking.HANDS` and `ranking.divisions`.

    probability: how often the policy sets the hand so. expected: points a hand that the split gains from it. win, tie, lose: the chances.
    id: whose policy: `standard` (the shipped equilibrium), `custom` (the asked rules' own), `house` or `uniform`.
    about: what made it; exploitability: points a hand that the best counter-strategy makes more against the policy than the policy itself.
    """

    id: str
    contest: str
    exploitability: float
    about: dict[str, Any]
    probability: "array[float]"
    expected: "array[float]"
    win: "array[float]"
    tie: "array[float]"
    lose: "array[float]"

    @cached_property
    def hash(self) -> str:
        """16 hex digits over the policy and what it is worth."""
        return self.about["sha256"][:16] if "sha256" in self.about else self.digest()[:16]

    @cached_property
    def opponents(self) -> Opponents:
        """As answers carry it."""
        return Opponents(self.id, self.hash, self.exploitability)

    def digest(self) -> str:
        """SHA-256 over the lines of the table."""
        return hashlib.sha256("".join(self.lines()).encode()).hexdigest()

    def lines(self) -> Iterator[str]:
        """One line per split, its groups as the default rules set them."""
        for label, *cells in zip(_labels(), *(getattr(self, name) for name in _COLUMNS), strict=True):
            yield "\t".join((label, *map(_number, cells))) + "\n"

    def to_text(self) -> str:
        """The file."""
        about = self.about | {"contest": self.contest, "exploitability": self.exploitability, "sha256": self.digest()}
        return "".join((json.dumps(about) + "\n", "\t".join(("hand", "groups", *_COLUMNS)) + "\n", *self.lines()))

    @classmethod
    def from_text(cls, text: str, id: str) -> "Table":
        """Read a file. Raises DamagedTableError where it is not whole."""
        try:
            head, _, body = text.split("\n", 2)
            about = json.loads(head)
            if hashlib.sha256(body.encode()).hexdigest() != about["sha256"]:
                raise DamagedTableError("checksum")
            rows = [line.split("\t") for line in body.splitlines()]
            numbers = [array("d", map(float, column)) for column in list(zip(*rows, strict=True))[2:]]
            if len(rows) != sum(len(divisions(hand)) for hand in HANDS) or len(numbers) != len(_COLUMNS):
                raise DamagedTableError("size")
            return cls(id, about["contest"], about["exploitability"], about, **dict(zip(_COLUMNS, numbers, strict=True)))
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise DamagedTableError(str(error)) from None


def _cards(ranks: Ranks) -> str:
    return "".join(RANKS[rank - 2] for rank in ranks)


@cache
def _labels() -> tuple[str, ...]:
    """The hand and the groups of each split as the file has them."""
    rules = PRESETS.default
    return tuple(
        f"{_cards(hand)}\t{_cards(split.front)}|{_cards(split.back)}" for hand in HANDS for split in splits(hand, rules)
    )  # fmt: skip


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)


@cache
def starts() -> dict[Ranks, int]:
    """The index of each hand's first split."""
    found, index = {}, 0
    for hand in HANDS:
        found[hand] = index
        index += len(divisions(hand))
    return found


def measured(rules: SiKiPiRules, strategy: "Vector", id: str, about: dict[str, Any] | None = None) -> Table:
    """Every split under these rules against a policy."""
    from solver.games.si_ki_pi import contest

    worth = contest.valuation(rules, strategy)
    gained = contest.gained_by_best(worth, strategy)
    # Adding 0.0 turns -0.0 into 0.0.
    columns = (array("d", (column.round(DIGITS) + 0.0).tolist()) for column in (worth.gain, worth.win, worth.tie, worth.lose))
    probability = array("d", strategy.tolist())
    return Table(id, rules.contest, round(gained, 12) + 0.0, about or {}, probability, *columns)


@cache
def shipped() -> Table:
    """The equilibrium of the default rules. Raises DamagedTableError naming the file."""
    try:
        return Table.from_text(SHIPPED.read_text(encoding="utf-8"), "standard")
    except (OSError, UnicodeDecodeError, DamagedTableError) as error:
        raise DamagedTableError(f"{SHIPPED.name} can't be used: {error}") from None


@lru_cache(maxsize=32)
def standard(rules: SiKiPiRules) -> Table:
    """The shipped policy, valued under these rules."""
    table = shipped()
    if rules.contest == table.contest:
        return table
    import numpy as np

    return measured(rules, np.array(table.probability), "standard")


@lru_cache(maxsize=32)
def named(rules: SiKiPiRules, policy: str) -> Table:
    """The policy `house` or `uniform` under these rules."""
    from solver.games.si_ki_pi import contest

    return measured(rules, {"house": contest.house, "uniform": contest.uniform}[policy](rules), policy)


@lru_cache(maxsize=32)
def fouled(rules: SiKiPiRules) -> "array[float]":
    """What an invalid hand gains against the shipped policy under these rules, in the order of `ranking.HANDS`."""
    import numpy as np

    from solver.games.si_ki_pi import contest

    return array("d", contest.fouled(rules, np.array(shipped().probability)).round(DIGITS).tolist())


@cache
def hand_index() -> dict[Ranks, int]:
    """Where each hand stands in `ranking.HANDS`."""
    return {hand: index for index, hand in enumerate(HANDS)}


def equilibrium(rules: SiKiPiRules, solution: "Solution", about: dict[str, Any]) -> Table:
    """The table of a solution."""
    return measured(rules, solution.strategy, "custom", about)


def cache_folder() -> Path:
    """Where tables computed on this machine are kept, by the XDG base directory specification."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".cache") / "lipai"


def _cache_file(rules: SiKiPiRules) -> Path:
    return cache_folder() / f"si-ki-pi-{rules.contest}-{version.program()}.tsv"


def cached(rules: SiKiPiRules) -> Table | None:
    """The table kept on disk for these rules and this version of the program. A damaged file counts as none, and goes."""
    file = _cache_file(rules)
    try:
        table = Table.from_text(file.read_text(encoding="utf-8"), "custom")
        if table.contest != rules.contest:
            raise DamagedTableError("of other rules")
        return table
    except (DamagedTableError, UnicodeDecodeError):
        with suppress(OSError):
            file.unlink()
    except (OSError, RuntimeError):
        pass
    return None


def _prune(folder: Path) -> None:
    """Drop the oldest tables beyond the number kept, those of other versions of the program included."""
    files = sorted(folder.glob("si-ki-pi-*.tsv"), key=lambda file: file.stat().st_mtime, reverse=True)
    for file in files[KEPT:]:
        file.unlink(missing_ok=True)


def keep(rules: SiKiPiRules, text: str) -> bool:
    """Write a table's text to disk, whole or not at all. False where the disk won't have it; then it lives in memory only."""
    try:
        file = _cache_file(rules)
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, text.encode(), 0o600)
        _prune(file.parent)
        return True
    except (OSError, RuntimeError):
        return False
