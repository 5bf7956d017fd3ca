"""Zi Pai's notation: every way to write a card, and the place of everything that is none."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import InputError
from solver.game import game
from solver.games.zi_pai.cards import COPIES, DECK, FACES, GLYPHS, KINDS, NAMES, canonical, parse, places, write


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("12270s 112b 270b", "1s 2s 2s 7s 0s 1b 1b 2b 2b 7b 0b"),
        ("12270x112d270d", "1s 2s 2s 7s 0s 1b 1b 2b 2b 7b 0b"),
        ("一二二七十 壹壹贰", "1s 2s 2s 7s 0s 1b 1b 2b"),
        ("壹貳叁肆伍陸柒捌玖拾", "1b 2b 3b 4b 5b 6b 7b 8b 9b 0b"),
        ("一二三四五六七八九十", "1s 2s 3s 4s 5s 6s 7s 8s 9s 0s"),
        ("參陆贰叁陸貳", "3b 6b 2b 3b 6b 2b"),
        ("7s柒0b", "7s 7b 0b"),
        ("  \t", ""),
    ],
)
def test_ways_to_write_cards(text: str, cards: str) -> None:
    assert canonical(text) == tuple(cards.split())


def test_a_list_holds_single_cards() -> None:
    assert canonical(["7s", "0b", "柒", "十", "1x", "1d"]) == ("7s", "0b", "7b", "0s", "1s", "1b")


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("12 3s", [("missing-suit", 0)]),
        ("12s 3", [("missing-suit", 4)]),
        ("s", [("suit-without-number", 0)]),
        ("1ss", [("suit-without-number", 2)]),
        ("1S", [("upper-case-suit", 1)]),
        ("1s ?b", [("unknown-card", 3)]),
        ("1s Q! 2x", [("unknown-card", 3), ("unknown-card", 4)]),
        ("12貳", [("missing-suit", 0)]),
        ("11s 🐉", [("unknown-card", 4)]),
        ("萬1s", [("unknown-card", 0)]),
    ],
)
def test_faults_have_their_place(text: str, faults: list[tuple[str, int]]) -> None:
    with pytest.raises(InputError) as error:
        parse(text)
    assert [(fault.code, fault.position) for fault in error.value.faults] == faults


@pytest.mark.parametrize(("entry", "code"), [("12s", "one-card"), ("", "one-card"), ("1", "missing-suit"), ("s1", "suit-without-number")])
def test_faults_in_lists(entry: str, code: str) -> None:
    with pytest.raises(InputError) as error:
        parse(["1s", entry])
    assert error.value.faults[0].code == code
    assert error.value.faults[0].pointer == "/hand/1"


@given(st.lists(st.integers(0, KINDS - 1), max_size=30))
def test_what_is_written_is_read_back(kinds: list[int]) -> None:
    assert sorted(parse(write(kinds))) == sorted(kinds)
    assert parse([NAMES[kind] for kind in kinds]) == kinds
    assert parse("".join(GLYPHS[kind] for kind in kinds)) == kinds


@given(st.text(alphabet="0123456789sbxd一壹贰 SBQ\t萬", max_size=12))
def test_the_quick_reader_reads_what_the_other_reads(text: str) -> None:
    def outcome(read: Callable[[str], list[int]]) -> list[int] | list[str]:
        try:
            return read(text)
        except InputError as error:
            return [repr(fault) for fault in error.faults]

    assert outcome(parse) == outcome(lambda text: [place.kind for place in places(text)])


def test_deck_and_faces() -> None:
    """80 cards, four of each; 2, 7 and 10 are red, and the suit is told without colour."""
    assert len(DECK) == 80
    assert all(DECK.count(name) == COPIES for name in NAMES)
    assert {face.card for face in FACES if face.ink == "red"} == {digit + suit for digit in "270" for suit in "sb"}
    assert {face.ink for face in FACES} == {"red", "black"}
    assert {face.style for face in FACES} == {"glyph"}
    assert {face.mark for face in FACES} == {"s", "b"}
    assert FACES[NAMES.index("7b")].names == {"en": "big 7", "zh": "大字柒", "vi": "7 lớn"}
    assert len(GLYPHS) == len(set(GLYPHS)) == KINDS
    assert game("zi-pai").deck == DECK


def test_order_never_matters() -> None:
    rng = Random(5)
    cards = rng.sample(DECK, 21)
    kinds = sorted(parse(list(cards)))
    rng.shuffle(cards)
    assert sorted(parse(list(cards))) == kinds
