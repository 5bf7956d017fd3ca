"""Si Se Pai by brute force: every legal grouping of a hand, and the best one.

A card is a string, piece then colour (`"Kr"`); a hand is a list of cards with its history told apart:

* `hand`: the concealed cards, all of them dealt;
* `melds`: the displayed groups, `[(cards, source), ...]`, source `dealt`, `draw`, `take` or `steal`;
* `drawn`: the card just obtained, `(card, source)` or `None`;
* `dealt_triplets`: the kinds known to be dealt as triplets, or `None` to infer them from `hand`.

`rules` is a plain dictionary, see `PRESETS`. A kind of group exists when it has a key in `rules["points"]`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, product
from typing import Any, NamedTuple

Rules = dict[str, Any]
Meld = tuple[Sequence[str], str]
Drawn = tuple[str, str]

PIECES = "KGERHCS"
COLOURS = "rygw"
KINDS = tuple(piece + colour for piece in PIECES for colour in COLOURS)
ORDER = {card: place for place, card in enumerate(KINDS)}
KIND_ORDER = (
    "king", "pair", "triplet", "command", "field", "three-footmen", "four-footmen", "quad", "king-quad", "king-pair", "king-triplet",
)  # fmt: skip
SEED_POINTS = {
    "king": 1, "pair": 0, "triplet": 1, "triplet-dealt": 3, "command": 1, "field": 1, "three-footmen": 1, "four-footmen": 2,
    "quad": 6, "quad-dealt": 8, "king-quad": 8, "king-quad-displayed": 8,
}  # fmt: skip


def _preset(points: dict[str, int] | None = None, without: Sequence[str] = (), **values: Any) -> Rules:
    table = {**SEED_POINTS, **(points or {})}
    for key in without:
        del table[key]
    return {"points": table, "footman_pair": True, "lock_dealt": True, "minimum_points": 0, "double_with_quad": False, **values}


PRESETS: dict[str, Rules] = {
    "seed": _preset(),
    "seed-no-footman-pair": _preset(footman_pair=False),
    "taiwan": _preset(
        {"command": 2, "three-footmen": 3, "four-footmen": 5, "king-quad": 6, "king-quad-displayed": 8},
        footman_pair=False,
        lock_dealt=False,
        minimum_points=10,
    ),
    "vietnam": _preset({"four-footmen": 4, "king-pair": 1, "king-triplet": 3, "king-triplet-displayed": 1}),
    "hakka": _preset({"command": 2, "four-footmen": 4}, without=("king-quad", "king-quad-displayed"), lock_dealt=False, minimum_points=9),
}


def with_rules(preset: str, **changes: Any) -> Rules:
    """A preset with single values changed; `points` is merged, everything else replaced."""
    rules = dict(PRESETS[preset])
    rules.update({key: value for key, value in changes.items() if key != "points"})
    rules["points"] = {**PRESETS[preset]["points"], **changes.get("points", {})}
    return rules


class Group(NamedTuple):
    """One group: what it is, its cards in canonical order, whether it is displayed, and its points."""

    kind: str
    cards: tuple[str, ...]
    displayed: bool
    points: int


class Grouping(NamedTuple):
    """A set of groups (sorted) and the sum of their points."""

    groups: tuple[Group, ...]
    points: int


Column = tuple[str, tuple[str, ...]]


def cards_of(text: str) -> list[str]:
    """Cards of `"KKGr Sw"`: pieces closed by their colour; the letters only, no digits, no glyphs."""
    cards, pieces = [], ""
    for letter in text:
        if letter in PIECES:
            pieces += letter
        elif letter in COLOURS:
            cards += [piece + letter for piece in pieces]
            pieces = ""
        elif not letter.isspace():
            raise ValueError(letter)
    if pieces:
        raise ValueError(f"no colour after {pieces}")
    return cards


def columns(rules: Rules) -> list[Column]:
    """Every group the rules know, as (kind, cards); listed once for a set of kinds."""
    return _columns(frozenset(rules["points"]), rules["footman_pair"])


@cache
def _columns(kinds: frozenset[str], footman_pair: bool) -> list[Column]:
    found: list[Column] = []
    for colour in COLOURS:
        king, guard, elephant, chariot, horse, cannon, footman = (piece + colour for piece in PIECES)
        found.append(("king", (king,)))
        found += [("king-pair", (king,) * 2), ("king-triplet", (king,) * 3), ("king-quad", (king,) * 4)]
        found += [("command", (king, guard, elephant)), ("field", (chariot, horse, cannon))]
        for card in (guard, elephant, chariot, horse, cannon, footman):
            if card != footman or footman_pair:
                found.append(("pair", (card,) * 2))
            found += [("triplet", (card,) * 3), ("quad", (card,) * 4)]
    for colours in combinations(COLOURS, 3):
        found.append(("three-footmen", tuple("S" + colour for colour in colours)))
    found.append(("four-footmen", tuple("S" + colour for colour in COLOURS)))
    return [(kind, canonical(members)) for kind, members in found if kind in kinds]


def part_of(card: str) -> str:
    """The name of the part a card belongs to; no group has cards of two parts."""
    piece, colour = card[0], card[1]
    return "footmen" if piece == "S" else ("command-" if piece in "KGE" else "field-") + colour


def concealed_points(kind: str, cards: tuple[str, ...], rules: Rules, dealt_triplets: Sequence[str] | None) -> int:
    """Points of a group whose cards are all still in the hand."""
    points: dict[str, int] = rules["points"]
    if kind == "triplet" and (dealt_triplets is None or cards[0] in dealt_triplets):
        return points["triplet-dealt"]
    if kind == "quad" and dealt_triplets is None:
        return points["quad-dealt"]
    return points[kind]


def displayed_points(kind: str, source: str, rules: Rules) -> int:
    """Points of a group on the table; `source` is that of the card which completed it."""
    points: dict[str, int] = rules["points"]
    if kind == "quad" and source == "dealt":
        return points["quad-dealt"]
    if kind in ("king-quad", "king-triplet"):
        return points[kind + "-displayed"]
    return points[kind]


def canonical(cards: Sequence[str]) -> tuple[str, ...]:
    """Cards by piece, then colour."""
    return tuple(sorted(cards, key=ORDER.__getitem__))


def meld_group(meld: Meld, rules: Rules) -> Group:
    """The displayed group that a meld is. Raises `ValueError` when the rules know no such group."""
    cards, source = canonical(meld[0]), meld[1]
    for kind, members in columns(rules):
        if members == cards:
            if source == "dealt" and kind not in ("quad", "king-quad"):
                raise ValueError(f"no dealt {kind}")
            return Group(kind, cards, True, displayed_points(kind, source, rules))
    raise ValueError(f"no group: {cards}")


def locked_sets(hand: Sequence[str], rules: Rules, dealt_triplets: Sequence[str] | None) -> dict[str, str]:
    """The kinds that can't be split, each with the group it must be when no further copy is obtained."""
    locked: dict[str, str] = {}
    if not rules["lock_dealt"]:
        return locked
    for card, copies in Counter(hand).items():
        king = card[0] == "K"
        if king and copies == 4 and dealt_triplets is None and "king-quad" in rules["points"]:
            locked[card] = "king-quad"
        if not king and copies >= 3 and (dealt_triplets is None or card in dealt_triplets):
            locked[card] = "triplet" if copies == 3 else "quad"
    return locked


