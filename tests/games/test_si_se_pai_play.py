"""Si Se Pai played whole by bots that follow the advice, claims judged and settled; and what forgetting a hand's history costs."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

import solver
from solver.result import Advice, Call
from tests.brute.si_se_pai import KINDS, PRESETS
from tests.brute.si_se_pai_counts import PARTS, State, states

DECK = [card for card in KINDS for _ in range(4)]
NAMES = ("east", "north", "west", "south")
PAYMENTS = ("winner-takes", "winner-and-differences", "discarder-pays")


@dataclass
class Seat:
    """A player: the concealed hand, the groups on the table, and the advice on the 20 cards between turns."""

    name: str
    hand: list[str]
    melds: list[dict[str, Any]] = field(default_factory=list)
    dealt: list[str] = field(default_factory=list)
    advice: Advice | None = None

    def display_quads(self) -> None:
        """A dealt quad must be displayed; three equal cards other than kings are a dealt triplet."""
        for card, copies in sorted(Counter(self.hand).items()):
            if copies == 4:
                self.hand = [other for other in self.hand if other != card]
                self.melds.append({"cards": [card] * 4, "source": "dealt"})
            elif copies == 3 and card[0] != "K":
                self.dealt.append(card)

    def cards(self) -> list[str]:
        return [*self.hand, *(card for meld in self.melds for card in meld["cards"])]

    def fields(self) -> dict[str, Any]:
        return {"hand": list(self.hand), "melds": [dict(meld) for meld in self.melds]}


class Table:
    """One hand at a table of four. Every move is what the advice says first; the table holds it against the rules."""

    def __init__(self, rng: Random, rules: dict[str, Any]) -> None:
        self.rng, self.rules = rng, rules
        pile = rng.sample(DECK, len(DECK))
        self.seats = []
        for name in NAMES:
            number = 21 if name == "east" else 20
            self.seats.append(Seat(name, pile[:number]))
            pile = pile[number:]
        self.pile, self.discards = pile, list[str]()
        self.moves = Counter[str]()
        if PRESETS[rules.get("preset", "seed")]["lock_dealt"]:
            for seat in self.seats:
                seat.display_quads()

    def play(self) -> dict[str, Any] | None:
        """The settlement's request, or None where the pile runs out."""
        dealer, turn = self.seats[0], 0
        first = self.ask(dealer)
        if self.wins(dealer):
            return self.claim(dealer, None, None)
        self.discard(dealer, first)
        while True:
            self.check()
            after = (turn + 1) % 4
            taken = self.offer(self.discards[-1], after, "take", giver=turn)
            discarder: str | None = self.seats[turn].name
            if taken is None:
                if not self.pile:
                    return None
                self.discards.append(self.pile.pop())
                self.moves["from the pile"] += 1
                taken, discarder = self.offer(self.discards[-1], after, "draw"), None
            if taken is None:
                turn = after  # thrown away: on top of the discards it is on offer again
                continue
            turn, source, call = taken
            card, seat = self.discards.pop(), self.seats[turn]
            if call.wins:
                return self.claim(seat, {"card": card, "source": source}, discarder)
            self.use(seat, call, card, source)

    def offer(self, card: str, in_turn: int, source: str, giver: int | None = None) -> tuple[int, str, Call] | None:
        """Who uses a face-up card, and how: a win goes first, then a quad, then a stolen triplet, then the player in turn."""
        found: list[tuple[int, int, str, Call]] = []
        for step in range(4):
            place = (in_turn + step) % 4
            seat, own = self.seats[place], step == 0
            if place == giver or not self.interested(seat, card, own):
                continue
            how = source if own else "steal"
            calls = self.ask(seat, {"card": card, "source": how}).calls
            self.check_calls(seat, card, calls)
            best = calls[0]
            if best.use != "pass":
                rank = 0 if best.wins else 1 if best.use in ("quad", "king-quad") else 3 if own else 2
                found.append((rank, step, how, best))
        if not found:
            return None
        _, step, how, call = min(found, key=lambda each: each[:2])
        return (in_turn + step) % 4, how, call

    def interested(self, seat: Seat, card: str, own: bool) -> bool:
        """Whether asking is worth the time: a quad, a triplet, a win; in turn whatever brings the hand nearer."""
        assert seat.advice is not None
        near = own and card in [each.card for each in seat.advice.improves]
        return near or seat.hand.count(card) >= 2 or card in [wait.card for wait in seat.advice.waits]

    def check_calls(self, seat: Seat, card: str, calls: tuple[Call, ...]) -> None:
        """A dealt triplet forces its quad; a winning card is told as a wait, and every wait wins or lacks points."""
        assert seat.advice is not None
        if card in seat.dealt and seat.hand.count(card) == 3:
            assert [(call.use, call.forced, call.legal) for call in calls] == [("quad", True, True), ("pass", False, False)]
        wait = next((wait for wait in seat.advice.waits if wait.card == card), None)
        assert any(call.wins for call in calls) == (wait is not None and wait.wins)
        if wait is not None and wait.wins:
            assert max(call.points or 0 for call in calls if call.wins) == wait.points

    # moves

    def seen_by(self, seat: Seat) -> list[str]:
        shown = [card for other in self.seats if other is not seat for meld in other.melds for card in meld["cards"]]
        return shown + self.discards

    def ask(self, seat: Seat, offered: dict[str, Any] | None = None) -> Advice:
        seen = self.seen_by(seat)
        if offered is not None:
            seen.remove(offered["card"])
        advice: Advice = solver.advise("si-se-pai", seen=seen, offered=offered, rules=self.rules, **seat.fields())
        return advice

    def use(self, seat: Seat, call: Call, card: str, source: str) -> None:
        """The card goes to the table with its group; then the advised discard follows."""
        others = list(call.cards)
        others.remove(card)
        for other in others:
            seat.hand.remove(other)
        seat.melds.append({"cards": list(call.cards), "source": source})
        self.moves[f"{source} {call.use}"] += 1
        after = self.ask(seat)
        assert (after.distance, len(seat.cards())) == (call.distance, 21)
        assert (after.discards[0].card, after.discards[0].left) == (call.discard, call.left)
        self.discard(seat, after)

    def discard(self, seat: Seat, advice: Advice) -> None:
        """The first of the discards; it leaves the distance that was told."""
        best = advice.discards[0]
        assert not {each.card for each in advice.discards} & set(seat.dealt)
        assert advice.distance is not None
        assert best.distance == max(advice.distance, 1)
        seat.hand.remove(best.card)
        self.discards.append(best.card)
        for other in self.seats:
            if other is seat or other.advice is None:
                other.advice = self.ask(other)
        assert seat.advice is not None
        assert seat.advice.distance == best.distance
        assert [each.card for each in seat.advice.improves] == [each.card for each in best.improves]

    def check(self) -> None:
        """No card is lost or made, every hand has 20, no dealt triplet is broken."""
        everywhere = [card for seat in self.seats for card in seat.cards()] + self.discards + self.pile
        assert sorted(everywhere) == sorted(DECK)
        for seat in self.seats:
            assert len(seat.cards()) == 20
            for card in seat.dealt:
                assert seat.hand.count(card) == 3 or [card] * 4 in [meld["cards"] for meld in seat.melds]

    # the end

    def wins(self, seat: Seat) -> bool:
        return bool(solver.arrange("si-se-pai", rules=self.rules, **seat.fields()).wins)

    def claim(self, seat: Seat, drawn: dict[str, Any] | None, discarder: str | None) -> dict[str, Any]:
        """A win: the best grouping shown, its points claimed."""
        answer = solver.arrange("si-se-pai", rules=self.rules, drawn=drawn, **seat.fields())
        assert answer.wins
        groups = [{"cards": list(group.cards)} for group in answer.arrangements[0].groups]
        claim = {**seat.fields(), "drawn": drawn, "groups": groups, "claimed_points": answer.value}
        verdict = solver.verify("si-se-pai", rules=self.rules, **claim)
        assert (verdict.valid, verdict.points, verdict.lost, verdict.warnings) == (True, answer.value, 0, ())
        players = [{"name": other.name, **(claim if other is seat else other.fields())} for other in self.seats]
        return {"players": players, "winner": seat.name, "discarder": discarder}

    def false_claim(self) -> dict[str, Any]:
        """The dealer claims with the 21 cards of the deal."""
        players = [{"name": seat.name, **seat.fields()} for seat in self.seats]
        return {"players": players, "winner": "east"}


