"""Zi Pai `arrange`: the values of the rules file, the history of a hand, and both engines against the brute force."""

from random import Random
from typing import Any

import pytest

import solver
from solver.engines import cp_sat, search
from solver.errors import InputError
from solver.game import game
from solver.games.zi_pai.cards import COPIES, KINDS, parse
from solver.games.zi_pai.groups import GROUP_CARDS, GROUP_KINDS, LIMITS, catalogue
from solver.games.zi_pai.rules import PRESETS
from solver.partition import Limit, Partition
from solver.result import Answer
from tests.brute import zi_pai as brute
from tests.brute.zi_pai_hands import RULES_IN_USE, Case, constructed_hand, random_case, random_hand

FREE = {"preset": "hunan", "lock_dealt": False}
HAND = "一一二二三四七八八八十 貳貳叁肆柒柒捌玖拾"
OVERRIDES: dict[str, dict[str, Any]] = {
    name: {"preset": name.split("-")[0], **{key: rules[key] for key in ("lock_dealt", "break_triplet_for_win", "minimum_points")}}
    for name, rules in RULES_IN_USE.items()
}


def arrange(hand: str | list[str], **fields: Any) -> Answer:
    return solver.arrange("zi-pai", hand=hand, **fields)


def points(answer: Answer) -> list[int]:
    return [arrangement.points for arrangement in answer.arrangements]


def groups(answer: Answer, place: int = 0) -> list[tuple[str, int, bool]]:
    return [(group.kind, group.points, group.displayed) for group in answer.arrangements[place].groups]


def codes(error: pytest.ExceptionInfo[InputError]) -> list[tuple[str, str, int | None]]:
    return [(fault.code, fault.pointer, fault.position) for fault in error.value.faults]


# The rules file


def test_the_called_card_of_the_rules_file() -> None:
    """一 taken makes a displayed triplet: 13 under `hunan`, no win at 15; 19 under `seed`, whose 2-7-10 are worth more."""
    taken = {"card": "一", "source": "take"}
    hunan = arrange(HAND, drawn=taken, rules={"preset": "hunan"})
    assert (hunan.value, hunan.complete, hunan.wins, hunan.count) == (13, True, False, 1)
    assert hunan.reason == "13 points; the minimum is 15"
    assert ("triplet", 1, True) in groups(hunan)
    assert (arrange(HAND, drawn=taken).value, arrange(HAND, drawn=taken).wins) == (19, True)
    assert arrange(HAND, drawn=taken, rules={"preset": "hengyang"}).wins
    drawn = arrange(HAND, drawn={"card": "一", "source": "draw"}, rules={"preset": "hunan"})
    assert (drawn.value, drawn.wins) == (15, True), "what the player draws himself stays concealed in value"


def test_three_of_each_of_seven_numbers() -> None:
    """1–7 small, three of each: nine groupings from 3 to 21 points; locked only the triplets."""
    hand = "111222333444555666777s"
    answer = arrange(hand, rules=FREE, top=20)
    assert (answer.count, max(points(answer)), min(points(answer))) == (9, 21, 3)
    locked = arrange(hand, rules={"preset": "hunan"}, top=20)
    assert (locked.count, points(locked)) == (1, [21])


def test_two_small_and_a_big_of_each() -> None:
    hand = "11223344556677s 1234567b"
    assert sorted(set(points(arrange(hand, rules=FREE, top=20)))) == [0, 12]
    assert set(points(arrange(hand, rules={"lock_dealt": False}, top=20))) == {0}


# The brute force


def fields(case: Case) -> dict[str, Any]:
    request: dict[str, Any] = {"hand": list(case.hand), "melds": [{"cards": list(cards), "source": source} for cards, source in case.melds]}
    if case.drawn is not None:
        request["drawn"] = {"card": case.drawn[0], "source": case.drawn[1]}
    return request


Key = tuple[tuple[str, tuple[str, ...]], ...]


