"""Zi Pai `verify`: each broken rule alone and beside another, and every claim that the brute force can make."""

from random import Random
from typing import Any

import pytest

import solver
from solver.game import game
from solver.result import Verdict
from tests.brute import zi_pai as brute
from tests.brute.zi_pai_hands import RULES_IN_USE, constructed_hand
from tests.games.test_zi_pai import OVERRIDES, fields, merged

# Twenty cards that 一 completes: 19 points under `seed` when it is called.
HAND = "11223478880s 223477890b"
SHOWN = ["111s", "888s", "270s", "270b", "234s", "234b", "789b"]
TAKEN = {"card": "1s", "source": "take"}
# Twenty cards that 捌 completes: a pair beside the quad.
QUAD = ["3333s", "456s", "789s", "9s99b", "123b", "456b", "88b"]
FREE = {"minimum_points": 0}


def verify(groups: list[str], **request: Any) -> Verdict:
    request.setdefault("hand", HAND)
    return solver.verify("zi-pai", groups=[{"cards": cards} for cards in groups], **request)


def codes(verdict: Verdict) -> list[str]:
    return [violation.code for violation in verdict.violations]


def test_a_good_claim() -> None:
    verdict = verify(SHOWN, drawn=TAKEN, claimed_points=19)
    assert (verdict.valid, verdict.points, verdict.lost, verdict.warnings) == (True, 19, 0, ())
    assert verdict.best is not None
    assert verdict.best.points == 19


def test_presets_side_by_side() -> None:
    verdict = verify(SHOWN, drawn=TAKEN, explain=True)
    assert verdict.presets is not None
    assert {name: (each.valid, each.points) for name, each in verdict.presets.items()} == {
        "seed": (True, 19),
        "hunan": (False, 13),
        "hengyang": (True, 13),
    }


CASES: dict[str, tuple[list[str], list[str], dict[str, Any]]] = {
    "below-minimum": (["below-minimum"], SHOWN, {"drawn": TAKEN, "rules": {"preset": "hunan"}}),
    "wrong-number": (["wrong-number-of-cards"], SHOWN[:-1], {"hand": "11223478880s 223470b", "drawn": TAKEN}),
    "five-sevens": (
        ["too-many-copies"],
        ["111s", "777b", "270s", "270b", "234s", "234b", "789b"],
        {"hand": "11223470s 223477777890b", "drawn": TAKEN},
    ),
    "meld-not-a-group": (["meld-not-a-group"], SHOWN[1:], {"hand": "223478880s 223477890b", "melds": [{"cards": "115s"}]}),
    "dealt-triplet": (
        ["dealt-meld-not-quad"],
        SHOWN,
        {"hand": "223478880s 223477890b", "melds": [{"cards": "111s", "source": "dealt"}]},
    ),
    "called-pair": (
        ["called-pair"],
        QUAD,
        {"hand": "3333456789s 9s99b 123456b", "melds": [{"cards": "88b", "source": "take"}], "rules": FREE},
    ),
    "meld-changed": (
        ["meld-changed"],
        QUAD,
        {"hand": "3333456789s 9s99b 156b 8b", "melds": [{"cards": "234b"}], "drawn": {"card": "8b", "source": "draw"}, "rules": FREE},
    ),
    "not-a-group": (["not-a-group"] * 2, [*SHOWN[:5], "238b", "479b"], {"drawn": TAKEN}),
    "card-not-held": (["card-not-held"], [*SHOWN, "555s"], {"drawn": TAKEN}),
    "card-twice": (["card-in-two-groups"] * 3, [*SHOWN, "789b"], {"drawn": TAKEN}),
    "card-in-no-group": (["card-in-no-group"], SHOWN[:-1], {"drawn": TAKEN}),
    "drawn-not-used": (
        ["wrong-number-of-cards", "drawn-card-not-used"],
        SHOWN,
        {"hand": "1s" + HAND, "drawn": {"card": "5s", "source": "draw"}},
    ),
    "triplet-split": (
        ["dealt-triplet-split"],
        ["111s", "234s", "234s", "270s", "234b", "270b", "789b"],
        {"hand": "11222334470s 223477890b", "drawn": TAKEN, "rules": FREE},
    ),
    "fourth-card": (
        ["fourth-card-not-quad"],
        ["111s", "123s", "270s", "888s", "270b", "234b", "789b"],
        {"hand": "11123270888s 223477890b", "drawn": TAKEN},
    ),
    "quad-split": (
        ["dealt-quad-split"],
        ["111s", "222s", "234s", "888s", "270b", "234b", "789b"],
        {"hand": "11222234888s 223477890b", "drawn": TAKEN, "rules": FREE},
    ),
    # A hand with pairs too many never has the right number of cards as well.
    "two-pairs": (
        ["wrong-number-of-cards", "too-many-pairs"],
        ["3333s", "456s", "789s", "9s99b", "123b", "88b", "44b"],
        {"hand": "3333456789s 9s99b 12344b 88b", "rules": FREE},
    ),
    "pair-alone": (["wrong-number-of-cards", "pair-without-quad"], [*SHOWN[1:], "11s"], {"hand": HAND}),
    "wrong-points": (["wrong-points"], SHOWN, {"drawn": TAKEN, "claimed_points": 21}),
}


