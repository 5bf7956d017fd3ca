"""Zi Pai by brute force: the distance to a complete hand, by trying ever larger numbers of cards to add.

A complete hand has seven groups: q quads, with q at least 1 exactly one pair, the rest threes. The hand's first card is dropped or
put into each group that has it, missing cards are added, until the hand is used up and what is left to build is all new.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from tests.brute.zi_pai import _WITH, KINDS, PRESETS, Meld, Rules, canonical, meld_group

SIZES = {"pair": 2, "quad": 4}


def distance(hand: Sequence[str], melds: Sequence[Meld] = (), rules: Rules = PRESETS["seed"]) -> int | None:
    """Cards still needed for a complete hand of the right number that keeps melds and locks; `None` when there is none."""
    shown = [meld_group(meld, rules).kind for meld in melds]
    on_table = Counter(card for meld in melds for card in meld[0])
    held = Counter(hand)
    locked = [card for card in KINDS if held[card] >= 3] if rules["lock_dealt"] else []
    triplets = [card for card in locked if held[card] == 3]
    free = canonical([card for card in hand if card not in locked])
    room = tuple(0 if card in locked else 4 - on_table[card] - held[card] for card in KINDS)
    openable = [card for card in triplets if not on_table[card]]
    for budget in range(22):
        for opened in range(len(openable) + 1):
            quads = shown.count("quad") + len(locked) - len(triplets) + opened
            groups = len(shown) + len(locked)
            for more in range(8 - groups):
                pairs = int(quads + more > 0) - shown.count("pair")
                threes = 7 - groups - more - pairs
                if pairs >= 0 and threes >= 0 and any(
                    _buildable(free, threes, more, pairs, budget - opened, room) for _ in combinations(openable, opened)
                ):  # fmt: skip
                    return budget
    return None


@lru_cache(maxsize=2_000_000)
def _buildable(cards: tuple[str, ...], threes: int, quads: int, pairs: int, budget: int, room: tuple[int, ...]) -> bool:
    """Whether these groups can be built of the cards and `budget` added ones, of which `room` tells how many copies there are."""
    places = 3 * threes + 4 * quads + 2 * pairs
    if places - len(cards) > budget:
        return False
    if places == 0:
        return True
    if not cards:
        return True  # all new: there are always kinds enough of which no copy is held
    first, rest = cards[0], cards[1:]
    if _buildable(rest, threes, quads, pairs, budget, room):
        return True
    for kind, members in _WITH[first]:
        left = {"pair": pairs, "quad": quads}.get(kind, threes)
        if not left:
            continue
        remaining, added, space = list(cards), 0, list(room)
        for card in members:
            if card in remaining:
                remaining.remove(card)
            else:
                added += 1
                space[KINDS.index(card)] -= 1
        if added <= budget and min(space) >= 0:
            counts = (threes - (kind not in SIZES), quads - (kind == "quad"), pairs - (kind == "pair"))
            if _buildable(tuple(remaining), *counts, budget - added, tuple(space)):
                return True
    return False
