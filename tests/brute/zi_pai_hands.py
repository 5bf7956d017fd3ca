"""Zi Pai hands to test with: random, complete by construction (with a history), and rich in groupings."""

from collections import Counter
from random import Random
from typing import NamedTuple

from tests.brute.zi_pai import KINDS, PRESETS, Drawn, Meld, Rules, columns

SOURCES = ("draw", "take", "steal")
RULES_IN_USE: dict[str, Rules] = {
    **PRESETS,
    "seed-unlocked": {**PRESETS["seed"], "lock_dealt": False},
    "hunan-unlocked": {**PRESETS["hunan"], "lock_dealt": False, "minimum_points": 5},
    "hunan-breaking": {**PRESETS["hunan"], "break_triplet_for_win": True, "minimum_points": 6},
    "seed-free": {**PRESETS["seed"], "break_triplet_for_win": True, "minimum_points": 0},
}


class Case(NamedTuple):
    """A hand with its history, in the order of the arguments of `groupings` and `best`."""

    hand: list[str]
    melds: list[Meld]
    drawn: Drawn | None

    def cards(self) -> list[str]:
        """All cards of the hand."""
        return [*self.hand, *(card for meld in self.melds for card in meld[0]), *([self.drawn[0]] if self.drawn else [])]


def random_hand(rng: Random, size: int = 21) -> list[str]:
    """`size` cards of a shuffled deck."""
    return rng.sample([card for card in KINDS for _ in range(4)], size)


def source_of(rng: Random, kind: str) -> str:
    """How a group on the table may have come."""
    return rng.choice(("dealt", *SOURCES)) if kind == "quad" else "draw" if kind == "pair" else rng.choice(SOURCES)


def random_case(rng: Random, size: int = 21) -> Case:
    """A random hand with up to three melds, perhaps a drawn card. Seldom complete."""
    left = Counter(dict.fromkeys(KINDS, 4))
    melds: list[Meld] = []
    for _ in range(rng.choice((0, 0, 1, 2, 3))):
        kind, cards = rng.choice(columns())
        if Counter(cards) <= left and len(cards) + sum(len(meld[0]) for meld in melds) <= size and kind != "pair":
            left -= Counter(cards)
            melds.append((cards, source_of(rng, kind)))
    rest = rng.sample(sorted(left.elements()), size - sum(len(meld[0]) for meld in melds))
    drawn = (rest.pop(), rng.choice(SOURCES)) if rest and rng.random() < 0.7 else None
    return Case(rest, melds, drawn)


def seven_groups(rng: Random, narrow: bool = False) -> list[Meld]:
    """Seven random groups of a complete hand: q quads, with q ≥ 1 a pair, the rest threes. narrow: of few kinds, so rich in covers."""
    known = columns()
    if narrow:
        low = rng.randrange(6)
        digits = {*"1234567890"[low : low + 5], *("270" if rng.random() < 0.3 else "")}
        known = tuple(column for column in known if all(card[0] in digits for card in column[1]))
    while True:
        quads = rng.choice((0, 0, 0, 1, 1, 2, 3))
        wanted = ["quad"] * quads + ["pair"] * (quads > 0) + ["three"] * (7 - quads - (quads > 0))
        left = Counter(dict.fromkeys(KINDS, 4))
        groups: list[Meld] = []
        for want in wanted:
            choices = [c for c in known if (c[0] if c[0] in ("quad", "pair") else "three") == want and Counter(c[1]) <= left]
            if not choices:
                break
            kind, cards = rng.choice(choices)
            left -= Counter(cards)
            groups.append((cards, source_of(rng, kind)))
        if len(groups) == 7:
            return groups


def constructed_hand(rng: Random, with_history: bool = True, narrow: bool = False) -> Case:
    """A hand made of seven groups: some on the table, one of the concealed cards just obtained. Locks may stand in its way."""
    groups = seven_groups(rng, narrow)
    shown = [with_history and len(group[0]) > 2 and rng.random() < 0.3 for group in groups]
    melds = [group for group, on_table in zip(groups, shown, strict=True) if on_table]
    hand = [card for group, on_table in zip(groups, shown, strict=True) if not on_table for card in group[0]]
    rng.shuffle(hand)
    drawn = (hand.pop(), rng.choice(SOURCES)) if hand and with_history and rng.random() < 0.8 else None
    return Case(hand, melds, drawn)
