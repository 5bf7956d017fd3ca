"""Batches: every row answered as `arrange` answers it, in order, whatever its neighbours are."""

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import solver
from solver.batch import ANSWERS, ColumnError, arrange_batch, arrange_batches, describe
from solver.errors import LipaiError
from solver.game import game
from solver.games.si_se_pai import many
from solver.games.si_se_pai.cards import COLOURS, DECK, NAMES, PIECES, names, parse, write
from tests.brute import si_se_pai as brute
from tests.brute.si_se_pai_hands import RULES_IN_USE, constructed_winning_hand, many_groupings

GAME = "si-se-pai"
PRESETS = [None, *({"preset": name} for name in game(GAME).presets), {"lock_dealt": False}, {"preset": "vietnam", "points": {"pair": -3}}]


@pytest.fixture(autouse=True)
def _columns_from_the_first_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """The columnar path also for the few hands of a test."""
    monkeypatch.setattr(many, "FEW", 1)


def batch(hands: Sequence[Any], games: Sequence[str | None] | None = None, **columns: Sequence[Any]) -> pa.RecordBatch:
    return pa.RecordBatch.from_pydict({"game": games or [GAME] * len(hands), "hand": hands, **columns})


def expected(hand: Any, game: str = GAME, **fields: Any) -> dict[str, Any]:
    """What the library says of one hand, as a row."""
    try:
        answer = solver.arrange(game, hand=hand, **fields)
    except LipaiError as error:
        return dict.fromkeys(ANSWERS.names) | {"error": describe(error)}
    best = answer.arrangements[0] if answer.arrangements else None
    return {
        "status": answer.status,
        "complete": answer.complete,
        "wins": answer.wins,
        "points": best and best.points,
        "value": answer.value,
        "groups": best and [{"slot": group.slot, "kind": group.kind, "cards": list(group.cards)} for group in best.groups],
        "error": None,
    }


def answers(rows: pa.RecordBatch, **options: Any) -> list[dict[str, Any]]:
    return arrange_batch(rows, **options).select(ANSWERS.names).to_pylist()


SIGNS = "KGERHCS1234567" * 3 + "rygw" * 6 + "將士象車馬包卒帥兵紅黃綠白紅黄" + "  \t\u3000\u00a0" + "kRX8é🀀"
written = st.text(st.sampled_from(SIGNS), max_size=40)
piles = st.lists(st.sampled_from(DECK), min_size=1, max_size=23)


def as_text(cards: list[str], style: int) -> str:
    """The same cards in one of the ways to write them."""
    if style == 0:
        return write(parse(cards))
    if style == 1:
        return " ".join(cards)
    digits = "".join(f"{PIECES.index(card[0]) + 1}{card[1]}" for card in cards)
    return (
        digits if style == 2 else " ".join("紅黃綠白"[COLOURS.index(card[1])] + "將士象車馬包卒"[PIECES.index(card[0])] for card in cards)
    )


texts = st.one_of(written, st.builds(as_text, piles, st.integers(0, 3)), st.just(None), st.just(" " * 2001 + "Kr"))
entries = st.one_of(st.sampled_from(NAMES), written.map(lambda text: text[:3]), st.sampled_from(["KKr", "", " ", " " * 17 + "Kr", None]))
lists = st.one_of(piles, st.lists(st.one_of(st.sampled_from(NAMES), entries), max_size=22), st.just(None))


@given(
    st.one_of(st.lists(texts, min_size=1, max_size=12), st.lists(lists, min_size=1, max_size=12)), st.sampled_from(PRESETS), st.booleans()
)
def test_every_row_is_what_the_library_says(hands: list[Any], rules: dict[str, Any] | None, groups: bool) -> None:
    """Texts in all notations, lists, nulls, nonsense: values, groups and errors."""
    request = None if rules is None else json.dumps({"rules": rules})
    kind = pa.list_(pa.string()) if any(isinstance(hand, list) for hand in hands) else pa.string()
    rows = batch(pa.array(hands, kind), request=pa.array([request] * len(hands), pa.string()))
    for hand, row in zip(hands, answers(rows, groups=groups), strict=True):
        assert row == expected(hand, **({"rules": rules} if rules else {})) | ({} if groups else {"groups": None})


@pytest.mark.parametrize("rules", PRESETS, ids=json.dumps)
def test_a_thousand_hands(rules: dict[str, Any] | None) -> None:
    """Dealt hands, whole and partial: here groups meet that must be put in order."""
    random = Random(8)
    hands = [as_text(random.sample(DECK, random.choice((21, 21, 20, random.randint(1, 19)))), random.randrange(4)) for _ in range(1000)]
    request = None if rules is None else json.dumps({"rules": rules})
    fields = {} if rules is None else {"rules": rules}
    for hand, row in zip(hands, answers(batch(hands, request=pa.array([request] * len(hands), pa.string()))), strict=True):
        assert row == expected(hand, **fields)


