"""Setting four cards: all 1,820 hands against a brute force that shares no code with the program, both engines, and the seed's words."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import solver
from solver import partition
from solver.cards import playing
from solver.errors import InputError, InternalError
from solver.game import game
from solver.games.si_ki_pi import model, tables
from solver.games.si_ki_pi.ranking import GROUPS, HANDS, divisions, house, is_pair, points, scale, splits
from solver.games.si_ki_pi.rules import PRESETS
from solver.result import Arrangement, to_json
from tests.brute import si_ki_pi as brute

RULES: tuple[dict[str, Any], ...] = (
    {},
    {"tie_break": "points-only"},
    {"tie_break": "ace-low"},
    {"pair_ace": "low"},
    {"tie_break": "ace-low", "pair_ace": "low", "two_pairs_outright": True, "quads_outright": False},
    {"bonuses": {"front-8-9": 4, "baobao": 2, "skp": 1}},
)
DECK = playing.NAMES[:52]
cards = st.permutations(DECK).map(lambda deck: deck[:4])


def as_brute(rules: dict[str, Any]) -> brute.Rules:
    return {**brute.STANDARD, **rules}


def card_names(ranks: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(playing.RANKS[rank - 2] for rank in ranks)


def dealt(ranks: tuple[int, ...]) -> list[str]:
    """Four cards of these ranks, suits as they come."""
    return [f"{name}{'cdhs'[card_names(ranks)[:place].count(name)]}" for place, name in enumerate(card_names(ranks))]


def pairs_of(arrangement: Arrangement) -> brute.Split:
    front, back = (tuple(sorted(group.cards)) for group in arrangement.groups)
    return front, back


def ranks_only(split: brute.Split) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(sorted(card[0] for card in group)) for group in split)


@pytest.mark.parametrize("rules", RULES, ids=json.dumps)
def test_every_hand_has_the_splits_that_the_brute_force_finds(rules: dict[str, Any]) -> None:
    """Of two groups that tie the brute force lists both orders; here the higher cards stand in the back, as nothing else differs."""
    ours, theirs = PRESETS.resolve(rules), as_brute(rules)
    total = 0
    for hand in HANDS:
        found = splits(hand, ours)
        listed = brute.legal_splits(card_names(hand), theirs)
        total += len(found)
        mine = {frozenset((tuple(sorted(card_names(split.front))), tuple(sorted(card_names(split.back))))) for split in found}
        assert mine == {frozenset(split) for split in listed}
        assert len(found) == len(mine)
        for split in found:
            there = (card_names(split.front), card_names(split.back))
            assert brute.legal(there, theirs)
            assert split.factor == brute.multiplier(there, theirs)
    assert total == 4186


@pytest.mark.parametrize("rules", RULES, ids=json.dumps)
def test_the_house_way_is_the_brute_forces(rules: dict[str, Any]) -> None:
    ours, theirs = PRESETS.resolve(rules), as_brute(rules)
    for hand in HANDS:
        found = splits(hand, ours)
        best, other = found[house(found)], brute.house(card_names(hand), theirs)
        assert brute.rank(card_names(best.back), theirs) == brute.rank(other[1], theirs)
        assert brute.rank(card_names(best.front), theirs) == brute.rank(other[0], theirs)


def test_several_splits_share_the_highest_back_in_157_hands() -> None:
    """The tie-break decides there, so it is not idle."""
    shared = 0
    for hand in HANDS:
        backs = [(is_pair(split.back) and split.back[0], points(split.back)) for split in splits(hand, PRESETS.default)]
        shared += backs.count(max(backs)) > 1
    assert shared == 157


@pytest.mark.parametrize("rules", RULES, ids=json.dumps)
def test_groups_rank_as_the_brute_force_ranks_them(rules: dict[str, Any]) -> None:
    ranks, theirs = scale(PRESETS.resolve(rules)), as_brute(rules)
    keys = {group: brute.rank(card_names(group), theirs) for group in GROUPS}
    for one in GROUPS:
        for two in GROUPS:
            assert (ranks[one] > ranks[two], ranks[one] == ranks[two]) == (keys[one] > keys[two], keys[one] == keys[two])


def test_nines_in_the_order_of_the_rules() -> None:
    ranks = scale(PRESETS.default)
    nines = [group for group in GROUPS if points(group) == 9]
    assert [card_names(group) for group in sorted(nines, key=lambda group: -ranks[group])] == [
        ("A", "8"), ("K", "9"), ("Q", "9"), ("J", "9"), ("T", "9"), ("7", "2"), ("6", "3"), ("5", "4"),
    ]  # fmt: skip


@pytest.mark.parametrize(("hand", "back"), [("Ks Qd Ac 8h", "Ac 8h"), ("5s 6d 7c 8h", "8h 7c"), ("8s 8h Kd Ac", "8s 8h")])
def test_the_seeds_examples(hand: str, back: str) -> None:
    answer = solver.arrange("si-ki-pi", hand=hand, objective="house")
    assert answer.arrangements[0].groups[1].cards == tuple(back.split())
    assert (answer.value, answer.status, answer.complete, answer.wins) == (None, "optimal", True, None)


@given(cards, st.sampled_from(RULES[:4]))
def test_count_is_of_settings_by_cards(hand: list[str], rules: dict[str, Any]) -> None:
    """Suits told apart, the front chosen freely: as many as are legal."""
    theirs = as_brute(rules)
    legal = 0
    for one in range(4):
        for two in range(one):
            front = (hand[one], hand[two])
            legal += brute.legal((front, tuple(card for card in hand if card not in front)), theirs)
    assert solver.arrange("si-ki-pi", hand=hand, rules=rules, objective="house").count == legal


@pytest.mark.parametrize("objective", ["house", "expected", "against"])
def test_cp_sat_answers_the_same_groups(objective: str) -> None:
    """On hands of every shape, among them those that the tie-break decides."""
    rng = random.Random(4)
    shapes: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for hand in HANDS:
        shapes.setdefault(tuple(sorted(hand.count(rank) for rank in hand)), []).append(hand)
    for hands in shapes.values():
        for hand in rng.sample(hands, 5):
            fast, exact = (
                solver.arrange("si-ki-pi", hand=dealt(hand), objective=objective, engine=engine, deadline_ms=10_000)
                for engine in ("enumerate", "cp-sat")
            )
            assert (fast.engine, exact.engine, exact.status) == ("enumerate", "cp-sat", "optimal")
            assert exact.arrangements == fast.arrangements


@pytest.mark.parametrize("objective", ["house", "expected"])
def test_a_deadline_too_short_for_cp_sat_is_answered_legally(objective: str) -> None:
    """`feasible`, and all splits are there; or it was quick enough."""
    for hand in HANDS[::300]:
        answer = solver.arrange("si-ki-pi", hand=dealt(hand), objective=objective, engine="cp-sat", deadline_ms=1)
        assert answer.status in ("optimal", "feasible")
        assert len(answer.arrangements) == len(divisions(hand))


@pytest.mark.soak
@pytest.mark.parametrize("rules", RULES, ids=json.dumps)
@pytest.mark.parametrize("objective", ["house", "against"])
def test_cp_sat_answers_the_same_groups_on_every_hand(objective: str, rules: dict[str, Any]) -> None:
    for hand in HANDS:
        fast, exact = (
            solver.arrange("si-ki-pi", hand=dealt(hand), objective=objective, engine=engine, rules=rules) for engine in ("auto", "cp-sat")
        )
        assert exact.arrangements == fast.arrangements


@pytest.mark.parametrize("objective", ["house", "expected"])
def test_the_model_says_what_the_rules_say(objective: str) -> None:
    """Every legal setting of the model, by trying all its columns, is one of the brute force's, and the other way round."""
    book, _ = model.book(PRESETS.default, objective, "house")
    for hand in random.Random(3).sample(HANDS, 40):
        stated = model.partition(hand, book)
        columns = list(partition.fitting(stated.supply, stated.columns))
        index = {id(column): at for at, column in enumerate(stated.columns)}
        legal = set()
        singles = [(column,) for column in columns if len(column.slots) == 2]
        doubles = [(one, two) for one in columns for two in columns if one.slots == (0,) and two.slots == (1,)]
        for used in (*singles, *doubles):
            uses = tuple(sorted(index[id(column)] for column in used))
            try:
                partition.check(stated, partition.Solution(uses, stated.values(uses)))
            except InternalError:
                continue
            legal.add(uses)
        listed = {frozenset(split) for split in brute.legal_splits(card_names(hand))}
        assert len(legal) == len(listed) == len(divisions(hand))


