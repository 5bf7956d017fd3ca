"""Is this winning claim right? Every rule it breaks, none hiding another, and the best grouping of the same cards."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from solver.games.zi_pai.cards import COPIES, KINDS, TEXTS, names, parse, write
from solver.games.zi_pai.groups import BY_CARDS, CALLED, GROUP_CARDS, GROUP_KINDS, PAIRS, QUADS, REVEALING, catalogue
from solver.games.zi_pai.model import arrangement, is_full, search
from solver.games.zi_pai.position import MOST, Position, full, meld_fault, position, read
from solver.games.zi_pai.request import HandFields, ShownGroup, Verify
from solver.games.zi_pai.rules import PRESETS, ZiPaiRules
from solver.history import Found, Holding
from solver.result import PresetVerdict, Verdict, Violation
from solver.text import Lang
from solver.version import build

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


class Claim:
    """What is claimed: the holding, the groups shown, the points claimed."""

    def __init__(self, request: HandFields, groups: list[ShownGroup], points: int | None, pointer: str = "") -> None:
        self.holding: Holding = read(request)
        self.groups = tuple(tuple(sorted(parse(group.cards, f"{pointer}/groups/{index}/cards"))) for index, group in enumerate(groups))
        self.points = points


class Judgement:
    """A claim held against one rule set. `points`: those of the groups shown, melds included."""

    def __init__(self, claim: Claim, rules: ZiPaiRules, lang: Lang = "en") -> None:
        self.claim, self.rules, self.lang = claim, rules, lang
        self.groups = catalogue(rules)
        self.counts = claim.holding.counts()
        self.size = sum(self.counts)
        self._match_melds()
        self.locked = {kind: copies for kind, copies in enumerate(claim.holding.hand) if rules.lock_dealt and 3 <= copies <= COPIES}
        self.broken = self._broken()
        self.points = self._points()
        self.violations = [*self._numbers(), *self._melds(), *self._cards(), *self._locks(), *self._pairs(), *self._outcome()]
        self.warnings = [*self._better()]

    def _say(self, code: str, cards: tuple[int, ...] | list[int] = (), pointer: str = "", detail: str = "", **data: Any) -> Violation:
        shown = names(cards)
        particular = TEXTS(f"detail-{detail}", self.lang, **data) if detail else " ".join(shown)
        message = TEXTS(f"violation-{code}", self.lang)
        if particular:
            message += TEXTS("detail-joint", self.lang) + particular
        return Violation(code, message, shown, pointer)

    # what was shown

    def _match_melds(self) -> None:
        """Tell the groups shown that repeat a meld from the others. A meld that isn't repeated still stands, unless its cards were used."""
        holding = self.claim.holding
        self.shown = dict(enumerate(self.claim.groups))
        self.standing: list[int] = []
        missing = []
        for index, meld in enumerate(holding.melds):
            repeated = next((at for at, cards in self.shown.items() if cards == meld.items), None)
            if repeated is None:
                missing.append(index)
            else:
                del self.shown[repeated]
                self.standing.append(index)
        self.covered = [0] * KINDS
        for cards in self.shown.values():
            for kind in cards:
                self.covered[kind] += 1
        self.available = list(holding.hand)
        if holding.drawn is not None:
            self.available[holding.drawn.item] += 1
        excess = [max(0, shown - held) for shown, held in zip(self.covered, self.available, strict=True)]
        self.changed = [index for index in missing if any(excess[kind] for kind in holding.melds[index].items)]
        self.standing += [index for index in missing if index not in self.changed]
        for index in self.changed:
            for kind in holding.melds[index].items:
                self.available[kind] += 1
        self.columns = [
            *(BY_CARDS.get(cards) for cards in self.shown.values()),
            *(BY_CARDS.get(holding.melds[index].items) for index in self.standing),
        ]

    def _whole(self, kind: int, copies: int) -> bool:
        return any(cards.count(kind) >= copies for cards in self.shown.values())

    def _broken(self) -> int | None:
        """The one concealed triplet that the winning card's group breaks, where the rules let it."""
        drawn = self.claim.holding.drawn
        if not self.rules.break_triplet_for_win or drawn is None:
            return None
        split = [
            kind
            for kind, copies in self.locked.items()
            if copies == 3 and not self._whole(kind, COPIES if kind == drawn.item else 3) and self.covered[kind]
        ]
        if len(split) != 1 or not any(self._breaks(cards, split[0]) for cards in self.shown.values()):
            return None
        return split[0]

    def _breaks(self, cards: tuple[int, ...], kind: int) -> bool:
        """Whether this can be the drawn card's group and takes one or two cards of the triplet."""
        drawn = self.claim.holding.drawn
        return drawn is not None and drawn.item in cards and cards.count(kind) - (kind == drawn.item) in (1, 2)

    def _points(self) -> int:
        """Melds, concealed groups, and the drawn card's group at its best reading."""
        points = 0
        for index in self.standing:
            meld = self.claim.holding.melds[index]
            column = BY_CARDS.get(meld.items)
            points += self.groups.placed(column, meld.source).points if column is not None else 0
        columns = [column for column in map(BY_CARDS.get, self.shown.values()) if column is not None]
        concealed = points + sum(self.groups.concealed[column] for column in columns)
        drawn = self.claim.holding.drawn
        if drawn is None or drawn.source not in CALLED:
            return concealed
        with_card = [column for column in columns if drawn.item in GROUP_CARDS[column]]
        loss = {column: self.groups.called[column] - self.groups.concealed[column] for column in with_card}
        readings = [
            sum(loss[other] for other in with_card) if GROUP_KINDS[own] in REVEALING else loss[own]
            for own in with_card
            if self.broken is None or self._breaks(GROUP_CARDS[own], self.broken)
        ]
        return concealed + max(readings, default=0)

    # the rules, one after the other

    def _numbers(self) -> Iterator[Violation]:
        most = full(sum(column in QUADS for column in self.columns))
        if self.size != most:
            yield self._say("wrong-number-of-cards", pointer="/hand", detail="count", count=self.size, full=most)
        for kind, copies in enumerate(self.counts):
            if copies > COPIES:
                yield self._say("too-many-copies", [kind] * copies, "/hand")

    def _melds(self) -> Iterator[Violation]:
        for index, meld in enumerate(self.claim.holding.melds):
            code = meld_fault(meld)
            if code is not None:
                yield self._say(code, meld.items, f"/melds/{index}")
            if index in self.changed:
                yield self._say("meld-changed", meld.items, f"/melds/{index}")

    def _cards(self) -> Iterator[Violation]:
        for index, cards in self.shown.items():
            if cards not in BY_CARDS:
                yield self._say("not-a-group", cards, f"/groups/{index}")
        drawn = self.claim.holding.drawn
        unused = drawn is not None and not self._uses_drawn(drawn.item)
        if drawn is not None and unused:
            yield self._say("drawn-card-not-used", [drawn.item], "/drawn")
        over, under = [], []
        for kind, (shown, held) in enumerate(zip(self.covered, self.available, strict=True)):
            if shown > held:
                over.append((kind, shown - held))
            under += [kind] * (held - shown - (unused and drawn is not None and drawn.item == kind))
        for kind, copies in over:
            users = [index for index, cards in self.shown.items() if kind in cards]
            code = "card-in-two-groups" if self.available[kind] and len(users) > 1 else "card-not-held"
            yield self._say(code, [kind] * copies, f"/groups/{users[-1]}")
        if under:
            yield self._say("card-in-no-group", under, "/groups")

    def _uses_drawn(self, kind: int) -> bool:
        """Whether some group can hold the drawn card: the cards of a concealed triplet left as it was are all from the hand."""
        if kind in self.locked and self._whole(kind, 3):
            return self.covered[kind] > 3
        return self.covered[kind] > 0

    def _locks(self) -> Iterator[Violation]:
        drawn = self.claim.holding.drawn
        for kind, copies in self.locked.items():
            users = [index for index, cards in self.shown.items() if kind in cards]
            if not users or kind == self.broken:
                continue
            pointer = f"/groups/{users[0]}"
            if copies == COPIES:
                if not self._whole(kind, COPIES):
                    yield self._say("dealt-quad-split", [kind] * COPIES, pointer)
                continue
            joined = drawn is not None and drawn.item == kind
            if not self._whole(kind, 3) and self.covered[kind] > joined:
                yield self._say("dealt-triplet-split", [kind] * 3, pointer)
            if joined and not self._whole(kind, COPIES):
                yield self._say("fourth-card-not-quad", [kind] * COPIES, "/drawn")

    def _pairs(self) -> Iterator[Violation]:
        pairs = [GROUP_CARDS[column] for column in self.columns if column in PAIRS]
        cards = [kind for pair in pairs for kind in pair]
        if len(pairs) > 1:
            yield self._say("too-many-pairs", cards, "/groups")
        if pairs and not any(column in QUADS for column in self.columns):
            yield self._say("pair-without-quad", cards, "/groups")

    def _outcome(self) -> Iterator[Violation]:
        claimed, minimum = self.claim.points, self.rules.minimum_points
        if self.points < minimum:
            yield self._say("below-minimum", pointer="/groups", detail="minimum", points=self.points, minimum=minimum)
        if claimed is not None and claimed != self.points:
            yield self._say("wrong-points", pointer="/claimed_points", detail="points", claimed=claimed, points=self.points)

    # what the cards could be

    @cached_property
    def position(self) -> Position | None:
        """The holding as a position; None where no hand can be so."""
        holding = self.claim.holding
        if not 0 < self.size <= MOST or max(self.counts) > COPIES or any(map(meld_fault, holding.melds)):
            return None
        return position(self.rules, holding)

    @cached_property
    def best(self) -> Found | None:
        """The best legal grouping of the same cards."""
        if self.position is None:
            return None
        return next(iter(search(self.position).found), None)

    def _better(self) -> Iterator[Violation]:
        best = self.best
        if best is None or self.position is None or best.cards < self.size or not is_full(self.position, best):
            return
        if best.points > self.points:
            groups = " | ".join(write(GROUP_CARDS[column]) for column in best.key)
            yield self._say("better-grouping", detail="better", points=best.points, shown=self.points, groups=groups)


def verify(request: Verify) -> Verdict:
    """Judge a winning claim."""
    rules: ZiPaiRules = PRESETS.resolve(request.rules)
    claim, lang = Claim(request, request.groups, request.claimed_points), request.language
    judgement = Judgement(claim, rules, lang)
    presets = None
    if request.explain:
        judged = {name: Judgement(claim, PRESETS[name], lang) for name in PRESETS}
        presets = {name: PresetVerdict(not each.violations, each.points) for name, each in judged.items()}
    best, at = judgement.best, judgement.position
    return Verdict(
        game="zi-pai",
        label=request.label,
        valid=not judgement.violations,
        points=judgement.points,
        violations=tuple(judgement.violations),
        warnings=tuple(judgement.warnings),
        best=None if best is None or at is None else arrangement(at, best, lang),
        lost=None if best is None else best.points - judgement.points,
        rules=rules.info,
        build=build(),
        presets=presets,
    )
