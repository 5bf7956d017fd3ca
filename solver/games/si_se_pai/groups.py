"""Every group the rules allow, with its points: the catalogue of columns, in the order of the rules' table, then by piece and colour."""

from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import combinations

from solver.games.si_se_pai.cards import COLOURS, FOOTMEN, KINGS, NOTATION, PIECES, TEXTS
from solver.games.si_se_pai.rules import SiSePaiRules
from solver.history import Lock, Placed, Source
from solver.rummy import catalogue as rummy
from solver.text import Lang

ORDER = (
    "king", "pair", "triplet", "command", "field", "three-footmen", "four-footmen", "quad", "king-quad", "king-pair", "king-triplet",
)  # fmt: skip
"""All kinds of groups, in canonical order."""
QUADS = frozenset({"quad", "king-quad"})
STEALABLE = frozenset({"triplet", "quad", "king-quad"})
"""What a card may be stolen for when it does not win the hand."""


def columns(rules: SiSePaiRules) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Every group the rules allow, as (kind, cards)."""
    for colour in range(4):
        king, guard, elephant, chariot, horse, cannon, footman = (4 * piece + colour for piece in range(7))
        yield "king", (king,)
        if rules.king_pair:
            yield "king-pair", (king,) * 2
        if rules.king_triplet:
            yield "king-triplet", (king,) * 3
        if rules.king_quad:
            yield "king-quad", (king,) * 4
        yield "command", (king, guard, elephant)
        yield "field", (chariot, horse, cannon)
        for card in (guard, elephant, chariot, horse, cannon, footman):
            for name, copies in (("pair", 2), ("triplet", 3), ("quad", 4)):
                if rules.footman_pair or (name, card) != ("pair", footman):
                    yield name, (card,) * copies
    for name, size in (("three-footmen", 3), ("four-footmen", 4)):
        for footmen in combinations(FOOTMEN, size):
            yield name, footmen


class Catalogue(rummy.Catalogue):
    """The groups of one rule set.

    dealt: the kinds whose concealed triplets score as dealt; None: all of them, and concealed quads too.
    """

    notation = NOTATION

    def __init__(self, rules: SiSePaiRules, dealt: frozenset[int] | None) -> None:
        self.rules = rules
        self.dealt = dealt
        self.points = {kind: getattr(rules.points, kind.replace("-", "_")) for kind in ORDER}
        listed = sorted(columns(rules), key=lambda column: (ORDER.index(column[0]), column[1]))
        super().__init__(listed, [self._concealed(kind, cards[0]) for kind, cards in listed])
        self.uses = {
            kind: tuple((column, self.placed(index, "draw")) for index, column in takers) for kind, takers in enumerate(self.takers)
        }
        self._locks: dict[tuple[int, int, bool], Lock | None] = {}

    def _concealed(self, kind: str, card: int) -> int:
        score = self.rules.points
        if kind == "triplet" and (self.dealt is None or card in self.dealt):
            return score.triplet_dealt
        if kind == "quad" and self.dealt is None:
            return score.quad_dealt
        return int(self.points[kind])

    def placed(self, index: int, source: Source) -> Placed:
        """A group on the table that came by `source`."""
        score, kind = self.rules.points, self.kinds[index]
        if kind == "quad" and source == "dealt":
            return Placed(index, score.quad_dealt, True)
        if kind == "king-quad":
            return Placed(index, score.king_quad_displayed, True)
        if kind == "king-triplet":
            return Placed(index, score.king_triplet_displayed, True)
        return Placed(index, int(self.points[kind]), True)

    def lock(self, card: int, copies: int, named: bool) -> Lock | None:
        """What 3 or 4 equal cards of the hand must stay. named: a list of dealt triplets is given, so nothing else is known as dealt."""
        key = (card, copies, named)
        if key not in self._locks:
            self._locks[key] = self._lock(card, copies, named)
        return self._locks[key]

    def _lock(self, card: int, copies: int, named: bool) -> Lock | None:
        if card in KINGS:
            index = self.by_cards.get((card,) * 4)
            return None if copies < 4 or index is None or named else Lock(card, 4, self.placed(index, "dealt"), None)
        quad = self.by_cards[(card,) * 4]
        if copies == 3:
            alone = Placed(self.by_cards[(card,) * 3], self.rules.points.triplet_dealt, False)
            return Lock(card, 3, alone, self.placed(quad, "draw"))
        return Lock(card, 4, self.placed(quad, "draw" if named else "dealt"), None)

    @cached_property
    def parity(self) -> bool:
        """Whether every group's points, however it came, are odd or even as its number of cards is."""
        return all(
            (points - len(self.cards[index])) % 2 == 0
            for index in range(len(self.columns))
            for points in (
                self.concealed[index],
                int(self.points[self.kinds[index]]),
                self.placed(index, "draw").points,
                self.placed(index, "dealt").points,
            )
        )

    def name(self, column: int, lang: Lang) -> str:
        """A group in words, `red horse pair`."""
        kind, cards = self.kinds[column], self.cards[column]
        colours = [TEXTS(f"colour-{COLOURS[card % 4]}", lang) for card in cards]
        if kind == "three-footmen":
            return TEXTS("name-three-footmen", lang, a=colours[0], b=colours[1], c=colours[2])
        return TEXTS(f"name-{kind}", lang, colour=colours[0], piece=TEXTS(f"piece-{PIECES[cards[0] // 4]}", lang))


@lru_cache(maxsize=256)
def catalogue(rules: SiSePaiRules, dealt: frozenset[int] | None) -> Catalogue:
    """The catalogue of a rule set, one object for all its hands."""
    return Catalogue(rules, dealt)
