"""A receipt that was changed in any way is no receipt."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import InputError
from solver.ledger import clock, keys
from solver.ledger.keys import Keys, PublicKey, encode64
from solver.ledger.receipt import Receipt, check, message, parse, unstored
from solver.ledger.store import Record
from tests.ledger.records import key, record

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


@pytest.fixture(scope="module")
def signing(tmp_path_factory: pytest.TempPathFactory) -> Keys:
    return key(tmp_path_factory.mktemp("keys"))


@pytest.fixture(scope="module")
def genuine(signing: Keys) -> Record:
    return record(signing)


def found(receipt: Receipt, public: tuple[PublicKey, ...]) -> str:
    return check(receipt, public).result


def test_a_receipt_of_ours_is_genuine(signing: Keys, genuine: Record) -> None:
    verdict = json.loads(genuine.verdict)
    assert check(genuine.receipt, signing.public, verdict, genuine.claim).genuine
    assert found(unstored(genuine.receipt, signing), signing.public) == "genuine"


def test_anyone_can_check_it_by_the_two_rfcs_alone(signing: Keys, genuine: Record) -> None:
    """With another implementation of RFC 8785 and the key as RFC 8037 has it, and none of our code."""
    import base64

    import rfc8785

    fields = json.loads(msgspec.json.encode(genuine.receipt))
    signature = base64.urlsafe_b64decode(fields.pop("signature") + "==")
    public = Ed25519PublicKey.from_public_bytes(base64.urlsafe_b64decode(signing.public[0].x + "="))
    public.verify(signature, rfc8785.dumps(fields))


def test_every_character_of_the_signature_counts(signing: Keys, genuine: Record) -> None:
    """Each of the 86 characters replaced by each of the 63 others, though the last holds four bits that no decoder reads."""
    text = genuine.receipt.signature
    assert len(text) == 86
    for place, right in enumerate(text):
        for wrong in ALPHABET if place in (0, 85) else (ALPHABET[(ALPHABET.index(right) + 1) % 64], ALPHABET[ALPHABET.index(right) ^ 32]):
            if wrong != right:
                altered = msgspec.structs.replace(genuine.receipt, signature=text[:place] + wrong + text[place + 1 :])
                assert found(altered, signing.public) == "altered", (place, wrong)


@given(st.text(max_size=100) | st.binary(min_size=64, max_size=64).map(encode64) | st.binary(max_size=80).map(encode64))
def test_no_other_signature_does(signing: Keys, genuine: Record, signature: str) -> None:
    assert found(msgspec.structs.replace(genuine.receipt, signature=signature), signing.public) == "altered"


@pytest.mark.parametrize("ending", ["=", "==", "\n", " ", "A", "\u00e9"])
def test_nothing_may_hang_on_a_signature(signing: Keys, genuine: Record, ending: str) -> None:
    assert found(msgspec.structs.replace(genuine.receipt, signature=genuine.receipt.signature + ending), signing.public) == "altered"


def test_a_signature_has_one_form(signing: Keys, genuine: Record) -> None:
    """S and S + L are the same number modulo the order L of the curve; only the smaller is a signature (RFC 8032, 5.1.7)."""
    raw = keys.decode64(genuine.receipt.signature)
    order = 2**252 + 27742317777372353535851937790883648493
    larger = int.from_bytes(raw[32:], "little") + order
    altered = msgspec.structs.replace(genuine.receipt, signature=encode64(raw[:32] + larger.to_bytes(32, "little")))
    assert found(altered, signing.public) == "altered"


FIELDS = [name for name in Receipt.__struct_fields__ if name not in ("format", "signature", "key_id")]


@given(st.data())
def test_every_field_counts(signing: Keys, genuine: Record, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(FIELDS))
    known = getattr(genuine.receipt, name)
    others: dict[type, st.SearchStrategy[Any]] = {
        bool: st.just(not known if isinstance(known, bool) else None),
        int: st.integers(),
        str: st.text(st.characters(exclude_categories=["Cs"])) | st.integers(0, len(str(known)) - 1).map(lambda at: _other(str(known), at)),
    }
    value = data.draw(others[type(known)].filter(lambda value: value != known))
    assert found(msgspec.structs.replace(genuine.receipt, **{name: value}), signing.public) == "altered"


def _other(text: str, at: int) -> str:
    return text[:at] + chr(ord(text[at]) ^ 1) + text[at + 1 :]


@given(st.integers(0, 5000), st.integers(0, 255))
def test_every_byte_of_the_file_counts(signing: Keys, genuine: Record, at: int, byte: int) -> None:
    """Whatever byte is changed, what comes out is no JSON, no receipt, not genuine, or the very same receipt."""
    text = bytearray(msgspec.json.encode(genuine.receipt))
    text[at % len(text)] = byte
    try:
        receipt, verdict = parse(msgspec.json.decode(text))
    except (msgspec.DecodeError, InputError):
        return
    assert verdict is None
    assert receipt == genuine.receipt or not check(receipt, signing.public).genuine


def test_a_key_of_someone_else_is_unknown(tmp_path: Path, signing: Keys) -> None:
    forged = record(key(tmp_path)).receipt
    assert found(forged, signing.public) == "unknown-key"
    assert found(msgspec.structs.replace(forged, key_id=signing.kid), signing.public) == "altered"


def test_the_verdict_and_the_claim_beside_it_count(signing: Keys, genuine: Record) -> None:
    verdict = json.loads(genuine.verdict)
    assert check(genuine.receipt, signing.public, verdict | {"lost": 0.5}).result == "other-verdict"
    assert check(genuine.receipt, signing.public, verdict, genuine.claim.replace("first", "second")).result == "other-claim"


def test_a_retired_key_signs_nothing_new(tmp_path: Path, signing: Keys) -> None:
    """Who steals an old key can't sign what happens today; its own receipts stay genuine."""
    (public,) = signing.public
    issued = clock.now()
    old = msgspec.structs.replace(public, used_until=clock.written(issued - 400 * clock.SECOND))
    assert found(record(signing, issued).receipt, (old,)) == "outside-key-time"
    before = record(signing, clock.read(public.used_from)).receipt
    assert found(before, (msgspec.structs.replace(public, used_until=clock.written(issued)),)) == "genuine"
    assert found(record(signing, clock.read(public.used_from) - 400 * clock.SECOND).receipt, (public,)) == "outside-key-time"


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"points": "7"}, "/points"),
        ({"points": 7.5}, "/points"),
        ({"valid": 1}, "/valid"),
        ({"valid": None}, "/valid"),
        ({"format": "lipai-verdict-2"}, "/format"),
        ({"winner": "east"}, ""),
        ({"id": ["x"]}, "/id"),
    ],
)
def test_what_is_no_receipt_is_refused_with_its_place(genuine: Record, change: dict[str, Any], pointer: str) -> None:
    """A field that nobody signed is no part of a receipt."""
    document = msgspec.to_builtins(genuine.receipt) | change
    for below, body in (("", document), ("/receipt", {"receipt": document})):
        with pytest.raises(InputError) as refused:
            parse(body)
        assert [(fault.code, fault.pointer) for fault in refused.value.faults] == [("no-receipt", below + pointer)]
        assert all(fault.message(lang) for fault in refused.value.faults for lang in ("en", "zh", "vi"))  # type: ignore[arg-type]


@pytest.mark.parametrize("body", [None, 7, "x", [], {}, {"receipt": None}, {"receipt": []}])
def test_hostile_documents_are_refused(body: Any) -> None:
    with pytest.raises(InputError):
        parse(body)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "\ud800"])
def test_a_verdict_that_no_answer_can_hold_is_another(genuine: Record, signing: Keys, value: Any) -> None:
    """Python's reader takes what JSON does not have."""
    assert check(genuine.receipt, signing.public, {"valid": value}).result == "other-verdict"


def test_what_is_signed_has_no_signature(genuine: Record) -> None:
    assert b'"signature"' not in message(genuine.receipt)
    assert b'"stored":true' in message(genuine.receipt)
