"""Si Se Pai `verify`: each violation alone and with others, melds, points, the better grouping, all presets."""

from random import Random
from typing import Any

import pytest

import solver
from solver.errors import InputError
from solver.game import game
from solver.games.si_se_pai.verify import VIOLATIONS
from solver.result import Verdict
from solver.text import LANGS
from tests.brute import si_se_pai as brute
from tests.brute.si_se_pai_hands import RULES_IN_USE, constructed_winning_hand
from tests.games.test_si_se_pai import OVERRIDES, fields

QUADS = ["KKKKg", "GGGGr", "EEEEr", "HHHHy"]  # 16 cards, all dealt: 32 points


def verify(hand: str, groups: list[str] | str, **more: Any) -> Verdict:
    shown = groups.split() if isinstance(groups, str) else groups
    return solver.verify("si-se-pai", hand=hand, groups=[{"cards": cards} for cards in shown], **more)


def codes(verdict: Verdict) -> list[str]:
    assert verdict.valid == (not verdict.violations)
    return [violation.code for violation in verdict.violations]


def warned(verdict: Verdict) -> list[str]:
    return [warning.code for warning in verdict.warnings]


def drawn(card: str, source: str = "draw") -> dict[str, Any]:
    return {"drawn": {"card": card, "source": source}}


PAIRS = "Kr GGr EEr RRr HHy CCy SSg SSw RRg HHg CCg"  # 21 cards, 1 point, no other grouping is better


def test_a_right_claim() -> None:
    verdict = verify(PAIRS, PAIRS, claimed_points=1)
    assert (verdict.valid, verdict.points, verdict.lost, verdict.violations) == (True, 1, 2, ())
    assert warned(verdict) == ["better-grouping"], "the green chariots, horses and cannons are two fields"
    assert verdict.warnings[0].message == (
        "the same cards score more: 3 instead of 1, with Kr | GGr | EEr | RRr | HHy | CCy | SSg | SSw | RHCg | RHCg"
    )
    better = verify(PAIRS, "Kr GGr EEr RRr HHy CCy SSg SSw RHCg RHCg", claimed_points=3)
    assert (better.valid, better.points, better.lost, better.warnings) == (True, 3, 0, ())


# code: (hand, groups shown, other fields). The claim breaks this rule and no other.
ALONE: dict[str, tuple[str, str, dict[str, Any]]] = {
    "wrong-number-of-cards": ("KKKKg GGGGr", "KKKKg GGGGr", {}),
    "too-many-copies": ("KKKKg GGGGr EEEEr HHHHy KKKKKr", "KKKKg GGGGr EEEEr HHHHy Kr Kr Kr Kr Kr", {}),
    "meld-not-a-group": (
        "KKKKg GGGGr EEEEr HHHHy Kr Kw Ky",
        "KKKKg GGGGr EEEEr HHHHy Kr Kw Ky",
        {"melds": [{"cards": "RHr"}]},
    ),
    "dealt-meld-not-quad": (
        "KKKKg GGGGr EEEEr HHHHy Kr Kw",
        "KKKKg GGGGr EEEEr HHHHy Kr Kw RHCr",
        {"melds": [{"cards": "RHCr", "source": "dealt"}]},
    ),
    "meld-changed": ("KKKKg GGGGr EEEEr Hr Cr KKr Kw Ky", "KKKKg GGGGr EEEEr RRr RHCr Kr Kr Kw Ky", {"melds": [{"cards": "RRRr"}]}),
    "not-a-group": ("KKKKg GGGGr EEEEr HHHHy Kr Kw Sr SSw", "KKKKg GGGGr EEEEr HHHHy Kr Kw SrSSw", {}),
    "card-not-held": ("KKKKg GGGGr EEEEr HHHHy Kr Kw Ky RRr", "KKKKg GGGGr EEEEr HHHHy Kr Kw Ky RRr SSg", {}),
    "card-in-two-groups": ("KKKKg GGGGr EEEEr HHHHy RRr Hr Cr Kw", "KKKKg GGGGr EEEEr HHHHy RRr RHCr Kw", {}),
    "card-in-no-group": ("KKKKg GGGGr EEEEr HHHHy Kr Kw Ky RRr", "KKKKg GGGGr EEEEr HHHHy Kr Kw Ky", {}),
    "drawn-card-not-used": ("KKKKg GGGGr EEEEr HHHHy Kr Kw RRr", "KKKKg GGGGr EEEEr HHHHy Kr Kw RRr", drawn("Sg")),
    "dealt-triplet-split": ("KKKKg GGGGr EEEEr HHHHy RRRr Hr Cr", "KKKKg GGGGr EEEEr HHHHy RRr RHCr", {}),
    "fourth-card-not-quad": ("KKKKg GGGGr EEEEr HHy RRRr Hr Cr Kw", "KKKKg GGGGr EEEEr HHy RRRr RHCr Kw", drawn("Rr")),
    "dealt-quad-split": ("KKKKg GGGGr EEEEr HHHHy Kr Kw Ky SSg", "KKKKg GGGGr EEEEr HHy HHy Kr Kw Ky SSg", {}),
    "illegal-steal": (
        "KKKKg GGGGr EEEEr HHHHy Kr Kw",
        "KKKKg GGGGr EEEEr HHHHy Kr Kw RHCr",
        {"melds": [{"cards": "RHCr", "source": "steal"}]},
    ),
    "below-minimum": (PAIRS, PAIRS, {"rules": {"minimum_points": 5}}),
    "wrong-points": (PAIRS, PAIRS, {"claimed_points": 3}),
}