@given(cards)
def test_every_arrangement_is_the_hand_and_legal(hand: list[str]) -> None:
    for objective in ("house", "expected"):
        answer = solver.arrange("si-ki-pi", hand=hand, objective=objective)
        listed = brute.legal_splits(hand)
        assert sorted(ranks_only(pairs_of(one)) for one in answer.arrangements) == sorted(map(ranks_only, listed))
        for one in answer.arrangements:
            assert sorted(one.groups[0].cards + one.groups[1].cards) == sorted(hand)
            assert brute.legal(pairs_of(one))
            assert one.points == one.details["multiplier"] == brute.multiplier(pairs_of(one))
            assert one.details["win"] + one.details["tie"] + one.details["lose"] == pytest.approx(1, abs=2e-9)


def test_the_order_and_the_spelling_of_the_cards_change_nothing() -> None:
    one = solver.arrange("si-ki-pi", hand="8h8sKdAc")
    for spelling in ("Ac Kd 8s 8h", "A♣ K♦ 8♠ 8♥", ["8h", "Ac", "8S", "Kd"], "🂨 🂸 🃎 🃑"):
        assert solver.arrange("si-ki-pi", hand=spelling) == one
    assert solver.arrange("si-ki-pi", hand="10cTdThTs").arrangements[0].points == 5


