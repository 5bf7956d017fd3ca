"""Verifying: legality on the hands that trip others, every violation alone and with others, declarations, claims of points."""

from collections.abc import Sequence
from typing import Any

import pytest

import solver
from solver.errors import InputError
from solver.game import game
from solver.games.chinese_poker.verify import VIOLATIONS

GOOD = ("4s3h2c", "9h9d5s5c8h", "QdQcTsThKd")
SIX_PAIRS = ("2c2d4s", "6c6s7s7cTd", "9s9cQdQsTc")


def groups(rows: Sequence[str]) -> list[dict[str, str]]:
    return [{"slot": slot, "cards": cards} for slot, cards in zip(("front", "middle", "back"), rows, strict=True)]


def verify(rows: Sequence[str], **fields: Any) -> Any:
    return solver.verify("chinese-poker", groups=groups(rows), **fields)


def codes(verdict: Any) -> list[str]:
    assert verdict.valid == (not verdict.violations)
    return [violation.code for violation in verdict.violations]


@pytest.mark.parametrize(
    ("rows", "rules", "violations"),
    [
        # Two pair under two pair is legal; the other way round it is not.
        (GOOD, {}, []),
        ((GOOD[0], GOOD[2], GOOD[1]), {}, ["middle-over-back"]),
        # A wheel under an eight-high straight: legal where the wheel is lowest, a foul where only the ace-high one beats it.
        (("QcQh2d", "Ad2h3c4s5s", "8c7d6d5d4c"), {}, []),
        (("QcQh2d", "Ad2h3c4s5s", "8c7d6d5d4c"), {"wheel": "second"}, ["middle-over-back"]),
        (("QcQh2d", "8c7d6d5d4c", "Ad2h3c4s5s"), {}, ["middle-over-back"]),
        (("QcQh2d", "8c7d6d5d4c", "Ad2h3c4s5s"), {"wheel": "second"}, []),
        # AQ3 over a jack-high middle is a foul; 653 / AQJT7 / 999KK is what stands there.
        (("AsQd3h", "JcTc7d6s5c", "9s9h9dKsKd"), {}, ["front-over-middle"]),
        (("6s5c3h", "AsQdJcTc7d", "9s9h9dKsKd"), {}, []),
        # A missing card ranks below any: A K Q against A K Q 3 2, and a pair with a kicker against the same with three.
        (("AsKdQc", "AhKcQd3s2h", "4s4h5c6d7d"), {}, []),
        (("AsAdKc", "AhAcKd3s2h", "4s4h5c5d7d"), {}, []),
        (("AsAdKc", "AhAcQd3s2h", "4s4h5c5d7d"), {}, ["front-over-middle"]),
        # Straights and flushes don't count in front: ace-high is less than a pair of deuces.
        (("AsKsQs", "2d2c5h7h8c", "3d3c9hTcJs"), {}, []),
        # Equal ranks: the back may tie the middle, the middle may not tie the front.
        (("2s3h5c", "AsKdQc9h7c", "AhKcQd9s7d"), {}, []),
        # The two boards of the rules.
        (("JsJd9h", "QsQh8c3c2h", "AsKs6s5s3s"), {}, []),
        (("Th9s7s", "Kd6d5d4d3d", "KcQc6c5c4c"), {}, []),
    ],
)  # fmt: skip
def test_legality(rows: Sequence[str], rules: dict[str, Any], violations: list[str]) -> None:
    assert codes(verify(rows, rules=rules)) == violations


def test_a_foul_names_the_rows_and_their_ranks() -> None:
    verdict = verify(("AsQd3h", "JcTc7d6s5c", "9s9h9dKsKd"))
    (violation,) = verdict.violations
    assert violation.message == "the middle (jack high, ten) is not stronger than the front (ace high, queen): a foul"
    assert violation.cards == ("As", "Qd", "3h", "Jc", "Tc", "7d", "6s", "5c")
    assert violation.pointer == "/groups/1"
    both = verify(("AsAdAc", "KsKdKcQsQd", "2s2h3s3h4s"))
    assert codes(both) == ["middle-over-back"]
    assert codes(verify(("KsKdKc", "QsQdJc9s8d", "AsKh7h5h2c"))) == ["middle-over-back", "front-over-middle"]


