"""Si Se Pai `arrange`: the values of the rules file, the history of a hand, and both engines against the brute force."""

from random import Random
from typing import Any

import msgspec
import pytest

import solver
from solver.engines import cp_sat, tables
from solver.errors import InputError
from solver.game import game
from solver.games.si_se_pai.groups import catalogue
from solver.games.si_se_pai.position import position
from solver.games.si_se_pai.rules import PRESETS
from solver.history import Holding
from solver.partition import Partition
from solver.result import Answer
from tests.brute import si_se_pai as brute
from tests.brute.si_se_pai_hands import RICHEST_HAND, RULES_IN_USE, Case, constructed_winning_hand, many_groupings, random_case, random_hand

FREE = {"lock_dealt": False}
OVERRIDES: dict[str, dict[str, Any]] = {
    name: {"preset": name.removesuffix("-unlocked").removesuffix("-locked")}
    | ({"lock_dealt": name.endswith("-locked")} if name.endswith("locked") else {})
    for name in RULES_IN_USE
}


def arrange(hand: str | list[str], **fields: Any) -> Answer:
    return solver.arrange("si-se-pai", hand=hand, **fields)


def points(answer: Answer) -> list[int]:
    return [arrangement.points for arrangement in answer.arrangements]


def groups(answer: Answer, place: int = 0) -> list[tuple[str, int, bool]]:
    return [(group.kind, group.points, group.displayed) for group in answer.arrangements[place].groups]


def codes(error: pytest.ExceptionInfo[InputError]) -> list[tuple[str, str, int | None]]:
    return [(fault.code, fault.pointer, fault.position) for fault in error.value.faults]


# The table of the rules file: cards, rules, the points of all complete groupings from best to worst, once each.
TABLE = [
    ("Kg GGg EEg", FREE, [1]),
    ("KKg Gg Eg", FREE, [2]),
    ("KKKKg Gg Eg", FREE, [4]),
    ("KKKKg Gg Eg", None, []),
    ("KKKKg", None, [8]),
    ("KKKKg", FREE, [8, 4]),
    ("RRRRr Hr Cr", FREE, [4]),
    ("RRRRr Hr Cr", None, []),
    ("RRRr HHHr CCCr", FREE, [9, 3, 1]),
    ("RRRr HHHr CCCr", None, [9]),
    ("RRr HHr CCr", None, [2, 0]),
    ("RRr Hr Cr", None, []),
    ("Sg Sw Sy Sr", None, [2]),
    ("SSg Sw Sy Sr", None, [1]),
    ("SSg SSw SSy SSr", None, [4, 2, 0]),
    ("SSSg SSw SSy Sr", FREE, [2]),
    ("SSSg SSw SSy Sr", None, []),
    ("RRRRr HHHHy CCCCg GGGGw KKKKr Kg", None, [41]),
]


@pytest.mark.parametrize("engine", ["tables", "cp-sat"])
@pytest.mark.parametrize(("hand", "rules", "expected"), TABLE)
def test_the_table_of_the_rules(hand: str, rules: dict[str, Any] | None, expected: list[int], engine: str) -> None:
    answer = arrange(hand, rules=rules, top=20, engine=engine)
    assert answer.engine == engine
    assert answer.complete == bool(expected)
    if expected:
        assert sorted(set(points(answer)), reverse=True) == expected
        assert answer.count == len(answer.arrangements)
    else:
        assert answer.count == 0


@pytest.mark.parametrize("engine", ["tables", "cp-sat"])
def test_the_hand_with_most_groupings_has_136(engine: str) -> None:
    assert arrange(RICHEST_HAND, rules=FREE, engine=engine).count == 136


@pytest.mark.parametrize("example", game("si-se-pai").examples, ids=lambda example: str(example.id))
def test_examples_come_out(example: Any) -> None:
    answer = msgspec.to_builtins(solver.perform("si-se-pai", example.operation, dict(example.request)))
    assert_part(example.expect, answer)


def assert_part(expected: Any, found: Any) -> None:
    """Objects match in part, arrays in full length."""
    if isinstance(expected, dict):
        for key, value in expected.items():
            assert_part(value, found[key])
    elif isinstance(expected, list):
        assert len(expected) == len(found)
        for each, value in zip(expected, found, strict=True):
            assert_part(each, value)
    else:
        assert expected == found


# Brute force


