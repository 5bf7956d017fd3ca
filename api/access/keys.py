"""API keys: how one is made, what is kept of it, and how it is known again.

A key is `lipai_<id>_<secret>`. The id is public: it stands in logs and in the file. The secret is 160 random bits, and only the SHA-256 of
the whole key is kept. A slow hash (argon2, scrypt) is for passwords, which people choose and others can guess; nobody guesses 160 random
bits, so a fast one gives nothing away and costs a microsecond a request, not fifty milliseconds. Comparing takes the same time wherever
two hashes differ, and as long for an id that is unknown.
"""

import base64
import hashlib
import hmac
import logging
import re
import secrets
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from api.access.rates import parse_rates
from api.access.scopes import Scope
from api.problems import ProblemError, problem
from api.watched import Watched
from solver.errors import LipaiError

log = logging.getLogger("lipai.access")

_KEY = re.compile(rb"lipai_([a-z2-7]{8})_[a-z2-7]{32}", re.ASCII)


class KeysError(LipaiError):
    """The keys can't be read; the message says where and what would be right."""


def _is_rate(text: str) -> str:
    parse_rates(text)
    return text


class Key(BaseModel):
    """What is kept of a key. Times carry their zone; `rate` is a limit of its own in place of the service's (`100/minute`)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: Annotated[str, Field(pattern=r"^[a-z2-7]{8}$")]
    hash: Annotated[str, Field(pattern=r"^sha256:[0-9a-f]{64}$")]
    scopes: Annotated[tuple[Scope, ...], Field(min_length=1)]
    note: Annotated[str, Field(max_length=200)] = ""
    created: AwareDatetime
    expires: AwareDatetime | None = None
    revoked: AwareDatetime | None = None
    rate: Annotated[str, AfterValidator(_is_rate)] | None = None


_NOBODY = Key(id="a" * 8, hash="sha256:" + "0" * 64, scopes=("arrange",), created=datetime.fromtimestamp(0, UTC))
"""Whom an unknown id is compared with: the same steps as for a known one."""


class Keys(BaseModel):
    """The file of keys: one JSON object."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    keys: tuple[Key, ...] = ()


def new(
    scopes: tuple[Scope, ...], note: str = "", expires: datetime | None = None, rate: str | None = None, now: datetime | None = None
) -> tuple[str, Key]:
    """A new key: its text, which is told once and kept nowhere, and what is kept of it."""
    id = _base32(5)
    text = f"lipai_{id}_{_base32(20)}"
    made = (now or datetime.now(UTC)).replace(microsecond=0)
    return text, Key(id=id, hash=hash_of(text.encode()), scopes=scopes, note=note, created=made, expires=expires, rate=rate)


def _base32(size: int) -> str:
    return base64.b32encode(secrets.token_bytes(size)).decode().lower()


def hash_of(text: bytes) -> str:
    """What is kept in place of a key."""
    return f"sha256:{hashlib.sha256(text).hexdigest()}"


def parse_keys(text: str | bytes, place: str) -> dict[str, Key]:
    """The keys of a file or a setting, by id. Raises KeysError, which quotes no value."""
    try:
        keys = Keys.model_validate_json(text).keys
    except ValidationError as error:
        faults = "; ".join(f"{'/'.join(map(str, fault['loc'])) or 'the whole'}: {fault['msg']}" for fault in error.errors()[:3])
        raise KeysError(f'{place}: {faults}. It must be {{"keys": [...]}} as `lipai keys new` writes it') from None
    by_id = {key.id: key for key in keys}
    if len(by_id) != len(keys):
        raise KeysError(f"{place}: an id is there twice")
    return by_id


def read_file(path: Path, setting: str = "") -> dict[str, Key]:
    """The keys of a file, which a setting may have named. Raises KeysError."""
    named = f"{setting}: " if setting else ""
    try:
        return parse_keys(path.read_bytes(), f"{named}{path}")
    except OSError as error:
        raise KeysError(f"{named}{unread(path, error)}") from None


def unread(path: Path, error: OSError) -> str:
    """Why the file can't be read or written, and what would help where we know."""
    if isinstance(error, IsADirectoryError):
        return f"{path} is a folder; name a file in it"
    if isinstance(error, FileNotFoundError):
        if not path.parent.is_dir():
            return f"{path}: the folder {path.parent} is not there; make it first"
        return f"{path}: {error.strerror}. `lipai keys new --file {path}` makes it"
    return f"{path}: {error.strerror}"


class Ring:
    """The keys in force: those of a setting, and those of a file, which is read again within a second after it has changed."""

    def __init__(
        self,
        inline: str = "",
        file: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Raises KeysError for keys that can't be read."""
        self._inline = parse_keys(inline, "LIPAI_KEYS") if inline else {}
        self._file = (
            Watched(file, partial(read_file, setting="LIPAI_KEYS_FILE"), log, "the keys stay as they were", clock) if file else None
        )
        self._now = now
        self._keys = self._inline | (self._file.content if self._file else {})

    def __len__(self) -> int:
        return len(self._keys)

    def find(self, text: bytes) -> Key:
        """The key of this text. Raises ProblemError 401: an unknown id and a wrong secret are told alike."""
        if self._file and self._file.renewed():
            self._keys = self._inline | self._file.content
            log.warning("keys read again: %d", len(self._keys))
        match = _KEY.fullmatch(text)
        key = self._keys.get(match[1].decode(), _NOBODY) if match else _NOBODY
        right = hmac.compare_digest(hash_of(text[:200]), key.hash)
        if key is _NOBODY or not right:
            raise unauthorized("key-unknown")
        if key.revoked:
            raise unauthorized("key-revoked")
        if key.expires and key.expires <= self._now():
            raise unauthorized("key-expired")
        return key


def unauthorized(code: str) -> ProblemError:
    """401 with its challenge (RFC 6750)."""
    why = b"" if code == "key-missing" else b', error="invalid_token"'
    return problem(401, code, headers=[(b"www-authenticate", b'Bearer realm="lipai"' + why)])
