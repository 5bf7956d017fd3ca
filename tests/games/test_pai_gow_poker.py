"""Pai Gow Poker: goldens, both engines and the house ways against a brute force that shares no code with them, pins, claims, settling."""

import random
from typing import Any, get_args

import pytest

import solver
from solver.cards import playing
from solver.errors import InputError
from solver.games.pai_gow_poker.house_way import WAYS, Name
from tests.brute import pai_gow_poker as brute

TRAP = "Jc Jd 6c 6h Jk 3s 2d"  # front JJ with 66-A-3-2 behind is a foul
QUEENS = "As Jk Qs Qh Qd 7s 2s"
HARD = (
    TRAP,
    QUEENS,
    "As Ah Ad Ac Jk Kd Kc",  # five aces and kings
    "As Ah Ad Ac Jk 7d 2c",
    "As Ks Qs Js Ts 9s 8s",  # a royal flush and straight flushes under it
    "As Ks Qs Js Jk Kh Kd",  # a royal flush, a full house, and four of a kind in part
    "2s 3h 4d 5c Jk Kd Qh",  # the wheel against a higher straight
    "Ts 9s 8s 7s 6s Ah Jd",
    "Th 9s 8s 7s 6s 5s Kd",  # straight and flush both
    "Ks Kh Qs Qh Js Jh Jk",  # three pair and a straight with the joker
    "2s 2h 2d 2c 3s 3h 3d",
    "Ks Kh Kd Kc As Qh 2d",
    "2s 2h Ad Ac Ks 7s 5s",
    "Jk As Kh Qd Jc 9s 8h",
)


def deal(seed: int) -> list[str]:
    """Seven cards: of the whole deck, of high cards only, or of two suits only, so that sets, straights and flushes are no rarity."""
    narrow = ("23456789TJQKA", "cdhs"), ("9TJQKA", "cdhs"), ("23456789TJQKA", "sh")
    ranks, suits = narrow[seed % 3]
    return random.Random(seed).sample([rank + suit for rank in ranks for suit in suits] + [brute.JOKER], 7)


def arrange(hand: Any, **fields: Any) -> Any:
    return solver.arrange("pai-gow-poker", hand=hand, **fields)


def split_of(arrangement: Any) -> brute.Split:
    front, back = (group.cards for group in arrangement.groups)
    return front, back


def ranks_of(arrangement: Any, wheel: str = "second", joker: str = "semi") -> brute.Ranks:
    return brute.ranks(split_of(arrangement), wheel, joker)


def test_the_table_and_the_request_name_the_same_house_ways() -> None:
    assert set(WAYS) == set(get_args(Name))


@pytest.mark.parametrize(
    ("way", "front", "back"),
    [("trump-plaza", "Jk3s", "JdJc6h6c2d"), ("flamingo", "6h6c", "JdJcJk3s2d"), ("golden-nugget", "6h6c", "JdJcJk3s2d")],
)
def test_the_joker_trap(way: str, front: str, back: str) -> None:
    """Public house ways foul here: in the back a joker is an ace, not a jack."""
    found = arrange(TRAP, objective="house", house_way=way).arrangements[0]
    assert tuple("".join(row) for row in split_of(found)) == (front, back)
    assert not brute.legal((("Jc", "Jd"), ("6c", "6h", "Jk", "3s", "2d")))


def test_the_flush_with_queens() -> None:
    """+0.980 against +0.907 for what the house way sets, before commission."""
    answer = arrange(QUEENS, top=2, rules={"commission": 0.0})
    house = arrange(QUEENS, objective="house").arrangements[0]
    assert [round(each.value, 3) for each in answer.arrangements] == [0.980, 0.907]
    assert split_of(answer.arrangements[1]) == split_of(house)
    assert answer.status == "optimal"
    after = arrange(QUEENS).arrangements[0].details
    assert after["expected"] == pytest.approx(0.95 * after["win"] - after["lose"], abs=1e-6)
    assert after["win"] + after["push"] + after["lose"] == pytest.approx(1, abs=2e-6)


@pytest.mark.parametrize("way", sorted(WAYS))
@pytest.mark.parametrize("wheel", ["second", "low"])
def test_house_ways_against_brute_force(way: str, wheel: str) -> None:
    for hand in [*(each.split() for each in HARD), *map(deal, range(300))]:
        found = arrange(hand, objective="house", house_way=way, rules={"wheel": wheel}).arrangements[0]
        assert ranks_of(found, wheel) == brute.house_way(way, hand, wheel), (hand, split_of(found))


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("way", sorted(WAYS))
def test_house_ways_against_brute_force_for_long(way: str) -> None:
    for seed in range(10_000, 40_000):
        hand = deal(seed)
        assert ranks_of(arrange(hand, objective="house", house_way=way).arrangements[0]) == brute.house_way(way, hand), hand


