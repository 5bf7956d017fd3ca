"""Settlement: tables computed by hand with the reasoning beside them, and what holds for every table."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from solver.cards import playing
from solver.errors import InputError
from solver.games.si_ki_pi.settle import capped, nets, whole_chips
from solver.result import Settlement
from tests.brute import si_ki_pi as brute


def seats(*hands: str) -> list[dict[str, Any]]:
    """Players p1, p2, … from `front|back` or `front|back money`, ranks only; suits are dealt as they come."""
    used: dict[str, int] = {}
    players = []
    for place, text in enumerate(hands, 1):
        shown, _, money = text.partition(" ")
        groups = []
        for slot, ranks in zip(("front", "back"), shown.split("|"), strict=True):
            cards = []
            for rank in ranks:
                cards.append(rank + "cdhs"[used.setdefault(rank, 0)])
                used[rank] += 1
            groups.append({"slot": slot, "cards": cards})
        players.append({"name": f"p{place}", "groups": groups, "money": int(money) if money else None})
    return players


def settle(*hands: str, **fields: Any) -> Settlement:
    return solver.settle("si-ki-pi", players=seats(*hands), **fields)


def totals(*hands: str, **fields: Any) -> list[float]:
    return list(settle(*hands, **fields).totals.values())


TABLES: list[tuple[str, list[str], dict[str, Any], list[int]]] = [
    # Front 8 over 7; back nine with an ace over nine with a king. Both groups, and the front of 8 doubles.
    ("both groups won, doubled by a front of 8", ["K8|A8", "Q7|K9"], {}, [2, -2]),
    # Front K-7 over Q-7 by the higher card; the backs tie. One won and one tied is a win; 7 points are no bonus.
    ("one group won, the other tied", ["K7|A8", "Q7|A8"], {}, [1, -1]),
    # Front K-7 over Q-7, back K-8 under A-8: one each.
    ("one group each", ["K7|K8", "Q7|A8"], {}, [0, 0]),
    ("the same ranks in both groups", ["K7|K8", "K7|K8"], {}, [0, 0]),
    # By points alone the fronts tie at 7 and the backs at 9.
    ("points only", ["K7|A8", "Q7|K9"], {"rules": {"tie_break": "points-only"}}, [0, 0]),
    # With the ace low A-8 is a nine of 8 high: under K-9. The front K-7 still beats Q-7: one each.
    ("the ace low", ["K7|A8", "Q7|K9"], {"rules": {"tie_break": "ace-low"}}, [0, 0]),
    # Pairs beat points in both groups; BaoBao triples a stake of 10.
    ("BaoBao", ["22|33", "K8|A8"], {"stake": 10}, [30, -30]),
    # 4 + 4 is 8, but a pair is read as a pair only: three times, not a choice of two; the loser's front of 8 counts for nothing.
    ("a front pair is no 8 points", ["44|55", "J8|A8"], {"stake": 10}, [30, -30]),
    # Four of a kind loses to the higher four of a kind, which is paid five times.
    ("two fours of a kind", ["22|22", "33|33"], {}, [-5, 5]),
    # Twos lose both groups to queens and aces, but four of a kind beats every other hand outright.
    ("four of a kind outright", ["22|22", "QQ|AA"], {}, [5, -5]),
    # Without that rule the groups decide, and queens and aces win both: BaoBao, three times.
    ("four of a kind by its groups", ["22|22", "QQ|AA"], {"rules": {"quads_outright": False}}, [-3, 3]),
    # Two pairs win nothing outright: front 2-2 over A-8, back 3-3 under K-K: one each. With the switch they win, three times.
    ("two pairs by their groups", ["22|33", "A8|KK"], {}, [0, 0]),
    ("two pairs outright", ["22|33", "A8|KK"], {"rules": {"two_pairs_outright": True}}, [3, -3]),
    # p1 has a front of 9 over a back of 3: invalid, loses to both; p2 is paid once, p3 three times. p2 loses both groups to p3.
    ("an invalid hand pays each with their own bonus", ["K9|A2", "K2|K3", "55|66"], {}, [-1 - 3, 1 - 3, 3 + 3]),
    # p1 and p2 both have the front higher: they tie, and both pay p3, whose hand has no bonus.
    ("two invalid hands tie", ["K9|A2", "J9|A3", "K2|K3"], {}, [-1, -1, 2]),
    # 8 over 7 and 9 over 8 against p2 (doubled, 2); p3's pairs beat p1 and p2 (tripled, 3 each).
    ("three players, every pair", ["K8|A8", "Q7|Q8", "22|33"], {"stake": 5}, [5 * (2 - 3), 5 * (-2 - 3), 5 * (3 + 3)]),
    # The same hands, p1 the banker: p2 pays p1 2, p1 pays p3 3, nothing between p2 and p3.
    ("a banker", ["K8|A8", "Q7|Q8", "22|33"], {"stake": 5, "banker": "p1"}, [5 * (2 - 3), -10, 15]),
    # Both groups tie, so both go to the banker, who has a front of 8.
    ("the banker wins ties", ["K8|A8", "K8|A8"], {"banker": "p2", "rules": {"banker_wins_ties": True}}, [-2, 2]),
    # Front won by p1, the tied back goes to the banker: one each.
    ("a tie won by the banker makes it one each", ["K7|A8", "Q7|A8"], {"banker": "p2", "rules": {"banker_wins_ties": True}}, [0, 0]),
    # Nobody is the banker, so nobody wins ties.
    ("no banker, no ties to win", ["K7|A8", "Q7|A8"], {"rules": {"banker_wins_ties": True}}, [1, -1]),
    # The rules' own example: p2 owes p1 50; p3 owes p1 50 and p2 10. p3 has 20 for 60: a third of each debt. p2 gets 3⅓, may lose 30 net,
    # so pays 33⅓. p1 gets 16⅔ + 33⅓.
    ("two capped losers", ["99|99 200", "KQ|A8 30", "QJ|A7 20"], {"stake": 10}, [50, -30, -20]),
    # As above, but p1 may win 40 only: its 33⅓ and 16⅔ shrink by a fifth to 26⅔ and 13⅓. p2 ends at −26⅔ + 3⅓ = −23⅓, p3 at −16⅔.
    # Rounded down −24 and −17; the missing chip goes to the larger remainder, p2's ⅔.
    ("two capped losers and a capped winner", ["99|99 40", "KQ|A8 30", "QJ|A7 20"], {"stake": 10}, [40, -23, -17]),
    # p1 is owed 50 by each; p2 10 by p3 and p4; p3 10 by p4. p4 has 10 for 70: pays 50/7, 10/7, 10/7. p3 has 20 and those 10/7 for 60: pays
    # 125/7 and 25/7. p2 has 30 and 10/7 + 25/7 = 5 for 50: pays 35. p1 gets 50/7 + 125/7 + 35 = 60, within its 100.
    ("three capped losers", ["99|99 100", "KQ|A8 30", "QJ|A7 20", "JT|A6 10"], {"stake": 10}, [60, -30, -20, -10]),
    # The same, but p1 may win 45 of the 60, three quarters: p4 pays it 75/14, p3 375/28, p2 105/4. Nets: p2 −105/4 + 5 = −21¼,
    # p3 −375/28 − 25/7 + 10/7 = −15 15/28, p4 −75/14 − 20/7 = −8 3/14. Down: −22, −16, −9; two chips missing, to the remainders
    # 11/14 (p4) and 3/4 (p2), before 13/28 (p3).
    ("four capped players", ["99|99 45", "KQ|A8 30", "QJ|A7 20", "JT|A6 10"], {"stake": 10}, [45, -21, -16, -8]),
    # p1 beats all, p2 beats p3 and p4, who tie (front K-5 over Q-5, back J-8 under Q-8). p2 would win 20 − 10 = 10 but has 4: it may take
    # 4 + 10 = 14 of the 20, 7 from each.
    ("a capped winner in the middle", ["Q7|A8", "K6|K9 4", "K5|J8", "Q5|Q8"], {"stake": 10}, [30, 4, -17, -17]),
    # p1 may win one chip of 2: half a chip from each. Down: −1, −1; equal remainders, so the first seat keeps the chip.
    ("half chips go by seat", ["Q7|A8 1", "K5|J8", "Q5|Q8"], {}, [1, 0, -1]),
    ("a player with nothing loses nothing", ["K8|A8", "Q7|K9 0"], {"stake": 100}, [0, 0]),
    ("a player with nothing wins nothing", ["K8|A8 0", "Q7|K9"], {"stake": 100}, [0, 0]),
]  # fmt: skip


@pytest.mark.parametrize(("hands", "fields", "expected"), [table[1:] for table in TABLES], ids=[table[0] for table in TABLES])
def test_tables_computed_by_hand(hands: list[str], fields: dict[str, Any], expected: list[int]) -> None:
    assert totals(*hands, **fields) == expected


def test_pairs_are_told_row_by_row() -> None:
    """In stakes and before the caps; the last row is the hand, with the bonus of its winner."""
    settled = settle("99|99 200", "KQ|A8 30", "QJ|A7 20", stake=10)
    assert [(pair.players, pair.points) for pair in settled.pairs] == [
        (("p1", "p2"), (5, -5)),
        (("p1", "p3"), (5, -5)),
        (("p2", "p3"), (1, -1)),
    ]
    assert [(row.slot, row.points, row.bonus) for row in settled.pairs[0].rows] == [(None, (5, -5), 5)]
    assert [(row.slot, row.points, row.bonus) for row in settled.pairs[2].rows] == [
        ("front", (1, -1), None),
        ("back", (1, -1), None),
        (None, (1, -1), None),
    ]
    assert settled.details == {
        "invalid": [],
        "capped": {"p2": {"owed": -40, "money": 30, "total": -30}, "p3": {"owed": -60, "money": 20, "total": -20}},
    }


def test_a_hand_not_set_two_and_two_is_invalid() -> None:
    players = seats("KQ|A8", "QJ|A7")
    players[0]["groups"] = [{"slot": "front", "cards": "Kc Qc Ac"}, {"slot": "back", "cards": "8c"}]
    settled = solver.settle("si-ki-pi", players=players)
    assert settled.totals == {"p1": -1, "p2": 1}
    assert settled.details["invalid"] == ["p1"]


def test_rules_that_refuse_an_invalid_hand_name_it() -> None:
    with pytest.raises(InputError) as caught:
        settle("KQ|A8", "K9|A2", rules={"foul": "rejected"})
    assert [(fault.code, fault.pointer) for fault in caught.value.faults] == [("invalid-hand", "/players/1/groups")]
    assert "p2" in str(caught.value)
    assert totals("KQ|A8", "K8|A2", rules={"foul": "loses"}) == [1, -1]


def faults_of(players: list[dict[str, Any]], **fields: Any) -> list[tuple[str, str]]:
    with pytest.raises(InputError) as caught:
        solver.settle("si-ki-pi", players=players, **fields)
    return [(fault.code, fault.pointer) for fault in caught.value.faults]


def test_faults_name_their_place() -> None:
    two = seats("KQ|A8", "QJ|A7")
    assert faults_of(two[:1]) == [("out-of-range", "/players")]
    assert faults_of(two, banker="p3") == [("unknown-player", "/banker")]
    assert faults_of(two, stake=0) == [("out-of-range", "/stake")]
    assert faults_of(two, stake=1.5) == [("wrong-type", "/stake")]
    assert faults_of([two[0], {**two[1], "name": "p1"}]) == [("same-name", "/players/1/name")]
    assert faults_of([two[0], {**two[1], "money": -1}]) == [("out-of-range", "/players/1/money")]
    assert faults_of([two[0], {**two[1], "declared": []}]) == [("unknown-key", "/players/1/declared")]
    assert faults_of([two[0], {**two[0], "name": "p2"}]) == [("duplicate-card", "/players/1/groups")] * 4
    assert faults_of([two[0], {**two[1], "groups": two[1]["groups"][:1]}]) == [("wrong-number-of-cards", "/players/1/groups")]


RULES = ({}, {"tie_break": "points-only"}, {"two_pairs_outright": True, "quads_outright": False}, {"banker_wins_ties": True})
money = st.none() | st.integers(0, 60)


@st.composite
def dealt_tables(draw: st.DrawFn) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Two to ten players with random hands from few ranks, so that ties, pairs and bonuses are common; most set legally, some not."""
    count = draw(st.integers(2, 10))
    lowest = 52 - max(4 * count, draw(st.integers(8, 52)))
    deck = draw(st.permutations(range(lowest, 52)))
    players = []
    for seat in range(count):
        cards = [playing.NAMES[card] for card in deck[4 * seat : 4 * seat + 4]]
        groups = [tuple(cards[:2]), tuple(cards[2:])]
        if draw(st.integers(0, 9)):
            groups.sort(key=brute.rank)
        players.append(
            {
                "name": f"p{seat}",
                "money": draw(money),
                "groups": [{"slot": slot, "cards": list(group)} for slot, group in zip(("front", "back"), groups, strict=True)],
            }
        )
    rules = draw(st.sampled_from(RULES))
    banker = draw(st.none() | st.integers(0, count - 1))
    fields = {"rules": rules, "stake": draw(st.integers(1, 12)), "banker": None if banker is None else f"p{banker}"}
    return players, fields


