"""Setting thirteen cards: both engines against a brute force that shares no code with them, and the hands that trip others."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from heapq import nlargest
from typing import Any

import pytest

import solver
from solver.cards import playing
from solver.errors import InputError
from solver.game import game
from solver.games.chinese_poker import model
from solver.games.chinese_poker.model import BACK_FIRST, Problem
from solver.games.chinese_poker.rules import PRESETS
from solver.games.chinese_poker.scoring import bonus_points
from solver.result import Arrangement
from tests.brute import chinese_poker as brute

ORDERS = (("back", "middle", "front"), ("front", "back", "middle"), ("middle", "front", "back"))
HARD = (
    "2s 2h 2d 3s 3h 3d 4s 4h 4d 5s 5h 5d 6s",  # trips everywhere: kickers that can't decide, full houses
    "As Ah Ad Ac Ks Kh Kd Kc Qs Qh Qd Qc Js",  # quads everywhere
    "As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s 3s 2s",  # one suit, thousands of straight flushes and flushes
    "Ah Kd Qc Js Th 9d 8c 7s 6h 5d 4c 3s 2h",  # a dragon of four suits
    "2d 2h Qc 4s Ad 6d 5c 4c 3c 5s 8c 7d Qh",  # wheel against a higher straight
    "Kd 8h 2c 9h 9d 5c 5s 3h Qc Qd Th Ts 4s",  # two pair under two pair
    "9h 9d Ks 7d 5c As 3h Jc 9s Tc 6s Kd Qd",
    "2c Qd 6c 7s 2d 4s Td 6s Tc 7c 9s Qs 9c",  # six pairs and three flushes
    "As 2s 3s 4s 5s Ah 2h 3h 4h 5h Kd Kc Kh",  # straight flushes that tie
    "7s 7h 7d 8s 8h 9s 9h Ts Th Js Jh Qs Kd",
)


def random_hand(seed: int) -> str:
    return " ".join(random.Random(seed).sample(playing.NAMES[:52], 13))


def cards_of(hand: str) -> list[str]:
    """The hand, the highest card first, suits as in spades, hearts, diamonds, clubs: the canonical order."""
    return sorted(brute.cards_of(hand), key=lambda card: (-brute.VALUE[card[0]], brute.SUITS.index(card[1])))


def rows_of(arrangement: Arrangement) -> brute.Setting:
    front, middle, back = (group.cards for group in arrangement.groups)
    return front, middle, back


Ranked = list[tuple[brute.Setting, tuple[brute.Rank, brute.Rank, brute.Rank]]]


class Referee:
    """All legal settings of a hand by brute force, and the best of them by any objective."""

    def __init__(self, hand: str, wheel: str = "low") -> None:
        self.cards = cards_of(hand)
        self.legal: Ranked = list(brute.ranked_settings(self.cards, wheel))

    def top(
        self, number: int, objective: str, rules: brute.Rules, order: Sequence[str] = ORDERS[0], pins: Any = None
    ) -> list[brute.Setting]:
        """The best settings distinct in what the objective compares; each by the higher front, then middle, then cards."""
        best: dict[brute.Key, tuple[Any, brute.Setting]] = {}
        for setting, ranks in self.legal:
            if pins and not all(card in setting[brute.SLOTS[slot]] for slot, pinned in pins.items() for card in pinned):
                continue
            key = brute.sort_key(ranks, objective, rules, order)
            tie = (ranks[0], ranks[1])
            if key not in best or tie > best[key][0]:  # settings come with the highest cards in front first
                best[key] = (tie, setting)
        return [setting for _, (_, setting) in nlargest(number, best.items(), key=lambda item: item[0])]


def assert_same(answer: Any, expected: Sequence[brute.Setting], hand: str) -> None:
    got = [tuple(map(frozenset, rows_of(arrangement))) for arrangement in answer.arrangements]
    assert got == [tuple(map(frozenset, setting)) for setting in expected], hand


@pytest.mark.parametrize("block", range(20))
def test_equals_brute_force(block: int) -> None:
    """`strength` in each order, `bonus` in each preset that pays any, the first and the five best, and the count: card by card."""
    chosen = [*HARD[block : block + 1], *(random_hand(100 * block + at) for at in range(5 - (block < len(HARD))))]
    for at, hand in enumerate(chosen):
        referee = Referee(hand)
        order = ORDERS[at % 3]
        five = solver.arrange("chinese-poker", hand=hand, objective="strength", order=list(order), top=5)
        assert_same(five, referee.top(5, "strength", brute.PRESETS["thirteen"], order), hand)
        assert five.count == len(referee.legal)
        assert five.value is None
        one = solver.arrange("chinese-poker", hand=hand, objective="strength")
        assert (one.objective, one.engine, one.status) == ("strength", "enumerate", "optimal")
        assert_same(one, referee.top(1, "strength", brute.PRESETS["thirteen"]), hand)
        preset = ("eastern", "mandarin", "thirteen")[at % 3]
        bonus = solver.arrange("chinese-poker", hand=hand, objective="bonus", rules={"preset": preset}, top=5)
        expected = referee.top(5, "bonus", brute.PRESETS[preset])
        assert_same(bonus, expected, hand)
        assert bonus.value == brute.bonus_points(brute.ranks_of(expected[0]), brute.PRESETS[preset])


def test_one_hand_by_the_brute_force_alone() -> None:
    """The helper above is held to the brute force's own `top`: the same keys, and a setting among those that have each."""
    hand = HARD[0]
    for objective, preset in (("strength", "thirteen"), ("bonus", "mandarin")):
        rules = brute.PRESETS[preset]
        mine = Referee(hand).top(5, objective, rules)
        theirs = brute.top(cards_of(hand), 5, objective, rules)
        assert [brute.sort_key(brute.ranks_of(setting), objective, rules) for setting in mine] == [key for key, _ in theirs]
        assert all(setting in settings for setting, (_, settings) in zip(mine, theirs, strict=True))


