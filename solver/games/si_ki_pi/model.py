"""Four cards as a model: two slots in ascending strength, what each objective makes of them, and `arrange`.

`expected`: as often as the equilibrium sets them so, then the most points expected against it. `against`: the most points expected against
a named policy. `house`: the highest back, then the highest front. Splits of equal worth: the one with the higher cards in the back.
A hand has at most three legal splits, so all of them are always listed, from a table per rule set keyed by the four ranks.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from solver import version
from solver.cards.faces import RANK_NAMES
from solver.cards.playing import NAMES
from solver.errors import InternalError, refuse
from solver.games.si_ki_pi import jobs, tables
from solver.games.si_ki_pi.cards import TEXTS, ranks_of, read_hand
from solver.games.si_ki_pi.ranking import GROUP_INDEX, GROUPS, HANDS, Group, Ranks, Split, is_pair, points, scale, splits
from solver.games.si_ki_pi.request import Arrange
from solver.games.si_ki_pi.rules import PRESETS, SLOTS, SiKiPiRules
from solver.games.si_ki_pi.tables import DIGITS, Table
from solver.partition import Column, Order, Partition, Slot
from solver.request import Request
from solver.result import Answer, Arrangement, Opponents
from solver.result import Group as Shown
from solver.text import LANGS, Lang

ENGINE = "enumerate"
PLACES = tuple(Slot(name, 2) for name in SLOTS)
ORDER = (Order(0, 1),)


def _name(group: Group, lang: Lang) -> str:
    ranks = RANK_NAMES[lang]
    high, low = ranks[group[0] - 2], ranks[group[1] - 2]
    if is_pair(group):
        return TEXTS("name-pair", lang, rank=high, plural=high + ("es" if high == "six" else "s"))
    count = points(group)
    return TEXTS("name-points", lang, points=count, high=high, low=low)


GROUP_NAMES: dict[Lang, dict[Group, str]] = {lang: {group: _name(group, lang) for group in GROUPS} for lang in LANGS}
"""Every group in words."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal split of four ranks with all that an answer says of it but the cards. `place` counts the hand's splits from 0."""

    place: int
    split: Split
    value: float | None
    details: dict[str, Any]

    def arrangement(self, hand: tuple[int, ...], lang: Lang) -> Arrangement:
        """The split of these four cards, the highest first."""
        names, split = GROUP_NAMES[lang], self.split
        one, two = split.front_places
        three, four = split.back_places
        front, back = split.front, split.back
        return Arrangement(
            (
                Shown("front", _KINDS[is_pair(front)], names[front], (NAMES[hand[one]], NAMES[hand[two]]), points(front)),
                Shown("back", _KINDS[is_pair(back)], names[back], (NAMES[hand[three]], NAMES[hand[four]]), points(back)),
            ),
            points=split.factor,
            value=self.value,
            details=self.details.copy(),
        )


_KINDS = {True: "pair", False: "points"}


class Book:
    """All hands under one rule set, one objective and one table: each hand's legal splits, best first. Entries are made on first use."""

    def __init__(self, rules: SiKiPiRules, objective: str, table: Table) -> None:
        self.rules = rules
        self.objective = objective
        self.table = table
        self._entries: dict[Ranks, tuple[tuple[Choice, ...], int]] = {}

    @property
    def opponents(self) -> Opponents:
        """Whom the splits are valued against."""
        return self.table.opponents

    def __getitem__(self, hand: Ranks) -> tuple[tuple[Choice, ...], int]:
        """Legal splits, best first, and how many there are counted by cards. Ranks, highest first."""
        found = self._entries.get(hand)
        if found is None:
            found = self._entries[hand] = self._entry(hand)
        return found

    def _entry(self, hand: Ranks) -> tuple[tuple[Choice, ...], int]:
        table, start, found = self.table, tables.starts()[hand], splits(hand, self.rules)
        choices = []
        for place, split in enumerate(found):
            at = start + place
            details = {
                "probability": round(table.probability[at], DIGITS),
                "expected": table.expected[at],
                "win": table.win[at],
                "tie": table.tie[at],
                "lose": table.lose[at],
                "multiplier": split.factor,
                "bonus": split.bonus,
            }
            choices.append(Choice(place, split, None if self.objective == "house" else table.expected[at], details))
        choices.sort(key=lambda choice: self.levels(start + choice.place, choice.split), reverse=True)
        return tuple(choices), sum(split.ways for split in found)

    def levels(self, at: int, split: Split) -> tuple[int, ...]:
        """What the objective compares a split by, in whole numbers, and last the cards in the back. `at`: its index in the table."""
        place = -GROUP_INDEX[split.back]
        if self.objective == "house":
            return split.back_rank, split.front_rank, place
        # In two levels each: the sum of a level's values stays within what the exact engine can take.
        expected = divmod(round(self.table.expected[at] * 10**DIGITS), 10**6)
        probability = (round(self.table.probability[at] * 10**DIGITS),) if self.objective == "expected" else ()
        return *probability, *expected, place


