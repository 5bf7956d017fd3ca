"""Workers of every kind give the same, in order, and go on when one dies."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from solver.workers import Cluster, ClusterError, Here, PoisonError, Processes, Threads, Workers, in_turn, workers
from tests.worker_functions import dying, dying_once, dying_while_it_answers, refusing, sleeping, square, stretched

KINDS = [Here, Threads, Processes]


@pytest.mark.parametrize("kind", KINDS)
def test_in_order_whoever_works(kind: type[Workers]) -> None:
    """More calls than workers; never more under way than allowed; something large shared."""
    begun: list[int] = []

    def calls() -> object:
        for number in range(40):
            begun.append(number)
            yield (number,)

    with kind() as pool:
        for number, answer in enumerate(in_turn(pool, square, calls(), ahead=5)):  # type: ignore[arg-type]
            assert answer == number * number
            assert min(40, number + 5) <= len(begun) <= number + 6, "as many are under way as may be"
        assert begun == list(range(40))
        with pool.sharing(list(range(100_000))) as shared:
            assert list(in_turn(pool, stretched, [(shared, number) for number in range(3)])) == [4999950000 + number for number in range(3)]
        with pytest.raises(ValueError, match="not 3"):
            list(in_turn(pool, refusing, [(3,)]))


def test_what_a_dead_worker_had_is_done_again(tmp_path: Path) -> None:
    with Processes(2) as pool:
        calls = [(number, 7, str(tmp_path / "mark")) for number in range(20)]
        assert list(in_turn(pool, dying_once, calls)) == list(range(20))
        assert (tmp_path / "mark").exists()


def test_a_worker_that_dies_while_it_answers_holds_up_nobody(tmp_path: Path) -> None:
    """Half an answer is none: its call is done again, the others' answers are whole."""
    with Processes(2) as pool:
        calls = [(number, 3, str(tmp_path / "mark")) for number in range(8)]
        assert list(in_turn(pool, dying_while_it_answers, calls)) == [b"%d" % number for number in range(8)]


def test_poison_is_found_and_told() -> None:
    """Only the call that kills is answered otherwise; those beside it are done."""
    told: list[tuple[int, int]] = []

    def rescue(run: object, number: int, poison: int) -> int:
        told.append((number, poison))
        return -1

    with Processes(2) as pool:
        assert list(in_turn(pool, dying, [(number, 5) for number in range(10)], rescue=rescue)) == [0, 1, 2, 3, 4, -1, 6, 7, 8, 9]
        assert told == [(5, 5)]
        with pytest.raises(PoisonError):
            list(in_turn(pool, dying, [(1, 1)]))


def test_stopping_does_not_wait() -> None:
    def run() -> None:
        with workers(2) as pool:
            pool.submit(sleeping, 60)
            assert pool.submit(sleeping, 0).result() != os.getpid()
            raise KeyboardInterrupt

    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        run()
    assert time.monotonic() - begun < 30
    deadline = time.monotonic() + 10
    while multiprocessing.active_children() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert multiprocessing.active_children() == [], "what ran was ended, not left behind"


def test_processes_end_with_the_one_that_gives_the_work() -> None:
    """Even when it is killed, and in the middle of their work."""
    code = (
        "import os, signal\nfrom solver.workers import Processes\nfrom tests.worker_functions import sleeping\n"
        "if __name__ == '__main__':\n"
        "    pool = Processes(1)\n    print(pool.submit(sleeping, 0).result(), flush=True)\n"
        "    pool.submit(sleeping, 60)\n    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    child = int(subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=False).stdout)
    deadline = time.monotonic() + 10
    while Path(f"/proc/{child}").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not Path(f"/proc/{child}").exists()


def test_no_cluster_is_said_in_words() -> None:
    with pytest.raises(ClusterError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1"):
        Cluster("tcp://127.0.0.1:1", timeout=1)
