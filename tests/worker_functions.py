"""What workers are given in tests: functions that another process can import."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

from solver.cli.batch_answers import Solved, solve_piece
from solver.cli.batch_files import Piece
from solver.workers import taken


def square(number: int) -> int:
    return number * number


def dying(number: int, poison: int) -> int:
    """The number, unless it is poison: then the process ends."""
    if number == poison:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def dying_once(number: int, fatal: int, mark: str) -> int:
    """The number; the first that asks for the fatal one dies."""
    if number == fatal and not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def stretched(shared: Any, number: int) -> int:
    return sum(taken(shared)) + number


def dying_while_it_answers(number: int, fatal: int, mark: str) -> bytes:
    """A long answer; the first to be asked for the fatal one is killed in the middle of writing it."""
    if number == fatal and not Path(mark).exists():
        Path(mark).touch()
        threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGKILL)).start()
        return b"x" * (1 << 27)
    return b"%d" % number


def sleeping(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def refusing(number: int) -> int:
    raise ValueError(f"not {number}")


def poisoned(piece: Piece, groups: bool) -> Solved:
    """As `solve_piece`, but the hands `1r` and `2r` end the process."""
    if any(b'"1r"' in line or b'"2r"' in line for line in piece.lines):
        os.kill(os.getpid(), signal.SIGKILL)
    return solve_piece(piece, groups)
