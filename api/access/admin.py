"""Making, listing and revoking keys in a file, for `lipai keys`. Two at once do not undo each other, and the file is never half-written."""

import fcntl
import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from api.access.keys import Key, KeysError, new, read_file, unread
from api.access.rates import parse_rates
from api.access.scopes import SCOPES, Scope
from solver.files import write_whole

_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


def create(file: str, scopes: list[str], note: str, expires: str | None, rate: str | None) -> tuple[str, Key]:
    """A new key in the file, which is made if it is not there: its text and what is kept. Raises KeysError."""
    given: list[Scope] = [scope for scope in SCOPES if scope in scopes]
    if unknown := [scope for scope in scopes if scope not in SCOPES]:
        raise KeysError(f"{', '.join(unknown)}: no such scope; there are {', '.join(SCOPES)}")
    if rate:
        try:
            parse_rates(rate)
        except ValueError as error:
            raise KeysError(str(error)) from None
    now = datetime.now(UTC)
    until = _time(expires, now) if expires is not None else None
    if until is not None and until <= now:
        raise KeysError(f"{expires!r} is over already; a key needs time to come, like 90d")
    text, key = new(tuple(given or SCOPES[:2]), note[:200], until, rate, now)
    with _changing(Path(file)) as (keys, write):
        if key.id in keys:
            raise KeysError("the id is taken, which chance hardly ever does; try again")
        write([*keys.values(), key])
    return text, key


def listed(file: str) -> list[tuple[Key, str]]:
    """The keys of the file with their state: `valid`, `expired`, `revoked`. Raises KeysError."""
    now = datetime.now(UTC)
    return [
        (key, "revoked" if key.revoked else "expired" if key.expires and key.expires <= now else "valid")
        for key in read_file(Path(file)).values()
    ]


def revoke(file: str, key_or_id: str) -> Key:
    """Revoke the key of this id, or this key; a running service knows within a second. Raises KeysError, which quotes no secret."""
    told = key_or_id.strip()
    match = re.fullmatch(r"(?:lipai_)?([a-z2-7]{8})(?:_.*)?", told, re.ASCII | re.DOTALL)
    if not match:
        raise KeysError("this is no key's id; `lipai keys list` shows them")
    id = match[1]
    with _changing(Path(file), must_exist=True) as (keys, write):
        if id not in keys:
            raise KeysError(f"{id}: no such key in {file}; `lipai keys list` shows them")
        key = keys[id].model_copy(update={"revoked": keys[id].revoked or datetime.now(UTC).replace(microsecond=0)})
        write([key if one == id else kept for one, kept in keys.items()])
    return key


def _time(text: str, now: datetime) -> datetime:
    """`90d`, `12h`, or a date or time as ISO 8601 has it; without a zone UTC."""
    if match := re.fullmatch(r"(\d{1,6})([mhdw])", text):
        try:
            return (now + timedelta(**{_UNITS[match[2]]: int(match[1])})).replace(microsecond=0)
        except OverflowError:
            raise KeysError(f"{text!r} is too long; write a date at most") from None
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        raise KeysError(f"{text!r} is no time; write 90d, 12h, or 2027-01-31") from None
    return time if time.tzinfo else time.replace(tzinfo=UTC)


@contextmanager
def _changing(path: Path, must_exist: bool = False) -> Iterator[tuple[dict[str, Key], Callable[[list[Key]], None]]]:
    """The file's keys and how to write them, while nobody else changes them."""
    path = path.resolve()  # a link stays one, and the file that it names is changed
    try:
        with open(path.with_name(f".{path.name}.lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield (read_file(path) if must_exist or path.exists() else {}), lambda keys: _write(path, keys)
    except OSError as error:
        raise KeysError(unread(path, error)) from None


def _write(path: Path, keys: list[Key]) -> None:
    content = {"keys": [json.loads(key.model_dump_json(exclude_none=True)) for key in keys]}

    def place(made: Path) -> None:
        if path.exists():  # whoever changes it, it stays readable for the service and for nobody else
            before = path.stat()
            ours = made.stat()
            if (before.st_uid, before.st_gid) != (ours.st_uid, ours.st_gid):
                os.chown(made, before.st_uid, before.st_gid)
            made.chmod(before.st_mode & 0o777)
        made.replace(path)

    write_whole(path, f"{json.dumps(content, indent=1, ensure_ascii=False)}\n".encode(), 0o600, place)
