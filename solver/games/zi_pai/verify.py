"""Is this winning claim right? Every rule it breaks, none hiding another, and the best grouping of the same cards."""

from collections.abc import Iterable, Iterator

from solver.games.zi_pai.cards import COPIES, NOTATION
from solver.games.zi_pai.groups import BY_CARDS, CALLED, GROUP_CARDS, GROUP_KINDS, PAIRS, QUADS, REVEALING, Catalogue, catalogue
from solver.games.zi_pai.model import arrangement, is_full, search
from solver.games.zi_pai.position import MOST, Position, full, meld_codes, position
from solver.games.zi_pai.request import Verify
from solver.games.zi_pai.rules import PRESETS, ZiPaiRules
from solver.history import Found, Meld
from solver.result import Arrangement, Verdict, Violation
from solver.rummy import claims
from solver.rummy.claims import Claim
from solver.rummy.reading import read
from solver.text import Lang

VIOLATIONS = (
    "wrong-number-of-cards",
    "too-many-copies",
    "meld-not-a-group",
    "dealt-meld-not-quad",
    "called-pair",
    "meld-changed",
    "not-a-group",
    "card-not-held",
    "card-in-two-groups",
    "card-in-no-group",
    "drawn-card-not-used",
    "dealt-triplet-split",
    "fourth-card-not-quad",
    "dealt-quad-split",
    "too-many-pairs",
    "pair-without-quad",
    "below-minimum",
    "wrong-points",
    "better-grouping",
)
"""Every code that a verdict can hold; the last is a warning."""


class Judgement(claims.Judgement[Position]):
    """A claim held against one rule set."""

    catalogue: Catalogue

    def __init__(self, claim: Claim, rules: ZiPaiRules, lang: Lang = "en") -> None:
        self.rules = rules
        locked = {kind: copies for kind, copies in enumerate(claim.holding.hand) if rules.lock_dealt and 3 <= copies <= COPIES}
        super().__init__(claim, catalogue(rules), rules.minimum_points, locked, lang)

    @property
    def full(self) -> int:
        """Cards of a winning hand with the quads shown."""
        return full(sum(column in QUADS for column in self.columns))

    def _meld_codes(self, meld: Meld) -> Iterable[str]:
        return meld_codes(meld)

    def _scored(self) -> int:
        """Melds, concealed groups, and the drawn card's group at its best reading."""
        melds, drawn = self.claim.holding.melds, self.claim.holding.drawn
        self.columns = [BY_CARDS.get(cards) for cards in (*self.shown.values(), *(melds[index].items for index in self.standing))]
        self.broken = self._broken()
        columns = [column for column in map(BY_CARDS.get, self.shown.values()) if column is not None]
        concealed = self.melded() + sum(self.catalogue.concealed[column] for column in columns)
        if drawn is None or drawn.source not in CALLED:
            return concealed
        with_card = [column for column in columns if drawn.item in GROUP_CARDS[column]]
        loss = {column: self.catalogue.called[column] - self.catalogue.concealed[column] for column in with_card}
        readings = [
            sum(loss[other] for other in with_card) if GROUP_KINDS[own] in REVEALING else loss[own]
            for own in with_card
            if self.broken is None or self._breaks(GROUP_CARDS[own], self.broken)
        ]
        return concealed + max(readings, default=0)

    def _broken(self) -> int | None:
        """The one concealed triplet that the winning card's group breaks, where the rules let it."""
        drawn = self.claim.holding.drawn
        if not self.rules.break_triplet_for_win or drawn is None:
            return None
        split = [
            kind
            for kind, copies in self.locked.items()
            if copies == 3 and not self.whole(kind, COPIES if kind == drawn.item else 3) and self.covered[kind]
        ]
        if len(split) != 1 or not any(self._breaks(cards, split[0]) for cards in self.shown.values()):
            return None
        return split[0]

    def _breaks(self, cards: tuple[int, ...], kind: int) -> bool:
        """Whether this can be the drawn card's group and takes one or two cards of the triplet."""
        drawn = self.claim.holding.drawn
        return drawn is not None and drawn.item in cards and cards.count(kind) - (kind == drawn.item) in (1, 2)

    def _locks(self) -> Iterator[Violation]:
        yield from super()._locks()
        yield from self._pairs()

    def _pairs(self) -> Iterator[Violation]:
        pairs = [GROUP_CARDS[column] for column in self.columns if column in PAIRS]
        cards = [kind for pair in pairs for kind in pair]
        if len(pairs) > 1:
            yield self.say("too-many-pairs", cards, "/groups")
        if pairs and not any(column in QUADS for column in self.columns):
            yield self.say("pair-without-quad", cards, "/groups")

    def _position(self) -> Position | None:
        holding = self.claim.holding
        if not 0 < self.size <= MOST or max(self.counts) > COPIES or any(code for meld in holding.melds for code in meld_codes(meld)):
            return None
        return position(self.rules, holding)

    def _best(self, position: Position) -> Found | None:
        return search(position).best

    def arrangement(self, position: Position, found: Found) -> Arrangement:
        """A grouping as callers see it."""
        return arrangement(position, found, self.lang)

    def is_complete(self, found: Found) -> bool:
        """Whether a grouping holds every card, and as many as its quads ask for."""
        return found.cards == self.size and self.position is not None and is_full(self.position, found)


def verify(request: Verify) -> Verdict:
    """Judge a winning claim."""
    rules: ZiPaiRules = PRESETS.resolve(request.rules)
    claim = Claim(read(request, NOTATION), request.groups, request.claimed_points, NOTATION)
    return claims.verdict("zi-pai", request, rules, PRESETS, lambda each: Judgement(claim, each, request.language))
