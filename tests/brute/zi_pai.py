"""Zi Pai, the game 2-7-10, by brute force: every legal grouping of a hand, and the best one.

A card is a digit (`0` is ten) and its suit, `s` small or `b` big: `"7s"`. A hand is told in parts as in Si Se Pai: `hand` concealed,
`melds` `[(cards, source), ...]`, `drawn` `(card, source)` or `None`; source `dealt`, `draw`, `take` or `steal`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

Rules = dict[str, Any]
Meld = tuple[Sequence[str], str]
Drawn = tuple[str, str]
Column = tuple[str, tuple[str, ...]]

DIGITS = "1234567890"
SUITS = "sb"
KINDS = tuple(digit + suit for digit in DIGITS for suit in SUITS)  # small and big of a number side by side
KIND_ORDER = ("triplet", "quad", "two-seven-ten", "run", "mixed", "pair")
CALLED = ("take", "steal")

# kind -> (small, big); of a run only 1-2-3 ever scores
_SEED: dict[str, dict[str, tuple[int, int]]] = {
    "displayed": {"triplet": (1, 3), "quad": (6, 9), "two-seven-ten": (3, 6), "run-123": (0, 0)},
    "concealed": {"triplet": (3, 6), "quad": (9, 12), "two-seven-ten": (6, 9), "run-123": (0, 0)},
}
_HUNAN = {
    "displayed": {**_SEED["displayed"], "run-123": (3, 6)},
    "concealed": {**_SEED["concealed"], "two-seven-ten": (3, 6), "run-123": (3, 6)},
}
PRESETS: dict[str, Rules] = {
    "seed": {"points": _SEED, "minimum_points": 18, "lock_dealt": True, "break_triplet_for_win": False},
    "hunan": {"points": _HUNAN, "minimum_points": 15, "lock_dealt": True, "break_triplet_for_win": False},
    "hengyang": {"points": _HUNAN, "minimum_points": 10, "lock_dealt": True, "break_triplet_for_win": False},
}


class Group(NamedTuple):
    """One group: its kind, its cards in canonical order, whether it is on the table, its points."""

    kind: str
    cards: tuple[str, ...]
    displayed: bool
    points: int


class Grouping(NamedTuple):
    """A set of groups (sorted) and the sum of their points."""

    groups: tuple[Group, ...]
    points: int


def cards_of(text: str) -> list[str]:
    """Cards of `"12270s 112b"`."""
    cards, digits = [], ""
    for letter in text.replace(" ", ""):
        if letter in SUITS:
            cards += [digit + letter for digit in digits]
            digits = ""
        else:
            assert letter in DIGITS, letter
            digits += letter
    assert not digits
    return cards


def canonical(cards: Sequence[str]) -> tuple[str, ...]:
    """Cards in the order of `KINDS`."""
    return tuple(sorted(cards, key=KINDS.index))


@lru_cache(maxsize=1)
def columns() -> tuple[Column, ...]:
    """Every group there is."""
    found: list[Column] = []
    for suit in SUITS:
        for digit in DIGITS:
            found += [(kind, (digit + suit,) * size) for kind, size in (("triplet", 3), ("quad", 4), ("pair", 2))]
        for low in range(8):
            found.append(("run", tuple(digit + suit for digit in DIGITS[low : low + 3])))
        found.append(("two-seven-ten", tuple(digit + suit for digit in "270")))
    for digit in DIGITS:
        found += [("mixed", (digit + "s", digit + "s", digit + "b")), ("mixed", (digit + "s", digit + "b", digit + "b"))]
    return tuple((kind, canonical(cards)) for kind, cards in found)


def points(kind: str, cards: Sequence[str], displayed: bool, rules: Rules) -> int:
    """What a group is worth on the table or in the hand."""
    table: dict[str, tuple[int, int]] = rules["points"]["displayed" if displayed else "concealed"]
    name = "run-123" if kind == "run" and {card[0] for card in cards} == set("123") else kind
    return table.get(name, (0, 0))[SUITS.index(cards[0][1])]


def meld_group(meld: Meld, rules: Rules) -> Group:
    """The group a meld is; what its owner was dealt or drew himself keeps the concealed value."""
    cards, source = canonical(meld[0]), meld[1]
    kind = next(kind for kind, members in columns() if members == cards)
    if source == "dealt" and kind != "quad":
        raise ValueError(f"no dealt {kind}")
    return Group(kind, cards, True, points(kind, cards, source in CALLED, rules))


class Scenario(NamedTuple):
    """One legal use of the drawn card: what is then fixed, its own group, what is free, and whether it has to win.

    `shown_kind` is the kind whose groups count as displayed, after it was called into a run or a 2-7-10.
    """

    fixed: tuple[Group, ...]
    own: Group | None
    free: tuple[str, ...]
    drawn_loose: bool
    must_win: bool
    shown_kind: str


def scenarios(hand: Sequence[str], melds: Sequence[Meld], drawn: Drawn | None, rules: Rules) -> Iterator[Scenario]:
    """Every use of the drawn card that the locks allow."""
    copies = Counter(hand)
    locked = [card for card in KINDS if copies[card] >= 3] if rules["lock_dealt"] else []
    yield from _scenarios(copies, melds, drawn, rules, locked, must_break="")
    if rules["break_triplet_for_win"] and drawn is not None:
        for broken in locked:
            if copies[broken] == 3:
                yield from _scenarios(copies, melds, drawn, rules, [card for card in locked if card != broken], must_break=broken)


def _scenarios(
    copies: Counter[str], melds: Sequence[Meld], drawn: Drawn | None, rules: Rules, locked: list[str], must_break: str
) -> Iterator[Scenario]:
    fixed = [meld_group(meld, rules) for meld in melds]
    free = Counter(copies)
    own: Group | None = None
    for card in locked:
        number = free.pop(card)
        kind = "triplet" if number == 3 else "quad"
        if number == 3 and drawn is not None and drawn[0] == card:
            own = Group("quad", (card,) * 4, True, points("quad", (card,), drawn[1] in CALLED, rules))
        else:
            fixed.append(Group(kind, (card,) * number, False, points(kind, (card,), False, rules)))
    if own is not None and must_break:
        return  # the winning card made the quad: it breaks no other triplet
    if drawn is None or own is not None:
        yield Scenario((*fixed, own) if own else tuple(fixed), own, canonical(list(free.elements())), False, False, "")
        return
    card, source = drawn
    called = source in CALLED
    if not called and not must_break:
        yield Scenario(tuple(fixed), None, canonical(list(free.elements())), True, False, "")
    for kind, members in columns():
        needed = Counter(members)
        needed[card] -= 1
        if card in members and needed <= free and (not must_break or needed[must_break] in (1, 2)):
            own = Group(kind, members, True, points(kind, members, called, rules))
            shown = card if called and kind in ("run", "two-seven-ten") else ""
            must_win = bool(must_break) or (called and kind == "pair")
            yield Scenario((*fixed, own), own, canonical(list((free - needed).elements())), False, must_win, shown)


def without(cards: tuple[str, ...], members: Sequence[str]) -> tuple[str, ...] | None:
    """`cards` less `members`, or `None` when they aren't all there."""
    rest = list(cards)
    for card in members:
        if card not in rest:
            return None
        rest.remove(card)
    return tuple(rest)


