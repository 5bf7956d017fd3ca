"""Si Se Pai `advise`: distances, waits, discards and calls against the brute force, published figures, and hands seen through."""

from collections import Counter, defaultdict
from fractions import Fraction
from math import comb, prod
from random import Random
from typing import Any

import pytest

import solver
from solver.engines import distances, tables
from solver.errors import InputError
from solver.game import game
from solver.games.si_se_pai.cards import COPIES, KINDS
from solver.games.si_se_pai.groups import catalogue
from solver.games.si_se_pai.position import FULL
from solver.games.si_se_pai.rules import PRESETS
from solver.result import Advice, Call
from solver.text import LANGS
from tests.brute import si_se_pai as brute
from tests.brute import si_se_pai_advise as plain
from tests.brute.si_se_pai_counts import waiting_deals
from tests.brute.si_se_pai_hands import RULES_IN_USE, Case, constructed_winning_hand, random_case
from tests.games.test_si_se_pai import FREE, OVERRIDES, codes, fields

# Rules under which groups are worth more on the table than in the hand, or less than nothing.
ODD_RULES: dict[str, tuple[brute.Rules, dict[str, Any]]] = {
    "better-open": (
        brute.with_rules("taiwan", points={"triplet-dealt": 0, "triplet": 5, "quad-dealt": 2}),
        {"preset": "taiwan", "points": {"triplet-dealt": 0, "triplet": 5, "quad-dealt": 2}},
    ),
    "negative": (
        brute.with_rules("seed", minimum_points=4, points={"pair": -1, "king": -2}),
        {"preset": "seed", "minimum_points": 4, "points": {"pair": -1, "king": -2}},
    ),
    "high-minimum": (brute.with_rules("seed", minimum_points=17), {"preset": "seed", "minimum_points": 17}),
}


def advise(hand: str | list[str], **more: Any) -> Advice:
    advice: Advice = solver.advise("si-se-pai", hand=hand, **more)
    return advice


def waiting_case(rng: Random, rules: brute.Rules) -> Case:
    """A hand with its history that some card completes: a complete one less a concealed card."""
    while True:
        case = constructed_winning_hand(rng, rules)
        if case.hand and case.drawn is None:
            hand = list(case.hand)
            hand.remove(rng.choice(hand))
            named = case.dealt_triplets
            return case._replace(hand=hand, dealt_triplets=None if named is None else [card for card in named if hand.count(card) >= 3])
        if case.drawn is not None:
            return case._replace(drawn=None)


def some_case(rng: Random, rules: brute.Rules, size: int = 20) -> Case:
    """A random hand without a drawn card, or one near to complete."""
    if rng.random() < 0.5:
        return waiting_case(rng, rules) if size == 20 else constructed_winning_hand(rng, rules, with_history=False)
    while True:
        case = random_case(rng, rules, size)
        if case.drawn is None:
            return case


def arguments(case: Case, rules: brute.Rules) -> tuple[Any, ...]:
    return case.hand, case.melds, rules, case.dealt_triplets


# Distances


@pytest.mark.parametrize("name", RULES_IN_USE)
def test_distances_equal_the_exhaustive_search(name: str) -> None:
    """500 hands over all rule sets in use, of all sizes, with melds, locks and named triplets."""
    rng, rules = Random(f"distance {name}"), RULES_IN_USE[name]
    for turn in range(50):
        case = some_case(rng, rules, rng.choice((20, 20, 21, 12, 5, 1)))
        advice = advise(rules=OVERRIDES[name], **fields(case))
        assert advice.distance == plain.distance(*arguments(case, rules))
        if turn % 10 == 0:
            assert advice.distance_to_win == plain.distance_to_win(*arguments(case, rules))
        if turn % 5 == 1 and len(case.cards()) < FULL:
            assert [each.card for each in advice.improves] == plain.improving(*arguments(case, rules))


@pytest.mark.parametrize("name", ODD_RULES)
def test_distances_to_win_under_odd_rules(name: str) -> None:
    """Where a displayed group may be worth more than a concealed one, or a group costs points, or the minimum is high."""
    rng, (rules, overrides) = Random(name), ODD_RULES[name]
    for _ in range(8):
        case = some_case(rng, rules, rng.choice((20, 14)))
        advice = advise(rules=overrides, **fields(case))
        assert advice.distance == plain.distance(*arguments(case, rules))
        assert advice.distance_to_win == plain.distance_to_win(*arguments(case, rules))