def merged(groupings: list[brute.Grouping]) -> list[tuple[Key, int]]:
    """Groupings that differ only in which group is displayed are one, with the better points; best first, then canonical."""
    best: dict[Key, int] = {}
    for grouping in groupings:
        key = tuple((group.kind, group.cards) for group in grouping.groups)
        best[key] = max(best.get(key, -1000), grouping.points)
    place, card = brute.KIND_ORDER.index, brute.KINDS.index
    return sorted(
        best.items(), key=lambda each: (-each[1], len(each[0]), [(place(kind), [card(c) for c in cards]) for kind, cards in each[0]])
    )


def hold_against_brute(case: Case, name: str, engine: str, top: int) -> bool:
    """One hand: best, count, list, and whether it wins. Tells whether it is complete."""
    rules = RULES_IN_USE[name]
    answer = arrange(rules=OVERRIDES[name], engine=engine, top=top, deadline_ms=10_000, **fields(case))
    expected = brute.best(*case, rules)
    if expected is None:
        assert (answer.status, answer.arrangements, answer.complete, answer.count) == ("none", (), False, 0)
        return False
    every = merged(brute.groupings(*case, rules))
    every.sort(key=lambda each: len(case.cards()) >= 21 and not seven(each[0]))
    assert (answer.status, answer.count, answer.complete) == ("optimal", len(every), bool(every))
    best = answer.arrangements[0]
    if every:
        assert [(tuple((g.kind, g.cards) for g in each.groups), each.points) for each in answer.arrangements] == every[:top]
        assert answer.wins == (seven(every[0][0]) and every[0][1] >= rules["minimum_points"])
    else:
        assert (sum(len(group.cards) for group in best.groups), best.points, len(best.groups)) == (*expected[:2], len(expected[2]))
        assert not answer.wins
    return bool(every)


def seven(key: Key) -> bool:
    """Whether so many cards are a complete hand: seven groups, a pair exactly beside a quad."""
    quads = sum(kind == "quad" for kind, _ in key)
    return sum(len(cards) for _, cards in key) == 20 + max(1, quads)


def some_case(rng: Random, turn: int) -> Case:
    """A random hand, a constructed one, one with many covers, in turn."""
    if turn % 3 == 0:
        return random_case(rng, rng.choice((21, 21, 20, 13)))
    return constructed_hand(rng, with_history=turn % 5 > 0, narrow=turn % 3 == 2)


@pytest.mark.parametrize("name", RULES_IN_USE)
def test_search_equals_the_brute_force(name: str) -> None:
    """600 hands for each of seven rule sets: 4,200, with the engines' comparison below 5,000."""
    rng = Random(f"search {name}")
    complete = sum(hold_against_brute(some_case(rng, turn), name, "search", 20) for turn in range(600))
    assert complete > 150


@pytest.mark.parametrize("name", RULES_IN_USE)
def test_cp_sat_equals_the_brute_force(name: str) -> None:
    rng = Random(f"cp-sat {name}")
    assert sum(hold_against_brute(some_case(rng, turn), name, "cp-sat", 2) for turn in range(40)) > 5


def test_engines_agree_on_values() -> None:
    """800 hands, random, complete and rich: the same best values by both engines."""
    rng = Random("values")
    columns = catalogue(PRESETS.default).columns
    limits = tuple(Limit(terms, bound) for terms, bound in zip(LIMITS, (1, 0), strict=True))
    for turn in range(800):
        kinds = parse(random_hand(rng, 21) if turn % 2 else constructed_hand(rng, False, turn % 4 == 0).hand)
        partition = Partition(tuple(kinds.count(kind) for kind in range(KINDS)), columns, limits=limits, copies=COPIES)
        fast, slow = search.solve(partition), cp_sat.solve(partition, ties="any", deadline_ms=20_000)
        assert (fast.solutions[0].values, fast.complete) == (slow.solutions[0].values, slow.complete)


