"""The brute forces themselves, held to the values that the rules name, before anything is held to them."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from random import Random

import pytest

from tests.brute import chinese_poker as cp
from tests.brute import chinese_poker_naturals as cpn
from tests.brute import chinese_poker_settle as cps
from tests.brute import pai_gow_poker as pgp
from tests.brute import si_ki_pi as skp
from tests.brute import si_se_pai as ssp
from tests.brute import si_se_pai_advise as advise
from tests.brute import si_se_pai_counts as counts
from tests.brute import si_se_pai_hands as hands
from tests.brute import zi_pai as zp
from tests.brute import zi_pai_advise as zpa

UNLOCKED = ssp.with_rules("seed", lock_dealt=False)


def test_brute_forces_share_nothing_with_the_program() -> None:
    for path in sorted((Path(__file__).parent / "brute").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                assert name.startswith("tests.brute") or name.split(".")[0] in sys.stdlib_module_names, (path.name, name)


# ---- Si Se Pai -----------------------------------------------------------------------------------------------------------------

TABLE = [  # cards, points of the complete groupings unlocked, locked
    ("Kg GGg EEg", {1}, {1}),
    ("KKg Gg Eg", {2}, {2}),
    ("KKKKg Gg Eg", {4}, set()),
    ("KKKKg", {4, 8}, {8}),
    ("RRRRr Hr Cr", {4}, set()),
    ("RRRr HHHr CCCr", {9, 3, 1}, {9}),
    ("RRr HHr CCr", {2, 0}, {2, 0}),
    ("RRr Hr Cr", set(), set()),
    ("Sg Sw Sy Sr", {2}, {2}),
    ("SSg Sw Sy Sr", {1}, {1}),
    ("SSg SSw SSy SSr", {4, 2, 0}, {4, 2, 0}),
    ("SSSg SSw SSy Sr", {2}, set()),
]


@pytest.mark.parametrize(("text", "unlocked", "locked"), TABLE)
def test_si_se_pai_table_of_values(text: str, unlocked: set[int], locked: set[int]) -> None:
    hand = ssp.cards_of(text)
    assert {grouping.points for grouping in ssp.groupings(hand, rules=UNLOCKED)} == unlocked
    assert {grouping.points for grouping in ssp.groupings(hand)} == locked


def test_si_se_pai_highest_hand() -> None:
    hand = ssp.cards_of("RRRRr HHHHy CCCCg GGGGw KKKKr Kg")
    assert [grouping.points for grouping in ssp.groupings(hand)] == [41]
    assert ssp.best(hand, rules=UNLOCKED)[1] == 41  # type: ignore[index]


def test_si_se_pai_history_decides_points() -> None:
    def points(hand: str, drawn: ssp.Drawn | None = None, melds: list[ssp.Meld] | None = None, **more: object) -> list[int]:
        found = ssp.groupings(ssp.cards_of(hand), melds or [], drawn, **more)  # type: ignore[arg-type]
        return [grouping.points for grouping in found]

    assert points("RRRr") == [3]  # dealt
    assert points("RRr", ("Rr", "draw")) == [1]  # completed by the drawn card: displayed
    assert points("RRRr", ("Rr", "draw")) == [6]  # the fourth makes a quad
    assert points("RRRr Hr Cr", ("Rr", "draw")) == []  # and must
    assert points("RRRr Hr Cr", ("Rr", "draw"), rules=UNLOCKED) == [4, 2]  # field displayed or triplet displayed
    assert points("RRRRr") == [8]
    assert points("RRRr", dealt_triplets=[]) == [1]
    assert points("RRRRr", dealt_triplets=[]) == [6, 0]
    assert points("RRRRr Hr Cr", dealt_triplets=[]) == [2]
    assert points("RRRRr Hr Cr", dealt_triplets=["Rr"]) == []
    assert points("", melds=[(["Rr"] * 4, "dealt")]) == [8]
    assert points("", melds=[(["Rr"] * 4, "draw")]) == [6]
    assert points("KKKr", ("Kr", "draw")) == [8, 4]  # a king quad or single kings
    assert points("KKKr", ("Kr", "take"), rules=ssp.PRESETS["taiwan"]) == [8, 4]
    assert points("KKKKr", rules=ssp.PRESETS["taiwan"]) == [6, 4]
    assert points("KKKr", rules=ssp.PRESETS["vietnam"]) == [3, 3, 2]  # a triplet, three singles, a pair and a single
    assert points("KKr", ("Kr", "draw"), rules=ssp.PRESETS["vietnam"]) == [3, 2, 2, 1]
    assert points("KKKKr", rules=ssp.PRESETS["hakka"]) == [4]


def test_si_se_pai_drawn_taken_and_stolen_cards() -> None:
    hand = ssp.cards_of("RRr Hg Cg GGy")
    assert ssp.best(hand, (), ("Sr", "draw"))[0] == 4  # type: ignore[index]  # loose: to be discarded
    assert ssp.best(hand, (), ("Sr", "take")) is None
    assert ssp.best(hand, (), ("Rg", "take"))[0] == 7 + 0  # type: ignore[index]
    assert ssp.best(hand, (), ("Rg", "steal")) is None  # a field may be stolen to win only
    assert ssp.best(hand, (), ("Rr", "steal"))[:2] == (5, 1)  # type: ignore[index]
    assert ssp.best(hand, (), ("Kr", "steal")) is None
    waiting = ssp.cards_of("RRRr HHHr CCCr GGGy EEEy Kg Kw Rg Hg Kr")
    assert ssp.wins(waiting, (), ("Cg", "steal"))
    assert not ssp.wins(waiting, (), ("Cg", "steal"), ssp.with_rules("seed", minimum_points=20))
    assert ssp.best(waiting, (), ("Cg", "steal"), ssp.with_rules("seed", minimum_points=20)) is None
    assert ssp.best(waiting, (), ("Cg", "steal"))[1] == 19  # type: ignore[index]


def test_si_se_pai_exhaustive_figures() -> None:
    assert counts.distinct_hands() == 15_340_367_093_820
    assert counts.complete_hands() == 30_973_207_956
    assert counts.complete_hands(ssp.PRESETS["seed-no-footman-pair"]) == 16_171_111_668
    assert counts.complete_hands(weighted=True) == 2_710_967_341_082_137_824
    assert counts.complete_hands(weighted=True) / comb(112, 21) == pytest.approx(9.484e-5, abs=5e-9)
    assert counts.waiting_deals() / comb(112, 20) == pytest.approx(1.657e-3, abs=5e-7)
    assert counts.most_waits() == 16
    for preset in ("seed", "seed-no-footman-pair"):
        assert counts.even_scores(ssp.PRESETS[preset]) == (0, 0)
    taiwan = ssp.PRESETS["taiwan"]
    assert counts.even_scores(taiwan, weighted=True)[1] / counts.complete_hands(taiwan, weighted=True) == pytest.approx(0.479, abs=5e-4)


def test_si_se_pai_richest_hand() -> None:
    number, hand = counts.most_groupings()
    assert number == 136
    assert sorted(hand) == sorted(hands.RICHEST_HAND)
    assert len(ssp.groupings(hands.RICHEST_HAND, rules=UNLOCKED)) == 136


def plainest(cards: tuple[str, ...], columns: list[ssp.Column]) -> set[tuple[ssp.Column, ...]]:
    """All covers of cards, without parts and without memory."""
    if not cards:
        return {()}
    found: set[tuple[ssp.Column, ...]] = set()
    for column in columns:
        if cards[0] in column[1] and (rest := ssp.without(cards, column[1])) is not None:
            found |= {tuple(sorted((column, *others))) for others in plainest(rest, columns)}
    return found


def test_si_se_pai_parts_change_nothing() -> None:
    rng = Random(11)
    for _ in range(40):
        hand = hands.constructed_winning_hand(rng, UNLOCKED, with_history=False).hand
        assert len(plainest(tuple(sorted(hand)), ssp.columns(UNLOCKED))) == len(ssp.groupings(hand, rules=UNLOCKED))


@pytest.mark.parametrize("name", hands.RULES_IN_USE)
def test_si_se_pai_best_is_the_first_grouping(name: str) -> None:
    rng, rules = Random(name), hands.RULES_IN_USE[name]
    for _ in range(60):
        case = hands.constructed_winning_hand(rng, rules)
        assert len(case.cards()) == 21
        groupings = ssp.groupings(*case[:3], rules, case.dealt_triplets)
        cards, points, groups = ssp.best(*case[:3], rules, case.dealt_triplets)  # type: ignore[misc]
        assert (cards, points, len(groups)) == (21, groupings[0].points, len(groupings[0].groups))
        assert len(set(groupings)) == len(groupings)
        for grouping in groupings:
            assert Counter(card for group in grouping.groups for card in group.cards) == Counter(case.cards())


def test_si_se_pai_generators_give_hard_hands() -> None:
    rng = Random(5)
    rich = [len(ssp.groupings(hands.many_groupings(rng), rules=UNLOCKED)) for _ in range(40)]
    assert min(rich) >= 20
    assert max(rich) == 136
    sources = Counter(source for _ in range(60) for _, source in hands.constructed_winning_hand(rng, ssp.PRESETS["seed"]).melds)
    assert set(sources) == {"dealt", "draw", "take", "steal"}


@pytest.mark.parametrize("name", hands.RULES_IN_USE)
def test_si_se_pai_distance_is_its_definition(name: str) -> None:
    rng, rules = Random(name), hands.RULES_IN_USE[name]
    for turn in range(16):
        case = hands.random_case(rng, rules, 20) if turn % 2 else hands.constructed_winning_hand(rng, rules)
        named = case.dealt_triplets
        hand = list(case.hand)
        if turn % 4 == 0 and len(hand) > 2:
            hand.remove(rng.choice(hand))
        if named is not None:
            named = [card for card in named if hand.count(card) >= 3]
        size = len(hand) + sum(len(meld[0]) for meld in case.melds)
        found = advise.distance(hand, case.melds, rules, named)
        assert found is not None
        for steps in range(21 - size, 2):
            assert advise.plainly_within(steps, hand, case.melds, rules, named) == (found <= steps)
        assert (advise.distance_to_win(hand, case.melds, rules, named) or 0) >= found
        if size == 20:
            waits = advise.waits(hand, case.melds, rules, (), named)
            assert bool(waits) == (found == 1)
            assert any(wait.wins for wait in waits) == (advise.distance_to_win(hand, case.melds, rules, named) == 1)


def test_si_se_pai_distance_two_by_its_definition() -> None:
    rng, seen = Random(3), Counter[bool]()
    for _ in range(12):
        case = hands.constructed_winning_hand(rng, UNLOCKED, with_history=False)
        hand = case.hand[:19] + hands.random_hand(rng, 1)
        if max(Counter(hand).values()) <= 4:
            within = advise.plainly_within(2, hand, [], UNLOCKED)
            seen[within] += 1
            assert within == (advise.distance(hand, [], UNLOCKED) <= 2)  # type: ignore[operator]
    for _ in range(3):
        hand = hands.random_hand(rng, 20)
        assert advise.plainly_within(2, hand, [], UNLOCKED) == (advise.distance(hand, [], UNLOCKED) <= 2)  # type: ignore[operator]
    assert seen[True]


def test_si_se_pai_distances_of_random_hands() -> None:
    """Over random 20-card hands, locks off: 0.17, 5.9, 36.0, 47.2 and 10.7 per cent."""
    rng, number = Random(8), 2500
    seen = Counter(advise.distance(hands.random_hand(rng, 20), rules=UNLOCKED) for _ in range(number))
    for steps, share in {1: 0.0017, 2: 0.059, 3: 0.360, 4: 0.472, 5: 0.107}.items():
        assert abs(seen[steps] / number - share) < 4 * (share * (1 - share) / number) ** 0.5 + 0.0005


def test_si_se_pai_uses_and_discards() -> None:
    hand = ssp.cards_of("RRRr KKKg EEw HHy Rg Hg Rw Cw SSr Gr Er Kr Ky")
    forced = advise.uses(hand, (), ("Rr", "take"))
    assert [(use.group and use.group.kind, use.legal) for use in forced] == [(None, False), ("quad", True)]
    by_kind = {use.group.kind: use.legal for use in advise.uses(hand, (), ("Cg", "steal")) if use.group}
    assert by_kind == {"field": False}
    assert {use.group.kind: use.legal for use in advise.uses(hand, (), ("Ew", "steal")) if use.group} == {"pair": False, "triplet": True}
    assert {use.group.kind: use.legal for use in advise.uses(hand, (), ("Kg", "steal")) if use.group} == {"king": False, "king-quad": True}
    full = [*hand, "Sw"]
    options = advise.discards(full)
    assert {option.card for option in options} == set(full) - {"Rr"}
    assert options == sorted(options, key=lambda option: (option.distance, -option.left, ssp.ORDER[option.card]))
    assert min(option.distance for option in options if option.distance is not None) == advise.distance(full)


# ---- Chinese poker -------------------------------------------------------------------------------------------------------------


def test_chinese_poker_ranks_are_ordered() -> None:
    ascending = [
        "AsKd Qh3c2s", "2s2d 3h4c5s", "3s3d2h2c4s", "2s2d2h3c4s", "As2d3h4c5s", "2s3d4h5c6s", "TsJdQhKcAs", "2s3s4s5s7s", "2s2d2h3c3s",
        "2s2d2h2c3s", "As2s3s4s5s", "TsJsQsKsAs",
    ]  # fmt: skip
    ranks = [cp.rank_five(cp.cards_of(text)) for text in ascending]
    assert ranks == sorted(ranks)
    second = [cp.rank_five(cp.cards_of(text), "second") for text in ("9sTdJhQcKs", "As2d3h4c5s", "TsJdQhKcAs")]
    assert second == sorted(second)
    assert cp.rank_three(cp.cards_of("AsKdQh")) < cp.rank_five(cp.cards_of("AsKdQh3c2s"))
    assert cp.rank_three(cp.cards_of("2s2d2h")) > cp.rank_five(cp.cards_of("AsAdKhKc2s"))
    assert cp.rank_three(cp.cards_of("AsKsQs"))[0] == cp.HIGH


def test_chinese_poker_trap_hands() -> None:
    hand = cp.cards_of("2d 2h Qc 4s Ad 6d 5c 4c 3c 5s 8c 7d Qh")
    assert cp.strength(hand)[0] == ((5, 12, 8, 5, 4, 3), (1, 2, 14, 12, 7), (0, 6, 5, 4))
    wheel, higher = cp.cards_of("Ad 2d 3c 4c 5c"), cp.cards_of("4s 5s 6d 7d 8c")
    assert cp.legal(cp.cards_of("Qc Qh 2h"), wheel, higher)
    assert not cp.legal(cp.cards_of("Qc Qh 2h"), higher, wheel)
    assert cp.legal(cp.cards_of("Qc Qh 2h"), higher, wheel, "second")
    assert not cp.legal(cp.cards_of("Qc Qh 2h"), wheel, higher, "second")
    assert set(cpn.naturals(cp.cards_of("2c Qd 6c 7s 2d 4s Td 6s Tc 7c 9s Qs 9c"))) == {"six-pairs", "three-flushes"}
    assert cp.strength(cp.cards_of("Kd 8h 2c 9h 9d 5c 5s 3h Qc Qd Th Ts 4s"))[0] == ((2, 12, 10, 13), (2, 9, 5, 8), (0, 4, 3, 2))
    hand = cp.cards_of("9h 9d Ks 7d 5c As 3h Jc 9s Tc 6s Kd Qd")
    assert cp.strength(hand)[0] == ((6, 9, 13), (0, 14, 12, 11, 10, 7), (0, 6, 5, 3))
    assert not cp.legal(cp.cards_of("As Qd 3h"), cp.cards_of("Jc Tc 7d 6s 5c"), cp.cards_of("9h 9d 9s Ks Kd"))


def test_chinese_poker_numbers_of_settings() -> None:
    rng, number = Random(4), 12
    sizes = [len(cp.settings(rng.sample(cp.DECK, 13))) for _ in range(number)]
    assert 17_490 <= min(sizes) <= max(sizes) <= 28_188
    assert sum(sizes) / number == pytest.approx(22_300, abs=1800)


def test_chinese_poker_undominated_is_its_definition() -> None:
    hand = cp.cards_of("As Ks Qs Js 6s 5s 3s Qh 9h 2h Jd 8c 3c")
    triples = {ranks for _, ranks in cp.ranked_settings(hand)}
    best = cp.undominated(hand)
    for triple in Random(1).sample(sorted(triples), 300):
        beaten = any(other != triple and all(x >= y for x, y in zip(other, triple, strict=True)) for other in triples)
        assert beaten == (triple not in best)


def test_chinese_poker_bonus_and_top() -> None:
    hand = cp.cards_of("7s 7d 7h 7c 9s 9d 9h As Kd 4c 3c 2h 5d")
    assert cp.bonus(hand, cp.PRESETS["eastern"])[0] == 7  # three nines in front, the sevens behind
    key, _ = cp.top(hand, 1, "bonus", cp.PRESETS["eastern"])[0]
    assert key == (7, (7, 7), (4, 5), (3, 9))  # the wheel in the middle
    ranking = cp.top(hand, 20, "strength")
    assert [key for key, _ in ranking] == sorted((key for key, _ in ranking), reverse=True)
    assert len({key for key, _ in ranking}) == 20
    assert ranking[0][0] == cp.strength(hand)[0]
    pinned = cp.top(hand, 1, "strength", pins={"front": ["7s"]})[0]
    assert all("7s" in setting[0] for setting in pinned[1])


def test_chinese_poker_exact_numbers_of_naturals() -> None:
    assert cpn.exact_counts() == {
        "dragon": 67_108_864,
        "six-pairs": 2_856_863_152,
        "three-flushes": 5_705_516_392,
        "three-straights": 2_029_579_776,
        "three-straight-flushes": 22_060,
        "any-of-seed": 10_544_378_224,
    }


def hands_near_naturals(rng: Random, number: int) -> list[list[str]]:
    """Random hands, and hands built to be naturals, each with a card changed now and then."""
    found = []
    patterns = [*cpn.straight_patterns(), *rng.sample(sorted(cpn.pair_patterns()), 300)]
    for _ in range(number):
        copies = rng.choice(patterns)
        hand = [rank + suit for rank, n in zip(cp.RANKS, copies, strict=True) for suit in rng.sample(cp.SUITS, n)]
        suits = rng.choice(sorted(cpn.suit_patterns()))
        flushes = [rank + suit for suit, n in zip(cp.SUITS, suits, strict=True) for rank in rng.sample(cp.RANKS, n)]
        for cards in (hand, flushes):
            found.append(cards)
            other = list(cards)
            other[rng.randrange(13)] = rng.choice([card for card in cp.DECK if card not in cards])
            found.append(other)
        found.append(rng.sample(cp.DECK, 13))
    return found


def test_chinese_poker_naturals_by_search_are_the_counted_patterns() -> None:
    straights, pairs, suits = cpn.straight_patterns(), cpn.pair_patterns(), cpn.suit_patterns()
    seen = Counter[str]()
    for hand in hands_near_naturals(Random(6), 150):
        found = cpn.naturals(hand, cpn.EXTRA)
        seen.update(list(found))
        copies = tuple(sum(card[0] == rank for card in hand) for rank in cp.RANKS)
        assert ("three-straights" in found) == (copies in straights)
        assert ("six-pairs" in found) == (copies in pairs)
        assert ("dragon" in found) == (copies == (1,) * 13)
        assert ("three-flushes" in found) == (tuple(sum(card[1] == suit for card in hand) for suit in cp.SUITS) in suits)
        for rows in found.values():
            shown = [card for row in rows for card in row]
            assert len(shown) == len(set(shown))
            assert set(shown) <= set(hand)
    assert min(seen[name] for name in cpn.SEED) > 10


def test_chinese_poker_extra_naturals() -> None:
    def names(text: str) -> set[str]:
        return set(cpn.naturals(cp.cards_of(text), cpn.EXTRA))

    assert names("2s3s4s5s6s7s8s9sTsJsQsKsAs") >= {"clean-dragon", "dragon", "three-straight-flushes", "one-colour", "three-flushes"}
    assert names("2s2d3s3d4s4d6s6d9s9dKsKdKh") == {"five-pairs-and-three", "six-pairs"}
    assert names("2s2d2h3s3d3h4s4d4h9s9d9hKh") == {"four-threes"}
    assert names("2s2d2h2c3s3d3h3c4s4d4h4cKh") == {"three-quads", "six-pairs"}
    assert names("2s2d2h2c3s3d3h3c4s4d4h8s8h") == {"all-low", "no-face", "five-pairs-and-three", "six-pairs"}
    assert "all-high" in names("8sTsTdThTcJsJdJhQsKdAsAd9h")


A = tuple(map(tuple, map(cp.cards_of, ("As Ah 2c", "Ks Kh 9d 9h 3c", "8s 8h 8d 5c 5d"))))
B = tuple(map(tuple, map(cp.cards_of, ("Ad 7h 2s", "Qs Qd 4h 6c Td", "2d 3d 6d Jd Kd"))))
C = tuple(map(tuple, map(cp.cards_of, ("Ac Kc Qc", "Js Jc 3h 4s 7c", "4d 5s 6s 7s 8c"))))
D = tuple(map(tuple, map(cp.cards_of, ("Jh 9c 3s", "Tc Ts 2h 4c 6h", "Th 9s 5h Qh 7d"))))  # back under the middle: a foul
TRIPS = tuple(map(tuple, map(cp.cards_of, ("2s 2d 2c", "3s 4s 5d 6h 7d", "Ts Tc Td Th 8s"))))
LOW = tuple(map(tuple, map(cp.cards_of, ("Ks Qc 9c", "4d 4h 6c 7c 8c", "Jh Jd 9d 9h 6d"))))


@pytest.mark.parametrize(
    ("preset", "a", "b", "points"),
    [
        ("thirteen", A, B, 4),
        ("eastern", A, B, 3),
        ("one-six", A, B, 6),
        ("rows-only", A, B, 3),
        ("mandarin", A, B, 6),  # a shot: three rows doubled
        ("thirteen", B, C, -1 + 2 + 1),  # two rows and the majority
        ("rows-only", B, C, 1),
        ("thirteen", TRIPS, LOW, 4),
        ("eastern", TRIPS, LOW, 3 + 1 + 4),  # bonuses in place of row points
        ("mandarin", TRIPS, LOW, (3 + 1 + 1) * 2 + 4),  # the front counts three, the shot doubles rows, the bonus is added once
        ("thirteen", A, D, 4),
        ("mandarin", A, D, 4),  # no shot over a foul
        ("one-six", D, A, -6),
        ("thirteen", D, D, 0),
    ],
)
def test_chinese_poker_scores(preset: str, a: cp.Setting, b: cp.Setting, points: int) -> None:
    left, right = {"setting": a}, {"setting": b}
    assert cps.score_pair(left, right, cp.PRESETS[preset]) == points
    assert cps.score_pair(right, left, cp.PRESETS[preset]) == -points


def test_chinese_poker_home_run_and_majority_on_ties() -> None:
    mandarin = cp.PRESETS["mandarin"]
    table = [{"setting": setting} for setting in (A, B, C, LOW)]
    totals, pairs = cps.settle(table, mandarin)
    assert [pairs[0, j] for j in (1, 2, 3)] == [9, 9, 9]  # tripled, not doubled
    assert sum(totals) == 0
    totals, pairs = cps.settle([*table[:3], {"setting": D}], mandarin)
    assert [pairs[0, j] for j in (1, 2, 3)] == [6, 6, 4]  # a foul among the opponents: shots only
    one_and_two_ties = (A, (A[0], B[1], B[2]), (("As", "Ah", "3c"), B[1], B[2]))
    rules = cp.PRESETS["thirteen"]
    assert cps.score_hands(one_and_two_ties[2], one_and_two_ties[1], rules) == 1
    assert cps.score_hands(one_and_two_ties[2], one_and_two_ties[1], {**rules, "majority_on_ties": "net-rows"}) == 2


def test_chinese_poker_naturals_pay() -> None:
    rules = cp.PRESETS["one-six"]
    dragon = {"setting": (("2s", "3h", "4s"), ("5s", "6s", "7h", "8s", "9s"), ("Ts", "Js", "Qs", "Kh", "As")), "declared": "dragon"}
    pairs = {"setting": (("2d", "2h", "4d"), ("4h", "6d", "6h", "8d", "8h"), ("Td", "Th", "Qd", "Qh", "Kd")), "declared": "six-pairs"}
    assert cps.score_pair(dragon, pairs, rules) == 13
    assert cps.score_pair(pairs, {"setting": A}, rules) == 6
    assert cps.score_pair({"setting": D}, dragon, rules) == -13
    assert cps.score_pair(pairs, {**pairs}, rules) == 0
    false = {"setting": A, "declared": "six-pairs"}
    assert cps.score_pair(false, {"setting": B}, rules) == -6


def test_chinese_poker_boards_of_the_row_chances(reference: Path) -> None:
    table = cps.read_row_chances(reference / "cpoker-row-probabilities.tsv")
    first, second = cps.best_by_row_chances(cp.cards_of("As Ks Qs Js 6s 5s 3s Qh 9h 2h Jd 8c 3c"), *table)[:2]
    assert list(first[1]) == [(1, 11, 9), (1, 12, 8, 3, 2), (5, 14, 13, 6, 5, 3)]
    assert first[0] == pytest.approx(0.090, abs=5e-4)
    assert first[0] - second[0] == pytest.approx(0.002, abs=5e-4)
    only = cps.best_by_row_chances(cp.cards_of("9s 7s Th Kd 6d 5d 4d 3d Kc Qc 6c 5c 4c"), *table)[0]
    assert list(only[1]) == [(0, 10, 9, 7), (5, 13, 6, 5, 4, 3), (5, 13, 12, 6, 5, 4)]
    assert only[0] == pytest.approx(-0.015, abs=5e-4)


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_chinese_poker_categories_of_all_fives() -> None:
    seen = Counter(cp.rank_five(five)[0] for five in combinations(cp.DECK, 5))
    assert [seen[category] for category in range(9)] == [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40]


# ---- Si Ki Pi ------------------------------------------------------------------------------------------------------------------


def test_si_ki_pi_ranking() -> None:
    nines = ["A8", "K9", "Q9", "J9", "T9", "72", "63", "54"]
    ranks = [skp.rank(tuple(nine)) for nine in nines]
    assert ranks == sorted(ranks, reverse=True)
    assert len(set(ranks)) == 8
    assert skp.rank(("2", "2")) > skp.rank(("A", "8"))
    assert skp.rank(("A", "A")) > skp.rank(("K", "K"))
    assert skp.rank(("A", "A"), {**skp.STANDARD, "pair_ace": "low"}) < skp.rank(("2", "2"), {**skp.STANDARD, "pair_ace": "low"})
    ace_low = {**skp.STANDARD, "tie_break": "ace-low"}
    assert skp.rank(("A", "8"), ace_low) < skp.rank(("K", "9"), ace_low)
    assert len({skp.rank(tuple(nine), {**skp.STANDARD, "tie_break": "points-only"}) for nine in nines}) == 1


def test_si_ki_pi_numbers() -> None:
    all_hands = skp.all_hands()
    assert len(all_hands) == 1820
    assert sum(len(skp.legal_splits(hand)) for hand in all_hands) == 4186
    assert max(len(skp.legal_splits(hand)) for hand in all_hands) == 3
    sensible = [len(skp.undominated(hand)) for hand in all_hands]
    assert (sum(sensible), sensible.count(1)) == (2976, 979)
    shared = 0
    for hand in all_hands:
        levels = [skp.back_level(split) for split in skp.legal_splits(hand)]
        shared += levels.count(max(levels)) > 1
    assert shared == 157
    assert sum(skp.ways(hand) for hand in all_hands) == comb(52, 4)


@pytest.mark.parametrize(("hand", "back"), [("KQA8", "8A"), ("5678", "78"), ("88KA", "88")])
def test_si_ki_pi_house_way(hand: str, back: str) -> None:
    assert sorted(skp.house(hand)[1]) == sorted(back)


@pytest.mark.parametrize(
    ("a", "b", "owed"),
    [
        (("K8", "A8"), ("Q7", "K9"), 2),  # both groups, eight in front
        (("K7", "A8"), ("Q7", "A8"), 1),  # one group, the other tied
        (("K7", "K8"), ("Q7", "A8"), 0),  # one each
        (("K7", "K8"), ("K7", "K8"), 0),
        (("22", "33"), ("K8", "A8"), 3),  # BaoBao
        (("44", "55"), ("K8", "A8"), 3),  # a front pair is not read as eight points
        (("22", "22"), ("QQ", "AA"), 5),  # four of a kind beats all
        (("22", "22"), ("33", "33"), -5),
        (("K9", "A2"), ("K2", "K3"), -1),  # mis-set: loses
        (("K9", "A2"), ("K2", "K9"), -1),
        (("K9", "A2"), ("J9", "A2"), 0),  # two mis-set hands tie
        (("J8", "22"), ("K8", "33"), -2),  # the winner's own bonus
        (("55", "66"), ("44", "AA"), 0),  # two pairs win nothing outright
    ],
)
def test_si_ki_pi_results(a: tuple[str, str], b: tuple[str, str], owed: int) -> None:
    left, right = ((tuple(front), tuple(back)) for front, back in (a, b))
    assert skp.payment(left, right) == owed
    assert skp.payment(right, left) == -owed


def test_si_ki_pi_switches() -> None:
    two_pairs, high = (("2", "2"), ("3", "3")), (("4", "4"), ("A", "K"))
    banker = {**skp.STANDARD, "banker_wins_ties": True}
    same = (("K", "6"), ("K", "7"))
    assert skp.outcome(same, same, banker, "a") == 1
    assert skp.outcome(same, same, banker, "b") == -1
    assert skp.outcome(same, same, banker) == 0
    assert not skp.legal(high)  # a pair in front of a king and an ace
    pairs_behind = (("A", "8"), ("K", "K"))
    assert skp.outcome(two_pairs, pairs_behind) == 0
    assert skp.outcome(two_pairs, pairs_behind, {**skp.STANDARD, "two_pairs_outright": True}) == 1


def test_si_ki_pi_settlement_of_the_rules() -> None:
    zero = Fraction(0)
    debts = [[zero, zero, zero], [Fraction(50), zero, zero], [Fraction(50), Fraction(10), zero]]
    assert skp.capped_totals(debts, [200, 30, 20]) == [50, -30, -20]
    # The winner may win 40 only, so what it gets shrinks by a fifth: 26 2/3 and 13 1/3; the losers end at -23 1/3 and -16 2/3.
    assert skp.capped_totals(debts, [40, 30, 20]) == [40, -23, -17]


def test_si_ki_pi_caps_hold_and_are_the_repeated_rule() -> None:
    rng = Random(9)
    for turn in range(800):
        n = rng.randint(2, 8)
        debts = [[Fraction(0)] * n for _ in range(n)]
        for i, j in combinations(range(n), 2):
            owner, other = rng.sample((i, j), 2)
            debts[owner][other] = Fraction(rng.choice((0, 10, 20, 30, 50)))
        money = [rng.choice((0, 5, 10, 20, 37, 60, 200)) for _ in range(n)]
        totals = skp.capped_totals(debts, money)
        assert sum(totals) == 0
        assert all(abs(total) <= own for total, own in zip(totals, money, strict=True))
        if turn < 100:
            exact = [float(net) for net in skp.nets(skp.cap(debts, money))]
            assert exact == pytest.approx(skp.cap_by_repetition(debts, money), abs=1e-6)


@pytest.mark.soak
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("tie_break", "gain"), [("cards", 0.0330), ("ace-low", 0.0331), ("points-only", 0.0309)])
def test_si_ki_pi_house_way_can_be_exploited(tie_break: str, gain: float) -> None:
    best, self_play = skp.best_response_to_house({**skp.STANDARD, "tie_break": tie_break})
    assert self_play == 0
    assert float(best) == pytest.approx(gain, abs=5e-5)


# ---- Zi Pai --------------------------------------------------------------------------------------------------------------------

ZI_PAI_DECK = [card for card in zp.KINDS for _ in range(4)]
HUNAN_UNLOCKED = {**zp.PRESETS["hunan"], "lock_dealt": False}


def test_zi_pai_reference_hands() -> None:
    hand = zp.cards_of("11223478880s 223477890b")
    for preset, points in (("hunan", 13), ("seed", 19)):
        assert [grouping.points for grouping in zp.groupings(hand, (), ("1s", "take"), zp.PRESETS[preset])] == [points]
    threes = zp.product_of_copies("1234567", 3, 0)
    assert len(zp.groupings(threes, rules=HUNAN_UNLOCKED)) == 9
    assert (zp.all_values(threes, HUNAN_UNLOCKED)[0], zp.all_values(threes, HUNAN_UNLOCKED)[-1]) == (21, 3)
    assert [grouping.points for grouping in zp.groupings(threes, rules=zp.PRESETS["hunan"])] == [21]
    mixed = zp.product_of_copies("1234567", 2, 1)
    assert zp.all_values(mixed, HUNAN_UNLOCKED) == [12, 0]
    assert zp.all_values(mixed, {**zp.PRESETS["seed"], "lock_dealt": False}) == [0]


def test_zi_pai_pairs_stand_beside_a_quad_only() -> None:
    assert zp.best(zp.cards_of("11s"))[0] == 0  # type: ignore[index]
    assert zp.best(zp.cards_of("1133338s"))[:2] == (6, 9)  # type: ignore[index]
    assert zp.best(zp.cards_of("11333388s"))[0] == 6  # type: ignore[index]  # one pair at most
    assert zp.best(zp.cards_of("3338s"), (), ("3s", "take"))[:2] == (4, 6)  # type: ignore[index]
    assert zp.best(zp.cards_of("3338s"), (), ("3s", "draw"))[:2] == (4, 9)  # type: ignore[index]
    assert zp.best(zp.cards_of("3333s1s"), (), ("1s", "take")) is None  # a pair is called only to win
    assert zp.best(zp.cards_of("3333s1s"), (), ("1s", "draw"))[0] == 6  # type: ignore[index]


def test_zi_pai_called_kind_shows_its_groups() -> None:
    rules = {**zp.PRESETS["seed"], "lock_dealt": False}
    values = [grouping.points for grouping in zp.groupings(zp.cards_of("27034s"), (), ("2s", "take"), rules)]
    assert values == [3, 3]  # called into the run, the 2-7-10 in hand counts as displayed; called into the 2-7-10, it is
    assert max(g.points for g in zp.groupings(zp.cards_of("27034s"), (), ("2s", "draw"), rules)) == 6


def test_zi_pai_best_is_the_first_grouping_and_always_seven_groups() -> None:
    rng, wins = Random(2), 0
    for _ in range(30_000):
        cards = rng.sample(ZI_PAI_DECK, 21)
        if zp.complete(cards):
            wins += 1
            for rules in (HUNAN_UNLOCKED, zp.PRESETS["seed"]):
                groupings = zp.groupings(cards[1:], (), (cards[0], "draw"), rules)
                grouped, points, groups = zp.best(cards[1:], (), (cards[0], "draw"), rules)  # type: ignore[misc]
                assert (grouped == 21) == bool(groupings)
                if groupings:
                    assert (points, len(groups)) == (groupings[0].points, 7)
                    assert all(len(grouping.groups) == 7 for grouping in groupings)
    assert abs(wins / 30_000 - 4.45e-3) < 4 * (4.45e-3 / 30_000) ** 0.5


def test_zi_pai_distance_is_its_definition() -> None:
    rng, seen = Random(4), Counter[int | None]()
    for turn in range(14):
        rules = (HUNAN_UNLOCKED, zp.PRESETS["hengyang"])[turn % 2]
        hand = rng.sample(ZI_PAI_DECK, 20)
        distance = zpa.distance(hand, (), rules)
        seen[distance] += 1
        assert (distance == 1) == bool(zp.waits(hand, (), rules))
        if not rules["lock_dealt"]:
            within = any(
                zp.complete([*hand[:i], *hand[i + 1 :], one, two])
                for i in range(20)
                for one in zp.KINDS
                for two in zp.KINDS
                if one <= two and max(Counter([*hand, one, two]).values()) <= 4
            )
            assert within == (distance is not None and distance <= 2)
    assert len(seen) >= 3


def test_zi_pai_distance_with_a_quad_wants_a_pair() -> None:
    hand = zp.cards_of("3333111222444555666s 77s")
    assert zpa.distance(hand) == 0
    assert zpa.distance(hand[:-1]) == 1
    assert zpa.distance([*hand[:-1], "9b"]) == 1
    assert [wait[0] for wait in zp.waits(hand[:-1])] == ["7s"]


# ---- Pai Gow Poker -------------------------------------------------------------------------------------------------------------


def test_pai_gow_poker_joker() -> None:
    def back(text: str, **more: str) -> cp.Rank:
        return pgp.rank_back(tuple(text.split()), **more)

    assert back("As Ah Ad Ac Jk") == (9, 14)
    assert back("Ks Kh Kd Kc Jk") == (cp.QUADS, 13, 14)
    assert back("Ks Kh Kd Kc Jk", joker="wild") == (9, 13)
    assert back("2s 3d 4h 5c Jk") == back("As 2s 3d 4h 5c")  # the wheel beats 2 to 6
    assert back("2s 3d 4h 5c Jk", wheel="low") == (cp.STRAIGHT, 6)
    assert back("As Qs 7s 2s Jk") == (cp.FLUSH, 14, 13, 12, 7, 2)
    assert back("9s Ts Qs Ks Jk") == (cp.STRAIGHT_FLUSH, 13)
    assert back("Ks Kd 7h 2c Jk") == (cp.PAIR, 13, 14, 7, 2)
    assert back("Ks Kd 7h 2c Jk", joker="wild") == (cp.TRIPS, 13, 7, 2)
    assert pgp.rank_front(("As", "Jk")) == (1, 14)
    assert pgp.rank_front(("Ks", "Jk")) == (0, 14, 13)


def test_pai_gow_poker_splits() -> None:
    fronts = {frozenset(split[0]) for split, _ in pgp.legal_splits(["Jc", "Jd", "6c", "6h", "Jk", "3s", "2d"])}
    assert {"6c", "6h"} in fronts
    assert {"Jc", "Jd"} not in fronts
    rows = [ranks for _, ranks in pgp.undominated(["As", "Jk", "Qs", "Qh", "Qd", "7s", "2s"])]
    assert ((1, 12), (cp.FLUSH, 14, 13, 12, 7, 2)) in rows
    assert ((1, 14), (cp.TRIPS, 12, 7, 2)) in rows
    copies = (("Ks", "8s"), ("Qs", "Qh", "4d", "3s", "2s")), (("Kd", "8d"), ("Qc", "Qd", "4s", "3d", "2d"))
    assert pgp.result(*copies) == -1  # copies go to the banker
    assert pgp.result(copies[0], (("Kd", "7d"), copies[1][1])) == 0
