"""`verify`: is this setting legal? Everything that is wrong, at once, and what it gives away."""

from collections.abc import Sequence

from solver import version
from solver.cards import playing
from solver.games.pai_gow_poker.arrange import DIGITS, arrangement, expected
from solver.games.pai_gow_poker.cards import HAND, JOKERS, TEXTS
from solver.games.pai_gow_poker.house_way import DEFAULT
from solver.games.pai_gow_poker.model import Problem, odds_of, solve
from solver.games.pai_gow_poker.request import Verify
from solver.games.pai_gow_poker.rules import PRESETS, ROWS, SIZES, PaiGowPokerRules
from solver.games.pai_gow_poker.setting import Setting
from solver.result import Arrangement, Verdict, Violation
from solver.rows import Court, Shown, read_rows
from solver.text import Lang

VIOLATIONS = (
    "wrong-number-of-cards",
    "duplicate-card",
    "too-many-copies",
    "card-not-in-hand",
    "card-not-placed",
    "wrong-row-size",
    "front-over-back",
    "wrong-points",
)
COURT = Court(SIZES, TEXTS, JOKERS)


def verify(request: Verify) -> Verdict:
    """The verdict on a setting. `lost`: points expected against the default dealer that the best setting has more."""
    rules, lang = PRESETS.resolve(request.rules), request.language
    shown = read_rows(request.groups, ROWS, jokers=JOKERS)
    given = None if request.hand is None else playing.parse(request.hand, jokers=JOKERS)
    hand = shown.cards if given is None else given
    setting, fouls = judge(shown, rules, lang)
    violations = [*COURT.cards(shown, given, (HAND, HAND), lang, all_placed=True), *fouls]
    stands = None if violations else setting
    if request.claimed_points not in (None, 0):
        violations.append(COURT.violation("wrong-points", lang, "/claimed_points", claimed=request.claimed_points))
    best, lost = None, None
    if len(hand) == HAND and not list(COURT.copies(hand, "/hand", lang)):
        best, lost = _best(hand, stands, rules, lang)
    return Verdict(
        game="pai-gow-poker",
        label=request.label,
        valid=not violations,
        points=0,
        violations=tuple(violations),
        warnings=(),
        best=best,
        lost=lost,
        rules=rules.info,
        build=version.build(),
    )


def judge(shown: Shown, rules: PaiGowPokerRules, lang: Lang) -> tuple[Setting | None, tuple[Violation, ...]]:
    """The setting shown, and why it is a foul (see `Court.judge`)."""
    return COURT.judge(shown, lambda rows: Setting.of(rows, rules), rules.ranking, 0, lang)


def _best(hand: Sequence[int], shown: Setting | None, rules: PaiGowPokerRules, lang: Lang) -> tuple[Arrangement, float]:
    """The best setting, and what the shown one gives away to it; a foul loses for certain."""
    best = arrangement(solve(Problem(rules, tuple(sorted(hand, reverse=True)))).choices[0], rules, lang)
    value = expected(odds_of(rules, DEFAULT, hand, [shown.ranks])[0], rules) if shown else -1.0
    return best, max(round(float(best.value or 0) - value, DIGITS), 0.0)
