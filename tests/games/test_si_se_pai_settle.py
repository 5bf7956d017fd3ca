"""Si Se Pai `settle`: the seed's worded examples, tables computed by hand, and everything that can't be at one table."""

from typing import Any

import pytest

import solver
from solver.errors import InputError
from solver.result import Settlement
from solver.text import LANGS
from tests.games.test_si_se_pai import codes

Seat = dict[str, Any]

# A table of one deck. What each hand counts, added up by hand.
# East wins with the green cannon: red king 1, two green fields 1 + 1, pairs of r GER, y HC, g S, w S 0 = 3.
EAST: Seat = {"name": "east", "hand": "Kr GGr EEr RRr HHy CCy SSg SSw RRg HHg Cg", "drawn": {"card": "Cg", "source": "take"}}
# South was dealt no triplet: 0.
SOUTH: Seat = {"name": "south", "hand": "KKw Gy GGg Ey EEg RRy HHr CCr SSr SSy Gw Ew"}
# West was dealt three white chariots, 3. Three yellow kings are no dealt triplet: 3.
WEST: Seat = {"name": "west", "hand": "RRRw KKKy Hr Cr GGy Ey SSr Sy RRy HHg CCg"}
# North was dealt four white horses, 8, and three white cannons, 3: 11.
NORTH: Seat = {"name": "north", "hand": "HHHHw CCCw GGw Ew Gg Eg KKg Kw Sw KGEr Cy"}
TABLE = [EAST, SOUTH, WEST, NORTH]

# East wins with quads: green kings 8, red guards 8, red elephants 8, yellow horses 8, red kings 1 + 1 + 1, pair of green footmen 0 = 35.
RICH: Seat = {"name": "east", "hand": "KKKKg GGGGr EEEEr HHHHy KKKr Sg", "drawn": {"card": "Sg", "source": "draw"}}
# 0 points each, and no card in common with east's.
POOR_SOUTH: Seat = {"name": "south", "hand": "Kr Kw RRr HHr CCr SSr Gw Ew RRw HHw CCw SSw"}
POOR_WEST: Seat = {"name": "west", "hand": "Ky Kw RRy CCy SSy Gg Eg RRg HHg CCg GGw EEw"}
# The same but for three dealt green chariots, 3.
TRIPLET_WEST: Seat = {"name": "west", "hand": "Ky Kw RRy CCy SSy Gg Eg RRRg HHg CCg GGw Ew"}

DRAWN = {"card": "Cg", "source": "draw"}
STOLEN = {"card": "Cg", "source": "steal"}


def settle(players: list[Seat], **more: Any) -> Settlement:
    settlement = solver.settle("si-se-pai", players=players, **{"winner": "east", **more})
    names = [player["name"] for player in players]
    assert list(settlement.totals) == names
    assert sum(settlement.totals.values()) == 0
    assert len(settlement.pairs) == len(names) * (len(names) - 1) // 2
    stake = more.get("stake", 1)
    for name in names:
        own = sum(pair.points[pair.players.index(name)] for pair in settlement.pairs if name in pair.players)
        assert settlement.totals[name] == own * stake
    assert all(sum(pair.points) == 0 for pair in settlement.pairs)
    return settlement


def totals(players: list[Seat], **more: Any) -> list[float]:
    return list(settle(players, **more).totals.values())


def claimed(settlement: Settlement) -> list[str] | None:
    """The codes of what was wrong with the claim; None: nothing."""
    found = settlement.details["false_claim"]
    return None if found is None else found["codes"]


def east(**changes: Any) -> Seat:
    return {**EAST, **changes}


def with_east(**changes: Any) -> list[Seat]:
    return [east(**changes), *TABLE[1:]]


