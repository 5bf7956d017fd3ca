"""Chuo Pai: whole deals played by advice, recorded and settled, against a referee that shares no code."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from solver.errors import InputError
from solver.game import game
from solver.result import Settlement
from solver.text import LANGS
from tests.brute import chuo_pai as brute

GAME = game("chuo-pai")
SEATS = ("east", "south", "west")
RULES: list[dict[str, Any]] = [
    {},
    {"last_round": "cut-short"},
    {"starting_bonus": False},
    {"special_totals": "any", "special_cap": 5},
]


def play_out(seed: int, rules: dict[str, Any], first: bool) -> dict[str, Any]:
    """A random deal played to its end by what `advise` lists: its best play, or any of them. The bookkeeping is the test's own."""
    rng = random.Random(seed)
    plain = {**brute.STANDARD, **rules}
    deck = rng.sample(brute.DECK, 84)
    hands = [deck[:28], deck[28:56], deck[56:]]
    left = []
    for hand in hands:
        taken = brute.bonus(hand, plain)
        left.append([card for card in hand if card not in taken])
    record: list[dict[str, Any]] = []
    leader = start = rng.randrange(3)
    while sum(map(bool, left)) > 1:
        while not left[leader]:
            leader = (leader + 1) % 3
        current: list[str] = []
        for player in [(leader + step) % 3 for step in range(3)]:
            if current and plain["last_round"] == "cut-short" and sum(map(bool, left)) < 2:
                break
            if not left[player]:
                continue
            options = solver.advise("chuo-pai", hand=left[player], current=current or None, rules={**rules, "starting_bonus": False}).plays
            chosen = list((options[0] if first else rng.choice(options)).cards) if options else []
            record.append({"player": SEATS[player], "cards": chosen})
            for card in chosen:
                left[player].remove(card)
            if chosen:
                current, leader = chosen, player
    return {"hands": hands, "leader": SEATS[start], "plays": record}


def settle(deal: dict[str, Any], **fields: Any) -> Settlement:
    return solver.settle("chuo-pai", players=[{"name": name} for name in SEATS], deal=deal, **fields)


@settings(max_examples=15)
@given(seed=st.integers(0, 10**9), rules=st.sampled_from(RULES), first=st.booleans(), stake=st.integers(1, 1000))
def test_a_deal_played_by_advice_settles_as_the_referee_says(seed: int, rules: dict[str, Any], first: bool, stake: int) -> None:
    """Piles, differences and stakes; nothing is won or lost in all; the cards of the deal are all accounted for."""
    deal = play_out(seed, rules, first)
    plain = {**brute.STANDARD, **rules}
    moves = [(SEATS.index(move["player"]), move["cards"]) for move in deal["plays"]]
    piles = brute.referee(deal["hands"], SEATS.index(deal["leader"]), moves, plain)
    settled = settle(deal, rules=rules, stake=stake)
    assert list(settled.details["piles"].values()) == piles
    assert list(settled.totals.values()) == [stake * sum(mine - other for other in piles) for mine in piles]
    assert sum(settled.totals.values()) == 0
    for pair in settled.pairs:
        one, other = map(SEATS.index, pair.players)
        assert pair.points == (stake * (piles[one] - piles[other]), stake * (piles[other] - piles[one]))
    assert settled.details["winners"] == [name for name, pile in zip(SEATS, piles, strict=True) if pile == max(piles)]
    assert sum(settled.details["left"].values()) + sum(len(move["cards"]) for move in deal["plays"]) == 84 - sum(
        settled.details["starting_bonuses"].values()
    )


@settings(max_examples=25)
@given(seed=st.integers(0, 10**9), data=st.data())
def test_a_record_tampered_with_is_refused_exactly_where_the_referee_refuses_it(seed: int, data: st.DataObject) -> None:
    """A move lost, doubled, moved, turned into a pass or into other cards: settled if, and only if, the referee takes it."""
    deal = play_out(seed % 5, {}, False)
    plays = deal["plays"]
    at = data.draw(st.integers(0, len(plays) - 1))
    change = data.draw(st.sampled_from(["lose", "double", "pass", "swap", "other", "player", "leader"]))
    if change == "lose":
        del plays[at]
    elif change == "double":
        plays.insert(at, plays[at])
    elif change == "pass":
        plays[at] = {**plays[at], "cards": []}
    elif change == "swap":
        plays[at - 1], plays[at] = plays[at], plays[at - 1]
    elif change == "other":
        plays[at] = {**plays[at], "cards": plays[data.draw(st.integers(0, len(plays) - 1))]["cards"]}
    elif change == "player":
        plays[at] = {**plays[at], "player": data.draw(st.sampled_from(SEATS))}
    else:
        deal["leader"] = data.draw(st.sampled_from(SEATS))
    moves = [(SEATS.index(move["player"]), move["cards"]) for move in plays]
    try:
        piles = brute.referee(deal["hands"], SEATS.index(deal["leader"]), moves, brute.STANDARD)
    except brute.IllegalError:
        with pytest.raises(InputError) as error:
            settle(deal)
        assert all(fault.pointer.startswith("/deal/plays") for fault in error.value.faults)
        assert all(fault.message(lang) for fault in error.value.faults for lang in LANGS)
    else:
        assert list(settle(deal).details["piles"].values()) == piles