@pytest.mark.parametrize("rules", [{}, {"wheel": "low"}, {"joker": "wild"}])
def test_strength_against_brute_force(rules: dict[str, str]) -> None:
    wheel, joker = rules.get("wheel", "second"), rules.get("joker", "semi")
    for hand in [*(each.split() for each in HARD), *map(deal, range(150))]:
        answer = arrange(hand, objective="strength", top=5, rules=rules)
        legal = brute.legal_splits(hand, wheel, joker)
        best = sorted({own for _, own in legal}, key=lambda own: own[::-1], reverse=True)[:5]
        assert [ranks_of(each, wheel, joker) for each in answer.arrangements] == best, hand
        assert answer.count == len(legal)


@pytest.mark.parametrize("objective", ["strength", "house", "expected"])
@pytest.mark.parametrize("joker", ["semi", "wild"])
def test_engines_agree(objective: str, joker: str) -> None:
    for hand in [*HARD[:6], *(" ".join(deal(seed)) for seed in range(6))]:
        answers = [
            arrange(hand, objective=objective, top=4, engine=engine, rules={"joker": joker}, deadline_ms=10_000)
            for engine in ("enumerate", "cp-sat")
        ]
        assert answers[0].arrangements == answers[1].arrangements, hand
        assert [answer.engine for answer in answers] == ["enumerate", "cp-sat"]


def test_every_answer_is_a_legal_setting_of_the_hand() -> None:
    for seed in range(60):
        hand = deal(seed)
        for objective in ("strength", "house", "expected"):
            answer = arrange(hand, objective=objective, top=20)
            splits = [split_of(each) for each in answer.arrangements]
            assert all(brute.legal(split) and sorted(split[0] + split[1]) == sorted(hand) for split in splits)
            assert len({brute.ranks(split) for split in splits}) == len(splits)
            undominated = {own for _, own in brute.undominated(hand)}
            assert brute.ranks(splits[0]) in undominated
            values = [each.value for each in answer.arrangements]
            assert values == sorted(values, reverse=True) if objective == "expected" else not any(values)


def test_a_dealer_of_another_house_way() -> None:
    values = {dealer: arrange(TRAP, dealer=dealer).value for dealer in WAYS}
    assert len(set(values.values())) == len(values)
    assert arrange(TRAP).value == values["trump-plaza"]
    assert {dealer: arrange(TRAP, dealer=dealer).opponents.id for dealer in WAYS} == {name: f"{name}-1" for name in WAYS}


@pytest.mark.parametrize("count", [30, pytest.param(3000, marks=[pytest.mark.soak, pytest.mark.timeout(7200)])])
@pytest.mark.parametrize("way", sorted(WAYS))
def test_exploitability_is_what_a_counter_makes_beyond_the_way_itself(way: str, count: int) -> None:
    """On no hand less than nothing; the mean over random hands is the number in the answer."""
    gains, deck = [], list(playing.NAMES[:53])
    for seed in range(count):
        hand = random.Random(seed).sample(deck, 7)
        splits = arrange(hand, dealer=way, top=20).arrangements
        house = ranks_of(arrange(hand, objective="house", house_way=way).arrangements[0])
        gains.append(splits[0].value - next(each.value for each in splits if ranks_of(each) == house))
    mean = sum(gains) / count
    error = (sum((gain - mean) ** 2 for gain in gains) / count / (count - 1)) ** 0.5
    told = arrange(TRAP, dealer=way).opponents.exploitability
    assert min(gains) >= 0
    assert 0 < told < 0.01
    assert abs(mean - told) < 5 * error + 0.006 * (count < 100)


def test_pins() -> None:
    for seed in range(80):
        hand = deal(seed)
        pins = {"front": [hand[0]], "back": [hand[1], hand[2]]}
        legal = [
            own for split, own in brute.legal_splits(hand) if hand[0] in split[0] and hand[1] in split[1] and hand[2] in split[1]
        ]  # fmt: skip
        kept = [own for own in legal if not any(other != own and other[0] >= own[0] and other[1] >= own[1] for other in legal)]
        for objective in ("strength", "house", "expected"):
            if legal:
                found = arrange(hand, pins=pins, objective=objective).arrangements[0]
                assert hand[0] in split_of(found)[0]
                assert {hand[1], hand[2]} <= {*split_of(found)[1]}
                assert ranks_of(found) in kept
            else:
                with pytest.raises(InputError, match="foul"):
                    arrange(hand, pins=pins, objective=objective)