def fields(case: Case) -> dict[str, Any]:
    """A case of the brute force as a request."""
    request: dict[str, Any] = {"hand": list(case.hand), "melds": [{"cards": list(cards), "source": source} for cards, source in case.melds]}
    if case.drawn:
        request["drawn"] = {"card": case.drawn[0], "source": case.drawn[1]}
    if case.dealt_triplets is not None:
        request["dealt_triplets"] = list(case.dealt_triplets)
    return request


Key = tuple[tuple[str, tuple[str, ...]], ...]


def merged(groupings: list[brute.Grouping]) -> list[tuple[Key, int]]:
    """Groupings that differ only in which group is displayed are one, with the better points; best first, then canonical."""
    best: dict[Key, int] = {}
    for grouping in groupings:
        key = tuple((group.kind, group.cards) for group in grouping.groups)
        best[key] = max(best.get(key, -1000), grouping.points)
    place, card = brute.KIND_ORDER.index, brute.ORDER
    return sorted(
        best.items(), key=lambda each: (-each[1], len(each[0]), [(place(kind), [card[c] for c in cards]) for kind, cards in each[0]])
    )


def hold_against_brute(case: Case, name: str, engine: str, top: int) -> bool:
    """One hand: best, count, list, and whether it wins. Tells whether it is complete."""
    rules = RULES_IN_USE[name]
    arguments = (case.hand, case.melds, case.drawn, rules, case.dealt_triplets)
    answer = arrange(rules=OVERRIDES[name], engine=engine, top=top, deadline_ms=10_000, **fields(case))
    expected = brute.best(*arguments)
    assert answer.wins == (expected is not None and expected[0] == 21 and expected[1] >= rules["minimum_points"])
    if expected is None:
        assert (answer.status, answer.arrangements, answer.complete, answer.count) == ("none", (), False, 0)
        return False
    best = answer.arrangements[0]
    assert (sum(len(group.cards) for group in best.groups), best.points, len(best.groups)) == (expected[0], expected[1], len(expected[2]))
    every = merged(brute.groupings(*arguments))
    assert (answer.status, answer.count, answer.complete) == ("optimal", len(every), bool(every))
    if every:
        assert [(tuple((g.kind, g.cards) for g in each.groups), each.points) for each in answer.arrangements] == every[:top]
    return bool(every)


@pytest.mark.parametrize("name", RULES_IN_USE)
def test_tables_equal_the_brute_force(name: str) -> None:
    """300 random and 300 constructed hands for each rule set, with and without history."""
    rng = Random(f"tables {name}")
    for turn in range(300):
        hold_against_brute(random_case(rng, RULES_IN_USE[name], rng.choice((21, 21, 20, 13))), name, "tables", 20)
        assert hold_against_brute(constructed_winning_hand(rng, RULES_IN_USE[name], turn % 3 > 0), name, "tables", 20)


@pytest.mark.parametrize("name", RULES_IN_USE)
def test_cp_sat_equals_the_brute_force(name: str) -> None:
    """200 random and 200 constructed winning hands for each of ten rule sets: 2,000 of both, locks on and off, every preset."""
    rng = Random(f"cp-sat {name}")
    for turn in range(200):
        hold_against_brute(random_case(rng, RULES_IN_USE[name], rng.choice((21, 21, 20))), name, "cp-sat", 1)
        assert hold_against_brute(constructed_winning_hand(rng, RULES_IN_USE[name], turn % 3 > 0), name, "cp-sat", 1)


def test_engines_list_the_same() -> None:
    """`top` in full, incomplete hands and rich ones too: groups, order, points, count."""
    rng = Random("lists")
    for turn in range(60):
        name = rng.choice(list(RULES_IN_USE))
        case = random_case(rng, RULES_IN_USE[name], rng.choice((6, 9, 12))) if turn % 2 else Case(many_groupings(rng), [], None, None)
        request = {"rules": OVERRIDES[name], "top": 6, "deadline_ms": 10_000, **fields(case)}
        fast, slow = (arrange(engine=engine, **request) for engine in ("tables", "cp-sat"))
        assert fast.arrangements == slow.arrangements
        assert (fast.count, fast.status, fast.complete) == (slow.count, slow.status, slow.complete)


