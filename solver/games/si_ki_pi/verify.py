"""Is this setting legal, and are the bonuses claimed its own? Everything that is wrong with it."""

from collections.abc import Iterator, Sequence

from solver import version
from solver.cards import playing
from solver.games.si_ki_pi import model, setting, tables
from solver.games.si_ki_pi.cards import HAND, TEXTS, ranks_of
from solver.games.si_ki_pi.request import Verify
from solver.games.si_ki_pi.rules import PRESETS, SiKiPiRules
from solver.games.si_ki_pi.setting import Hand, Seen
from solver.result import Arrangement, Verdict, Violation
from solver.text import Lang

VIOLATIONS = (
    "duplicate-card",
    "wrong-number-of-cards",
    "card-not-in-hand",
    "card-not-placed",
    "wrong-groups",
    "wrong-group-size",
    "front-higher",
    "false-bonus",
    "wrong-points",
)


def _violation(code: str, lang: Lang, cards: Sequence[int] = (), pointer: str = "", **data: object) -> Violation:
    return Violation(code, TEXTS(f"violation-{code}", lang, **data), playing.names(cards), pointer)


def _cards(held: Sequence[int] | None, shown: Sequence[int], lang: Lang) -> Iterator[Violation]:
    """What is wrong with the cards themselves."""
    every = [(shown, "/groups")] if held is None else [(held, "/hand"), (shown, "/groups")]
    for cards, pointer in every:
        for name, count in playing.repeated(cards).items():
            yield _violation("duplicate-card", lang, [playing.NAMES.index(name)] * count, pointer, card=name, count=count)
    if held is None:
        return
    if len(held) != HAND:
        yield _violation("wrong-number-of-cards", lang, held, "/hand", count=len(held), expected=HAND)
    strange = [card for card in setting.more_than(shown, held) if card not in held]
    if strange:
        yield _violation("card-not-in-hand", lang, strange, "/groups")
    if len(held) == HAND and (left := setting.more_than(held, shown)):
        yield _violation("card-not-placed", lang, left, "/hand")


def _groups(groups: Sequence[Seen], hand: Hand | None, lang: Lang) -> Iterator[Violation]:
    """What is wrong with how they are set."""
    if not setting.one_each(groups):
        yield _violation("wrong-groups", lang, setting.cards_of(groups), "/groups")
    for group in groups:
        if group.slot is not None and len(group.cards) != 2:
            name = TEXTS(f"slot-{group.slot}", lang)
            yield _violation("wrong-group-size", lang, group.cards, f"{group.pointer}/cards", slot=name, count=len(group.cards))
    if hand is not None and not hand.valid:
        names = model.GROUP_NAMES[lang]
        yield _violation("front-higher", lang, setting.cards_of(groups), "/groups", front=names[hand.front], back=names[hand.back])


def _claims(request: Verify, hand: Hand | None, points: int, lang: Lang) -> Iterator[Violation]:
    """What is wrong with what is said of it."""
    has = hand.bonuses if hand is not None and points else ()
    for index, name in enumerate(request.declared):
        if name not in has:
            yield _violation("false-bonus", lang, (), f"/declared/{index}", bonus=TEXTS(f"bonus-{name}", lang))
    if request.claimed_points is not None and request.claimed_points != points:
        yield _violation("wrong-points", lang, (), "/claimed_points", claimed=request.claimed_points, points=points)


def verify(request: Verify) -> Verdict:
    """The verdict on a setting. `points`: what a win with it multiplies the stake by, 0 for what is no legal setting."""
    rules, lang = PRESETS.resolve(request.rules), request.language
    groups = setting.read(request.groups)
    held = None if request.hand is None else playing.parse(request.hand)
    shown = setting.cards_of(groups)
    hand = setting.hand(groups, rules)
    violations = [*_cards(held, shown, lang), *_groups(groups, hand, lang)]
    points = hand.factor if hand is not None and not violations else 0
    violations += _claims(request, hand, points, lang)
    legal = bool(points)
    best, lost = _best(shown if held is None else held, shown, hand if legal else None, rules, lang)
    warnings: tuple[Violation, ...] = ()
    if lost:
        warnings = (Violation("better-split", TEXTS("warning-better-split", lang, lost=f"{lost:.3f}"), pointer="/groups"),)
    return Verdict(
        "si-ki-pi", request.label, not violations, points, tuple(violations), warnings, best, lost, rules.info, version.build()
    )  # fmt: skip


def _best(
    cards: Sequence[int], shown: Sequence[int], hand: Hand | None, rules: SiKiPiRules, lang: Lang
) -> tuple[Arrangement | None, float | None]:
    """The best split of the cards, and what the shown one gives away to it; nothing where they are no hand.

    Without a legal `hand` the four cards shown are an invalid one, which loses to all others. There is nothing to compare with where other
    cards are shown than held, and where the rules refuse an invalid hand.
    """
    if len(cards) != HAND or len(set(cards)) != HAND:
        return None, None
    held = tuple(sorted(cards, reverse=True))
    choices, _ = model.best(held, rules)
    arrangement = choices[0].arrangement(held, lang)
    model.check(held, arrangement.groups, rules)
    values = {frozenset((choice.split.front, choice.split.back)): choice.value for choice in choices}
    if choices[0].value is None:
        return arrangement, None
    if hand is not None:
        value = values[frozenset((hand.front, hand.back))] or 0.0
    elif rules.foul == "loses" and sorted(shown) == sorted(cards):
        value = tables.fouled(rules)[tables.hand_index()[ranks_of(held)]]
    else:
        return arrangement, None
    return arrangement, max(round(choices[0].value - value, tables.DIGITS), 0.0)
