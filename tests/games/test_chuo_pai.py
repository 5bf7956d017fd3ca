"""Chuo Pai: cards and notation, plays and what beats what, `arrange` against brute force, and the published means."""

from __future__ import annotations

import math
import random
import statistics
import unicodedata
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from solver.errors import InputError
from solver.game import game
from solver.games.chuo_pai import cards, plays
from solver.games.chuo_pai.rules import PRESETS
from solver.result import Answer
from solver.text import LANGS
from tests.brute import chuo_pai as brute

GAME = game("chuo-pai")
RULES: list[dict[str, Any]] = [{}, {"special_totals": "any"}, {"special_cap": 2}, {"special_cap": 4, "special_totals": "any"}]
NO_BONUS = {"starting_bonus": False}
# The patterns that specials are made of, and a few besides.
CROWDED = ["66", "36", "45", "11", "26", "35", "44", "25", "34", "16", "13", "23", "14", "33", "12", "24"]


def arrange(hand: Any, **fields: Any) -> Answer:
    """With time enough for the proof on a busy machine."""
    return solver.arrange("chuo-pai", hand=hand, **{"deadline_ms": 10_000, **fields})


def held(answer: Answer) -> list[str]:
    """The cards of the best arrangement."""
    return sorted(card for group in answer.arrangements[0].groups for card in group.cards)


def dealt(seed: int, number: int, size: int = 28) -> list[list[str]]:
    rng = random.Random(seed)
    return [rng.sample(brute.DECK, size) for _ in range(number)]


# Cards


def test_the_deck_is_the_brute_forces() -> None:
    """84 cards, four of each of 21 patterns, whose pips and families the two programs state apart."""
    assert sorted(GAME.deck) == sorted(brute.DECK)
    assert len(GAME.deck) == 84
    assert [face.card for face in GAME.faces] == brute.KINDS
    assert {face.style for face in GAME.faces} == {"domino"}


@pytest.mark.parametrize("face", GAME.faces, ids=lambda face: face.card)
def test_every_name_of_a_card_is_read(face: Any) -> None:
    """A card is read by its name in each language, composed or not, in capitals or not, and by its pips either way round."""
    ways = [*face.names.values(), face.card, face.card[::-1], "-".join(face.card), chr(0x1F063 + 7 * int(face.card[0]) + int(face.card[1]))]
    for written in ways:
        for form in ("NFC", "NFD"):
            text = unicodedata.normalize(form, written)
            assert GAME.parse(text) == (face.card,)
            assert GAME.parse(text.upper()) == (face.card,)
            assert GAME.parse([text]) == (face.card,)


def test_names_are_all_different() -> None:
    """No name means two cards, in any language."""
    for lang in LANGS:
        assert len({face.names[lang] for face in GAME.faces}) == 21


def test_a_text_may_mix_all_ways_of_writing() -> None:
    """Pips run together, Chinese names run together, words with blanks or hyphens in them."""
    assert GAME.parse("6631 long three 天牌长三 red-nine chân cao 🁫") == ("66", "13", "33", "66", "33", "45", "16", "11")


