"""What `expected` means: the figures of the rules file, the table against real deals, and tables computed on demand."""

import time
from collections.abc import Iterator
from fractions import Fraction
from math import comb, sqrt
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import solver
from solver import equilibrium
from solver.cards import playing
from solver.errors import InputError
from solver.games.si_ki_pi import build, contest, exploit, jobs, model, tables
from solver.games.si_ki_pi.ranking import HANDS, Ranks, splits
from solver.games.si_ki_pi.rules import PRESETS, SiKiPiRules
from tests.brute import si_ki_pi as brute

STANDARD = PRESETS.default


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """No test sees what another, or the user, has computed."""
    jobs.stop()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    yield tmp_path / "lipai"
    jobs.stop()


def strategy() -> equilibrium.Vector:
    return np.array(tables.shipped().probability)


def names(ranks: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(playing.RANKS[rank - 2] for rank in ranks)


def dealt(ranks: tuple[int, ...]) -> list[str]:
    return [f"{name}{'cdhs'[names(ranks)[:place].count(name)]}" for place, name in enumerate(names(ranks))]


def test_the_game_has_the_size_that_the_rules_name() -> None:
    game = contest.contest(STANDARD)
    keep = equilibrium.undominated(game)
    assert (len(game.deals), len(game.owner), int(keep.sum())) == (1820, 4186, 2976)
    assert int((np.bincount(game.owner[keep]) == 1).sum()) == 979


def test_deals_are_counted_exactly() -> None:
    """All of them, and for a few hands by the brute force."""
    game = contest.contest(STANDARD)
    assert int(game.deals.sum()) == comb(52, 4) * comb(48, 4)
    rng = Random(2)
    for one, two in [(rng.randrange(1820), rng.randrange(1820)) for _ in range(200)]:
        mine, other = names(HANDS[one]), names(HANDS[two])
        assert game.deals[one, two] == brute.ways(mine) * brute.ways(other, mine)


def test_the_shipped_table_is_the_equilibrium() -> None:
    """Value nothing; no counter-strategy gains 1e-9; 34 hands mix two splits; the likeliest splits alone lose 2e-5 at most."""
    game, table = contest.contest(STANDARD), strategy()
    gain = equilibrium.valuation(game, table).gain
    assert np.bincount(game.owner, table) == pytest.approx(np.ones(1820), abs=1e-12)
    assert game.worth(table, gain) == pytest.approx(0, abs=1e-12)
    assert equilibrium.exploitability(game, table) <= 1e-9
    assert equilibrium.exploitability(game, game.likeliest(table)) <= 2e-5
    used = np.bincount(game.owner[table > 0])
    assert ((used == 2).sum(), used.max()) == (34, 2)


def test_a_tie_in_42_percent_of_deals() -> None:
    game, table = contest.contest(STANDARD), strategy()
    assert game.worth(table, equilibrium.valuation(game, table).tie) == pytest.approx(0.420, abs=5e-4)


@pytest.mark.parametrize(("tie_break", "gain"), [("cards", 0.0330), ("ace-low", 0.0331), ("points-only", 0.0309)])
def test_what_the_house_way_gives_away(tie_break: str, gain: float) -> None:
    rules = PRESETS.resolve({"tie_break": tie_break})
    assert equilibrium.exploitability(contest.contest(rules), contest.house(rules)) == pytest.approx(gain, abs=5e-5)


def test_what_the_house_way_loses_to_the_equilibrium() -> None:
    game = contest.contest(STANDARD)
    gain = equilibrium.valuation(game, strategy()).gain
    assert game.worth(contest.house(STANDARD), gain) == pytest.approx(-0.0260, abs=5e-5)


@pytest.mark.parametrize(("policy", "gain", "worth"), [("expected", 0, 0), ("likeliest", 1.6e-5, 0), ("house", 0.0330, -0.0260)])
def test_any_policy_can_be_measured(policy: exploit.Policy, gain: float, worth: float) -> None:
    """Exactly, so with no standard error."""
    measured = exploit.exploit(policy)
    assert measured.gain == pytest.approx(gain, abs=5e-5)
    assert measured.against_expected == pytest.approx(worth, abs=5e-5)
    assert measured.standard_error == 0


def test_the_pair_that_should_be_broken() -> None:
    answer = solver.arrange("si-ki-pi", hand="8h 8s Kd Ac")
    best, house = answer.arrangements
    assert (best.groups[1].cards, best.groups[0].cards) == (("Ac", "8s"), ("Kd", "8h"))
    assert best.value == answer.value == pytest.approx(1.201, abs=5e-4)
    assert house.value == pytest.approx(-0.011, abs=5e-4)
    assert answer.opponents is not None
    assert (answer.opponents.id, answer.opponents.exploitability) == ("standard", 0)


def test_a_mixed_hand_lists_the_likelier_split_first() -> None:
    """Both are worth the same: that is why it mixes."""
    game, table = contest.contest(STANDARD), strategy()
    mixed = np.flatnonzero(np.bincount(game.owner[table > 0]) == 2)
    for hand in mixed.tolist():
        first, second, *_ = solver.arrange("si-ki-pi", hand=dealt(HANDS[hand])).arrangements
        assert first.details["probability"] >= second.details["probability"] > 0
        assert first.details["probability"] + second.details["probability"] == pytest.approx(1, abs=1e-8)
        assert first.value == pytest.approx(second.value, abs=1e-8)


# ---- against deals and a referee of its own ------------------------------------------------------------------------------------


def test_the_table_against_real_deals() -> None:
    """60,000 deals from 52 cards, set by the table, refereed by the brute force: chances and points within four standard errors."""
    rng, table, start = Random(11), tables.shipped(), tables.starts()
    deck = [(rank, suit) for rank in range(2, 15) for suit in range(4)]

    def set_by_table(cards: list[tuple[int, int]]) -> tuple[brute.Split, int]:
        ranks: Ranks = tuple(sorted((rank for rank, _ in cards), reverse=True))
        at, found = start[ranks], splits(ranks, STANDARD)
        place = rng.choices(range(len(found)), [table.probability[at + place] for place in range(len(found))])[0]
        return (names(found[place].front), names(found[place].back)), at + place

    count = 60_000
    ties, points, squares, surprise, variance = 0, 0, 0, 0.0, 0.0
    for _ in range(count):
        cards = rng.sample(deck, 8)
        (mine, split), (other, _) = set_by_table(cards[:4]), set_by_table(cards[4:])
        paid = brute.payment(mine, other)
        ties, points, squares = ties + (paid == 0), points + paid, squares + paid * paid
        # Held to what the table says of the very split that was played.
        surprise += (paid > 0) - table.win[split]
        variance += table.win[split] * (1 - table.win[split])
    assert ties / count == pytest.approx(0.41985, abs=4 * sqrt(0.42 * 0.58 / count))
    assert points / count == pytest.approx(0, abs=4 * sqrt(squares) / count)
    assert abs(surprise) <= 4 * sqrt(variance)


def exact(hand: Ranks, split: brute.Split, policy: dict[Ranks, brute.Split], rules: brute.Rules) -> tuple[Fraction, Fraction]:
    """Points and chance to win against a policy over every hand that can be dealt, in fractions."""
    total = paid = won = 0
    for other, theirs in policy.items():
        if ways := brute.ways(names(other), names(hand)):
            result = brute.payment(split, theirs, rules, "b" if rules["banker_wins_ties"] else None)
            total, paid, won = total + ways, paid + ways * result, won + ways * (result > 0)
    assert total == comb(48, 4)
    return Fraction(paid, total), Fraction(won, total)


@pytest.mark.parametrize(
    "rules", [{}, {"tie_break": "points-only"}, {"banker_wins_ties": True}, {"two_pairs_outright": True, "pair_ace": "low"}]
)  # fmt: skip
def test_values_against_the_house_way_are_exact(rules: dict[str, Any]) -> None:
    theirs: brute.Rules = {**brute.STANDARD, **rules}
    policy = {hand: brute.house(names(hand), theirs) for hand in HANDS}
    for hand in [*Random(5).sample(HANDS, 4), (14, 14, 8, 8), (14, 13, 8, 8), (9, 9, 9, 9)]:
        answer = solver.arrange("si-ki-pi", hand=dealt(hand), objective="against", against="house", rules=rules)
        assert answer.status == "optimal"
        assert answer.opponents is not None
        assert answer.opponents.id == "house"
        values = [arrangement.value for arrangement in answer.arrangements]
        assert values == sorted(values, reverse=True)
        for arrangement in answer.arrangements:
            front, back = (tuple(group.cards) for group in arrangement.groups)
            points, won = exact(hand, (front, back), policy, theirs)
            assert arrangement.value == pytest.approx(float(points), abs=1e-9)
            assert arrangement.details["win"] == pytest.approx(float(won), abs=1e-9)


def test_values_against_uniform_opponents() -> None:
    """Every legal split as often as any other: by fractions for one hand."""
    hand: Ranks = (14, 13, 8, 8)
    answer = solver.arrange("si-ki-pi", hand=dealt(hand), objective="against", against="uniform")
    front, back = (tuple(group.cards) for group in answer.arrangements[0].groups)
    total = Fraction(0)
    for other in HANDS:
        if ways := brute.ways(names(other), names(hand)):
            listed = brute.legal_splits(names(other))
            total += ways * Fraction(sum(brute.payment((front, back), split) for split in listed), len(listed))
    assert answer.value == pytest.approx(float(total / comb(48, 4)), abs=1e-9)


# ---- rule sets computed on demand ----------------------------------------------------------------------------------------------


def wait(rules: dict[str, Any], seconds: float = 60) -> Any:
    end = time.monotonic() + seconds
    while True:
        prepared = solver.prepare("si-ki-pi", rules=rules)
        if prepared.status == "ready":
            return prepared
        assert prepared.retry_after is not None
        assert time.monotonic() < end, "not ready in time"
        time.sleep(0.1)


def test_another_rule_set_is_computed_beside_the_requests(own_cache: Path) -> None:
    """First the best response to the shipped policy, valued under the asked rules; then the equilibrium, kept on disk."""
    rules = {"tie_break": "points-only"}
    hands = [dealt(hand) for hand in Random(6).sample(HANDS, 30)]
    first = [solver.arrange("si-ki-pi", hand=hand, rules=rules) for hand in hands]
    assert {answer.status for answer in first} == {"feasible"}
    for answer in first:
        values = [arrangement.details["expected"] for arrangement in answer.arrangements]
        assert values == sorted(values, reverse=True)
        assert (answer.objective, answer.value) == ("expected", values[0])
        assert answer.opponents is not None
        assert answer.opponents.id == "standard"
        assert answer.opponents.exploitability > 1e-4
    prepared = wait(rules)
    assert prepared.opponents.id == "custom"
    assert prepared.opponents.exploitability <= 1e-9
    then = [solver.arrange("si-ki-pi", hand=hand, rules=rules) for hand in hands]
    assert {(answer.status, answer.opponents) for answer in then} == {("optimal", prepared.opponents)}
    against = solver.arrange("si-ki-pi", hand=hands[0], rules=rules, objective="against", against="expected")
    assert (against.status, against.opponents) == ("optimal", prepared.opponents)
    assert len(list(own_cache.glob("*.tsv"))) == 1

    jobs.stop()  # a new process: nothing in memory, all on disk
    assert [solver.arrange("si-ki-pi", hand=hand, rules=rules) for hand in hands] == then


def test_rules_that_decide_nothing_between_two_players_share_the_table() -> None:
    answer = solver.arrange("si-ki-pi", hand="8h 8s Kd Ac", rules={"foul": "rejected"})
    assert (answer.status, answer.rules.hash != STANDARD.digest) == ("optimal", True)


def test_the_default_needs_no_preparing() -> None:
    prepared = solver.prepare("si-ki-pi")
    assert (prepared.status, prepared.retry_after) == ("ready", None)


def test_a_one_sided_game_has_no_equilibrium() -> None:
    rules = {"banker_wins_ties": True}
    assert solver.arrange("si-ki-pi", hand="8h 8s Kd Ac", rules=rules).objective == "house"
    with pytest.raises(InputError):
        solver.prepare("si-ki-pi", rules=rules)
    with pytest.raises(equilibrium.NoSolutionError):
        build.build(PRESETS.resolve(rules))


def custom(table: tables.Table) -> tuple[SiKiPiRules, str]:
    """Some rules, and a text that could be their table."""
    rules = PRESETS.resolve({"bonuses": {"skp": 7}})
    made = tables.measured(rules, np.array(table.probability), "custom")
    return rules, made.to_text()


def test_a_damaged_table_on_disk_counts_as_none(own_cache: Path) -> None:
    rules, text = custom(tables.shipped())
    for harm in (text[:-1], text.replace("\t1\t", "\t0\t", 1), "", "{}\n\n", "\x00", text.replace(rules.contest, "0" * 16)):
        assert tables.keep(rules, text)
        assert tables.cached(rules) is not None
        (file,) = own_cache.glob("*.tsv")
        file.write_text(harm)
        assert tables.cached(rules) is None
        assert not file.exists()


def test_a_disk_that_takes_nothing_is_no_fault(own_cache: Path) -> None:
    own_cache.write_text("a file where the folder should be")
    rules, text = custom(tables.shipped())
    assert not tables.keep(rules, text)
    assert tables.cached(rules) is None


def test_only_so_many_tables_are_kept(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "KEPT", 2)
    _, text = custom(tables.shipped())
    for skp in (6, 7, 8, 9):
        tables.keep(PRESETS.resolve({"bonuses": {"skp": skp}}), text)
    assert len(list(own_cache.iterdir())) == 2


def test_a_damaged_shipped_table_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "si-ki-pi.tsv"
    file.write_text(tables.SHIPPED.read_text()[:-9])
    monkeypatch.setattr(tables, "SHIPPED", file)
    with pytest.raises(tables.DamagedTableError, match=r"si-ki-pi\.tsv"):
        tables.shipped.__wrapped__()


def test_a_rebuild_agrees_with_the_shipped_table() -> None:
    """The command that made it makes it again."""
    built, shipped = build.build(), tables.shipped()
    assert built.about["rules_hash"] == shipped.about["rules_hash"] == STANDARD.digest
    for column in ("expected", "win", "tie", "lose"):
        assert list(getattr(built, column)) == pytest.approx(list(getattr(shipped, column)), abs=1e-7)
    if built.about["made_with"] == shipped.about["made_with"]:
        assert built.to_text() == shipped.to_text()


def test_the_table_is_text_that_reads_back() -> None:
    assert tables.shipped().to_text() == tables.SHIPPED.read_text()


def test_warm_up_leaves_nothing_to_make() -> None:
    model.warm_up()
    book, _ = model.book(STANDARD, "expected", "house")
    assert len(book._entries) == len(HANDS)
