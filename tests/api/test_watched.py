"""A file that is read again when it has changed."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from api.watched import Watched
from solver.errors import LipaiError


def number(file: Path) -> int:
    try:
        return int(file.read_text())
    except (OSError, ValueError) as error:
        raise LipaiError(str(error)) from None


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "number"
    file.write_text("1")
    return file


def test_it_is_looked_at_once_a_second_and_read_when_it_changed(file: Path) -> None:
    now = [0.0]
    watched = Watched(file, number, logging.getLogger("x"), "it stays", lambda: now[0])
    file.write_text("22")
    assert (watched.renewed(), watched.content) == (False, 1)
    now[0] = 1.0
    assert (watched.renewed(), watched.content) == (True, 22)
    now[0] = 2.0
    assert not watched.renewed()


def test_one_that_can_not_be_read_changes_nothing_and_is_told_once(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    """It is tried at every look all the same: the fault may be none of the file's."""
    now, broken = [0.0], [False]

    def read(path: Path) -> int:
        if broken[0]:
            raise LipaiError("no more files can be opened")
        return number(path)

    watched = Watched(file, read, logging.getLogger("x"), "it stays", lambda: now[0])
    file.write_text("22")
    broken[0] = True
    for now[0] in (1.0, 2.0, 3.0):
        assert (watched.renewed(), watched.content) == (False, 1)
    assert [record.getMessage() for record in caplog.records] == ["it stays: no more files can be opened"]
    broken[0], now[0] = False, 4.0
    assert (watched.renewed(), watched.content) == (True, 22)


def test_at_the_start_it_must_be_readable(tmp_path: Path) -> None:
    with pytest.raises(LipaiError):
        Watched(tmp_path / "none", number, logging.getLogger("x"), "it stays")
