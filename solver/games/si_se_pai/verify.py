"""Is this winning claim right? Every rule it breaks, none hiding another, and the best grouping of the same cards."""

from collections.abc import Iterable, Iterator, Sequence

from solver.games.si_se_pai.cards import COPIES, NOTATION
from solver.games.si_se_pai.groups import STEALABLE, Catalogue, catalogue
from solver.games.si_se_pai.model import arrangement, search, wins
from solver.games.si_se_pai.position import FULL, Position, locks_of, meld_codes, position, read_dealt
from solver.games.si_se_pai.request import HandFields, Verify
from solver.games.si_se_pai.rules import PRESETS, SiSePaiRules
from solver.history import Found, Meld
from solver.result import Arrangement, Verdict, Violation
from solver.rummy import claims
from solver.rummy.reading import read
from solver.rummy.request import ShownGroup
from solver.text import Lang

VIOLATIONS = (
    "wrong-number-of-cards",
    "too-many-copies",
    "meld-not-a-group",
    "dealt-meld-not-quad",
    "meld-changed",
    "not-a-group",
    "card-not-held",
    "card-in-two-groups",
    "card-in-no-group",
    "drawn-card-not-used",
    "dealt-triplet-split",
    "fourth-card-not-quad",
    "dealt-quad-split",
    "illegal-steal",
    "below-minimum",
    "wrong-points",
    "even-points",
    "better-grouping",
)
"""Every code that a verdict can hold; the last two are warnings."""


class Claim(claims.Claim):
    """What is claimed, and the kinds named as dealt triplets (None: the hand tells them)."""

    def __init__(self, request: HandFields, groups: Sequence[ShownGroup], points: int | None) -> None:
        holding = read(request, NOTATION)
        self.dealt = read_dealt(request, holding)
        super().__init__(holding, groups, points, NOTATION)


class Judgement(claims.Judgement[Position]):
    """A claim held against one rule set."""

    claim: Claim
    catalogue: Catalogue

    def __init__(self, claim: Claim, rules: SiSePaiRules, lang: Lang) -> None:
        self.rules = rules
        groups, hand = catalogue(rules, claim.dealt), claim.holding.hand
        locks = locks_of(groups, hand, claim.dealt) if rules.lock_dealt else []
        self.alone = {lock.alone.column: lock.alone.points for lock in locks}
        self.quad_split = "dealt-quad-split" if claim.dealt is None else "fourth-card-not-quad"
        super().__init__(claim, groups, rules.minimum_points, {lock.item: lock.copies for lock in locks}, lang)

    @property
    def full(self) -> int:
        """Cards of a winning hand."""
        return FULL

    def _meld_codes(self, meld: Meld) -> Iterable[str]:
        return meld_codes(self.catalogue, meld)

    def _scored(self) -> int:
        """Melds, concealed groups, and the drawn card's group at its best reading (a stolen card's as far as it may be stolen)."""
        groups, drawn = self.catalogue, self.claim.holding.drawn
        points = self.melded()
        gains: dict[int, int] = {}
        for cards in self.shown.values():
            column = groups.by_cards.get(cards)
            if column is None:
                continue
            concealed = self.alone.get(column, groups.concealed[column])
            points += concealed
            if drawn is not None and drawn.item in cards:
                gains[column] = groups.placed(column, drawn.source).points - concealed
        self.stealable = any(groups.kinds[column] in STEALABLE for column in gains)
        most = points + max(gains.values(), default=0)
        if drawn is not None and drawn.source == "steal" and self.stealable and most < self.minimum:
            return points + max(gain for column, gain in gains.items() if groups.kinds[column] in STEALABLE)
        return most

    def _outcome(self) -> Iterator[Violation]:
        drawn = self.claim.holding.drawn
        wrong = bool(self.violations) or self.points < self.minimum
        if drawn is not None and drawn.source == "steal" and wrong and not self.stealable and not self._wins():
            yield self.say("illegal-steal", [drawn.item], "/drawn")
        yield from super()._outcome()

    def _wins(self) -> bool:
        """Whether the same cards, grouped otherwise, win."""
        return self.position is not None and self.best is not None and wins(self.position, self.best)

    def _position(self) -> Position | None:
        holding = self.claim.holding
        possible = 0 < self.size <= FULL and max(self.counts) <= COPIES
        if not possible or any(meld.items not in self.catalogue.by_cards for meld in holding.melds):
            return None
        return position(self.rules, holding, self.claim.dealt)

    def _best(self, position: Position) -> Found | None:
        return search(position).best

    def arrangement(self, position: Position, found: Found) -> Arrangement:
        """A grouping as callers see it."""
        return arrangement(position, found, self.lang)

    def _warn(self) -> Iterator[Violation]:
        points = self.points if self.claim.points is None else self.claim.points
        if self.catalogue.parity and points % 2 != FULL % 2:
            pointer = "/claimed_points" if self.claim.points is not None else ""
            yield self.say("even-points", pointer=pointer, detail="even", points=points)
        yield from super()._warn()


def verify(request: Verify) -> Verdict:
    """Judge a winning claim."""
    rules: SiSePaiRules = PRESETS.resolve(request.rules)
    claim = Claim(request, request.groups, request.claimed_points)
    return claims.verdict("si-se-pai", request, rules, PRESETS, lambda each: Judgement(claim, each, request.language))