@lru_cache(maxsize=16)
def _book(rules: SiKiPiRules, objective: str, policy: str) -> Book:
    """The book of a policy that needs no equilibrium but the shipped one: `standard`, `house` or `uniform`."""
    return Book(rules, objective, tables.standard(rules) if policy == "standard" else tables.named(rules, policy))


@lru_cache(maxsize=16)
def _custom(rules: SiKiPiRules, objective: str, table_hash: str) -> Book:
    table = jobs.table(rules)
    if table is None or table.hash != table_hash:
        raise InternalError("a table went away")
    return Book(rules, objective, table)


def book(rules: SiKiPiRules, objective: str, policy: str) -> tuple[Book, str]:
    """The book that answers a question, and the answer's status.

    `expected` and `against` the `expected` policy want the equilibrium of these rules. While it is being computed, the best response to the
    shipped policy, valued under these rules, is `feasible`. Under `house` the shipped policy is who the chances are told against, always.
    """
    if objective == "house":
        return _book(rules, "house", "standard"), "optimal"
    if objective == "against" and policy != "expected":
        return _book(rules, "against", policy), "optimal"
    if rules.contest == tables.shipped().contest:
        return _book(rules, objective, "standard"), "optimal"
    table = jobs.request(rules)
    if table is None:
        return _book(rules, "against", "standard"), "feasible"
    return _custom(rules, objective, table.hash), "optimal"


def partition(hand: Ranks, of: Book) -> Partition:
    """The hand as a model: thirteen ranks as items; a column fills one slot where the objective is a sum over slots, else both."""
    supply = [0] * 13
    for rank in hand:
        supply[rank - 2] += 1
    return Partition(tuple(supply), _columns(of), cover="all", slots=PLACES, order=ORDER)


@lru_cache(maxsize=8)
def _columns(of: Book) -> tuple[Column, ...]:
    """Every group in either slot, or every setting of every hand."""
    if of.objective != "house":
        found = ((at + place, split) for hand, at in tables.starts().items() for place, split in enumerate(splits(hand, of.rules)))
        return tuple(_setting(split, of.levels(at, split)) for at, split in found)
    ranks, columns = scale(of.rules), []
    for place, group in enumerate(GROUPS):
        kind, items, rank = _KINDS[is_pair(group)], _items(group), ranks[group]
        columns.append(Column(kind, items, (0, rank, 0), (0,), (rank,)))
        columns.append(Column(kind, items, (rank, 0, -place), (1,), (rank,)))
    return tuple(columns)


def _setting(split: Split, levels: tuple[int, ...]) -> Column:
    return Column("setting", _items(split.front + split.back), levels, (0, 1), (split.front_rank, split.back_rank))


def _items(ranks: Ranks) -> tuple[tuple[int, int], ...]:
    return tuple((rank - 2, ranks.count(rank)) for rank in sorted(set(ranks)))


