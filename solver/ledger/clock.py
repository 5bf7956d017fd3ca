"""When a verdict was issued, and its id.

Times are microseconds since 1970 (UTC). Within a process they never run backwards over a small step of the machine's clock; a large one is
followed and told, since a true time is worth more than an order.
"""

import logging
import os
import time
import uuid
from datetime import UTC, datetime, timedelta

log = logging.getLogger("lipai.ledger")

SECOND = 1_000_000
BRIDGED = 60 * SECOND
"""The largest step back that is bridged."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def now() -> int:
    """The machine's time."""
    return time.time_ns() // 1000


class Clock:
    """The times of one process's verdicts, each later than the one before."""

    def __init__(self) -> None:
        self._last = 0
        self._anchor = now() - _running()

    def tick(self) -> int:
        """The time of the next verdict."""
        current = now()
        if current <= self._last:
            if self._last - current > BRIDGED:
                log.warning("the clock went back %d s; verdicts follow it", (self._last - current) // SECOND)
            else:
                current = self._last + 1
        self._last = current
        return current

    def jump(self) -> int:
        """How far the machine's clock has been set since the process began, either way."""
        return abs(now() - _running() - self._anchor)


def _running() -> int:
    """Time that nobody can set."""
    return time.clock_gettime_ns(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)) // 1000


def written(moment: int) -> str:
    """A time as receipts have it: `2026-11-30T04:00:00.000001Z`."""
    return (_EPOCH + timedelta(microseconds=moment)).isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"


def read(text: str) -> int:
    """The time that `written` wrote. Raises ValueError for any other text."""
    moment = (datetime.fromisoformat(text) - _EPOCH) // timedelta(microseconds=1) if text.endswith("Z") else None
    if moment is None or written(moment) != text:
        raise ValueError(f"{text!r} is no time like 2026-11-30T04:00:00.000000Z")
    return moment


def new_id(moment: int) -> str:
    """An id nobody can guess that sorts by time: a UUID of version 7 (RFC 9562), 48 bits of milliseconds and 74 of chance."""
    number = (moment // 1000 & (1 << 48) - 1) << 80 | int.from_bytes(os.urandom(10))
    number = number & ~(0xF << 76) | 7 << 76
    return str(uuid.UUID(int=number & ~(3 << 62) | 2 << 62))


def time_of(id: str) -> int:
    """The time in an id, to the millisecond."""
    return (uuid.UUID(id).int >> 80) * 1000