def settled(rng: Random, rules: dict[str, Any], request: dict[str, Any]) -> Any:
    more = {"payment": rng.choice(PAYMENTS), "double_with_quad": rng.random() < 0.5}
    stake = rng.choice((1, 2, 5))
    settlement = solver.settle("si-se-pai", rules={**rules, **more}, stake=stake, **request)
    assert sum(settlement.totals.values()) == 0
    assert all(sum(pair.points) == 0 for pair in settlement.pairs)
    assert len(settlement.pairs) == 6
    return settlement


def play(hands: int, seed: str, rules: dict[str, Any]) -> Counter[str]:
    """So many hands; how they ended, and what was done in them."""
    rng, ends = Random(seed), Counter[str]()
    for _ in range(hands):
        table = Table(rng, rules)
        if rng.random() < 0.05 and not table.wins(table.seats[0]):
            penalty = settled(rng, rules, table.false_claim())
            assert penalty.details["false_claim"]["player"] == "east"
            assert len({penalty.totals[name] for name in NAMES[1:]}) == 1
            assert penalty.totals["east"] < 0
            ends["false claim"] += 1
            continue
        request = table.play()
        ends.update(table.moves)
        if request is None:
            ends["nobody"] += 1
            assert not table.pile
            continue
        settlement = settled(rng, rules, request)
        points = settlement.details["points"][request["winner"]]
        if rules.get("preset", "seed") == "seed":
            assert points % 2 == 1, "21 cards in groups score an odd number"
        assert settlement.details["false_claim"] is None
        assert settlement.totals[request["winner"]] > 0
        ends["win"] += 1
    return ends