@pytest.mark.parametrize(
    ("text", "positions"),
    [("66 6x heaven foo", [3, 13]), ("77", [0]), ("666", [2]), ("heavenly", [0]), ("天牌天x", [3]), ("00 66", [0])],
)
def test_what_is_no_card_is_refused_with_its_place(text: str, positions: list[int]) -> None:
    """Every fault at once, each with the place where it begins."""
    with pytest.raises(InputError) as error:
        arrange(text)
    assert [(fault.pointer, fault.position, fault.code) for fault in error.value.faults] == [
        ("/hand", at, "unknown-card") for at in positions
    ]


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"hand": ""}, ("/hand", "empty-hand")),
        ({"hand": "66666666 66"}, ("/hand", "too-many-copies")),
        ({"hand": list(GAME.deck[:29])}, ("/hand", "wrong-number-of-cards")),
        ({"hand": ["66", "66 11"]}, ("/hand/1", "one-card")),
        ({"hand": ["66", ""]}, ("/hand/1", "one-card")),
        ({"hand": "66 66", "seen": "66 66 66"}, ("/seen", "too-many-copies")),
        ({"hand": "66", "objective": "points"}, ("/objective", "unknown-value")),
        ({"hand": "66", "engine": "tables"}, ("/engine", "unknown-value")),
        ({"hand": "66", "rules": {"special_cap": 1}}, ("/rules/special_cap", "out-of-range")),
        ({"hand": "66", "melds": []}, ("/melds", "unknown-key")),
    ],
)
def test_what_cannot_be_arranged_is_refused(fields: dict[str, Any], fault: tuple[str, str]) -> None:
    """Never a default, never a repair: one fault with its place, and words in each language."""
    with pytest.raises(InputError) as error:
        solver.arrange("chuo-pai", **fields)
    assert [(found.pointer, found.code) for found in error.value.faults] == [fault]
    assert all(error.value.faults[0].message(lang) for lang in LANGS)


# Plays


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_plays_and_their_order_are_the_brute_forces(rules: dict[str, Any]) -> None:
    """The whole deck holds the same plays in both programs, and they agree on which of two beats the other."""
    ours = plays.catalogue(PRESETS.resolve(rules))
    plain = {**brute.STANDARD, **rules}
    theirs = {play.cards: play for play in brute.plays(brute.DECK, plain)}
    assert {tuple(sorted(play.cards)): play.size for play in ours.plays} == {cards: len(cards) for cards in theirs}
    rng = random.Random(3)
    for one in rng.sample(ours.plays, 60):
        for other in ours.plays:
            assert one.beats(other) == brute.beats(theirs[tuple(sorted(one.cards))], theirs[tuple(sorted(other.cards))])


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_threats_are_what_can_really_be_played(rules: dict[str, Any]) -> None:
    """The quick table of the strongest plays says of every play what trying all plays of the unseen cards says."""
    ours = plays.catalogue(PRESETS.resolve(rules))
    for hand in dealt(4, 6):
        unseen = cards.tally(cards.parse(brute.unseen(hand)))
        threats = ours.threats(unseen)
        for play in ours.plays:
            assert threats.beat(play.family, play.size, play.rank) == ours.beaten_by(play, unseen)


@pytest.mark.parametrize("hand", dealt(5, 10, 9), ids=" ".join)
def test_only_plays_of_the_page_are_plays(hand: list[str]) -> None:
    """Trying every set of a small hand's cards finds no play that trying likely sets misses: the brute force's shortcut holds."""
    assert brute.plays(hand, brute.STANDARD) == brute.plays_of_few(hand, brute.STANDARD)


# Arrange


def check(hand: list[str], seen: list[str], rules: dict[str, Any]) -> None:
    """Both objectives against brute force, and every group against the rules of the brute force."""
    plain = {**brute.STANDARD, **rules}
    hidden = brute.unseen(hand, seen)
    guaranteed, fewest = brute.best(hand, hidden, plain)
    for objective in ("guaranteed", "fewest"):
        answer = arrange(hand, seen=seen, rules=rules, objective=objective)
        best = answer.arrangements[0]
        assert (answer.status, answer.complete, answer.wins, answer.count) == ("optimal", True, None, None)
        assert held(answer) == sorted(hand)
        rest = 0
        for group in best.groups:
            play = brute.classify(group.cards, plain)
            assert play is not None
            sure = not brute.beaten(play, hidden, plain)
            assert group.points == (len(group.cards) if sure else 0)
            rest += not sure
        assert best.points == sum(group.points for group in best.groups)
        assert best.details["plays"] == len(best.groups)
        if objective == "guaranteed":
            assert (best.points, -rest, -len(best.groups)) == guaranteed
            assert answer.value == best.value == best.points
        else:
            assert (-len(best.groups), best.points) == fewest
            assert answer.value is None


