"""Si Se Pai's notation: digits, letters, Chinese, lists; what is wrong is named with its place, and nothing is repaired in silence."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import InputError
from solver.game import game
from solver.games.si_se_pai.cards import DECK, FACES, NAMES, canonical, parse, places, write
from solver.text import LANGS

KINGS_TO_FOOTMEN = "KGERHCS"
HAN = {"K": "將帥将帅", "G": "士仕", "E": "象相", "R": "車俥车伡", "H": "馬傌马", "C": "包炮砲", "S": "卒兵"}
HAN_COLOURS = {"r": "紅红", "y": "黃黄", "g": "綠绿", "w": "白"}

cards = st.lists(st.integers(0, 27), max_size=21)


def read(text: str | list[str]) -> str:
    return write(parse(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1123r 4567y 77g 7w", "KKGEr SSg RHCSy Sw"),
        ("KKGEr RHCSy SSg Sw", "KKGEr SSg RHCSy Sw"),
        ("紅將將士象 黃車馬包卒", "KKGEr RHCSy"),
        ("红帅黄俥绿傌白砲", "Kr Ry Hg Cw"),
        ("KKr紅士", "KKGr"),
        ("將將r1r", "KKKr"),
        ("紅K1", "KKr"),
        ("  Kr\tKr\n Kr\u3000", "KKKr"),
        ("1G象r", "KGEr"),
        ("", ""),
        ([], ""),
        (["1r", "Kr", "紅將", "將r"], "KKKKr"),
        ([" Sw "], "Sw"),
    ],
)
def test_forms(text: Any, expected: str) -> None:
    assert sorted(parse(text)) == sorted(parse(expected))


@pytest.mark.parametrize(("letter", "glyphs"), HAN.items())
@pytest.mark.parametrize(("colour", "signs"), HAN_COLOURS.items())
def test_every_sign_of_every_card(letter: str, glyphs: str, colour: str, signs: str) -> None:
    """A glyph never implies a colour: each goes with each."""
    card = letter + colour
    digit = str(KINGS_TO_FOOTMEN.index(letter) + 1)
    spellings = [card, digit + colour] + [glyph + colour for glyph in glyphs] + [sign + glyph for sign in signs for glyph in glyphs]
    assert canonical(spellings) == (card,) * len(spellings)
    assert {canonical(spelling) for spelling in spellings} == {(card,)}


FAULTS = [
    ("KKr x", [("unknown-card", 4)]),
    ("KK", [("missing-colour", 0)]),
    ("Kr GG Er", [("missing-colour", 3)]),
    ("11 23r", [("missing-colour", 0)]),
    ("KKW", [("upper-case-colour", 2)]),
    ("kkr", [("lower-case-piece", 0), ("lower-case-piece", 1)]),
    ("rhcr", [("colour-without-piece", 0), ("lower-case-piece", 1), ("lower-case-piece", 2)]),
    ("Kr r", [("colour-without-piece", 3)]),
    ("紅", [("colour-without-piece", 0)]),
    ("紅 將", [("colour-without-piece", 0), ("missing-colour", 2)]),
    ("將紅", [("missing-colour", 0), ("colour-without-piece", 1)]),
    ("紅將r", [("two-colours", 2)]),
    ("Kr 🀄 Gr", [("unknown-card", 3)]),
    ("K8r", [("unknown-card", 1)]),
    ("Kr,Gr", [("unknown-card", 2)]),
    ("Ｋr", [("unknown-card", 0)]),
    ("\ud83dr", [("unknown-card", 0)]),
    ("Kr\u200bGr", [("unknown-card", 2)]),
]


@pytest.mark.parametrize(("text", "expected"), FAULTS)
def test_every_fault_has_its_place(text: str, expected: list[tuple[str, int]]) -> None:
    with pytest.raises(InputError) as error:
        parse(text, "/melds/1/cards")
    found = [(fault.code, fault.position) for fault in error.value.faults]
    assert found == expected
    assert {fault.pointer for fault in error.value.faults} == {"/melds/1/cards"}
    assert all(fault.message(lang) for fault in error.value.faults for lang in LANGS)


@pytest.mark.parametrize(
    ("entries", "place"),
    [
        (["Kr", "KKr"], "/hand/1"),
        (["Kr", ""], "/hand/1"),
        (["x", "Kr"], "/hand/0"),
        (["Kr", "Gr", "Sw Sw"], "/hand/2"),
        (["紅將士"], "/hand/0"),
    ],
)
def test_a_list_holds_one_card_an_entry(entries: list[str], place: str) -> None:
    with pytest.raises(InputError) as error:
        parse(entries)
    assert {fault.pointer for fault in error.value.faults} == {place}


def test_faults_are_kept_few() -> None:
    with pytest.raises(InputError) as error:
        parse("x" * 2000)
    assert len(error.value.faults) == 20


@given(cards)
def test_what_is_written_is_read_back(kinds: list[int]) -> None:
    assert sorted(parse(write(kinds))) == sorted(kinds)
    names = [NAMES[kind] for kind in kinds]
    assert parse(names) == parse("".join(names)) == parse(" ".join(names)) == kinds
    assert canonical(names) == tuple(names)


@given(cards, st.randoms())
def test_any_spelling_is_read(kinds: list[int], random: Any) -> None:
    """Each card in a form of its own, words parted by white space."""
    words = []
    for kind in kinds:
        letter, colour = NAMES[kind]
        piece = random.choice([letter, str(KINGS_TO_FOOTMEN.index(letter) + 1), *HAN[letter]])
        words.append(random.choice([piece + colour, *(sign + piece for sign in HAN_COLOURS[colour])]))
    assert parse(" ".join(words)) == parse(words) == kinds


signs = st.sampled_from("KGERHCSkgerhcsrygw1234567890 \t將帥士象車馬包卒兵紅黃綠白红🀄,") | st.characters()


@given(st.text(signs, max_size=40) | st.lists(st.text(signs, max_size=4), max_size=8))
def test_any_text_is_read_or_refused(text: Any) -> None:
    """Nothing but InputError, and the quick reader and the careful one agree."""
    try:
        kinds = parse(text)
    except InputError as error:
        for fault in error.faults:
            assert fault.position is None or (isinstance(text, list) or 0 <= fault.position < len(text))
            assert fault.message()
        with pytest.raises(InputError):
            places(text)
    else:
        assert [place.kind for place in places(text)] == kinds
        assert parse(write(kinds)) == sorted(kinds, key=lambda kind: (kind % 4, kind))


def test_places_name_each_card() -> None:
    assert [(NAMES[kind], pointer, at) for kind, pointer, at in places("KGr 白卒", "/hand")] == [
        ("Kr", "/hand", 0),
        ("Gr", "/hand", 1),
        ("Sw", "/hand", 5),
    ]


def test_the_deck() -> None:
    assert len(DECK) == 112
    assert {DECK.count(name) for name in NAMES} == {4}


def test_faces_tell_every_card_apart_without_colour() -> None:
    assert [face.card for face in FACES] == list(NAMES)
    assert len({(face.glyph, face.mark) for face in FACES}) == 28
    assert all(parse([face.glyph + face.card[1]]) == [kind] for kind, face in enumerate(FACES))
    assert all(len({face.names[lang] for face in FACES}) == 28 for lang in LANGS)


def test_words_are_there_in_all_languages() -> None:
    texts = game("si-se-pai").texts
    for code in texts.codes():
        assert set(texts.languages(code)) == set(LANGS), code
