"""Where work runs: in this process, on threads or processes of this machine, or on a Dask cluster, by the same code.

`Workers` is a `concurrent.futures.Executor` that can give something large to all workers once (`sharing`). `in_turn` is the loop over them:
answers in order, a bounded number of calls under way, what a dead worker had in hand done again.
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
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from solver.errors import LipaiError
from solver.lifeline import end_by

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
    """Processes of this machine. They ignore Ctrl-C, which is for the one that gives the work, and end when that one does.

    Each has a pipe of its own. `concurrent.futures` gives all of them one, and waits for ever when one dies while it writes there.
    """

    def __init__(self, number: int | None = None) -> None:
        self.number = number or processors()
        self._calls: SimpleQueue[tuple[Future[Any], bytes] | None] = SimpleQueue()
        self._alive: set[_Process] = set()
        self._threads = [threading.Thread(target=self._serve, daemon=True) for _ in range(self.number)]
        for thread in self._threads:
            thread.start()

    def _serve(self) -> None:
        """One process's calls, one after the other; a process that dies is followed by another."""
        process: _Process | None = None
        while (call := self._calls.get()) is not None:
            future, asked = call
            if not future.set_running_or_notify_cancel():
                continue
            try:
                if process is None:
                    process = _Process()
                    self._alive.add(process)
                    process.begin()
                done, answer = process.ask(asked)
            except (EOFError, OSError) as error:
                assert process is not None
                process.end()
                self._alive.discard(process)
                began, process = process.began, None
                words = "a worker process died" if began else f"no worker process can be started: {error}"
                future.set_exception((BrokenExecutor if began else RuntimeError)(words))
                continue
            if done:
                future.set_result(answer)
            else:
                future.set_exception(answer)
        if process is not None:
            process.end()
            self._alive.discard(process)

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Hand it to a process."""
        asked = pickle.dumps((function, arguments, named), pickle.HIGHEST_PROTOCOL)
        future: Future[Any] = Future()
        self._calls.put((future, asked))
        return future

    @contextmanager
    def sharing(self, value: Any) -> Iterator[Any]:
        """In a file that each process reads once."""
        with tempfile.NamedTemporaryFile(prefix="lipai-") as file:
            pickle.dump(value, file, pickle.HIGHEST_PROTOCOL)
            file.flush()
            yield _Kept(file.name)

    def stop(self) -> None:
        """End the processes in the middle of what they do."""
        self.shutdown(wait=False, cancel_futures=True)
        for process in list(self._alive):
            process.kill()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Wait for what runs."""
        while cancel_futures:
            try:
                call = self._calls.get_nowait()
            except Empty:
                break
            if call is not None:
                call[0].cancel()
        for _ in self._threads:
            self._calls.put(None)
        if wait:
            for thread in self._threads:
                thread.join()


class _Process:
    """One worker process and our end of its pipe. began: whether it has come so far as to take calls."""

    def __init__(self) -> None:
        # Not forked: Arrow's own threads would be missing in the copies.
        context = multiprocessing.get_context("spawn")
        self._pipe, self._its_end = context.Pipe()
        self._process = context.Process(target=_work, args=(self._its_end,), daemon=True)
        self.began = False

    def begin(self) -> None:
        """Start it and wait until it takes calls. Raises EOFError, OSError."""
        self._process.start()
        self._its_end.close()  # so that its death ends what we read
        self._pipe.recv_bytes()
        self.began = True

    def ask(self, call: bytes) -> tuple[bool, Any]:
        """Whether the call was done, and its answer or the exception. Raises EOFError, OSError when the process dies."""
        self._pipe.send_bytes(call)
        told: tuple[bool, Any] = pickle.loads(self._pipe.recv_bytes())
        return told

    def kill(self) -> None:
        """Now."""
        with suppress(ValueError, AttributeError):  # not started yet
            self._process.kill()

    def end(self) -> None:
        """It ends when nothing more can come."""
        self._pipe.close()
        with suppress(AssertionError):  # not started
            self._process.join(10)
        self.kill()


def _work(pipe: Any) -> None:
    """What a worker process does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_by(partial(os._exit, 1))
    pipe.send_bytes(b"ready")
    while True:
        try:
            function, arguments, named = pickle.loads(pipe.recv_bytes())
        except EOFError:
            return
        except Exception as error:
            pipe.send_bytes(_told(False, error))
            continue
        try:
            answer = _told(True, function(*arguments, **named))
        except Exception as error:
            answer = _told(False, error)
        pipe.send_bytes(answer)


def _told(done: bool, answer: Any) -> bytes:
    try:
        return pickle.dumps((done, answer), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        return pickle.dumps((False, RuntimeError(f"{answer!r} can't be handed on: {error}")))


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
        return workers.submit(function, *arguments)

    def mend() -> None:
        for call in under_way:
            if call.future.done() and isinstance(call.future.exception(), workers.lost):
                call.deaths += 1
                if call.deaths < TRIES:
                    call.future = workers.submit(function, *call.arguments)

    def run(*arguments: Any) -> Any:
        wait([call.future for call in under_way])
        for _ in range(TRIES):
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
