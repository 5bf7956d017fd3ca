"""Zi Pai `advise`: distance, waits, improvements, discards and calls against their definitions and the brute force."""

from collections import Counter
from random import Random
from typing import Any

import pytest

import solver
from solver.errors import InputError
from solver.result import Advice
from tests.brute import zi_pai as brute
from tests.brute import zi_pai_advise as brute_advise
from tests.brute.zi_pai_hands import RULES_IN_USE, Case, constructed_hand, random_case, random_hand
from tests.games.test_zi_pai import OVERRIDES, fields
from tests.games.test_zi_pai_verify import HAND

LOCKS = ("seed", "seed-unlocked", "hunan", "hunan-unlocked")


def advise(hand: str | list[str], **request: Any) -> Advice:
    return solver.advise("zi-pai", hand=hand, **request)


def waiting_hand(rng: Random, narrow: bool = False) -> Case:
    """A complete hand without one of its concealed cards."""
    while True:
        case = constructed_hand(rng, True, narrow)
        hand = [*case.hand, *([case.drawn[0]] if case.drawn else [])]
        if hand:
            hand.pop(rng.randrange(len(hand)))
            return Case(hand, case.melds, None)


# Distance


@pytest.mark.parametrize("name", LOCKS)
def test_distance_equals_the_brute_force(name: str) -> None:
    """125 hands for each of four rule sets, with and without melds, of all sizes."""
    rng = Random(f"distance {name}")
    found = Counter[int | None]()
    for turn in range(125):
        case = Case(*random_case(rng, rng.choice((20, 20, 20, 16, 13)))[:2], None) if turn % 3 else waiting_hand(rng)
        if not case.hand and not case.melds:
            continue
        distance = advise(rules=OVERRIDES[name], **fields(case)).distance
        assert distance == brute_advise.distance(case.hand, case.melds, RULES_IN_USE[name]), case
        found[distance] += 1
    assert len(found) >= 4


def test_distances_of_random_hands() -> None:
    """600 hands of 20: nearly all are two or three cards away; none is complete."""
    rng = Random("many")
    found = Counter(advise(random_hand(rng, 20)).distance for _ in range(600))
    assert found[0] == 0
    assert found[2] + found[3] > 450


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_distance_equals_the_brute_force_on_many() -> None:
    rng = Random("soak distance")
    for turn in range(20_000):
        name = LOCKS[turn % 4]
        case = Case(*random_case(rng, rng.choice((20, 20, 21, 16, 13, 8)))[:2], None)
        expected = brute_advise.distance(case.hand, case.melds, RULES_IN_USE[name])
        assert advise(rules=OVERRIDES[name], **fields(case)).distance == expected, case


def test_a_hand_that_can_never_be_complete() -> None:
    """Six threes and a pair on the table: the pair asks for a quad, and that would be the eighth group."""
    melds = [{"cards": cards} for cards in ("123s", "123s", "456s", "789s", "123b", "123b")]
    advice = advise("8b", melds=[*melds, {"cards": "77b"}])
    assert (advice.distance, advice.distance_to_win, advice.waits) == (None, None, ())
    assert advise("88b", melds=melds).distance == 1


@pytest.mark.parametrize("name", ["seed-unlocked", "hunan-unlocked"])
def test_distance_to_win_by_its_definition(name: str) -> None:
    """One or two cards drawn for one or two thrown away: with four melds, all of it tried out."""
    rng = Random(f"to win {name}")
    rules = {**RULES_IN_USE[name], "minimum_points": 12}
    found = Counter[int | None]()
    for _ in range(12):
        groups = random_melds(rng, 5)
        left = Counter(dict.fromkeys(brute.KINDS, 4)) - Counter(card for cards, _ in groups for card in cards)
        hand = rng.sample(sorted(left.elements()), 20 + max(0, sum(len(c) == 4 for c, _ in groups) - 1) - sum(len(c) for c, _ in groups))
        advice = advise(rules={**OVERRIDES[name], "minimum_points": 12}, **fields(Case(hand, groups, None)))
        expected = next((number for number in (1, 2) if any(wins_with(hand, groups, number, left, rules))), None)
        found[expected] += 1
        if expected is None:
            assert advice.distance_to_win is None or advice.distance_to_win > 2
        else:
            assert advice.distance_to_win == expected, (hand, groups)
    assert len(found) > 1


def random_melds(rng: Random, number: int) -> list[brute.Meld]:
    """So many groups on the table that leave copies enough, all drawn."""
    left = Counter(dict.fromkeys(brute.KINDS, 4))
    melds: list[brute.Meld] = []
    while len(melds) < number:
        kind, cards = rng.choice(brute.columns())
        if kind != "pair" and Counter(cards) <= left and not (kind == "quad" and rng.random() < 0.5):
            left -= Counter(cards)
            melds.append((cards, "draw"))
    return melds