# Claims that break several rules: (hand, groups shown, other fields, all codes).
TOGETHER: list[tuple[str, str, dict[str, Any], list[str]]] = [
    (
        "KKKKKg Gr",
        "Kg Kg",
        {"rules": {"minimum_points": 10}, "claimed_points": 11},
        ["wrong-number-of-cards", "too-many-copies", "card-in-no-group", "below-minimum", "wrong-points"],
    ),
    (
        "Hr Cr KKKKg GGGGr HHy",
        "RRr RHCr KKKKg GGGGr HHy EEg CHr",
        {"melds": [{"cards": "RRRr"}, {"cards": "EEg", "source": "dealt"}, {"cards": "CHr", "source": "steal"}]},
        ["wrong-number-of-cards", "meld-changed", "dealt-meld-not-quad", "meld-not-a-group", "illegal-steal"],
    ),
    (
        "RRRr Hr Cr GGGGr EEEEr HHHHy Kr Kw",
        "RRr RHCr GGr GGr EEEEr HHHHy KKrKw",
        {**drawn("Sg", "steal"), "melds": [{"cards": "KGw"}]},
        [
            "wrong-number-of-cards",
            "meld-not-a-group",
            "not-a-group",
            "drawn-card-not-used",
            "card-not-held",
            "dealt-triplet-split",
            "dealt-quad-split",
            "illegal-steal",
        ],
    ),
    (
        "RRRr Hr Cr EEEEr HHHHy Kr Kw KKKKg Kr",
        "RRr RHCr EEEEr HHHHy Kr Kw KKKKg KGEr Sw Sw",
        {**drawn("Rr"), "claimed_points": 40},
        [
            "not-a-group",
            "card-not-held",
            "card-in-two-groups",
            "card-in-no-group",
            "dealt-triplet-split",
            "fourth-card-not-quad",
            "wrong-points",
        ],
    ),
]


@pytest.mark.parametrize("code", ALONE)
def test_each_violation_alone(code: str) -> None:
    hand, shown, more = ALONE[code]
    verdict = verify(hand, shown, **more)
    assert set(codes(verdict)) == {code}
    for violation in verdict.violations:
        assert violation.pointer
        assert violation.message.startswith(game("si-se-pai").texts(f"violation-{code}"))


@pytest.mark.parametrize(("hand", "shown", "more", "expected"), TOGETHER)
def test_violations_together(hand: str, shown: str, more: dict[str, Any], expected: list[str]) -> None:
    """All are reported, none hides another."""
    assert set(codes(verify(hand, shown, **more))) == set(expected)


def test_every_code_is_tested_alone_and_with_others() -> None:
    violations = set(VIOLATIONS) - {"even-points", "better-grouping"}
    assert set(ALONE) == violations
    assert {code for *_, expected in TOGETHER for code in expected} == violations
    texts = game("si-se-pai").texts
    assert all(texts.languages(f"violation-{code}").keys() == set(LANGS) for code in VIOLATIONS)


# What counts


def test_the_winning_card_counts_as_obtained() -> None:
    """Three chariots with the winning one among them are 1 point; all dealt they are 3."""
    shown = "KKKKg GGGGr EEEEr RRRr HHy CCy SSg"
    dealt = verify("KKKKg GGGGr EEEEr RRRr HHy CCy SSg", shown)
    won = verify("KKKKg GGGGr EEEEr RRr HHy CCy SSg", shown, **drawn("Rr"))
    assert (dealt.valid, dealt.points) == (True, 27)
    assert (won.valid, won.points) == (True, 25)
    assert codes(verify("KKKKg GGGGr EEEEr RRr HHy CCy SSg", shown, **drawn("Rr"), claimed_points=27)) == ["wrong-points"]


