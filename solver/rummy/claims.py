"""A winning claim held against the rules: every rule it breaks, none hiding another, and the best grouping of the same cards."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from solver.cards.runs import Notation
from solver.history import Found, Holding, Meld
from solver.result import Arrangement, PresetVerdict, Verdict, Violation
from solver.rules import Presets, Rules
from solver.rummy.answers import Position
from solver.rummy.catalogue import Catalogue
from solver.rummy.reading import read_groups
from solver.rummy.request import ShownGroup, VerifyFields
from solver.text import Lang
from solver.version import build

P = TypeVar("P", bound=Position)
R = TypeVar("R", bound=Rules)


class Claim:
    """What is claimed: the holding, the groups shown (each in ascending order), the points claimed."""

    def __init__(self, holding: Holding, groups: Sequence[ShownGroup], points: int | None, notation: Notation) -> None:
        self.holding = holding
        self.groups = read_groups(groups, notation)
        self.points = points


class Judgement(Generic[P]):
    """A claim held against one rule set. `points`: those of the groups shown, melds included.

    minimum: the points that a hand must reach. locked: the copies of each kind that the hand must keep whole, three or four.
    A game says what is its own: `full`, `_meld_codes`, `_scored`, `_position`, `_best`, and what it adds to `_judge`.
    """

    quad_split = "dealt-quad-split"
    """The code for four equal cards of the hand that are shown apart."""
    broken: int | None = None
    """The one locked triplet that the claim may break."""

    def __init__(self, claim: Claim, catalogue: Catalogue, minimum: int, locked: Mapping[int, int], lang: Lang) -> None:
        self.claim, self.catalogue, self.minimum, self.locked, self.lang = claim, catalogue, minimum, locked, lang
        self.notation = catalogue.notation
        self.counts = claim.holding.counts()
        self.size = sum(self.counts)
        self._match_melds()
        self.points = self._scored()
        self.violations: list[Violation] = []
        for violation in self._judge():
            self.violations.append(violation)
        self.warnings = [*self._warn()]

    # what a game says

    @property
    def full(self) -> int:
        """Cards of a winning hand."""
        raise NotImplementedError

    def _meld_codes(self, meld: Meld) -> Iterable[str]:
        """What is wrong with a displayed group."""
        raise NotImplementedError

    def _scored(self) -> int:
        """The points of the groups shown."""
        raise NotImplementedError

    def _position(self) -> P | None:
        """The holding as a position; None where no hand can be so."""
        raise NotImplementedError

    def _best(self, position: P) -> Found | None:
        """The best legal grouping of a position."""
        raise NotImplementedError

    def arrangement(self, position: P, found: Found) -> Arrangement:
        """A grouping as callers see it."""
        raise NotImplementedError

    def _judge(self) -> Iterator[Violation]:
        """The rules, one after the other. `violations` holds what was found so far."""
        yield from self._numbers()
        yield from self._melds()
        yield from self._cards()
        yield from self._locks()
        yield from self._outcome()

    def _warn(self) -> Iterator[Violation]:
        """What breaks no rule."""
        yield from self._better()

    def say(self, code: str, cards: Sequence[int] = (), pointer: str = "", detail: str = "", **data: Any) -> Violation:
        """A violation in words: the rule, then what is particular here, by default the cards."""
        texts, shown = self.notation.texts, self.notation.names(cards)
        particular = texts(f"detail-{detail}", self.lang, **data) if detail else " ".join(shown)
        message = texts(f"violation-{code}", self.lang)
        if particular:
            message += texts("detail-joint", self.lang) + particular
        return Violation(code, message, shown, pointer)

    # what was shown

    def _match_melds(self) -> None:
        """Tell the groups shown that repeat a meld from the others. A meld that isn't repeated still stands, unless its cards were used.

        shown: the other groups, by place. standing, changed: places of melds. covered: copies of each kind in the groups of `shown`.
        available: copies of each kind that these may use.
        """
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
        self.covered = self.notation.tally(kind for cards in self.shown.values() for kind in cards)
        self.available = list(holding.hand)
        if holding.drawn is not None:
            self.available[holding.drawn.item] += 1
        excess = [max(0, shown - held) for shown, held in zip(self.covered, self.available, strict=True)]
        self.changed = [index for index in missing if any(excess[kind] for kind in holding.melds[index].items)]
        self.standing += [index for index in missing if index not in self.changed]
        for index in self.changed:
            for kind in holding.melds[index].items:
                self.available[kind] += 1

    def melded(self) -> int:
        """The points of the melds that stand."""
        melds = [self.claim.holding.melds[index] for index in self.standing]
        found = ((self.catalogue.by_cards.get(meld.items), meld.source) for meld in melds)
        return sum(self.catalogue.placed(column, source).points for column, source in found if column is not None)

    def users(self, kind: int) -> list[int]:
        """The places of the groups shown that hold such a card."""
        return [index for index, cards in self.shown.items() if kind in cards]

    def whole(self, kind: int, copies: int) -> bool:
        """Whether so many copies are shown in one group."""
        return any(cards.count(kind) >= copies for cards in self.shown.values())

    # rules that all such games have

    def _numbers(self) -> Iterator[Violation]:
        if self.size != self.full:
            yield self.say("wrong-number-of-cards", pointer="/hand", detail="count", count=self.size, full=self.full)
        for kind, copies in enumerate(self.counts):
            if copies > self.notation.copies:
                yield self.say("too-many-copies", [kind] * copies, "/hand")

    def _melds(self) -> Iterator[Violation]:
        for index, meld in enumerate(self.claim.holding.melds):
            for code in self._meld_codes(meld):
                yield self.say(code, meld.items, f"/melds/{index}")
            if index in self.changed:
                yield self.say("meld-changed", meld.items, f"/melds/{index}")

    def _cards(self) -> Iterator[Violation]:
        for index, cards in self.shown.items():
            if cards not in self.catalogue.by_cards:
                yield self.say("not-a-group", cards, f"/groups/{index}")
        drawn = self.claim.holding.drawn
        unused = None if drawn is None or self._uses_drawn(drawn.item) else drawn.item
        if unused is not None:
            yield self.say("drawn-card-not-used", [unused], "/drawn")
        under = []
        for kind, (shown, held) in enumerate(zip(self.covered, self.available, strict=True)):
            if shown > held:
                users = self.users(kind)
                code = "card-in-two-groups" if held and len(users) > 1 else "card-not-held"
                yield self.say(code, [kind] * (shown - held), f"/groups/{users[-1]}")
            under += [kind] * (held - shown - (kind == unused))
        if under:
            yield self.say("card-in-no-group", under, "/groups")

    def _uses_drawn(self, kind: int) -> bool:
        """Whether some group can hold the drawn card: the cards of a locked triplet left as it was are all from the hand."""
        if kind in self.locked and self.whole(kind, 3):
            return self.covered[kind] > 3
        return self.covered[kind] > 0

    def _locks(self) -> Iterator[Violation]:
        drawn, quad = self.claim.holding.drawn, self.notation.copies
        for kind, copies in self.locked.items():
            users = self.users(kind)
            if not users or kind == self.broken:
                continue
            if copies == quad:
                if not self.whole(kind, quad):
                    yield self.say(self.quad_split, [kind] * quad, f"/groups/{users[0]}")
                continue
            joined = drawn is not None and drawn.item == kind
            if not self.whole(kind, 3) and self.covered[kind] > joined:
                yield self.say("dealt-triplet-split", [kind] * 3, f"/groups/{users[0]}")
            if joined and not self.whole(kind, quad):
                yield self.say("fourth-card-not-quad", [kind] * quad, "/drawn")

    def _outcome(self) -> Iterator[Violation]:
        claimed = self.claim.points
        if self.points < self.minimum:
            yield self.say("below-minimum", pointer="/groups", detail="minimum", points=self.points, minimum=self.minimum)
        if claimed is not None and claimed != self.points:
            yield self.say("wrong-points", pointer="/claimed_points", detail="points", claimed=claimed, points=self.points)

    # what the cards could be

    @cached_property
    def position(self) -> P | None:
        """The holding as a position; None where no hand can be so."""
        return self._position()

    @cached_property
    def best(self) -> Found | None:
        """The best legal grouping of the same cards."""
        return None if self.position is None else self._best(self.position)

    def is_complete(self, found: Found) -> bool:
        """Whether a grouping is that of a whole winning hand, its points aside."""
        return found.cards == self.full

    def _better(self) -> Iterator[Violation]:
        best = self.best
        if best is not None and best.points > self.points and self.is_complete(best):
            groups = " | ".join(self.notation.write(self.catalogue.cards[column]) for column in best.key)
            yield self.say("better-grouping", detail="better", points=best.points, shown=self.points, groups=groups)


def verdict(game: str, request: VerifyFields, rules: R, presets: Presets[R], judge: Callable[[R], Judgement[Any]]) -> Verdict:
    """The verdict under these rules; where it is to be explained, also how the claim stands under each preset."""
    judgement = judge(rules)
    explained = None
    if request.explain:
        judged = {name: judge(presets[name]) for name in presets}
        explained = {name: PresetVerdict(not each.violations, each.points) for name, each in judged.items()}
    best, at = judgement.best, judgement.position
    return Verdict(
        game=game,
        label=request.label,
        valid=not judgement.violations,
        points=judgement.points,
        violations=tuple(judgement.violations),
        warnings=tuple(judgement.warnings),
        best=None if best is None or at is None else judgement.arrangement(at, best),
        lost=None if best is None else best.points - judgement.points,
        rules=rules.info,
        build=build(),
        presets=explained,
    )