PAYMENTS: list[tuple[str, list[Seat], dict[str, Any], list[int]]] = [
    # "Everyone has to pay the winner": 3 from each of three.
    ("winner takes", TABLE, {}, [9, -3, -3, -3]),
    # 3 points at 5 a point.
    ("stake", TABLE, {"stake": 5}, [45, -15, -15, -15]),
    # "Sometimes, the non-winners also pay each other depending on the points." South 0, west 3, north 11: south pays west 3 and north 11,
    # west pays north 8, and all pay east 3: south −3 −3 −11, west −3 +3 −8, north −3 +11 +8. "It is possible for a non-winner to have
    # more points than the winner": north does, and takes the most home.
    ("differences", TABLE, {"rules": {"payment": "winner-and-differences"}}, [9, -17, -8, 16]),
    # "The loser is penalized by having to pay on behalf of the other 2 non-winners": north fed the cannon and pays 3 × 3.
    ("discarder pays", TABLE, {"rules": {"payment": "discarder-pays"}, "discarder": "north"}, [9, 0, 0, -9]),
    # Drawn from the pile, nobody fed it: each pays.
    ("from the pile", with_east(drawn=DRAWN), {"rules": {"payment": "discarder-pays"}}, [9, -3, -3, -3]),
    # Stolen as another drew it: nobody discarded it either.
    ("stolen off the pile", with_east(drawn=STOLEN), {"rules": {"payment": "discarder-pays"}, "discarder": None}, [9, -3, -3, -3]),
    # Where nobody pays for the others, nobody asks.
    ("stolen, of no matter", with_east(drawn=STOLEN), {}, [9, -3, -3, -3]),
    # Stolen from a discard: who discarded it pays.
    ("stolen", with_east(drawn=STOLEN), {"rules": {"payment": "discarder-pays"}, "discarder": "south"}, [9, -9, 0, 0]),
    # The other schemes know the discarder, and do not care.
    ("discarder of no matter", TABLE, {"discarder": "north"}, [9, -3, -3, -3]),
    # Two at the table: north pays 3, and has nobody to differ from.
    ("two players", [EAST, NORTH], {"rules": {"payment": "winner-and-differences"}}, [3, -3]),
    # Three: south and north 0 and 11. South −3 −11, north −3 +11.
    ("three players", [EAST, SOUTH, NORTH], {"rules": {"payment": "winner-and-differences"}}, [6, -14, 8]),
    # Three, the discarder pays for both: 2 × 3.
    ("three, discarder", [EAST, SOUTH, NORTH], {"rules": {"payment": "discarder-pays"}, "discarder": "south"}, [6, -6, 0]),
    # 35 from each of two.
    ("quads", [RICH, POOR_SOUTH, POOR_WEST], {}, [70, -35, -35]),
    # "Some people double the winner's points if he has a quad": 70 from each, once, however many quads there are.
    ("doubled", [RICH, POOR_SOUTH, POOR_WEST], {"rules": {"double_with_quad": True}}, [140, -70, -70]),
    # No quad in 3 points: nothing to double.
    ("nothing to double", TABLE, {"rules": {"double_with_quad": True}}, [9, -3, -3, -3]),
    # Doubling and a discarder: 2 × 35 for two.
    (
        "doubled, discarder",
        [{**RICH, "drawn": {"card": "Sg", "source": "steal"}}, POOR_SOUTH, POOR_WEST],
        {"rules": {"double_with_quad": True, "payment": "discarder-pays"}, "discarder": "west"},
        [140, 0, -140],
    ),
    # Differences are never doubled: 70 to east from each, and 3 from south to west.
    (
        "doubled, differences",
        [RICH, POOR_SOUTH, TRIPLET_WEST],
        {"rules": {"double_with_quad": True, "payment": "winner-and-differences"}},
        [140, -73, -67],
    ),
    # 10 × stake to each other player, and nothing else is paid.
    ("false claim", TABLE, {"winner": None, "false_claim": "west"}, [10, 10, -30, 10]),
    # 4 × 2 to each of three.
    (
        "penalty of the table",
        TABLE,
        {"winner": None, "false_claim": "east", "stake": 2, "rules": {"false_claim_penalty": 4}},
        [-24, 8, 8, 8],
    ),
    # Nobody's cards are needed.
    ("no cards", [{"name": "east"}, {"name": "west"}], {"winner": None, "false_claim": "east"}, [-10, 10]),
]


@pytest.mark.parametrize(("players", "more", "expected"), [case[1:] for case in PAYMENTS], ids=[case[0] for case in PAYMENTS])
def test_payments(players: list[Seat], more: dict[str, Any], expected: list[int]) -> None:
    assert totals(players, **more) == expected


