"""Signing keys: Ed25519 as JSON Web Keys (RFC 8037), one that signs and those that did before it.

A key file is a JWK set. The key that signs is the one with its private part, `d`; keys that retired keep their public part, so that old
receipts can still be checked, and the times between which they signed. A key's id is its RFC 7638 thumbprint: it can't name another key.
"""

import base64
import os
import re
import stat
from collections.abc import Callable
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import UNSET, Struct, UnsetType

from solver.files import write_whole
from solver.ledger import clock
from solver.ledger.canonical import canonical, digest
from solver.ledger.errors import KeyFileError

_BASE64 = re.compile(r"[A-Za-z0-9_-]*", re.ASCII)


def encode64(data: bytes) -> str:
    """Base64url without padding, as JOSE has it."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode64(text: str) -> bytes:
    """The bytes of such a text. Raises ValueError for any text that `encode64` does not write."""
    if not _BASE64.fullmatch(text) or len(text) % 4 == 1:
        raise ValueError("not base64url")
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if encode64(data) != text:  # bits that nobody reads must be zero, or two texts would be one signature
        raise ValueError("not base64url as it is written")
    return data


class PublicKey(Struct, frozen=True, kw_only=True):
    """A public key as the service lists it. `used_until` is null while it signs."""

    kid: str
    x: str
    used_from: str
    used_until: str | None = None
    kty: str = "OKP"
    crv: str = "Ed25519"
    alg: str = "EdDSA"
    use: str = "sig"

    def __post_init__(self) -> None:
        """Raises ValueError for what is no Ed25519 key, or not the one that its id names."""
        if (self.kty, self.crv) != ("OKP", "Ed25519") or len(decode64(self.x)) != 32:
            raise ValueError("not an Ed25519 key")
        if self.kid != thumbprint(self.x):
            raise ValueError(f"the id of a key must be its thumbprint, {thumbprint(self.x)}")
        clock.read(self.used_from)
        if self.used_until is not None:
            clock.read(self.used_until)

    def signed(self, message: bytes, signature: str) -> bool:
        """Whether this key made the signature, a base64url text, over this message."""
        try:
            Ed25519PublicKey.from_public_bytes(decode64(self.x)).verify(decode64(signature), message)
        except (InvalidSignature, ValueError):
            return False
        return True


class PublicKeys(Struct, frozen=True):
    """A JWK set: what the service answers at `/v1/keys`, and what an offline check reads."""

    keys: tuple[PublicKey, ...]


class _FileKey(PublicKey, frozen=True, kw_only=True):
    """A key of a key file; `d` is the private part."""

    d: str | UnsetType = UNSET

    def __repr__(self) -> str:
        return f"Key({self.kid})"  # never the private part

    def public(self) -> PublicKey:
        return PublicKey(kid=self.kid, x=self.x, used_from=self.used_from, used_until=self.used_until)


class _File(Struct, frozen=True):
    keys: tuple[_FileKey, ...]


class Keys:
    """The key that signs, and every public key of the file, that one first."""

    def __init__(self, file: _File) -> None:
        signing = [(key, key.d) for key in file.keys if key.d is not UNSET]
        if len(signing) != 1:
            raise KeyFileError(f"a key file has exactly one key with its private part (d), this one has {len(signing)}")
        ((own, private),) = signing
        self._private = Ed25519PrivateKey.from_private_bytes(decode64(private))
        if encode64(self._private.public_key().public_bytes_raw()) != own.x:
            raise KeyFileError(f"the private part of the key {own.kid} does not belong to its public part")
        self.kid = own.kid
        self.public = tuple(key.public() for key in (own, *(key for key in file.keys if key is not own)))

    def sign(self, message: bytes) -> str:
        """The signature as base64url."""
        return encode64(self._private.sign(message))

    def __repr__(self) -> str:
        return f"Keys({self.kid})"


def thumbprint(x: str) -> str:
    """A key's id: the RFC 7638 thumbprint of an Ed25519 key."""
    return encode64(bytes.fromhex(digest(canonical({"crv": "Ed25519", "kty": "OKP", "x": x}))))


def parse(text: str | bytes, source: str) -> Keys:
    """The keys of a key file's text. Raises KeyFileError, which never quotes what it read."""
    try:
        return Keys(msgspec.json.decode(text, type=_File))
    except KeyFileError as error:
        raise KeyFileError(f"{source}: {error}") from None
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise KeyFileError(f"{source} holds no key file; make one with: lipai ledger key new FILE") from None


def load(path: Path) -> Keys:
    """The keys of a file. Raises KeyFileError when it is missing, unreadable, or others may read it."""
    return parse(_read(path), str(path))


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            _check_access(path, os.fstat(file.fileno()))
            return file.read(1 << 20)
    except OSError as error:
        raise KeyFileError(f"the key file {path} can't be read: {error.strerror}; make one with: lipai ledger key new {path}") from None


def _check_access(path: Path, status: os.stat_result) -> None:
    """Others have no business with a private key. A group may read one that root keeps for it, as orchestrators mount secrets."""
    allowed = stat.S_IRWXU | (stat.S_IRGRP if status.st_uid == 0 and os.geteuid() != 0 else 0)
    if stat.S_IMODE(status.st_mode) & ~allowed:
        raise KeyFileError(
            f"the key file {path} is open to others (mode {stat.S_IMODE(status.st_mode):04o}); close it with: chmod 600 {path}"
        )
    if status.st_uid not in (0, os.geteuid()):
        raise KeyFileError(f"the key file {path} belongs to another user; it must be yours or root's")


def create(path: Path) -> Keys:
    """Make a key file with a new key. Of several processes that do so at once all get the same. Raises KeyFileError."""
    return make(path) or load(path)


def make(path: Path) -> Keys | None:
    """Make a key file with a new key; None where there is one already, maybe since a moment ago. Raises KeyFileError."""
    file = _File((_new_key(),))
    try:
        _write(path, file, lambda made: os.link(made, path))
    except FileExistsError:
        return None
    return Keys(file)


def rotate(path: Path, overlap_s: int) -> Keys:
    """Put a new key in the place of the one that signs, whose private part is destroyed.

    overlap_s: seconds for which the old key's receipts still count, until every process has the new file. Raises KeyFileError.
    """
    load(path)
    file = msgspec.json.decode(_read(path), type=_File)
    until = clock.written(clock.now() + overlap_s * clock.SECOND)
    old = (msgspec.structs.replace(key, d=UNSET, used_until=until) if key.d is not UNSET else key for key in file.keys)
    made = _File((_new_key(), *old))
    _write(path, made)
    return Keys(made)


def _new_key() -> _FileKey:
    private = Ed25519PrivateKey.generate()
    x = encode64(private.public_key().public_bytes_raw())
    return _FileKey(kid=thumbprint(x), x=x, used_from=clock.written(clock.now()), d=encode64(private.private_bytes_raw()))


def _write(path: Path, file: _File, place: Callable[[Path], object] | None = None) -> None:
    """Write beside the path, closed to others from the first byte, then `place` the whole file at once."""
    try:
        write_whole(path, msgspec.json.format(msgspec.json.encode(file), indent=2) + b"\n", 0o600, place)
    except FileExistsError:
        raise
    except OSError as error:
        raise KeyFileError(f"the key file {path} can't be written: {error.strerror}") from None