def drift(number: int, seed: int) -> None:
    """The distribution of distances over random 20-card hands, locks off, is the published one within sampling error."""
    rng, rules = Random(seed), PRESETS.resolve(FREE)
    groups = catalogue(rules, None)
    reach = distances.of(groups.columns, KINDS, COPIES, FULL)
    deck, everything, found = list(range(KINDS)) * COPIES, [COPIES] * KINDS, Counter[int | None]()
    for _ in range(number):
        hand = [0] * KINDS
        for kind in rng.sample(deck, 20):
            hand[kind] += 1
        found[reach.distance(reach.stand(hand, everything))] += 1
    assert sum(found[steps] for steps in range(1, 7)) == number, "none is complete, none out of reach"
    for steps, share in {1: 0.0017, 2: 0.059, 3: 0.360, 4: 0.472, 5: 0.107}.items():
        # Half of the last published digit comes on top of the sampling error.
        rounding = 0.00005 if steps == 1 else 0.0005
        assert abs(found[steps] / number - share) < 4 * (share * (1 - share) / number) ** 0.5 + rounding, steps


def test_distances_of_random_hands() -> None:
    drift(8_000, 5)


@pytest.mark.soak
def test_distances_of_many_random_hands() -> None:
    drift(50_000, 6)


def test_rows_equal_the_plain_table() -> None:
    """The rows that distances add up are those that `tables` counts target by target."""
    groups = catalogue(PRESETS.default, None)
    reach = distances.of(groups.columns, KINDS, COPIES, FULL)
    for place in (0, 4, 8):
        part = reach.components.parts[place]
        whole = sum(COPIES << part.table.bits * item for item in range(len(part.items)))
        missing = part.table.missing()
        for state in part.table.states:
            row = reach.row(place, state, whole)
            assert row[: len(missing[state])] == missing[state][: len(row)]


def test_the_chance_to_wait_is_exact() -> None:
    """Deals of 20 random cards that wait, counted over the tables: 1.657e-3 of all, and the brute force's number to the unit.

    A hand waits when all components but one are covered, that one with one more card, or when all are and one takes another.
    """
    groups = catalogue(PRESETS.default, None)
    components = tables.compiled(groups.columns, KINDS, COPIES)
    deals: dict[tuple[int, bool, bool], int] = {(0, False, False): 1}  # (cards, one is open, one takes more): deals
    for part in components.parts:
        after: dict[tuple[int, bool, bool], int] = defaultdict(int)
        missing = part.table.missing()
        for state, held in part.table.states.items():
            size, ways = sum(held), prod(comb(COPIES, copies) for copies in held)
            row = (*missing[state], tables.NEVER)
            covered, takes = row[size] == 0, row[size + 1] == 1
            for (cards, opened, taking), number in deals.items():
                if cards + size <= 20 and (covered or (takes and not opened)):
                    after[cards + size, opened or not covered, taking or (covered and takes)] += number * ways
        deals = after
    waiting = sum(number for (cards, opened, taking), number in deals.items() if cards == 20 and (opened or taking))
    assert waiting == waiting_deals()
    assert round(float(Fraction(waiting, comb(112, 20))), 6) == 0.001657


# Waits


def told_waits(advice: Advice) -> list[tuple[str, int, int, bool]]:
    return [(wait.card, wait.left, wait.points, wait.wins) for wait in advice.waits]


def compare_waits(number: int, name: str, seed: str) -> None:
    """Waits, their copies and points, are those found by trying all 28 kinds."""
    rng, rules = Random(f"{seed} {name}"), RULES_IN_USE[name]
    for turn in range(number):
        case = waiting_case(rng, rules) if turn % 4 else some_case(rng, rules)
        others = list((Counter(dict.fromkeys(brute.KINDS, 4)) - Counter(case.cards())).elements())
        seen = rng.sample(others, rng.randrange(len(others)))
        advice = advise(rules=OVERRIDES[name], seen=seen, **fields(case))
        expected = plain.waits(case.hand, case.melds, rules, seen, case.dealt_triplets)
        assert told_waits(advice) == [tuple(wait) for wait in expected]
        assert (advice.distance == 1) == bool(expected)
        assert (advice.distance_to_win == 1) == any(wait.wins for wait in expected)