def test_what_each_player_counts() -> None:
    settlement = settle(TABLE)
    assert settlement.details == {
        "winner": "east",
        "points": {"east": 3, "south": 0, "west": 3, "north": 11},
        "doubled": False,
        "paid_by": None,
        "false_claim": None,
    }
    assert [(pair.players, pair.points) for pair in settlement.pairs] == [
        (("east", "south"), (3, -3)),
        (("east", "west"), (3, -3)),
        (("east", "north"), (3, -3)),
        (("south", "west"), (0, 0)),
        (("south", "north"), (0, 0)),
        (("west", "north"), (0, 0)),
    ]
    assert settle(TABLE, rules={"payment": "discarder-pays"}, discarder="north").details["paid_by"] == "north"


# (why, the loser's hand fields, rules, what it counts); 20 cards each.
REST = "SSr SSy GGw EEw RRy CCy"  # 12 cards with nothing in them
COUNTS: list[tuple[str, dict[str, Any], dict[str, Any], int]] = [
    ("nothing dealt", {"hand": f"RRw HHw CCw KKw {REST}"}, {}, 0),
    ("two dealt triplets: 3 + 3", {"hand": f"RRRw HHHw CCw {REST}"}, {}, 6),
    ("a dealt quad, still listed in the hand: 8", {"hand": f"RRRRw HHw CCw {REST}"}, {}, 8),
    ("a dealt quad on the table: 8", {"hand": f"HHw CCw {REST}", "melds": [{"cards": "RRRRw", "source": "dealt"}]}, {}, 8),
    ("four dealt kings: 8", {"hand": f"KKKKw HHw CCw {REST}"}, {}, 8),
    ("four kings got together later: 0", {"hand": f"HHw CCw {REST}", "melds": [{"cards": "KKKKw", "source": "draw"}]}, {}, 0),
    ("three dealt kings are no dealt triplet", {"hand": f"KKKw HHw CCw Rw {REST}"}, {}, 0),
    ("a dealt triplet opened into a quad: 0", {"hand": f"HHw CCw {REST}", "melds": [{"cards": "RRRRw", "source": "steal"}]}, {}, 0),
    ("a triplet made by taking a card: 0", {"hand": f"HHw CCw Rr {REST}", "melds": [{"cards": "RRRw", "source": "take"}]}, {}, 0),
    ("of two triplets one is known as dealt: 3", {"hand": f"RRRw HHHw CCw {REST}", "dealt_triplets": ["Hw"]}, {}, 3),
    ("none is known as dealt: 0", {"hand": f"RRRw HHHw CCw {REST}", "dealt_triplets": []}, {}, 0),
    ("a known dealt triplet with its fourth card: 0", {"hand": f"RRRRw HHw CCw {REST}", "dealt_triplets": ["Rw"]}, {}, 0),
    ("whole dealt sets count where they may be split, too: 3", {"hand": f"RRRw HHw CCw Kw {REST}"}, {"lock_dealt": False}, 3),
    ("another price: 5", {"hand": f"RRRw HHw CCw Kw {REST}"}, {"points": {"triplet-dealt": 5}}, 5),
    ("no king quad at this table", {"hand": f"KKKKw HHw CCw {REST}"}, {"king_quad": False}, 0),
]


@pytest.mark.parametrize(("fields", "rules", "expected"), [case[1:] for case in COUNTS], ids=[case[0] for case in COUNTS])
def test_what_a_loser_counts(fields: dict[str, Any], rules: dict[str, Any], expected: int) -> None:
    """Told by the answer, and paid by a west who counts nothing."""
    settlement = settle([RICH, {"name": "south", **fields}], rules=rules)
    assert settlement.details["points"]["south"] == expected
    third = {"name": "west", "hand": "Kr Ky RRr HHr CCr SSw Sg GGg Eg RRg HHg CCg"}
    differences = {"payment": "winner-and-differences", **rules}
    paid = settle([RICH, {"name": "south", **fields}, third], rules=differences)
    assert paid.totals["south"] == expected - paid.details["points"]["east"]


# The winner's claim


