"""How a benchmark runs: a fixed number of rounds over a fixed list of inputs, so that the work is the same on every machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import cycle
from statistics import median
from time import perf_counter
from typing import Any, TypeVar

from pytest_benchmark.fixture import BenchmarkFixture

Input = TypeVar("Input")


def each(
    benchmark: BenchmarkFixture, call: Callable[[Input], Any], inputs: Sequence[Input], *, rounds: int = 400, iterations: int = 1
) -> None:
    """Time `call` on the inputs in turn, after a turn over all (at most 20 of them) to warm up; the median is of one call."""
    turn = cycle(inputs)
    benchmark.pedantic(lambda: call(next(turn)), rounds=rounds, iterations=iterations, warmup_rounds=min(len(inputs), 20))  # type: ignore[no-untyped-call]


def times_faster(fast: Callable[[Input], Any], slow: Callable[[Input], Any], inputs: Sequence[Input], repeats: int = 10) -> float:
    """How many times longer the slow call takes, as the ratio of medians; both are timed in turn on every input, so noise meets both."""
    seconds: tuple[list[float], list[float]] = ([], [])
    for input in inputs:
        for call, own, times in ((fast, seconds[0], repeats), (slow, seconds[1], 1)):
            call(input)
            for _ in range(times):
                start = perf_counter()
                call(input)
                own.append(perf_counter() - start)
    return median(seconds[1]) / median(seconds[0])
