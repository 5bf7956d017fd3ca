"""Every group the rules allow, with its points: the catalogue of columns, in the order of the rules' table, then by number and suit."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from solver.games.zi_pai.cards import GLYPHS, KINDS, NOTATION, SUITS, TEXTS
from solver.games.zi_pai.rules import ZiPaiRules
from solver.history import Lock, Placed, Source
from solver.partition import Column
from solver.result import Group
from solver.rummy import catalogue as rummy
from solver.text import Lang

ORDER = ("triplet", "quad", "two-seven-ten", "run", "mixed", "pair")
"""All kinds of groups, in canonical order."""
REVEALING = frozenset({"two-seven-ten", "run"})
"""Groups that, when called, put every group with a card equal to the called one on the table."""
CALLED = frozenset({"take", "steal"})
"""Sources that are a call: another player's card."""
CONCEALED_COUNTS_MORE = frozenset({"triplet", "quad", "two-seven-ten"})
"""Groups with points of their own while they are concealed."""


def columns() -> Iterator[tuple[str, tuple[int, ...]]]:
    """Every group there is, as (kind, cards)."""
    for card in range(KINDS):
        for name, copies in (("triplet", 3), ("quad", 4), ("pair", 2)):
            yield name, (card,) * copies
    for suit in range(2):
        numbers = range(suit, KINDS, 2)
        yield "two-seven-ten", (numbers[1], numbers[6], numbers[9])
        for low in range(8):
            yield "run", tuple(numbers[low : low + 3])
    for small in range(0, KINDS, 2):
        yield "mixed", (small, small, small + 1)
        yield "mixed", (small, small + 1, small + 1)


LISTED = tuple(sorted(columns(), key=lambda column: (ORDER.index(column[0]), column[1])))
"""All groups in canonical order; the same for all rule sets, which differ in points only."""
GROUP_KINDS = tuple(kind for kind, _ in LISTED)
GROUP_CARDS = tuple(cards for _, cards in LISTED)
BY_CARDS: Mapping[tuple[int, ...], int] = {cards: index for index, cards in enumerate(GROUP_CARDS)}
QUADS = frozenset(index for index, kind in enumerate(GROUP_KINDS) if kind == "quad")
PAIRS = frozenset(index for index, kind in enumerate(GROUP_KINDS) if kind == "pair")
ONE_PAIR = tuple((index, 1) for index in sorted(PAIRS))
"""Left side of the limit: pairs ≤ 1."""
PAIR_BESIDE_QUAD = tuple((index, -1 if index in QUADS else 1) for index in sorted(PAIRS | QUADS))
"""Left side of the limit: pairs ≤ quads."""
LIMITS = (ONE_PAIR, PAIR_BESIDE_QUAD)


class Catalogue(rummy.Catalogue):
    """The groups of one rule set. called: by column, its points when its last card was called."""

    notation = NOTATION

    def __init__(self, rules: ZiPaiRules) -> None:
        self.rules = rules
        super().__init__(LISTED, [self._points(index, called=False) for index in range(len(LISTED))])
        self.called = tuple(self._points(index, called=True) for index in range(len(LISTED)))
        self.uses = {
            source: {
                kind: tuple((column, self.placed(index, source)) for index, column in takers) for kind, takers in enumerate(self.takers)
            }
            for source in ("draw", "take")
        }
        self.quad = tuple(BY_CARDS[(card,) * 4] for card in range(KINDS))
        self._revealed: dict[int, tuple[Column, ...]] = {}
        self._revealed_groups: dict[tuple[int, Lang], tuple[Group, ...]] = {}

    def _points(self, index: int, called: bool) -> int:
        score, (kind, cards) = self.rules.points, LISTED[index]
        size = "big" if cards[0] % 2 else "small"
        if kind in CONCEALED_COUNTS_MORE:
            name = f"{kind}-{size}" if called else f"{kind}-{size}-concealed"
        elif kind == "run" and cards[0] < 2:
            name = f"one-two-three-{size}"
        else:
            name = kind
        return int(getattr(score, name.replace("-", "_")))

    def placed(self, index: int, source: Source) -> Placed:
        """A group on the table that came by `source`; what its owner was dealt or drew himself keeps its concealed value."""
        return Placed(index, self.called[index] if source in CALLED else self.concealed[index], True)

    def lock(self, card: int, copies: int, source: Source | None) -> Lock:
        """What 3 or 4 equal cards of the hand must stay. source: how the fourth of three came just now, if it did."""
        quad = BY_CARDS[(card,) * 4]
        if copies == 4:
            return Lock(card, 4, Placed(quad, self.concealed[quad], False), None)
        triplet = BY_CARDS[(card,) * 3]
        return Lock(card, 3, Placed(triplet, self.concealed[triplet], False), self.placed(quad, source or "draw"))

    def shown(self, card: int) -> tuple[int, ...]:
        """Points by column after this card was called into a run or a 2-7-10."""
        return tuple(column.values[1] for column in self.revealed(card))

    def revealed(self, card: int) -> tuple[Column, ...]:
        """The columns after this card was called into a run or a 2-7-10: groups with an equal card count as displayed."""
        known = self._revealed.get(card)
        if known is None:
            known = self._revealed[card] = tuple(
                Column(column.kind, column.items, (column.size, self.called[index], -1)) if card in GROUP_CARDS[index] else column
                for index, column in enumerate(self.columns)
            )
        return known

    def revealed_groups(self, card: int | None, lang: Lang) -> tuple[Group, ...]:
        """The record of every group that no history has settled, by column, after this card (None: no card) was called so."""
        if card is None:
            return self.concealed_groups(lang)
        known = self._revealed_groups.get((card, lang))
        if known is None:
            known = self._revealed_groups[card, lang] = tuple(
                self.group(Placed(index, self.called[index], True), lang) if card in GROUP_CARDS[index] else group
                for index, group in enumerate(self.concealed_groups(lang))
            )
        return known

    def name(self, column: int, lang: Lang) -> str:
        """A group in words, `small 3-4-5 run`."""
        kind, cards = LISTED[column]
        signs = [GLYPHS[card] if lang == "zh" else str(card // 2 + 1) for card in cards]
        data = {"suit": TEXTS(f"suit-{SUITS[cards[0] % 2]}", lang), "a": signs[0], "b": signs[1], "c": signs[-1]}
        if kind == "mixed":
            kind = "mixed-small" if cards[1] % 2 == 0 else "mixed-big"
        return TEXTS(f"name-{kind}", lang, **data)


@lru_cache(maxsize=256)
def catalogue(rules: ZiPaiRules) -> Catalogue:
    """The catalogue of a rule set, one object for all its hands."""
    return Catalogue(rules)