@settings(max_examples=40)
@given(
    seed=st.integers(0, 10**9),
    size=st.integers(1, 10),
    known=st.integers(0, 50),
    crowded=st.booleans(),
    rules=st.sampled_from(RULES),
)
def test_arrange_equals_brute_force(seed: int, size: int, known: int, crowded: bool, rules: dict[str, Any]) -> None:
    """Small hands of few or of all patterns, with few or most of the other cards seen."""
    rng = random.Random(seed)
    deck = rng.sample(CROWDED, 5) * 4 if crowded else brute.DECK
    hand = rng.sample(deck, size)
    seen = rng.sample(brute.unseen(hand), known)
    check(hand, seen, rules)


@pytest.mark.soak
def test_arrange_equals_brute_force_on_many_hands() -> None:
    """The same on a thousand hands of up to 14 cards."""
    rng = random.Random(6)
    for _ in range(1000):
        deck = rng.sample(CROWDED, rng.randint(4, 7)) * 4 if rng.random() < 0.5 else brute.DECK
        hand = rng.sample(deck, rng.randint(1, 14))
        check(hand, rng.sample(brute.unseen(hand), rng.randint(0, 50)), rng.choice(RULES))


@pytest.mark.parametrize(
    ("hand", "points", "number"),
    [
        # Heavens and their nines make one special that nothing beats: 12 cards. With no heaven unseen the earths and eights make another.
        # With neither unseen, so do four men alone.
        ("66666666 36363636 45454545 11111111 26262626 35353535 44444444", 28, 3),
        # One long-three beside them is beaten by any higher card of its family.
        ("66666666 36363636 45454545 11111111 26262626 35353535 444444 33", 27, 4),
    ],
)
@pytest.mark.parametrize("objective", ["guaranteed", "fewest"])
def test_the_hardest_hands_are_proven(hand: str, points: int, number: int, objective: str) -> None:
    """Hands with hundreds of specials, which take minutes where each special is a column of its own, are proven all the same."""
    answer = arrange(hand, objective=objective)
    assert (answer.status, answer.arrangements[0].points, answer.arrangements[0].details["plays"]) == ("optimal", points, number)


def test_top_lists_distinct_arrangements_best_first() -> None:
    """Twenty different ones; none is better than the one before."""
    answer = arrange("66 66 36 45 45 11 26 35 35 33 33 55 22", top=20)
    assert len(answer.arrangements) == 20
    assert len({tuple(sorted(group.cards for group in found.groups)) for found in answer.arrangements}) == 20
    order = [(-found.points, sum(not group.points for group in found.groups), len(found.groups)) for found in answer.arrangements]
    assert order == sorted(order)


def test_a_deadline_gives_something_legal() -> None:
    """With no time at all the cards still come out as plays, and the status says that nothing is proven."""
    hand = "66666666 36363636 45454545 11111111 26262626 35353535 44444444"
    answer = arrange(hand, deadline_ms=1)
    assert answer.status in ("feasible", "optimal")
    assert held(answer) == sorted(GAME.parse(hand))


def test_cards_that_are_seen_are_no_threat() -> None:
    """A pair of earth falls to a pair of heavens; with three heavens seen nobody has a pair."""
    assert arrange("11 11", seen="66 66").value == 0
    assert arrange("11 11", seen="66 66 66").value == 2
    assert arrange("11 11 66").value == 1  # the heaven itself is sure, and the other three still make a pair


def test_eights_of_two_patterns_make_no_pair() -> None:
    """Straight and crooked eight rank alike and are played one at a time."""
    assert arrange("26 35", objective="fewest").arrangements[0].details["plays"] == 2


# Starting bonus