@pytest.mark.parametrize("name", RULES_IN_USE)
def test_engines_agree_on_values(name: str) -> None:
    """600 hands for each of ten rule sets (with the 4,000 of the brute force, 10,000): random, complete, and with many groupings."""
    rng = Random(f"values {name}")
    rules = PRESETS.resolve(OVERRIDES[name])
    for turn in range(600):
        cards = brute_hand(rng, name, turn)
        (scenario,) = position(rules, Holding(tuple(cards.count(kind) for kind in range(28)))).scenarios
        partition = Partition(scenario.free, catalogue(rules, None).columns)
        fast, slow = tables.solve(partition), cp_sat.solve(partition, ties="any", deadline_ms=10_000)
        assert (fast.solutions[0].values, fast.complete, fast.status) == (slow.solutions[0].values, slow.complete, slow.status)


def brute_hand(rng: Random, name: str, turn: int) -> list[int]:
    """A third of each sort, as kinds."""
    makers = (
        lambda: random_hand(rng, rng.choice((21, 21, 20, 12))),
        lambda: constructed_winning_hand(rng, RULES_IN_USE[name], False).hand,
        lambda: many_groupings(rng),
    )
    return [brute.ORDER[card] for card in makers[turn % 3]()]


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_tables_equal_the_brute_force_on_many(part: int) -> None:
    """1,000,000 hands in twenty parts: half random, half constructed."""
    rng = Random(f"soak {part}")
    names = list(RULES_IN_USE)
    for turn in range(25_000):
        name = names[turn % len(names)]
        hold_against_brute(random_case(rng, RULES_IN_USE[name]), name, "tables", 5)
        hold_against_brute(constructed_winning_hand(rng, RULES_IN_USE[name], turn % 3 > 0), name, "tables", 5)


# History


def test_what_the_winning_card_completes_is_displayed() -> None:
    """The seed: a triplet counts 3 only while it is in hand; drawn it is 1, and a quad 6."""
    assert groups(arrange("RRr", drawn={"card": "Rr", "source": "draw"})) == [("triplet", 1, True)]
    assert groups(arrange("RRRr")) == [("triplet", 3, False)]
    assert groups(arrange("RRRr", drawn={"card": "Rr", "source": "draw"})) == [("quad", 6, True)]
    assert groups(arrange("RRRRr")) == [("quad", 8, True)]


def test_the_better_use_of_the_drawn_card_is_taken() -> None:
    """Unlocked, the fourth chariot may go with horse and cannon, and the dealt triplet keeps its 3 points: 4, not 1 + 1."""
    answer = arrange("RRRr Hr Cr", rules=FREE, drawn={"card": "Rr", "source": "take"})
    assert groups(answer) == [("triplet", 3, False), ("field", 1, True)]
    assert answer.count == 1


def test_groupings_that_differ_in_what_is_displayed_are_one() -> None:
    answer = arrange("RRr HHr CCr Kr", drawn={"card": "Kr", "source": "take"}, top=5)
    assert points(answer) == [4, 2]
    assert answer.count == 2


def test_three_kings_and_a_fourth() -> None:
    """Kings don't lock: quad or single kings."""
    answer = arrange("KKKr", drawn={"card": "Kr", "source": "draw"}, top=5)
    assert points(answer) == [8, 4]
    assert groups(answer) == [("king-quad", 8, True)]
    assert points(arrange("KKKr Gr Er", drawn={"card": "Kr", "source": "take"})) == [4]


def test_king_quad_under_taiwan_is_6_in_hand_and_8_displayed() -> None:
    taiwan = {"preset": "taiwan"}
    assert arrange("KKKKr", rules=taiwan).value == 6
    assert arrange("KKKr", rules=taiwan, drawn={"card": "Kr", "source": "draw"}).value == 8
    assert arrange("", rules=taiwan, melds=[{"cards": "KKKKr", "source": "dealt"}]).value == 8