def test_the_winning_card_made_the_triplet() -> None:
    """Dealt chariots 3, made by the winning card 1. 8 + 8 + 8 + 3 = 27 with the white footman won; 8 + 8 + 8 + 1 = 25 with the chariot."""
    other = {"name": "west", "hand": POOR_WEST["hand"].replace("CCy", "Sr Sg")}
    dealt = {"name": "east", "hand": "KKKKg GGGGr EEEEr HHy CCy RRRr Sw", "drawn": {"card": "Sw", "source": "draw"}}
    made = {"name": "east", "hand": "KKKKg GGGGr EEEEr HHy CCy SSw RRr", "drawn": {"card": "Rr", "source": "draw"}}
    assert totals([dealt, other]) == [27, -27]
    assert totals([made, other]) == [25, -25]


def test_a_hand_that_is_no_win_is_a_false_claim() -> None:
    """A white elephant for the second green cannon: neither it nor the first cannon is in a group. East pays 10 to each."""
    settlement = settle(with_east(drawn={"card": "Ew", "source": "draw"}))
    assert list(settlement.totals.values()) == [-30, 10, 10, 10]
    assert settlement.details["false_claim"]["player"] == "east"
    assert claimed(settlement) == ["drawn-card-not-used", "card-in-no-group"]
    assert settlement.details["winner"] is None


def test_below_the_minimum_is_a_false_claim() -> None:
    """3 points where 5 are asked for. The minimum is compared before doubling."""
    assert claimed(settle(TABLE, rules={"minimum_points": 5})) == ["below-minimum"]
    assert totals(TABLE, rules={"minimum_points": 3}) == [9, -3, -3, -3]
    doubled = settle([RICH, POOR_SOUTH], rules={"minimum_points": 36, "double_with_quad": True})
    assert claimed(doubled) == ["below-minimum"]


def test_groups_shown_are_judged() -> None:
    """Shown as pairs, east's cards are worth 1; a better grouping is the player's to see."""
    shown = ["Kr", "GGr", "EEr", "RRr", "HHy", "CCy", "SSg", "SSw", "RRg", "HHg", "CCg"]
    pairs = east(groups=[{"cards": cards} for cards in shown])
    assert totals([pairs, *TABLE[1:]]) == [3, -1, -1, -1]
    wrong = settle([{**pairs, "claimed_points": 3}, *TABLE[1:]])
    assert (claimed(wrong), wrong.totals["east"]) == (["wrong-points"], -30)
    right = settle([{**pairs, "claimed_points": 1}, *TABLE[1:]])
    assert (claimed(right), right.totals["east"]) == (None, 3)
    missing = settle([east(groups=[{"cards": cards} for cards in shown[:-1]]), *TABLE[1:]])
    assert "card-in-no-group" in (claimed(missing) or [])


def test_a_split_triplet_is_a_false_claim() -> None:
    """Three red chariots dealt, shown as a pair and in a field."""
    hand = "KKKKg GGGGr EEEEr HHHHy RRRr Hr"
    shown = ["KKKKg", "GGGGr", "EEEEr", "HHHHy", "RRr", "RHCr"]
    player = {"name": "east", "hand": hand, "drawn": {"card": "Cr", "source": "draw"}, "groups": [{"cards": cards} for cards in shown]}
    other = {"name": "west", "hand": "Ky Kw RRy CCy SSy Gg Eg RRg HHg CCg GGw EEw"}
    assert claimed(settle([player, other])) == ["dealt-triplet-split"]
    assert "groups" in player
    # Without groups shown the best ones are looked for; there are none that keep the triplet.
    del player["groups"]
    assert claimed(settle([player, other])) is not None
    assert totals([player, other], rules={"lock_dealt": False}) == [33, -33]


def test_a_group_that_is_none_and_a_wrong_steal_are_false_claims() -> None:
    none = east(hand="GGr EEr RRr HHy CCy SSg SSw RRg HHg Cg", melds=[{"cards": "Kr"}])
    assert totals([none, *TABLE[1:]]) == [9, -3, -3, -3]
    broken = east(hand="Kr GGr EEr RRr HHy CCy SSg RRg HHg Cg", melds=[{"cards": "SSw", "source": "steal"}])
    assert claimed(settle([broken, *TABLE[1:]])) == ["illegal-steal"]
    odd = east(hand="Kr GGr EEr RRr CCy SSg SSw RRg HHg Cg", melds=[{"cards": "HHy", "source": "dealt"}])
    assert claimed(settle([odd, *TABLE[1:]])) == ["dealt-meld-not-quad"]
    mixed = east(hand="Kr GGr EEr RRr CCy SSg SSw RRg HHg Cg", melds=[{"cards": "HyEy"}])
    assert claimed(settle([mixed, *TABLE[1:]])) == ["meld-not-a-group"]