@pytest.mark.soak
def test_search_equals_the_brute_force_on_many() -> None:
    """100,000 hands, and 5,000 by CP-SAT."""
    rng = Random("soak")
    names = list(RULES_IN_USE)
    for turn in range(100_000):
        hold_against_brute(some_case(rng, turn), names[turn % len(names)], "search", 20)
    for turn in range(5_000):
        hold_against_brute(some_case(rng, turn), names[turn % len(names)], "cp-sat", 1)


def test_a_complete_hand_has_seven_groups() -> None:
    """However many quads: 6 − q threes, q quads and a pair, or seven threes."""
    rng = Random("seven")
    for _ in range(300):
        answer = arrange(rules=FREE | {"minimum_points": 0}, top=20, **fields(constructed_hand(rng, False)))
        assert answer.complete
        assert any(len(each.groups) == 7 for each in answer.arrangements)
    for _ in range(300):
        answer = arrange(rules={"minimum_points": 0}, **fields(constructed_hand(rng)))
        if answer.wins:
            assert len(answer.arrangements[0].groups) == 7
            assert sum(len(group.cards) for group in answer.arrangements[0].groups) == 20 + max(
                1, sum(group.kind == "quad" for group in answer.arrangements[0].groups)
            )


# History


def test_three_equal_cards_are_never_split_and_a_fourth_makes_a_quad() -> None:
    assert groups(arrange("777s 89s")) == [("triplet", 3, False)]
    assert groups(arrange("777s", drawn={"card": "7s", "source": "take"})) == [("quad", 6, True)]
    assert groups(arrange("777b", drawn={"card": "7b", "source": "draw"})) == [("quad", 12, True)]
    assert groups(arrange("7777b")) == [("quad", 12, False)]
    assert groups(arrange("777s 89s", rules={"lock_dealt": False}, top=1)) == [("triplet", 3, False)]
    assert arrange("7777s 89s", rules={"lock_dealt": False}).complete, "triplet and run"
    assert not arrange("7777s 89s").complete


def test_what_is_called_is_displayed_and_what_is_drawn_is_concealed_in_value() -> None:
    for cards, called, drawn in (("77s", 1, 3), ("77b", 3, 6)):
        card = "7" + cards[-1]
        assert arrange(cards, drawn={"card": card, "source": "take"}).value == called
        assert arrange(cards, drawn={"card": card, "source": "steal"}).value == called
        assert arrange(cards, drawn={"card": card, "source": "draw"}).value == drawn
    assert arrange("27b", drawn={"card": "0b", "source": "take"}).value == 6
    assert arrange("27b", drawn={"card": "0b", "source": "draw"}).value == 9
    assert arrange("27b", drawn={"card": "0b", "source": "draw"}, rules={"preset": "hunan"}).value == 6
    assert arrange("23s", drawn={"card": "1s", "source": "take"}, rules={"preset": "hunan"}).value == 3
    assert arrange("23b", drawn={"card": "1b", "source": "draw"}, rules={"preset": "hunan"}).value == 6


def test_a_called_run_shows_the_groups_with_an_equal_card() -> None:
    """二 called into a run: the 2-7-10 that stays in hand counts as displayed; called into the 2-7-10, that one is displayed."""
    answer = arrange("27034s", drawn={"card": "2s", "source": "take"})
    assert (answer.value, answer.count) == (3, 1)
    assert groups(answer) == [("two-seven-ten", 3, True), ("run", 0, True)] or groups(answer)[0] == ("two-seven-ten", 3, True)
    assert arrange("27034s", drawn={"card": "2s", "source": "draw"}).value == 6
    free = {"lock_dealt": False}
    assert arrange("11123s", drawn={"card": "1s", "source": "take"}, rules=free).value == 1, "run called: the triplet counts 1"
    assert arrange("11123s", drawn={"card": "1s", "source": "draw"}, rules=free).value == 3


def test_melds_by_source() -> None:
    for source, value in (("draw", 6), ("take", 3), ("steal", 3)):
        assert arrange("", melds=[{"cards": "777b", "source": source}]).value == value
    assert arrange("", melds=[{"cards": "7777b", "source": "dealt"}]).value == 12
    assert arrange("", melds=[{"cards": "7777b", "source": "take"}]).value == 9


