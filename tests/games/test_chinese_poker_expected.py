"""Points expected against opponents at equilibrium, held against plain loops over the same opponents and the rules of scoring alone."""

import multiprocessing
import random
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

import solver
from solver.cards import playing
from solver.engines.enumerate import subset_masks
from solver.errors import InputError
from solver.games.chinese_poker import build, expected, exploit, naturals, population, sieve
from solver.games.chinese_poker import deal_kernels as kernels
from solver.games.chinese_poker.model import Problem
from solver.games.chinese_poker.row_chances import Table
from solver.games.chinese_poker.rules import PRESETS, ChinesePokerRules
from solver.games.chinese_poker.scoring import Declared, Played, between
from solver.games.chinese_poker.setting import Setting

ALL = [(preset, 2) for preset in PRESETS] + [("mandarin", 4)]


def hands(seed: int, number: int) -> list[tuple[int, ...]]:
    """Random hands, highest card first."""
    rng = random.Random(seed)
    return [tuple(sorted(rng.sample(range(52), 13), reverse=True)) for _ in range(number)]


def text(hand: tuple[int, ...]) -> str:
    return " ".join(playing.names(hand))


def rows_of(hand: tuple[int, ...], number: int) -> tuple[tuple[int, ...], ...]:
    masks = np.empty(3, np.int64)
    kernels.unrank(number, subset_masks(13, 3), subset_masks(10, 5), masks)
    return tuple(tuple(card for at, card in enumerate(hand) if mask >> at & 1) for mask in masks.tolist())


def plain(rules: ChinesePokerRules, mine: Played, hand: tuple[int, ...], opponents: population.Population) -> float:
    """The mean of `between` over the opponents who hold none of these cards, one by one."""
    own = sum(1 << card for card in hand)
    cards, masks = population.dealt(opponents.seed, len(opponents), opponents.first)
    points = []
    for at in np.flatnonzero(masks & np.uint64(own) == 0).tolist():
        other = tuple(cards[at].tolist())
        if opponents.declared[at]:
            theirs = Declared(population.DECLARABLE[opponents.declared[at] - 1])
            points.append(between(rules, mine, theirs).points)
        else:
            setting = Setting.of(*rows_of(other, int(opponents.settings[at])), rules.ranking)
            assert not setting.faults
            points.append(between(rules, mine, Played(setting.ranks)).points)
    return float(np.mean(points))