_WITH: dict[str, list[Column]] = {card: [column for column in columns() if card in column[1]] for card in KINDS}
Best = tuple[int, int, int, tuple[Group, ...]]  # cards grouped, points, groups (negative), the groups


class Cover:
    """Covers of free concealed cards: a plain recursion on the first card, remembered."""

    def __init__(self, rules: Rules, shown_kind: str) -> None:
        self.worth = {
            column: Group(*column, False, points(*column, bool(shown_kind) and shown_kind in column[1], rules)) for column in columns()
        }
        self._all: dict[tuple[str, ...], list[tuple[Group, ...]]] = {}
        self._best: dict[tuple[str, ...], dict[tuple[int, bool], Best]] = {}

    def all(self, cards: tuple[str, ...]) -> list[tuple[Group, ...]]:
        """All ways to put all cards into groups with at most one pair."""
        if not cards:
            return [()]
        if cards not in self._all:
            found: set[tuple[Group, ...]] = set()
            for column in _WITH[cards[0]]:
                rest = without(cards, column[1])
                if rest is not None:
                    for others in self.all(rest):
                        if column[0] != "pair" or all(other.kind != "pair" for other in others):
                            found.add(tuple(sorted((self.worth[column], *others))))
            self._all[cards] = sorted(found)
        return self._all[cards]

    def best(self, cards: tuple[str, ...]) -> dict[tuple[int, bool], Best]:
        """By (pairs used, a quad among them): most cards grouped, most points, fewest groups; cards may stay loose."""
        if not cards:
            return {(0, False): (0, 0, 0, ())}
        if cards not in self._best:
            found = dict(self.best(cards[1:]))
            for column in _WITH[cards[0]]:
                rest = without(cards, column[1])
                if rest is None:
                    continue
                group = self.worth[column]
                for (pairs, quad), (grouped, score, number, groups) in self.best(rest).items():
                    key = (pairs + (group.kind == "pair"), quad or group.kind == "quad")
                    entry = (grouped + len(group.cards), score + group.points, number - 1, (group, *groups))
                    if key[0] <= 1 and (key not in found or entry[:3] > found[key][:3]):
                        found[key] = entry
            self._best[cards] = found
        return self._best[cards]


