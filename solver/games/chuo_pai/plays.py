"""The plays: one to four equal cards, or a special; and which play beats which."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import product
from typing import NamedTuple

from solver.games.chuo_pai.cards import BONUS, COPIES, FAMILIES, HAND, NAMES, PATTERN, PATTERNS, RANKS, TEXTS, TOTALS, Counts, Family
from solver.games.chuo_pai.rules import ChuoPaiRules
from solver.text import Lang

SIZES = ("single", "pair", "triplet", "quad")
"""Kinds of plain plays by number of cards."""
BONUS_KIND = "starting-bonus"
# From the highest to the lowest: the special, the card it must have, the total of the cards that go with it.
_SPECIALS = (("heaven-nine", "66", 9), ("earth-eight", "11", 8), ("man-seven", "44", 7), ("harmony-five", "13", 5))
KINDS: tuple[str, ...] = (*SIZES, *(kind for kind, _, _ in _SPECIALS), BONUS_KIND)


class Play(NamedTuple):
    """One play: its cards as (pattern, copies) pairs, ascending, and all that decides what it beats."""

    kind: str
    items: tuple[tuple[int, int], ...]
    family: Family
    rank: int
    size: int

    def beats(self, other: "Play") -> bool:
        """Same family, same number of cards, higher rank. Equal rank never beats."""
        return self.family == other.family and self.size == other.size and self.rank > other.rank

    def fits(self, supply: Sequence[int]) -> bool:
        """Whether these cards hold the play."""
        return all(supply[pattern] >= copies for pattern, copies in self.items)

    @property
    def counts(self) -> Counts:
        """Copies of each pattern."""
        counts = [0] * len(NAMES)
        for pattern, copies in self.items:
            counts[pattern] = copies
        return tuple(counts)

    @property
    def cards(self) -> tuple[str, ...]:
        """Canonical notation."""
        return tuple(NAMES[pattern] for pattern, copies in self.items for _ in range(copies))

    def name(self, lang: Lang) -> str:
        """The play in words."""
        if self.family == Family.SPECIAL:
            return TEXTS("name-special", lang, kind=TEXTS(f"kind-{self.kind}", lang), size=self.size)
        return TEXTS(f"name-{self.kind}", lang, card=TEXTS(f"card-{NAMES[self.items[0][0]]}", lang))


class Special(NamedTuple):
    """One kind of special: at least one of `head` and at least one of `others`."""

    kind: str
    rank: int
    head: int
    others: tuple[int, ...]

    def play(self, heads: int, others: Sequence[int]) -> Play:
        """The special of so many heads and these other cards, ascending."""
        items = [(self.head, heads), *((pattern, others.count(pattern)) for pattern in dict.fromkeys(others))]
        return Play(self.kind, tuple(sorted(items)), Family.SPECIAL, self.rank, heads + len(others))


class Threats(NamedTuple):
    """The highest rank that some cards can play in each family with each number of cards."""

    ranks: Mapping[tuple[Family, int], int]

    def beat(self, family: Family, size: int, rank: int) -> bool:
        """Whether something among those cards beats a play of this family, size and rank."""
        return self.ranks.get((family, size), 0) > rank


class Catalogue:
    """Every play that the rules allow, in canonical order: plain plays by pattern and size, then specials from the highest down."""

    def __init__(self, totals: str, cap: int) -> None:
        self.cap = cap
        self.specials = tuple(
            Special(kind, len(_SPECIALS) - place, PATTERN[head], tuple(self._going_with(total, totals)))
            for place, (kind, head, total) in enumerate(_SPECIALS)
        )
        self.plain = tuple(self._plain())
        self.plays: tuple[Play, ...] = (*self.plain, *(play for special in self.specials for play in self._of(special)))
        self._by_items = {play.items: play for play in self.plays}

    @staticmethod
    def _going_with(total: int, totals: str) -> Iterator[int]:
        """The patterns of this total that go with a special."""
        families = tuple(Family) if totals == "any" else (Family.BLACK, Family.RED)
        return (pattern for pattern in PATTERNS if TOTALS[pattern] == total and FAMILIES[pattern] in families)

    @staticmethod
    def _plain() -> Iterator[Play]:
        for pattern in PATTERNS:
            for size, kind in enumerate(SIZES, 1):
                yield Play(kind, ((pattern, size),), FAMILIES[pattern], RANKS[pattern], size)

    def _of(self, special: Special) -> list[Play]:
        found = []
        for copies in product(range(1, COPIES + 1), *(range(COPIES + 1) for _ in special.others)):
            if any(copies[1:]) and sum(copies) <= self.cap:
                others = zip(special.others, copies[1:], strict=True)
                found.append(special.play(copies[0], [pattern for pattern, held in others for _ in range(held)]))
        return sorted(found, key=lambda play: (play.size, [pattern for pattern, copies in play.items for _ in range(copies)]))

    def find(self, counts: Sequence[int]) -> Play | None:
        """The play that these cards are; None where they are none."""
        return self._by_items.get(tuple((pattern, copies) for pattern, copies in enumerate(counts) if copies))

    def held(self, supply: Sequence[int]) -> list[Play]:
        """Every play that these cards hold, each way of choosing its cards once."""
        return [play for play in self.plays if play.fits(supply)]

    @cached_property
    def _rivals(self) -> dict[tuple[Family, int], list[Play]]:
        rivals: dict[tuple[Family, int], list[Play]] = {}
        for play in self.plays:
            rivals.setdefault((play.family, play.size), []).append(play)
        return rivals

    def beating(self, play: Play, supply: Sequence[int]) -> Iterator[Play]:
        """Every play of these cards that beats this one, in canonical order."""
        return (other for other in self._rivals[play.family, play.size] if other.beats(play) and other.fits(supply))

    def beaten_by(self, play: Play, supply: Sequence[int]) -> bool:
        """Whether these cards hold a play that beats this one: every such play is tried."""
        return any(True for _ in self.beating(play, supply))

    def threats(self, supply: Sequence[int]) -> Threats:
        """How strong these cards are, without trying every play."""
        found: dict[tuple[Family, int], int] = {}
        for pattern, copies in enumerate(supply):
            for size in range(1, copies + 1):
                key = FAMILIES[pattern], size
                found[key] = max(found.get(key, 0), RANKS[pattern])
        for special in self.specials:
            others = sum(supply[pattern] for pattern in special.others)
            if supply[special.head] and others:
                for size in range(2, min(supply[special.head] + others, self.cap) + 1):
                    key = Family.SPECIAL, size
                    found[key] = max(found.get(key, 0), special.rank)
        return Threats(found)


@cache
def _catalogue(totals: str, cap: int) -> Catalogue:
    return Catalogue(totals, cap)


def catalogue(rules: ChuoPaiRules) -> Catalogue:
    """The plays under these rules; the same object for equal rules."""
    return _catalogue(rules.special_totals, rules.special_cap)


def starting_bonus(dealt: Sequence[int], rules: ChuoPaiRules) -> Counts:
    """What a dealt hand of 28 cards must move to its scoring pile before play: all nails and two-reds, if it has both."""
    takes = rules.starting_bonus and sum(dealt) == HAND and all(dealt[pattern] for pattern in BONUS)
    return tuple(copies if takes and pattern in BONUS else 0 for pattern, copies in enumerate(dealt))