WITHOUT_GROWTH = {
    "preset": "eastern",
    "bonuses": {"back": {"straight-flush": -6, "flush": 3, "royal-flush": 9}, "middle": {"full-house": 12}},
}


@pytest.mark.parametrize("hand", [*HARD[:3], HARD[8], random_hand(31), random_hand(32)])
def test_bonuses_that_do_not_grow_are_not_cut(hand: str) -> None:
    """Where a weaker row can pay more, a setting that is beaten in every row may still be the best."""
    rules = {**brute.PRESETS["eastern"], "bonuses": PRESETS.resolve(WITHOUT_GROWTH).bonuses.model_dump(by_alias=True, exclude_none=True)}
    assert not PRESETS.resolve(WITHOUT_GROWTH).grows
    expected = Referee(hand).top(3, "bonus", rules)
    answer = solver.arrange("chinese-poker", hand=hand, objective="bonus", rules=WITHOUT_GROWTH, top=3)
    assert_same(answer, expected, hand)
    assert answer.value == brute.bonus_points(brute.ranks_of(expected[0]), rules)


def test_cp_sat_on_bonuses_that_do_not_grow() -> None:
    """A pair in the middle pays 2, but every undominated setting of this hand has more than a pair there: a cut would find nothing."""
    rules = PRESETS.resolve({"bonuses": {"middle": {"pair": 2}}})
    problem = Problem(rules, tuple(sorted(playing.parse(HARD[1]), reverse=True)), "bonus")
    found = model.by_cp_sat(problem, deadline_ms=60_000)
    assert found.settings == model.by_enumeration(problem).settings
    assert bonus_points(rules, found.settings[0].ranks) == 2
    cut = model.partition(problem, cut=True)[0]
    assert max(column.values[0] for column in cut.columns) == 0


@pytest.mark.parametrize(
    "pins", [{"front": ["Kd"]}, {"back": ["2c", "3h"], "middle": "Qc"}, {"front": "9h 9d Ts"}, {"middle": "KdQcQdThTs"}]
)
def test_pins(pins: dict[str, Any]) -> None:
    hand = HARD[5]
    parsed = {slot: brute.cards_of(cards) if isinstance(cards, str) else cards for slot, cards in pins.items()}
    referee = Referee(hand)
    for objective, preset in (("strength", "thirteen"), ("bonus", "mandarin")):
        expected = referee.top(3, objective, brute.PRESETS[preset], pins=parsed)
        for engine in ("enumerate", "cp-sat"):
            fields = {"hand": hand, "objective": objective, "rules": {"preset": preset}, "pins": pins, "top": 3, "engine": engine}
            if expected:
                assert_same(solver.arrange("chinese-poker", **fields), expected, hand)
            else:
                with pytest.raises(InputError, match="every setting around them"):
                    solver.arrange("chinese-poker", **fields)


