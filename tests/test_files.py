"""Files that are whole or not there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from solver.files import write_whole


def test_it_replaces_what_was_there_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    for content in (b"one", b"two"):
        write_whole(file, content)
        assert file.read_bytes() == content
    assert os.listdir(tmp_path) == ["a.json"]


def test_a_secret_is_its_owner_s_alone(tmp_path: Path) -> None:
    write_whole(tmp_path / "key", b"secret", 0o600)
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600


def test_what_fails_changes_nothing(tmp_path: Path) -> None:
    """A place that is taken, or a fault of who puts it there."""
    file = tmp_path / "a.json"
    write_whole(file, b"one")
    with pytest.raises(FileExistsError):
        write_whole(file, b"two", place=lambda made: os.link(made, file))
    assert file.read_bytes() == b"one"
    assert os.listdir(tmp_path) == ["a.json"]
