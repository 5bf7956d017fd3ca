"""The yardstick itself, timed like everything it measures."""

from __future__ import annotations

from pytest_benchmark.fixture import BenchmarkFixture

from bench.calibration import CHECKSUM, loop


def test_calibration(benchmark: BenchmarkFixture) -> None:
    assert benchmark(loop) == CHECKSUM
