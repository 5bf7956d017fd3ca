"""Errors that carry data and a code. Input that is wrong raises `InputError`, which holds one `Fault` per thing wrong."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from solver.text import COMMON, LANGS, Lang, Texts


class Words(dict[Lang, str]):
    """The same words by language, as data of a fault; an object that a caller sent is no such thing."""


class Fault:
    """One thing wrong with the input.

    `pointer` is a JSON pointer into the request, `position` the place in a text (characters from 0) where there is one,
    `code` never changes, `data` is what the message is made of: values, or words by language; `position` goes in by itself.
    """

    __slots__ = ("code", "data", "pointer", "position", "texts")

    def __init__(self, code: str, pointer: str = "", position: int | None = None, texts: Texts = COMMON, **data: Any) -> None:
        self.code = code
        self.pointer = pointer
        self.position = position
        self.texts = texts
        self.data: Mapping[str, Any] = data

    def message(self, lang: Lang = "en") -> str:
        """The fault in words."""
        data = {key: value[lang] if isinstance(value, Words) else value for key, value in self.data.items()}
        if self.position is not None:
            data["position"] = self.position
        return self.texts(self.code, lang, **data)

    def __repr__(self) -> str:
        place = "" if self.position is None else f" at {self.position}"
        return f"{self.pointer or '/'}{place}: {self.message()}"


class LipaiError(Exception):
    """Whatever this library raises on purpose."""


class InputError(LipaiError):
    """The request can't be understood or can't be. Holds every fault found, at least one."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(map(repr, self.faults)))


class UnknownGameError(LipaiError):
    """No game has this id."""

    def __init__(self, game: str, games: tuple[str, ...]) -> None:
        self.fault = Fault("unknown-game", game=game, games=", ".join(games))
        super().__init__(self.fault.message())


class UnknownOperationError(LipaiError):
    """The game does not list this operation."""

    def __init__(self, game: str, operation: str) -> None:
        self.fault = Fault("unknown-operation", game=game, operation=operation)
        super().__init__(self.fault.message())


class InternalError(LipaiError):
    """An arrangement failed the check that stands apart from the engines: a fault of the program, never of the input."""


def refuse(code: str, pointer: str = "", position: int | None = None, texts: Texts = COMMON, **data: Any) -> InputError:
    """An `InputError` with a single fault, ready to raise."""
    return InputError((Fault(code, pointer, position, texts, **data),))


def escape(key: object) -> str:
    """One step of a JSON pointer (RFC 6901)."""
    return str(key).replace("~", "~0").replace("/", "~1")


_TYPES = {
    "string_type": "text",
    "string_unicode": "text",
    "int_type": "whole",
    "int_from_float": "whole",
    "int_parsing": "whole",
    "float_type": "number",
    "float_parsing": "number",
    "finite_number": "finite",
    "bool_type": "boolean",
    "bool_parsing": "boolean",
    "list_type": "list",
    "dict_type": "object",
    "model_type": "object",
    "model_attributes_type": "object",
    "none_required": "null",
}
_RANGES = {
    "greater_than_equal": ("ge", "at-least"),
    "less_than_equal": ("le", "at-most"),
    "greater_than": ("gt", "more-than"),
    "less_than": ("lt", "less-than"),
    "too_short": ("min_length", "items-or-more"),
    "too_long": ("max_length", "items-or-fewer"),
    "string_too_short": ("min_length", "characters-or-more"),
    "string_too_long": ("max_length", "characters-or-fewer"),
    "int_parsing_size": ("", "smaller"),
}


def words(code: str, **data: Any) -> Words:
    """What was expected, in every language."""
    return Words((lang, COMMON(f"expected-{code}", lang, **data)) for lang in LANGS)


def _pointer(loc: Sequence[str | int], named: bool) -> str:
    """A JSON pointer to the place. `named`: the last step is a key, whatever it looks like."""
    last = len(loc) - 1
    steps = (step for index, step in enumerate(loc) if (named and index == last) or not _BRANCH.fullmatch(str(step)))
    return "".join("/" + escape(step) for step in steps)


def _fault(error: Mapping[str, Any], prefix: str) -> Fault:
    kind, context = str(error["type"]), error.get("ctx", {})
    pointer = prefix + _pointer(error["loc"], kind in ("extra_forbidden", "missing"))
    if kind == "extra_forbidden":
        return Fault("unknown-key", pointer, key=str(error["loc"][-1]))
    if kind == "missing":
        return Fault("missing-field", pointer, key=str(error["loc"][-1]))
    if kind in ("literal_error", "enum"):
        expected = str(context.get("expected", "")).replace(" or ", ", ")
        return Fault("unknown-value", pointer, value=error["input"], expected=expected)
    if kind in _TYPES:
        return Fault("wrong-type", pointer, expected=words(_TYPES[kind]))
    if kind in _RANGES:
        key, phrase = _RANGES[kind]
        limit = context.get(key, "")
        limit = int(limit) if isinstance(limit, float) and limit.is_integer() else limit
        return Fault("out-of-range", pointer, expected=words(phrase, limit=limit))
    return Fault("invalid-value", pointer, reason=str(error["msg"]))


# pydantic names the branch of a union in `loc`; a caller's JSON has no such step.
_BRANCH = re.compile(r"(constrained-)?(str|int|float|bool)|(list|dict|tuple|literal|nullable)\[.*\]", re.DOTALL)


def from_validation(errors: ValidationError | Iterable[Mapping[str, Any]], prefix: str = "") -> InputError:
    """Turn pydantic's findings into ours, each with its pointer under `prefix`. One fault for each place and code.

    Of a union every branch complains: where one complains of a part, those that only complain of the whole are left out.
    """
    found = errors.errors(include_url=False) if isinstance(errors, ValidationError) else errors
    faults: dict[tuple[str, str], Fault] = {}
    for error in found:
        fault = _fault(error, prefix)
        known = faults.setdefault((fault.pointer, fault.code), fault)
        if fault.code == "wrong-type" and fault is not known:
            faults[fault.pointer, fault.code] = _either(known, fault)
    deeper = {pointer for fault in faults.values() for pointer in _above(fault.pointer)}
    branches: dict[str, list[Fault]] = {}
    for fault in faults.values():
        if fault.code != "wrong-type" or fault.pointer not in deeper:
            branches.setdefault(fault.pointer, []).append(fault)
    # At one place a length or a range says more than "another type", which is what the other branches of a union say.
    return InputError(
        fault
        for place in branches.values()
        for fault in place
        if fault.code != "wrong-type" or all(each.code == "wrong-type" for each in place)
    )


def _either(known: Fault, other: Fault) -> Fault:
    """Two branches of a union that take different types, as one fault that names both."""
    first, second = known.data["expected"], other.data["expected"]
    if second["en"] in first["en"].split(" or "):
        return known
    both = Words((lang, COMMON("expected-either", lang, first=first[lang], second=second[lang])) for lang in LANGS)
    return Fault("wrong-type", known.pointer, expected=both)


def _above(pointer: str) -> Iterable[str]:
    while pointer:
        pointer = pointer.rpartition("/")[0]
        yield pointer
