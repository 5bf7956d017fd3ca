"""Open-face Fantasyland by brute force: every setting of 13 to 17 cards, with a bound on what is left.

Front, middle and back are ranked with Chinese poker's brute force; equal rows are legal. A joker (`"Jk"`, `"Jk2"`) is tried as every
card that its row does not hold; five of a kind never comes up so.
"""

from collections.abc import Sequence
from functools import lru_cache
from heapq import nlargest
from itertools import combinations

from tests.brute.chinese_poker import (
    DECK,
    FLUSH,
    FULL_HOUSE,
    PAIR,
    QUADS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    Rank,
    Setting,
)
from tests.brute.chinese_poker import rank_five as rank_natural_five
from tests.brute.chinese_poker import rank_three as rank_natural_three

JOKERS = ("Jk", "Jk2")
"""The two jokers as cards of a hand, so that they are two."""

MIDDLE = {TRIPS: 2, STRAIGHT: 4, FLUSH: 8, FULL_HOUSE: 12, QUADS: 20, STRAIGHT_FLUSH: 30}
BACK = {STRAIGHT: 2, FLUSH: 4, FULL_HOUSE: 6, QUADS: 10, STRAIGHT_FLUSH: 15}
FOUL = 6
Ranks = tuple[Rank, Rank, Rank]


@lru_cache(maxsize=200_000)
def _rank(row: tuple[str, ...]) -> Rank:
    rank = rank_natural_five if len(row) == 5 else rank_natural_three
    natural = [card for card in row if card not in JOKERS]
    others = [card for card in DECK if card not in natural]
    if len(row) == 3:
        others = [card for card in others if card[1] in "sh"]  # suits count for nothing in front, two of a rank are enough
        others += [card[0] + "c" for card in natural]
    return max(rank([*natural, *jokers]) for jokers in combinations(others, len(row) - len(natural)))


def row_has_joker(row: Sequence[str]) -> bool:
    """Whether a joker is in the row."""
    return any(joker in row for joker in JOKERS)


def rank_five(row: Sequence[str]) -> Rank:
    """The rank of a middle or a back, jokers at their best reading."""
    return _rank(tuple(sorted(row))) if row_has_joker(row) else rank_natural_five(row)


def rank_three(row: Sequence[str]) -> Rank:
    """The rank of a front, jokers at their best reading."""
    return _rank(tuple(sorted(row))) if row_has_joker(row) else rank_natural_three(row)


def royalties(ranks: Ranks) -> tuple[int, int, int]:
    """Of front, middle and back: pairs from sixes 1 to 9, threes 10 to 22; the middle's and the back's table; royal flush 50 and 25."""
    front, middle, back = ranks
    top = 0
    if front[0] == PAIR and front[1] >= 6:
        top = int(front[1]) - 5
    if front[0] == TRIPS:
        top = int(front[1]) + 8
    royal = (STRAIGHT_FLUSH, 14)
    return top, 50 if middle == royal else MIDDLE.get(int(middle[0]), 0), 25 if back == royal else BACK.get(int(back[0]), 0)


def stays(ranks: Ranks) -> bool:
    """Three of a kind on top, or four of a kind or better at the bottom."""
    return ranks[0][0] == TRIPS or ranks[2][0] >= QUADS


def legal(ranks: Ranks) -> bool:
    """Back at least middle at least front; a missing card ranks below any card."""
    return ranks[2] >= ranks[1] >= ranks[0]


def value(ranks: Ranks, stay_bonus: int = 15) -> int:
    """Royalties and what the stay is worth."""
    return sum(royalties(ranks)) + stay_bonus * stays(ranks)


def top(cards: Sequence[str], n: int, stay_bonus: int = 15, pins: dict[str, Sequence[str]] | None = None) -> list[tuple[int, Ranks]]:
    """The best `n` by (points, ranks of front, middle, back), distinct in ranks, by plain enumeration.

    Ties: the strongest back, then middle, then front. `pins` are cards already placed: `{"front": ["As"]}`.
    """
    fives = {five: rank_five(five) for five in combinations(cards, 5)}
    threes = {three: rank_three(three) for three in combinations(cards, 3)}
    placed = [{*(pins or {}).get(row, ())} for row in ("front", "middle", "back")]
    found: set[tuple[int, Rank, Rank, Rank]] = set()
    for back, back_rank in fives.items():
        rest = [card for card in cards if card not in back]
        for middle in combinations(rest, 5):
            if fives[middle] <= back_rank:
                for front in combinations([card for card in rest if card not in middle], 3):
                    if threes[front] <= fives[middle] and placed[0] <= {*front} and placed[1] <= {*middle} and placed[2] <= {*back}:
                        ranks = (threes[front], fives[middle], back_rank)
                        found.add((value(ranks, stay_bonus), *ranks[::-1]))
    return [(points, (front, middle, back)) for points, back, middle, front in nlargest(n, found)]


def best(cards: Sequence[str], stay_bonus: int = 15) -> tuple[int, Ranks] | None:
    """The same as `top` with `n` 1, sooner: a higher front never brings less, so only the highest one that fits is looked at, and backs and
    middles that can't reach the best found are passed over.
    """
    bits = {card: 1 << place for place, card in enumerate(cards)}
    lowest: Rank = (0,)
    fives = [(rank_five(five), sum(bits[card] for card in five)) for five in combinations(cards, 5)]
    fronts = sorted(((rank_three(three), sum(bits[card] for card in three)) for three in combinations(cards, 3)), reverse=True)
    middles = sorted(((royalties((lowest, rank, lowest))[1], rank, mask) for rank, mask in fives), reverse=True)
    backs = sorted(((value((lowest, lowest, rank), stay_bonus), rank, mask) for rank, mask in fives), reverse=True)
    found: tuple[int, tuple[Rank, Rank, Rank]] | None = None  # points, then back, middle, front
    for back_points, back, back_mask in backs:
        own_fronts = [(rank, mask) for rank, mask in fronts if not mask & back_mask]
        # The stay counts once: beside a back that stays, a front brings its royalties only.
        highest = (own_fronts[0][0], lowest, lowest)
        front_points = royalties(highest)[0] if back[0] >= QUADS else value(highest, stay_bonus)
        for middle_points, middle, middle_mask in middles:
            if found is not None and back_points + middle_points + front_points < found[0]:
                break
            if middle_mask & back_mask or middle > back:
                continue
            if found is not None and back_points + middle_points + front_points == found[0] and (back, middle) < found[1][:2]:
                continue
            front = next((rank for rank, mask in own_fronts if rank <= middle and not mask & middle_mask), None)
            if front is not None:
                entry = (value((front, middle, back), stay_bonus), (back, middle, front))
                found = entry if found is None else max(found, entry)
    return None if found is None else (found[0], (found[1][2], found[1][1], found[1][0]))


def score(a: Setting, b: Setting) -> int:
    """Points of `a` from `b`: rows 1 each, all three +3, the difference of royalties; a foul loses 6 and pays the other's royalties."""
    ranks_a, ranks_b = ((rank_three(s[0]), rank_five(s[1]), rank_five(s[2])) for s in (a, b))
    legal_a, legal_b = legal(ranks_a), legal(ranks_b)
    if not legal_a or not legal_b:
        return (FOUL + sum(royalties(ranks_a))) * legal_a - (FOUL + sum(royalties(ranks_b))) * legal_b
    rows = [(x > y) - (x < y) for x, y in zip(ranks_a, ranks_b, strict=True)]
    return sum(rows) + 3 * ((rows == [1] * 3) - (rows == [-1] * 3)) + sum(royalties(ranks_a)) - sum(royalties(ranks_b))