@pytest.mark.soak
@pytest.mark.parametrize("rules", PRESETS, ids=json.dumps)
def test_many_hands(rules: dict[str, Any] | None) -> None:
    """50,000 hands of each rule set, dealt, complete and rich."""
    random = Random(json.dumps(rules))
    free = RULES_IN_USE["seed-unlocked"]
    makers = (
        lambda: random.sample(DECK, 21),
        lambda: constructed_winning_hand(random, free, with_history=False).hand,
        lambda: many_groupings(random),
    )
    hands = [" ".join(makers[at % 3]()) for at in range(50_000)]
    fields = {} if rules is None else {"rules": rules}
    for hand, row in zip(hands, answers(batch(hands, request=[json.dumps(fields)] * len(hands))), strict=True):
        assert row == expected(hand, **fields)


SLIPS = [
    "紅Kr",
    "紅 將",
    "K rK",
    "紅",
    "紅黃將",
    "r",
    "K",
    "K紅將",
    "紅將K紅",
    "KrK",
    "KKKKKr",
    "1r2",
    "Kr 紅",
    "Kr\u3000紅將士y",
    "é",
    "Kr🀀",
    "",
    "  ",
]


def test_every_slip_is_seen() -> None:
    """Texts that look nearly right."""
    assert answers(batch(SLIPS)) == [expected(hand) for hand in SLIPS]
    entries = [[slip, "Kr"] for slip in [*SLIPS, "KGr", "Kr ", "紅將"]]
    assert answers(batch(entries)) == [expected(hand) for hand in entries]
    assert answers(batch([["KGr", ""], ["KGr", " "]])) == [expected(["KGr", ""]), expected(["KGr", " "])]


@pytest.mark.parametrize("preset", [name for name in RULES_IN_USE if "locked" not in name])
def test_winning_hands_are_worth_what_the_brute_force_says(preset: str) -> None:
    random, rules = Random(preset), RULES_IN_USE[preset]
    hands = [constructed_winning_hand(random, rules, with_history=False).hand for _ in range(40)]
    hands += [many_groupings(random) for _ in range(10)]
    rows = answers(batch([" ".join(hand) for hand in hands], request=[json.dumps({"rules": {"preset": preset}})] * len(hands)))
    for hand, row in zip(hands, rows, strict=True):
        found = brute.best(hand, [], None, rules, None)
        assert found is not None
        assert (sum(len(group["cards"]) for group in row["groups"]), row["points"]) == found[:2]
        assert row["complete"] == (found[0] == 21)


