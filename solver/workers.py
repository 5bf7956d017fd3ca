"""Where work runs: in this process, on threads or processes of this machine, or on a Dask cluster, by the same code.

`Workers` is a `concurrent.futures.Executor` that knows two things more: how to give something large to all workers once (`sharing`), and
how to go on after a worker has died (`renew`). `in_turn` is the loop over them: answers in order, a bounded number of calls under way, what
a dead worker had in hand done again.
"""

import multiprocessing
import os
import pickle
import signal
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    InvalidStateError,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from solver.errors import LipaiError

TRIES = 2
"""How often a call whose worker died is begun anew beside others, before it runs alone."""


class ClusterError(LipaiError):
    """The cluster can't be reached, or was lost."""


class PoisonError(LipaiError):
    """A call ends whatever worker it runs on."""


def processors() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Workers(Executor):
    """An executor.

    number: calls that run side by side. lost: what a future raises when the worker died that had the call; gone: when all workers are out
    of reach.
    """

    number: int = 1
    lost: tuple[type[Exception], ...] = (BrokenExecutor,)
    gone: tuple[type[Exception], ...] = ()

    @contextmanager
    def sharing(self, value: Any) -> Iterator[Any]:
        """Something large that many calls take, given to each worker once: pass what comes, and take it by `taken`."""
        yield value

    def renew(self) -> None:
        """Make anew what a dead worker broke."""

    def stop(self) -> None:
        """End at once, whatever runs."""
        self.shutdown(wait=False, cancel_futures=True)


class Here(Workers):
    """This process: a call is done when it is submitted."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Do it."""
        future: Future[Any] = Future()
        try:
            future.set_result(function(*arguments, **named))
        except Exception as error:
            future.set_exception(error)
        return future


class Plain(Workers):
    """Any other executor, which is not ours to end."""

    def __init__(self, executor: Executor, number: int | None = None) -> None:
        self.number = number or processors()
        self._executor = executor

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Hand it on."""
        return self._executor.submit(function, *arguments, **named)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Nothing."""


class Threads(Workers):
    """Threads of this process: for kernels that leave the interpreter free, and large things that need no copy."""

    def __init__(self, number: int | None = None) -> None:
        self.number = number or processors()
        self._pool = ThreadPoolExecutor(self.number, thread_name_prefix="lipai")

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Hand it to a thread."""
        return self._pool.submit(function, *arguments, **named)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Wait for what runs."""
        self._pool.shutdown(wait, cancel_futures=cancel_futures)


class Processes(Workers):
    """Processes of this machine. They ignore Ctrl-C, which is for the one that gives the work, and end when that one does."""

    def __init__(self, number: int | None = None) -> None:
        self.number = number or processors()
        self._pool = self._start()

    def _start(self) -> ProcessPoolExecutor:
        # Not forked: Arrow's own threads would be missing in the copies.
        return ProcessPoolExecutor(self.number, multiprocessing.get_context("spawn"), initializer=_begin)

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Hand it to a process."""
        return self._pool.submit(function, *arguments, **named)

    @contextmanager
    def sharing(self, value: Any) -> Iterator[Any]:
        """In a file that each process reads once."""
        with tempfile.NamedTemporaryFile(prefix="lipai-") as file:
            pickle.dump(value, file, pickle.HIGHEST_PROTOCOL)
            file.flush()
            yield _Kept(file.name)

    def renew(self) -> None:
        """A new pool; every call of the old one has failed."""
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._pool = self._start()

    def stop(self) -> None:
        """End the processes in the middle of what they do."""
        for process in list((self._pool._processes or {}).values()):  # `terminate_workers` comes with Python 3.14
            process.terminate()
        self.shutdown(wait=True, cancel_futures=True)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Wait for what runs."""
        self._pool.shutdown(wait, cancel_futures=cancel_futures)


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@dataclass(frozen=True)
class _Kept:
    path: str


_last: tuple[str, Any] = ("", None)


def taken(shared: Any) -> Any:
    """What `sharing` was given, in the process that works with it."""
    global _last
    if not isinstance(shared, _Kept):
        return shared
    if _last[0] != shared.path:
        _last = (shared.path, pickle.loads(Path(shared.path).read_bytes()))
    return _last[1]