@pytest.mark.parametrize(
    ("fields", "code", "pointer"),
    [
        ({"hand": ""}, "empty-hand", "/hand"),
        ({"hand": "As Kd Th"}, "wrong-number-of-cards", "/hand"),
        ({"hand": "As Kd Th 9c 8c"}, "wrong-number-of-cards", "/hand"),
        ({"hand": "As As Th 9c"}, "duplicate-card", "/hand"),
        ({"hand": "AsAsTh9c"}, "duplicate-card", "/hand"),
        ({"hand": "As Kd Th 1c"}, "unknown-card", "/hand"),
        ({"hand": "AsKdThJk"}, "unknown-card", "/hand"),
        ({"hand": "👍👍👍👍"}, "unknown-card", "/hand"),
        ({"hand": ["As", "Kd", "Th", "x"]}, "unknown-card", "/hand/3"),
        ({"hand": 7}, "wrong-type", "/hand"),
        ({"hand": "AsKdTh9c", "objective": "points"}, "unknown-value", "/objective"),
        ({"hand": "AsKdTh9c", "against": "house"}, "field-needs-objective", "/against"),
        ({"hand": "AsKdTh9c", "objective": "against", "against": "me"}, "unknown-value", "/against"),
        ({"hand": "AsKdTh9c", "pins": {}}, "unknown-key", "/pins"),
        ({"hand": "AsKdTh9c", "engine": "tables"}, "unknown-value", "/engine"),
        ({"hand": "AsKdTh9c", "rules": {"preset": "other"}}, "unknown-value", "/rules/preset"),
        ({"hand": "AsKdTh9c", "rules": {"tie_break": "suits"}}, "unknown-value", "/rules/tie_break"),
        ({"hand": "AsKdTh9c", "rules": {"bonuses": {"skp": 0}}}, "out-of-range", "/rules/bonuses/skp"),
        ({"hand": "AsKdTh9c", "rules": {"bonuses": {"front_8_9": 2}}}, "unknown-key", "/rules/bonuses/front_8_9"),
        ({"hand": "AsKdTh9c", "rules": {"banker_wins_ties": True}, "objective": "expected"}, "one-sided", "/objective"),
        ({"hand": "AsKdTh9c", "rules": {"banker_wins_ties": True}, "objective": "against", "against": "expected"}, "one-sided", "/against"),
    ],
)
def test_faults_name_their_place(fields: dict[str, Any], code: str, pointer: str) -> None:
    with pytest.raises(InputError) as caught:
        solver.arrange("si-ki-pi", **fields)
    assert [(fault.code, fault.pointer) for fault in caught.value.faults] == [(code, pointer)]
    for lang in ("en", "zh", "vi"):
        assert caught.value.faults[0].message(lang)


def test_an_answer_in_each_language() -> None:
    names = [
        [group.name for group in solver.arrange("si-ki-pi", hand="6h 6s Td Ac", objective="house", lang=lang).arrangements[0].groups]
        for lang in ("en", "zh", "vi")
    ]
    assert names == [["1 point, ace and ten", "pair of sixes"], ["1点（A、10）", "一对6"], ["1 điểm (át và 10)", "đôi 6"]]


def test_examples_come_out() -> None:
    def match(expected: Any, got: Any) -> None:
        if isinstance(expected, dict):
            for key, value in expected.items():
                match(value, got[key])
        elif isinstance(expected, list):
            assert len(expected) == len(got)
            for one, two in zip(expected, got, strict=True):
                match(one, two)
        else:
            assert expected == got

    for example in game("si-ki-pi").examples:
        match(example.expect, json.loads(to_json(solver.perform("si-ki-pi", example.operation, dict(example.request)))))


def test_the_game_describes_itself() -> None:
    found = game("si-ki-pi")
    described = found.describe()
    assert set(described["violations"]) == set(found.violations)
    assert len(described["cards"]) == 52
    assert described["rules"]["schema"]["properties"]["bonuses"]["properties"].keys() == {"front-8-9", "baobao", "skp"}
    assert found.parse("As Kd") == ("As", "Kd")
    assert tables.shipped().contest == PRESETS.default.contest