def wins_with(hand: list[str], melds: list[brute.Meld], number: int, left: Counter[str], rules: brute.Rules) -> Any:
    """Each way to throw away all but so many cards and to draw others, by whether it wins."""
    seen = set()
    keeps = [hand] if number == 1 else [[*hand[:at], *hand[at + 1 :]] for at in range(len(hand))]
    for keep in keeps:
        for one in brute.KINDS:
            for two in brute.KINDS if number == 2 else ("",):
                full = [*keep, one, *([two] if two else [])]
                key = tuple(sorted(full))
                if key not in seen and Counter(full) <= left:
                    seen.add(key)
                    groupings = brute.groupings(full, melds, None, rules)
                    yield any(brute.right_number(each.groups) and each.points >= rules["minimum_points"] for each in groupings)


# Waits


@pytest.mark.parametrize("name", ["seed", "hunan", "hunan-unlocked", "hunan-breaking"])
def test_waits_equal_trying_all_kinds(name: str) -> None:
    """Kinds, copies left, points taken and drawn, whether they win, on 40 waiting hands each."""
    rng = Random(f"waits {name}")
    rules, number = RULES_IN_USE[name], 0
    for turn in range(40):
        case = waiting_hand(rng, turn % 2 == 0)
        own = Counter(case.cards())
        seen = rng.sample(sorted((Counter(dict.fromkeys(brute.KINDS, 4)) - own).elements()), 15)
        advice = advise(seen=seen, rules=OVERRIDES[name], **fields(case))
        expected = brute.waits(case.hand, case.melds, rules, seen)
        if advice.distance == 0:  # the hand without the card is complete as well: it waits for none
            continue
        assert [(wait.card, wait.left) for wait in advice.waits] == [(card, left) for card, left, _, _ in expected], case
        for wait, (_, _, taken, drawn) in zip(advice.waits, expected, strict=True):
            assert wait.points_drawn == drawn
            assert wait.wins_drawn == (None if drawn is None else drawn >= rules["minimum_points"])
            assert wait.wins == (taken is not None and taken >= rules["minimum_points"])
            if taken is not None:
                assert wait.points == taken
        assert not expected or advice.distance == 1
        assert bool(expected) or advice.distance != 1 or advice.discards, "one card short and nothing to throw away: it waits"
        number += len(expected)
    assert number > 40


def test_waits_of_the_rules_file() -> None:
    """一 taken makes 13 under `hunan`, drawn 15; 八 makes a quad of the concealed three, and a pair is left."""
    advice = advise(HAND, rules={"preset": "hunan"}, seen="1s")
    waits = {wait.card: (wait.left, wait.points, wait.wins, wait.points_drawn, wait.wins_drawn) for wait in advice.waits}
    assert waits["1s"] == (1, 13, False, 15, True)
    assert waits["8s"] == (1, 15, True, 18, True)
    assert advice.discards == ()


# Improvements and discards


def improving(hand: list[str], melds: list[brute.Meld], rules: brute.Rules, distance: int) -> list[str]:
    """By the definition: a legal use of the card now leaves a smaller distance."""
    found = []
    own = Counter([*hand, *(card for cards, _ in melds for card in cards)])
    for card in brute.KINDS:
        if own[card] == 4:
            continue
        for scenario in brute.scenarios(hand, melds, (card, "draw"), rules):
            group = scenario.own
            if group is None:
                continue
            after = Counter(hand) + Counter([card]) - Counter(group.cards)
            quads = any(len(cards) == 4 for cards, _ in melds) or 4 in Counter(hand).values()
            if group.kind == "pair" and not quads and distance > 1:
                continue
            nearer = brute_advise.distance(sorted(after.elements()), [*melds, (group.cards, "draw")], rules)
            if nearer is not None and nearer < distance:
                found.append(card)
                break
    return found


@pytest.mark.parametrize("name", ["seed", "hunan-unlocked"])
def test_improvements_by_their_definition(name: str) -> None:
    rng = Random(f"improves {name}")
    rules = RULES_IN_USE[name]
    for _ in range(8):
        melds = random_melds(rng, 3)
        quads = sum(len(cards) == 4 for cards, _ in melds)
        left = Counter(dict.fromkeys(brute.KINDS, 4)) - Counter(card for cards, _ in melds for card in cards)
        hand = rng.sample(sorted(left.elements()), 19 + max(1, quads) - sum(len(cards) for cards, _ in melds))
        advice = advise(rules=OVERRIDES[name], **fields(Case(hand, melds, None)))
        assert advice.distance is not None
        assert [each.card for each in advice.improves] == improving(hand, melds, rules, advice.distance), (hand, melds)


