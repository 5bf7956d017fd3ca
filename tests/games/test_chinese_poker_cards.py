"""Notation, faces and rules as data: every spelling reads, nothing else does, and a fault names its place."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import solver
from solver.cards import playing
from solver.errors import InputError
from solver.game import game
from solver.games.chinese_poker.cards import DECK, in_order, parse, read_hand
from solver.games.chinese_poker.rules import PRESETS

SPELLINGS: dict[str, list[str]] = {}
for spelling, index in playing.SPELLINGS.items():
    SPELLINGS.setdefault(DECK[index], []).append(spelling)


@given(st.data())
def test_any_spelling_any_spacing(data: st.DataObject) -> None:
    """Thirteen cards in any spelling, side by side or apart, as a text or a list, are the same hand."""
    held = data.draw(st.permutations(DECK))[:13]
    spelled = [data.draw(st.sampled_from(SPELLINGS[name])) for name in held]
    text = "".join(each + data.draw(st.sampled_from(["", " ", "  ", "\n", "\t"])) for each in spelled)
    assert parse(text) == parse(spelled) == tuple(held)
    assert read_hand(text) == read_hand(spelled) == tuple(sorted(map(DECK.index, held), reverse=True))


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_with_its_place(text: str) -> None:
    try:
        cards = playing.parse(text)
    except InputError as error:
        for fault in error.faults:
            assert fault.code == "unknown-card"
            assert fault.position is not None
            assert 0 <= fault.position < len(text)
            for lang in ("en", "zh", "vi"):
                assert fault.message(lang)
    else:
        assert all(0 <= each < 52 for each in cards)


@given(st.lists(st.text(max_size=8), max_size=20) | st.text(max_size=60))
def test_arrange_answers_or_refuses(hand: Any) -> None:
    """No text makes anything but an InputError."""
    try:
        answer = solver.arrange("chinese-poker", hand=hand, objective="strength")
    except InputError:
        return
    assert answer.status == "optimal"


@pytest.mark.parametrize(
    ("hand", "code", "pointer", "position"),
    [
        ("As Kd Tc 9x", "unknown-card", "/hand", 9),
        ("as", "unknown-card", "/hand", 0),
        ("AsKd🂿", "unknown-card", "/hand", 4),
        ("As Kd 😀", "unknown-card", "/hand", 6),
        (["As", "Kd", "1c"], "unknown-card", "/hand/2", None),
        (["As", "KdQc"], "unknown-card", "/hand/1", None),
        ("", "empty-hand", "/hand", None),
        ([], "empty-hand", "/hand", None),
        ("As As Kd Qd Jd Td 9d 8d 7d 6d 5d 4d 3d", "duplicate-card", "/hand", None),
        ("As Kd Qd Jd Td 9d 8d 7d 6d 5d 4d 3d", "wrong-number-of-cards", "/hand", None),
        ("As Ks Kd Qd Jd Td 9d 8d 7d 6d 5d 4d 3d 2d", "wrong-number-of-cards", "/hand", None),
        ("Jk Ks Kd Qd Jd Td 9d 8d 7d 6d 5d 4d 3d", "unknown-card", "/hand", 0),
        (7, "wrong-type", "/hand", None),
        ("A" * 2001, "out-of-range", "/hand", None),
    ],
)
def test_hands_refused(hand: Any, code: str, pointer: str, position: int | None) -> None:
    with pytest.raises(InputError) as caught:
        solver.arrange("chinese-poker", hand=hand)
    assert (code, pointer, position) in {(fault.code, fault.pointer, fault.position) for fault in caught.value.faults}


def test_spellings_of_the_rules() -> None:
    assert (
        parse("As Kd Tc 9h")
        == parse("AsKdTc9h")
        == parse("A♠K♦10c9♥")
        == parse("🂡🃎🃚🂹")
        == parse("AS KD 10C 9H")
        == ("As", "Kd", "Tc", "9h")
    )


def test_rows_as_players_lay_them() -> None:
    """Sets before single cards, then the highest first; the wheel ends in its ace."""
    laid = {
        "2c 9h As 9d": "9h 9d As 2c",
        "As 2d 3c 4h 5s": "5s 4h 3c 2d As",
        "2s Ah 3d": "3d 2s Ah",
        "Ks Qd Ah": "Ah Ks Qd",
        "5s 5d 9c 9h 5c": "5s 5d 5c 9h 9c",
    }
    for given_, expected in laid.items():
        assert " ".join(playing.names(in_order(playing.parse(given_)))) == expected


def test_faces() -> None:
    faces = {face.card: face for face in game("chinese-poker").faces}
    assert tuple(faces) == DECK
    assert len(faces) == 52
    ten = faces["Th"]
    assert (ten.style, ten.glyph, ten.ink, ten.mark) == ("playing", "10", "red", "♥")
    assert ten.names == {"en": "ten of hearts", "zh": "红桃10", "vi": "10 cơ"}
    assert faces["As"].names == {"en": "ace of spades", "zh": "黑桃A", "vi": "át bích"}
    for lang in ("en", "zh", "vi"):
        assert len({face.names[lang] for face in faces.values()}) == 52


def test_the_table_of_presets() -> None:
    """The table of the rules, figure by figure."""
    order = ("thirteen", "eastern", "western", "mandarin", "one-six", "rows-only")
    assert tuple(PRESETS) == order
    rules = [PRESETS[name] for name in order]
    assert [each.row for each in rules] == [1] * 6
    assert [each.majority for each in rules] == [1, 0, 1, 0, 0, 0]
    assert [each.scoop * each.shot for each in rules] == [4, 3, 4, 6, 6, 3]
    assert [each.home_run for each in rules] == [1, 1, 1, 3, 1, 1]
    assert [each.foul for each in rules] == [4, 4, 4, 4, 6, 3]
    assert [each.front_trips_factor for each in rules] == [1, 1, 1, 3, 1, 1]
    assert {each.majority_on_ties for each in rules} == {"two-rows"}
    assert [each.bonus_mode for each in rules] == ["add", "replace", "add", "add", "add", "add"]
    for name, each in zip(order, rules, strict=True):
        pays = name in ("eastern", "mandarin")
        assert each.bonuses.back.by_name == ({"straight-flush": 5, "four-of-a-kind": 4} if pays else {})
        assert each.bonuses.middle.by_name == ({"straight-flush": 10, "four-of-a-kind": 8, "full-house": 2} if pays else {})
        assert each.bonuses.front.by_name == ({"three-of-a-kind": 3} if name == "eastern" else {})
        assert each.grows


@pytest.mark.parametrize(
    ("bonuses", "grows"),
    [
        ({"back": {"straight-flush": 3}}, False),  # less than four of a kind
        ({"back": {"straight-flush": 4}}, True),
        ({"back": {"royal-flush": 4}}, False),
        ({"back": {"royal-flush": 0}}, False),
        ({"back": {"royal-flush": 9}}, True),
        ({"front": {"pair": 4}}, False),
        ({"front": {"high-card": -1}}, True),
        ({"middle": {"two-pair": -1}}, False),
    ],
)
def test_whether_bonuses_grow(bonuses: dict[str, Any], grows: bool) -> None:
    assert PRESETS.resolve({"preset": "eastern", "bonuses": bonuses}).grows is grows


def test_rules_are_told_in_full() -> None:
    """The schema of overrides names every key, and the hash tells rules apart."""
    schema = PRESETS.inline_schema()
    assert set(schema["properties"]) == {
        "preset", "row", "majority", "scoop", "foul", "shot", "home_run", "bonus_mode", "bonuses", "front_trips_factor", "majority_on_ties",
        "wheel", "naturals",
    }  # fmt: skip
    assert "royal-flush" in schema["properties"]["bonuses"]["properties"]["back"]["properties"]
    assert PRESETS["thirteen"].info.hash == PRESETS["western"].info.hash
    assert len({PRESETS[name].info.hash for name in PRESETS}) == 5


def test_examples_are_goldens() -> None:
    assert len(game("chinese-poker").examples) >= 8