@pytest.mark.parametrize("name", RULES_IN_USE)
def test_waits_equal_trying_all_kinds(name: str) -> None:
    compare_waits(25, name, "few")


@pytest.mark.soak
@pytest.mark.parametrize("name", RULES_IN_USE)
def test_waits_equal_trying_all_kinds_on_many_hands(name: str) -> None:
    compare_waits(1_000, name, "many")


def test_never_a_fifth_copy() -> None:
    """Complete but for one card, this hand would take any king; it holds four green ones, and there is no fifth."""
    advice = advise("KKKKg GGGGr EEEEr HHHHy Kr KKw Ky")
    assert told_waits(advice) == [(card, left, 32 + 5, True) for card, left in (("Kr", 3), ("Ky", 3), ("Kw", 2))]
    locked = advise("KKKKg GGGGr EEEEr HHHHy RRRr Kw")
    assert "Rr" in [wait.card for wait in locked.waits], "the fourth chariot opens the dealt triplet"
    assert [wait.points for wait in locked.waits if wait.card == "Rr"] == [8 + 8 + 8 + 8 + 6 + 1]
    shown = advise("KKKKg GGGGr EEEEr HHy RRRr Kw", melds=[{"cards": "RHCr"}])
    assert "Rr" not in [wait.card for wait in shown.waits], "the fourth chariot lies on the table"
    # 8 + 8 + 8, triplet 3, field 1 are 28; a quad of chariots would be 3 more with one card, but it can't be.
    rich = advise("KKKKg GGGGr EEEEr HHy RRRr", melds=[{"cards": "RHCr"}], rules={"minimum_points": 31})
    assert (rich.distance, rich.distance_to_win) == (1, 3)


def test_all_copies_may_be_seen() -> None:
    """Waiting for the cannon of a field, all four of which lie on the table: the wait is dead, and `left` says so."""
    hand = "KKKKg GGGGr EEEEr HHHHy Rr Hr KKw"
    assert told_waits(advise(hand)) == [("Cr", 4, 32 + 1 + 2, True)]
    assert told_waits(advise(hand, seen="CCCr")) == [("Cr", 1, 35, True)]
    assert told_waits(advise(hand, seen="CCCCr")) == [("Cr", 0, 35, True)]
    offered = advise(hand, seen="CCCr", offered={"card": "Cr", "source": "steal"})
    assert told_waits(offered) == [("Cr", 0, 35, True)], "a card on offer is seen"


def test_points_of_waits_and_the_minimum() -> None:
    """Pairs and kings wait for more: 8 + 8 + 8, kings 1 + 1, and 1 for a triplet made now, or for another king, are 27."""
    hand = "KKKKg GGGGr EEEEr HHy CCy SSw Kr Kw"
    waits = {wait.card: (wait.points, wait.wins) for wait in advise(hand, rules={"minimum_points": 27}).waits}
    assert waits == dict.fromkeys(("Kr", "Ky", "Kw", "Hy", "Cy", "Sw"), (27, True))
    advice = advise(hand, rules={"minimum_points": 28})
    assert [wait.wins for wait in advice.waits] == [False] * 6
    # A quad of the horses takes two more cards, a card given up: 8 + 8 + 8 + 6 and what is left.
    assert (advice.distance, advice.distance_to_win) == (1, 2)
    assert advise(hand, rules={"minimum_points": 42}).distance_to_win is None


def test_a_dealt_card_may_make_way_for_its_like() -> None:
    """At a table where a dealt triplet is worth 0 and a made one 5: four quads 32, kings 1 + 1, the white chariots 0, or 5 after one of
    them was thrown away and the fourth obtained. A quad, 2 here, would be 32 + 2 + 1.
    """
    rules = {"lock_dealt": False, "points": {"triplet-dealt": 0, "triplet": 5, "quad": 2}, "minimum_points": 39}
    advice = advise("KKKKg GGGGr EEEEr HHHHy RRRw Kr Kw", rules=rules)
    assert (advice.distance, advice.distance_to_win) == (0, 1)
    assert advise("KKKKg GGGGr EEEEr HHHHy RRRw Kr Kw", rules=rules | {"minimum_points": 34}).distance_to_win == 0


def test_a_forced_quad_may_spoil_a_wait() -> None:
    """The fourth red chariot must go to the dealt three, so it can't complete a field with the horse and the cannon beside them."""
    hand = "KKKKg GGGGr EEEEr HHy RRRr Hr Cr Kw"
    assert advise(hand).distance == 2
    unlocked = advise(hand, rules=FREE)
    assert unlocked.distance == 1
    assert "Rr" in [wait.card for wait in unlocked.waits]


