"""`verify`: is this setting legal, are the royalties and the stay claimed its own? Everything that is wrong, at once."""

from solver import version
from solver.cards import playing
from solver.games.open_face.arrange import OBJECTIVES, arrangement
from solver.games.open_face.cards import FEWEST, JOKERS, MOST, TEXTS
from solver.games.open_face.model import Problem, solve
from solver.games.open_face.request import Verify
from solver.games.open_face.rules import PRESETS, ROWS, SIZES, OpenFaceRules
from solver.games.open_face.setting import Setting
from solver.result import Verdict, Violation
from solver.rows import Court, Shown, read_rows
from solver.text import Lang

VIOLATIONS = (
    "wrong-number-of-cards",
    "duplicate-card",
    "too-many-copies",
    "card-not-in-hand",
    "wrong-row-size",
    "middle-over-back",
    "front-over-middle",
    "false-stay",
    "wrong-points",
)
COURT = Court(SIZES, TEXTS, JOKERS)


def verify(request: Verify) -> Verdict:
    """The verdict on a setting and what is claimed for it. `lost`: points that the best setting has more, the stay among them."""
    rules, lang = PRESETS.resolve(request.rules), request.language
    shown = read_rows(request.groups, ROWS, jokers=JOKERS)
    given = None if request.hand is None else playing.parse(request.hand, jokers=JOKERS)
    hand = shown.cards if given is None else given
    setting, fouls = judge(shown, rules, lang)
    violations = [*COURT.cards(shown, given, (FEWEST, MOST), lang, all_placed=False), *fouls]
    stands = None if violations else setting
    points = sum(stands.royalties(rules)) if stands else 0
    stays = stands is not None and stands.stays(rules)
    if request.declared and not stays:
        violations.append(COURT.violation("false-stay", lang, "/declared/0"))
    if request.claimed_points not in (None, points):
        violations.append(COURT.violation("wrong-points", lang, "/claimed_points", claimed=request.claimed_points, points=points))
    warnings = (Violation("undeclared-stay", TEXTS("warning-undeclared-stay", lang), (), "/declared"),)
    best, objective = None, OBJECTIVES[0]
    if FEWEST <= len(hand) <= MOST and not list(COURT.copies(hand, "/hand", lang)):
        best = solve(Problem(rules, tuple(sorted(hand, reverse=True)), objective)).settings[0]
    return Verdict(
        game="open-face",
        label=request.label,
        valid=not violations,
        points=points,
        violations=tuple(violations),
        warnings=warnings if stays and not request.declared else (),
        best=None if best is None else arrangement(best, rules, objective, lang),
        lost=None if best is None else best.value(rules, objective) - (stands.value(rules, objective) if stands else 0),
        rules=rules.info,
        build=version.build(),
    )


def judge(shown: Shown, rules: OpenFaceRules, lang: Lang) -> tuple[Setting | None, tuple[Violation, ...]]:
    """The setting shown, and why it is a foul (see `Court.judge`)."""
    return COURT.judge(shown, lambda rows: Setting.of(rows, rules), rules.ranking, 1, lang)
