"""JSON bodies, read strictly: what one reader could take for something else is refused, never repaired.

400 is for what is no JSON (RFC 8259) in UTF-8. JSON that means different things to different readers is a 422 with its place: a key given
twice, a number no reader holds, half of a surrogate pair, nesting beyond the limit.
"""

import json
from time import perf_counter
from typing import Any, NoReturn

import msgspec

from api.http import Call
from api.limits import read_body
from api.problems import MOST_ERRORS, TEXTS, ProblemError, problem
from api.settings import Settings
from solver.errors import Fault, escape

_decode = msgspec.json.Decoder().decode
_LONGEST_INTEGER = 300  # digits; a double holds 308


def parse(body: bytes, depth: int) -> Any:
    """The value that the body holds: objects as dicts, lists as lists, nested no deeper than `depth`.

    Raises ProblemError with the place of each thing wrong.
    """
    try:
        value = _decode(body)
        # A fast proof that no key is lost: every key, the second of a pair too, has its colon. Colons within texts take the careful way.
        if body.count(b":") == _keys(value, depth):
            return value
    except (msgspec.DecodeError, _TooDeepError, RecursionError):
        pass
    return _parse_with_care(body, depth)


async def read_json(call: Call, settings: Settings) -> tuple[Any, float]:
    """The value in a request's body, and when the body had come (`perf_counter`). Raises what `read_body` and `parse` raise."""
    body = await read_body(call, settings.body_limit, settings.body_s)
    begun = perf_counter()
    return parse(body, settings.depth_limit), begun


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


def _parse_with_care(body: bytes, depth: int) -> Any:
    if not body.strip(b" \t\r\n"):
        raise problem(400, "empty-body")
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise problem(400, "not-utf-8", position=error.start) from None
    try:
        value = json.loads(text, object_pairs_hook=_Object, parse_int=_integer, parse_float=_float, parse_constant=_constant)
    except json.JSONDecodeError as error:
        raise problem(400, "not-json", position=error.pos) from None
    except _NoConstantError as error:
        raise problem(400, "not-json", position=max(0, text.find(str(error)))) from None
    except RecursionError:
        raise problem(422, "too-deep", limit=depth) from None
    faults: list[Fault] = []
    plain = _plain(value, "", depth, depth, faults)
    if faults:
        raise ProblemError(422, faults)
    return plain


def _plain(value: Any, pointer: str, depth: int, limit: int, faults: list[Fault]) -> Any:
    """The value without our marks; what is wrong with it is added to `faults`, up to as many as a problem shows."""
    if len(faults) >= MOST_ERRORS:
        return None
    if isinstance(value, str):
        if not _is_unicode(value):
            faults.append(Fault("not-unicode", pointer, texts=TEXTS))
        return value
    if isinstance(value, _TooLarge):
        faults.append(Fault("number-out-of-range", pointer, texts=TEXTS))
        return 0
    if not isinstance(value, list):
        return value
    if not depth:
        faults.append(Fault("too-deep", pointer, texts=TEXTS, limit=limit))
        return None
    if not isinstance(value, _Object):
        return [_plain(part, f"{pointer}/{index}", depth - 1, limit, faults) for index, part in enumerate(value)]
    result: dict[str, Any] = {}
    for key, part in value:
        if not _is_unicode(key):
            faults.append(Fault("not-unicode", pointer, texts=TEXTS))
            continue
        place = f"{pointer}/{escape(key)}"
        if key in result:
            faults.append(Fault("duplicate-key", place, texts=TEXTS, key=key))
        result[key] = _plain(part, place, depth - 1, limit, faults)
    return result


def _is_unicode(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