@settings(max_examples=300)
@given(dealt_tables())
def test_every_table_is_zero_sum_and_within_the_money_and_as_the_brute_force_says(
    table: tuple[list[dict[str, Any]], dict[str, Any]],
) -> None:
    players, fields = table
    settled = solver.settle("si-ki-pi", players=players, **fields)
    assert sum(settled.totals.values()) == 0
    for player in players:
        if player["money"] is not None:
            assert abs(settled.totals[player["name"]]) <= player["money"]
    for pair in settled.pairs:
        assert sum(pair.points) == 0
    hands = [tuple(tuple(group["cards"]) for group in player["groups"]) for player in players]
    banker = None if fields["banker"] is None else int(fields["banker"][1:])
    expected = brute.settle(hands, fields["stake"], [player["money"] for player in players], {**brute.STANDARD, **fields["rules"]}, banker)
    assert list(settled.totals.values()) == expected


@st.composite
def chains(draw: st.DrawFn) -> tuple[list[list[Fraction]], list[int | None]]:
    """Debts that run one way, as hands make them, and money."""
    count = draw(st.integers(2, 8))
    order = draw(st.permutations(range(count)))
    owed = [[Fraction(0)] * count for _ in range(count)]
    for place, loser in enumerate(order):
        for winner in order[:place]:
            owed[loser][winner] = Fraction(draw(st.integers(0, 50)))
    return owed, draw(st.lists(money, min_size=count, max_size=count))