def by_cp_sat(hand: Ranks, of: Book, deadline_ms: int) -> tuple[tuple[Choice, ...], bool]:
    """The hand's splits with the best first as the general engine finds it, and whether it proved that in time."""
    from solver.engines.cp_sat import solve

    model = partition(hand, of)
    choices, _ = of[hand]
    start = tables.starts()[hand]
    # Any legal split to begin from, so that there is an answer at any deadline; the last, so that the engine has to find the best itself.
    split, at = choices[-1].split, start + choices[-1].place
    legal = (2 * GROUP_INDEX[split.front], 2 * GROUP_INDEX[split.back] + 1) if of.objective == "house" else (at,)
    # Values tell a hand's splits apart, so there are no ties to look for.
    solved = solve(model, deadline_ms=deadline_ms, ties="any", start=sorted(legal))
    values = solved.solutions[0].values
    for choice in choices:
        if of.levels(start + choice.place, choice.split) == values:
            return (choice, *(other for other in choices if other is not choice)), solved.status == "optimal"
    raise InternalError("the engine's split is none of the hand's")


def check(hand: tuple[int, ...], groups: tuple[Shown, ...], rules: SiKiPiRules) -> None:
    """Hold an answer's groups against the rules, with nothing of the table that made them. Raises InternalError."""
    front, back = groups
    if sorted(front.cards + back.cards) != sorted([NAMES[card] for card in hand]) or len(front.cards) != 2:
        raise InternalError("the groups are not the hand")
    ranks = scale(rules)
    if ranks[_group(front.cards)] > ranks[_group(back.cards)]:
        raise InternalError("the front is higher than the back")


_HEIGHT = {name: index // 4 + 2 for index, name in enumerate(NAMES)}


def _group(cards: tuple[str, ...]) -> Group:
    one, two = _HEIGHT[cards[0]], _HEIGHT[cards[1]]
    return (one, two) if one >= two else (two, one)


def _question(request: Arrange, rules: SiKiPiRules) -> tuple[str, str]:
    """Objective and policy asked for. Raises InputError where they don't go together."""
    objective = request.objective or ("expected" if rules.symmetric else "house")
    if request.against is not None and objective != "against":
        raise refuse("field-needs-objective", "/against", texts=TEXTS, field="against", objective="against")
    policy = request.against or "house"
    if not rules.symmetric and "expected" in (objective, policy):
        raise refuse("one-sided", "/objective" if objective == "expected" else "/against", texts=TEXTS)
    return objective, policy


def arrange(request: Arrange) -> Answer:
    """Every legal split of a hand, the objective's best first."""
    rules = PRESETS.resolve(request.rules)
    objective, policy = _question(request, rules)
    hand = read_hand(request.hand)
    ranks = ranks_of(hand)
    used, status = book(rules, objective, policy)
    choices, count = used[ranks]
    engine = ENGINE
    if request.engine == "cp-sat":
        engine = "cp-sat"
        choices, proven = by_cp_sat(ranks, used, request.deadline_ms)
        status = status if proven else "feasible"
    lang = request.lang or "en"
    arrangements = tuple([choice.arrangement(hand, lang) for choice in choices])
    for arrangement in arrangements:
        check(hand, arrangement.groups, rules)
    return Answer(
        "si-ki-pi", request.label, rules.info, objective, version.build(), engine, status, True, None, arrangements[0].value, arrangements,
        count=count, opponents=used.opponents,
    )  # fmt: skip


def best(hand: tuple[int, ...], rules: SiKiPiRules) -> tuple[tuple[Choice, ...], int]:
    """Legal splits of four cards, best first, as `verify` measures by: against the shipped policy, the same on every machine."""
    objective = "house" if not rules.symmetric else "expected" if rules.contest == tables.shipped().contest else "against"
    return _book(rules, objective, "standard")[ranks_of(hand)]


def is_quick(request: Arrange) -> bool:
    """Whether the answer is a look-up once `warm_up` has run: no general engine, no rule set that may be new."""
    return request.engine != "cp-sat" and has_default_rules(request)


def has_default_rules(request: Request) -> bool:
    """No rule set but the default one is asked for."""
    return not request.rules or request.rules == {"preset": PRESETS.default.preset}


def warm_up() -> None:
    """Read the shipped table, and make the default rules' entries."""
    for objective, policy in (("expected", "standard"), ("house", "standard"), ("against", "house"), ("against", "uniform")):
        entries = _book(PRESETS.default, objective, policy)
        for hand in HANDS:
            entries[hand]
    tables.fouled(PRESETS.default)
    next(tables.shipped().lines())  # what the hash of any other table is made of
