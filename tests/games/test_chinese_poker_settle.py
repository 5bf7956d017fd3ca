"""Settling: twenty tables computed by hand, and what holds at any table."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

import solver
from solver.cards import playing
from solver.errors import InputError

# Each hand is front / middle / back; a natural that is declared stands after a `!`.
TRIPS = "7s7h7d / 8s8h8d2s2h / 9s9h9d3s3h"  # three of a kind, and two full houses
ACES = "KsKh4c / AsAh5c6c7c / JdJcTdTc8c"  # kings, aces, jacks and tens
FOURS = "4s4h2d / QsQh6s5s3d / AdAcJsTs9c"  # fours, queens, aces
SIXES = "JhTh2c / 6h6d5h5d4d / KdKcQdQc3c"  # jack high, sixes and fives, kings and queens
SIXES_FOUL = "JhTh2c / KdKcQdQc3c / 6h6d5h5d4d"  # the same, middle and back the wrong way round
FOUL = "JdTh2d / 6c6d5h5d4d / 4s4h5s5c3c"  # sixes and fives over fives and fours
QUEENS = "QsQh2c / KsKh3c4c6c / 5s5h5d8c9c"  # queens, kings, three fives
JACKS = "JsJh2d / AsAh3d4d6d / TsThTd8d9d"  # jacks, aces, three tens
QUEEN_HIGH = "QsJh2c / KsKh3c4c6c / 5s5h5d8c9c"
QUEEN_HIGH_TOO = "QdJs2d / AsAh3d4d6d / TsThTd8d9d"
KINGS_TOO = "QdJs2d / KdKc3d4d6d / TsThTd8d9d"  # ties two rows of QUEEN_HIGH
DEUCES = "AdJs7h / KdKc3d4d6d / 2s2h2d7d9d"  # against QUEEN_HIGH: wins the front, ties the middle, loses the back
ROYAL = "3s4h6d / 8s8h8d8c2d / AsKsQsJsTs"  # four eights in the middle, a royal flush
NINES = "AhAdKh / QhQdQc5h5d / 9s9h9d9c2c"  # aces, a full house in the middle, four nines
SIX_PAIRS = "JsJh6s / KdKcQsQh6h / AdAcQdQc2c"  # aces, kings, queens twice, jacks, sixes and a deuce
TENS = "3d3c2d / TsTh9c6d4d / 5s5h5d4s4h"
DRAGON = "4d3c2s / 9h8d7c6s5h / AsKhQdJcTs"
DRAGON_TOO = "4s3h2c / 9d8c7s6h5d / AhKdQcJsTd"
SIX_PAIRS_TOO = "9s9d7d / JsJh8s8cAd / KdKcQsQhAh"  # aces, kings, queens, jacks, nines, eights, and a seven
THREE_FLUSHES = "2h3h4h / QdTd6d5d4d / AcQcJcTc9c"
LOW = "Tc6c4h / 3h3d5c7h2c / ThTd4s4c2d"

NET_ROWS = {"majority_on_ties": "net-rows"}
ROYAL_SEVEN = {"preset": "eastern", "bonuses": {"back": {"royal-flush": 7}}}

TABLES: list[tuple[Any, Sequence[str], Sequence[int]]] = [
    # 1. A scoop: three rows and the point for the majority, 4.
    ("thirteen", [TRIPS, ACES], [4, -4]),
    # 2. Three of a kind in front pays 3 and the full house in the middle 2 in place of the row's point; the back 1: 6.
    ("eastern", [TRIPS, ACES], [6, -6]),
    # 3. A shot: front 3 (trips), middle 1, back 1 are 5, doubled 10; the middle's bonus of 2 is added once: 12.
    ("mandarin", [TRIPS, ACES], [12, -12]),
    # 4. One-six: a scoop is 6.
    ("one-six", [TRIPS, ACES], [6, -6]),
    # 5. Rows only: 3.
    ("rows-only", [ACES, TRIPS], [-3, 3]),
    # 6. One row won, two lost: 1 − 2, and the majority is the other's: −2, as the seed counts it.
    ("thirteen", [QUEENS, JACKS], [-2, 2]),
    # 7. The same without a majority point: −1.
    ("rows-only", [QUEENS, JACKS], [-1, 1]),
    # 8. Q J 2 ties Q J 2; two rows lost and the majority: −3.
    ("western", [QUEEN_HIGH, QUEEN_HIGH_TOO], [-3, 3]),
    # 9. Fronts and middles tie (kings with 6 4 3), three tens beat three fives: one row won is no majority of rows: 1.
    ("thirteen", [QUEEN_HIGH, KINGS_TOO], [-1, 1]),
    # 10. … but more rows won than lost, where that is the rule: 2.
    (NET_ROWS, [QUEEN_HIGH, KINGS_TOO], [-2, 2]),
    # 11. A J 2 over Q J 2, kings tie, three fives over three deuces: one each, no lead: 0 under either rule.
    (NET_ROWS, [QUEEN_HIGH, DEUCES], [0, 0]),
    # 12. Front lost: −1. Four eights in the middle: 1 + 8. A royal flush is a straight flush: 1 + 5. Four nines that lose pay nothing: 14.
    ("mandarin", [ROYAL, NINES], [14, -14]),
    # 13. Eastern: the bonus alone counts: 8 + 5 − 1 = 12.
    ("eastern", [ROYAL, NINES], [12, -12]),
    # 14. … and with 7 for the royal flush: 8 + 7 − 1 = 14.
    (ROYAL_SEVEN, [ROYAL, NINES], [14, -14]),
    # 15. Four players. TRIPS scoops all: 4 + 4 + 4. ACES scoops FOURS (kings, aces, two pair over aces): 4. SIXES beats ACES and FOURS
    #     in the middle and at the back, loses the front: 2 each.
    ("thirteen", [TRIPS, ACES, FOURS, SIXES], [12, -4 + 4 - 2, -4 - 4 - 2, -4 + 2 + 2]),
    # 16. The same in Mandarin: a home run triples 5 to 15, with the bonus of 2: 17 from each. ACES' shot on FOURS: 3 × 2. SIXES 1 each.
    ("mandarin", [TRIPS, ACES, FOURS, SIXES], [51, -17 + 6 - 1, -17 - 6 - 1, -17 + 1 + 1]),
    # 17. One of them fouls: no home run. Shots on the two others, 12 each, and 4 for the foul, which pays ACES and FOURS 4 as well.
    ("mandarin", [TRIPS, ACES, FOURS, SIXES_FOUL], [12 + 12 + 4, -12 + 6 + 4, -12 - 6 + 4, -12]),
    # 18. At a table of three there is no home run: shots of 12 and 12, and ACES' shot on FOURS.
    ("mandarin", [TRIPS, ACES, FOURS], [24, -12 + 6, -12 - 6]),
    # 19. Six pairs declared: 6 from each (a plain scoop, doubled), no home run. ACES over TENS: front and middle against the back: 1.
    ("mandarin", [TRIPS, ACES, TENS, SIX_PAIRS + "!six-pairs"], [12 + 12 - 6, -12 + 1 - 6, -12 - 1 - 6, 18]),
    # 20. The same not declared plays as it is set: TRIPS makes the home run after all; SIX_PAIRS wins two rows from ACES and from TENS.
    ("mandarin", [TRIPS, ACES, TENS, SIX_PAIRS], [51, -17 + 1 - 1, -17 - 1 - 1, -17 + 1 + 1]),
    # 21. A dragon takes 13 from all, six pairs 4 from who has nothing.
    ("thirteen", [DRAGON + "!dragon", SIX_PAIRS_TOO + "!six-pairs", LOW], [26, -13 + 4, -13 - 4]),
    # 22. Six pairs and three flushes are worth the same: they cancel.
    ("thirteen", [SIX_PAIRS_TOO + "!six-pairs", THREE_FLUSHES + "!three-flushes"], [0, 0]),
    # 23. … unless the house pays one more: then the better one takes its own worth.
    ({"naturals": {"three-flushes": 6}}, [SIX_PAIRS_TOO + "!six-pairs", THREE_FLUSHES + "!three-flushes"], [-6, 6]),
    # 24. Two dragons cancel.
    ("one-six", [DRAGON + "!dragon", DRAGON_TOO + "!dragon"], [0, 0]),
    # 25. Against a foul an automatic win pays its own worth, 6, and not the foul's 4.
    ("mandarin", [TRIPS, SIX_PAIRS + "!six-pairs", FOUL], [4 - 6, 12, -10]),
    # 26. Two fouls against each other: nothing; a foul pays the legal hand 6.
    ("one-six", [ACES, SIXES_FOUL, "9s9h9d / 7s7h5s4s3s / 2s2h8s8hAc"], [12, -6, -6]),
    # 27. A declaration that is not true is a foul.
    ("thirteen", [TRIPS + "!three-straights", ACES], [-4, 4]),
    # 28. So is one that the house does not play.
    ("rows-only", ["AsAhAd / KsKhKdKcQs / 2s2h2d2c9h!all-high", "9s9d3h / TsThTc4h5d / JsJhJdJc8c"], [-3, 3]),
    # 29. A bonus below 0 is paid by the winner of the row: front 1, middle 1 − 3, back 1: 0, and 1 for the scoop.
    ({"bonuses": {"middle": {"full-house": -3}}}, [TRIPS, ACES], [1, -1]),
    # 30. A dragon beats the others even where it is worth less.
    ({"naturals": {"dragon": 2}}, [DRAGON + "!dragon", SIX_PAIRS_TOO + "!six-pairs"], [2, -2]),
]  # fmt: skip
NAMES = ("east", "south", "west", "north")


def player(name: str, hand: str) -> dict[str, Any]:
    rows, _, declared = hand.partition("!")
    groups = [{"slot": slot, "cards": cards.strip()} for slot, cards in zip(("front", "middle", "back"), rows.split("/"), strict=True)]
    return {"name": name, "groups": groups, "declared": [declared] if declared else []}


def settle(rules: Any, hands: Sequence[str], **fields: Any) -> Any:
    players = [player(name, hand) for name, hand in zip(NAMES, hands, strict=False)]
    return solver.settle("chinese-poker", players=players, rules={"preset": rules} if isinstance(rules, str) else rules, **fields)


@pytest.mark.parametrize(("rules", "hands", "points"), TABLES, ids=range(1, len(TABLES) + 1))
def test_tables_computed_by_hand(rules: Any, hands: Sequence[str], points: Sequence[int]) -> None:
    assert sum(points) == 0
    answer = settle(rules, hands)
    assert list(answer.totals.values()) == list(points)
    assert answer.details["points"] == answer.totals


def test_the_parts_of_a_shot() -> None:
    """Rows with their bonus before the multiplier, the pair's points after it, money in totals."""
    answer = settle("mandarin", [ACES, TRIPS], stake=5)
    assert answer.totals == {"east": -60, "south": 60}
    (pair,) = answer.pairs
    assert pair.points == (-12, 12)
    assert [(row.slot, row.points, row.bonus) for row in pair.rows] == [
        ("front", (-3, 3), None),
        ("middle", (-3, 3), 2),
        ("back", (-1, 1), None),
    ]
    assert answer.details["shots"] == [["south", "east"]]
    assert answer.details["home_run"] is None


