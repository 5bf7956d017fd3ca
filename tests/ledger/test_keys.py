"""The private key is nobody else's business, and a public one stays listed for ever."""

from __future__ import annotations

import json
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from solver.ledger import clock, keys
from solver.ledger.errors import KeyFileError
from solver.ledger.keys import PublicKey, decode64, encode64, thumbprint


def test_a_new_key_file_is_closed_to_others(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        made = keys.create(tmp_path / "key")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600
    assert [each.name for each in tmp_path.iterdir()] == ["key"]
    assert keys.load(tmp_path / "key").public == made.public


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o620, 0o604, 0o666, 0o601])
def test_a_file_that_others_may_open_is_refused(tmp_path: Path, mode: int) -> None:
    keys.create(tmp_path / "key")
    (tmp_path / "key").chmod(mode)
    with pytest.raises(KeyFileError, match=rf"key is open to others \(mode {mode:04o}\); close it with: chmod 600 "):
        keys.load(tmp_path / "key")


@pytest.mark.parametrize("text", ["[" * 200_000, '{"x": ' + "[" * 200_000, "[]", "", "\ufeff{}", '{"keys": [{"n": ' + "[" * 200_000])
def test_what_is_no_key_file_is_told_in_the_usual_words(tmp_path: Path, text: str) -> None:
    """However deep it is nested."""
    path = tmp_path / "key"
    path.touch(0o600)
    path.write_text(text)
    for read in (keys.load, lambda path: keys.rotate(path, 0)):
        with pytest.raises(KeyFileError, match="holds no key file; make one with: lipai ledger key new FILE"):
            read(path)


def test_several_processes_that_make_the_file_get_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as threads:
        assert len({made.kid for made in threads.map(lambda _: keys.create(tmp_path / "key"), range(32))}) == 1


def test_rotation_keeps_the_old_public_key_and_destroys_the_private_one(tmp_path: Path) -> None:
    path = tmp_path / "key"
    first = keys.create(path)
    second = keys.rotate(path, 60)
    third = keys.rotate(path, 60)
    assert [key.kid for key in third.public] == [third.kid, second.kid, first.kid]
    assert [key.used_until is None for key in third.public] == [True, False, False]
    written = json.loads(path.read_text())["keys"]
    assert ["d" in key for key in written] == [True, False, False]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    until = clock.read(third.public[1].used_until or "")
    assert clock.now() < until <= clock.now() + 60 * clock.SECOND
    signature = first.sign(b"x")
    assert third.public[2].signed(b"x", signature)
    assert not third.public[0].signed(b"x", signature)


def test_an_id_is_the_thumbprint_of_rfc_8037() -> None:
    """Appendix A.3 of the RFC."""
    assert thumbprint("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo") == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"


def _file(tmp_path: Path, change: dict[str, Any]) -> str:
    made = keys.create(tmp_path / "key")
    document = json.loads((tmp_path / "key").read_text())
    document["keys"][0] |= change
    assert document["keys"][0]["kid"] == made.kid or "kid" in change
    return json.dumps(document)


@pytest.mark.parametrize(
    "change",
    [
        {"d": encode64(b"1" * 32)},
        {"d": encode64(b"1" * 31)},
        {"d": "***"},
        {"x": encode64(b"1" * 32)},
        {"kid": "mine"},
        {"kty": "RSA"},
        {"used_from": "yesterday"},
        {"used_until": "2026-11-30"},
    ],
)
def test_a_broken_key_file_is_refused_and_never_quoted(tmp_path: Path, change: dict[str, Any]) -> None:
    text = _file(tmp_path, change)
    secret = json.loads(text)["keys"][0]["d"]
    with pytest.raises(KeyFileError) as refused:
        keys.parse(text, "LIPAI_LEDGER_KEY")
    assert "LIPAI_LEDGER_KEY" in str(refused.value)
    assert secret not in str(refused.value)
    assert refused.value.__cause__ is None


def test_a_file_with_no_key_that_signs_or_with_two_is_refused(tmp_path: Path) -> None:
    document = json.loads((keys.create(tmp_path / "key") and (tmp_path / "key")).read_text())
    twice = {"keys": document["keys"] * 2}
    none = {"keys": [{key: value for key, value in document["keys"][0].items() if key != "d"}]}
    for wrong, count in ((twice, 2), (none, 0)):
        with pytest.raises(KeyFileError, match=f"has {count}"):
            keys.parse(json.dumps(wrong), "file")


def test_the_private_key_is_in_no_repr(tmp_path: Path) -> None:
    made = keys.create(tmp_path / "key")
    secret = json.loads((tmp_path / "key").read_text())["keys"][0]["d"]
    read = msgspec.json.decode((tmp_path / "key").read_bytes(), type=keys._File)
    assert secret not in repr(made) + repr(made.public) + repr(read) + str(made.__dict__)
    assert secret.encode() not in msgspec.json.encode(keys.PublicKeys(made.public))


def test_a_missing_file_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(KeyFileError, match=r"no: can't be read|can't be read.*lipai ledger key new"):
        keys.load(tmp_path / "no")
    with pytest.raises(KeyFileError, match="can't be written"):
        keys.create(tmp_path / "no" / "key")


def test_a_public_key_names_itself(tmp_path: Path) -> None:
    """Nobody can put his own key under an id of ours."""
    ours = keys.create(tmp_path / "a").public[0]
    theirs = keys.create(tmp_path / "b").public[0]
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(msgspec.to_builtins(theirs) | {"kid": ours.kid}, PublicKey)


@pytest.mark.parametrize("text", ["A", "AB=", "A+", "A/", "é", "AB\n", "AB "])
def test_only_base64url_as_it_is_written(text: str) -> None:
    with pytest.raises(ValueError, match="base64url"):
        decode64(text)


def test_times_are_read_as_they_are_written() -> None:
    assert clock.read(clock.written(1)) == 1
    assert clock.written(0) == "1970-01-01T00:00:00.000000Z"
    for text in ("2026-11-30T04:00:00Z", "2026-11-30T04:00:00.000000+00:00", "2026-11-30 04:00:00.000000Z", "", "Z"):
        with pytest.raises(ValueError, match=r"time|isoformat"):
            clock.read(text)