@pytest.mark.parametrize(
    ("pins", "reason"),
    [
        ({"front": ["As"]}, "As is not in the hand"),
        ({"front": ["Kd"], "back": ["Kd"]}, "Kd is placed twice"),
        ({"front": "Kd Qc Qd Th"}, "4 cards are placed in a row of 3"),
        ({"front": "Qc Qd Kd", "middle": "2c 3h 4s 5c 8h"}, "every setting around them is a foul"),
    ],
)
def test_impossible_pins_say_why(pins: dict[str, Any], reason: str) -> None:
    for engine in ("enumerate", "cp-sat"):
        with pytest.raises(InputError) as caught:
            solver.arrange("chinese-poker", hand=HARD[5], objective="strength", pins=pins, engine=engine)
        (fault,) = caught.value.faults
        assert (fault.code, fault.pointer.startswith("/pins")) == ("impossible-pins", True)
        assert reason in fault.message()
        assert fault.message("zh") != fault.message("en") != fault.message("vi")


def problems(hand: str, top: int) -> Iterator[Problem]:
    cards = tuple(sorted(playing.parse(hand), reverse=True))
    yield Problem(PRESETS.default, cards, top=top)
    yield Problem(PRESETS["mandarin"], cards, "bonus", top=top)
    yield Problem(PRESETS.resolve({"wheel": "second"}), cards, rows_first=(0, 1, 2), top=top)


@pytest.mark.parametrize("block", range(20))
def test_engines_agree(block: int) -> None:
    """`cp-sat` on cut columns answers the same settings as `enumerate`, on 300 hands."""
    for at, hand in enumerate(
        [*HARD[block : block + 1], *(random_hand(10_000 + 100 * block + at) for at in range(15 - (block < len(HARD))))]
    ):
        for which, problem in enumerate(problems(hand, top=5 if at % 6 == 0 else 1)):
            if which == at % 3 or at == 0:
                found = model.by_cp_sat(problem, deadline_ms=30_000)
                assert found.status == "optimal"
                expected = model.by_enumeration(problem)
                assert (found.settings, found.count) == (expected.settings, expected.count), hand


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_cut_columns_lose_nothing() -> None:
    """The cut itself is refereed: on 20 hands the model of all 2,860 columns has the same best settings."""
    for at in range(20):
        problem = list(problems(random_hand(77_000 + at), top=2 if at % 5 == 0 else 1))[at % 3]
        found = model.by_cp_sat(problem, deadline_ms=300_000, cut=False)
        assert found.status == "optimal"
        assert found.settings == model.by_enumeration(problem).settings


def test_the_cut_is_what_it_says() -> None:
    """The triples behind the cut are those of the brute force, and the columns are few."""
    problem = Problem(PRESETS.default, tuple(sorted(playing.parse(HARD[7]), reverse=True)))
    cut, _ = model.partition(problem, cut=True)
    whole, _ = model.partition(problem, cut=False)
    assert len(whole.columns) == 286 + 2 * 1287
    kept = brute.undominated(cards_of(HARD[7]))
    assert len({column.ranks for column in cut.columns if column.slots == (2,)}) == len({back for _, _, back in kept})
    assert len({column.ranks for column in cut.columns if column.slots == (0,)}) == len({front for front, _, _ in kept})


def test_a_deadline_too_short_still_answers_a_legal_setting() -> None:
    answer = solver.arrange("chinese-poker", hand=HARD[0], objective="strength", engine="cp-sat", deadline_ms=1, top=20)
    assert answer.status in ("feasible", "optimal")
    assert brute.legal(*rows_of(answer.arrangements[0]))


def test_an_illegal_setting_never_leaves() -> None:
    """The check that stands apart from the engines refuses a foul, a missing pin and a card used twice."""
    problem = Problem(PRESETS.default, tuple(sorted(playing.parse(HARD[5]), reverse=True)))
    good = model.by_enumeration(problem).settings[0]
    rows = [[problem.hand.index(card) for card in row] for row in good.rows]
    assert problem.setting(rows) == good
    for wrong in ((rows[0], rows[2], rows[1]), (rows[0], rows[1], [*rows[2][:4], rows[1][0]])):
        with pytest.raises(solver.errors.InternalError):
            problem.setting(wrong)
    pinned = replace(problem, pins=(1 << rows[2][0], 0, 0))
    with pytest.raises(solver.errors.InternalError):
        pinned.setting(rows)