def total(groups: Sequence[Group]) -> Grouping:
    """Groups in canonical order, with the sum of their points."""
    ordered = sorted(groups, key=lambda g: (KIND_ORDER.index(g.kind), [KINDS.index(card) for card in g.cards], g))
    return Grouping(tuple(ordered), sum(group.points for group in groups))


def right_number(groups: Sequence[Group]) -> bool:
    """21 cards with no or one quad, one more for each further quad; in seven groups."""
    quads = sum(group.kind == "quad" for group in groups)
    return sum(len(group.cards) for group in groups) == 20 + max(1, quads)


def pairs_allowed(groups: Sequence[Group]) -> bool:
    """At most one pair, and only beside a quad."""
    pairs = sum(group.kind == "pair" for group in groups)
    return pairs <= 1 and pairs <= sum(group.kind == "quad" for group in groups)


def groupings(
    hand: Sequence[str], melds: Sequence[Meld] = (), drawn: Drawn | None = None, rules: Rules = PRESETS["seed"]
) -> list[Grouping]:
    """All distinct complete legal groupings, most points first."""
    found = set()
    for scenario in scenarios(hand, melds, drawn, rules):
        if scenario.drawn_loose:
            continue
        cover = Cover(rules, scenario.shown_kind)
        for groups in cover.all(scenario.free):
            grouping = total((*scenario.fixed, *groups))
            wins = right_number(grouping.groups) and grouping.points >= rules["minimum_points"]
            if pairs_allowed(grouping.groups) and (wins or not scenario.must_win):
                found.add(grouping)
    return sorted(found, key=lambda grouping: (-grouping.points, len(grouping.groups), grouping.groups))


def best(
    hand: Sequence[str], melds: Sequence[Meld] = (), drawn: Drawn | None = None, rules: Rules = PRESETS["seed"]
) -> tuple[int, int, tuple[Group, ...]] | None:
    """(cards grouped, points, groups): most cards, most points, fewest groups; `None` when a called card has no legal use."""
    found = []
    size = len(hand) + sum(len(meld[0]) for meld in melds) + (drawn is not None)
    for scenario in scenarios(hand, melds, drawn, rules):
        for *_, groups in Cover(rules, scenario.shown_kind).best(scenario.free).values():
            grouping = total((*scenario.fixed, *groups))
            grouped = sum(len(group.cards) for group in grouping.groups)
            wins = grouped == size and right_number(grouping.groups) and grouping.points >= rules["minimum_points"]
            if pairs_allowed(grouping.groups) and (wins or not scenario.must_win):
                found.append((grouped, grouping.points, -len(grouping.groups), grouping.groups))
    if not found:
        return None
    grouped, score, _, groups = max(found, key=lambda entry: entry[:3])
    return grouped, score, groups


def complete(cards: Sequence[str]) -> bool:
    """Whether cards without a history can all be grouped, locks off."""
    cover = _plain_cover()
    return any(pairs_allowed(groups) for groups in cover.all(canonical(cards)))


@lru_cache(maxsize=1)
def _plain_cover() -> Cover:
    return Cover(PRESETS["seed"], "")


def waits(
    hand: Sequence[str], melds: Sequence[Meld] = (), rules: Rules = PRESETS["seed"], seen: Sequence[str] = ()
) -> list[tuple[str, int, int | None, int | None]]:
    """(kind, copies left, points taken, points drawn) of each kind that completes the hand with the right number of cards."""
    own = Counter(hand) + Counter(card for meld in melds for card in meld[0])
    found = []
    for card in KINDS:
        if own[card] < 4:
            scores: list[int | None] = []
            for source in ("take", "draw"):
                fitting = [g.points for g in groupings(hand, melds, (card, source), rules) if right_number(g.groups)]
                scores.append(max(fitting, default=None))
            if scores != [None, None]:
                found.append((card, 4 - own[card] - list(seen).count(card), scores[0], scores[1]))
    return found


def all_values(hand: Sequence[str], rules: Rules) -> list[int]:
    """The distinct points of all complete groupings, descending."""
    return sorted({grouping.points for grouping in groupings(hand, rules=rules)}, reverse=True)


def product_of_copies(digits: str, small: int, big: int) -> list[str]:
    """So many small and big copies of each digit."""
    return [digit + suit for digit, (suit, copies) in product(digits, (("s", small), ("b", big))) for _ in range(copies)]