@pytest.mark.soak
def test_many_deals_settle_as_the_referee_says() -> None:
    """Three hundred deals."""
    for seed in range(300):
        rules = RULES[seed % len(RULES)]
        deal = play_out(seed, rules, seed % 2 == 0)
        moves = [(SEATS.index(move["player"]), move["cards"]) for move in deal["plays"]]
        piles = brute.referee(deal["hands"], SEATS.index(deal["leader"]), moves, {**brute.STANDARD, **rules})
        assert list(settle(deal, rules=rules).details["piles"].values()) == piles


def test_guaranteed_cards_are_a_sure_score() -> None:
    """A leader who cashes the guaranteed plays of its hand scores them all, whatever the others do: here they answer at random."""
    for seed in range(12):
        rng = random.Random(seed)
        deck = rng.sample(brute.DECK, 84)
        hands = [deck[:28], deck[28:56], deck[56:]]
        best = solver.arrange("chuo-pai", hand=hands[0], deadline_ms=10_000).arrangements[0]
        left = [[card for card in hand if card not in brute.bonus(hand, brute.STANDARD)] for hand in hands]
        for group in best.groups:
            if group.points:
                for other in (1, 2):
                    assert not solver.advise("chuo-pai", hand=left[other], current=list(group.cards)).plays


def example() -> dict[str, Any]:
    """The deal of fours of the examples."""
    request = next(found.request for found in GAME.examples if found.id == "whole-deal")
    return {**request["deal"], "plays": list(request["deal"]["plays"])}


def test_the_last_round_is_played_out_or_cut_short() -> None:
    """East cashes its hand and is out. South cashes six fours, then leads its last, four crooked eights; only west still has cards.

    Played out, west must answer with black-nines and scores them: 28, 24 and, with eight bonus cards, 12. Cut short, the deal is over with
    south's last card, which stands: 28, 28 and 8.
    """
    hands = [
        "66666666 11111111 44444444 13131313 15151515 16161616 46464646",
        "33333333 55555555 22222222 45454545 34343434 56565656 35353535",
        "36363636 26262626 25252525 23232323 14141414 12121212 24242424",
    ]
    plays: list[dict[str, str]] = []
    for four in hands[0].split():
        plays += [{"player": "east", "cards": four}, {"player": "south", "cards": ""}, {"player": "west", "cards": ""}]
    for four in hands[1].split():
        plays += [{"player": "south", "cards": four}, {"player": "west", "cards": ""}]
    cut = {"hands": hands, "leader": "east", "plays": plays[:-1]}
    out = {**cut, "plays": [*plays[:-1], {"player": "west", "cards": "36363636"}]}
    assert settle(out).details["piles"] == {"east": 28, "south": 24, "west": 12}
    assert settle(out).totals == {"east": 20, "south": 8, "west": -28}
    settled = settle(cut, rules={"last_round": "cut-short"})
    assert settled.details["piles"] == {"east": 28, "south": 28, "west": 8}
    assert settled.details["left"] == {"east": 0, "south": 0, "west": 20}
    assert settled.details["winners"] == ["east", "south"]
    for deal, rules, code in ((cut, {}, "deal-unfinished"), (out, {"last_round": "cut-short"}, "deal-over")):
        with pytest.raises(InputError) as error:
            settle(deal, rules=rules)
        assert [fault.code for fault in error.value.faults] == [code]


def test_faults_of_a_record() -> None:
    """Names, hands and moves that cannot be, each with its place."""

    def faults(change: Any, **fields: Any) -> list[tuple[str, str]]:
        deal = example()
        change(deal)
        with pytest.raises(InputError) as error:
            settle(deal, **fields)
        assert all(fault.message(lang) for fault in error.value.faults for lang in LANGS)
        return [(fault.pointer, fault.code) for fault in error.value.faults]

    def move(at: int, **fields: Any) -> Any:
        return lambda deal: deal["plays"].__setitem__(at, {**deal["plays"][at], **fields})

    assert faults(lambda deal: deal.update(leader="north")) == [("/deal/leader", "unknown-value")]
    assert faults(move(3, player="north")) == [("/deal/plays/3/player", "unknown-value")]
    assert faults(move(1, player="south")) == [("/deal/plays/1/player", "out-of-turn")]
    assert faults(move(1, cards="6")) == [("/deal/plays/1/cards", "unknown-card")]
    assert faults(move(2, cards="")) == [("/deal/plays/2/cards", "must-beat")]
    assert faults(move(3, cards="")) == [("/deal/plays/3/cards", "must-lead")]
    assert faults(move(0, cards="12121212")) == [("/deal/plays/0/cards", "not-in-hand")]
    assert faults(move(0, cards="26 35")) == [("/deal/plays/0/cards", "not-in-hand"), ("/deal/plays/0/cards", "different-patterns")]
    assert faults(lambda deal: deal["plays"].pop()) == [("/deal/plays", "deal-unfinished")]
    assert faults(lambda deal: deal["plays"].append({"player": "east", "cards": "66"})) == [("/deal/plays/29", "deal-over")]
    assert faults(lambda deal: deal.update(hands=[deal["hands"][0][:-2], *deal["hands"][1:]])) == [
        ("/deal/hands/0", "wrong-number-of-cards")
    ]
    assert ("/deal/hands", "too-many-copies") in faults(lambda deal: deal.update(hands=[deal["hands"][1], *deal["hands"][1:]]))
    assert faults(lambda deal: deal.update(hands=deal["hands"][:2])) == [("/deal/hands", "out-of-range")]
    with pytest.raises(InputError) as error:
        solver.settle("chuo-pai", players=[{"name": "east"}] * 3, deal=example())
    assert [fault.code for fault in error.value.faults] == ["same-name"] * 2