def test_the_drawn_card_is_read_the_better_way() -> None:
    """Unlocked, the drawn chariot is that of the field, and the triplet stays concealed."""
    free = {"lock_dealt": False}
    verdict = verify("KKKKg GGGGr EEEEr RRRr Hr Cr HHy Kw", "KKKKg GGGGr EEEEr RRRr RHCr HHy Kw", **drawn("Rr"), rules=free)
    assert (verdict.valid, verdict.points) == (True, 8 + 8 + 8 + 3 + 1 + 0 + 1)


def test_a_wrong_showing_of_a_winning_hand_is_seen() -> None:
    verdict = verify("KKKKg GGGGr EEEEr RRRr HHHr CCCr", "KKKKg GGGGr EEEEr RHCr RHCr RHCr")
    assert set(codes(verdict)) == {"dealt-triplet-split"}
    assert len(verdict.violations) == 3
    assert verdict.best is not None
    assert (verdict.points, verdict.best.points, verdict.lost) == (27, 33, 6)
    assert warned(verdict) == ["better-grouping"]


def test_melds_may_be_left_out_of_the_groups() -> None:
    melds = [{"cards": "KKKKg", "source": "dealt"}, {"cards": "RHCr", "source": "take"}]
    rest = "GGGGr EEEEr HHHHy Kr Kw"
    alone = verify(rest, rest, melds=melds)
    repeated = verify(rest, rest + " RHCr KKKKg", melds=melds)
    assert (alone.valid, alone.points) == (True, 35)
    assert (repeated.valid, repeated.points) == (True, 35)


def test_a_concealed_group_like_a_meld_is_not_the_meld() -> None:
    verdict = verify("RHCr KKKKg GGGGr EEEEr Kr Kw Ky", "RHCr RHCr KKKKg GGGGr EEEEr Kr Kw Ky", melds=[{"cards": "RHCr"}])
    assert (verdict.valid, verdict.points) == (True, 29)


def test_stealing_the_winning_card() -> None:
    hand = "KKKKg GGGGr EEEEr HHHHy Kr Kw Ky Sg"
    assert verify(hand, hand.replace("Sg", "SSg"), **drawn("Sg", "steal")).valid
    short = verify(hand, hand.replace("Sg", "SSg"), **drawn("Sg", "steal"), rules={"minimum_points": 99})
    assert codes(short) == ["illegal-steal", "below-minimum"]
    triplet = verify("KKKKg GGGGr EEEEr HHHHy Kr Kw Ky", "KKKKg GGGGr EEEEr HHHHy Kr Kw Ky", **drawn("Sg", "steal"))
    assert codes(triplet) == ["wrong-number-of-cards", "drawn-card-not-used", "illegal-steal"]


def test_a_steal_for_a_triplet_is_legal_though_the_claim_fails() -> None:
    verdict = verify("KKKKg GGGGr EEEEr HHHHy SSg", "KKKKg GGGGr EEEEr HHHHy SSSg", **drawn("Sg", "steal"))
    assert codes(verdict) == ["wrong-number-of-cards"]


def test_even_points_are_explained() -> None:
    """The seed: the number of points should always be odd. An explanation, never the only finding."""
    even = verify(PAIRS, PAIRS, claimed_points=4)
    assert codes(even) == ["wrong-points"]
    assert "even-points" in warned(even)
    short = verify("KKKKg GGGGr", "KKKKg GGGGr")
    assert "even-points" in warned(short)
    taiwan = verify(PAIRS, PAIRS, claimed_points=4, rules={"preset": "taiwan"})
    assert "even-points" not in warned(taiwan)


def test_the_minimum_is_compared_before_any_doubling() -> None:
    hand, rules = "KKKKg GGr EEr RRr HHy CCy SSg SSw Rg Hg Cg", {"double_with_quad": True, "minimum_points": 10}
    verdict = verify(hand, "KKKKg GGr EEr RRr HHy CCy SSg SSw RHCg", rules=rules)
    assert verdict.points == 9
    assert codes(verdict) == ["below-minimum"]


