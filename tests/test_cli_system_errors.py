"""What the command says of files that can't be used: plain words, never the system's numbers."""

import errno
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from solver.cli import app
from solver.cli.system_errors import plain


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOENT, "there is no such file"),
        (errno.EISDIR, "this is a folder, not a file"),
        (errno.ENOTDIR, "a file stands where a folder must be"),
        (errno.EEXIST, "something else of that name is there"),
        (errno.EACCES, "you have no permission to use it"),
        (errno.EPERM, "you have no permission to use it"),
        (errno.EIO, "input/output error"),
        (errno.EROFS, "read-only file system"),
    ],
)
def test_errors_of_the_system_in_plain_words(number: int, words: str, tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    assert plain(OSError(number, os.strerror(number), str(path))) == f"{path}: {words}"


def test_other_errors_stay_as_they_are() -> None:
    assert plain(ValueError("no")) == "no"
    assert plain(OSError("no file at all")) == "no file at all"


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    path = tmp_path / "no" / "hands.jsonl"
    assert plain(FileNotFoundError(errno.ENOENT, "x", str(path))) == f"{path}: there is no folder {path.parent}"


@pytest.mark.parametrize("given", ["none.json", "."])
def test_a_request_from_a_file_that_is_none(given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, ["arrange", "si-ki-pi", "--json-request", given], env={"COLUMNS": "200"})
    assert result.exit_code == 2
    assert "Errno" not in result.output
    assert ("there is no such file" if given == "none.json" else "this is a folder") in result.output
