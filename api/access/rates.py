"""How often one may ask: sliding windows per key or address, in this process or in a store that many share.

Windows are counted by the library `limits`. Its own store in memory goes by the wall clock, which may jump, and starts a thread at every
count; ours goes by the monotonic clock and holds a bounded number of counters. A shared store counts by its own clock.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from math import ceil
from typing import cast

from limits import RateLimitItem, parse_many
from limits.aio.storage import Storage as SharedStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter as SharedLimiter
from limits.errors import ConfigurationError
from limits.storage import storage_from_string

from api.problems import Headers, ProblemError, problem
from solver.errors import LipaiError

log = logging.getLogger("lipai.access")

MOST_COUNTERS = 200_000
STORE_S = 0.25
"""How long the shared store may take to answer."""
CONNECT_S = 2.0
"""How long it may take to be found at first (names, TCP, TLS). No request waits longer than STORE_S; the rest goes on beside."""
ALONE_S = 1.0
"""How long a process counts alone before it asks a store again that did not answer."""


def parse_rates(text: str) -> tuple[RateLimitItem, ...]:
    """`600/minute`, `20/second; 10000/day`: the limits, the shortest window first. Raises ValueError."""
    try:
        items = tuple(parse_many(text))
    except ValueError:
        raise ValueError(f"{text!r} is no rate; write it like 600/minute, or 20/second; 10000/day") from None
    if any(item.amount < 1 for item in items):
        raise ValueError(f"{text!r}: a rate is at least 1")
    return tuple(sorted(items, key=lambda item: item.get_expiry()))


class Windows:
    """Counters in memory: for each name, how many in the present window of its length and how many in the one before."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, most: int = MOST_COUNTERS) -> None:
        self._clock = clock
        self._most = most
        self._counters: dict[tuple[str, int], tuple[int, int, int]] = {}  # window number, its count, the count before

    def __len__(self) -> int:
        return len(self._counters)

    def hit(self, name: str, item: RateLimitItem) -> tuple[bool, int, float]:
        """Count one if it fits: whether it did, how many are left, and in how many seconds another will fit."""
        now, length = self._clock(), item.get_expiry()
        number = int(now // length)
        window, count, before = self._counters.get((name, length), (number, 0, 0))
        if window != number:
            before = count if window == number - 1 else 0
            count = 0
        rest = length - now % length
        used = before * rest / length + count
        fits = used + 1 <= item.amount
        if fits:
            count += 1
            used += 1
            if len(self._counters) >= self._most and (name, length) not in self._counters:
                self._tidy(now)
            self._counters[name, length] = (number, count, before)
        return fits, max(0, int(item.amount - used)), _wait(item.amount, count, before, rest, length) if not fits else rest

    def _tidy(self, now: float) -> None:
        """Forget what has passed; where all is fresh, the oldest half, so that a flood of addresses costs no memory."""
        fresh = {key: value for key, value in self._counters.items() if value[0] >= int(now // key[1]) - 1}
        if len(fresh) > self._most // 2:
            fresh = dict(list(fresh.items())[self._most // 2 :])
        self._counters = fresh


def _wait(amount: int, count: int, before: int, rest: float, length: float) -> float:
    """Seconds until another fits: as the window before slides out, or in the next one as this one does."""
    room = amount - 1
    if count <= room and before:
        return max(0.0, rest - (room - count) * length / before)
    return rest + max(0.0, length - room * length / count)


class RatesError(LipaiError):
    """Rates can't be counted as the settings say."""


class Rates:
    """The limits of the service, and the counters."""

    def __init__(self, rate: str, store: str = "", clock: Callable[[], float] = time.monotonic) -> None:
        """rate: as `parse_rates` takes it; empty for none. store: the address of a shared store, empty for this process alone."""
        self.items = parse_rates(rate) if rate else ()
        self._windows = Windows(clock)
        self._own: dict[str, tuple[RateLimitItem, ...]] = {}
        self._shared: SharedLimiter | None = None
        if store:
            options = {"implementation": "redispy"} if store.startswith("redis") else {}
            try:
                storage = storage_from_string(f"async+{store}", **options)
            except ConfigurationError:
                raise RatesError("LIPAI_RATE_STORE needs its client: pip install 'lipai[shared-limits]' for redis://") from None
            self._storage = cast(SharedStorage, storage)
            self._shared = SharedLimiter(self._storage)
        self._connecting: asyncio.Task[None] | None = None
        self._complained_at = self._alone_until = float("-inf")

    async def hit(self, name: str, own: str | None = None) -> tuple[Headers, ProblemError | None]:
        """Count a request of this name, under its own limits where it has some: the headers to answer with, and 429 when it is too many."""
        items = self.items if own is None else self._parsed(own)
        if not items:
            return [], None
        states = [await self._count(name, item) for item in items]
        worst = min(range(len(items)), key=lambda index: (states[index][0], states[index][1] / items[index].amount))
        fits, left, seconds = states[worst]
        seconds = max(1, ceil(seconds))
        headers = [
            (b"ratelimit-policy", b", ".join(b'"%b";q=%d;w=%d' % (_name(item), item.amount, item.get_expiry()) for item in items)),
            (b"ratelimit", b'"%b";r=%d;t=%d' % (_name(items[worst]), left if fits else 0, seconds)),
        ]
        if fits:
            return headers, None
        return headers, problem(429, "too-many-requests", headers=[(b"retry-after", b"%d" % seconds)], seconds=seconds)

    def _parsed(self, own: str) -> tuple[RateLimitItem, ...]:
        if own not in self._own:
            if len(self._own) > 1000:
                self._own.clear()
            self._own[own] = parse_rates(own)
        return self._own[own]

    async def _count(self, name: str, item: RateLimitItem) -> tuple[bool, int, float]:
        if self._shared is None or time.monotonic() < self._alone_until:
            return self._windows.hit(name, item)
        try:
            async with asyncio.timeout(STORE_S):
                await self._connected()
                fits = await self._shared.hit(item, name)
                stats = await self._shared.get_window_stats(item, name)
        except Exception as error:
            # A limiter that is down or hangs must not take the service with it: this process counts alone meanwhile.
            self._alone_until = time.monotonic() + ALONE_S
            if self._connecting and self._connecting.done():
                self._connecting = None
            if time.monotonic() - self._complained_at > 10:
                self._complained_at = time.monotonic()
                log.error("the shared store of rate limits does not answer, this process counts alone: %s", type(error).__name__)
            return self._windows.hit(name, item)
        return fits, stats.remaining, stats.reset_time - time.time()

    async def _connected(self) -> None:
        """Wait for the first connection, which goes on where we don't wait for it any longer."""
        loop, task = asyncio.get_running_loop(), self._connecting
        if task is None or task.get_loop() is not loop or (task.done() and (task.cancelled() or task.exception())):
            task = self._connecting = loop.create_task(self._connect())
            task.add_done_callback(lambda done: None if done.cancelled() else done.exception())  # it is told where it is waited for
        await asyncio.shield(task)

    async def _connect(self) -> None:
        async with asyncio.timeout(CONNECT_S):
            if not await self._storage.check():
                raise ConnectionError


def _name(item: RateLimitItem) -> bytes:
    """What a limit is called: its window."""
    return b"%d%b" % (item.multiples, item.GRANULARITY.name.encode()) if item.multiples > 1 else item.GRANULARITY.name.encode()
