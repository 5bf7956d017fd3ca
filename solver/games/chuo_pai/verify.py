"""A claim judged, with everything that is wrong with it: a play or a pass, a starting bonus, or a whole hand as plays."""

from collections.abc import Callable, Sequence

from solver.errors import Fault, InputError
from solver.games.chuo_pai.cards import COPIES, FAMILIES, HAND, NAMES, RANKS, TEXTS, Counts, add, less, parse, spread, tally
from solver.games.chuo_pai.model import GAME_ID, Table, best
from solver.games.chuo_pai.plays import Play, catalogue, starting_bonus
from solver.games.chuo_pai.request import Verify
from solver.games.chuo_pai.rules import PRESETS, ChuoPaiRules
from solver.result import Arrangement, Verdict, Violation
from solver.version import build

VIOLATIONS: tuple[str, ...] = (
    "too-many-copies",
    "wrong-number-of-cards",
    "not-in-hand",
    "bonus-first",
    "not-a-play",
    "different-patterns",
    "special-too-large",
    "other-family",
    "other-number",
    "not-higher",
    "must-beat",
    "must-lead",
    "no-bonus",
    "wrong-bonus",
    "bonus-not-taken",
    "cards-left-over",
    "wrong-points",
)
"""Every code that `verify` can answer."""
WORDS = TEXTS.under("violation-")

Report = Callable[..., None]
"""Takes a code, a pointer and the cards concerned."""


def read_play(counts: Sequence[int], rules: ChuoPaiRules) -> Play | str:
    """The play that these cards are, or the code of the reason why they are none."""
    play = catalogue(rules).find(counts)
    if play is not None:
        return play
    held = [pattern for pattern, copies in enumerate(counts) if copies]
    steps = {(FAMILIES[pattern], RANKS[pattern]) for pattern in held}
    if len(held) > 1 and len(steps) == 1:
        return "different-patterns"
    for special in catalogue(rules).specials:
        if special.head in held and len(held) > 1 and set(held) <= {special.head, *special.others}:
            return "special-too-large"
    return "not-a-play"


def judge(cards: Counts, hand: Counts, current: Play | None, rules: ChuoPaiRules, report: Report) -> Play | None:
    """Judge what a player does in turn: nothing at all is a pass, and without `current` the player leads.

    `hand` is what it may play. Reports each rule broken; answers the play where it is one.
    """
    if not any(cards):
        stronger = next(catalogue(rules).beating(current, hand), None) if current is not None else None
        if current is None:
            report("must-lead", ())
        elif stronger is not None:
            report("must-beat", stronger.cards)
        return None
    missing = tuple(max(0, copies) for copies in less(cards, hand))
    if any(missing):
        report("not-in-hand", spread(missing))
    play = read_play(cards, rules)
    if isinstance(play, str):
        report(play, spread(cards))
        return None
    if current is not None:
        if play.family != current.family:
            report("other-family", play.cards)
        if play.size != current.size:
            report("other-number", play.cards)
        if play.family == current.family and play.rank <= current.rank:
            report("not-higher", play.cards)
    return play