# Discards


@pytest.mark.parametrize("name", RULES_IN_USE)
def test_discards_equal_the_brute_force(name: str) -> None:
    """The dealer's first discard, and discards with melds: order, distances, what improves and its copies."""
    rng, rules = Random(f"discards {name}"), RULES_IN_USE[name]
    for _ in range(2):
        case = some_case(rng, rules, 21)
        others = list((Counter(dict.fromkeys(brute.KINDS, 4)) - Counter(case.cards())).elements())
        seen = rng.sample(others, 20)
        advice = advise(rules=OVERRIDES[name], seen=seen, **fields(case))
        expected = plain.discards(case.hand, case.melds, rules, seen, case.dealt_triplets)
        found = [(each.card, each.distance, each.left, tuple((one.card, one.left) for one in each.improves)) for each in advice.discards]
        assert found == [tuple(each) for each in expected]


# Calls


def told(call: Call) -> tuple[Any, ...]:
    return call.use, call.cards, call.legal, call.distance


@pytest.mark.parametrize("name", RULES_IN_USE)
def test_calls_equal_the_brute_force(name: str) -> None:
    """Every use, whether it is legal, and the distance after it; illegal ones lead to nothing."""
    rng, rules = Random(f"calls {name}"), RULES_IN_USE[name]
    for _ in range(15):
        case = some_case(rng, rules)
        left = list((Counter(dict.fromkeys(brute.KINDS, 4)) - Counter(case.cards())).elements())
        offered = (rng.choice(left), rng.choice(("draw", "take", "steal")))
        advice = advise(rules=OVERRIDES[name], offered={"card": offered[0], "source": offered[1]}, **fields(case))
        expected = {
            (*(("pass", ()) if use.group is None else (use.group.kind, use.group.cards)), use.legal, use.distance if use.legal else None)
            for use in plain.uses(case.hand, case.melds, offered, rules, case.dealt_triplets)
        }
        assert set(map(told, advice.calls)) == expected
        assert len(advice.calls) == len(expected)


WAITING = "KKKg GGGGr EEEEr HHHHy RRRr Hg Cg"  # 20 cards: the green chariot completes the field; kings are single


def calls(hand: str, card: str, source: str, **more: Any) -> dict[str, Call]:
    found = {call.use: call for call in advise(hand, offered={"card": card, "source": source}, **more).calls}
    assert [call.legal for call in found.values()] == sorted((call.legal for call in found.values()), reverse=True)
    return found


@pytest.mark.parametrize("source", ["draw", "take", "steal"])
def test_a_dealt_triplet_forces_the_quad(source: str) -> None:
    """However the fourth chariot comes, nothing else may be done with it, and passing is illegal."""
    found = calls(WAITING, "Rr", source)
    assert list(found) == ["quad", "pass"]
    assert (found["quad"].forced, found["quad"].cards, found["quad"].distance) == (True, ("Rr",) * 4, 1)
    assert (found["pass"].legal, found["pass"].distance) == (False, None)
    assert found["pass"].reason == "the fourth card of a dealt triplet must make it a quad"


def test_a_winning_card_is_called_first() -> None:
    """8 + 8 + 8 + 3 for what was dealt, kings 3, field 1: 31, whether it is drawn, taken or stolen."""
    for source in ("draw", "take", "steal"):
        found = calls(WAITING, "Rg", source)
        assert list(found) == ["field", "pass"]
        win = found["field"]
        assert (win.distance, win.points, win.wins, win.discard, win.forced) == (0, 31, True, None, False)
        assert (found["pass"].legal, found["pass"].distance, found["pass"].wins) == (True, 1, None)


def test_kings_are_stolen_for_a_quad_or_to_win_only() -> None:
    """The seed: you cannot steal a king to make a triplet. The fourth green king makes a quad of 8, or may stay where it is."""
    found = calls(WAITING, "Kg", "steal")
    assert {use: call.legal for use, call in found.items()} == {"king-quad": True, "pass": True, "king": False}
    assert not found["king-quad"].forced
    assert found["king"].reason == "a card is stolen only to win, for a quad, or for a triplet other than kings"
    assert {use: call.legal for use, call in calls(WAITING, "Kg", "take").items()} == {"king-quad": True, "king": True, "pass": True}
    vietnam = calls("KKg GGGGr EEEEr HHHHy RRRr Hg Cg Ew", "Kg", "steal", rules={"preset": "vietnam"})
    assert not vietnam["king-triplet"].legal
    waiting = calls("KKKKg GGGGr EEEEr HHHHy RRRr Ky", "Kw", "steal")
    assert (waiting["king"].legal, waiting["king"].wins) == (True, True)


