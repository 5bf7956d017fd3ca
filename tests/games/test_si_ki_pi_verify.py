"""Verdicts: each violation alone and with others, and what the shown setting gives away."""

from math import comb
from typing import Any

import pytest

import solver
from solver.cards import playing
from solver.errors import InputError
from solver.game import game
from solver.games.si_ki_pi import tables
from solver.games.si_ki_pi.ranking import HANDS, splits
from solver.games.si_ki_pi.rules import PRESETS
from solver.result import Verdict
from tests.brute import si_ki_pi as brute


def verify(front: str, back: str, **fields: Any) -> Verdict:
    return solver.verify("si-ki-pi", groups=[{"slot": "front", "cards": front}, {"slot": "back", "cards": back}], **fields)


def codes(verdict: Verdict) -> list[str]:
    return [violation.code for violation in verdict.violations]


def test_a_right_claim() -> None:
    verdict = verify("4c 4d", "Qs Qh", hand="4c Qs 4d Qh", declared=["baobao"], claimed_points=3)
    assert (verdict.valid, verdict.points, verdict.violations) == (True, 3, ())


def test_bonuses_true_and_false() -> None:
    """Four of a kind is two pairs as well; a front pair of fours is not eight points."""
    assert verify("9c 9d", "9s 9h", declared=["skp", "baobao"], claimed_points=5).valid
    assert verify("Jc 8d", "Ks 9h", declared=["front-8-9"], claimed_points=2).valid
    assert codes(verify("4c 4d", "5s 5h", declared=["front-8-9"])) == ["false-bonus"]
    assert codes(verify("Jc 7d", "Ks 9h", declared=["front-8-9", "baobao", "skp"])) == ["false-bonus"] * 3
    # Eight points in the back are no bonus.
    assert codes(verify("Jc 7d", "Ks 8h", declared=["front-8-9"])) == ["false-bonus"]


def test_nothing_needs_declaring() -> None:
    assert verify("9c 9d", "9s 9h").points == 5


ALONE: list[tuple[str, dict[str, Any]]] = [
    ("duplicate-card", {"groups": [{"cards": "As Kd"}, {"cards": "As 8d"}]}),
    ("wrong-number-of-cards", {"hand": "As Kd 8d 7c 2c", "groups": [{"cards": "7c Kd"}, {"cards": "As 8d"}]}),
    ("card-not-in-hand", {"hand": "As Kd 8d", "groups": [{"cards": "7c Kd"}, {"cards": "As 8d"}]}),
    ("card-not-placed", {"hand": "As Kd 8d 7c", "groups": [{"slot": "front", "cards": "Kd 7c"}]}),
    ("wrong-groups", {"groups": [{"slot": "back", "cards": "Kd 7c"}, {"slot": "back", "cards": "As 8d"}]}),
    ("wrong-group-size", {"groups": [{"cards": "Kd"}, {"cards": "As 8d"}]}),
    ("front-higher", {"groups": [{"cards": "As 8d"}, {"cards": "Kd 7c"}]}),
    ("false-bonus", {"groups": [{"cards": "Kd 7c"}, {"cards": "As 8d"}], "declared": ["skp"]}),
    ("wrong-points", {"groups": [{"cards": "Kd 7c"}, {"cards": "As 8d"}], "claimed_points": 2}),
]


@pytest.mark.parametrize(("code", "fields"), ALONE, ids=[code for code, _ in ALONE])
def test_each_violation(code: str, fields: dict[str, Any]) -> None:
    """It is found; what comes with it follows from it."""
    follows = {"card-not-in-hand": ["wrong-number-of-cards"], "card-not-placed": ["wrong-groups"]}
    verdict = solver.verify("si-ki-pi", **fields)
    assert not verdict.valid
    assert sorted(codes(verdict)) == sorted([code, *follows.get(code, [])])


def test_cards_alone() -> None:
    """The two that the table above can only show in company."""
    assert codes(verify("7c Kd", "As 8d", hand="7c Kd As 8d")) == []
    assert codes(verify("Kd 7c 8d", "As", hand="As Kd 8d 7c")) == ["wrong-group-size", "wrong-group-size"]
    assert codes(verify("Kd 7c", "As 8c", hand="As Kd 8d 7c")) == ["card-not-in-hand", "card-not-placed"]


def test_every_violation_is_listed_and_tested() -> None:
    assert {code for code, _ in ALONE} == set(game("si-ki-pi").violations)


def test_all_at_once() -> None:
    """Nothing hides anything else."""
    verdict = verify("As 8d", "Kd 7c", hand="As 8d Kd 7d", declared=["skp"], claimed_points=5)
    assert codes(verdict) == ["card-not-in-hand", "card-not-placed", "front-higher", "false-bonus", "wrong-points"]
    assert [violation.pointer for violation in verdict.violations] == ["/groups", "/hand", "/groups", "/declared/0", "/claimed_points"]
    assert verdict.violations[0].cards == ("7c",)
    assert verdict.points == 0


