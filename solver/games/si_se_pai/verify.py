"""Is this winning claim right? Every rule it breaks, none hiding another, and the best grouping of the same cards."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from solver.games.si_se_pai.cards import COPIES, KINDS, TEXTS, names, parse, write
from solver.games.si_se_pai.groups import QUADS, STEALABLE, catalogue
from solver.games.si_se_pai.model import arrangement, search, wins
from solver.games.si_se_pai.position import FULL, Position, position, read, read_dealt
from solver.games.si_se_pai.request import Verify
from solver.games.si_se_pai.rules import PRESETS, SiSePaiRules
from solver.history import Found, Holding, Lock
from solver.result import PresetVerdict, Verdict, Violation
from solver.text import Lang
from solver.version import build

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


class Claim:
    """What is claimed: the holding, the kinds named as dealt, the groups shown, the points claimed."""

    def __init__(self, request: Verify) -> None:
        self.holding: Holding = read(request)
        self.dealt = read_dealt(request, self.holding)
        self.groups = tuple(tuple(sorted(parse(group.cards, f"/groups/{index}/cards"))) for index, group in enumerate(request.groups))
        self.points = request.claimed_points


class Judgement:
    """A claim held against one rule set. `points`: those of the groups shown, melds included."""

    def __init__(self, claim: Claim, rules: SiSePaiRules, lang: Lang) -> None:
        self.claim, self.rules, self.lang = claim, rules, lang
        self.groups = catalogue(rules, claim.dealt)
        self.counts = claim.holding.counts()
        self.size = sum(self.counts)
        self.locks = _locks(self)
        self._match_melds()
        self.points = self._points()
        self.violations = [*self._numbers(), *self._melds(), *self._cards(), *self._dealt()]
        self.violations += self._outcome(broken=bool(self.violations))
        self.warnings = [*self._parity(), *self._better()]

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

    def _whole(self, kind: int, copies: int) -> bool:
        return any(cards.count(kind) >= copies for cards in self.shown.values())

    def _points(self) -> int:
        """Melds, concealed groups, and the drawn card's group at its best reading (a stolen card's as far as it may be stolen)."""
        points = 0
        for index in self.standing:
            meld = self.claim.holding.melds[index]
            column = self.groups.by_cards.get(meld.items)
            points += self.groups.placed(column, meld.source).points if column is not None else 0
        alone = {lock.alone.column: lock.alone.points for lock in self.locks.values()}
        drawn = self.claim.holding.drawn
        gains: dict[int, int] = {}
        for cards in self.shown.values():
            column = self.groups.by_cards.get(cards)
            if column is None:
                continue
            concealed = alone.get(column, self.groups.concealed[column])
            points += concealed
            if drawn is not None and drawn.item in cards:
                gains[column] = self.groups.placed(column, drawn.source).points - concealed
        self.stealable = any(self.groups.kinds[column] in STEALABLE for column in gains)
        most = points + max(gains.values(), default=0)
        if drawn is not None and drawn.source == "steal" and self.stealable and most < self.rules.minimum_points:
            return points + max(gain for column, gain in gains.items() if self.groups.kinds[column] in STEALABLE)
        return most

    # the rules, one after the other

    def _numbers(self) -> Iterator[Violation]:
        if self.size != FULL:
            yield self._say("wrong-number-of-cards", pointer="/hand", detail="count", count=self.size)
        for kind, copies in enumerate(self.counts):
            if copies > COPIES:
                yield self._say("too-many-copies", [kind] * copies, "/hand")

    def _melds(self) -> Iterator[Violation]:
        for index, meld in enumerate(self.claim.holding.melds):
            column = self.groups.by_cards.get(meld.items)
            pointer = f"/melds/{index}"
            if column is None:
                yield self._say("meld-not-a-group", meld.items, pointer)
            kind = None if column is None else self.groups.kinds[column]
            if meld.source == "dealt" and kind not in QUADS:
                yield self._say("dealt-meld-not-quad", meld.items, pointer)
            if meld.source == "steal" and kind not in STEALABLE:
                yield self._say("illegal-steal", meld.items, pointer)
            if index in self.changed:
                yield self._say("meld-changed", meld.items, pointer)

    def _cards(self) -> Iterator[Violation]:
        for index, cards in self.shown.items():
            if cards not in self.groups.by_cards:
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
        """Whether some group can hold the drawn card: the cards of a dealt triplet left as it was are all from the hand."""
        if kind in self.locks and self._whole(kind, 3):
            return self.covered[kind] > 3
        return self.covered[kind] > 0

    def _dealt(self) -> Iterator[Violation]:
        drawn = self.claim.holding.drawn
        for kind, lock in self.locks.items():
            users = [index for index, cards in self.shown.items() if kind in cards]
            if not users:
                continue
            pointer = f"/groups/{users[0]}"
            if lock.copies == COPIES:
                if not self._whole(kind, COPIES):
                    code = "dealt-quad-split" if self.claim.dealt is None else "fourth-card-not-quad"
                    yield self._say(code, [kind] * COPIES, pointer)
                continue
            joined = drawn is not None and drawn.item == kind
            if not self._whole(kind, 3) and self.covered[kind] > joined:
                yield self._say("dealt-triplet-split", [kind] * 3, pointer)
            if joined and not self._whole(kind, COPIES):
                yield self._say("fourth-card-not-quad", [kind] * COPIES, "/drawn")

    def _outcome(self, broken: bool) -> Iterator[Violation]:
        claimed, minimum = self.claim.points, self.rules.minimum_points
        drawn = self.claim.holding.drawn
        wrong = broken or self.points < minimum
        if drawn is not None and drawn.source == "steal" and wrong and not self.stealable and not self._wins:
            yield self._say("illegal-steal", [drawn.item], "/drawn")
        if self.points < minimum:
            yield self._say("below-minimum", pointer="/groups", detail="minimum", points=self.points, minimum=minimum)
        if claimed is not None and claimed != self.points:
            yield self._say("wrong-points", pointer="/claimed_points", detail="points", claimed=claimed, points=self.points)

    # what the cards could be

    @cached_property
    def position(self) -> Position | None:
        """The holding as a position; None where no hand can be so."""
        holding = self.claim.holding
        if not 0 < self.size <= FULL or max(self.counts) > COPIES or any(meld.items not in self.groups.by_cards for meld in holding.melds):
            return None
        return position(self.rules, holding, self.claim.dealt)

    @cached_property
    def best(self) -> Found | None:
        """The best legal grouping of the same cards."""
        if self.position is None:
            return None
        return next(iter(search(self.position).found), None)

    @cached_property
    def _wins(self) -> bool:
        return self.position is not None and self.best is not None and wins(self.position, self.best)

    def _parity(self) -> Iterator[Violation]:
        points = self.points if self.claim.points is None else self.claim.points
        if self.groups.parity and points % 2 != FULL % 2:
            yield self._say("even-points", pointer="/claimed_points" if self.claim.points is not None else "", detail="even", points=points)

    def _better(self) -> Iterator[Violation]:
        best = self.best
        if best is not None and best.cards == FULL and best.points > self.points:
            groups = " | ".join(write(self.groups.cards[column]) for column in best.key)
            yield self._say("better-grouping", detail="better", points=best.points, shown=self.points, groups=groups)


def _locks(judgement: Judgement) -> dict[int, Lock]:
    """What the hand must keep whole, by kind."""
    if not judgement.rules.lock_dealt:
        return {}
    dealt = judgement.claim.dealt
    locks = {}
    for kind, copies in enumerate(judgement.claim.holding.hand):
        if 3 <= copies <= COPIES and (dealt is None or kind in dealt):
            lock = judgement.groups.lock(kind, copies, dealt is not None)
            if lock is not None:
                locks[kind] = lock
    return locks


def verify(request: Verify) -> Verdict:
    """Judge a winning claim."""
    rules: SiSePaiRules = PRESETS.resolve(request.rules)
    claim, lang = Claim(request), request.language
    judgement = Judgement(claim, rules, lang)
    presets = None
    if request.explain:
        judged = {name: Judgement(claim, PRESETS[name], lang) for name in PRESETS}
        presets = {name: PresetVerdict(not each.violations, each.points) for name, each in judged.items()}
    best, at = judgement.best, judgement.position
    return Verdict(
        game="si-se-pai",
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
