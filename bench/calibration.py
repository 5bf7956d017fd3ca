"""A fixed piece of work, the yardstick of every budget.

A budget in seconds would say more about the machine than about the code, so budgets are multiples of the time this loop takes in the same
run. It is pure Python on small integers, tuples and one dict: what the parsing, checking and answering around every engine do, all in the
first cache level, on one core. Nothing of NumPy: its kernels pick other instructions on other processors, so the yardstick would stretch
where the measured code doesn't. The compiled engines follow the same clock, less exactly; a budget leaves room for that.

Never change the loop: all budgets would have to be measured again.
"""

from __future__ import annotations

from statistics import median
from time import perf_counter

CHECKSUM = 163_858
"""What `loop` returns; a cheaper loop that looked the same would not."""


def loop() -> int:
    """About two milliseconds on a processor of 2024."""
    counts: dict[tuple[int, int], int] = {}
    state, total = 12345, 0
    for step in range(8_000):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        card = (state >> 8) % 28, (state >> 16) & 3
        held = counts.get(card, 0)
        counts[card] = (held + 1) & 3
        total += held * card[0] + (step & card[1])
    return total


def sample(repeats: int = 9) -> list[float]:
    """Seconds taken by each of some runs of the loop, now."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        loop()
        times.append(perf_counter() - start)
    return times


if __name__ == "__main__":
    print(loop(), f"{median(sample(99)) * 1e3:.3f} ms")
