"""Zi Pai in numbers and in play: how often hands are complete, and whole games of three who follow the advice."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

import solver
from solver.engines import search
from solver.games.zi_pai.cards import COPIES, DECK, KINDS, NAMES
from solver.games.zi_pai.groups import BY_CARDS, LIMITS, catalogue
from solver.games.zi_pai.rules import PRESETS
from solver.result import Advice

# How often


def counted(rng: np.random.Generator, hands: int, cards: int) -> np.ndarray:
    """So many shuffled decks: the first cards of each, as kinds."""
    deck = np.repeat(np.arange(KINDS), COPIES)
    return np.array([rng.permutation(deck)[:cards] for _ in range(hands)])


def words(kinds: np.ndarray) -> np.ndarray:
    """Hands as the engine's words."""
    return (np.int64(1) << (3 * kinds.astype(np.int64))).sum(axis=1)


def complete(hands: int, seed: int) -> float:
    """The share of random 21-card hands that can be grouped, locks off."""
    engine = search.compiled(catalogue(PRESETS.default).columns, KINDS, COPIES, LIMITS)
    found, rng = 0, np.random.default_rng(seed)
    for start in range(0, hands, 100_000):
        size = min(100_000, hands - start)
        found += int(engine.coverable(words(counted(rng, size, 21)), (1, 0))[:, 0].sum())
    return found / hands


def test_chance_that_21_cards_are_complete() -> None:
    """4.45e-3: the rules file's figure, over 100,000 hands within four standard errors."""
    assert complete(100_000, 1) == pytest.approx(4.45e-3, abs=4 * (4.45e-3 / 100_000) ** 0.5)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_chance_that_21_cards_are_complete_over_3_million() -> None:
    share = complete(3_000_000, 2)
    print(f"P(complete) = {share:.3e}")
    assert share == pytest.approx(4.45e-3, abs=3 * (4.45e-3 / 3_000_000) ** 0.5 + 0.005e-3)


def called(hands: int, seed: int) -> tuple[int, int, int]:
    """Of so many 20-card hands with a called card: how many are complete with locks, reach 15 and reach 18 points under `hunan`.

    What no use of the called card can complete is sifted out by the batch; the rest is asked of `arrange`, one by one.
    """
    rng = np.random.default_rng(seed)
    groups = catalogue(PRESETS.default)
    engine = search.compiled(groups.columns, KINDS, COPIES, LIMITS)
    found = [0, 0, 0]
    rules = {"preset": "hunan", "minimum_points": 0}
    for start in range(0, hands, 100_000):
        kinds = counted(rng, min(100_000, hands - start), 21)
        whole = engine.coverable(words(kinds), (1, 0))[:, 0]
        for at in np.flatnonzero(whole):
            hand = [NAMES[kind] for kind in kinds[at, :20]]
            answer = solver.arrange("zi-pai", hand=hand, drawn={"card": NAMES[kinds[at, 20]], "source": "take"}, rules=rules)
            if answer.complete and answer.wins:
                points = answer.arrangements[0].points
                for place, least in enumerate((-1000, 15, 18)):
                    found[place] += points >= least
    return found[0], found[1], found[2]


def test_chance_that_a_called_card_completes_a_hand() -> None:
    """2.83e-3 with locks, over 100,000 hands within four standard errors; some sixth of them reach 15 points under `hunan`."""
    won, fifteen, eighteen = called(100_000, 3)
    assert won / 100_000 == pytest.approx(2.83e-3, abs=4 * (2.83e-3 / 100_000) ** 0.5)
    assert fifteen / won == pytest.approx(0.16, abs=0.1)
    assert eighteen < fifteen


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_chance_that_a_called_card_completes_a_hand_over_4_million() -> None:
    hands = 4_000_000
    won, fifteen, eighteen = called(hands, 4)
    print(f"P(called card completes) = {won / hands:.3e}; 15 points {fifteen / won:.3f}, 18 points {eighteen / won:.3f}")
    assert won / hands == pytest.approx(2.83e-3, abs=3 * (2.83e-3 / hands) ** 0.5 + 0.03e-3)
    assert fifteen / won == pytest.approx(0.16, abs=0.015)
    assert eighteen / won == pytest.approx(0.07, abs=0.015)


# Whole games


class Seat:
    """One player of the simulator."""

    def __init__(self, name: str, hand: list[str]) -> None:
        self.name, self.hand, self.melds = name, hand, list[dict[str, Any]]()
        self.stuck = False

    def quads(self) -> int:
        """Quads on the table and in the hand."""
        return sum(len(meld["cards"]) == 4 for meld in self.melds) + sum(copies == 4 for copies in Counter(self.hand).values())

    def cards(self) -> list[str]:
        return [*self.hand, *(card for meld in self.melds for card in meld["cards"])]

    def fields(self) -> dict[str, Any]:
        return {"hand": self.hand, "melds": self.melds}


