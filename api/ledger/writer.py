"""Verdicts on their way to the database: each waits for its commit, and those that wait together share one.

A receipt that says stored must be true, so nothing is answered as stored before the commit is on the disk. One commit at a time is under
way; what comes meanwhile goes into the next one together, so that a slow disk costs latency and not throughput.

A database that fails must not hold up verdicts: after a failure all are answered unstored at once, but for one now and then that tries.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from time import monotonic
from typing import Any, Literal

from solver.ledger.errors import LedgerError, UnreachableError

log = logging.getLogger("lipai.ledger")

Row = dict[str, Any]
Outcome = Literal["stored", "failed", "late", "resting", "full"]
"""What became of a verdict: it is in the ledger; the database refused; it did not answer in time; it failed a moment ago and is left
alone; too many wait already."""

MOST_AT_ONCE = 200
FIRST_REST_S, LONGEST_REST_S = 0.25, 5.0


class Writer:
    """The queue before the database. `waiting`: records that may wait; `patience_s`: the longest that a verdict waits."""

    def __init__(self, add: Callable[[Sequence[Row]], Awaitable[None]], waiting: int, patience_s: float) -> None:
        self._add = add
        self._waiting = waiting
        self._patience_s = patience_s
        self._queue: deque[tuple[Row, asyncio.Future[Outcome]]] = deque()
        self._task: asyncio.Task[None] | None = None
        self._rest_s = 0.0  # 0 while all is well
        self._rest_until = 0.0
        self._trying = False

    async def put(self, row: Row) -> Outcome:
        """Store a record: `stored` once it is on the disk."""
        if self._rest_s:
            if self._trying or monotonic() < self._rest_until:
                return "resting"
            self._trying = True
        elif len(self._queue) >= self._waiting:
            return "full"
        done: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._queue.append((row, done))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._empty())
        try:
            async with asyncio.timeout(self._patience_s):
                return await done
        except TimeoutError:
            self._failed(f"the ledger's database did not answer within {self._patience_s:g} s")
            return "late"
        except asyncio.CancelledError:
            self._trying = False  # should this have been the one that tries, another will
            raise

    async def _empty(self) -> None:
        """Write until the queue is empty. Who no longer waits was answered, so his record is left out."""
        while self._queue:
            batch = [entry for entry in (self._queue.popleft() for _ in range(min(len(self._queue), MOST_AT_ONCE))) if not entry[1].done()]
            if not batch:
                continue
            outcome = await self._write([row for row, _ in batch])
            for _, done in batch:
                if not done.done():
                    done.set_result(outcome)

    async def _write(self, rows: Sequence[Row]) -> Outcome:
        try:
            try:
                await self._add(rows)
            except UnreachableError as error:
                if not error.lost:
                    raise
                await self._add(rows)  # a connection kept from before the database was restarted; a new one may do
        except LedgerError as error:
            self._failed(str(error))
            return "failed"
        except Exception:
            log.exception("a write to the ledger failed")
            self._failed("a fault of the program")
            return "failed"
        if self._rest_s:
            log.warning("the ledger takes verdicts again")
        self._rest_s, self._trying = 0.0, False
        return "stored"

    def _failed(self, reason: str) -> None:
        self._trying = False
        if self._rest_s and monotonic() < self._rest_until:  # one of many that waited for the same failure
            return
        if not self._rest_s:
            log.error("verdicts are answered unstored: %s", reason)
        self._rest_s = min(max(2 * self._rest_s, FIRST_REST_S), LONGEST_REST_S)
        self._rest_until = monotonic() + self._rest_s

    async def close(self) -> None:
        """Wait for what is under way."""
        if self._task:
            await self._task
