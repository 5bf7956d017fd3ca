"""Every text that the program asks for by name is there, with all that it fills in: read from the source, for some are rarely said."""

from __future__ import annotations

import ast
import importlib
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from api.problems import TEXTS as OF_SERVICE
from solver.text import COMMON, LANGS, Texts

ROOT = Path(__file__).resolve().parents[1]
MODULES = sorted(path for folder in ("solver", "api") for path in (ROOT / folder).rglob("*.py"))
CATALOGUES = [
    Texts.load(path)
    for folder in ("solver", "api")
    for path in (ROOT / folder).rglob("*.toml")
    if path.name in ("texts.toml", "render.toml")
]
CODE_AT = {"Fault": 0, "refuse": 0, "problem": 1, "unauthorized": 0}
"""Which argument is the code, by function. `TEXTS`, `COMMON` and their like are called with it first."""

OF_WHICHEVER = {"word", "say", "line", "texts"}
"""Called with the code first, on a catalogue that is known when they run."""


class Said(NamedTuple):
    """A text asked for. texts: the catalogue; None where only running tells. names: what is filled in; None where only running tells."""

    place: str
    code: str
    texts: Texts | None
    names: frozenset[str] | None


def said() -> Iterator[Said]:
    for path in MODULES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                function = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
                found = _said(node, function, name)
                if found is not None:
                    yield found


def _said(node: ast.Call, function: str, module: str) -> Said | None:
    asks = function.isupper() and isinstance(_value(module, function), Texts)
    at = 0 if asks or function in OF_WHICHEVER else CODE_AT.get(function)
    if at is None or len(node.args) <= at or any(isinstance(arg, ast.Starred) for arg in node.args[: at + 1]):
        return None
    code = node.args[at]
    if not isinstance(code, ast.Constant) or not isinstance(code.value, str):
        return None
    keywords = {keyword.arg: keyword.value for keyword in node.keywords}
    texts: Texts | None
    if asks:
        texts = _value(module, function)
    elif function in OF_WHICHEVER:
        return Said(f"{module}:{node.lineno}", code.value, None, None)
    elif function in ("problem", "unauthorized"):
        texts = OF_SERVICE
    elif "texts" in keywords:
        given = keywords["texts"]
        texts = _value(module, given.id) if isinstance(given, ast.Name) and given.id.isupper() else None
    else:
        texts = COMMON if len(node.args) < 4 else None
    names = None if None in keywords else frozenset(name for name in keywords if name not in (None, "texts", "headers"))  # type: ignore[misc]
    return Said(f"{module}:{node.lineno}", code.value, texts, names)


def _value(module: str, name: str) -> Any:
    return getattr(importlib.import_module(module), name, None)


ALL = list(said())


def test_many_are_found() -> None:
    """A search that finds nothing would make the test below pass for ever."""
    assert len(ALL) > 200
    assert sum(each.texts is not None and each.names is not None for each in ALL) > 100
    assert {"too-many-fields", "key-unknown", "not-json", "wrong-type", "unknown-game"} <= {each.code for each in ALL}


@pytest.mark.parametrize("each", ALL, ids=lambda each: f"{each.place}-{each.code}")
def test_it_is_there(each: Said) -> None:
    holders = [each.texts] if each.texts is not None else CATALOGUES
    codes = (each.code, f"violation-{each.code}")  # claims say the latter by its end
    own = next(((texts, code) for texts in holders for code in codes if code in texts), None)
    assert own is not None, f"{each.place} says {each.code}, which is in no catalogue"
    texts = own[0].languages(own[1])
    assert set(texts) == set(LANGS)
    if each.names is None:
        return
    for text in texts.values():
        asked = {name for _, name, _, _ in string.Formatter().parse(text) if name}
        assert asked <= each.names | {"position"}, f"{each.place} does not say {asked - each.names}"