class Scenario(NamedTuple):
    """One legal use of the drawn card: the groups then fixed, the drawn card's own, what is free, whether the drawn card is loose."""

    fixed: tuple[Group, ...]
    drawn_group: Group | None
    free: Counter[str]
    drawn_loose: bool


def scenarios(
    hand: Sequence[str], melds: Sequence[Meld], drawn: Drawn | None, rules: Rules, dealt_triplets: Sequence[str] | None
) -> Iterator[Scenario]:
    """Every legal use of the drawn card (one scenario without it). A stolen card's purpose is judged later, by `steal_allowed`."""
    fixed = [meld_group(meld, rules) for meld in melds]
    free = Counter(hand)
    own: Group | None = None
    for card, kind in locked_sets(hand, rules, dealt_triplets).items():
        cards = (card,) * free.pop(card)
        if kind == "triplet" and drawn is not None and drawn[0] == card:
            own = Group("quad", (card,) * 4, True, displayed_points("quad", drawn[1], rules))
        elif kind == "king-quad":
            fixed.append(Group(kind, cards, False, displayed_points(kind, "dealt", rules)))
        else:
            fixed.append(Group(kind, cards, False, concealed_points(kind, cards, rules, dealt_triplets)))
    if drawn is None or own is not None:
        yield Scenario((*fixed, own) if own else tuple(fixed), own, free, False)
        return
    card, source = drawn
    if source == "draw":
        yield Scenario(tuple(fixed), None, free, True)
    for kind, members in columns(rules):
        if card not in members:
            continue
        needed = Counter(members)
        needed[card] -= 1
        if needed <= free:
            group = Group(kind, members, True, displayed_points(kind, source, rules))
            yield Scenario((*fixed, group), group, free - needed, False)