@given(chains())
def test_caps_are_idempotent(chain: tuple[list[list[Fraction]], list[int | None]]) -> None:
    """Capping again changes nothing; no one pays more than it owed; whole chips keep within the caps and add to nothing."""
    owed, own = chain
    once = capped(owed, own)
    assert capped(once, own) == once
    assert all(0 <= paid <= due for line, debts in zip(once, owed, strict=True) for paid, due in zip(line, debts, strict=True))
    chips = whole_chips(nets(once))
    assert sum(chips) == 0
    assert all(limit is None or abs(total) <= limit for total, limit in zip(chips, own, strict=True))


@given(chains())
def test_enough_money_caps_nothing(chain: tuple[list[list[Fraction]], list[int | None]]) -> None:
    owed, _ = chain
    assert capped(owed, [10_000] * len(owed)) == owed
    assert capped(owed, [None] * len(owed)) == owed


@given(st.lists(st.fractions(-50, 50, max_denominator=30), min_size=1, max_size=9))
def test_whole_chips_are_within_one(amounts: list[Fraction]) -> None:
    amounts = [*amounts, -sum(amounts, Fraction(0))]
    chips = whole_chips(amounts)
    assert sum(chips) == 0
    assert all(abs(chip - amount) < 1 for chip, amount in zip(chips, amounts, strict=True))
    assert all(chip == amount for chip, amount in zip(chips, amounts, strict=True) if amount.denominator == 1)