def test_a_full_hand_gives_its_starting_bonus_first() -> None:
    """The bonus is a group of its own, no points of the arrangement, and its cards are gone from the plays."""
    for hand in dealt(8, 20):
        answer = arrange(hand)
        best = answer.arrangements[0]
        taken = brute.bonus(hand, brute.STANDARD)
        assert held(answer) == sorted(hand)
        assert [group.kind for group in best.groups].count("starting-bonus") == bool(taken)
        assert best.details["starting_bonus"] == len(taken)
        if taken:
            first, *rest = best.groups
            assert (first.kind, sorted(first.cards), first.points) == ("starting-bonus", taken, 0)
            assert not {"12", "24"} & {card for group in rest for card in group.cards}
        assert best.details["plays"] == len(best.groups) - bool(taken)
        assert "starting-bonus" not in {group.kind for group in arrange(hand, rules=NO_BONUS).arrangements[0].groups}


def test_a_hand_in_play_has_no_starting_bonus() -> None:
    """Only a dealt hand of 28 gives one."""
    hand = [*GAME.deck[:25], "12", "24"]
    assert "starting-bonus" not in {group.kind for group in arrange(hand).arrangements[0].groups}


def test_the_chance_of_a_starting_bonus() -> None:
    """65.2 % of hands hold both nail and two-red: exactly, and in a sample of 4,000 within four standard errors."""
    assert round(brute.bonus_chance(), 3) == 0.652
    hands = dealt(9, 4000)
    share = sum(bool(brute.bonus(hand, brute.STANDARD)) for hand in hands) / len(hands)
    assert abs(share - brute.bonus_chance()) < 4 * math.sqrt(0.652 * 0.348 / len(hands))


# The published means


def means(number: int) -> None:
    """Legal leads, fewest plays and guaranteed cards over random hands, within four standard errors and the rounding of what is published.

    Every guaranteed play is tried against every play of the unseen cards by brute force.
    """
    leads, fewest, guaranteed, after = [], [], [], []
    for hand in dealt(10, number):
        legal = brute.plays(hand, brute.STANDARD)
        advised = solver.advise("chuo-pai", hand=hand, rules=NO_BONUS).plays
        assert sorted(tuple(sorted(play.cards)) for play in advised) == sorted(play.cards for play in legal)
        leads.append(len(advised))
        fewest.append(arrange(hand, rules=NO_BONUS, objective="fewest").arrangements[0].details["plays"])
        after.append(arrange(hand, objective="fewest").arrangements[0].details["plays"])
        best = arrange(hand, rules=NO_BONUS).arrangements[0]
        guaranteed.append(best.points)
        against = brute.plays(brute.unseen(hand), brute.STANDARD)
        for group in best.groups:
            play = brute.classify(group.cards, brute.STANDARD)
            assert play is not None
            assert bool(group.points) != any(brute.beats(other, play) for other in against)
    for found, published in ((leads, 50.6), (fewest, 11.8), (guaranteed, 6.8), (after, 10.5)):
        error = statistics.stdev(found) / math.sqrt(number)
        print(f"{statistics.mean(found):.3f} ± {error:.3f}, {min(found)}–{max(found)} (published {published})")
        assert abs(statistics.mean(found) - published) < 4 * error + 0.05


def test_the_published_means_hold_on_a_sample() -> None:
    """100 hands."""
    means(100)


@pytest.mark.soak
def test_the_published_means_hold() -> None:
    """5,000 hands."""
    means(5000)


# Words


@pytest.mark.parametrize("lang", LANGS)
def test_everything_has_a_name_in_each_language(lang: str) -> None:
    """Kinds, groups and cards; no brace is left unfilled."""
    answer = arrange("66 36 36 11 26 44 25 13 14 33 33 55 55 55 22 22 22 22", lang=lang)
    names = [group.name for group in answer.arrangements[0].groups]
    assert all(names)
    assert not any("{" in name for name in names)
    assert all(GAME.texts(f"kind-{kind}", lang) for kind in plays.KINDS)  # type: ignore[arg-type]
    assert Counter(names)
