"""`verify`: is this setting legal, is the declared automatic win there, are the bonus points right? Everything that is wrong, at once."""

from collections.abc import Iterator, Sequence

from solver import version
from solver.cards import playing
from solver.games.chinese_poker import naturals
from solver.games.chinese_poker.cards import HAND, TEXTS
from solver.games.chinese_poker.model import Problem
from solver.games.chinese_poker.request import Verify
from solver.games.chinese_poker.rules import PRESETS, ROW_SIZES, ROWS, ChinesePokerRules
from solver.games.chinese_poker.scoring import bonus_points
from solver.games.chinese_poker.setting import Setting
from solver.result import Arrangement, Verdict, Violation
from solver.rows import Court, Shown, read_rows
from solver.text import Lang

VIOLATIONS = (
    "wrong-number-of-cards",
    "duplicate-card",
    "card-not-in-hand",
    "card-not-placed",
    "wrong-row-size",
    "middle-over-back",
    "front-over-middle",
    "false-natural",
    "natural-not-played",
    "wrong-points",
)
COURT = Court(ROW_SIZES, TEXTS)


def verify(request: Verify) -> Verdict:
    """The verdict on a setting, a declaration and a claim of bonus points. Raises InputError for text that can't be read."""
    rules, lang = PRESETS.resolve(request.rules), request.language
    shown = read_rows(request.groups, ROWS)
    given = None if request.hand is None else playing.parse(request.hand)
    hand = shown.cards if given is None else given
    whole = len(hand) == len(set(hand)) == HAND

    violations = list(COURT.cards(shown, given, (HAND, HAND), lang, all_placed=True))
    setting, fouls = judge(shown, rules, lang)
    false = [_false_declaration(name, rules, hand, lang) for name in request.declared if not (whole and _holds(name, rules, hand))]
    wins = bool(request.declared) and not false
    violations += false if wins else [*fouls, *false]  # an automatic win needs no legal setting
    points = 0 if wins or fouls or setting is None else bonus_points(rules, setting.ranks)
    if request.claimed_points not in (None, points):
        violations.append(COURT.violation("wrong-points", lang, "/claimed_points", claimed=request.claimed_points, points=points))
    best, lost = None, None
    if whole:
        best, most = _best(rules, hand, lang)
        if not any(alien.code.startswith("card-") for alien in violations):
            lost = max(0.0, most - _worth(rules, hand, setting, bool(fouls or false), request.declared[0] if wins else None))
    return Verdict(
        game="chinese-poker",
        label=request.label,
        valid=not violations,
        points=points,
        violations=tuple(violations),
        warnings=tuple(_natural_missed(rules, hand, request.declared, lang)) if whole else (),
        best=best,
        lost=lost,
        rules=rules.info,
        build=version.build(),
    )


def judge(shown: Shown, rules: ChinesePokerRules, lang: Lang) -> tuple[Setting | None, tuple[Violation, ...]]:
    """The setting shown, and why it is a foul (see `Court.judge`)."""
    return COURT.judge(shown, lambda rows: Setting.of(rows[0], rows[1], rows[2], rules.ranking), rules.ranking, 1, lang)


def _holds(name: str, rules: ChinesePokerRules, hand: Sequence[int]) -> bool:
    return name in rules.worths and naturals.has(name, hand)


def _false_declaration(name: str, rules: ChinesePokerRules, hand: Sequence[int], lang: Lang) -> Violation:
    code = "false-natural" if name in rules.worths else "natural-not-played"
    return COURT.violation(code, lang, "/declared/0", hand, natural=TEXTS(f"natural-{name}", lang))


def _natural_missed(rules: ChinesePokerRules, hand: Sequence[int], declared: Sequence[str], lang: Lang) -> Iterator[Violation]:
    """A warning where the hand is an automatic win, or a better one, that was not declared."""
    best = naturals.best(rules, hand)
    if best is None or any(naturals.order(rules, name) >= naturals.order(rules, best) for name in declared):
        return
    code = "better-natural" if declared else "undeclared-natural"
    words = TEXTS(f"warning-{code}", lang, natural=TEXTS(f"natural-{best}", lang), value=rules.worths[best])
    yield Violation(code, words, playing.names(hand), "/declared")


def _best(rules: ChinesePokerRules, hand: Sequence[int], lang: Lang) -> tuple[Arrangement, float]:
    """The setting of the most points expected from one opponent, and what the hand is worth: declared, where that is worth more."""
    from solver.games.chinese_poker.expected import weigh

    found = weigh(Problem(rules, tuple(sorted(hand, reverse=True)), "expected"), 2, None, naturals.best(rules, hand))
    setting, points = found.settings[0], bonus_points(rules, found.settings[0].ranks)
    best = Arrangement(groups=setting.groups(rules, lang), points=points, value=found.values[0], details=found.details[0])
    return best, max(found.playing, found.playing if found.declaring is None else found.declaring)


def _worth(rules: ChinesePokerRules, hand: Sequence[int], setting: Setting | None, fouls: bool, declared: str | None) -> float:
    """Points expected from one opponent by what is shown: an automatic win, a legal setting, or a foul, which pays for itself."""
    from solver.games.chinese_poker.expected import opposing, value_of

    problem = Problem(rules, tuple(sorted(hand, reverse=True)), "expected")
    if declared is not None:
        against = opposing(rules, 2)
        return against.declaring(problem.hand, declared, len(against.strangers(problem.hand)))
    return -float(rules.foul) if fouls or setting is None else value_of(problem, setting)
