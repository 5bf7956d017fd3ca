"""Canonical JSON (RFC 8785): one text for one value, so that equal claims have equal hashes, whoever computes them.

One thing goes beyond the RFC, which knows doubles only: a whole number beyond 2^53 is written with all its digits, never rounded.
"""

import hashlib
import math
from json.encoder import encode_basestring as _text
from typing import Any


def canonical(value: Any) -> str:
    """The canonical text of what JSON can say. Raises ValueError for what it can't (NaN, infinities), TypeError for other types."""
    parts: list[str] = []
    _write(value, parts.append)
    return "".join(parts)


def digest(text: str) -> str:
    """SHA-256 of a text in UTF-8, as 64 hex digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def _write(value: Any, put: Any) -> None:
    kind = type(value)
    if kind is str:
        put(_text(value))
    elif value is None:
        put("null")
    elif kind is bool:
        put("true" if value else "false")
    elif kind is int:
        put(str(value))
    elif kind is float:
        put(number(value))
    elif kind is dict:
        before = "{"
        for key in value if len(value) < 2 else sorted(value, key=_order):
            put(f"{before}{_text(key)}:")
            _write(value[key], put)
            before = ","
        put("}" if value else "{}")
    elif kind is list or kind is tuple:
        before = "["
        for part in value:
            put(before)
            _write(part, put)
            before = ","
        put("]" if value else "[]")
    else:
        raise TypeError(f"{kind.__name__} is nothing that JSON has")


def _order(key: str) -> bytes:
    """Keys stand in the order of their UTF-16 code units, which differs from that of characters beyond U+D7FF only."""
    return key.encode("utf-16-be")


def number(value: float) -> str:
    """A double as ECMAScript writes it: the shortest digits that read back the same, an exponent below 1e-6 and from 1e21 on."""
    if not math.isfinite(value):
        raise ValueError(f"{value} is no JSON number")
    if value == 0:
        return "0"
    sign = "-" if value < 0 else ""
    mantissa, _, exponent = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))  # digits before the decimal point
    digits = digits.rstrip("0")
    count = len(digits)
    if count <= point <= 21:
        return sign + digits + "0" * (point - count)
    if 0 < point <= 21:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    power = f"{point - 1:+d}"
    return f"{sign}{digits[0]}{'.' if count > 1 else ''}{digits[1:]}e{power}"
