"""A request's simple fields as a URL query: `?hand=…&preset=…&top=3`."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl

from pydantic import BaseModel

from api.problems import ProblemError, problem
from solver.errors import Fault, InputError, escape

MOST_FIELDS = 100
_SCALARS = {"string", "integer", "number", "boolean"}


class Query:
    """Turns a query into the fields of a request model, so that GET and POST meet the same checks.

    `kinds` maps each field that fits a query to how it is read; `preset` stands for the rules' preset.
    """

    def __init__(self, model: type[BaseModel]) -> None:
        schema = model.model_json_schema()
        properties: dict[str, dict[str, Any]] = schema["properties"]
        self.required: list[str] = schema.get("required", [])
        self.schemas = {name: simple for name, property in properties.items() if (simple := _simple(property, schema.get("$defs", {})))}
        if "rules" in properties:
            self.schemas["preset"] = properties["rules"]["anyOf"][0]["properties"]["preset"]
        self._readers = {name: _READERS[_kind(simple)] for name, simple in self.schemas.items()}

    def fields(self, query: bytes) -> dict[str, Any]:
        """The fields as a JSON body would hold them.

        Raises InputError with each one that is unknown, repeated or unreadable; ProblemError for what is no query at all.
        """
        try:
            pairs = parse_qsl(query.decode("utf-8"), keep_blank_values=True, encoding="utf-8", errors="strict", max_num_fields=MOST_FIELDS)
        except UnicodeDecodeError as error:
            raise ProblemError(400, (Fault("not-utf-8", position=error.start),)) from None
        except ValueError:
            raise problem(422, "too-many-fields", limit=MOST_FIELDS) from None
        fields: dict[str, Any] = {}
        faults: list[Fault] = []
        for name, text in pairs:
            pointer = f"/{escape(name)}"
            if name not in self._readers:
                faults.append(Fault("unknown-key", pointer, key=name))
            elif name in fields:
                faults.append(Fault("duplicate-key", pointer, key=name))
            else:
                value = self._readers[name](text)
                if value is None:
                    faults.append(Fault("wrong-type", pointer, expected=_EXPECTED[_kind(self.schemas[name])]))
                fields[name] = value
        if faults:
            raise InputError(faults)
        if "preset" in fields:
            fields["rules"] = {"preset": fields.pop("preset")}
        return fields

    @staticmethod
    def place(fault: Fault) -> Fault:
        """A fault of the fields, with its place in the query."""
        if fault.pointer != "/rules/preset":
            return fault
        return Fault(fault.code, "/preset", fault.position, fault.texts, **fault.data)


def _simple(property: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any] | None:
    """The part of a field's schema that one text can hold: a text, a number, true or false, one of a few words."""
    if "$ref" in property:
        property = definitions[property["$ref"].rsplit("/", 1)[1]]
    if "anyOf" in property:
        parts = [simple for part in property["anyOf"] if (simple := _simple(part, definitions))]
        parts.sort(key=lambda part: _kind(part) != "string")
        return (
            {**{key: property[key] for key in ("description", "default") if property.get(key) is not None}, **parts[0]} if parts else None
        )
    return property if property.get("type") in _SCALARS or _words(property) else None


def _words(property: dict[str, Any]) -> bool:
    return all(isinstance(word, str) for word in property.get("enum", [property.get("const")]))


def _kind(simple: dict[str, Any]) -> str:
    return str(simple.get("type", "string"))


def _integer(text: str) -> int | None:
    return int(text) if re.fullmatch(r"-?[0-9]{1,300}", text) else None


def _number(text: str) -> float | None:
    if not re.fullmatch(r"-?[0-9]{1,300}(\.[0-9]{1,300})?([eE][+-]?[0-9]{1,3})?", text):
        return None
    value = float(text)
    return None if abs(value) == float("inf") else value


_READERS: dict[str, Callable[[str], Any]] = {
    "string": str,
    "integer": _integer,
    "number": _number,
    "boolean": {"true": True, "false": False}.get,
}
_EXPECTED = {"integer": "a whole number", "number": "a number", "boolean": "true or false"}
