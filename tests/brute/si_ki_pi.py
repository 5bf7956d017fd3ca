"""Si Ki Pi by brute force: ranking, splits, the house way, who wins, and the settlement of a table.

A card is rank then suit (`"As"`); suits never matter, so bare ranks (`"A"`) do as well. A split is `(front, back)`, two cards each.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import comb, floor, prod
from typing import Any

RANKS = "A23456789TJQK"
Rules = dict[str, Any]
Pair = tuple[str, ...]
Split = tuple[Pair, Pair]
STANDARD: Rules = {
    "tie_break": "cards",
    "pair_ace": "high",
    "two_pairs_outright": False,
    "quads_outright": True,
    "banker_wins_ties": False,
    "bonuses": {"front-8-9": 2, "baobao": 3, "skp": 5},
    "foul": "loses",
}


def face(card: str) -> int:
    """A 1, 2-9 their face, 10 J Q K nothing."""
    return RANKS.index(card[0]) + 1 if card[0] in "A23456789" else 0


def points(cards: Pair) -> int:
    """The sum of the faces, its last digit."""
    return sum(face(card) for card in cards) % 10


def height(card: str, ace_high: bool) -> int:
    """A rank by height: 2 is 2, K is 13, A is 14 or 1."""
    return 14 if card[0] == "A" and ace_high else RANKS.index(card[0]) + 1


def is_pair(cards: Pair) -> bool:
    """Two cards of one rank."""
    return cards[0][0] == cards[1][0]


def rank(cards: Pair, rules: Rules = STANDARD) -> tuple[int, ...]:
    """A pair beats any points; pairs by rank; equal points by the higher card, then the lower, as `tie_break` says."""
    if is_pair(cards):
        return (1, height(cards[0], rules["pair_ace"] == "high"))
    if rules["tie_break"] == "points-only":
        return (0, points(cards))
    return (0, points(cards), *sorted((height(card, rules["tie_break"] == "cards") for card in cards), reverse=True))


def legal(split: Split, rules: Rules = STANDARD) -> bool:
    """The front is not higher than the back."""
    return rank(split[0], rules) <= rank(split[1], rules)


def legal_splits(cards: Sequence[str], rules: Rules = STANDARD) -> list[Split]:
    """All legal splits that differ in the cards' ranks, one of each."""
    found: dict[tuple[Pair, Pair], Split] = {}
    for front in combinations(sorted(cards), 2):
        back = list(cards)
        for card in front:
            back.remove(card)
        split = (front, tuple(sorted(back)))
        if legal(split, rules):
            key = (tuple(sorted(card[0] for card in front)), tuple(sorted(card[0] for card in back)))
            found.setdefault(key, split)
    return list(found.values())


def undominated(cards: Sequence[str], rules: Rules = STANDARD) -> list[Split]:
    """The legal splits that no other equals or beats in both groups, with one better."""
    splits = [((rank(split[0], rules), rank(split[1], rules)), split) for split in legal_splits(cards, rules)]
    return [
        split
        for own, split in splits
        if not any(other != own and other[0] >= own[0] and other[1] >= own[1] for other, _ in splits)
    ]  # fmt: skip


def back_level(split: Split, rules: Rules = STANDARD) -> tuple[int, ...]:
    """The back without its tie-break: a pair of its rank, or its points."""
    return rank(split[1], rules)[:2]


def house(cards: Sequence[str], rules: Rules = STANDARD) -> Split:
    """The highest back, then the higher front."""
    return max(legal_splits(cards, rules), key=lambda split: (rank(split[1], rules), rank(split[0], rules)))


def all_hands() -> list[tuple[str, ...]]:
    """The 1,820 rank multisets of four cards."""
    return list(combinations_with_replacement(RANKS, 4))


def is_quads(split: Split) -> bool:
    """Four of a kind."""
    return len({card[0] for pair in split for card in pair}) == 1


def bonuses_held(split: Split) -> list[str]:
    """The names of the bonuses of a split."""
    front, back = split
    held = {
        "front-8-9": not is_pair(front) and points(front) in (8, 9),
        "baobao": is_pair(front) and is_pair(back),
        "skp": is_quads(split),
    }
    return [name for name, holds in held.items() if holds]