@pytest.mark.parametrize("part", range(4))
def test_bots_that_follow_the_advice_play_whole_hands(part: int) -> None:
    """500 hands in all. Nearly every one is won before the pile runs out, and a card is never stolen for anything but a triplet or quad."""
    ends = play(125, f"whole hands {part}", {})
    assert ends["win"] + ends["nobody"] + ends["false claim"] == 125
    assert ends["win"] > 100
    assert ends["false claim"] > 0
    for move in ("take pair", "take field", "take command", "take king", "take three-footmen", "draw pair", "steal triplet", "steal quad"):
        assert ends[move] > 0, move
    assert {move.split()[1] for move in ends if move.startswith("steal")} <= {"triplet", "quad", "king-quad"}


@pytest.mark.parametrize("preset", ["taiwan", "vietnam", "hakka", "seed-no-footman-pair"])
def test_other_tables_play_whole_hands(preset: str) -> None:
    ends = play(15, preset, {"preset": preset})
    assert ends["win"] + ends["nobody"] + ends["false claim"] == 15


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_bots_play_ten_thousand_hands(part: int) -> None:
    ends = play(500, f"many hands {part}", {})
    assert ends["win"] > 400


# What goes wrong where 21 cards are a flat list


class Deals:
    """Complete 21-card hands as they are dealt: by the number of deals behind each state of each part, drawn part by part."""

    def __init__(self) -> None:
        self.parts = [[state for state in states(part, PRESETS["seed"]) if state.coverings] for part in PARTS]
        self.behind: list[Counter[int]] = [Counter({0: 1})]  # deals by number of cards, of the parts from here on
        for part in reversed(self.parts):
            deals = Counter[int]()
            for state in part:
                for cards, number in self.behind[0].items():
                    deals[cards + len(state.cards)] += number * state.ways
            self.behind.insert(0, deals)

    def one(self, rng: Random) -> list[str]:
        left, hand = 21, list[str]()
        for place, part in enumerate(self.parts):
            weights = [state.ways * self.behind[place + 1][left - len(state.cards)] for state in part]
            state: State = rng.choices(part, weights)[0]
            hand += state.cards
            left -= len(state.cards)
        rng.shuffle(hand)
        return hand


def test_a_flat_list_accepts_illegal_wins_and_scores_too_much() -> None:
    """Of complete hands with a random winning card some 22 per cent can't be grouped without breaking a dealt triplet or quad, and some
    8 are worth less than they seem, since the winning card made the triplet. `verify` makes neither mistake.
    """
    rng, deals, number = Random(22), Deals(), 1200
    illegal = dearer = 0
    for _ in range(number):
        winning, *hand = deals.one(rng)
        drawn = {"card": winning, "source": "draw"}
        flat = solver.arrange("si-se-pai", hand=[winning, *hand], rules={"lock_dealt": False})
        assert flat.complete
        groups = [{"cards": list(group.cards)} for group in flat.arrangements[0].groups]
        verdict = solver.verify("si-se-pai", hand=hand, drawn=drawn, groups=groups, claimed_points=flat.value)
        best = solver.arrange("si-se-pai", hand=hand, drawn=drawn)
        found = {violation.code for violation in verdict.violations}
        if not best.complete:
            illegal += 1
            assert found & {"dealt-triplet-split", "dealt-quad-split", "fourth-card-not-quad"}
        elif best.value != flat.value:
            dearer += 1
            assert best.value is not None
            assert flat.value is not None
            assert flat.value - best.value == 2
            assert (verdict.points, found) == (best.value, {"wrong-points"})
        else:
            assert (verdict.valid, verdict.points) == (True, flat.value)
    assert 0.18 < illegal / number < 0.27
    assert 0.05 < dearer / number < 0.11