def test_between_equals_points_decide() -> None:
    """Both wait for three cards; with the king quad 5 points more are in groups. A pair adds none, and binds its cards: pass first."""
    found = calls(WAITING, "Kg", "steal", seen="Rg")
    assert [(use, call.distance, call.left) for use, call in found.items()] == [("king-quad", 1, 3), ("pass", 1, 3), ("king", None, None)]


def test_stealing_for_a_pair_is_for_winning_only() -> None:
    """Two footmen and a horse are loose: the footman may be stolen for a triplet, the horse for nothing."""
    hand = "KKKKg GGGGr EEEEr CCCCw SSg Hr"
    far = calls(hand.replace("CCCCw", "CCCw Ey"), "Hr", "steal")
    assert {use: call.legal for use, call in far.items()} == {"pass": True, "pair": False}
    assert calls("KKKKg GGGGr EEEEr CCCw SSg Hr Ey Gw", "Sg", "steal")["triplet"].legal
    below = calls("KKKKg GGGGr EEEEr CCw SSg HHy Ky Hr", "Hr", "steal", rules={"minimum_points": 40})
    assert not below["pair"].legal, "a hand below the minimum does not win"
    assert calls("KKKKg GGGGr EEEEr CCw SSg HHy Ky Hr", "Hr", "steal")["pair"].wins


def test_what_a_call_leads_to() -> None:
    """After taking the guard for a pair one of two loose cards goes, and the hand waits."""
    found = calls("KKKKg GGGGr EEEEr CCw SSg Gy Hy Rw Kr", "Gy", "take")
    pair = found["pair"]
    assert (pair.distance, pair.wins, pair.points) == (1, False, None)
    assert pair.discard in {"Hy", "Rw"}
    full = advise("KKKKg GGGGr EEEEr CCw SSg Hy Rw Kr", melds=[{"cards": "GGy", "source": "take"}])
    assert (full.discards[0].card, full.discards[0].left) == (pair.discard, pair.left)
    assert found["pass"].distance == 2


# The card just obtained


def test_a_drawn_card_is_used_or_discarded() -> None:
    """The drawn green chariot may complete the field; then it wins. A drawn one that fits nowhere can only go."""
    won = advise(WAITING, drawn={"card": "Rg", "source": "draw"})
    assert (won.distance, won.waits, won.improves) == (0, (), ())
    idle = advise(WAITING, drawn={"card": "Sw", "source": "draw"})
    assert idle.distance == 1
    assert [(each.card, each.distance) for each in idle.discards] == [("Sw", 1)]
    assert [(each.card, each.left) for each in idle.discards[0].improves] == [("Rg", 4)]
    nowhere = advise(WAITING, drawn={"card": "Sw", "source": "take"})
    assert (nowhere.distance, nowhere.distance_to_win, nowhere.discards) == (None, None, ())
    stolen = advise(WAITING, drawn={"card": "Kg", "source": "steal"})
    assert stolen.discards
    assert stolen.distance == 1