@pytest.mark.parametrize("case", CASES)
def test_violations(case: str) -> None:
    """Exactly what is wrong, in the three languages; and, beside a false number of points, both."""
    expected, groups, request = CASES[case]
    verdict = verify(groups, **request)
    assert codes(verdict) == expected, verdict.violations
    assert not verdict.valid
    for lang in ("zh", "vi"):
        translated = verify(groups, lang=lang, **request)
        assert codes(translated) == expected
        assert all(one.message != other.message for one, other in zip(translated.violations, verdict.violations, strict=True))
    both = verify(groups, **{**request, "claimed_points": 999})
    assert set(codes(both)) == {*expected, "wrong-points"}


def test_every_code_has_a_case() -> None:
    tested = {code for expected, _, _ in CASES.values() for code in expected} | {"better-grouping"}
    assert tested == set(game("zi-pai").violations)


def test_a_better_grouping_is_a_warning() -> None:
    """1–7 small, three of each, shown as runs where triplets may be split: 3 points and 18 lost; locked it is no claim at all."""
    runs = ["123s"] * 3 + ["456s"] * 3 + ["777s"]
    free = verify(runs, hand="111222333444555666777s", rules={"preset": "hunan", "lock_dealt": False, "minimum_points": 10})
    assert (free.valid, free.points, free.lost) == (True, 12, 9)
    assert [warning.code for warning in free.warnings] == ["better-grouping"]
    locked = verify(runs, hand="111222333444555666777s", rules={"preset": "hunan"})
    assert codes(locked).count("dealt-triplet-split") == 6


def test_the_drawn_cards_group_is_read_at_its_best() -> None:
    """二 taken stands in the run and in the 2-7-10. Read as called into the 2-7-10, its value is the displayed one in either case."""
    shown = ["270s", "234s", "111s", "888s", "270b", "234b", "789b"]
    hand = "1112347888s 270s 223477890b".replace("2347", "347")
    assert verify(shown, hand=hand, drawn={"card": "2s", "source": "take"}).points == 3 + 3 + 3 + 9
    assert verify(shown, hand=hand, drawn={"card": "2s", "source": "draw"}).points == 6 + 3 + 3 + 9


@pytest.mark.parametrize("name", RULES_IN_USE)
def test_every_claim_of_the_brute_force(name: str) -> None:
    """What it groups is valid with its points where it wins; what it groups only without locks is not. 120 hands for each rule set."""
    rng = Random(f"claims {name}")
    rules = RULES_IN_USE[name]
    free = {**rules, "lock_dealt": False, "break_triplet_for_win": False, "minimum_points": -1000}
    valid = illegal = 0
    for turn in range(120):
        case = constructed_hand(rng, turn % 4 > 0, turn % 2 == 0)
        legal = {}
        for grouping in brute.groupings(*case, rules):
            key = tuple((group.kind, group.cards) for group in grouping.groups)
            if brute.right_number(grouping.groups) and grouping.points >= rules["minimum_points"]:
                legal[key] = max(legal.get(key, -1000), grouping.points)
        for key, _ in merged(brute.groupings(*case, free))[:12]:
            verdict = solver.verify("zi-pai", groups=[{"cards": list(cards)} for _, cards in key], rules=OVERRIDES[name], **fields(case))
            assert verdict.valid == (key in legal), (case, key, verdict.violations)
            if verdict.valid:
                assert verdict.points == legal[key]
            valid += verdict.valid
            illegal += not verdict.valid
    assert valid > 5
    assert illegal > 5 or name == "seed-free"


@pytest.mark.parametrize("name", ["seed", "hunan"])
def test_best_of_the_same_cards(name: str) -> None:
    """`best` and `lost` are what `arrange` says, whatever was shown."""
    rng = Random(f"best {name}")
    for _ in range(60):
        case = constructed_hand(rng)
        verdict = solver.verify("zi-pai", groups=[], rules=OVERRIDES[name], **fields(case))
        answer = solver.arrange("zi-pai", rules=OVERRIDES[name], **fields(case))
        best = answer.arrangements[0] if answer.arrangements else None
        assert verdict.best == best
        assert verdict.lost == (None if best is None else best.points - verdict.points)