def test_what_happened_is_told() -> None:
    answer = settle("mandarin", [TRIPS, ACES, FOURS, SIXES])
    assert answer.details["home_run"] == "east"
    assert answer.details["shots"] == [["east", "south"], ["east", "west"], ["east", "north"], ["south", "west"]]
    fouled = settle("mandarin", [TRIPS, ACES, FOURS, SIXES_FOUL])
    assert fouled.details["fouls"] == {"north": ["middle-over-back"]}
    assert fouled.details["home_run"] is None
    assert all(pair.rows == () for pair in fouled.pairs if "north" in pair.players)
    declared = settle("mandarin", [TRIPS, SIX_PAIRS + "!six-pairs"])
    assert declared.details["naturals"] == {"south": "six-pairs"}
    short = settle("thirteen", ["7s7h / 7d8s8h8d2s2h / 9s9h9d3s3h", ACES])
    assert short.details["fouls"] == {"east": ["wrong-row-size", "wrong-row-size"]}
    assert short.totals == {"east": -4, "south": 4}
    assert settle("thirteen", [TRIPS + "!dragon", ACES]).details["fouls"] == {"east": ["false-natural"]}
    assert settle("thirteen", [TRIPS + "!all-low", ACES]).details["fouls"] == {"east": ["natural-not-played"]}