@pytest.mark.parametrize("name", ["seed", "seed-unlocked"])
def test_discards_by_their_definition(name: str) -> None:
    """Every free card of a full hand, with the distance and the improvements that the hand without it has, best first."""
    rng = Random(f"discards {name}")
    for _ in range(25):
        hand = random_hand(rng, 21)
        seen = rng.sample(sorted((Counter(dict.fromkeys(brute.KINDS, 4)) - Counter(hand)).elements()), 10)
        advice = advise(hand, seen=seen, rules=OVERRIDES[name])
        counts = Counter(hand)
        locked = {card for card, copies in counts.items() if copies >= 3 and RULES_IN_USE[name]["lock_dealt"]}
        if sum(copies == 4 for copies in counts.values()) > 1 and locked:
            assert advice.discards == ()
            continue
        assert {each.card for each in advice.discards} == set(hand) - locked
        order = [(each.distance, -each.left) for each in advice.discards if each.distance is not None]
        assert order == sorted(order)
        for each in advice.discards:
            rest = hand.copy()
            rest.remove(each.card)
            without = advise(rest, seen=[*seen, each.card], rules=OVERRIDES[name])
            assert (each.distance, each.improves) == (without.distance, without.improves)
            assert each.left == sum(improvement.left for improvement in each.improves)


# Calls


def test_calls_of_a_card_on_offer() -> None:
    """Called, 一 completes the hand: a win under `seed`. A pair or a run of it is worse, and the pair no win."""
    calls = advise(HAND, offered={"card": "1s", "source": "take"}).calls
    assert (calls[0].use, calls[0].wins, calls[0].points) == ("triplet", True, 19)
    assert {call.use: call.legal for call in calls} == {"triplet": True, "run": True, "pair": False, "pass": True}
    assert next(call for call in calls if call.use == "pair").reason == "a pair is called only to win"
    hunan = advise(HAND, offered={"card": "1s", "source": "take"}, rules={"preset": "hunan"}).calls
    assert not any(call.wins for call in hunan)


def test_the_fourth_card_of_a_concealed_triplet_is_forced() -> None:
    calls = advise("888s 12s 45b", offered={"card": "8s", "source": "take"}).calls
    assert [(call.use, call.legal, call.forced) for call in calls] == [("quad", True, True), ("pass", False, False)]


def test_any_card_may_be_called_for_any_group() -> None:
    """Whoever discarded it: steal and take are one."""
    for source in ("take", "steal"):
        calls = advise("12s 11b 34s 5s", offered={"card": "1s", "source": source}).calls
        assert {call.use for call in calls if call.legal} == {"mixed", "run", "pass"}
        calls = advise("34s 33b 5s 9b", offered={"card": "3s", "source": source}).calls
        assert {call.cards for call in calls if call.legal} == {("3s", "3b", "3b"), ("3s", "3s", "3b"), ("3s", "4s", "5s"), ()}


def test_what_can_not_be_offered() -> None:
    for request, code, pointer in (
        (
            {"hand": "1s", "drawn": {"card": "2s", "source": "draw"}, "offered": {"card": "1s", "source": "take"}},
            "offered-and-drawn",
            "/offered",
        ),
        ({"hand": "123456789s 123456789b 123s", "offered": {"card": "5s", "source": "take"}}, "wrong-number-of-cards", "/hand"),
        ({"hand": "111s", "seen": "11s"}, "too-many-copies", "/seen"),
        ({"hand": "1111s", "offered": {"card": "1s", "source": "take"}}, "too-many-copies", "/offered/card"),
        ({"hand": "1s", "seen": "1?"}, "unknown-card", "/seen"),
    ):
        with pytest.raises(InputError) as error:
            advise(**request)
        assert code in [fault.code for fault in error.value.faults]
        assert error.value.faults[-1].pointer == pointer


def test_two_groups_can_not_wait_for_one_card() -> None:
    """Twice 二 and 十 want 七, of which three lie on the table, as do all other ways to use 二 and 十 in pairs: 3 cards, not 2."""
    melds = [(cards, "draw") for cards in (("7s",) * 3, ("2s", "2s", "2b"), ("2b",) * 3, ("0s", "0s", "0b"), ("0b",) * 3)]
    hand = ["2s", "2s", "0s", "0s", "5b"]
    advice = advise(**fields(Case(hand, melds, None)))
    assert advice.distance == brute_advise.distance(hand, melds) == 3
    assert "7s" in [each.card for each in advice.improves]
    assert [each.card for each in advice.improves] == improving(hand, melds, RULES_IN_USE["seed"], 3)


def test_points_are_not_counted_on_cards_that_are_gone() -> None:
    """Empty hands but for melds: what is left to build must score, and the best groups are on the table already."""
    melds = [
        (cards, "draw") for cards in (("2b", "7b", "0b"), ("2b", "7b", "0b"), ("2b", "7b", "0b"), ("3s", "4s", "5s"), ("3s", "4s", "5s"))
    ]
    rules = {"minimum_points": 27 + 9 + 6}
    advice = advise("1s 3b 5b 6b 9s", rules=rules, **{key: value for key, value in fields(Case([], melds, None)).items() if key != "hand"})
    # One more 2-7-10 is left, three cards, and a big triplet that one of the hand's cards begins, two cards.
    assert (advice.distance, advice.distance_to_win) == (3, 5)