ALONE: dict[str, dict[str, Any]] = {
    "middle-over-back": {"rows": (GOOD[0], GOOD[2], GOOD[1])},
    "front-over-middle": {"rows": ("AsQd3h", "JcTc7d6s5c", "9s9h9dKsKd")},
    "wrong-row-size": {"rows": (GOOD[0] + "8h", GOOD[1].replace("8h", ""), GOOD[2])},
    "card-not-in-hand": {"rows": GOOD, "hand": "4s3h2c 9h9d5s5c8h QdQcTsThKs"},
    "card-not-placed": {"rows": GOOD, "hand": "4s3h2c 9h9d5s5c8h QdQcTsThKs"},
    "wrong-number-of-cards": {"rows": GOOD, "hand": "4s3h2c 9h9d5s5c8h QdQcTsThKd As"},
    "duplicate-card": {"rows": ("4s3h2c", "9h9d5s5c8h", "QdQcTsThTh")},
    "false-natural": {"rows": GOOD, "declared": ["six-pairs"]},
    "natural-not-played": {"rows": GOOD, "declared": ["all-low"]},
    "wrong-points": {"rows": GOOD, "claimed_points": 2},
}
# Where the cards of rows and hand differ, what the one has too many the other lacks: these codes come in company by their nature.
COMPANY = {
    "wrong-row-size": {"wrong-row-size"},
    "card-not-in-hand": {"card-not-placed"},
    "card-not-placed": {"card-not-in-hand"},
    "wrong-number-of-cards": {"card-not-placed"},
}


def test_every_code_is_here() -> None:
    assert set(ALONE) == set(VIOLATIONS) == set(game("chinese-poker").violations)


@pytest.mark.parametrize("code", VIOLATIONS)
def test_violation_alone(code: str) -> None:
    fields = dict(ALONE[code])
    verdict = verify(fields.pop("rows"), **fields)
    assert code in codes(verdict)
    assert set(codes(verdict)) <= {code} | COMPANY.get(code, set())
    for lang in ("zh", "vi"):
        other = verify(**{"rows": ALONE[code]["rows"], **fields}, lang=lang)
        assert codes(other) == codes(verdict)
        assert other.violations[0].message != verdict.violations[0].message


@pytest.mark.parametrize(
    ("rows", "fields", "expected"),
    [
        (
            (GOOD[0], GOOD[2], GOOD[1]),
            {"declared": ["dragon"], "claimed_points": 5},
            ["middle-over-back", "false-natural", "wrong-points"],
        ),
        (
            ("AsQd3h", "JcTc7d6s5c", "9s9h9dKsKd"),
            {"hand": "AsQd3h JcTc7d6s5c 9s9h9dKsKh", "declared": ["no-face"], "claimed_points": 1},
            ["card-not-in-hand", "card-not-placed", "front-over-middle", "natural-not-played", "wrong-points"],
        ),
        (
            ("4s4s", "9h9d5s5c8h", "QdQcTsThKdAs"),
            {},
            ["duplicate-card", "wrong-row-size", "wrong-row-size"],
        ),
        (("", "", ""), {}, ["wrong-number-of-cards", "wrong-row-size", "wrong-row-size", "wrong-row-size"]),
    ],
)
def test_violations_together(rows: Sequence[str], fields: dict[str, Any], expected: list[str]) -> None:
    assert codes(verify(rows, **fields)) == expected


def test_missing_and_repeated_rows() -> None:
    """A row that isn't shown has no cards, two groups of one slot are one row: fouls, no errors."""
    shown = [{"slot": "front", "cards": "4s3h2c"}, {"slot": "front", "cards": "9h9d5s5c8h"}, {"slot": "back", "cards": "QdQcTsThKd"}]
    assert codes(solver.verify("chinese-poker", groups=shown)) == ["wrong-row-size", "wrong-row-size"]