def test_a_home_run_needs_its_rule() -> None:
    """Where a home run is not paid, a scoop of all three is three shots."""
    assert settle({"shot": 2}, [TRIPS, ACES, FOURS, SIXES]).totals["east"] == 3 * 8


@pytest.mark.parametrize(
    ("hands", "faults"),
    [
        ([TRIPS, TRIPS.replace("7s", "7c")], [("duplicate-card", "/players/1/groups")] * 12),
        ([TRIPS, ACES.replace("8c", "")], [("wrong-number-of-cards", "/players/1/groups")]),
        ([TRIPS.replace("7s7h", "7s7s"), ACES], [("duplicate-card", "/players/0/groups")]),
        ([TRIPS, "7s7c7x / 2s3s4s5s6s / 7c8c9cTcJc"], [("unknown-card", "/players/1/groups/0/cards")]),
    ],
)
def test_cards_that_can_not_be(hands: Sequence[str], faults: Sequence[tuple[str, str]]) -> None:
    with pytest.raises(InputError) as caught:
        settle("thirteen", hands)
    assert [(fault.code, fault.pointer) for fault in caught.value.faults] == faults


@pytest.mark.parametrize(
    ("fields", "code", "pointer"),
    [
        ({"players": [player("east", TRIPS)]}, "out-of-range", "/players"),
        ({"players": [player("east", TRIPS), player("east", ACES)]}, "same-name", "/players/1/name"),
        ({"players": [player("east", TRIPS), player("west", ACES) | {"money": 5}]}, "unknown-key", "/players/1/money"),
        (
            {"players": [player("east", TRIPS), player("west", ACES) | {"declared": ["dragon", "six-pairs"]}]},
            "out-of-range",
            "/players/1/declared",
        ),
        ({"players": [player("east", TRIPS), player("west", ACES)], "stake": 0}, "out-of-range", "/stake"),
        ({"players": [player("east", TRIPS), player("west", ACES)], "stake": 0.5}, "wrong-type", "/stake"),
    ],
)
def test_refused(fields: dict[str, Any], code: str, pointer: str) -> None:
    with pytest.raises(InputError) as caught:
        solver.settle("chinese-poker", **fields)
    assert [(fault.code, fault.pointer) for fault in caught.value.faults] == [(code, pointer)]


