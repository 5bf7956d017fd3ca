"""Chinese poker by brute force: ranking, legality, all settings of 13 cards, and the best by `strength` and by `bonus`.

A card is a string, rank then suit (`"As"`, `"Tc"`). A rank of a row is a tuple that compares as the rules say: the category, then
the ranks; a front's is shorter, and a shorter tuple lies below a longer one that begins alike.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from heapq import nlargest
from itertools import combinations
from typing import Any

RANKS = "23456789TJQKA"
SUITS = "shdc"
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
VALUE = {rank: value for value, rank in enumerate(RANKS, start=2)}
HIGH, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)

Rules = dict[str, Any]
Row = tuple[str, ...]
Rank = tuple[float, ...]
Setting = tuple[Row, Row, Row]  # front, middle, back

_ROYALTIES = {
    "back": {"straight-flush": 5, "four-of-a-kind": 4},
    "middle": {"straight-flush": 10, "four-of-a-kind": 8, "full-house": 2},
}


def _preset(scoop: int, foul: int, plain_scoop: int, **values: Any) -> Rules:
    seed_naturals = dict.fromkeys(("six-pairs", "three-flushes", "three-straights"), plain_scoop)
    rules: Rules = {
        "row": 1, "majority": 0, "scoop": scoop, "foul": foul, "shot": 1, "home_run": 1, "bonus_mode": "add", "bonuses": {},
        "front_trips_factor": 1, "majority_on_ties": "two-rows", "wheel": "low", "naturals": {"dragon": 13, **seed_naturals},
    }  # fmt: skip
    return {**rules, **values}


PRESETS: dict[str, Rules] = {
    "thirteen": _preset(4, 4, 4, majority=1),
    "eastern": _preset(3, 4, 3, bonus_mode="replace", bonuses={**_ROYALTIES, "front": {"three-of-a-kind": 3}}),
    "western": _preset(4, 4, 4, majority=1),
    "mandarin": _preset(3, 4, 6, shot=2, home_run=3, bonuses=_ROYALTIES, front_trips_factor=3),
    "one-six": _preset(6, 6, 6),
    "rows-only": _preset(3, 3, 3),
}


def cards_of(text: str) -> list[str]:
    """Cards of `"As Kd Tc"` or `"AsKdTc"`."""
    letters = text.replace(" ", "")
    cards = [letters[i : i + 2] for i in range(0, len(letters), 2)]
    assert all(card in DECK for card in cards), cards
    return cards


def straight_top(values: Iterable[int], wheel: str = "low") -> float:
    """The height of five ranks as a straight, 0 if they are none. A-2-3-4-5 is 5, or 13.5 where it comes second."""
    ordered = sorted(values)
    if ordered == [2, 3, 4, 5, 14]:
        return 5 if wheel == "low" else 13.5
    return ordered[-1] if ordered == list(range(ordered[0], ordered[0] + 5)) else 0


def rank_five(cards: Sequence[str], wheel: str = "low") -> Rank:
    """The rank of five cards."""
    values = [VALUE[card[0]] for card in cards]
    groups = sorted(((copies, value) for value, copies in Counter(values).items()), reverse=True)
    pattern = tuple(copies for copies, _ in groups)
    ranks = tuple(value for _, value in groups)
    flush = len({card[1] for card in cards}) == 1
    top = straight_top(values, wheel)
    if top and flush:
        return (STRAIGHT_FLUSH, top)
    if pattern == (4, 1):
        return (QUADS, *ranks)
    if pattern == (3, 2):
        return (FULL_HOUSE, *ranks)
    if flush:
        return (FLUSH, *ranks)
    if top:
        return (STRAIGHT, top)
    return ({(3, 1, 1): TRIPS, (2, 2, 1): TWO_PAIR, (2, 1, 1, 1): PAIR}.get(pattern, HIGH), *ranks)


def rank_three(cards: Sequence[str]) -> Rank:
    """The rank of a front: high card, pair or three of a kind."""
    groups = sorted(((copies, value) for value, copies in Counter(VALUE[card[0]] for card in cards).items()), reverse=True)
    category = {3: TRIPS, 2: PAIR, 1: HIGH}[groups[0][0]]
    return (category, *(value for _, value in groups))


def deciding(rank: Rank) -> Rank:
    """The part of a rank that can decide: sets of three or four decide by their own rank, as one deck can't tie them."""
    return rank[:2] if rank[0] in (TRIPS, FULL_HOUSE, QUADS) else rank


def ranks_of(setting: Setting, wheel: str = "low") -> tuple[Rank, Rank, Rank]:
    """The ranks of front, middle and back."""
    front, middle, back = setting
    return rank_three(front), rank_five(middle, wheel), rank_five(back, wheel)


