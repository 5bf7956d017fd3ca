"""Every benchmark carries the yardstick's time as it was just before and after it, so that a neighbour's load cancels out."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bench.calibration import sample


@pytest.fixture(autouse=True)
def calibrated(request: pytest.FixtureRequest) -> Iterator[None]:
    """Put `calibration`, the median seconds of the loop around this benchmark, into its extra_info."""
    if "benchmark" not in request.fixturenames:
        yield
        return
    benchmark: BenchmarkFixture = request.getfixturevalue("benchmark")
    before = sample()
    yield
    benchmark.extra_info["calibration"] = median(before + sample())