class Table:
    """Three players, a pile, discards; everybody follows the advice. Every state is checked."""

    def __init__(self, rng: Random, rules: dict[str, Any]) -> None:
        self.pile = list(DECK)
        rng.shuffle(self.pile)
        self.rules = rules
        self.seats = [Seat(name, [self.pile.pop() for _ in range(20)]) for name in ("east", "south", "west")]
        self.discards: list[str] = []
        self.calls = 0

    def check(self, extra: int = 0) -> None:
        """No card is lost or made, nothing is split, and each hand has the size that its quads ask for."""
        everything = Counter(card for seat in self.seats for card in seat.cards()) + Counter(self.pile) + Counter(self.discards)
        assert everything.total() + extra == len(DECK)
        assert all(copies <= 4 for copies in everything.values())
        for seat in self.seats:
            assert len(seat.cards()) <= 19 + max(1, seat.quads()) + seat.stuck
            assert all(tuple(sorted(map(NAMES.index, meld["cards"]))) in BY_CARDS for meld in seat.melds)

    def advice(self, seat: Seat, **more: Any) -> Advice:
        seen = [*self.discards, *(card for other in self.seats if other is not seat for meld in other.melds for card in meld["cards"])]
        return solver.advise("zi-pai", seen=seen, rules=self.rules, **seat.fields(), **more)

    def offer(self, seat: Seat, card: str, source: str) -> bool | None:
        """What the player does with a card: True, he wins; False, he calls it; None, he passes."""
        best = next(call for call in self.advice(seat, offered={"card": card, "source": source}).calls if call.legal)
        if best.use == "pass":
            return None
        if best.wins:
            self.win(seat, card, source, best.points)
            return True
        self.calls += 1
        rest = list(best.cards)
        rest.remove(card)
        for each in rest:
            seat.hand.remove(each)
        seat.melds.append({"cards": list(best.cards), "source": source})
        return False

    def throw(self, seat: Seat) -> str | None:
        """What must be thrown away now, if anything. Whoever holds nothing but locks keeps them, and has no use for any more cards."""
        if len(seat.cards()) < 20 + max(1, seat.quads()):
            return None
        discards = self.advice(seat).discards
        if not discards:
            seat.stuck = True
            assert all(copies >= 3 for copies in Counter(seat.hand).values())
            return None
        assert Counter(seat.hand)[discards[0].card] < 3, "a lock was broken"
        seat.hand.remove(discards[0].card)
        return discards[0].card

    def win(self, seat: Seat, card: str, source: str, points: int | None) -> None:
        """The claim must stand, and the settlement be its points."""
        fields = {**seat.fields(), "drawn": {"card": card, "source": source}}
        answer = solver.arrange("zi-pai", rules=self.rules, **fields)
        assert (answer.wins, answer.value) == (True, points)
        assert len(answer.arrangements[0].groups) == 7
        groups = [{"cards": list(group.cards)} for group in answer.arrangements[0].groups]
        assert solver.verify("zi-pai", groups=groups, claimed_points=points, rules=self.rules, **fields).valid
        players = [{"name": other.name, **(fields if other is seat else other.fields())} for other in self.seats]
        totals = solver.settle("zi-pai", players=players, winner=seat.name, rules=self.rules).totals
        assert sum(totals.values()) == 0
        assert totals[seat.name] == 2 * (points or 0)

    def play(self) -> bool:
        """One game. Whether somebody wins before the pile is empty."""
        turn = 0
        while self.pile:
            card, source = self.pile.pop(), "draw"
            at = turn
            while True:  # a card goes round, from the one whose turn it is; who calls it throws another
                for step in range(3):
                    seat = self.seats[(at + step) % 3]
                    if seat.stuck:
                        continue
                    done = self.offer(seat, card, source if step == 0 else "take")
                    if done:
                        return True
                    if done is False:
                        break
                else:
                    self.discards.append(card)
                    self.check()
                    break
                at = (at + step) % 3
                thrown = self.throw(seat)
                if thrown is None:
                    self.check()
                    break
                self.check(extra=1)
                card, source, at = thrown, "take", (at + 1) % 3
            turn = (turn + 1) % 3
        return False


def played(games: int, seed: int) -> tuple[int, int]:
    """Games won, and cards called, of so many games."""
    rng = Random(seed)
    won = calls = 0
    for number in range(games):
        table = Table(rng, {"preset": ("hengyang", "hunan", "seed")[number % 3]})
        won += table.play()
        calls += table.calls
    return won, calls


def test_whole_games_by_advice() -> None:
    won, calls = played(12, 1)
    assert won > 0
    assert calls > 24


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_many_whole_games_by_advice() -> None:
    won, _ = played(2_000, 2)
    assert won > 200