@pytest.mark.parametrize("name", RULES_IN_USE)
def test_a_card_just_obtained_equals_the_brute_force(name: str) -> None:
    """The best of all legal uses, and of discarding it where it was drawn; discards after the best use that leaves them."""
    rng, rules = Random(f"obtained {name}"), RULES_IN_USE[name]
    compared = 0
    while compared < 1:
        case = some_case(rng, rules)
        left = list((Counter(dict.fromkeys(brute.KINDS, 4)) - Counter(case.cards())).elements())
        obtained = rng.choice(left), rng.choice(("draw", "take", "steal"))
        legal = [use for use in plain.uses(case.hand, case.melds, obtained, rules, case.dealt_triplets) if use.legal]
        if len(legal) < 2 and turn_down(rng):
            continue
        compared += 1
        near: dict[str, tuple[int, int]] = {}
        distances_, to_win = [], []
        for use in legal:
            if use.group is None and obtained[1] != "draw":
                continue  # what is taken can't be left where it was
            named = None if case.dealt_triplets is None else [card for card in case.dealt_triplets if use.hand.count(card) >= 3]
            distances_.append(use.distance)
            to_win.append(plain.distance_to_win(use.hand, use.melds, rules, named))
            if use.group is None:
                kinds = plain.improving(use.hand, use.melds, rules, named)
                own = Counter(case.cards())
                own[obtained[0]] += 1
                near[obtained[0]] = min((use.distance or 99, -sum(4 - own[kind] for kind in kinds)), near.get(obtained[0], (99, 0)))
            elif obtained[1] != "steal" or use.group.kind in ("triplet", "quad", "king-quad"):
                for each in plain.discards(use.hand, use.melds, rules, (), named):
                    near[each.card] = min((each.distance or 99, -each.left), near.get(each.card, (99, 0)))
        advice = advise(rules=OVERRIDES[name], **{**fields(case), "drawn": {"card": obtained[0], "source": obtained[1]}})
        assert advice.distance == min((each for each in distances_ if each is not None), default=None)
        assert advice.distance_to_win == min((each for each in to_win if each is not None), default=None)
        assert {each.card: (each.distance or 99, -each.left) for each in advice.discards} == near
        assert [near[each.card] for each in advice.discards] == sorted(near.values())


def turn_down(rng: Random) -> bool:
    """Cards without a use are many; most are passed over."""
    return rng.random() < 0.8


def test_a_forced_quad_leaves_only_cards_of_the_hand() -> None:
    advice = advise(WAITING, drawn={"card": "Rr", "source": "draw"})
    assert {each.card for each in advice.discards} == {"Kg", "Hg", "Cg"}
    assert all("Rr" not in [one.card for one in each.improves] for each in advice.discards)


# What can't be

BAD: list[tuple[dict[str, Any], list[tuple[str, str, int | None]]]] = [
    ({"hand": ""}, [("empty-hand", "/hand", None)]),
    ({"hand": "Kr", "seen": "Kr Zr"}, [("unknown-card", "/seen", 3)]),
    ({"hand": "KKr", "seen": "Gr KKKr"}, [("too-many-copies", "/seen", 5)]),
    ({"hand": "KKr", "seen": ["Kr", "Kr"], "offered": {"card": "Kr", "source": "take"}}, [("too-many-copies", "/offered/card", None)]),
    ({"hand": "Kr", "offered": {"card": "KKr", "source": "take"}}, [("one-card", "/offered/card", None)]),
    ({"hand": "Kr", "offered": {"card": "Kr", "source": "dealt"}}, [("unknown-value", "/offered/source", None)]),
    (
        {"hand": "Kr", "drawn": {"card": "Kr", "source": "draw"}, "offered": {"card": "Kr", "source": "take"}},
        [("offered-and-drawn", "/offered", None)],
    ),
    ({"hand": "KKKKr GGGGr EEEEr RRRRr HHHHr Kw", "offered": {"card": "Kw", "source": "take"}}, [("wrong-number-of-cards", "/hand", None)]),
    ({"hand": "KKKKr GGGGr EEEEr RRRRr HHHHr KKw"}, [("wrong-number-of-cards", "/hand", None)]),
    ({"hand": "Kr", "top": 3}, [("unknown-key", "/top", None)]),
]


@pytest.mark.parametrize(("request_", "expected"), BAD)
def test_what_cannot_be_is_refused(request_: dict[str, Any], expected: list[tuple[str, str, int | None]]) -> None:
    with pytest.raises(InputError) as error:
        advise(**request_)
    assert codes(error) == expected
    assert all(fault.message(lang) for fault in error.value.faults for lang in LANGS)


def test_partial_hands_are_advised() -> None:
    advice = advise("Kr")
    assert (advice.distance, advice.waits, advice.discards, advice.calls) == (20, (), (), ())
    assert [each.card for each in advice.improves] == ["Kr", "Ky", "Kg", "Kw"], "a red guard has no use yet"


def test_words_speak_the_language() -> None:
    names = {lang: advise(WAITING, offered={"card": "Kg", "source": "steal"}, lang=lang).calls for lang in LANGS}
    assert len({call.name for calls_ in names.values() for call in calls_}) == 3 * 3
    assert len({calls_[-1].reason for calls_ in names.values()}) == 3
    assert game("si-se-pai").texts("call-pass") == "pass"