@pytest.mark.parametrize(
    ("fields", "code", "pointer"),
    [
        ({"pins": {"front": "Ah"}}, "impossible-pins", "/pins/front"),
        ({"pins": {"front": "Jc Jd"}, "objective": "strength"}, "impossible-pins", "/pins"),
        ({"pins": {"front": "Jk", "back": "Jk"}}, "impossible-pins", "/pins/back"),
        ({"pins": {"front": "Jc Jd 6c"}}, "impossible-pins", "/pins/front"),
        ({"house_way": "flamingo"}, "out-of-place", "/house_way"),
        ({"dealer": "flamingo", "objective": "house"}, "out-of-place", "/dealer"),
        ({"house_way": "nope", "objective": "house"}, "unknown-value", "/house_way"),
        ({"rules": {"commission": 1.5}}, "out-of-range", "/rules/commission"),
        ({"hand": "Jk Jk 2s 3s 4s 5s 6s"}, "too-many-copies", "/hand"),
        ({"hand": "2s 2s 3s 4s 5s 6s 7s"}, "duplicate-card", "/hand"),
        ({"hand": "2s 3s 4s 5s 6s 7s"}, "wrong-number-of-cards", "/hand"),
    ],
)
def test_what_is_refused(fields: dict[str, Any], code: str, pointer: str) -> None:
    with pytest.raises(InputError) as refused:
        solver.arrange("pai-gow-poker", **{"hand": TRAP, **fields})
    assert [(fault.code, fault.pointer) for fault in refused.value.faults] == [(code, pointer)]


def shown(split: brute.Split) -> list[dict[str, Any]]:
    return [{"slot": slot, "cards": list(cards)} for slot, cards in zip(("front", "back"), split, strict=True)]


def verify(split: brute.Split, **fields: Any) -> Any:
    return solver.verify("pai-gow-poker", groups=shown(split), **fields)


def test_verify_judges_every_split() -> None:
    for seed in range(25):
        hand = deal(seed)
        best = arrange(hand).value
        for front in ((hand[0], hand[1]), (hand[2], hand[6])):
            split = (front, tuple(card for card in hand if card not in front))
            verdict = verify(split, hand=hand)
            assert verdict.valid == brute.legal(split)
            assert [violation.code for violation in verdict.violations] == [] if verdict.valid else ["front-over-back"]
            assert verdict.best.value == best
            assert verdict.lost >= 0
            if not verdict.valid:
                assert verdict.lost == pytest.approx(best + 1, abs=1e-9)
    assert verify(split_of(arrange(QUEENS).arrangements[0])).lost == 0


def test_everything_wrong_at_once() -> None:
    verdict = verify((("As",), ("Jk", "Qs", "Qh", "Qd", "7s", "7s")), hand=QUEENS, claimed_points=1)
    codes = [violation.code for violation in verdict.violations]
    assert codes == ["duplicate-card", "card-not-in-hand", "card-not-placed", "wrong-row-size", "wrong-row-size", "wrong-points"]
    assert [code for code in codes if code not in solver.game.game("pai-gow-poker").violations] == []


def test_settle_against_brute_force() -> None:
    """Seven seats with any split, fouls among them: results are the brute force's, totals add to nothing."""
    for seed in range(60):
        deck = random.Random(seed).sample(brute.FULL_DECK, 49)
        hands = [deck[7 * at : 7 * at + 7] for at in range(7)]
        if seed % 3:
            seats = [split_of(arrange(hand, objective="strength").arrangements[0]) for hand in hands]
        else:
            seats = [(tuple(hand[:2]), tuple(hand[2:])) for hand in hands]
        names = [f"seat {at}" for at in range(7)]
        players = [{"name": name, "groups": shown(seat)} for name, seat in zip(names, seats, strict=True)]
        settled = solver.settle("pai-gow-poker", players=players, banker="seat 3", stake=100)
        assert sum(settled.totals.values()) == 0
        assert len(settled.pairs) == 6
        for pair in settled.pairs:
            assert pair.players[1] == "seat 3"
            result = brute.result(seats[names.index(pair.players[0])], seats[3])
            assert pair.points[0] == -pair.points[1] == (0.95 if result == 1 else result)
            assert settled.totals[pair.players[0]] == (95 if result == 1 else 100 * result)


def test_a_table_that_can_not_be() -> None:
    groups = shown((("Kd", "9c"), ("8s", "8h", "Qc", "6d", "4c")))
    with pytest.raises(InputError) as refused:
        solver.settle("pai-gow-poker", players=[{"name": "a", "groups": groups}, {"name": "b", "groups": groups}], banker="a")
    assert refused.value.faults[0].code == "duplicate-card"
    other = shown((("Ad", "9d"), ("Ts", "Th", "Jc", "7d", "3c")))
    with pytest.raises(InputError) as refused:
        solver.settle("pai-gow-poker", players=[{"name": "a", "groups": groups}, {"name": "b", "groups": other}], banker="c")
    assert refused.value.faults[0].code == "unknown-banker"


def test_the_joker_lies_where_the_card_it_stands_for_would() -> None:
    for hand, back in (
        ("9s 8h 7d 5c Jk Ad Kh", ("9s", "8h", "7d", "Jk", "5c")),
        ("2s 3h 4d 5c Jk Kd Qh", ("5c", "4d", "3h", "2s", "Jk")),
        ("As Ts 5s 3s Jk Qd Qh", ("As", "Jk", "Ts", "5s", "3s")),
    ):
        assert split_of(arrange(hand, objective="strength").arrangements[0])[1] == back
    assert playing.NAMES[playing.JOKER] == "Jk"
