"""Open-face Fantasyland: both engines against a brute force that shares no code with them, royalties, stays, claims and settling."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

import solver
from solver.cards import playing
from solver.errors import InputError
from solver.games.open_face.rules import PRESETS
from tests.brute import open_face as brute
from tests.brute.chinese_poker import Rank

WORTH_EIGHT = "9h Ad 7d Tc 4h 5c 4s 5d 6h 7c Ks Kh 6d 3h"  # a public solver finds 4
HARD = (
    WORTH_EIGHT,
    "As Ks Qs Js Ts 9s 9h 9d 9c 3h 3d 2c Jk",  # stays twice over: it counts once
    "As Ah Ad Ac Ks Kh Kd Kc Qs Qh Qd Qc Js Jk",
    "As Ah Ad Ac Ks Kh Kd Kc Jk Jk 2s 3h 4d",  # five of a kind does not exist
    "2s 2h 2d 3s 3h 3d 4s 4h 4d 5s 5h 5d 6s",
    "As 2h 3d 4c 5s 6h 7d 8c 9s Th Jd Qc Ks",
    "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks",
    "2s 2h 4d 5c 7s 8h 9d Jc Qs Kh Ad 3c 6s Jk",
    # With a stay counted in both rows another setting would seem better.
    "Jk Jk Ad Kh Qd Qc Js Jh Jd Jc Th Td 9h 9d",
    "Jk Ah Ad Ac Kh Kd Qs Qh Jh Ts Th Td Tc 9s",
    "Jk As Ac Ks Qh Js Jd Jc Ts Td Tc 9s 9h 9c",
)


def deal(seed: int, cards: int, jokers: int = 0) -> list[str]:
    draw = random.Random(seed)
    return [*draw.sample(playing.NAMES[:52], cards - jokers), *["Jk"] * jokers]


def labelled(hand: list[str]) -> list[str]:
    """The hand as the brute force wants it: the second joker told from the first."""
    natural = [card for card in hand if card != "Jk"]
    return natural + list(brute.JOKERS[: len(hand) - len(natural)])


def ranks_of(arrangement: Any) -> tuple[Rank, ...]:
    front, middle, back = (labelled(list(group.cards)) for group in arrangement.groups)
    return brute.rank_three(front), brute.rank_five(middle), brute.rank_five(back)


def agrees(hand: list[str], top: int = 1, **fields: Any) -> Any:
    """The answer is the brute force's in value and ranks, and its rows hold the hand's cards."""
    answer = solver.arrange("open-face", hand=" ".join(hand), top=top, **fields)
    cards = labelled(hand)
    best = brute.top(cards, top) if top > 1 or len(hand) == 13 else [brute.best(cards)]
    assert [(each.value, ranks_of(each)) for each in answer.arrangements] == best, hand
    for each in answer.arrangements:
        cards_shown = [card for group in each.groups for card in group.cards]
        assert sorted([*cards_shown, *each.loose]) == sorted(hand)
        assert each.points == sum(brute.royalties(ranks_of(each))) == sum(each.details["royalties"].values())  # type: ignore[arg-type]
        assert each.details["stays"] == brute.stays(ranks_of(each))  # type: ignore[arg-type]
    return answer


@pytest.mark.parametrize("hand", HARD)
@pytest.mark.parametrize("engine", ["enumerate", "cp-sat"])
def test_hard_hands(hand: str, engine: str) -> None:
    answer = agrees(hand.split(), engine=engine, deadline_ms=10_000)
    assert (answer.engine, answer.status) == (engine, "optimal")


def test_the_hand_worth_eight() -> None:
    assert solver.arrange("open-face", hand=WORTH_EIGHT).value == 8
    assert brute.best(WORTH_EIGHT.split())[0] == 8  # type: ignore[index]


@pytest.mark.parametrize("seed", range(30))
def test_random_hands(seed: int) -> None:
    agrees(deal(seed, 13 + seed % 2, jokers=(0, 0, 1, 2)[seed % 4]))


@pytest.mark.parametrize("seed", range(6))
def test_runners_up(seed: int) -> None:
    """The first five of all settings, distinct in ranks; with jokers, many of them stay in Fantasyland twice over."""
    hand = deal(seed, 13, jokers=seed % 3)
    answer = agrees(hand, top=5)
    assert agrees(hand, top=5, engine="cp-sat", deadline_ms=10_000).arrangements == answer.arrangements


@pytest.mark.parametrize("hand", HARD[1:3] + HARD[-3:])
def test_engines_list_the_same_runners_up(hand: str) -> None:
    answers = [solver.arrange("open-face", hand=hand, top=20, engine=engine, deadline_ms=10_000) for engine in ("enumerate", "cp-sat")]
    assert len(answers[0].arrangements) == 20
    assert answers[0].arrangements == answers[1].arrangements


def test_the_deadline_leaves_a_legal_setting() -> None:
    answer = solver.arrange("open-face", hand=HARD[-1], engine="cp-sat", deadline_ms=1)
    assert answer.status == "feasible"
    assert brute.legal(ranks_of(answer.arrangements[0]))  # type: ignore[arg-type]


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("cards", [13, 14, 15])
def test_two_hundred_hands(cards: int) -> None:
    for seed in range(200 if cards < 15 else 60):
        agrees(deal(1000 + seed, cards, jokers=seed % 3 if cards < 15 else 0))


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("seed", range(6))
def test_seventeen_cards(seed: int) -> None:
    agrees(deal(2000 + seed, 17))


@pytest.mark.parametrize("seed", range(4))
def test_pins(seed: int) -> None:
    hand = deal(100 + seed, 13)
    pins = {"front": [hand[0]], "middle": [hand[1]], "back": [hand[2], hand[3]]}
    best = brute.top(hand, 1, pins=pins)
    for engine in ("enumerate", "cp-sat"):
        if best:
            answer = solver.arrange("open-face", hand=hand, pins=pins, engine=engine)
            assert [(answer.value, ranks_of(answer.arrangements[0]))] == best
        else:
            with pytest.raises(InputError, match="foul"):
                solver.arrange("open-face", hand=hand, pins=pins, engine=engine)


@pytest.mark.parametrize(
    ("pins", "pointer"),
    [
        ({"front": "Jk"}, "/pins/front"),  # not in the hand
        ({"front": "3h", "back": "3h"}, "/pins/back"),
        ({"front": "3h 4h 5c 6h"}, "/pins/front"),
        ({"front": "Ks Kh Ad", "middle": "Tc 9h 7d 3h 4s"}, "/pins"),
    ],
)
def test_impossible_pins(pins: dict[str, str], pointer: str) -> None:
    with pytest.raises(InputError) as refused:
        solver.arrange("open-face", hand=WORTH_EIGHT, pins=pins)
    assert [(fault.code, fault.pointer) for fault in refused.value.faults] == [("impossible-pins", pointer)]


def test_the_stay_bonus_decides() -> None:
    """Trips in front are given up for more royalties as soon as the stay counts little enough."""
    hand = " ".join(deal(8, 14, jokers=1))
    values = {}
    for bonus in (0, 5, 15, 40):
        answer = solver.arrange("open-face", hand=hand, stay_bonus=bonus)
        values[bonus] = answer.value
        assert answer.value == brute.best(labelled(hand.split()), bonus)[0]  # type: ignore[index]
        assert solver.arrange("open-face", hand=hand, rules={"stay_bonus": bonus}).arrangements == answer.arrangements
    royalties = solver.arrange("open-face", hand=hand, objective="royalties")
    assert royalties.value == royalties.arrangements[0].points == values[0]


def test_royalties_that_fall_are_not_cut_short() -> None:
    """A rule set that pays a straight more than a flush: the engines agree although stronger is not better."""
    rules = {"royalties": {"back": {"straight": 30, "flush": 1, "full-house": 0}, "front": {"22": 50}}}
    assert not PRESETS.resolve(rules).grows
    hand = "2s 2h 5s 6s 7s 8s 9h Tc Jc Qc Kd 3s 4s"
    answers = [solver.arrange("open-face", hand=hand, rules=rules, engine=engine, deadline_ms=10_000) for engine in ("enumerate", "cp-sat")]
    assert answers[0].arrangements == answers[1].arrangements
    assert answers[0].arrangements[0].details["royalties"]["front"] == 50


@pytest.mark.parametrize(("hands", "cards", "expected", "width"), [(2000, 14, 0.106, 4)])
def test_the_chance_to_stay(hands: int, cards: int, expected: float, width: float) -> None:
    stay_rate(hands, cards, expected, width)


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize(("cards", "expected"), [(14, 0.106), (15, 0.195), (16, 0.347), (17, 0.548)])
def test_the_chance_to_stay_for_long(cards: int, expected: float) -> None:
    stay_rate({14: 100_000, 15: 40_000, 16: 20_000, 17: 10_000}[cards], cards, expected, 3.5)


def stay_rate(hands: int, cards: int, expected: float, width: float) -> None:
    """How many hands have any legal setting that stays: a stay that counts more than all royalties is always taken."""
    from solver.games.open_face.model import Problem, solve

    rules, draw, stays = PRESETS.resolve({"stay_bonus": 1000}), random.Random(cards), 0
    for _ in range(hands):
        hand = tuple(sorted(draw.sample(range(52), cards), reverse=True))
        stays += solve(Problem(rules, hand)).settings[0].stays(rules)
    error = (expected * (1 - expected) / hands) ** 0.5
    assert abs(stays / hands - expected) < width * error + 0.0005, stays / hands


@pytest.mark.parametrize("hand", ["", "Ks", "As " * 13, "Jk " * 3 + "2s 3s 4s 5s 6s 7s 8s 9s Ts Js", " ".join(playing.NAMES[:18])])
def test_hands_that_can_not_be(hand: str) -> None:
    with pytest.raises(InputError):
        solver.arrange("open-face", hand=hand)


def shown(rows: Sequence[Any]) -> list[dict[str, Any]]:
    return [
        {"slot": slot, "cards": row if isinstance(row, str) else list(row)}
        for slot, row in zip(("front", "middle", "back"), rows, strict=True)
    ]


def verify(front: str, middle: str, back: str, **fields: Any) -> Any:
    return solver.verify("open-face", groups=shown((front, middle, back)), **fields)


def codes(verdict: Any) -> list[str]:
    return [violation.code for violation in verdict.violations]


def test_equal_rows_are_legal() -> None:
    verdict = verify("2s 3h 4d", "As Ks Qd Jd 9h", "Ah Kh Qc Jc 9d")
    assert verdict.valid
    assert verdict.points == 0


def test_claims() -> None:
    rows = ("Jk 3h 3d", "9s 9h 9d 9c 2c", "As Ks Qs Js Ts")
    assert codes(verify(*rows, declared=["stay"], claimed_points=55)) == ["wrong-points"]
    assert [warning.code for warning in verify(*rows).warnings] == ["undeclared-stay"]
    assert codes(verify("Qs Qh 2c", "As Ah 3c 4c 5d", "9s 9h 9d 4s 4h", declared=["stay"], claimed_points=13)) == ["false-stay"]


def test_everything_wrong_at_once() -> None:
    verdict = verify("Qs Qh", "As Ah 3c 4c 5d 5d", "9s 9h 9d 4s Jk", hand="Qs Qh As Ah 3c 4c 5d 9s 9h 9d 4s 2c 2d 2h", claimed_points=3)
    assert codes(verdict) == ["duplicate-card", "card-not-in-hand", "wrong-row-size", "wrong-row-size", "wrong-points"]
    assert verdict.points == 0
    assert verdict.best is not None
    assert verdict.lost == verdict.best.value


def test_discards_are_no_violation() -> None:
    hand = WORTH_EIGHT
    best = solver.arrange("open-face", hand=hand).arrangements[0]
    verdict = verify(*(" ".join(group.cards) for group in best.groups), hand=hand, claimed_points=8)
    assert verdict.valid
    assert verdict.lost == 0


def test_settle_against_brute_force() -> None:
    """Random settings, half of them fouls: pairs are what the brute force says, and totals add to nothing."""
    for seed in range(100):
        deck = random.Random(seed).sample(playing.NAMES[:52], 39)
        seats = []
        for at in range(3):
            cards = deck[13 * at : 13 * at + 13]
            if (seed + at) % 2:
                answer = solver.arrange("open-face", hand=cards)
                rows = tuple(group.cards for group in answer.arrangements[0].groups)
            else:
                rows = tuple(cards[:3]), tuple(cards[3:8]), tuple(cards[8:])
            seats.append(rows)
        players = [{"name": name, "groups": shown(rows)} for name, rows in zip("abc", seats, strict=True)]
        settled = solver.settle("open-face", players=players, stake=2)
        assert sum(settled.totals.values()) == 0
        expected = dict.fromkeys("abc", 0)
        for pair in settled.pairs:
            first, second = ("abc".index(name) for name in pair.players)
            assert pair.points[0] == -pair.points[1] == brute.score(seats[first], seats[second]), (seed, pair)
            assert not pair.rows or sum(row.points[0] for row in pair.rows) in (pair.points[0], pair.points[0] - 3, pair.points[0] + 3)
            expected[pair.players[0]] += 2 * int(pair.points[0])
            expected[pair.players[1]] += 2 * int(pair.points[1])
        assert settled.totals == expected


def test_a_card_is_at_a_table_once() -> None:
    rows = shown(("2c 3c 5d", "7c 7d 8s 9s Th", "Js Jh Jd 4s 4h"))
    with pytest.raises(InputError) as refused:
        solver.settle("open-face", players=[{"name": "a", "groups": rows}, {"name": "b", "groups": rows}])
    assert refused.value.faults[0].code == "duplicate-card"
    with pytest.raises(InputError) as refused:
        solver.settle("open-face", players=[{"name": "a", "groups": rows}, {"name": "a", "groups": rows[:2]}])
    assert {fault.code for fault in refused.value.faults} == {"same-name", "wrong-number-of-cards"}
