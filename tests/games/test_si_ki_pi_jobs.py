"""Equilibria computed beside the requests: the queue moves by itself, what fails is told, and no process outlives the program."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient

import solver
from api.app import create_app
from api.settings import Settings
from solver.errors import InternalError
from solver.game import game
from solver.games.si_ki_pi import jobs, tables
from solver.games.si_ki_pi.rules import PRESETS, SiKiPiRules


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """No test sees what another, or the user, has computed."""
    jobs.stop()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    yield tmp_path / "lipai"
    jobs.stop()


def until(condition: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "not in time"
        time.sleep(0.02)


def lives(process: int) -> bool:
    """Whether there is such a process and it is more than a record of its end."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def skp(factor: int) -> dict[str, Any]:
    return {"bonuses": {"skp": factor}}


def quick(job: jobs._Job) -> str:
    """In place of a job's run: the shipped policy."""
    return tables.measured(job.rules, np.array(tables.shipped().probability), "custom").to_text()


def ready(rules: SiKiPiRules) -> bool:
    """Whether the table is there, seen without asking for it."""
    return rules.contest in jobs._ready


def test_the_queue_moves_though_nobody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs._Job, "run", quick)
    for factor in (6, 7, 8):
        solver.prepare("si-ki-pi", rules=skp(factor))
    until(lambda: all(ready(PRESETS.resolve(skp(factor))) for factor in (6, 7, 8)), 20)
    until(lambda: jobs._worker is None, 5)
    # And it begins anew.
    solver.prepare("si-ki-pi", rules=skp(9))
    until(lambda: ready(PRESETS.resolve(skp(9))), 20)


def test_retry_after_is_the_time_that_a_place_in_the_queue_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight seconds each to begin with; less what has passed of the one that runs; then what the last one took."""
    goes: list[int] = []

    def run(job: jobs._Job) -> str:
        job.process, job.started = subprocess.Popen(["true"]), time.monotonic() - 3
        job.process.wait()
        until(lambda: bool(goes))
        goes.pop()
        return quick(job)

    monkeypatch.setattr(jobs._Job, "run", run)
    first, second, third = (PRESETS.resolve(skp(factor)) for factor in (6, 7, 8))
    for rules in (first, second, third):
        jobs.request(rules)
    until(lambda: jobs._jobs[first.contest].process is not None)
    assert [jobs.waiting(rules) for rules in (first, second, third)] == [5, 13, 21]
    goes.append(1)
    until(lambda: ready(first) and jobs._jobs[second.contest].process is not None)
    took = jobs._took
    assert 3 <= took < 60
    assert took - 3 - 1 <= jobs.waiting(second) <= took
    goes.extend((1, 1))
    until(lambda: not jobs._jobs)


def test_a_failed_computation_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """`arrange` keeps answering; `prepare` says that it is of no use to ask again at once; after a pause it is tried anew."""
    rules = PRESETS.resolve(skp(9))
    monkeypatch.setattr(jobs, "LIMIT_SECONDS", 0.0)
    solver.prepare("si-ki-pi", rules=skp(9))
    until(lambda: rules.contest in jobs._failed)
    assert solver.arrange("si-ki-pi", hand="8h 8s Kd Ac", rules=skp(9)).status == "feasible"
    with pytest.raises(InternalError, match="no equilibrium was found"):
        solver.prepare("si-ki-pi", rules=skp(9))
    monkeypatch.setattr(jobs, "PAUSE_SECONDS", 0.0)
    assert solver.prepare("si-ki-pi", rules=skp(9)).status == "running"


def test_a_program_that_does_not_start_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread lives on for the next."""
    monkeypatch.setattr(sys, "executable", "/nowhere")
    solver.prepare("si-ki-pi", rules=skp(9))
    until(lambda: PRESETS.resolve(skp(9)).contest in jobs._failed)
    monkeypatch.setattr(jobs._Job, "run", quick)
    solver.prepare("si-ki-pi", rules=skp(8))
    until(lambda: ready(PRESETS.resolve(skp(8))), 20)


def running() -> int:
    """The number of the process that computes."""
    until(lambda: any(job.process is not None for job in jobs._jobs.values()))
    (process,) = [job.process for job in jobs._jobs.values() if job.process is not None]
    return process.pid


def test_stopping_ends_the_process() -> None:
    solver.prepare("si-ki-pi", rules=skp(6))
    process = running()
    assert lives(process)
    jobs.stop()
    assert not lives(process)
    assert not jobs._jobs


def test_the_service_ends_its_jobs_with_itself() -> None:
    """Through the game's neutral hook."""
    assert game("si-ki-pi").close is jobs.stop
    with TestClient(create_app(Settings(warm_up=False))) as client:
        assert client.post("/v1/games/si-ki-pi/prepare", json={"rules": skp(6)}).status_code in (200, 202)
        process = running()
        assert lives(process)
    assert not lives(process)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
@pytest.mark.parametrize("kill", [signal.SIGKILL, signal.SIGTERM], ids=str)
def test_a_killed_program_leaves_no_process(kill: signal.Signals) -> None:
    """Neither signal lets Python clean up; the child notices by itself."""
    code = (
        "import time, solver; from solver.games.si_ki_pi import jobs\n"
        f"solver.prepare('si-ki-pi', rules={skp(6)!r})\n"
        "while not (job := next(iter(jobs._jobs.values()))).process: time.sleep(0.01)\n"
        "print(job.process.pid, flush=True); time.sleep(100)"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    )
    assert parent.stdout is not None
    process = int(parent.stdout.readline())
    try:
        assert lives(process)
        parent.send_signal(kill)
        parent.wait()
        until(lambda: not lives(process), 10)
    finally:
        parent.stdout.close()
        if lives(process):
            os.kill(process, signal.SIGKILL)