def test_presets_differ_where_the_rules_say() -> None:
    assert arrange("SSg", rules={"preset": "seed-no-footman-pair"}).complete is False
    assert arrange("KGEr", rules={"preset": "taiwan"}).value == 2
    assert arrange("Sr Sg Sw Sy", rules={"preset": "vietnam"}).value == 4
    assert points(arrange("KKr", rules={"preset": "vietnam"}, top=5)) == [2, 1]
    assert groups(arrange("KKKr", rules={"preset": "vietnam"}, top=9))[0] == ("king-triplet", 3, False)
    assert arrange("KKKr", rules={"preset": "vietnam"}).count == 3, "a king triplet does not lock: triplet, pair and king, kings"
    drawn = arrange("KKr", rules={"preset": "vietnam"}, drawn={"card": "Kr", "source": "draw"}, top=9)
    assert [groups(drawn, place) for place in range(3)] == [
        [("king", 1, False), ("king", 1, False), ("king", 1, True)],
        [("king", 1, True), ("king-pair", 1, False)],
        [("king-triplet", 1, True)],
    ]
    assert arrange("KKKKr", rules={"preset": "hakka"}).value == 4, "no king quad"
    assert arrange("KKKKr", rules={"preset": "hakka", "lock_dealt": True}).value == 4


def test_named_triplets_override_what_is_inferred() -> None:
    assert arrange("HHHw RRRw", dealt_triplets=["Hw"]).value == 4, "the named one 3, the other 1"
    assert arrange("RRRr Hr Cr Rr", dealt_triplets=[]).complete, "an unlisted four is free"
    assert arrange("RRRRr", dealt_triplets=[]).value == 6
    assert groups(arrange("RRRRr", dealt_triplets=["Rr"])) == [("quad", 6, True)]
    assert not arrange("RRRRr Hr Cr", dealt_triplets=["Rr"]).complete, "a listed one with its fourth copy is a forced quad"
    assert arrange("RRRRr Hr Cr", dealt_triplets=["Rr"], rules=FREE).value == 4, "unless sets may be split: triplet 3, field 1"
    assert arrange("RRRr", dealt_triplets="Rr", drawn={"card": "Rr", "source": "draw"}).value == 6


@pytest.mark.parametrize(
    ("named", "hand", "fault"),
    [
        (["Kr"], "KKKr", ("dealt-king", "/dealt_triplets/0", None)),
        ("Rr", "RRr", ("not-dealt", "/dealt_triplets", 0)),
        ("Rr Rr", "RRRr", ("named-twice", "/dealt_triplets", 3)),
        (["Zr"], "RRRr", ("unknown-card", "/dealt_triplets/0", 0)),
    ],
)
def test_named_triplets_that_can_not_be(named: Any, hand: str, fault: tuple[str, str, int | None]) -> None:
    with pytest.raises(InputError) as error:
        arrange(hand, dealt_triplets=named)
    assert codes(error) == [fault]


# Stealing


def test_stealing_is_for_quads_and_triplets_but_not_of_kings() -> None:
    steal = {"source": "steal"}
    assert arrange("RRr", drawn={"card": "Rr", **steal}).status == "optimal"
    assert arrange("Rr", drawn={"card": "Rr", **steal}).status == "none"
    assert arrange("Gr Er", drawn={"card": "Kr", **steal}).status == "none"
    assert arrange("KKKr", drawn={"card": "Kr", **steal}).value == 8
    assert arrange("KKr", rules={"preset": "vietnam"}, drawn={"card": "Kr", **steal}).status == "none"


WINNING = "KKKr GGr EEr RRr HHy CCy SSg SSw RRg Hg"  # 20 cards; Hg completes it with 3 points


def test_the_winning_card_may_be_stolen_for_any_group() -> None:
    answer = arrange(WINNING, drawn={"card": "Hg", "source": "steal"})
    assert (answer.wins, answer.value, answer.reason) == (True, 3, None)
    assert ("pair", 0, True) in groups(answer)


def test_a_stolen_card_that_misses_the_minimum_does_not_win() -> None:
    answer = arrange(WINNING, drawn={"card": "Hg", "source": "steal"}, rules={"minimum_points": 5})
    assert (answer.status, answer.wins, answer.count) == ("none", False, 0)
    drawn = arrange(WINNING, drawn={"card": "Hg", "source": "draw"}, rules={"minimum_points": 5})
    assert (drawn.status, drawn.complete, drawn.wins) == ("optimal", True, False)
    assert drawn.reason == "3 points; the minimum is 5"


# Melds, partial hands, words


def test_melds_are_fixed() -> None:
    """A displayed command group can't give its king to a better use."""
    answer = arrange("Gr Gr", melds=[{"cards": "KGEr"}])
    assert groups(answer) == [("pair", 0, False), ("command", 1, True)]