def multiplier(split: Split, rules: Rules = STANDARD) -> int:
    """What the stake is multiplied with when this split wins: the largest of its bonuses."""
    return max([1, *(int(rules["bonuses"][name]) for name in bonuses_held(split))])


def outcome(a: Split, b: Split, rules: Rules = STANDARD, banker: str | None = None) -> int:
    """1 when `a` wins, -1 when `b` does, 0 when nothing is paid. `banker` is `"a"`, `"b"` or nobody."""
    if not legal(a, rules) or not legal(b, rules):
        return legal(a, rules) - legal(b, rules)
    if rules["quads_outright"] and (is_quads(a) or is_quads(b)):
        if is_quads(a) and is_quads(b):
            return sign(rank(a[0], rules), rank(b[0], rules))
        return is_quads(a) - is_quads(b)
    if rules["two_pairs_outright"]:
        twice_a, twice_b = "baobao" in bonuses_held(a), "baobao" in bonuses_held(b)
        if twice_a != twice_b:
            return twice_a - twice_b
    ties = {"a": 1, "b": -1, None: 0}[banker if rules["banker_wins_ties"] else None]
    results = [sign(rank(x, rules), rank(y, rules)) or ties for x, y in zip(a, b, strict=True)]
    return sign((sum(results),), (0,))


def sign(a: tuple[int, ...], b: tuple[int, ...]) -> int:
    """1, 0 or -1 as `a` is above, equal to or below `b`."""
    return (a > b) - (a < b)


def payment(a: Split, b: Split, rules: Rules = STANDARD, banker: str | None = None) -> int:
    """What `b` owes `a`, in stakes, negative when `a` owes."""
    result = outcome(a, b, rules, banker)
    return result * multiplier(a if result > 0 else b, rules)


# ---- a table -------------------------------------------------------------------------------------------------------------------

Debts = list[list[Fraction]]  # debts[i][j]: what i owes j


def debts_of(splits: Sequence[Split], stake: int, rules: Rules = STANDARD, banker: int | None = None) -> Debts:
    """Every pair of players, or the banker's pairs only."""
    debts = [[Fraction(0)] * len(splits) for _ in splits]
    for i, j in combinations(range(len(splits)), 2):
        if banker is None or banker in (i, j):
            won = stake * payment(splits[i], splits[j], rules, {i: "a", j: "b"}.get(-1 if banker is None else banker))
            debts[j][i] += max(won, 0)
            debts[i][j] += max(-won, 0)
    return debts


def cap(debts: Debts, money: Sequence[int | None]) -> Debts:
    """Scale each player's debts until nobody's net loss exceeds its money, exactly.

    Scaling one player's debts lowers what others receive, so more of them may fall short. The set of those who do only grows; for
    a given set the shares they can pay solve linear equations: share x debts = money + what is received.
    """
    n = len(debts)
    short: list[int] = []
    share = [Fraction(1)] * n
    while True:
        received = [sum(share[j] * debts[j][i] for j in range(n)) for i in range(n)]
        more = [i for i in range(n) if i not in short and (own := money[i]) is not None and sum(debts[i], Fraction(0)) - received[i] > own]
        if not more:
            return [[share[i] * debts[i][j] for j in range(n)] for i in range(n)]
        short += more
        matrix = [[sum(debts[i], Fraction(0)) * (i == j) - debts[j][i] for j in short] for i in short]
        right = [Fraction(money[i] or 0) + sum((debts[j][i] for j in range(n) if j not in short), Fraction(0)) for i in short]
        for i, solved in zip(short, solve(matrix, right), strict=True):
            share[i] = solved


