"""A service whose ledger can't be used: what the operator reads, and how the process ends."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from api.ledger.service import Ledger
from api.settings import Settings
from solver.ledger.errors import LedgerError
from tests.conftest import system_program
from tests.contract.server import ROOT, free_port, running
from tests.ledger.load import verify

LIPAI = str(Path(sys.executable).with_name("lipai"))
PLAIN = [sys.executable, "-m", "uvicorn", "api.app:app"]


CAPABILITIES = "-dac_override,-dac_read_search"
"""What lets root read and write whatever the permissions say."""


def bound() -> list[str]:
    """A prefix of a command under which permissions count, for root too."""
    if os.geteuid():
        return []
    return [system_program("setpriv"), f"--bounding-set={CAPABILITIES}", f"--inh-caps={CAPABILITIES}"]


def end_of(command: list[str], ledger: Path | str) -> tuple[int, str]:
    """How a start ends with this ledger, and what it says."""
    environment = os.environ | {"LIPAI_WARM_UP": "false", "LIPAI_LEDGER": str(ledger), "LIPAI_LOG_FORMAT": "console"}
    done = subprocess.run([*command, "--port", str(free_port())], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=90)
    return done.returncode, done.stderr


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """A file that is no database, with its key beside it."""
    file = tmp_path / "verdicts.db"
    subprocess.run([LIPAI, "ledger", "key", "new", f"{file}.key"], check=True, capture_output=True)
    file.write_bytes(bytes(range(256)) * 32)
    return file


@pytest.mark.parametrize("workers", [1, 2])
def test_a_damaged_database_is_told_in_one_line(damaged: Path, workers: int) -> None:
    """Which file, and what to do; with several processes too, none of which is started."""
    code, said = end_of([LIPAI, "serve", "--workers", str(workers)], damaged)
    assert code == 2
    (line,) = said.splitlines()
    assert line.startswith("not started: ")
    assert all(words in line for words in (str(damaged), "is damaged or no database", "put a copy from before in its place"))


def test_one_of_a_newer_program_too(tmp_path: Path) -> None:
    file = tmp_path / "verdicts.db"
    subprocess.run([LIPAI, "ledger", "migrate", "--ledger", str(file)], check=True, capture_output=True)
    subprocess.run([LIPAI, "ledger", "key", "new", f"{file}.key"], check=True, capture_output=True)
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    code, said = end_of([LIPAI, "serve"], file)
    assert code == 2
    assert len(said.splitlines()) == 1
    assert "made by a newer Lipai" in said


def test_under_another_server_too(damaged: Path) -> None:
    """Plain uvicorn adds lines of its own, but none of a traceback."""
    code, said = end_of(PLAIN, damaged)
    assert code == 3
    assert said.count("is damaged or no database") == 1
    assert "Traceback" not in said


@pytest.mark.parametrize("command", [[LIPAI, "serve", "--workers", "2"], [*PLAIN, "--workers", "2"]], ids=["lipai", "uvicorn"])
def test_a_ledger_without_a_key_does_not_start_again_and_again(command: list[str]) -> None:
    """PostgreSQL has no folder where a key could be made; a process that ends for it is followed by no other."""
    code, said = end_of(command, "postgresql://nobody@127.0.0.1:9/none")
    assert said.count("LIPAI_LEDGER_KEY_FILE names no signing key") in (1, 2)
    assert "Traceback" not in said
    assert code == 2 or command[0] != LIPAI


def made(file: Path) -> Path:
    """An empty ledger."""
    subprocess.run([LIPAI, "ledger", "migrate", "--ledger", str(file)], check=True, capture_output=True)
    return file


def run(file: Path, *statements: str) -> Path:
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        for statement in statements:
            connection.execute(statement)
    return file


def folder(file: Path) -> Path:
    file.mkdir()
    return file


def bytes_of_no_database(file: Path) -> Path:
    file.write_bytes(bytes(range(256)) * 32)
    return file


def pipe(file: Path) -> Path:
    os.mkfifo(file)
    return file


WRONG: dict[str, tuple[Callable[[Path], Path], str]] = {
    "folder": (folder, "is a folder; name a file"),
    "pipe": (pipe, "is no file; name a file"),
    "no-database": (bytes_of_no_database, "is damaged or no database"),
    "another-program": (lambda file: run(file, "CREATE TABLE songs (name)"), "another program's database, with tables like songs"),
    "another-alembic": (
        lambda file: run(file, "CREATE TABLE alembic_version (version_num)", "INSERT INTO alembic_version VALUES ('1f')",
                         "CREATE TABLE songs (name)"), "another program's database, with tables like songs",
    ),
    "version-lost": (lambda file: run(made(file), "DROP TABLE alembic_version"), "has lost its version (the table alembic_version)"),
    "version-empty": (lambda file: run(made(file), "DELETE FROM alembic_version"), "has lost its version (the table alembic_version)"),
    "no-folder": (lambda file: file / "ledger.db", "there is no folder"),
}  # fmt: skip


def held(folder: Path) -> dict[str, bytes | None]:
    """What is in a folder."""
    return {path.name: path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


@pytest.mark.parametrize("kind", WRONG)
def test_what_can_never_be_a_ledger_is_refused_and_nothing_is_made_beside_it(tmp_path: Path, kind: str) -> None:
    """No signing key, no tables: the file is another's, or was named by mistake."""
    make, words = WRONG[kind]
    file = make(tmp_path / "it")
    before = held(tmp_path)
    with pytest.raises(LedgerError) as refused:
        Ledger(Settings(ledger=str(file)))
    assert words in str(refused.value)
    assert str(file) in str(refused.value)
    done = subprocess.run([LIPAI, "ledger", "migrate", "--ledger", str(file)], capture_output=True, text=True, timeout=60)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert words in done.stderr.replace("\n", " ")
    assert held(tmp_path) == before