class Cluster(Workers):
    """The workers of a Dask cluster, which must have the same build of this program installed. A call of a dead one goes to another."""

    def __init__(self, address: str, timeout: float = 10) -> None:
        try:
            from distributed import Client, KilledWorker
            from distributed.comm.core import CommClosedError
        except ImportError:
            raise ClusterError("a cluster needs the extra `cluster`: pip install 'lipai[cluster]'") from None
        try:
            self._client = Client(address, timeout=timeout, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise ClusterError(f"no Dask scheduler answers at {address}: {error}") from None
        self.lost, self.gone = (KilledWorker,), (CancelledError, CommClosedError)
        threads = self._client.nthreads()
        if not threads:
            self._client.close()
            raise ClusterError(f"the Dask cluster at {address} has no workers; start some: dask worker {address}")
        self.number = sum(threads.values())
        self._same_build(address)

    def _same_build(self, address: str) -> None:
        from solver.version import build

        try:
            theirs = self._client.run(build)
        except ImportError as error:
            raise ClusterError(f"a worker of the Dask cluster at {address} lacks this program: {error}") from None
        others = {worker: there for worker, there in theirs.items() if there != build()}
        if others:
            worker, there = next(iter(others.items()))
            raise ClusterError(f"the worker {worker} has build {there}, here is {build()}; give all the same")

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Hand it to the scheduler."""
        # Not by `Client.get_executor`, whose futures never end when the scheduler does.
        there, here = self._client.submit(function, *arguments, pure=False, **named), Future[Any]()
        there.add_done_callback(partial(_pass_on, here))
        here.add_done_callback(lambda future: there.cancel() if future.cancelled() else None)
        return here

    @contextmanager
    def sharing(self, value: Any) -> Iterator[Any]:
        """Sent to every worker."""
        yield self._client.scatter(value, broadcast=True, hash=False)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster; what still runs for us there is cancelled."""
        self._client.close()


def _pass_on(here: Future[Any], there: Any) -> None:
    """What came of a call on the cluster becomes that of its future here."""
    with suppress(InvalidStateError):  # cancelled meanwhile
        try:
            here.set_result(there.result())
        except Exception as error:
            here.set_exception(error)


@contextmanager
def workers(number: int | None = None, dask: str | None = None, kind: type[Threads] | type[Processes] = Processes) -> Iterator[Workers]:
    """Workers for a while: those of a cluster if its address is given, else so many here. Raises ClusterError."""
    made: Workers = Cluster(dask) if dask else Here() if number == 1 else kind(number)
    try:
        yield made
    except BaseException:
        made.stop()
        raise
    made.shutdown()


@dataclass
class _Call:
    arguments: tuple[Any, ...]
    future: Future[Any]
    deaths: int = field(default=0)


def in_turn(
    workers: Workers, function: Callable[..., Any], calls: Iterable[tuple[Any, ...]], ahead: int | None = None,
    rescue: Callable[..., Any] | None = None,
) -> Iterator[Any]:  # fmt: skip
    """What `function` answers to each call, in order, with at most `ahead` calls under way (None: two for each worker).

    A call whose worker died is begun anew, at last alone. If that fails too it is poison: `rescue(run, *arguments)` answers in its place,
    where `run(*arguments)` makes a call alone and raises PoisonError when it ends its worker. Raises PoisonError without a rescue,
    ClusterError when a cluster is lost, and whatever `function` raises.
    """
    under_way: deque[_Call] = deque()
    most = ahead or 2 * workers.number

    def submit(arguments: tuple[Any, ...]) -> Future[Any]:
        try:
            return workers.submit(function, *arguments)
        except workers.lost:
            mend()
            return workers.submit(function, *arguments)

    def mend() -> None:
        workers.renew()
        for call in under_way:
            if call.future.done() and isinstance(call.future.exception(), workers.lost):
                call.deaths += 1
                if call.deaths < TRIES:
                    call.future = workers.submit(function, *call.arguments)

    def run(*arguments: Any) -> Any:
        wait([call.future for call in under_way])
        for turn in range(TRIES):
            if turn:
                workers.renew()
            try:
                return submit(arguments).result()
            except workers.lost as error:
                fault = error
        mend()
        raise PoisonError(f"it ends the worker it runs on: {fault}")

    def first() -> Any:
        call = under_way[0]
        while True:
            try:
                if call.deaths < TRIES:
                    answer = call.future.result()
                    break
            except workers.lost:
                mend()
                continue
            try:
                answer = run(*call.arguments)
            except PoisonError:
                if rescue is None:
                    raise
                answer = rescue(run, *call.arguments)
            break
        under_way.popleft()
        return answer

    try:
        for arguments in calls:
            if len(under_way) >= most:
                yield first()
            under_way.append(_Call(arguments, submit(arguments)))
        while under_way:
            yield first()
    except workers.gone as error:
        raise ClusterError(f"the cluster was lost ({error}); what was done is kept, the same command goes on from there") from None
    finally:
        for call in under_way:
            call.future.cancel()
