"""A service whose ledger can't be used: what the operator reads, and how the process ends."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.contract.server import ROOT, free_port

LIPAI = str(Path(sys.executable).with_name("lipai"))
PLAIN = [sys.executable, "-m", "uvicorn", "api.app:app"]


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