def test_doubling_counts_the_grouping_that_pays_best() -> None:
    """Where a king quad is 3, four kings are worth more one by one, 4, but doubled the quad pays more: 2 × (3 + 1) for 4 + 1.

    The minimum is compared before doubling: at 5 only the single kings win, and nothing doubles.
    """
    player: Seat = {"name": "east", "hand": "KKKKg GGr EEr RRr HHy CCy SSy SSw Rg Hg", "drawn": {"card": "Cg", "source": "draw"}}
    players: list[Seat] = [player, {"name": "west", "hand": "KKw RRw HHw CCw GGw EEw SSr SSg KKy RRy"}]
    rules = {"lock_dealt": False, "points": {"king-quad": 3, "king-quad-displayed": 3}}
    assert totals(players, rules=rules) == [5, -5]
    assert totals(players, rules={**rules, "double_with_quad": True}) == [8, -8]
    assert totals(players, rules={**rules, "double_with_quad": True, "minimum_points": 5}) == [5, -5]


# What can't be


@pytest.mark.parametrize("lang", LANGS)
def test_reasons_speak_the_language(lang: str) -> None:
    told = settle(TABLE, rules={"minimum_points": 5}, lang=lang).details["false_claim"]["reason"]
    assert told
    assert (lang == "en") == told.startswith("the hand must reach the minimum")


Faults = list[tuple[str, str, int | None]]
BAD: list[tuple[str, list[Seat], dict[str, Any], Faults]] = [
    ("nobody", TABLE, {"winner": None}, [("missing-field", "/winner", None)]),
    ("both", TABLE, {"false_claim": "west"}, [("winner-and-false-claim", "/false_claim", None)]),
    ("unknown winner", TABLE, {"winner": "moon"}, [("unknown-value", "/winner", None)]),
    ("unknown discarder", TABLE, {"discarder": "moon"}, [("unknown-value", "/discarder", None)]),
    ("unknown claimant", TABLE, {"winner": None, "false_claim": "moon"}, [("unknown-value", "/false_claim", None)]),
    ("same name", [EAST, {**SOUTH, "name": "east"}], {}, [("same-name", "/players/1/name", None)]),
    ("one player", [EAST], {}, [("out-of-range", "/players", None)]),
    ("five players", [*TABLE, {"name": "moon", "hand": "Kr"}], {}, [("out-of-range", "/players", None)]),
    ("no hand", [EAST, {"name": "south"}], {}, [("missing-field", "/players/1/hand", None)]),
    ("short winner", [east(hand="Kr"), SOUTH], {}, [("wrong-number-of-cards", "/players/0/hand", None)]),
    ("short loser", [EAST, {"name": "south", "hand": "KKw"}], {}, [("wrong-number-of-cards", "/players/1/hand", None)]),
    ("winner without the card", [{**EAST, "drawn": None}, SOUTH], {}, [("wrong-number-of-cards", "/players/0/hand", None)]),
    (
        "a loser's drawn card",
        [EAST, {"name": "south", "hand": SOUTH["hand"][:-3], "drawn": {"card": "Ew", "source": "draw"}}],
        {},
        [("drawn-by-another", "/players/1/drawn", None)],
    ),
    ("a loser's groups", [EAST, {**SOUTH, "groups": [{"cards": "Kw"}]}], {}, [("claims-nothing", "/players/1/groups", None)]),
    ("a loser's points", [EAST, {**SOUTH, "claimed_points": 3}], {}, [("claims-nothing", "/players/1/claimed_points", None)]),
    ("own discard", TABLE, {"discarder": "east"}, [("own-discard", "/discarder", None)]),
    ("a discarder of a card from the pile", with_east(drawn=DRAWN), {"discarder": "west"}, [("no-discard", "/discarder", None)]),
    ("no discarder", TABLE, {"rules": {"payment": "discarder-pays"}}, [("missing-field", "/discarder", None)]),
    # From a discard or off the pile? One pays, or each: no guess.
    ("stolen from whom", with_east(drawn=STOLEN), {"rules": {"payment": "discarder-pays"}}, [("discarder-not-said", "/discarder", None)]),
    (
        "no card",
        [east(hand="Kr GGr Xr"), {**SOUTH, "hand": "Kw Q"}],
        {},
        [("unknown-card", "/players/0/hand", 7), ("unknown-card", "/players/1/hand", 3)],
    ),
    ("no card in a meld", [EAST, {**SOUTH, "melds": [{"cards": "Kz"}]}], {}, [("unknown-card", "/players/1/melds/0/cards", 1)]),
    ("no card in the groups", [east(groups=[{"cards": "Kz"}]), SOUTH], {}, [("unknown-card", "/players/0/groups/0/cards", 1)]),
    ("a wrong name of a triplet", [east(dealt_triplets=["Rr"]), SOUTH], {}, [("not-dealt", "/players/0/dealt_triplets/0", None)]),
    (
        "a fifth copy at the table",
        [EAST, {"name": "south", "hand": "KKw GGg EEg RRRr HHr CCr SSr SSy Gw Ew Gy"}],
        {},
        [("too-many-copies", "/players/1/hand", None)],
    ),
    (
        "a loser's meld that is none",
        [EAST, {"name": "south", "hand": SOUTH["hand"][:-6], "melds": [{"cards": "GEw"}]}],
        {},
        [("meld-not-a-group", "/players/1/melds/0/cards", None)],
    ),
    ("unknown payment", TABLE, {"rules": {"payment": "all"}}, [("unknown-value", "/rules/payment", None)]),
    ("stake", TABLE, {"stake": 0}, [("out-of-range", "/stake", None)]),
    ("unknown field", TABLE, {"banker": "east"}, [("unknown-key", "/banker", None)]),
    (
        "a fifth copy after a false claim",
        [{"name": "east", "hand": "KKKr"}, {"name": "west", "hand": "KKr"}],
        {"winner": None, "false_claim": "west"},
        [("too-many-copies", "/players/1/hand", None)],
    ),
]