def test_most_rows_take_the_columnar_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a hand with a fault is answered one by one; else the test above would compare a path with itself."""
    alone: list[Any] = []
    monkeypatch.setattr(many, "one_by_one", lambda game, hands, fields, groups: alone.extend(hands))
    with pytest.raises((TypeError, AttributeError)):
        many.many(pa.array(["Kr", "Kx", "紅將士", "RHCy\u3000Sg", "KKKKKr"]), {}, True)
    assert alone == ["Kx", "KKKKKr"]


def test_a_slice_is_read_from_its_own_first_row() -> None:
    whole = pa.array([["Kr"], ["Gg", "Gg"], ["Sr", "Sy", "Sg"], ["Kx"], ["Rr"]])
    assert answers(batch(whole.slice(1, 3))) == [expected(hand) for hand in whole.slice(1, 3).to_pylist()]
    assert answers(batch(pa.array(["Kr", "GGg", "Kx", "Rr"])).slice(1, 2)) == [expected("GGg"), expected("Kx")]


FIELDS: list[dict[str, Any]] = [
    {"melds": [{"cards": "RRRg", "source": "draw"}]},
    {"drawn": {"card": "Kr", "source": "draw"}},
    {"dealt_triplets": ""},
    {"engine": "cp-sat"},
    {"engine": "tables", "top": 3, "lang": "vi", "deadline_ms": 5},
    {"top": 0},
    {"rules": {"preset": "none"}},
    {"rules": 3},
    {"colour": "red"},
]


@pytest.mark.parametrize("fields", FIELDS, ids=json.dumps)
def test_requests_of_every_kind(fields: dict[str, Any]) -> None:
    """A history, another engine, fields that are wrong: all as `arrange` would."""
    hands = ["KKGEr GGGy", "KKGEr GGGy Sx", "GGGGGr", ""]
    rows = batch(hands, request=[json.dumps(fields)] * len(hands))
    assert answers(rows) == [expected(hand, **fields) for hand in hands]


def test_rows_of_many_games_and_requests_stay_in_order() -> None:
    """Each row beside others that ask something else, of games with and without a columnar path."""
    random = Random(5)
    rows: list[tuple[str, Any, dict[str, Any] | None]] = []
    for each in (game(GAME), game("si-ki-pi"), game("chinese-poker")):
        for _ in range(6):
            fields = {"rules": {"preset": random.choice(list(each.presets))}} if random.random() < 0.6 else None
            rows.append((each.id, " ".join(random.sample(each.deck, each.full)), fields))
    rows.append(("no-such-game", "Kr", None))
    random.shuffle(rows)
    games, hands, requests = zip(*rows, strict=True)
    texts = [None if fields is None else json.dumps(fields) for fields in requests]
    asked = batch(hands, games, request=texts, label=[f"row {at}" for at in range(len(rows))])
    found = arrange_batch(asked)
    assert found.column_names == ["game", "hand", "request", "label", *ANSWERS.names]
    assert found.select(["game", "hand", "request", "label"]).to_pylist() == asked.to_pylist()
    for row, (id, hand, fields) in zip(found.select(ANSWERS.names).to_pylist(), rows, strict=True):
        if id == "no-such-game":
            assert row["error"].startswith("unknown-game: ")
        else:
            assert row == expected(hand, id, **(fields or {}))


@pytest.mark.parametrize(
    ("request_text", "fault"),
    [
        ("{", "not-json: /request at 1: this is not JSON"),
        ("[" * 100_000, "too-deep: /request"),
        ('{"top": 1, "top": 2}', "duplicate-key: /request/top"),
        ("[1]", "wrong-type"),
        ('{"hand": "Kr"}', "wrong-type"),
        ("", None),
        ("{}", None),
    ],
)
def test_a_bad_request_is_answered_in_place(request_text: str, fault: str | None) -> None:
    first, second = answers(batch(["Kr", "Gr"], request=[request_text, None]))
    assert (first["error"] or "").startswith(fault or "")
    assert (first["error"] is None) == (fault is None)
    assert second == expected("Gr")


def test_games_may_be_missing_in_a_row() -> None:
    first, second = answers(batch(["Kr", "Gr"], [None, GAME]))
    assert first["error"].startswith("unknown-game: ")
    assert second == expected("Gr")


def test_columns_of_another_type() -> None:
    """Dictionaries and large texts are texts; numbers are none."""
    hands = pa.array(["Kr", "GGg", "Kr"])
    games = pa.array([GAME] * 3)
    wanted = [expected(hand) for hand in hands.to_pylist()]
    assert answers(batch(hands.dictionary_encode(), games.dictionary_encode())) == wanted
    assert answers(batch(hands.cast(pa.large_string()), games.cast(pa.large_string()))) == wanted
    assert answers(batch(pa.array([["Kr"], ["Gg"] * 2, ["Kr"]], pa.large_list(pa.large_string())))) == wanted
    with pytest.raises(ColumnError, match="column hand holds int64"):
        arrange_batch(batch([1, 2]))
    with pytest.raises(KeyError, match="game"):
        arrange_batch(pa.RecordBatch.from_pydict({"hand": ["Kr"]}))


def test_no_rows() -> None:
    empty = arrange_batch(batch(pa.array([], pa.string()), pa.array([], pa.string())))
    assert (empty.num_rows, empty.schema.names) == (0, ["game", "hand", *ANSWERS.names])


def test_an_executor_changes_nothing() -> None:
    random = Random(6)
    rows = batch([" ".join(random.sample(DECK, 21)) for _ in range(1000)])
    with ThreadPoolExecutor(2) as executor:
        assert arrange_batch(rows, executor=executor, rows=37).equals(arrange_batch(rows))
        pieces = list(arrange_batches([rows.slice(0, 500), rows.slice(500)], executor=executor, rows=64, ahead=3))
    assert [piece.num_rows for piece in pieces] == [*[64] * 7, 52] * 2
    assert pa.Table.from_batches(pieces).combine_chunks().to_batches()[0].equals(arrange_batch(rows))


def test_a_stream_is_taken_piece_by_piece() -> None:
    """Nothing is read far ahead of what is taken: that bounds the memory."""
    read = 0

    def stream() -> Any:
        nonlocal read
        for _ in range(50):
            read += 1
            yield batch(["Kr"])

    with ThreadPoolExecutor(1) as executor:
        pieces = arrange_batches(stream(), executor=executor, ahead=4)
        next(pieces)
        assert read <= 6
        pieces.close()


def test_names_are_canonical() -> None:
    """Groups hold canonical cards, whatever the hand was written in."""
    (row,) = answers(batch(["紅將士象"]))
    assert row["groups"] == [{"slot": None, "kind": "command", "cards": list(names(parse("KGEr")))}]