def test_named_triplets() -> None:
    """Only the named ones are locked and worth 3; a named one with all four copies must be a quad of 6."""
    hand = "KKKKg GGGGr EEEEr RRRr HHHr CCCr"
    free = verify(hand, "KKKKg GGGGr EEEEr RHCr RHCr RHCr", dealt_triplets=[])
    assert (free.valid, free.points) == (True, 8 + 6 + 6 + 3)
    named = verify(hand, "KKKKg GGGGr EEEEr RRRr HHHr CCCr", dealt_triplets=["Rr", "Gr"])
    assert (named.valid, named.points) == (True, 8 + 6 + 6 + 3 + 1 + 1)
    split = verify(hand, "KKKKg GGr GGr EEEEr RRRr HHHr CCCr", dealt_triplets=["Rr", "Gr"])
    assert codes(split) == ["fourth-card-not-quad"]


def test_explained_under_every_preset() -> None:
    verdict = verify(PAIRS, PAIRS, claimed_points=1, explain=True)
    assert verdict.presets is not None
    assert {name: (each.valid, each.points) for name, each in verdict.presets.items()} == {
        "seed": (True, 1),
        "seed-no-footman-pair": (False, 1),
        "taiwan": (False, 1),
        "vietnam": (True, 1),
        "hakka": (False, 1),
    }
    assert verify(PAIRS, PAIRS).presets is None


def test_nothing_shown_and_too_much_held() -> None:
    assert codes(verify("", [])) == ["wrong-number-of-cards"]
    flood = verify("KKKKKKr" * 4, [])
    assert set(codes(flood)) == {"wrong-number-of-cards", "too-many-copies", "card-in-no-group"}
    assert (flood.best, flood.lost) == (None, None)
    assert set(codes(verify(PAIRS, [""]))) == {"not-a-group", "card-in-no-group"}


def test_text_that_is_no_card_is_refused() -> None:
    with pytest.raises(InputError) as error:
        verify("Kr", ["Kr", "Kx"])
    assert [(fault.code, fault.pointer, fault.position) for fault in error.value.faults] == [("unknown-card", "/groups/1/cards", 1)]
    with pytest.raises(InputError):
        solver.verify("si-se-pai", hand="Kr", groups=[{"cards": "Kr", "slot": "front"}])


@pytest.mark.parametrize("lang", LANGS)
def test_every_message_speaks_the_language(lang: str) -> None:
    for hand, shown, more in ALONE.values():
        for violation in verify(hand, shown, lang=lang, **more).violations:
            assert violation.message.startswith(game("si-se-pai").texts(f"violation-{violation.code}", lang))  # type: ignore[arg-type]


def test_a_triplet_left_out_is_not_split() -> None:
    """Only the drawn chariot is used: the dealt ones are in no group, and were to become a quad with it; nothing is split."""
    verdict = verify("KKKKg GGGGr EEEEr HHy RRRr Hr Cr Kw", "KKKKg GGGGr EEEEr HHy RHCr Kw", **drawn("Rr"))
    assert set(codes(verdict)) == {"card-in-no-group", "fourth-card-not-quad"}
    assert next(each.cards for each in verdict.violations if each.code == "card-in-no-group") == ("Rr", "Rr", "Rr")


# Brute force


@pytest.mark.parametrize("name", RULES_IN_USE)
def test_claims_stand_exactly_where_the_brute_force_finds_them(name: str) -> None:
    """The groups of a hand taken as a flat list, claimed for the hand with its history: valid exactly if they are a legal grouping."""
    rng = Random(f"claims {name}")
    rules = RULES_IN_USE[name]
    flat_rules = {**rules, "lock_dealt": False}
    verdicts: dict[bool, int] = {True: 0, False: 0}
    for turn in range(150):
        case = constructed_winning_hand(rng, rules, turn % 4 > 0)
        legal: dict[tuple[tuple[str, ...], ...], int] = {}
        for grouping in brute.groupings(case.hand, case.melds, case.drawn, rules, case.dealt_triplets):
            key = tuple(sorted(group.cards for group in grouping.groups))
            legal[key] = max(legal.get(key, -99), grouping.points)
        flat = brute.groupings(case.cards(), rules=flat_rules)
        for grouping in rng.sample(flat, min(3, len(flat))):
            key = tuple(sorted(group.cards for group in grouping.groups))
            stands = key in legal and legal[key] >= rules["minimum_points"]
            verdict = solver.verify(
                "si-se-pai", rules=OVERRIDES[name], groups=[{"cards": list(group.cards)} for group in grouping.groups], **fields(case)
            )
            assert verdict.valid == stands, (case, key, verdict)
            if key in legal:
                assert verdict.points == legal[key]
            assert verdict.best is not None
            assert verdict.best.points == max(legal.values())
            verdicts[verdict.valid] += 1
    assert verdicts[True] > 10
    assert verdicts[False] > 10