def test_naturals_declared() -> None:
    """An automatic win needs no legal setting and takes no bonus; a false one leaves the foul standing."""
    foul = (SIX_PAIRS[0], SIX_PAIRS[2], SIX_PAIRS[1])
    assert codes(verify(foul)) == ["middle-over-back"]
    assert codes(verify(foul, declared=["six-pairs"])) == []
    assert codes(verify(foul, declared=["three-flushes"])) == []
    assert codes(verify(foul, declared=["three-straights"])) == ["middle-over-back", "false-natural"]
    assert codes(verify(foul, declared=["six-pairs"], claimed_points=1)) == ["wrong-points"]
    assert codes(verify(foul, declared=["six-pairs"], rules={"naturals": {"six-pairs": 0}})) == ["middle-over-back", "natural-not-played"]


def test_naturals_missed_are_warned_of() -> None:
    verdict = verify(SIX_PAIRS)
    assert [warning.code for warning in verdict.warnings] == ["undeclared-natural"]
    assert "six pairs, worth 4" in verdict.warnings[0].message
    better = verify(SIX_PAIRS, declared=["six-pairs"], rules={"naturals": {"three-flushes": 5}})
    assert [warning.code for warning in better.warnings] == ["better-natural"]
    assert verify(SIX_PAIRS, declared=["three-flushes"]).warnings == ()


def test_bonus_points() -> None:
    """Eastern: a royal flush at the back 5, four nines in the middle 8, three fours in front 3."""
    rows = ("4s4h4d", "9s9h9d9c2c", "AsKsQsJsTs")
    assert verify(rows, rules={"preset": "eastern"}, claimed_points=16).points == 16
    assert verify(rows, rules={"preset": "mandarin"}, claimed_points=13).valid
    assert verify(rows, claimed_points=0).valid
    own = {"preset": "eastern", "bonuses": {"back": {"royal-flush": 7}}}
    assert verify(rows, rules=own, claimed_points=18).valid


def test_best_and_lost() -> None:
    """`lost` is what the best setting is expected to win more than the shown one; a foul is sure to pay its four points."""
    hand = "Kd 8h 2c 9h 9d 5c 5s 3h Qc Qd Th Ts 4s"
    answer = solver.arrange("chinese-poker", hand=hand, objective="expected")
    best = answer.arrangements[0]
    assert verify(tuple(" ".join(group.cards) for group in best.groups)).lost == 0
    weak = verify(GOOD)  # two pair under two pair, and four high in front: strong from the back, and beaten in front by all
    assert weak.best.groups == best.groups
    assert weak.best.value == answer.value
    assert weak.lost > 0.5
    foul = verify((GOOD[0], GOOD[2], GOOD[1]))
    assert foul.lost == pytest.approx(answer.value + 4)
    assert verify(("4s3h2c", "9h9d5s5c8h", "QdQcTsThTh")).best is None


def test_hand_may_be_left_out() -> None:
    with_hand = verify(GOOD, hand="Kd 8h 2c 9h 9d 5c 5s 3h Qc Qd Th Ts 4s")
    assert with_hand == verify(GOOD)
    assert with_hand.valid


@pytest.mark.parametrize(
    ("fields", "code", "pointer", "position"),
    [
        ({"groups": groups(("4s3h2x", *GOOD[1:]))}, "unknown-card", "/groups/0/cards", 4),
        ({"groups": groups(GOOD), "hand": "4s 3h zz"}, "unknown-card", "/hand", 6),
        ({"groups": [{"cards": "4s3h2c"}]}, "missing-field", "/groups/0/slot", None),
        ({"groups": [{"slot": "left", "cards": "4s3h2c"}]}, "unknown-value", "/groups/0/slot", None),
        ({"groups": groups(GOOD), "declared": ["dragons"]}, "unknown-value", "/declared/0", None),
        ({"groups": groups(GOOD), "declared": ["dragon", "six-pairs"]}, "out-of-range", "/declared", None),
        ({"groups": groups(GOOD), "claimed_points": 1.5}, "wrong-type", "/claimed_points", None),
        ({"groups": groups(GOOD), "money": 5}, "unknown-key", "/money", None),
    ],
)
def test_refused(fields: dict[str, Any], code: str, pointer: str, position: int | None) -> None:
    with pytest.raises(InputError) as caught:
        solver.verify("chinese-poker", **fields)
    assert [(fault.code, fault.pointer, fault.position) for fault in caught.value.faults] == [(code, pointer, position)]