@pytest.mark.parametrize(
    ("hand", "front", "middle", "back"),
    [
        (HARD[5], "4s 3h 2c", "9h 9d 5s 5c 8h", "Qd Qc Ts Th Kd"),
        (HARD[6], "6s 5c 3h", "As Qd Jc Tc 7d", "9s 9h 9d Ks Kd"),
    ],
)
def test_hands_that_trip_others(hand: str, front: str, middle: str, back: str) -> None:
    """432 / 99558 / QQTTK and 653 / AQJT7 / 999KK, as the rules have them."""
    for engine in ("enumerate", "cp-sat"):
        answer = solver.arrange("chinese-poker", hand=hand, objective="strength", engine=engine)
        assert [" ".join(group.cards) for group in answer.arrangements[0].groups] == [front, middle, back]
        assert answer.engine == engine


def test_ties_and_top_beyond_all() -> None:
    """`top` never repeats a triple of ranks, and `bonus` never lists two settings that differ in a dead kicker."""
    answer = solver.arrange("chinese-poker", hand=HARD[1], objective="bonus", rules={"preset": "mandarin"}, top=20)
    keys = [tuple(map(brute.deciding, brute.ranks_of(rows_of(arrangement)))) for arrangement in answer.arrangements]
    assert len(set(keys)) == len(keys)
    values = [arrangement.value for arrangement in answer.arrangements]
    assert values == sorted(values, reverse=True)
    # Four aces at the back pay 4, four kings in the middle 8; what stands beside them decides nothing, so three queens go in front.
    assert values[0] == 12
    assert answer.arrangements[0].groups[0].kind == "three-of-a-kind"


@pytest.mark.parametrize(
    ("fields", "code", "pointer"),
    [
        ({"order": ["back", "back", "front"], "objective": "strength"}, "order-not-permutation", "/order"),
        ({"order": ["back", "middle", "front"], "objective": "bonus"}, "out-of-place", "/order"),
        ({"order": ["back", "middle", "front"]}, "out-of-place", "/order"),
        ({"objective": "rows"}, "missing-field", "/weights"),
        ({"weights": {"front": 1.0, "middle": 1.0, "back": 1.0}}, "out-of-place", "/weights"),
        ({"objective": "points"}, "unknown-value", "/objective"),
        ({"engine": "tables"}, "unknown-value", "/engine"),
        ({"players": 5}, "out-of-range", "/players"),
        ({"dealer": "As"}, "unknown-key", "/dealer"),
        ({"pins": {"left": "As"}}, "unknown-key", "/pins/left"),
        ({"top": 21}, "out-of-range", "/top"),
        ({"rules": {"preset": "northern"}}, "unknown-value", "/rules/preset"),
        ({"rules": {"bonuses": {"front": {"flush": 1}}}}, "unknown-key", "/rules/bonuses/front/flush"),
    ],
)
def test_refused(fields: dict[str, Any], code: str, pointer: str) -> None:
    with pytest.raises(InputError) as caught:
        solver.arrange("chinese-poker", **{"hand": HARD[5], **fields})
    assert [(fault.code, fault.pointer) for fault in caught.value.faults] == [(code, pointer)]


def test_languages() -> None:
    """Names in the language asked for; codes never change."""
    answers = {lang: solver.arrange("chinese-poker", hand=HARD[5], objective="strength", lang=lang) for lang in ("en", "zh", "vi")}
    names = {lang: [group.name for group in answer.arrangements[0].groups] for lang, answer in answers.items()}
    assert names["en"][2] == "two pair, queens and tens"
    assert names["zh"][2] == "两对，Q和10"
    assert names["vi"][2] == "thú Q và 10"
    assert len({tuple(group.kind for group in answer.arrangements[0].groups) for answer in answers.values()}) == 1


def test_every_text_stands_in_three_languages() -> None:
    texts = game("chinese-poker").texts
    for code in texts.codes():
        assert set(texts.languages(code)) == {"en", "zh", "vi"}, code
        assert all(texts.languages(code).values()), code


def test_default_order_is_back_first() -> None:
    assert BACK_FIRST == (2, 1, 0)
    hand = random_hand(5)
    unsaid = solver.arrange("chinese-poker", hand=hand, objective="strength", top=9)
    said = solver.arrange("chinese-poker", hand=hand, objective="strength", top=9, order=["back", "middle", "front"])
    assert unsaid == said