@pytest.mark.parametrize(
    ("tie_break", "valid"), [("cards", False), ("points-only", True), ("ace-low", True)]
)  # fmt: skip
def test_whether_the_front_is_higher_is_a_matter_of_the_rules(tie_break: str, valid: bool) -> None:
    """A-8 over K-9: higher by the ace, equal by points, lower where the ace is low."""
    assert verify("As 8d", "Kd 9c", rules={"tie_break": tie_break}).valid is valid


def test_equal_groups_are_legal() -> None:
    assert verify("2c 7c", "2d 7d").valid


def test_the_best_and_what_is_lost() -> None:
    """The rules' figures: 88 in the back −0.011, A8 in the back +1.201."""
    verdict = verify("Ac Kd", "8h 8s")
    assert verdict.valid
    assert verdict.best is not None
    assert verdict.best.groups[1].cards == ("Ac", "8s")
    assert verdict.best.value == pytest.approx(1.201, abs=5e-4)
    assert verdict.lost == pytest.approx(1.201 + 0.011, abs=1e-3)
    assert [warning.code for warning in verdict.warnings] == ["better-split"]
    assert verify("Kd 8h", "Ac 8s").lost == 0
    assert verify("Kd 8h", "Ac 8s").warnings == ()


def test_no_equilibrium_no_loss() -> None:
    """Where the banker wins ties the objective is the house way, which has no value."""
    verdict = verify("Kd 8h", "Ac 8s", rules={"banker_wins_ties": True})
    assert (verdict.valid, verdict.lost) == (True, None)
    assert verdict.best is not None
    assert verdict.best.groups[1].cards == ("8s", "8h")


@pytest.mark.parametrize("hand", ["Ac Kd 8h 8s", "9c 9d 8h Ts", "4c 5d 6h 9s"])
def test_an_invalid_hand_loses_to_all_others_and_pays_their_bonus(hand: str) -> None:
    """Its value in fractions, over every hand that can be dealt, set as the shipped policy sets it, its factor from the brute force."""
    cards = hand.split()
    best = solver.arrange("si-ki-pi", hand=cards).arrangements[0]
    back, front = (group.cards for group in best.groups)
    verdict = verify(" ".join(front), " ".join(back))
    table, start, held = tables.shipped(), tables.starts(), "".join(card[0] for card in cards)
    total, paid = 0, 0.0
    for other in HANDS:
        theirs = tuple(playing.RANKS[rank - 2] for rank in other)
        ways = brute.ways(theirs, tuple(held))
        total += ways
        for place, split in enumerate(splits(other, PRESETS.default)):
            shown = tuple(tuple(playing.RANKS[rank - 2] for rank in group) for group in (split.front, split.back))
            paid += ways * table.probability[start[other] + place] * brute.multiplier((shown[0], shown[1]), brute.STANDARD)
    assert total == comb(48, 4)
    assert codes(verdict) == ["front-higher"]
    assert best.value is not None
    assert verdict.lost == pytest.approx(best.value + paid / total, abs=1e-8)
    assert verdict.lost is not None
    assert verdict.lost > 1
    assert [warning.code for warning in verdict.warnings] == ["better-split"]


def test_what_an_invalid_hand_loses_is_known_for_each_kind_of_it() -> None:
    """Whatever makes it invalid, it loses the same; other cards than those held are no hand, and rules that refuse it give it no value."""
    hand = "As Kd 8d 7c"
    lost = verify("As 8d", "Kd 7c", hand=hand).lost
    assert lost is not None
    assert verify("As", "Kd 7c 8d", hand=hand).lost == lost
    assert solver.verify("si-ki-pi", hand=hand, groups=[{"cards": hand}]).lost == lost
    assert verify("As 8d", "Kd 7c", hand=hand, declared=["skp"]).lost == lost
    assert verify("As 8d", "Kd 7h", hand=hand).lost is None
    assert verify("As 8d", "Kd", hand=hand).lost is None
    assert verify("As 8d", "Kd 7c", rules={"foul": "rejected"}).lost is None
    assert verify("As 8d", "Kd 7c", rules={"banker_wins_ties": True}).lost is None


@pytest.mark.parametrize(
    ("lang", "message"),
    [
        ("en", "the hand as set does not have this bonus: BaoBao (a pair in front and a pair in the back)"),
        ("zh", "这样摆没有这项奖励：宝宝（前后组都是对子）"),
        ("vi", "bài xếp như vậy không có thưởng này: BaoBao (đôi ở nhóm trước và đôi ở nhóm sau)"),
    ],
)
def test_a_false_bonus_in_words(lang: str, message: str) -> None:
    assert [violation.message for violation in verify("7c Kd", "As 8d", declared=["baobao"], lang=lang).violations] == [message]


def test_unreadable_text_is_no_verdict() -> None:
    with pytest.raises(InputError) as caught:
        verify("Xc Kd", "8h 8s")
    assert [(fault.code, fault.pointer, fault.position) for fault in caught.value.faults] == [("unknown-card", "/groups/0/cards", 0)]
    with pytest.raises(InputError) as caught:
        solver.verify("si-ki-pi", groups=[{"slot": "middle", "cards": ""}])
    assert [(fault.code, fault.pointer) for fault in caught.value.faults] == [("unknown-value", "/groups/0/slot")]


def test_no_groups_at_all() -> None:
    assert codes(solver.verify("si-ki-pi", groups=[])) == ["wrong-groups"]