class Cover:
    """Covers of concealed free cards by groups: a plain recursion on the first card, part by part, remembered."""

    def __init__(self, rules: Rules, dealt_triplets: Sequence[str] | None) -> None:
        self.columns: dict[str, list[Group]] = {part_of(card): [] for card in KINDS}
        for kind, members in columns(rules):
            assert len({part_of(card) for card in members}) == 1
            points = concealed_points(kind, members, rules, dealt_triplets)
            self.columns[part_of(members[0])].append(Group(kind, canonical(members), False, points))
        self._all: dict[tuple[str, ...], frozenset[tuple[Group, ...]]] = {(): frozenset({()})}
        self._best: dict[tuple[str, ...], tuple[int, int, int, tuple[Group, ...]]] = {(): (0, 0, 0, ())}

    def split(self, free: Counter[str]) -> list[tuple[str, ...]]:
        """The cards of each part, sorted."""
        parts: dict[str, list[str]] = {}
        for card in sorted(free.elements()):
            parts.setdefault(part_of(card), []).append(card)
        return [tuple(cards) for cards in parts.values()]

    def part_covers(self, cards: tuple[str, ...]) -> frozenset[tuple[Group, ...]]:
        """All ways to put all cards of one part (sorted) into groups, each a sorted tuple."""
        if cards not in self._all:
            found = set()
            for group in self.columns[part_of(cards[0])]:
                rest = without(cards, group.cards) if cards[0] in group.cards else None
                if rest is not None:
                    found |= {tuple(sorted((group, *others))) for others in self.part_covers(rest)}
            self._all[cards] = frozenset(found)
        return self._all[cards]

    def part_best(self, cards: tuple[str, ...]) -> tuple[int, int, int, tuple[Group, ...]]:
        """Most cards grouped, then most points, then fewest groups (as a negative), and such groups; the first card may stay loose."""
        if cards not in self._best:
            best = self.part_best(cards[1:])
            for group in self.columns[part_of(cards[0])]:
                rest = without(cards, group.cards) if cards[0] in group.cards else None
                if rest is not None:
                    grouped, points, groups, others = self.part_best(rest)
                    best = max(best, (grouped + len(group.cards), points + group.points, groups - 1, (group, *others)), key=lambda b: b[:3])
            self._best[cards] = best
        return self._best[cards]

    def covers(self, free: Counter[str]) -> Iterator[tuple[Group, ...]]:
        """All ways to put all free cards into groups."""
        for chosen in product(*(self.part_covers(cards) for cards in self.split(free))):
            yield tuple(group for groups in chosen for group in groups)

    def best(self, free: Counter[str]) -> tuple[Group, ...]:
        """The groups of a best cover; parts share no group, so their bests add up."""
        return tuple(group for cards in self.split(free) for group in self.part_best(cards)[3])


def without(cards: tuple[str, ...], members: Sequence[str]) -> tuple[str, ...] | None:
    """`cards` less `members`, or `None` when they aren't all there."""
    rest = list(cards)
    for card in members:
        if card not in rest:
            return None
        rest.remove(card)
    return tuple(rest)


@lru_cache(maxsize=256)
def _cover(points: tuple[tuple[str, int], ...], footman_pair: bool, dealt_triplets: tuple[str, ...] | None) -> Cover:
    return Cover({"points": dict(points), "footman_pair": footman_pair}, dealt_triplets)


def cover_for(rules: Rules, dealt_triplets: Sequence[str] | None = None) -> Cover:
    """The `Cover` of a rule set, shared between calls."""
    dealt = None if dealt_triplets is None else tuple(sorted(dealt_triplets))
    return _cover(tuple(sorted(rules["points"].items())), rules["footman_pair"], dealt)


