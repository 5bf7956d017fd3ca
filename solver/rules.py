"""Rules as data: presets read from TOML, single values overridden by the caller, every value checked, the whole hashed."""

import hashlib
import json
import tomllib
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, WithJsonSchema

from solver.errors import from_validation, refuse, words
from solver.result import RulesInfo

Overrides = Annotated[dict[str, Any], Field(max_length=40)] | None
"""`{"preset": name, key: value, …}`: a preset and the single values that differ from it."""


class Rules(BaseModel):
    """Base of each game's frozen rules. `preset` names where they started; every other field is a value in force."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    preset: str

    @cached_property
    def info(self) -> RulesInfo:
        """Preset and digest, as answers carry them."""
        return RulesInfo(preset=self.preset, hash=self.digest)

    @cached_property
    def digest(self) -> str:
        """16 hex digits over every value in force; the preset's name is no part of it."""
        values = self.model_dump(mode="json", exclude={"preset"})
        return hashlib.sha256(json.dumps(values, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:16]

    def __hash__(self) -> int:
        return hash(self.digest)


R = TypeVar("R", bound=Rules)


def _merge(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in over.items():
        below = merged.get(key)
        merged[key] = _merge(below, value) if isinstance(below, Mapping) and isinstance(value, Mapping) else value
    return merged


class Presets(Generic[R]):
    """The presets of a game, from a TOML file: one table per preset, the first the default, `base` naming another to start from."""

    def __init__(self, model: type[R], path: Path) -> None:
        tables: dict[str, dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))
        self.model = model
        self.values: dict[str, dict[str, Any]] = {}
        for name, table in tables.items():
            base = self.values.get(table.pop("base", ""), {})
            self.values[name] = _merge(base, table) | {"preset": name}
        self.rules: dict[str, R] = {name: model.model_validate(values) for name, values in self.values.items()}
        self.default: R = next(iter(self.rules.values()))
        self._resolved: dict[str, R] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(self.rules)

    def __getitem__(self, name: str) -> R:
        return self.rules[name]

    def resolve(self, overrides: Mapping[str, Any] | None, pointer: str = "/rules") -> R:
        """The rules that a request asks for. Equal requests share one object, so engines may cache by it.

        Raises InputError with the place of each unknown key, preset, type or value.
        """
        if not overrides:
            return self.default
        if overrides.keys() == {"preset"} and isinstance(overrides["preset"], str) and overrides["preset"] in self.rules:
            return self.rules[overrides["preset"]]
        try:
            key = json.dumps(overrides, sort_keys=True, separators=(",", ":"), default=str)
        except (ValueError, RecursionError, TypeError):  # a number of thousands of digits, endless nesting, keys of mixed types
            raise refuse("wrong-type", pointer, expected=words("plain")) from None
        known = self._resolved.get(key)
        if known is not None:
            return known
        name = overrides.get("preset", self.default.preset)
        if not isinstance(name, str):
            raise refuse("wrong-type", f"{pointer}/preset", expected=words("text"))
        if name not in self.values:
            raise refuse("unknown-value", f"{pointer}/preset", value=name, expected=", ".join(self.values))
        try:
            rules = self.model.model_validate(_merge(self.values[name], overrides))
        except ValidationError as error:
            raise from_validation(error, pointer) from None
        if len(self._resolved) >= 1024:
            self._resolved.clear()
        self._resolved[key] = rules
        return rules

    def schema(self) -> dict[str, Any]:
        """JSON Schema of the overrides: every key of the rules, none required, `preset` one of the names."""
        schema = self.model.model_json_schema()
        for part in (schema, *schema.get("$defs", {}).values()):
            part.pop("required", None)
        schema["properties"]["preset"] = {"enum": list(self.rules), "default": self.default.preset, "title": "Preset"}
        return schema

    def overrides(self) -> Any:
        """The type of a request's `rules` field for this game: open for the validator here, exact in the schema."""
        return Annotated[Overrides, WithJsonSchema({"anyOf": [self.inline_schema(), {"type": "null"}]})]

    def inline_schema(self) -> dict[str, Any]:
        """`schema()` without `$defs`, each definition put where it is used, so that it can stand inside another document."""
        schema = self.schema()
        definitions = schema.pop("$defs", {})

        def inline(node: Any) -> Any:
            if isinstance(node, dict):
                if "$ref" in node:
                    return inline(definitions[node["$ref"].rsplit("/", 1)[1]])
                return {key: inline(value) for key, value in node.items()}
            return [inline(value) for value in node] if isinstance(node, list) else node

        result: dict[str, Any] = inline(schema)
        return result
