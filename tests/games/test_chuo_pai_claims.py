"""Chuo Pai: what may be played (`advise`), and claims judged (`verify`), with every violation and against brute force."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from solver.errors import InputError
from solver.game import game
from solver.games.chuo_pai.verify import VIOLATIONS
from solver.result import Verdict
from solver.text import LANGS
from tests.brute import chuo_pai as brute

GAME = game("chuo-pai")
FULL = "66666666 11111111 44444444 13131313 33333333 121212 242424 55 22"
RULES: list[dict[str, Any]] = [{}, {"special_totals": "any"}, {"special_cap": 3}]


def verify(hand: Any, **fields: Any) -> Verdict:
    verdict: Verdict = solver.verify("chuo-pai", hand=hand, **fields)
    return verdict


def advise(hand: Any, **fields: Any) -> Any:
    return solver.advise("chuo-pai", hand=hand, **fields)


def codes(verdict: Verdict) -> list[str]:
    return [violation.code for violation in verdict.violations]


# Every violation, worked by hand: the claim, the code, where, and the cards concerned.
CLAIMS: list[tuple[dict[str, Any], str, str, str]] = [
    ({"hand": "6666666666", "play": "66"}, "too-many-copies", "/hand", "66"),
    ({"hand": "66666666", "play": "66", "current": "66"}, "too-many-copies", "/current", "66"),
    ({"hand": "11", "groups": [{"cards": "11"}], "seen": "11111111"}, "too-many-copies", "/seen", "11"),
    ({"hand": "", "groups": []}, "wrong-number-of-cards", "/hand", ""),
    ({"hand": list(GAME.deck[:29]), "play": "66"}, "wrong-number-of-cards", "/hand", ""),
    ({"hand": "66 11", "play": "66 66"}, "not-in-hand", "/play", "66"),
    ({"hand": FULL, "play": "12 12"}, "bonus-first", "/play", "12 12"),
    ({"hand": "66 11", "play": "66 11"}, "not-a-play", "/play", "66 11"),
    ({"hand": "66 36 26", "play": "66 36 26"}, "not-a-play", "/play", "66 36 26"),
    ({"hand": "36 45", "play": "36 45"}, "not-a-play", "/play", "36 45"),
    ({"hand": "36", "play": "36", "current": "66 26"}, "not-a-play", "/current", "66 26"),
    ({"hand": "44 16", "play": "44 16"}, "not-a-play", "/play", "44 16"),
    ({"hand": "26 35", "play": "26 35"}, "different-patterns", "/play", "26 35"),
    ({"hand": "12 24", "play": "12 24"}, "different-patterns", "/play", "12 24"),
    ({"hand": "66 36 45", "play": "66 36 45", "rules": {"special_cap": 2}}, "special-too-large", "/play", "66 36 45"),
    ({"hand": "11", "play": "11", "current": "56"}, "other-family", "/play", "11"),
    ({"hand": "11 11", "play": "11 11", "current": "33"}, "other-number", "/play", "11 11"),
    ({"hand": "33", "play": "33", "current": "13"}, "not-higher", "/play", "33"),
    ({"hand": "35", "play": "35", "current": "26"}, "not-higher", "/play", "35"),
    ({"hand": "24", "play": "24", "current": "12"}, "not-higher", "/play", "24"),
    ({"hand": "11 26", "play": "11 26", "current": "11 35"}, "not-higher", "/play", "11 26"),
    ({"hand": "33 55", "play": "", "current": "55"}, "must-beat", "/play", "33"),
    ({"hand": "66 45", "play": [], "current": "11 26"}, "must-beat", "/play", "66 45"),
    ({"hand": "33 55", "play": ""}, "must-lead", "/play", ""),
    ({"hand": "12 24 33", "bonus": "12 24"}, "no-bonus", "/bonus", "12 24"),
    ({"hand": FULL, "bonus": "121212 242424", "rules": {"starting_bonus": False}}, "no-bonus", "/bonus", "12 12 12 24 24 24"),
    ({"hand": FULL, "bonus": "1212 242424"}, "wrong-bonus", "/bonus", "12 12 12 24 24 24"),
    ({"hand": FULL, "groups": [{"cards": card} for card in FULL.split() if card[:2] not in ("12", "24")]},
     "bonus-not-taken", "/groups", "12 12 12 24 24 24"),
    ({"hand": "66 11", "groups": [{"cards": "66"}]}, "cards-left-over", "/groups", "11"),
    ({"hand": "66 11", "groups": [{"cards": "66"}, {"cards": "66"}, {"cards": "11"}]}, "not-in-hand", "/groups/1", "66"),
    ({"hand": "26 35", "groups": [{"cards": "26 35"}]}, "different-patterns", "/groups/0", "26 35"),
    ({"hand": "66", "groups": [{"cards": "66"}, {"cards": ""}]}, "not-a-play", "/groups/1", ""),
    ({"hand": "66 66", "play": "66 66", "claimed_points": 3}, "wrong-points", "/claimed_points", ""),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "code", "pointer", "cards"), CLAIMS, ids=[f"{code}-{at}" for at, (_, code, _, _) in enumerate(CLAIMS)])
def test_each_violation(claim: dict[str, Any], code: str, pointer: str, cards: str) -> None:
    """One claim for each rule; a claim can break several at once, and each is named with its place and cards."""
    verdict = verify(**claim)
    assert not verdict.valid
    assert (pointer, tuple(cards.split())) in [(found.pointer, found.cards) for found in verdict.violations if found.code == code]


def test_every_violation_has_a_claim_and_words() -> None:
    """The list is closed: no code without a claim above, none without a sentence in each language."""
    assert {code for _, code, _, _ in CLAIMS} == set(VIOLATIONS)
    for claim, code, _, _ in CLAIMS:
        for lang in LANGS:
            message = next(found.message for found in verify(**claim, lang=lang).violations if found.code == code)
            assert message
            assert "{" not in message


@pytest.mark.parametrize(
    ("claim", "points"),
    [
        ({"hand": "66 66 11", "play": "66 66"}, 2),
        ({"hand": "11 26 35 35", "play": "11 26 35 35", "current": "44 25 34 34"}, 4),
        ({"hand": "44 16", "play": "44 16", "rules": {"special_totals": "any"}}, 2),
        ({"hand": "11 44", "play": "11 44", "rules": {"special_totals": "any"}}, 2),
        ({"hand": "11 44", "play": "", "current": "66"}, 0),
        ({"hand": FULL, "bonus": "121212 242424", "claimed_points": 6}, 6),
        ({"hand": FULL, "play": "12 12", "rules": {"starting_bonus": False}}, 2),
        ({"hand": "66 11 11", "groups": [{"cards": "66"}, {"cards": "11 11"}], "seen": "66 66"}, 3),
    ],
)
def test_claims_that_are_right(claim: dict[str, Any], points: int) -> None:
    """Plays, passes, bonuses and layouts with nothing wrong, and the cards they score."""
    verdict = verify(**claim)
    assert (verdict.valid, verdict.violations, verdict.points) == (True, (), points)


@pytest.mark.parametrize(
    ("fields", "code", "pointer"),
    [
        ({}, "one-claim", ""),
        ({"play": "66", "bonus": "12 24"}, "one-claim", ""),
        ({"bonus": "12", "current": "66"}, "goes-with", "/current"),
        ({"play": "66", "seen": "11"}, "goes-with", "/seen"),
        ({"play": "6x"}, "unknown-card", "/play"),
        ({"play": "66", "current": "7"}, "unknown-card", "/current"),
        ({"groups": [{"cards": "66"}, {"cards": "??"}]}, "unknown-card", "/groups/1/cards"),
        ({"groups": [{"cards": "66", "slot": "front"}]}, "wrong-type", "/groups/0/slot"),
    ],
)
def test_a_claim_that_cannot_be_read(fields: dict[str, Any], code: str, pointer: str) -> None:
    """Exactly one claim, and only with what belongs to it."""
    with pytest.raises(InputError) as error:
        verify("66 11", **fields)
    assert (code, pointer) in [(fault.code, fault.pointer) for fault in error.value.faults]
    assert all(fault.message(lang) for fault in error.value.faults for lang in LANGS)


def test_several_things_wrong_are_all_named() -> None:
    """Other family and other number at once, with a card the hand has not."""
    assert codes(verify("33", play="36 36", current="33")) == ["not-in-hand", "other-family", "other-number"]


def test_an_arrangement_passes_its_own_verdict() -> None:
    """What `arrange` answers is a right claim that loses nothing; with a play split in two it loses what it should."""
    rng = random.Random(11)
    for _ in range(10):
        hand = rng.sample(brute.DECK, 28)
        best = solver.arrange("chuo-pai", hand=hand, deadline_ms=10_000).arrangements[0]
        verdict = verify(hand, groups=[{"cards": list(group.cards)} for group in best.groups], claimed_points=best.points)
        assert (verdict.valid, verdict.points, verdict.lost, verdict.best) == (True, best.points, 0, best)
        split = [{"cards": [card]} for group in best.groups if group.kind != "starting-bonus" for card in group.cards]
        bonus = [{"cards": list(group.cards)} for group in best.groups if group.kind == "starting-bonus"]
        verdict = verify(hand, groups=bonus + split)
        hidden = brute.unseen(hand)
        sure = [
            single for part in split if not brute.beaten(single := brute.classify(part["cards"], brute.STANDARD), hidden, brute.STANDARD)
        ]
        assert (verdict.valid, verdict.points, verdict.lost) == (True, len(sure), best.points - len(sure))


@settings(max_examples=50)
@given(seed=st.integers(0, 10**9), size=st.integers(1, 27), rules=st.sampled_from(RULES), led=st.booleans())
def test_advice_is_the_brute_forces(seed: int, size: int, rules: dict[str, Any], led: bool) -> None:
    """All leads or all answers, each once; every one a right claim; passing is right exactly where nothing can be played."""
    rng = random.Random(seed)
    plain = {**brute.STANDARD, **rules}
    hand = rng.sample(brute.DECK, size)
    hidden = brute.unseen(hand)
    current = rng.choice(brute.plays(rng.sample(hidden, min(28, len(hidden))), plain)) if led else None
    table = {} if current is None else {"current": list(current.cards)}
    legal = [play for play in brute.plays(hand, plain) if current is None or brute.beats(play, current)]
    advice = advise(hand, rules=rules, **table)
    assert sorted(tuple(sorted(option.cards)) for option in advice.plays) == sorted(play.cards for play in legal)
    assert advice.forced is bool(legal)
    rest = brute.unseen(hand, current.cards if current else ())
    for option in advice.plays[:10]:
        assert verify(hand, play=list(option.cards), rules=rules, **table).valid
        play = brute.classify(option.cards, plain)
        assert play is not None
        assert option.guaranteed is not brute.beaten(play, rest, plain)
    passed = verify(hand, play="", rules=rules, **table)
    assert codes(passed) == ([] if led and not legal else ["must-beat"] if led else ["must-lead"])


def test_advice_puts_sure_scores_first() -> None:
    """Guaranteed plays first, the larger before the smaller."""
    order = [(not option.guaranteed, -len(option.cards)) for option in advise("66 66 36 45 33 33 33 11 26").plays]
    assert order == sorted(order)
    assert order[0] == (False, -4)


def test_advice_to_a_full_hand_leaves_out_its_starting_bonus() -> None:
    """Its nails and two-reds are in the scoring pile before the first lead, unless the rule is off."""
    advice = advise(FULL)
    assert advice.starting_bonus == ("12",) * 3 + ("24",) * 3
    assert not {"12", "24"} & {card for option in advice.plays for card in option.cards}
    assert {"12", "24"} <= {card for option in advise(FULL, rules={"starting_bonus": False}).plays for card in option.cards}


@pytest.mark.parametrize(
    ("fields", "code", "pointer"),
    [
        ({"current": "66 11"}, "not-a-play", "/current"),
        ({"current": ""}, "not-a-play", "/current"),
        ({"current": "26 35"}, "different-patterns", "/current"),
        ({"current": "66666666"}, "too-many-copies", "/current"),
        ({"seen": "66666666"}, "too-many-copies", "/seen"),
        ({"offered": {"card": "66", "source": "take"}}, "unknown-key", "/offered"),
    ],
)
def test_advice_refuses_a_table_that_cannot_be(fields: dict[str, Any], code: str, pointer: str) -> None:
    """The play on the table must be one, of cards that the hand leaves over."""
    with pytest.raises(InputError) as error:
        advise("66", **fields)
    assert [(fault.code, fault.pointer) for fault in error.value.faults] == [(code, pointer)]
    assert all(error.value.faults[0].message(lang) for lang in LANGS)