@pytest.mark.parametrize(("players", "more", "expected"), [case[1:] for case in BAD], ids=[case[0] for case in BAD])
def test_what_cannot_be_is_refused(players: list[Seat], more: dict[str, Any], expected: Faults) -> None:
    with pytest.raises(InputError) as error:
        settle(players, **more)
    assert codes(error) == expected
    assert all(fault.message(lang) for fault in error.value.faults for lang in LANGS)


def test_an_empty_list_of_groups_shows_nothing() -> None:
    """A client that always sends the list is served like one that leaves it out."""
    assert settle([EAST, {**SOUTH, "groups": []}]).totals == settle([EAST, SOUTH]).totals


def test_a_right_claim_is_not_called_false() -> None:
    """Whoever is accused and shows a winning hand pays nothing; the table is told so instead."""
    best = solver.arrange("si-se-pai", **{key: value for key, value in EAST.items() if key != "name"}).arrangements[0]
    shown = [{"cards": list(group.cards)} for group in best.groups]
    assert solver.arrange("si-se-pai", **{key: value for key, value in EAST.items() if key != "name"}).wins
    with pytest.raises(InputError) as error:
        settle([{**EAST, "groups": shown}, SOUTH], winner=None, false_claim="east")
    assert [(fault.code, fault.pointer) for fault in error.value.faults] == [("claim-is-right", "/false_claim")]
    wrong = [*shown[:-1], {"cards": list(best.groups[-1].cards[:1])}]
    assert settle([{**EAST, "groups": wrong}, SOUTH], winner=None, false_claim="east").totals["east"] < 0


def test_a_stolen_meld_must_be_stealable() -> None:
    """Arrange and advise never call a hand a win that verify fines: a command group is not stolen."""
    for meld, fine in (("Kw Gw Ew", False), ("Hw Hw Hw", True), ("Kw", False), ("Hw Hw Hw Hw", True)):
        request = {"hand": "RRg", "melds": [{"cards": meld, "source": "steal"}]}
        if fine:
            assert solver.arrange("si-se-pai", **request).complete
        else:
            with pytest.raises(InputError, match="stolen"):
                solver.arrange("si-se-pai", **request)
