"""How groups of two cards rank, and all ways to divide four ranks into two groups.

A pair beats any points; pairs by rank. Points are the last digit of the sum: an ace 1, 2 to 9 their face, ten and the court cards 0.
Equal points: the higher card, then the lower. Suits never count, so a hand is four ranks here, highest first (ace 14).
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations_with_replacement

from solver.games.si_ki_pi.rules import SiKiPiRules

Group = tuple[int, int]
"""Two ranks, the higher first."""
Ranks = tuple[int, ...]

ACE = 14
GROUPS: tuple[Group, ...] = tuple((high, low) for high in range(ACE, 1, -1) for low in range(high, 1, -1))
"""All 91, the higher cards first."""
GROUP_INDEX = {group: index for index, group in enumerate(GROUPS)}
HANDS: tuple[Ranks, ...] = tuple(combinations_with_replacement(range(ACE, 1, -1), 4))
"""All 1,820 hands."""
WAYS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
"""The three ways to divide four cards: the places of the highest card's group, and of the other."""


def card_points(rank: int) -> int:
    """What one card counts."""
    return 1 if rank == ACE else rank if rank < 10 else 0


def is_pair(group: Group) -> bool:
    """Two cards of one rank."""
    return group[0] == group[1]


def points(group: Group) -> int:
    """The last digit of the sum, 0–9. A pair has none: it is read as a pair only."""
    return 0 if is_pair(group) else (card_points(group[0]) + card_points(group[1])) % 10


def _key(group: Group, rules: SiKiPiRules) -> tuple[int, ...]:
    """What groups compare by; a larger key is a higher group."""
    high, low = group
    if is_pair(group):
        return 1, 1 if high == ACE and rules.pair_ace == "low" else high
    if rules.tie_break == "points-only":
        return 0, points(group)
    if rules.tie_break == "ace-low":
        high, low = sorted((1 if rank == ACE else rank for rank in group), reverse=True)
    return 0, points(group), high, low


@lru_cache(maxsize=64)
def scale(rules: SiKiPiRules) -> dict[Group, int]:
    """The rank of every group, equal where they tie; higher is better."""
    keys = {group: _key(group, rules) for group in GROUPS}
    places = {key: place for place, key in enumerate(sorted(set(keys.values())))}
    return {group: places[key] for group, key in keys.items()}


def bonuses(front: Group, back: Group) -> tuple[str, ...]:
    """Names of the bonuses a hand set this way has: a front pair is not read as 8 or 9 points, and four of a kind is two pairs as well."""
    found = []
    if points(front) >= 8:
        found.append("front-8-9")
    if is_pair(front) and is_pair(back):
        found.append("baobao")
        if front == back:
            found.append("skp")
    return tuple(found)


def level(front: Group, back: Group, rules: SiKiPiRules) -> int:
    """What a hand has that wins outright over all below: 2 four of a kind, 1 two pairs, 0 nothing."""
    if not (is_pair(front) and is_pair(back)):
        return 0
    if front == back and rules.quads_outright:
        return 2
    return int(rules.two_pairs_outright)


@dataclass(frozen=True, slots=True)
class Split:
    """One legal way to set four ranks. Of two groups that tie, the one with the highest card goes back.

    front, back: the groups. front_places, back_places: where their cards stand in the hand, highest first.
    front_rank, back_rank: on the scale of the rules. factor: what a win multiplies the stake by, from `bonus` (None: nothing).
    ways: settings of four given cards that are this one, counted by cards.
    """

    front: Group
    back: Group
    front_places: tuple[int, int]
    back_places: tuple[int, int]
    front_rank: int
    back_rank: int
    level: int
    bonus: str | None
    factor: int
    ways: int


def split(front: Group, back: Group, rules: SiKiPiRules) -> tuple[int, int, int, str | None, int]:
    """Front rank, back rank, level, bonus and factor of two groups as set."""
    ranks = scale(rules)
    named = max(bonuses(front, back), key=lambda name: rules.factors[name], default=None)
    factor = 1 if named is None else rules.factors[named]
    return ranks[front], ranks[back], level(front, back, rules), named if factor > 1 else None, factor


@cache
def divisions(hand: Ranks) -> tuple[tuple[Group, Group, tuple[int, int], tuple[int, int], int], ...]:
    """The different ways to divide a hand, in the order of `WAYS`: two groups, their places, how many of the three ways look like it."""
    found: dict[frozenset[Group], list[tuple[tuple[int, int], tuple[int, int]]]] = {}
    for one, two in WAYS:
        groups = frozenset(((hand[one[0]], hand[one[1]]), (hand[two[0]], hand[two[1]])))
        found.setdefault(groups, []).append((one, two))
    return tuple(
        ((hand[one[0]], hand[one[1]]), (hand[two[0]], hand[two[1]]), one, two, len(ways))
        for ways in found.values()
        for one, two in ways[:1]
    )


def splits(hand: Ranks, rules: SiKiPiRules) -> tuple[Split, ...]:
    """Every legal split of a hand, one to three, in the order of `divisions`: the front is never higher than the back."""
    ranks = scale(rules)
    found = []
    for one, two, one_places, two_places, ways in divisions(hand):
        tie = ranks[one] == ranks[two]
        back, front, back_places, front_places = (
            (one, two, one_places, two_places) if ranks[one] >= ranks[two] else (two, one, two_places, one_places)
        )
        found.append(Split(front, back, front_places, back_places, *split(front, back, rules), ways * (1 + tie)))
    return tuple(found)


def house(choices: tuple[Split, ...]) -> int:
    """The index of the auto-arrangement: the highest back, then the highest front, then the higher cards in the back."""
    return max(range(len(choices)), key=lambda at: (choices[at].back_rank, choices[at].front_rank, -GROUP_INDEX[choices[at].back]))