def test_a_pair_stands_beside_a_quad_only() -> None:
    assert arrange("11s").arrangements[0].groups == ()
    assert arrange("1133338s").arrangements[0].loose == ("8s",)
    assert len(arrange("11333388s").arrangements[0].loose) == 2, "one pair at most"
    assert arrange("33331s", drawn={"card": "1s", "source": "draw"}).complete


def test_a_pair_is_called_only_to_win() -> None:
    assert arrange("33331s", drawn={"card": "1s", "source": "take"}).status == "none"
    waiting = "3333456789s 9s99b 123456b 8b"
    for minimum, won in ((9, True), (10, False)):
        answer = arrange(waiting, drawn={"card": "8b", "source": "take"}, rules={"minimum_points": minimum})
        assert (answer.complete, answer.wins) == (won, won), "8b would also fit runs, but then a card is left over"
    assert arrange(waiting, drawn={"card": "8b", "source": "draw"}, rules={"minimum_points": 10}).complete


def test_the_winning_card_may_break_a_triplet_where_the_house_lets_it() -> None:
    """Called, 四 takes one 二 of the concealed three for 二三四; the other two go with 貳. Only so, and only if it wins."""
    hand, drawn = "2223s 567s 789s 678b 678b 345b 2b", {"card": "4s", "source": "take"}
    house = {"break_triplet_for_win": True, "minimum_points": 0}
    assert not arrange(hand, drawn=drawn, rules={"minimum_points": 0}).complete
    answer = arrange(hand, drawn=drawn, rules=house)
    assert (answer.complete, answer.wins, answer.value) == (True, True, 0)
    assert ("run", 0, True) in groups(answer)
    assert not arrange(hand, drawn=drawn, rules=house | {"minimum_points": 1}).complete
    assert not arrange(hand + " 4s", rules=house).complete, "a hand without a card just obtained breaks nothing"


# Numbers, words, rules


def test_seven_groups_go_before_more_points() -> None:
    """Where sets may be split, 22 cards can be grouped without two quads and a pair for more points, but such a hand can't win."""
    hand = "557777888899s 5777788889b"
    rules = {**RULES_IN_USE["seed-unlocked"], "minimum_points": 0}
    groupings = brute.groupings(brute.cards_of(hand), rules=rules)
    best = max(each.points for each in groupings if brute.right_number(each.groups))
    assert max(each.points for each in groupings) > best
    answer = arrange(hand, rules=OVERRIDES["seed-unlocked"] | {"minimum_points": 0})
    assert (answer.wins, answer.value) == (True, best)


def test_a_hand_may_grow_by_a_card_for_each_quad() -> None:
    assert arrange("11112222333344445555666677s").wins
    for hand, count, most in (("111122223333444455556666777s", 27, 26), ("1111222333444555666777s", 22, 21)):
        with pytest.raises(InputError) as error:
            arrange(hand)
        assert codes(error) == [("wrong-number-of-cards", "/hand", None)]
        assert error.value.faults[0].data == {"count": count, "expected": f"1–{most}"}


@pytest.mark.parametrize(
    ("meld", "fault"),
    [
        ({"cards": "13s"}, ("meld-not-a-group", "/melds/0/cards", None)),
        ({"cards": "777s", "source": "dealt"}, ("dealt-meld-not-quad", "/melds/0/source", None)),
        ({"cards": "77s", "source": "take"}, ("called-pair", "/melds/0/source", None)),
        ({"cards": "777s", "source": "bought"}, ("unknown-value", "/melds/0/source", None)),
        ({"cards": "77"}, ("missing-suit", "/melds/0/cards", 0)),
    ],
)
def test_melds_that_can_not_be(meld: dict[str, str], fault: tuple[str, str, int | None]) -> None:
    with pytest.raises(InputError) as error:
        arrange("1s", melds=[meld])
    assert codes(error) == [fault]


