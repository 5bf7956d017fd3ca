"""Receipts: what a verdict was, in a few signed fields, to be checked by anyone who has the public keys."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from solver.errors import InputError, refuse
from solver.ledger import clock
from solver.ledger.canonical import canonical, digest
from solver.ledger.keys import Keys, PublicKey
from solver.text import Lang, Texts

TEXTS = Texts.load(Path(__file__).with_name("texts.toml"))
FORMAT: Literal["lipai-verdict-1"] = "lipai-verdict-1"
SKEW = 300 * clock.SECOND
"""How far the clocks of the machines that sign and that make keys may be apart."""


class Receipt(Struct, frozen=True, forbid_unknown_fields=True):
    """A verdict in short. The signature, Ed25519 as base64url, is over the canonical JSON (RFC 8785) of all other fields.

    claim_hash: SHA-256 of the canonical JSON of `{"game": …, "request": …}`, the request as sent, without `lang`.
    verdict_hash: the same of the whole answer as given, without `receipt`.
    stored: true promises that the ledger holds the verdict for good; false that the verdict is ours and no more.
    """

    format: Literal["lipai-verdict-1"]
    id: str
    game: str
    claim_hash: str
    verdict_hash: str
    rules_hash: str
    build: str
    valid: bool
    points: int
    issued_at: str
    stored: bool
    key_id: str
    signature: str

    def same(self, other: "Receipt") -> bool:
        """Whether both are of one verdict, be it stored or not."""
        return _essence(self) == _essence(other)


def _essence(receipt: Receipt) -> Receipt:
    return msgspec.structs.replace(receipt, stored=False, signature="")


class Found(Struct, frozen=True):
    """What a check found. `genuine`: one of our keys signed exactly this, in its time. `stored`: the ledger has it; null if not asked."""

    result: str
    genuine: bool
    stored: bool | None = None

    def message(self, lang: Lang) -> str:
        """The result in words."""
        return TEXTS(self.result, lang)


GENUINE = Found("genuine", True)


def claim_of(game: str, fields: Mapping[str, Any]) -> str:
    """The canonical claim. The language is no part of it: it changes words only."""
    return canonical({"game": game, "request": {key: value for key, value in fields.items() if key != "lang"}})


def sign(keys: Keys, **fields: Any) -> Receipt:
    """A signed receipt of these fields."""
    unsigned = Receipt(format=FORMAT, key_id=keys.kid, signature="", **fields)
    return msgspec.structs.replace(unsigned, signature=keys.sign(message(unsigned)))


def unstored(receipt: Receipt, keys: Keys) -> Receipt:
    """The same receipt without the promise."""
    fields = {name: getattr(receipt, name) for name in receipt.__struct_fields__ if name not in ("format", "key_id", "signature", "stored")}
    return sign(keys, stored=False, **fields)


def message(receipt: Receipt) -> bytes:
    """What is signed."""
    fields = msgspec.to_builtins(receipt)
    del fields["signature"]
    return canonical(fields).encode()


def check(receipt: Receipt, keys: Iterable[PublicKey], verdict: Mapping[str, Any] | None = None, claim: str | None = None) -> Found:
    """Check a receipt without a ledger; with the verdict or the canonical claim that it is said to be of, those too."""
    key = next((key for key in keys if key.kid == receipt.key_id), None)
    if key is None:
        return Found("unknown-key", False)
    if not key.signed(message(receipt), receipt.signature):
        return Found("altered", False)
    issued = clock.read(receipt.issued_at)
    until = clock.read(key.used_until) if key.used_until is not None else None
    if issued < clock.read(key.used_from) - SKEW or (until is not None and issued > until + SKEW):
        return Found("outside-key-time", False)
    if verdict is not None and _hash(verdict) != receipt.verdict_hash:
        return Found("other-verdict", False)
    if claim is not None and digest(claim) != receipt.claim_hash:
        return Found("other-claim", False)
    return GENUINE


def _hash(verdict: Mapping[str, Any]) -> str | None:
    """The hash of a verdict; None for what no answer can hold: NaN, an infinity, half a character, levels without end."""
    try:
        return digest(canonical(verdict))
    except (ValueError, RecursionError):
        return None


def parse(document: Any) -> tuple[Receipt, dict[str, Any] | None]:
    """The receipt in a document, and the verdict beside it: a whole answer to `verify`, its `receipt` alone, or that in an object.

    Raises InputError for what holds no receipt. A receipt of wrong content is none of that: `check` says so.
    """
    verdict: dict[str, Any] | None = None
    pointer, inside = "", document
    if isinstance(document, dict) and "receipt" in document:
        pointer, inside = "/receipt", document["receipt"]
        verdict = {key: value for key, value in document.items() if key != "receipt"} or None
    elif isinstance(document, dict) and not document.keys() & {"format", "signature"}:
        raise refuse("receipt-missing", texts=TEXTS)
    try:
        return msgspec.convert(inside, Receipt), verdict
    except msgspec.ValidationError as error:
        raise _refuse(str(error), pointer) from None


_AT = re.compile(r"(.*) - at `\$(.*)`", re.DOTALL)


def _refuse(reason: str, pointer: str) -> InputError:
    at = _AT.fullmatch(reason)
    return refuse("no-receipt", pointer + at[2].replace(".", "/") if at else pointer, texts=TEXTS, reason=at[1] if at else reason)