def steal_allowed(own: Group | None, drawn: Drawn | None, wins: bool) -> bool:
    """Stealing is for a win, a quad, or a triplet other than kings."""
    return drawn is None or drawn[1] != "steal" or wins or (own is not None and own.kind in ("quad", "king-quad", "triplet"))


def check(hand: Sequence[str], melds: Sequence[Meld], drawn: Drawn | None, dealt_triplets: Sequence[str] | None) -> int:
    """The number of cards of a possible hand; `ValueError` for an impossible one."""
    cards = [*hand, *(card for meld in melds for card in meld[0]), *([drawn[0]] if drawn else [])]
    if any(card not in ORDER for card in cards) or max(Counter(cards).values(), default=0) > 4 or len(cards) > 21:
        raise ValueError(cards)
    for card in dealt_triplets or ():
        if card[0] == "K" or hand.count(card) < 3:
            raise ValueError(f"no dealt triplet: {card}")
    return len(cards)


def groupings(
    hand: Sequence[str],
    melds: Sequence[Meld] = (),
    drawn: Drawn | None = None,
    rules: Rules = PRESETS["seed"],
    dealt_triplets: Sequence[str] | None = None,
) -> list[Grouping]:
    """All distinct complete legal groupings, best first (most points, fewest groups, canonical order)."""
    number = check(hand, melds, drawn, dealt_triplets)
    cover = cover_for(rules, dealt_triplets)
    found = set()
    for scenario in scenarios(hand, melds, drawn, rules, dealt_triplets):
        if scenario.drawn_loose:
            continue
        for groups in cover.covers(scenario.free):
            grouping = total((*scenario.fixed, *groups))
            wins = number == 21 and grouping.points >= rules["minimum_points"]
            if steal_allowed(scenario.drawn_group, drawn, wins):
                found.add(grouping)
    return sorted(found, key=preference)


def total(groups: Sequence[Group]) -> Grouping:
    """Groups in canonical order, with the sum of their points."""
    ordered = sorted(groups, key=lambda g: (KIND_ORDER.index(g.kind), [ORDER[card] for card in g.cards], g))
    return Grouping(tuple(ordered), sum(group.points for group in groups))


def preference(grouping: Grouping) -> tuple[Any, ...]:
    """Sort key: most points, fewest groups, canonical order."""
    order = [(KIND_ORDER.index(g.kind), [ORDER[card] for card in g.cards], g.displayed) for g in grouping.groups]
    return (-grouping.points, len(grouping.groups), order)


def best(
    hand: Sequence[str],
    melds: Sequence[Meld] = (),
    drawn: Drawn | None = None,
    rules: Rules = PRESETS["seed"],
    dealt_triplets: Sequence[str] | None = None,
) -> tuple[int, int, tuple[Group, ...]] | None:
    """(cards grouped, points, groups) of a best legal arrangement: most cards grouped, most points, fewest groups.

    `None` when there is none: a taken or stolen card that has no legal use.
    """
    number = check(hand, melds, drawn, dealt_triplets)
    cover = cover_for(rules, dealt_triplets)
    found = []
    for scenario in scenarios(hand, melds, drawn, rules, dealt_triplets):
        grouping = total((*scenario.fixed, *cover.best(scenario.free)))
        grouped = sum(len(group.cards) for group in grouping.groups)
        wins = number == grouped == 21 and grouping.points >= rules["minimum_points"]
        if steal_allowed(scenario.drawn_group, drawn, wins):
            found.append((grouped, grouping.points, -len(grouping.groups), grouping.groups))
    if not found:
        return None
    grouped, points, _, groups = max(found, key=lambda f: f[:3])
    return grouped, points, groups


def wins(
    hand: Sequence[str],
    melds: Sequence[Meld] = (),
    drawn: Drawn | None = None,
    rules: Rules = PRESETS["seed"],
    dealt_triplets: Sequence[str] | None = None,
) -> bool:
    """21 cards, all in groups, and the minimum reached."""
    answer = best(hand, melds, drawn, rules, dealt_triplets)
    return answer is not None and answer[0] == 21 and answer[1] >= rules["minimum_points"]