@pytest.mark.parametrize("preset", list(PRESETS))
def test_expected_points_are_the_mean_over_opponents(preset: str) -> None:
    """Bit vectors, thresholds and sums by rank give what scoring each opponent in turn gives, under every preset."""
    rules = PRESETS[preset]
    whole = expected.shipped(rules, 2)
    part = replace(whole, settings=whole.settings[:8192], declared=whole.declared[:8192])
    against = expected.field(rules, part, 2)
    for hand in hands(len(preset), 2):
        problem = Problem(rules, hand, "expected")
        found = expected.undominated(problem.split, 1)
        lines = sorted({0, len(found) - 1, len(found) // 2})
        classes = np.stack([order[found.subsets[:, row]] for row, order in enumerate(problem.split.orders)], axis=1)
        scores = against.score(hand, classes)
        for line in lines:
            setting = problem.setting(found.setting(line).rows)
            assert scores.expected[line] == pytest.approx(plain(rules, Played(setting.ranks), hand, part), abs=1e-9)


def test_overrides_rescore_the_same_opponents() -> None:
    """Net rows, factors and bonuses of one's own, against the preset's settings."""
    rules = PRESETS.resolve(
        {
            "preset": "mandarin",
            "majority": 1,
            "majority_on_ties": "net-rows",
            "front_trips_factor": 2,
            "bonuses": {"middle": {"flush": 3}, "front": {"pair": -1}},
        }
    )
    whole = expected.shipped(rules, 2)
    part = replace(whole, settings=whole.settings[:4096], declared=whole.declared[:4096])
    against = expected.field(rules, part, 2)
    hand = hands(9, 1)[0]
    setting = Setting.of(hand[10:], hand[5:10], hand[:5], rules.ranking)
    problem = Problem(rules, hand, "expected")
    best = problem.setting(expected.undominated(problem.split, 1).setting(0).rows)
    for each in (best, setting) if not setting.faults else (best,):
        scale = rules.ranking
        classes = np.array([[each.ranks[0], scale.decisive(each.ranks[1]), scale.decisive(each.ranks[2])]], np.int16)
        assert against.score(hand, classes).expected[0] == pytest.approx(plain(rules, Played(each.ranks), hand, part), abs=1e-9)


@pytest.mark.parametrize(("preset", "players"), ALL)
def test_nothing_legal_is_better(preset: str, players: int) -> None:
    """The answer's value is the best over all distinct legal settings, not over the undominated ones alone."""
    rules = PRESETS[preset]
    hand = hands(players, 1)[0]
    problem = Problem(rules, hand, "expected")
    found = expected.distinct(problem.split)
    classes = np.stack([order[found.subsets[:, row]] for row, order in enumerate(problem.split.orders)], axis=1)
    most = expected.opposing(rules, players).score(hand, classes).expected.max()
    weighed = expected.weigh(problem, players, None, None)
    assert weighed.playing == pytest.approx(most, abs=1e-12)


def test_opponents_declare_what_the_caller_switches_on() -> None:
    """A thousand points for a hand without a face card: one opponent in fifty has one (exactly C(40,13) / C(52,13) of random hands)."""
    hand = "9h 9d Ks 7d 5c As 3h Jc 9s Tc 6s Kd Qd"
    plain_value = solver.arrange("chinese-poker", hand=hand).value
    answer = solver.arrange("chinese-poker", hand=hand, rules={"naturals": {"no-face": 1000}})
    assert -45 < answer.value - plain_value < -15
    off = solver.arrange("chinese-poker", hand=hand, rules={"naturals": {"six-pairs": 0}})
    assert abs(off.value - plain_value) < 0.2
    assert off.value != plain_value


def test_the_sieve_finds_every_automatic_win() -> None:
    """The array predicates agree with the plain ones, for all thirteen wins, on random hands and on hands of few ranks and suits."""
    rules = PRESETS.resolve(
        {"naturals": dict.fromkeys(naturals.NAMES, 7) | {"dragon": 13, "clean-dragon": 20, "three-straight-flushes": 30}}
    )
    rng = random.Random(11)
    few = [sorted(rng.sample([card for card in range(52) if card >> 2 < 5 or card & 3 < 1], 13), reverse=True) for _ in range(800)]
    runs = [sorted(rng.sample([card for card in range(52) if card & 3 < 2], 13), reverse=True) for _ in range(800)]
    cards = np.array([*population.dealt(12, 832)[0].tolist(), *few, *runs, list(range(48, -1, -4)), list(range(51, 2, -4))], np.uint8)
    found = sieve.best(rules, cards)
    names = [None, *naturals.NAMES]
    for hand, kind in zip(cards.tolist(), found.tolist(), strict=True):
        best = naturals.best(rules, hand)
        assert (best is None) == (kind == 0)
        assert best is None or naturals.order(rules, best) == naturals.order(rules, str(names[kind]))


def test_engines_agree_and_top_goes_down() -> None:
    """`cp-sat` and `enumerate` list the same settings with the same values; rank triples differ; costs rise."""
    for hand in hands(3, 3):
        fast = solver.arrange("chinese-poker", hand=text(hand), top=8)
        slow = solver.arrange("chinese-poker", hand=text(hand), top=8, engine="cp-sat", deadline_ms=10_000)
        assert (fast.arrangements, fast.value, slow.engine) == (slow.arrangements, slow.value, "cp-sat")
        costs = [arrangement.details["cost"] for arrangement in fast.arrangements]
        assert costs == sorted(costs)
        assert costs[0] == 0


def test_rows_weigh_chances() -> None:
    """Σ weight × chance to win the row; a row that weighs alone is set as strongly as can be."""
    hand = hands(5, 1)[0]
    weights = {"front": 0.5, "middle": 2.0, "back": 1.0}
    answer = solver.arrange("chinese-poker", hand=text(hand), objective="rows", weights=weights)
    chances = answer.arrangements[0].details["win"]
    assert answer.value == pytest.approx(sum(weights[row] * chances[row] for row in weights))
    back = solver.arrange("chinese-poker", hand=text(hand), objective="rows", weights={"front": 0.0, "middle": 0.0, "back": 1.0})
    strongest = solver.arrange("chinese-poker", hand=text(hand), objective="strength")
    assert back.arrangements[0].groups[2].name == strongest.arrangements[0].groups[2].name
    with pytest.raises(InputError, match="weights"):
        solver.arrange("chinese-poker", hand=text(hand), objective="rows")


def test_players_multiply_the_value() -> None:
    """Without home runs every opponent is like the first: the value is for all, `details.expected` for one."""
    hand = text(hands(6, 1)[0])
    two, four = (solver.arrange("chinese-poker", hand=hand, players=players) for players in (2, 4))
    assert four.value == pytest.approx(3 * two.value)
    assert four.arrangements[0].details == two.arrangements[0].details
    assert four.opponents.id == "thirteen-4"


def test_a_natural_is_declared_where_that_pays_more() -> None:
    """A dragon is worth 13 from everyone but another dragon; six pairs with two full houses in bonus play may be worth more played."""
    dragon = solver.arrange("chinese-poker", hand="Ah Kd Qc Js Th 9d 8c 7s 6h 5d 4c 3s 2h")
    assert dragon.natural.declare
    assert dragon.natural.name == "dragon"
    assert dragon.value == pytest.approx(13, abs=0.01)
    quads = solver.arrange("chinese-poker", hand="As Ah Ad Ac Ks Kh Kd Kc Qs Qh Js Jh 2c", rules={"preset": "eastern"})
    assert quads.natural.name == "six-pairs"
    assert not quads.natural.declare
    assert quads.value == pytest.approx(quads.arrangements[0].value)


def test_verify_counts_what_is_lost() -> None:
    """The best setting loses nothing, the strongest something, a foul four points besides."""
    hand = "As Ks Qs Js 6s 5s 3s Qh 9h 2h Jd 8c 3c"
    best = solver.arrange("chinese-poker", hand=hand)
    shown = [{"slot": group.slot, "cards": list(group.cards)} for group in best.arrangements[0].groups]
    assert solver.verify("chinese-poker", groups=shown).lost == pytest.approx(0)
    strong = solver.arrange("chinese-poker", hand=hand, objective="strength").arrangements[0]
    shown = [{"slot": group.slot, "cards": list(group.cards)} for group in strong.groups]
    verdict = solver.verify("chinese-poker", groups=shown)
    assert verdict.lost > 0.1
    foul = [
        {"slot": "front", "cards": "Qs Qh Js"},
        {"slot": "middle", "cards": "As Ks 6s 5s 2h"},
        {"slot": "back", "cards": "3s 3c 9h Jd 8c"},
    ]
    assert solver.verify("chinese-poker", groups=foul).lost == pytest.approx(best.value + 4)


def test_hands_are_dealt_as_described() -> None:
    """Hand 5 of deal 7 by plain Python: splitmix64 and a shuffle of the first thirteen places."""
    word = (1 << 64) - 1

    def mix(z: int) -> int:
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & word
        z = (z ^ z >> 27) * 0x94D049BB133111EB & word
        return z ^ z >> 31

    state = mix(7 * 0x9E3779B97F4A7C15 + 5 & word)
    deck = list(range(52))
    for place in range(13):
        state = state + 0x9E3779B97F4A7C15 & word
        chosen = place + ((mix(state) >> 32) * (52 - place) >> 32)
        deck[place], deck[chosen] = deck[chosen], deck[place]
    cards, masks = population.dealt(7, 64)
    assert cards[5].tolist() == sorted(deck[:13], reverse=True)
    assert int(masks[5]) == sum(1 << card for card in deck[:13])


def test_setting_numbers_go_both_ways() -> None:
    hand = hands(8, 1)[0]
    for number in random.Random(1).sample(range(kernels.SETTINGS), 200):
        front, middle, back = rows_of(hand, number)
        assert sorted((*front, *middle, *back), reverse=True) == list(hand)
        masks = [sum(1 << hand.index(card) for card in row) for row in (front, middle)]
        assert population.number_of(masks) == number


@pytest.mark.parametrize(("preset", "players"), ALL)
def test_shipped_opponents_are_sound(preset: str, players: int) -> None:
    """Every opponent stands legally, every declaration is true, the rules are those it was made for, and it is hard to exploit."""
    rules = PRESETS[preset]
    found = expected.shipped(rules, players)
    assert found.made["rules"] == rules.digest
    assert 0 <= found.made["exploitability"] <= (0.003 if preset in ("thirteen", "western") else 0.006)
    ranks = population.setting_ranks(found.cards, found.settings, rules.ranking)
    assert (ranks[:, 2] >= ranks[:, 1]).all()
    assert (ranks[:, 1] > ranks[:, 0]).all()
    declared = np.flatnonzero(found.declared)
    assert 0.001 < len(declared) / len(found) < 0.0185  # 1.66 % of all hands
    for hand in declared[:200].tolist():
        name = population.DECLARABLE[found.declared[hand] - 1]
        assert naturals.best(rules, found.cards[hand].tolist()) == name


@pytest.mark.parametrize(("preset", "players"), ALL)
def test_a_rebuilt_sample_agrees(preset: str, players: int) -> None:
    """The hands added last are best answers to those before them: made anew, a sample of them comes out the same."""
    rules = PRESETS[preset]
    found = expected.shipped(rules, players)
    first = found.made["grown from"]
    base = replace(found, settings=found.settings[:first], declared=found.declared[:first])
    cards = found.cards
    chosen = np.arange(first, len(found), max(1, (len(found) - first) // 64), dtype=np.int32)
    strategy = build.Strategy(expected.field(rules, base, players), cards, build.natural_kinds(rules, cards[chosen]))
    strategy.kinds = {int(chosen[at]): name for at, name in strategy.kinds.items()}
    settings, declared, _ = strategy.piece(chosen)
    assert (settings == found.settings[chosen]).all()
    assert (declared == found.declared[chosen]).all()


def test_building_is_repeatable_and_resumable(tmp_path: Path) -> None:
    """Two rounds in one go, and one round continued by another, make the same file."""
    whole = build.build("thirteen", hands=512, rounds=2, seed=5)
    build.build("thirteen", hands=512, rounds=1, seed=5, checkpoint=tmp_path / "part")
    resumed = build.build("thirteen", hands=512, rounds=2, seed=5, checkpoint=tmp_path / "part")
    assert whole.dump() == resumed.dump()
    assert population.parse(whole.dump(), "it").hash == whole.hash


def test_building_is_the_same_on_other_processes() -> None:
    """Any executor makes the same file: here processes, each with its own interpreter."""
    threads = build.build("thirteen", hands=512, rounds=2, seed=5)
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as executor:
        assert build.build("thirteen", hands=512, rounds=2, seed=5, executor=executor).dump() == threads.dump()


@pytest.mark.parametrize("damage", ["head", "cut", "bit", "empty"])
def test_a_damaged_file_is_refused(damage: str) -> None:
    """Whatever is wrong with a population's file, the error names it, and nothing is served from it."""
    data = build.build("thirteen", hands=256, rounds=0, seed=5).dump()
    broken = {"head": data[5:], "cut": data[:-20], "bit": data[:-40] + bytes([data[-40] ^ 4]) + data[-39:], "empty": b""}[damage]
    with pytest.raises(population.DataError, match="some-file"):
        population.parse(broken, "some-file")


def test_naturals_are_found_among_many_hands() -> None:
    """The quick sieve over many hands misses none that the predicates find one by one."""
    rules = PRESETS["thirteen"]
    cards, _ = population.dealt(3, 4096)
    found = build.natural_kinds(rules, cards)
    assert found == {at: name for at, hand in enumerate(cards.tolist()) if (name := naturals.best(rules, hand))}


def test_strength_gives_much_away() -> None:
    """Against opponents at equilibrium the strongest back costs about 1.25 points a hand in `thirteen`."""
    rules = PRESETS["thirteen"]
    against = expected.opposing(rules, 2)
    cards, _ = population.dealt(4242, 640)
    with ThreadPoolExecutor(2) as executor:
        quiet = lambda *_: None  # noqa: E731
        points = [
            exploit.paid(against, cards, *policy(cards, executor, quiet))[0]
            for policy in (exploit.expected_policy(against), exploit.strength_policy(rules))
        ]
    assert float((points[0] - points[1]).mean()) == pytest.approx(1.25, abs=0.25)


def test_the_boards_of_the_public_table_come_out(reference: Path) -> None:
    """With cpoker's table as the opponents, its own two boards and their points."""
    table = Table(reference / "cpoker-row-probabilities.tsv")
    for cards, points, rows in (
        ("As Ks Qs Js 6s 5s 3s Qh 9h 2h Jd 8c 3c", 0.090, ("Js Jd 9h", "Qs Qh 8c 3c 2h", "As Ks 6s 5s 3s")),
        ("9s 7s Th Kd 6d 5d 4d 3d Kc Qc 6c 5c 4c", -0.015, ("Th 9s 7s", "Kd 6d 5d 4d 3d", "Kc Qc 6c 5c 4c")),
    ):
        hand = tuple(sorted(playing.parse(cards), reverse=True))
        number, found = table.best(np.array(hand, np.uint8))
        assert found == pytest.approx(points, abs=0.0006)
        assert rows_of(hand, number) == tuple(playing.parse(row) for row in rows)


@pytest.mark.soak
@pytest.mark.parametrize("blind", [False, True])
def test_no_counter_gains_much(blind: bool) -> None:
    """The measurement behind the figure in every answer, for `thirteen`: fresh deals, at least 4,000 opponents a hand.

    A blind counter is told all 131,072 hands of its pool, and is paid by those that can be dealt.
    """
    rules = PRESETS["thirteen"]
    policy = exploit.expected_policy(expected.opposing(rules, 2))
    with ThreadPoolExecutor(2) as executor:
        opponents = 1 << 17 if blind else 1 << 19
        measured = exploit.exploit(policy, rules, executor, lambda *_: None, hands=8192, opponents=opponents, blind=blind)
    assert measured.standard_error <= (0.0004 if blind else 0.001)
    assert measured.gain <= (0.001 if blind else 0.003)
    assert blind or measured.fewest >= 4000


def test_undominated_lines_are_what_the_kernel_builds_on() -> None:
    """The compiled best answer of the builder is the answer of `arrange`, hand by hand."""
    rules = PRESETS["thirteen"]
    against = expected.opposing(rules, 2)
    cards, _ = population.dealt(99, 64)
    settings, values = build.respond(cards, against, np.arange(64, dtype=np.int32))
    for at, hand in islice(enumerate(cards.tolist()), 24):
        weighed = expected.weigh(Problem(rules, tuple(hand), "expected"), 2, None, None)
        assert weighed.settings[0].rows == rows_of(tuple(hand), int(settings[at]))
        assert weighed.playing == pytest.approx(float(values[at]), abs=1e-12)
