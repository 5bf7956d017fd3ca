"""One value, one text: held against another implementation of RFC 8785, and against the RFC's own numbers."""

from __future__ import annotations

import json
import struct

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from solver.ledger.canonical import canonical, number

SAFE = 2**53 - 1
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-SAFE, SAFE) | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=20,
)


@given(VALUES)
def test_it_is_what_another_implementation_writes(value: object) -> None:
    assert canonical(value).encode() == rfc8785.dumps(value)  # type: ignore[arg-type]


@given(VALUES)
def test_reading_it_and_writing_it_again_changes_nothing(value: object) -> None:
    text = canonical(value)
    assert canonical(json.loads(text)) == text


# RFC 8785, appendix B: the bits of a double, and its text.
NUMBERS = {
    "0000000000000000": "0",
    "8000000000000000": "0",
    "0000000000000001": "5e-324",
    "8000000000000001": "-5e-324",
    "7fefffffffffffff": "1.7976931348623157e+308",
    "ffefffffffffffff": "-1.7976931348623157e+308",
    "4340000000000000": "9007199254740992",
    "c340000000000000": "-9007199254740992",
    "4430000000000000": "295147905179352830000",
    "44b52d02c7e14af5": "9.999999999999997e+22",
    "44b52d02c7e14af6": "1e+23",
    "44b52d02c7e14af7": "1.0000000000000001e+23",
    "444b1ae4d6e2ef4e": "999999999999999700000",
    "444b1ae4d6e2ef4f": "999999999999999900000",
    "444b1ae4d6e2ef50": "1e+21",
    "3eb0c6f7a0b5ed8c": "9.999999999999997e-7",
    "3eb0c6f7a0b5ed8d": "0.000001",
    "41b3de4355555553": "333333333.3333332",
    "41b3de4355555554": "333333333.33333325",
    "41b3de4355555555": "333333333.3333333",
    "41b3de4355555556": "333333333.3333334",
    "41b3de4355555557": "333333333.33333343",
    "becbf647612f3696": "-0.0000033333333333333333",
    "43143ff3c1cb0959": "1424953923781206.2",
}


@pytest.mark.parametrize(("bits", "text"), NUMBERS.items())
def test_numbers_of_the_rfc(bits: str, text: str) -> None:
    assert number(struct.unpack(">d", bytes.fromhex(bits))[0]) == text


def test_keys_stand_in_the_order_of_their_utf_16() -> None:
    """U+1F600 comes before U+FB33, since its first half is D83D: the RFC's own example."""
    text = canonical({"\ufb33": 1, "\U0001f600": 2, "\u20ac": 3, "\r": 4, "1": 5, "ö": 6})
    assert text == '{"\\r":4,"1":5,"ö":6,"€":3,"\U0001f600":2,"\ufb33":1}'


def test_a_whole_number_keeps_all_its_digits() -> None:
    """Beyond 2^53 the RFC rounds, and two claims would be one."""
    assert canonical([2**53 + 1, -(10**30)]) == "[9007199254740993,-1000000000000000000000000000000]"


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1, 2}, b"x", {1: 2}])
def test_what_json_has_not_is_refused(value: object) -> None:
    with pytest.raises((TypeError, ValueError, AttributeError)):
        canonical({"a": value, "b": [value]})