@pytest.mark.parametrize(
    ("meld", "fault"),
    [
        ({"cards": "RHr"}, ("meld-not-a-group", "/melds/0/cards", None)),
        ({"cards": "KKr"}, ("meld-not-a-group", "/melds/0/cards", None)),
        ({"cards": "RRRr", "source": "dealt"}, ("dealt-meld-not-quad", "/melds/0/source", None)),
        ({"cards": "RRRRr", "source": "bought"}, ("unknown-value", "/melds/0/source", None)),
        ({"cards": "RR"}, ("missing-colour", "/melds/0/cards", 0)),
    ],
)
def test_melds_that_can_not_be(meld: dict[str, str], fault: tuple[str, str, int | None]) -> None:
    with pytest.raises(InputError) as error:
        arrange("Kr", melds=[meld])
    assert codes(error) == [fault]


def test_a_partial_hand_says_so() -> None:
    answer = arrange("KGEr Sw")
    assert (answer.complete, answer.wins, answer.arrangements[0].loose) == (False, False, ("Sw",))
    assert answer.reason == "a winning hand has 21 cards, this one has 4; cards in no group: 1"
    assert arrange("KGEr", lang="zh").reason == "和牌需要 21 张，这里有 3 张"


def test_wrong_numbers_of_cards() -> None:
    with pytest.raises(InputError) as error:
        arrange("")
    assert codes(error) == [("empty-hand", "/hand", None)]
    with pytest.raises(InputError) as error:
        arrange("KKKKr KKKKg KKKKw KKKKy GGGGr EEr")
    assert codes(error) == [("wrong-number-of-cards", "/hand", None)]
    with pytest.raises(InputError) as error:
        arrange("KKr", melds=[{"cards": "Kr"}, {"cards": "Kr"}], drawn={"card": "Kr", "source": "draw"})
    assert codes(error) == [("too-many-copies", "/drawn/card", 0)]
    with pytest.raises(InputError) as error:
        arrange("KKKGKKr")
    assert codes(error) == [("too-many-copies", "/hand", 5)]
    with pytest.raises(InputError) as error:
        arrange(["Kr"] * 5)
    assert codes(error) == [("too-many-copies", "/hand/4", None)]


def test_names_in_three_languages() -> None:
    named = {lang: [group.name for group in arrange("Kr HHw", lang=lang).arrangements[0].groups] for lang in ("en", "zh", "vi")}
    assert named == {"en": ["red king", "white horse pair"], "zh": ["红将", "白马一对"], "vi": ["tướng đỏ", "đôi mã trắng"]}
    kinds = {group for name in PRESETS for group in catalogue(PRESETS[name], None).kinds}
    assert all(f"kind-{kind}" in game("si-se-pai").texts for kind in kinds)


def test_parity_is_a_matter_of_the_rules() -> None:
    """Under `seed` points are odd or even as the number of cards is; Taiwan's and others' are not."""
    parity = {name for name in PRESETS if catalogue(PRESETS[name], None).parity}
    assert parity == {"seed", "seed-no-footman-pair"}
    rng = Random("parity")
    for _ in range(200):
        case = constructed_winning_hand(rng, RULES_IN_USE["seed"])
        assert all(each.points % 2 for each in arrange(top=20, **fields(case)).arrangements)


@pytest.mark.parametrize(
    ("rules", "code", "pointer"),
    [
        ({"preset": "sead"}, "unknown-value", "/rules/preset"),
        ({"footman": True}, "unknown-key", "/rules/footman"),
        ({"points": {"pairs": 1}}, "unknown-key", "/rules/points/pairs"),
        ({"points": {"pair": 1001}}, "out-of-range", "/rules/points/pair"),
        ({"points": {"pair": "1"}}, "wrong-type", "/rules/points/pair"),
        ({"minimum_points": True}, "wrong-type", "/rules/minimum_points"),
    ],
)
def test_rules_that_can_not_be(rules: dict[str, Any], code: str, pointer: str) -> None:
    with pytest.raises(InputError) as error:
        arrange("Kr", rules=rules)
    assert codes(error) == [(code, pointer, None)]


def test_single_values_can_be_overridden() -> None:
    assert arrange("Sg Sw Sy Sr", rules={"preset": "seed", "points": {"four-footmen": 4}}).value == 4
    assert arrange("SSg", rules={"footman_pair": False}).complete is False
    answer = arrange("KKKKr", rules={"points": {"king": -5, "king-quad-displayed": -1000}})
    assert answer.value == -1000, "locked, whatever it costs"
