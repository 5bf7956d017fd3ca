"""JSON read strictly: what one reader could take for something else is refused, never repaired.

JSON (RFC 8259) in UTF-8 that means different things to different readers has a fault with its place: a key given twice, a number no reader
holds, half of a surrogate pair, nesting beyond the limit.
"""

import json
from codecs import BOM_UTF8
from typing import Any, NoReturn

import msgspec

from solver.errors import Fault, InputError, escape, refuse
from solver.text import COMMON

DEPTH = 32
"""How deep objects and lists are nested where nothing else is said."""
MOST_FAULTS = 100
_MARKED = COMMON.under("marked-")
_decode = msgspec.json.Decoder().decode
_LONGEST_INTEGER = 300  # digits; a double holds 308


class NotJsonError(InputError):
    """This is no JSON in UTF-8."""


def read(text: bytes, depth: int = DEPTH, pointer: str = "") -> Any:
    """The value that the text holds: objects as dicts, lists as lists, nested no deeper than `depth`.

    pointer: where the text stands. Raises NotJsonError, and InputError with the place of each thing that can be taken in several ways.

    >>> read(b'{"hand": ["Kr"]}')
    {'hand': ['Kr']}
    """
    try:
        value = _decode(text)
        # A fast proof that no key is lost: every key, the second of a pair too, has its colon. Colons within texts take the careful way.
        if text.count(b":") == _keys(value, depth):
            return value
    except (msgspec.DecodeError, _TooDeepError, RecursionError):
        pass
    return _read_with_care(text, depth, pointer)


class _TooDeepError(Exception):
    """Nesting beyond the limit."""


def _keys(value: Any, depth: int) -> int:
    """Keys in all objects of the value. Raises _TooDeepError."""
    kind = type(value)
    if kind is dict:
        count, below = len(value), value.values()
    elif kind is list:
        count, below = 0, value
    else:
        return 0
    if not depth:
        raise _TooDeepError
    for part in below:
        kind = type(part)
        if kind is dict or kind is list:
            count += _keys(part, depth - 1)
    return count


class _Object(list[tuple[str, Any]]):
    """A JSON object with all its pairs, repeated keys too."""


class _TooLarge:
    """A number that can't be held."""


def _integer(text: str) -> Any:
    return int(text) if len(text) <= _LONGEST_INTEGER else _TooLarge()


def _float(text: str) -> Any:
    value = float(text)
    return value if abs(value) != float("inf") else _TooLarge()


class _NoConstantError(Exception):
    """NaN and Infinity are no JSON."""


def _constant(name: str) -> NoReturn:
    raise _NoConstantError(name)


def _read_with_care(text: bytes, depth: int, pointer: str) -> Any:
    if text.startswith(BOM_UTF8):
        raise NotJsonError((Fault("not-json", pointer, 0, _MARKED),))
    try:
        signs = text.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotJsonError((Fault("not-utf-8", pointer, error.start),)) from None
    try:
        value = json.loads(signs, object_pairs_hook=_Object, parse_int=_integer, parse_float=_float, parse_constant=_constant)
    except json.JSONDecodeError as error:
        raise NotJsonError((Fault("not-json", pointer, error.pos),)) from None
    except _NoConstantError as error:
        raise NotJsonError((Fault("not-json", pointer, max(0, signs.find(str(error)))),)) from None
    except RecursionError:
        raise refuse("too-deep", pointer, limit=depth) from None
    faults: list[Fault] = []
    plain = _plain(value, pointer, depth, depth, faults)
    if faults:
        raise InputError(faults)
    return plain


def _plain(value: Any, pointer: str, depth: int, limit: int, faults: list[Fault]) -> Any:
    """The value without our marks; what is wrong with it is added to `faults`, up to MOST_FAULTS."""
    if len(faults) >= MOST_FAULTS:
        return None
    if isinstance(value, str):
        if not _is_unicode(value):
            faults.append(Fault("not-unicode", pointer))
        return value
    if isinstance(value, _TooLarge):
        faults.append(Fault("number-out-of-range", pointer))
        return 0
    if not isinstance(value, list):
        return value
    if not depth:
        faults.append(Fault("too-deep", pointer, limit=limit))
        return None
    if not isinstance(value, _Object):
        return [_plain(part, f"{pointer}/{index}", depth - 1, limit, faults) for index, part in enumerate(value)]
    result: dict[str, Any] = {}
    for key, part in value:
        if not _is_unicode(key):
            faults.append(Fault("not-unicode", pointer))
            continue
        place = f"{pointer}/{escape(key)}"
        if key in result:
            faults.append(Fault("duplicate-key", place, key=key))
        result[key] = _plain(part, place, depth - 1, limit, faults)
    return result


def _is_unicode(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