def play(seed: int, rules: Any, lay: dict[str, Any]) -> Any:
    """Four random hands, each set by `arrange` and laid down, naturals declared as it says."""
    deck = random.Random(seed).sample(playing.NAMES[:52], 52)
    players = []
    for seat, name in enumerate(NAMES):
        answer = solver.arrange("chinese-poker", hand=deck[13 * seat : 13 * seat + 13], rules=rules, **lay)
        groups = [{"slot": group.slot, "cards": list(group.cards)} for group in answer.arrangements[0].groups]
        declared = [answer.natural.name] if answer.natural and answer.natural.declare else []
        players.append({"name": name, "groups": groups, "declared": declared})
        verdict = solver.verify("chinese-poker", groups=groups, declared=declared, rules=rules)
        assert verdict.valid
    return solver.settle("chinese-poker", players=players, rules=rules)


def simulate(rounds: int) -> None:
    presets = ("thirteen", "eastern", "western", "mandarin", "one-six", "rows-only")
    for seed in range(rounds):
        rules = {"preset": presets[seed % 6]}
        answer = play(seed, rules, {"objective": ("strength", "bonus")[seed // 6 % 2]})
        assert sum(answer.totals.values()) == 0
        assert len(answer.pairs) == 6
        assert all(pair.points[0] == -pair.points[1] for pair in answer.pairs)
        assert answer.details["fouls"] == {}


def test_whole_rounds() -> None:
    """Deal, set, show, settle: no foul, nothing lost, nothing gained."""
    simulate(125)


@pytest.mark.soak
@pytest.mark.timeout(1200)
def test_ten_thousand_hands() -> None:
    simulate(2_500)
