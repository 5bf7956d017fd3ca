"""Equilibria computed beside the requests: one process at a time, started on first demand, its table kept in memory and on disk.

No request waits. A caller asks again until the table is there; a request in between is answered from the shipped policy.
The work is a program of its own (`build`), so that the interpreter that serves requests gives none of its time to it; a thread waits for
it and starts the next, whether anyone asks or not. Where this process ends, so does the program.
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
from math import ceil

from solver.errors import InternalError
from solver.games.si_ki_pi import tables
from solver.games.si_ki_pi.rules import SiKiPiRules

SECONDS = 8.0
"""About what one rule set takes on two cores, for `Retry-After`; once one has been computed here, what that took."""
LIMIT_SECONDS = 120.0
"""A job that takes longer is ended: something is wrong with the machine."""
PAUSE_SECONDS = 60.0
"""After a failure, before the next attempt: it was the machine's, as every rule set has an equilibrium."""
QUEUE = 16
READY = 32
"""Tables kept in memory."""


@dataclass
class _Job:
    """One rule set on its way. `process`, `started`: once it runs."""

    rules: SiKiPiRules
    process: "subprocess.Popen[bytes] | None" = None
    started: float = 0.0

    def run(self) -> str:
        """Start the process and wait for its text. Raises DamagedTableError where it fails, OSError where it can't be started."""
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        with tempfile.TemporaryFile() as output:
            process = subprocess.Popen(
                (sys.executable, "-P", "-m", f"{__package__}.build", self.rules.model_dump_json(by_alias=True), str(os.getpid())),
                stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.DEVNULL, env=environment,
            )  # fmt: skip
            with _lock:
                self.process, self.started = process, time.monotonic()
                wanted = _jobs.get(self.rules.contest) is self
            if not wanted:
                process.kill()
            try:
                process.wait(LIMIT_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            if process.returncode:
                raise tables.DamagedTableError(f"the solver ended with {process.returncode}")
            output.seek(0)
            return output.read().decode()


_lock = threading.Lock()
"""Held for moments only: no file is read or written and no process started under it."""
_ready: OrderedDict[str, tables.Table] = OrderedDict()
_failed: dict[str, tuple[float, str]] = {}
"""When and why a computation failed, by contest."""
_jobs: OrderedDict[str, _Job] = OrderedDict()
"""By contest, in order; the first one runs."""
_worker: threading.Thread | None = None
_took = SECONDS


def _remember(rules: SiKiPiRules, table: tables.Table) -> tables.Table:
    _ready[rules.contest] = table
    while len(_ready) > READY:
        _ready.popitem(last=False)
    return table


def _work() -> None:
    """Run the jobs one after the other until there are none."""
    global _worker, _took
    while True:
        with _lock:
            if not _jobs:
                _worker = None
                return
            key, job = next(iter(_jobs.items()))
        made: tables.Table | None = None
        reason = ""
        try:
            text = job.run()
            made = tables.Table.from_text(text, "custom")
            tables.keep(job.rules, text)
        except (tables.DamagedTableError, UnicodeDecodeError, OSError) as error:
            reason = str(error)
        with _lock:
            if _jobs.get(key) is not job:  # `stop` came in between
                continue
            del _jobs[key]
            if made is None:
                _failed[key] = time.monotonic(), reason
            else:
                _remember(job.rules, made)
                _took = time.monotonic() - job.started


def table(rules: SiKiPiRules) -> tables.Table | None:
    """The equilibrium's table if it is there: shipped, in memory or on disk. Computes nothing."""
    shipped = tables.shipped()
    if rules.contest == shipped.contest:
        return shipped
    with _lock:
        if rules.contest in _ready:
            _ready.move_to_end(rules.contest)
            return _ready[rules.contest]
        if rules.contest in _jobs:
            return None
    found = tables.cached(rules)
    if found is not None:
        with _lock:
            _remember(rules, found)
    return found


def request(rules: SiKiPiRules) -> tables.Table | None:
    """The table if it is there; else see to it that it is being computed, unless too many wait already."""
    global _worker
    found = table(rules)
    if found is not None:
        return found
    with _lock:
        if rules.contest in _ready:  # in this moment
            return _ready[rules.contest]
        if rules.contest in _failed and time.monotonic() - _failed[rules.contest][0] > PAUSE_SECONDS:
            del _failed[rules.contest]
        if rules.contest not in _jobs and rules.contest not in _failed and len(_jobs) < QUEUE:
            _jobs[rules.contest] = _Job(rules)
        if _jobs and (_worker is None or not _worker.is_alive()):
            _worker = threading.Thread(target=_work, name="equilibria", daemon=True)
            _worker.start()
    return None


def waiting(rules: SiKiPiRules) -> int:
    """Seconds until it is worth asking again. Raises InternalError where the table could not be computed."""
    with _lock:
        if rules.contest in _failed:
            raise InternalError(f"no equilibrium was found: {_failed[rules.contest][1]}")
        # Where it is none of the jobs the queue is full, or the table has come in this moment.
        ahead = list(_jobs).index(rules.contest) + 1 if rules.contest in _jobs else len(_jobs)
        running = next((job for job in _jobs.values() if job.process is not None), None)
        spent = min(time.monotonic() - running.started, _took) if running is not None else 0.0
        return max(ceil(_took * ahead - spent), 1)


@atexit.register
def stop() -> None:
    """End what still runs and wait until it has ended; forget everything in memory. The next request begins anew."""
    global _took
    with _lock:
        worker, processes = _worker, [job.process for job in _jobs.values() if job.process is not None]
        _jobs.clear()
        _ready.clear()
        _failed.clear()
        _took = SECONDS
    for process in processes:
        process.kill()
    if worker is not None and worker is not threading.current_thread():
        worker.join(5)
