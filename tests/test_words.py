"""Whoever fills in a form of a game's rules reads them in the own language: every rule, every value to choose, every preset has words."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from solver.game import WORDS, Game, games
from solver.render import WORDS as RENDERED
from solver.text import LANGS, Texts

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "api" / "web"
PAGE = set(re.findall(r'^  "?([\w-]+)"?: \[', "".join((WEB / name).read_text() for name in ("texts.js", "words.js")), re.MULTILINE))
# Fields that no form shows, and letters and figures of cards, which are names in every language.
COMMON = {"hand", "rules", "objective", "top", "engine", "deadline_ms", "lang", "label", "preset", "slot"}
PLAIN = re.compile(r"[\dA-Z]+")


def parts(schema: Any, definitions: dict[str, Any], at: str = "") -> Iterator[tuple[str, str]]:
    """Every field's name and every value to choose in a schema, as ("field", name) and ("choice", value)."""
    if isinstance(schema, list):
        for part in schema:
            yield from parts(part, definitions, at)
        return
    if not isinstance(schema, dict):
        return
    if "$ref" in schema:
        schema = definitions[schema["$ref"].rsplit("/", 1)[1]]
    for name, field in schema.get("properties", {}).items():
        if name not in COMMON:
            yield "field", name
            yield from parts(field, definitions, name)
    for value in (*schema.get("enum", ()), *((schema["const"],) if "const" in schema else ())):
        if isinstance(value, str):
            yield "choice", value
    for key in ("anyOf", "items", "additionalProperties"):
        yield from parts(schema.get(key), definitions, at)


def said(game: Game, kind: str, code: str) -> bool:
    """Whether the page has words for it, its own or the game's, as `formWords` looks for them."""
    own = ("label", "natural", "bonus") if kind == "field" else ("choice", "natural", "bonus")
    if kind == "choice" and code in game.objectives:
        return bool(game.objective_names(code))
    known = {*(f"{one}-{code}" for one in own), f"kind-{code}"} & set(game.texts.codes())
    general = {f"field-{code}", f"choice-{code}", f"slot-{code}"} if kind == "choice" else {f"field-{code}"}
    return bool(known or general & PAGE or PLAIN.fullmatch(code) or code in dict(game.slots))


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_rule_and_choice_has_words(game: Game) -> None:
    wanted = set(parts(game.presets.inline_schema(), {}))
    for operation in game.operations.values():
        schema = operation.request.model_json_schema()
        wanted |= set(parts(schema, schema.get("$defs", {})))
    assert sorted((kind, code) for kind, code in wanted if not said(game, kind, code)) == []
    assert [name for name in game.presets if f"preset-{name}" not in game.texts] == []


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_words_are_served_in_three_languages(game: Game) -> None:
    words = game.describe()["words"]
    assert set(words) == {*WORDS, "objective"}
    assert list(words["objective"]) == list(game.objectives)
    for texts in (text for kind in words.values() for text in kind.values()):
        assert set(texts) == set(LANGS)
        assert all(text and "{" not in text for text in texts.values())


def test_objectives_are_named_in_one_place() -> None:
    """In their own file, of which every word is some game's; neither the page nor the command has words of its own for them."""
    table = tomllib.loads((ROOT / "solver" / "objectives.toml").read_text(encoding="utf-8"))
    used = {objective for game in games() for objective in game.objectives if f"objective-{objective}" not in game.texts}
    assert set(table) == used
    assert {f"choice-{objective}" for objective in used} & PAGE == set()
    assert [code for code in RENDERED.codes() if code.startswith("objective-")] == []


def test_a_game_can_name_its_objectives_itself() -> None:
    (game,) = (game for game in games() if game.id == "zi-pai")
    own = {"en": "one", "zh": "二", "vi": "ba"}
    other = replace(game, texts=Texts({"objective-points": own}))
    assert other.objective_names("points") == own != game.objective_names("points")
    assert game.objective_names("beauty") == {"en": "beauty", "zh": "beauty", "vi": "beauty"}
