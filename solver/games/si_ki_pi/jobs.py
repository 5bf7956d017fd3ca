"""Equilibria computed beside the requests: one process at a time, started on first demand, its table kept in memory and on disk.

Nothing here waits. A caller asks again until the table is there; a request in between is answered from the shipped policy.
The work is a program of its own (`build`), so that the interpreter that serves requests gives none of its time to it.
"""

import atexit
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import IO

from solver.errors import InternalError
from solver.games.si_ki_pi import tables
from solver.games.si_ki_pi.rules import SiKiPiRules

SECONDS = 8
"""About what one rule set takes on two cores, for `Retry-After`."""
LIMIT_SECONDS = 120.0
"""A job that takes longer is ended: something is wrong with the machine."""
PAUSE_SECONDS = 60.0
"""After a failure, before the next attempt: it was the machine's, as every rule set has an equilibrium."""
QUEUE = 16
READY = 32
"""Tables kept in memory."""


@dataclass
class _Job:
    rules: SiKiPiRules
    process: "subprocess.Popen[bytes] | None" = None
    output: IO[bytes] | None = None
    started: float = 0.0

    def start(self) -> None:
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        self.output = tempfile.TemporaryFile()  # noqa: SIM115  (read when the process has ended)
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            (sys.executable, "-P", "-m", f"{__package__}.build", self.rules.model_dump_json(by_alias=True)),
            stdin=subprocess.DEVNULL, stdout=self.output, stderr=subprocess.DEVNULL, env=environment,
        )  # fmt: skip

    def text(self) -> str:
        """What the process wrote. Raises DamagedTableError where it failed."""
        assert self.process is not None
        assert self.output is not None
        with self.output as stream:
            stream.seek(0)
            if self.process.returncode:
                raise tables.DamagedTableError(f"the solver ended with {self.process.returncode}")
            return stream.read().decode()


_lock = threading.Lock()
_ready: OrderedDict[str, tables.Table] = OrderedDict()
_failed: dict[str, tuple[float, str]] = {}
"""When and why a computation failed, by contest."""
_jobs: OrderedDict[str, _Job] = OrderedDict()


def _remember(rules: SiKiPiRules, table: tables.Table) -> tables.Table:
    _ready[rules.contest] = table
    while len(_ready) > READY:
        _ready.popitem(last=False)
    return table


def _advance() -> None:
    """Take in the job that has ended, and start the next."""
    while _jobs:
        key, job = next(iter(_jobs.items()))
        if job.process is None:
            job.start()
            return
        if job.process.poll() is None:
            if time.monotonic() - job.started < LIMIT_SECONDS:
                return
            job.process.kill()
            job.process.wait()
        del _jobs[key]
        try:
            text = job.text()
            _remember(job.rules, tables.Table.from_text(text, "custom"))
            tables.keep(job.rules, text)
        except (tables.DamagedTableError, UnicodeDecodeError) as error:
            _failed[key] = time.monotonic(), str(error)


def table(rules: SiKiPiRules) -> tables.Table | None:
    """The equilibrium's table if it is there: shipped, in memory or on disk. Computes nothing."""
    shipped = tables.shipped()
    if rules.contest == shipped.contest:
        return shipped
    with _lock:
        _advance()
        if rules.contest in _ready:
            _ready.move_to_end(rules.contest)
            return _ready[rules.contest]
        if rules.contest in _jobs:
            return None
        found = tables.cached(rules)
        return None if found is None else _remember(rules, found)


def request(rules: SiKiPiRules) -> tables.Table | None:
    """The table if it is there; else see to it that it is being computed, unless too many wait already."""
    found = table(rules)
    if found is None:
        with _lock:
            if time.monotonic() - _failed.get(rules.contest, (0.0, ""))[0] > PAUSE_SECONDS:
                _failed.pop(rules.contest, None)
            if rules.contest not in _jobs and rules.contest not in _failed and len(_jobs) < QUEUE:
                _jobs[rules.contest] = _Job(rules)
            _advance()
    return found


def waiting(rules: SiKiPiRules) -> int:
    """Seconds until it is worth asking again. Raises InternalError where the table could not be computed."""
    with _lock:
        if rules.contest in _failed:
            raise InternalError(f"no equilibrium was found: {_failed[rules.contest][1]}")
        if rules.contest not in _jobs:
            return SECONDS * len(_jobs) or 1  # the queue is full, or the table has come in this moment
        return SECONDS * (1 + list(_jobs).index(rules.contest))


@atexit.register
def stop() -> None:
    """End what still runs, and forget everything in memory."""
    with _lock:
        for job in _jobs.values():
            if job.process is not None and job.process.poll() is None:
                job.process.terminate()
                job.process.wait()
            if job.output is not None:
                job.output.close()
        _jobs.clear()
        _ready.clear()
        _failed.clear()