def test_cards_that_can_not_be() -> None:
    with pytest.raises(InputError) as error:
        arrange("")
    assert codes(error) == [("empty-hand", "/hand", None)]
    with pytest.raises(InputError) as error:
        arrange("77s", melds=[{"cards": "777s"}])
    assert codes(error) == [("too-many-copies", "/melds/0/cards", 2)]
    with pytest.raises(InputError) as error:
        arrange("77777s", drawn={"card": "7s", "source": "draw"})
    assert codes(error) == [("too-many-copies", "/hand", 4)]


def test_a_pair_meld_without_a_quad_is_no_hand() -> None:
    answer = arrange("123s", melds=[{"cards": "77s"}])
    assert (answer.status, answer.reason) == ("none", "a pair is a group only beside a quad")
    assert arrange("3333s", melds=[{"cards": "77s"}]).complete


def test_names_in_three_languages() -> None:
    hand = "2222s 77s 345b 6s66b 270b"
    named = {lang: [group.name for group in arrange(hand, lang=lang).arrangements[0].groups] for lang in ("en", "zh", "vi")}
    assert named["en"] == ["quad of small 2s", "big 2-7-10", "big 3-4-5", "a small 6 and two big ones", "pair of small 7s"]
    assert named["zh"] == ["二四张", "貳柒拾", "叁肆伍", "绞牌 六陸陸", "七一对"]
    assert named["vi"] == ["bộ bốn 2 nhỏ", "2-7-10 lớn", "3-4-5 lớn", "một 6 nhỏ, hai lớn", "đôi 7 nhỏ"]
    texts = game("zi-pai").texts
    assert all(f"kind-{kind}" in texts for kind in GROUP_KINDS)
    assert len(GROUP_CARDS) == len(set(GROUP_CARDS)) == 98


def test_a_partial_hand_says_so() -> None:
    answer = arrange("123s 9b", rules={"minimum_points": 0})
    assert (answer.complete, answer.wins, answer.arrangements[0].loose) == (False, False, ("9b",))
    assert answer.reason == "a winning hand with these quads has 21 cards, this one has 4; cards in no group: 1"
    assert arrange("33331s", drawn={"card": "9b", "source": "take"}).reason == "9b was obtained and has no legal use"


@pytest.mark.parametrize(
    ("rules", "code", "pointer"),
    [
        ({"preset": "hunnan"}, "unknown-value", "/rules/preset"),
        ({"lock": True}, "unknown-key", "/rules/lock"),
        ({"points": {"pairs": 1}}, "unknown-key", "/rules/points/pairs"),
        ({"points": {"pair": 1001}}, "out-of-range", "/rules/points/pair"),
        ({"minimum_points": True}, "wrong-type", "/rules/minimum_points"),
    ],
)
def test_rules_that_can_not_be(rules: dict[str, Any], code: str, pointer: str) -> None:
    with pytest.raises(InputError) as error:
        arrange("1s", rules=rules)
    assert codes(error) == [(code, pointer, None)]


def test_single_values_can_be_overridden() -> None:
    assert arrange("345s", rules={"points": {"run": 2}}).value == 2
    assert arrange("335s3b", rules={"points": {"mixed": -7}}).value == -7, "more cards go before more points"
    assert arrange("777s", rules={"points": {"triplet-small-concealed": -1000}}).value == -1000, "locked, whatever it costs"


def test_a_deadline_answers_what_was_found() -> None:
    """CP-SAT with hardly any time: never an error, never a claim to be complete without the groups, never `optimal` unproven."""
    rng = Random("deadline")
    for turn in range(40):
        name = rng.choice(list(RULES_IN_USE))
        case = some_case(rng, turn)
        answer = arrange(rules=OVERRIDES[name], engine="cp-sat", top=rng.choice((1, 5)), deadline_ms=1, **fields(case))
        assert answer.status in ("optimal", "feasible", "none")
        assert answer.complete == (bool(answer.arrangements) and not answer.arrangements[0].loose)
        if answer.status == "optimal":
            assert answer.value == arrange(rules=OVERRIDES[name], **fields(case)).value