def legal(front: Sequence[str], middle: Sequence[str], back: Sequence[str], wheel: str = "low") -> bool:
    """3, 5 and 5 cards, the back at least the middle, the middle above the front."""
    if (len(front), len(middle), len(back)) != (3, 5, 5):
        return False
    return rank_five(back, wheel) >= rank_five(middle, wheel) > rank_three(front)


def ranked_settings(cards: Sequence[str], wheel: str = "low") -> Iterator[tuple[Setting, tuple[Rank, Rank, Rank]]]:
    """All legal settings of 13 cards with the ranks of their rows; 72,072 splits are looked at."""
    fives: dict[Row, Rank] = {five: rank_five(five, wheel) for five in combinations(cards, 5)}
    for front in combinations(cards, 3):
        front_rank = rank_three(front)
        ten = [card for card in cards if card not in front]
        for middle in combinations(ten, 5):
            back = tuple(card for card in ten if card not in middle)
            if fives[back] >= fives[middle] > front_rank:
                yield (front, middle, back), (front_rank, fives[middle], fives[back])


def settings(cards: Sequence[str], wheel: str = "low") -> list[Setting]:
    """All legal settings of 13 cards, by cards."""
    return [setting for setting, _ in ranked_settings(cards, wheel)]


def category_name(rank: Rank) -> str:
    """The name by which bonuses are found."""
    return (
        "high-card", "pair", "two-pair", "three-of-a-kind", "straight", "flush", "full-house", "four-of-a-kind", "straight-flush",
    )[int(rank[0])]  # fmt: skip


def row_bonus(slot: str, rank: Rank, rules: Rules) -> int:
    """The bonus of one row. A royal flush without a figure of its own counts as a straight flush."""
    table: dict[str, int] = rules["bonuses"].get(slot, {})
    if rank[:2] == (STRAIGHT_FLUSH, 14) and "royal-flush" in table:
        return table["royal-flush"]
    return table.get(category_name(rank), 0)


def bonus_points(ranks: tuple[Rank, Rank, Rank], rules: Rules) -> int:
    """The bonuses of all three rows."""
    return sum(row_bonus(slot, rank, rules) for slot, rank in zip(("front", "middle", "back"), ranks, strict=True))


SLOTS = {"front": 0, "middle": 1, "back": 2}
Key = tuple[Any, ...]


def sort_key(ranks: tuple[Rank, Rank, Rank], objective: str, rules: Rules, order: Sequence[str] = ("back", "middle", "front")) -> Key:
    """What an objective compares, largest best; equal keys are the same setting in ranks.

    `strength`: the rows in order, kickers included. `bonus`: the bonus points, then back, middle, front without dead kickers.
    """
    if objective == "strength":
        return tuple(ranks[SLOTS[slot]] for slot in order)
    return (bonus_points(ranks, rules), *(deciding(ranks[SLOTS[slot]]) for slot in ("back", "middle", "front")))


def top(
    cards: Sequence[str],
    n: int,
    objective: str,
    rules: Rules = PRESETS["thirteen"],
    order: Sequence[str] = ("back", "middle", "front"),
    pins: dict[str, Sequence[str]] | None = None,
) -> list[tuple[Key, list[Setting]]]:
    """The best `n` keys (`sort_key`) of all legal settings, each with all settings by cards that have it.

    `pins` are cards already placed: `{"front": ["As"]}`.
    """
    found: dict[Key, list[Setting]] = {}
    for setting, ranks in ranked_settings(cards, rules["wheel"]):
        if all(card in setting[SLOTS[slot]] for slot, pinned in (pins or {}).items() for card in pinned):
            found.setdefault(sort_key(ranks, objective, rules, order), []).append(setting)
    return nlargest(n, found.items())


def strength(
    cards: Sequence[str], order: Sequence[str] = ("back", "middle", "front"), wheel: str = "low"
) -> tuple[tuple[Rank, ...], list[Setting]]:
    """The strongest rows in `order`, and all settings by cards that have these ranks."""
    return top(cards, 1, "strength", {**PRESETS["thirteen"], "wheel": wheel}, order)[0]


def bonus(cards: Sequence[str], rules: Rules) -> tuple[int, list[Setting]]:
    """The most bonus points, and the settings that have them and are the strongest among those: back, middle, front."""
    key, found = top(cards, 1, "bonus", rules)[0]
    return key[0], found


def undominated(cards: Sequence[str], wheel: str = "low") -> list[tuple[Rank, Rank, Rank]]:
    """The rank triples (full ranks) that no other setting equals or beats in every row, with one better."""
    triples = sorted({ranks for _, ranks in ranked_settings(cards, wheel)}, reverse=True)
    kept: list[tuple[Rank, Rank, Rank]] = []
    for triple in triples:  # a dominating triple comes earlier in the order
        if not any(all(other >= own for other, own in zip(better, triple, strict=True)) for better in kept):
            kept.append(triple)
    return kept