@pytest.mark.parametrize("kind", ["folder", "another-program"])
def test_the_refusal_is_one_line_of_the_command(tmp_path: Path, kind: str) -> None:
    make, words = WRONG[kind]
    code, said = end_of([LIPAI, "serve"], make(tmp_path / "it"))
    assert (code, len(said.splitlines())) == (2, 1)
    assert said.startswith("not started: ")
    assert words in said


@pytest.mark.parametrize(
    ("mode", "words"), [(0o000, "can't be read: you have no permission"), (0o400, "can't be written: you have no permission")]
)
def test_a_file_without_permission_is_told_in_one_line(tmp_path: Path, mode: int, words: str) -> None:
    """By the service and, where it reads, by the command."""
    prefix = bound()
    file = made(tmp_path / "ledger.db")
    file.chmod(mode)
    code, said = end_of([*prefix, LIPAI, "serve"], file)
    assert (code, len(said.splitlines())) == (2, 1), said
    assert all(each in said for each in ("not started: ", str(file), words))
    assert [path.name for path in tmp_path.iterdir()] == ["ledger.db"]
    for command in (["replay"], ["migrate"], ["prune", "--days", "1"]):
        done = subprocess.run([*prefix, LIPAI, "ledger", *command, "--ledger", str(file)], capture_output=True, text=True, timeout=60)
        assert "Traceback" not in done.stderr
        assert done.returncode == 2 or mode, done.stderr


def test_a_folder_without_permission_is_told_in_one_line(tmp_path: Path) -> None:
    """A key, and SQLite's own files, would have to stand there."""
    prefix = bound()
    closed = folder(tmp_path / "closed")
    closed.chmod(0o500)
    code, said = end_of([*prefix, LIPAI, "serve"], closed / "ledger.db")
    assert (code, len(said.splitlines())) == (2, 1), said
    assert f"no permission to write in {closed}" in said


def test_a_file_that_another_holds_is_waited_for(tmp_path: Path) -> None:
    """It may be let go any time."""
    file = made(tmp_path / "ledger.db")
    with contextlib.closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN EXCLUSIVE")

        async def start() -> None:
            ledger = Ledger(Settings(ledger=str(file), ledger_patience_ms=200))
            await ledger.open()
            await ledger.close()

        asyncio.run(start())


@pytest.mark.parametrize("workers", [1, 3])
def test_what_the_start_logs_is_json_where_that_is_asked_for(tmp_path: Path, workers: int) -> None:
    """A new key is told, once and as the other lines are; of looks at the version nothing is."""
    ledger, arguments = str(tmp_path / "ledger.db"), ["--workers", str(workers)]
    with running(lipai=True, arguments=arguments, LIPAI_LEDGER=ledger, LIPAI_LOG_FORMAT="json") as server:
        assert verify(server)["stored"]
        said = [json.loads(line) for line in server.said().splitlines()]
    assert [(line["level"], line["event"]) for line in said if "key" in line["event"]] == [
        ("warning", f"a new signing key for verdicts is in {tmp_path}/ledger.db.key")
    ]
    assert [line for line in said if line["logger"].startswith("alembic")] == []
