"""What people read: numbers and their words agree, nothing invisible stands in a message, all types that a field takes are named."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

import solver
from solver import sheets
from solver.errors import InputError
from solver.game import Example, Game, game, games
from solver.render import View
from solver.text import LANGS, Lang, Texts, visible

ROOT = Path(__file__).resolve().parent.parent
CATALOGUES = sorted(path for folder in ("solver", "api") for name in ("texts.toml", "render.toml") for path in (ROOT / folder).rglob(name))


def test_a_word_agrees_with_its_number() -> None:
    texts = Texts({"held": {"en": "{count} {count:card is|cards are} held", "zh": "{count} 张", "vi": "{count} lá"}})
    assert [texts("held", "en", count=count) for count in (0, 1, 2, "1", "1,000")] == [
        "0 cards are held",
        "1 card is held",
        "2 cards are held",
        "1 card is held",
        "1,000 cards are held",
    ]
    assert texts("held", "vi", count=1) == "1 lá"
    assert texts.languages("held")["en"] == "{count} cards are held"


def test_two_numbers_in_one_text_agree_each_for_itself() -> None:
    texts = Texts({"both": {"en": "{a} {a:point|points}, {b} {b:point|points}"}})
    assert [texts("both", "en", a=a, b=b) for a, b in ((1, 2), (2, 1), (1, 1))] == [
        "1 point, 2 points",
        "2 points, 1 point",
        "1 point, 1 point",
    ]


NUMBERS = frozenset({"claimed", "count", "distance", "expected", "full", "limit", "minimum", "points", "rows", "shown", "size", "value"})


def _with_ones(path: Path, code: str) -> str:
    """The English text with every number in it being one."""
    raw = tomllib.loads(path.read_text())[code]["en"]
    fields = {name for _, name, _, _ in Formatter().parse(raw) if name}
    return Texts.load(path)(code, "en", **{name: 1 if name in NUMBERS else "x" for name in fields}) if fields else raw


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_english_text_is_right_for_one(path: Path) -> None:
    """No `1 cards` anywhere."""
    said = {code: _with_ones(path, code) for code in Texts.load(path).codes()}
    assert {
        code: text for code, text in said.items() if re.search(r"\b1 (?:bonus )?(?:(?!is\b|has\b|bonus\b)\w+s\b|are\b|have\b)", text)
    } == {}


def test_the_catalogues_are_found() -> None:
    """A search that finds nothing would make the test above pass for ever."""
    names = {str(path.relative_to(ROOT)) for path in CATALOGUES}
    common = {"solver/texts.toml", "solver/render.toml", "solver/explain/texts.toml", "solver/ledger/texts.toml", "api/texts.toml"}
    assert common <= names
    assert len(names) == len(common) + len(games())


# Invisible characters


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("A♥\ufe0f", "A♥<U+FE0F>"),
        ("A\u200bs", "A<U+200B>s"),
        ("\x1b[31m", "<U+001B>[31m"),
        ("a\u00a0b", "a<U+00A0>b"),
        ("a\u2028b\nc", "a<U+2028>b<U+000A>c"),
        ("\u0301", "<U+0301>"),
        ("\u3164\u2800", "<U+3164><U+2800>"),
        ("\U000e0100", "<U+E0100>"),
        ("e\u0301 紅將 🂡 đ", "e\u0301 紅將 🂡 đ"),
    ],
)
def test_what_nobody_sees_is_shown_by_its_number(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_quotes_are_those_of_plain_text() -> None:
    texts = Texts({"no": {"en": "{text!r} no"}})
    said = {text: texts("no", "en", text=text) for text in ("x", "it's", "\u200b", "'\u200b")}
    assert list(said.values()) == ["'x' no", '"it\'s" no', "'<U+200B>' no", '"\'<U+200B>" no']
    assert texts("no", "en", text=["\ufe0f"]) == "['<U+FE0F>'] no"


UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def messages(id: str, hand: Any) -> list[str]:
    """What is said of a hand in every language; nothing where it can be read."""
    try:
        game(id).parse(hand)
    except InputError as error:
        return [fault.message(lang) for fault in error.faults for lang in LANGS]
    return []


@pytest.mark.parametrize("id", [each.id for each in games()])
@given(text=st.text(st.one_of(st.characters(), st.sampled_from("\ufe0f\u200d\u200b\x00\x1b\u202e ")), min_size=1, max_size=12))
def test_no_message_about_a_hand_holds_what_nobody_sees(id: str, text: str) -> None:
    said = "".join(messages(id, text) + messages(id, [text]))
    assert [sign for sign in said if unicodedata.category(sign) in UNSEEN or "\ufe00" <= sign <= "\ufe0f"] == []


# Types


def _takers(schema: Mapping[str, Any]) -> Iterator[str]:
    """The fields at the top of a request that take a text or a list."""
    for name, field in schema["properties"].items():
        types = {option.get("type") for option in field.get("anyOf", ())}
        if {"string", "array"} <= types:
            yield name


BOTH = {"en": "a text or a list", "zh": "文本或列表", "vi": "văn bản hoặc danh sách"}
CARD_FIELDS = [
    (each.id, name, field)
    for each in games()
    for name, operation in each.operations.items()
    for field in _takers(operation.request.model_json_schema())
]


@pytest.mark.parametrize(("id", "operation", "field"), CARD_FIELDS)
@pytest.mark.parametrize("value", [5, {"a": 1}, True])
def test_a_field_that_takes_a_text_or_a_list_says_both(id: str, operation: str, field: str, value: Any) -> None:
    with pytest.raises(InputError) as error:
        solver.perform(id, operation, {field: value})
    (fault,) = [fault for fault in error.value.faults if fault.pointer == f"/{field}"]
    assert fault.code == "wrong-type"
    assert all(words in fault.message(lang) for lang, words in BOTH.items() if lang in LANGS)


def test_an_entry_of_another_type_is_told_alone() -> None:
    with pytest.raises(InputError) as error:
        solver.arrange("chuo-pai", hand=["66", 5])
    assert [(fault.pointer, fault.message()) for fault in error.value.faults] == [("/hand/1", "this must be a text")]


# The command's sheets

WORKED = [
    (each, example) for each in games() for example in each.examples if example.operation in ("arrange", "verify", "settle", "advise")
]


def sheet(found: Game, example: Example, lang: Lang) -> str:
    """What the command shows for a worked hand, as plain text."""
    answer = solver.perform(found.id, example.operation, dict(example.request) | {"lang": lang})
    view = View(found, lang, plain=True)
    drawn = {
        "arrange": lambda: view.answer(answer),
        "verify": lambda: view.verdict(answer),
        "settle": lambda: sheets.settlement(view, answer),
        "advise": lambda: sheets.advice(view, _plain(answer)),
    }[example.operation]()
    console = Console(width=400, no_color=True, markup=False, highlight=False)
    with console.capture() as capture:
        console.print(drawn)
    return capture.get()


def _plain(answer: Any) -> Any:
    import msgspec

    return msgspec.to_builtins(answer)


@pytest.mark.parametrize(("found", "example"), WORKED, ids=[f"{each.id}-{example.id}" for each, example in WORKED])
def test_no_english_word_stands_on_a_chinese_sheet(found: Game, example: Example) -> None:
    """Codes that a caller types (presets, objectives, engines, names of players) stay as they are."""
    codes = {*found.presets, *found.objectives, *found.engines, "cp-sat", example.request.get("label")}
    codes |= {player["name"] for player in example.request.get("players", ())}
    text = sheet(found, example, "zh")
    words = set(re.findall(r"(?<![\w-])[a-z][a-z-]{2,}(?![\w-])", text))
    assert words - codes == set()
