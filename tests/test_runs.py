"""Cards written in runs: the quick reader reads what the careful one reads, and refuses what that refuses, with the same faults."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cards.runs import Notation, Slips
from solver.errors import InputError
from solver.games.si_se_pai.cards import NOTATION as FOUR_COLOURS
from solver.games.zi_pai.cards import NOTATION as TWO_SUITS
from solver.text import Texts

SLIPS = Slips("no-suit", "no-piece", "upper-case-suit", "lower-case-piece", "two-suits")
TEXTS = Texts({code: dict.fromkeys(("en", "zh", "vi"), "{text!r}") for code in ("one-card", *SLIPS)})
# Every way of writing at once: two pieces (A or 1, B) in two suits (x, y), suits that open a run (( and <), a sign that is a card.
TOY = Notation(TEXTS, SLIPS, pieces=("A1", "B"), suits="xy", openers=("(", "<"), whole={"*": 3}, copies=2)


def read(notation: Notation, text: str | list[str], careful: bool) -> object:
    """The kinds, or what is wrong."""
    try:
        return [place.kind for place in notation.places(text)] if careful else notation.parse(text)
    except InputError as error:
        return [(fault.code, fault.pointer, fault.position, fault.message()) for fault in error.faults]


def test_names_and_deck() -> None:
    assert TOY.name_of == ("Ax", "Ay", "Bx", "By")
    assert TOY.deck == ("Ax", "Ax", "Ay", "Ay", "Bx", "Bx", "By", "By")
    assert TOY.write(TOY.parse("By Ax Bx Ax")) == "AABx By"


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Ax By", [0, 3]),
        ("AABx", [0, 0, 2]),
        ("AAxBy", [0, 0, 3]),
        ("1x1y", [0, 1]),
        ("(AB <A", [0, 2, 1]),
        ("*Ax*", [3, 0, 3]),
        ("** Bx", [3, 3, 2]),
        (" \t\n", []),
    ],
)
def test_every_way_of_writing(text: str, kinds: list[int]) -> None:
    assert TOY.parse(text) == kinds
    assert [place.kind for place in TOY.places(text)] == kinds


@pytest.mark.parametrize(
    ("text", "code", "position"),
    [
        ("AB", "no-suit", 0),
        ("Ax B", "no-suit", 3),
        ("x", "no-piece", 0),
        ("Axx", "no-piece", 2),
        ("(Ax", "two-suits", 2),
        ("(", "no-piece", 0),
        ("ax", "lower-case-piece", 0),
        ("AX", "upper-case-suit", 1),
        ("A?x", "unknown-card", 1),
    ],
)
def test_every_slip(text: str, code: str, position: int) -> None:
    with pytest.raises(InputError) as error:
        TOY.parse(text)
    assert (error.value.faults[0].code, error.value.faults[0].position) == (code, position)


def test_all_short_texts_are_read_alike_by_both_readers() -> None:
    """Every text of up to four of these signs, right or wrong: 22,621 of them."""
    signs = "A1Bxy(<* aX?"
    for length in range(5):
        for text in map("".join, product(signs, repeat=length)):
            assert read(TOY, text, careful=False) == read(TOY, text, careful=True), text


@pytest.mark.parametrize("notation", [FOUR_COLOURS, TWO_SUITS], ids=["four colours", "two suits"])
@given(data=st.data())
def test_the_games_texts_are_read_alike_by_both_readers(notation: Notation, data: st.DataObject) -> None:
    signs = [*notation.pieces, *notation.suits, *notation.openers, *notation.whole, " ", "\n", "?", "k", "R", "\ufe0f"]
    text = data.draw(
        st.one_of(st.text(st.sampled_from(signs), max_size=12), st.lists(st.sampled_from([*notation.name_of, *signs]), max_size=6))
    )
    assert read(notation, text, careful=False) == read(notation, text, careful=True)