class _Judge:
    """One request: what is found while it is judged."""

    def __init__(self, request: Verify) -> None:
        self.request = request
        self.rules = PRESETS.resolve(request.rules)
        self.violations: list[Violation] = []
        self.hand = tally(parse(request.hand))
        self._within_deck(self.hand, self.hand, "/hand")
        if not 1 <= sum(self.hand) <= HAND:
            self.report("wrong-number-of-cards", "/hand")
        self.bonus = starting_bonus(self.hand, self.rules)

    def report(self, code: str, pointer: str, cards: tuple[str, ...] = (), **data: int) -> None:
        """Note a rule that the claim breaks."""
        self.violations.append(Violation(code, WORDS(code, self.request.language, **data), cards, pointer))

    def _within_deck(self, counts: Counts, named: Counts, pointer: str) -> None:
        over = tuple(NAMES[pattern] for pattern, copies in enumerate(counts) if copies > COPIES and named[pattern])
        if over:
            self.report("too-many-copies", pointer, over)

    def play(self) -> int:
        """A play or a pass. Answers the cards that it would score."""
        request = self.request
        cards = tally(parse(request.play or "", "/play"))
        current: Play | None = None
        known = True
        if request.current is not None:
            table = tally(parse(request.current, "/current"))
            self._within_deck(add(self.hand, table), table, "/current")
            read = read_play(table, self.rules)
            if isinstance(read, str):
                self.report(read, "/current", spread(table))
                known = False
            else:
                current = read
        early = tuple(min(copies, taken) for copies, taken in zip(cards, self.bonus, strict=True))
        if any(early):
            self.report("bonus-first", "/play", spread(early))
        if not known and not any(cards):
            return 0
        hand = self.hand if any(early) else less(self.hand, self.bonus)
        play = judge(cards, hand, current, self.rules, lambda code, cards: self.report(code, "/play", cards))
        return play.size if play is not None else 0

    def starting_bonus(self) -> int:
        """A starting bonus. Answers the cards that it scores."""
        claimed = tally(parse(self.request.bonus or "", "/bonus"))
        missing = tuple(max(0, copies) for copies in less(claimed, self.hand))
        if any(missing):
            self.report("not-in-hand", "/bonus", spread(missing))
        if not any(self.bonus):
            self.report("no-bonus", "/bonus", spread(claimed))
        elif claimed != self.bonus:
            self.report("wrong-bonus", "/bonus", spread(self.bonus))
        return sum(self.bonus)

    def groups(self) -> tuple[int, Arrangement | None]:
        """A whole hand as plays. Answers the guaranteed cards in them, and the arrangement that has the most of them."""
        request = self.request
        seen = tally(parse(request.seen or "", "/seen"))
        self._within_deck(add(self.hand, seen), seen, "/seen")
        unseen = tuple(max(0, COPIES - copies) for copies in add(self.hand, seen))
        every, left, points, owed = catalogue(self.rules), self.hand, 0, any(self.bonus)
        for index, group in enumerate(request.groups or ()):
            pointer = f"/groups/{index}"
            cards = tally(parse(group.cards, f"{pointer}/cards"))
            missing = tuple(min(copies, max(0, copies - have)) for copies, have in zip(cards, left, strict=True))
            left = less(left, cards)
            if any(missing):
                self.report("not-in-hand", pointer, spread(missing))
            if owed and cards == self.bonus:
                owed = False
                continue
            play = read_play(cards, self.rules)
            if isinstance(play, str):
                self.report(play, pointer, spread(cards))
            elif not every.beaten_by(play, unseen):
                points += play.size
        if owed:
            self.report("bonus-not-taken", "/groups", spread(self.bonus))
        over = tuple(max(0, copies) for copies in left)
        if any(over):
            self.report("cards-left-over", "/groups", spread(over))
        if not any(self.hand) or any(violation.pointer in ("/hand", "/seen") for violation in self.violations):
            return points, None
        return points, best(Table(self.hand, self.bonus, unseen), self.rules, "guaranteed", lang=request.language)[1][0]


def _one_claim(request: Verify) -> None:
    """Raise InputError unless exactly one claim is made, with the fields that belong to it."""
    claims = [name for name in ("play", "bonus", "groups") if getattr(request, name) is not None]
    faults = [] if len(claims) == 1 else [Fault("one-claim", texts=TEXTS)]
    for name, claim in (("current", "play"), ("seen", "groups")):
        if getattr(request, name) is not None and claim not in claims:
            faults.append(Fault("goes-with", f"/{name}", None, TEXTS, field=name, claim=claim))
    if faults:
        raise InputError(faults)


def verify(request: Verify) -> Verdict:
    """Judge one claim: a play or a pass, a starting bonus, or the whole hand as plays. Raises InputError."""
    _one_claim(request)
    judge = _Judge(request)
    found: Arrangement | None = None
    if request.play is not None:
        points = judge.play()
    elif request.bonus is not None:
        points = judge.starting_bonus()
    else:
        points, found = judge.groups()
    if request.claimed_points is not None and request.claimed_points != points:
        judge.report("wrong-points", "/claimed_points", claimed=request.claimed_points, points=points)
    return Verdict(
        game=GAME_ID,
        label=request.label,
        valid=not judge.violations,
        points=points,
        violations=tuple(judge.violations),
        warnings=(),
        best=found,
        lost=None if found is None else found.points - points,
        rules=judge.rules.info,
        build=build(),
    )
