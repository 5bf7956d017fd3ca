"""Pai Gow Poker by numbers: published counts and rates, the exact dealer against plain enumeration, and no foul in a million hands."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from typing import Any

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from solver.cards import playing
from solver.games.pai_gow_poker import dealer as exact
from solver.games.pai_gow_poker.house_way import BACKS, WAYS, Compiled, compiled_way
from solver.games.pai_gow_poker.model import Problem, in_order
from solver.games.pai_gow_poker.rules import PRESETS
from solver.games.pai_gow_poker.way_kernels import rank_splits, set_many, set_one, tables_of
from tests.brute import pai_gow_poker as brute

CATEGORIES = {
    "five-of-a-kind": 1_128,
    "royal-flush": 26_132,
    "straight-flush": 184_832,
    "four-of-a-kind": 307_472,
    "full-house": 4_188_528,
    "flush": 6_172_088,
    "straight": 11_236_028,
    "three-of-a-kind": 7_470_676,
    "two-pair": 35_553_816,
    "pair": 64_221_960,
    "high-card": 24_780_420,
}
"""The best five of seven cards, over all hands of the deck with its joker."""
Hands = NDArray[np.uint8]


def deals(seed: int, count: int, cards: int = 7) -> Hands:
    keys = np.random.default_rng(seed).random((count, 53), dtype=np.float32)
    return np.ascontiguousarray(np.argpartition(keys, cards, axis=1)[:, :cards].astype(np.uint8))


def arrays(way: Compiled, joker: str = "semi") -> Any:
    return way.rows, way.plans, way.pairs, way.kinds, joker == "wild"


def played(hands: Hands, name: str, wheel: Any = "second", joker: Any = "semi") -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    way = compiled_way(name, wheel, joker)
    fronts, backs = np.empty(len(hands), np.int16), np.empty(len(hands), np.int16)
    set_many(np.ascontiguousarray(hands), tables_of(way.scale), arrays(way, joker), fronts, backs)
    return fronts, backs


def all_splits(hands: Hands, way: Compiled) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    fronts, backs = np.empty((len(hands), 21), np.int16), np.empty((len(hands), 21), np.int16)
    for line, hand in enumerate(hands):
        rank_splits(hand, tables_of(way.scale), fronts[line], backs[line])
    return fronts, backs


def test_all_hands_fall_into_the_published_categories() -> None:
    """The classes of the exact dealer, counted with the whole deck: every hand of the 154,143,080 once, each in its category."""
    way = compiled_way("trump-plaza", "second", "semi")

    def strongest(hands: Hands) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
        _, backs = all_splits(hands.reshape(-1, 7), way)
        ranks = backs.max(axis=1).reshape(hands.shape[:-1])
        return np.zeros_like(ranks), ranks

    known = exact.classes()
    patterns, flushes = (tuple(strongest(group.hands) for group in groups) for groups in (known.patterns, known.flushes))
    cells = exact.Dealer(patterns, flushes).cells((), np.zeros(len(way.kinds), np.uint8), way.kinds)
    assert dict(zip(BACKS, cells[0].tolist(), strict=True)) == CATEGORIES
    assert cells.sum() == comb(53, 7) == 154_143_080


@numba.njit(nogil=True)  # type: ignore[misc]
def count_categories(step: Any, flush: Any, kinds: Any, counts: Any) -> None:
    """Rank the 21 fives of every seven cards of 53."""
    value = np.minimum(np.arange(53) >> 2, 13)
    state = np.zeros(15, np.int64)
    suits = np.zeros(15, np.int64)
    mask = np.zeros(15, np.int64)
    six = np.zeros(6, np.int64)
    for a in range(47):
        for b in range(a + 1, 48):
            for c in range(b + 1, 49):
                for d in range(c + 1, 50):
                    for e in range(d + 1, 51):
                        for f in range(e + 1, 52):
                            six[:] = (a, b, c, d, e, f)
                            best_six, at = 0, 0
                            for i in range(6):
                                for j in range(i + 1, 6):
                                    own, own_suits, own_mask = 0, 15, 0
                                    for k in range(6):
                                        if k not in (i, j):
                                            own = step[own, value[six[k]]]
                                            if six[k] < 52:
                                                own_suits &= 1 << (six[k] & 3)
                                                own_mask |= 1 << value[six[k]]
                                    state[at], suits[at], mask[at] = own, own_suits, own_mask
                                    at += 1
                                    for k in (i, j):
                                        rank = step[own, value[six[k]]]
                                        if six[k] < 52 and own_suits & (1 << (six[k] & 3)):
                                            rank = flush[own_mask | 1 << value[six[k]]]
                                        elif six[k] == 52 and own_suits:
                                            rank = flush[own_mask]
                                        best_six = max(best_six, rank)
                            for g in range(f + 1, 53):
                                best = best_six
                                suit, bit = (15, 0) if g == 52 else (1 << (g & 3), 1 << value[g])
                                for at in range(15):
                                    best = max(best, flush[mask[at] | bit] if suits[at] & suit else step[state[at], value[g]])
                                counts[kinds[best]] += 1


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_every_hand_one_by_one() -> None:
    way = compiled_way("trump-plaza", "second", "semi")
    counts = np.zeros(len(BACKS), np.int64)
    count_categories(way.scale.step, way.scale.flush, way.kinds, counts)
    assert dict(zip(BACKS, counts.tolist(), strict=True)) == CATEGORIES


def test_categories_of_random_hands_by_brute_force() -> None:
    way = compiled_way("trump-plaza", "second", "semi")
    hands = deals(5, 600)
    kinds = way.scale.categories[all_splits(hands, way)[1].max(axis=1)]
    assert kinds.tolist() == [brute.seven_card_category(playing.names(hand)) for hand in hands.tolist()]


@pytest.mark.parametrize(("wheel", "joker"), [("second", "semi"), ("low", "wild")])
@pytest.mark.parametrize("name", sorted(WAYS))
def test_the_dealer_holds_every_hand_once(name: str, wheel: Any, joker: Any) -> None:
    """However the player's seven lie, the dealer's classes add up to C(46, 7)."""
    against = exact.dealer(name, wheel, joker)
    none = np.zeros(len(compiled_way(name, wheel, joker).kinds), np.uint8)
    for hand in deals(3, 100).tolist():
        assert against.cells(hand, none, none).sum() == exact.HANDS == comb(46, 7)


def few_left(seed: int) -> tuple[list[int], list[int]]:
    """(cards left, cards gone): thirteen cards of two suits or of few ranks, so that the dealer has flushes, straights and sets."""
    draw = np.random.default_rng(seed)
    pool = [card for card in range(52) if (card & 3 in (1, 2) if seed % 2 else card >> 2 > 7)]
    left = sorted([*draw.choice(pool, 12, replace=False).tolist(), playing.JOKER if seed % 3 else 0])
    left = sorted({*left})
    return left, [card for card in range(53) if card not in left]


@pytest.mark.parametrize("name", sorted(WAYS))
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_odds_against_a_dealer_of_few_cards(name: str, seed: int) -> None:
    """With twelve or thirteen cards left in the deck the brute force sets every hand that the dealer can have."""
    left, gone = few_left(seed)
    hand = gone[-7:] if seed != 2 else gone[:7]
    scale = PRESETS.default.ranking
    splits = {(scale.rank(front), scale.rank([card for card in hand if card not in front])): front for front in combinations(hand, 2)}
    own = {ranks: brute.ranks((playing.names(front), playing.names(c for c in hand if c not in front))) for ranks, front in splits.items()}
    found = dict(zip(splits, exact.odds(exact.dealer(name, "second", "semi"), gone, list(splits), len(scale.classes)), strict=True))
    dealt = [brute.house_way(name, playing.names(cards)) for cards in combinations(left, 7)]
    for ranks, mine in own.items():
        won = [(mine[0] > front, mine[1] > back) for front, back in dealt]
        expected = exact.Odds(won.count((True, True)), won.count((False, False)), sum(f for f, _ in won), sum(b for _, b in won))
        assert found[ranks] == expected


@numba.njit(nogil=True)  # type: ignore[misc]
def deal_all(left: Hands, tables: Any, way: Any, ranks: Any, splits: Any, wins: Any, losses: Any) -> None:
    """Set each seven of the cards left one by one, and compare."""
    hand = np.empty(7, np.uint8)
    fronts = np.empty(21, np.int16)
    backs = np.empty(21, np.int16)
    place = np.arange(7)
    n = len(left)
    while True:
        for at in range(7):
            hand[at] = left[place[at]]
        rank_splits(hand, tables, fronts, backs)
        chosen = set_one(hand, tables, way, (1 << 21) - 1)
        for at in range(len(splits)):
            front, back = splits[at, 0] > fronts[chosen], splits[at, 1] > backs[chosen]
            wins[at] += front and back
            losses[at] += not front and not back
        at = 6
        while at >= 0 and place[at] == n - 7 + at:
            at -= 1
        if at < 0:
            return
        place[at] += 1
        for after in range(at + 1, 7):
            place[after] = place[after - 1] + 1


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize(("name", "cards"), [("trump-plaza", "As Jk Qs Qh Qd 7s 2s"), ("flamingo", "Kd Th 9h 8h 5c 5s 2d")])
def test_odds_against_every_hand_of_the_dealer(name: str, cards: str) -> None:
    """All 53,524,680 hands, dealt one by one."""
    hand = playing.parse(cards, jokers=1)
    way = compiled_way(name, "second", "semi")
    found = in_order(Problem(PRESETS.default, tuple(sorted(hand, reverse=True)), "expected", name))
    splits = np.array([placed.ranks for placed, _ in found], np.int16)
    wins, losses = np.zeros(len(splits), np.int64), np.zeros(len(splits), np.int64)
    left = np.array([card for card in range(53) if card not in hand], np.uint8)
    deal_all(left, tables_of(way.scale), arrays(way), way.pairs, splits, wins, losses)
    assert [(odds.win, odds.lose) for _, odds in found if odds] == list(zip(wins.tolist(), losses.tolist(), strict=True))


def rates(name: str, seed: int, deals_: int) -> tuple[float, float, float]:
    """(player wins, banker wins, push) of a house way against itself."""
    won = [0, 0, 0]
    for part in range(0, deals_, 100_000):
        hands = deals(seed + part, min(100_000, deals_ - part), 14)
        player, banker = played(hands[:, :7], name), played(hands[:, 7:], name)
        score = (player[0] > banker[0]).astype(int) + (player[1] > banker[1])
        for number in range(3):
            won[number] += int((score == number).sum())
    return won[2] / deals_, won[0] / deals_, won[1] / deals_


@pytest.mark.parametrize("count", [100_000, pytest.param(4_000_000, marks=[pytest.mark.soak, pytest.mark.timeout(7200)])])
def test_trump_plaza_against_itself(count: int) -> None:
    """Published: player 28.6 %, banker 29.9 %, push 41.5 %, rounded to the tenth."""
    for rate, published in zip(rates("trump-plaza", 11, count), (0.286, 0.299, 0.415), strict=True):
        assert abs(rate - published) < 0.0005 + 4 * (published * (1 - published) / count) ** 0.5


def chosen_by(objective: str, hands: Hands) -> Iterator[Sequence[int]]:
    for hand in hands.tolist():
        yield in_order(Problem(PRESETS.default, tuple(sorted(hand, reverse=True)), objective))[0][0].ranks


def holds_no_foul_and_nothing_beaten(objective: str, hands: Hands, wheel: Any = "second", joker: Any = "semi") -> None:
    """The choice is one of the hand's own splits, no foul, and no other legal split is better in one row and equal in the other."""
    way = compiled_way("trump-plaza", wheel, joker)
    if objective in WAYS:
        front, back = played(hands, objective, wheel, joker)
    else:
        front, back = np.array(list(chosen_by(objective, hands)), np.int16).T
    fronts, backs = all_splits(hands, way)
    legal = fronts <= backs
    own = (fronts == front[:, None]) & (backs == back[:, None])
    at_least = (fronts >= front[:, None]) & (backs >= back[:, None])
    assert (own & legal).any(axis=1).all()
    assert not (at_least & ~own & legal).any()


@pytest.mark.parametrize(("objective", "count"), [*((name, 20_000) for name in sorted(WAYS)), ("strength", 20_000), ("expected", 500)])
def test_no_foul_and_nothing_beaten(objective: str, count: int) -> None:
    holds_no_foul_and_nothing_beaten(objective, deals(17, count))


@pytest.mark.parametrize(("wheel", "joker"), [("low", "semi"), ("second", "wild"), ("low", "wild")])
@pytest.mark.parametrize("name", sorted(WAYS))
def test_no_foul_and_nothing_beaten_under_other_rules(name: str, wheel: str, joker: str) -> None:
    """The tables speak of a joker that is an ace; a fully wild one must not make them foul either."""
    holds_no_foul_and_nothing_beaten(name, deals(23, 5_000), wheel, joker)


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize(
    ("objective", "count"), [*((name, 1_000_000) for name in sorted(WAYS)), ("strength", 1_000_000), ("expected", 10_000)]
)
def test_no_foul_and_nothing_beaten_in_a_million_hands(objective: str, count: int) -> None:
    for part in range(0, count, 50_000):
        holds_no_foul_and_nothing_beaten(objective, deals(1000 + part, min(50_000, count)))