def solve(matrix: list[list[Fraction]], right: list[Fraction]) -> list[Fraction]:
    """Gauss and Jordan over fractions."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for column in range(len(rows)):
        pivot = next(i for i in range(column, len(rows)) if rows[i][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [value / rows[column][column] for value in rows[column]]
        for i in range(len(rows)):
            if i != column:
                rows[i] = [value - rows[i][column] * lead for value, lead in zip(rows[i], rows[column], strict=True)]
    return [row[-1] for row in rows]


def cap_by_repetition(debts: Debts, money: Sequence[int | None], rounds: int = 2000) -> list[float]:
    """The same by the rule's own words, one player after another, again and again; nets, in floating point."""
    amounts = [[float(value) for value in row] for row in debts]
    for _ in range(rounds):
        for i, own in enumerate(money):
            owed, received = sum(amounts[i]), sum(row[i] for row in amounts)
            if own is not None and owed - received > own:
                amounts[i] = [value * (own + received) / owed for value in amounts[i]]
    return [sum(row[i] for row in amounts) - sum(amounts[i]) for i in range(len(amounts))]


def transposed(debts: Debts) -> Debts:
    """Who is owed what by whom."""
    return [list(column) for column in zip(*debts, strict=True)]


def nets(debts: Debts) -> list[Fraction]:
    """What each player ends with."""
    return [sum(received, Fraction(0)) - sum(owed, Fraction(0)) for received, owed in zip(transposed(debts), debts, strict=True)]


def whole_chips(amounts: Sequence[Fraction]) -> list[int]:
    """Round amounts that sum to 0 to whole ones that do: down, then one more for the largest remainders, in seat order."""
    down = [floor(amount) for amount in amounts]
    order = sorted(range(len(amounts)), key=lambda i: (down[i] - amounts[i], i))
    for i in order[: -sum(down)]:
        down[i] += 1
    return down


def settle(
    splits: Sequence[Split], stake: int = 1, money: Sequence[int | None] = (), rules: Rules = STANDARD, banker: int | None = None
) -> list[int]:
    """The total of each player in whole chips, zero-sum; losses capped first, then wins. Money `None`: no cap."""
    return capped_totals(debts_of(splits, stake, rules, banker), money or [None] * len(splits))


def capped_totals(debts: Debts, money: Sequence[int | None]) -> list[int]:
    """Totals of given debts: net losses capped by the money, then net wins likewise."""
    return whole_chips(nets(transposed(cap(transposed(cap(debts, money)), money))))


# ---- policies ------------------------------------------------------------------------------------------------------------------


def ways(hand: Sequence[str], dealt: Sequence[str] = ()) -> int:
    """Deals of a rank multiset from the deck without the `dealt` ranks."""
    gone = Counter(dealt)
    return prod(comb(4 - gone[card], copies) for card, copies in Counter(hand).items())


def best_response_to_house(rules: Rules = STANDARD) -> tuple[Fraction, Fraction]:
    """(best counter-strategy against the house way, the house way against itself), points a hand, card removal counted."""
    hands = all_hands()
    theirs = [house(hand, rules) for hand in hands]
    # Groups as numbers that compare as their ranks do, so that three million comparisons stay cheap.
    scale = {r: place for place, r in enumerate(sorted({rank(p, rules) for p in combinations_with_replacement(RANKS, 2)}))}
    facts = {
        split: (scale[rank(split[0], rules)], scale[rank(split[1], rules)], multiplier(split, rules), is_quads(split))
        for hand in hands
        for split in legal_splits(hand, rules)
    }
    best = self_play = 0
    for hand in hands:
        opponents = [(facts[split], number) for other, split in zip(hands, theirs, strict=True) if (number := ways(other, hand))]
        values = {split: _value(facts[split], opponents, rules) for split in legal_splits(hand, rules)}
        best += ways(hand) * max(values.values())
        self_play += ways(hand) * values[house(hand, rules)]
    deals = comb(52, 4) * comb(48, 4)
    return Fraction(best, deals), Fraction(self_play, deals)


def _value(own: tuple[int, int, int, bool], opponents: list[tuple[tuple[int, int, int, bool], int]], rules: Rules) -> int:
    """Payments to `own` summed over the opponents' deals; the same rule as `payment`, on numbers."""
    front, back, worth, quads = own
    total = 0
    for (other_front, other_back, other_worth, other_quads), number in opponents:
        if rules["quads_outright"] and quads != other_quads:
            result = 1 if quads else -1
        else:
            result = (front > other_front) - (front < other_front) + (back > other_back) - (back < other_back)
        if result > 0:
            total += number * worth
        elif result < 0:
            total -= number * other_worth
    return total
