"""The service under load on this machine: fast beside an endpoint that does nothing, from the first request on, and soon ready."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.load.cases import CASES, Case
from bench.load.drive import compare, load, servers
from tests.contract.server import Server, running, wait

pytestmark = [pytest.mark.load, pytest.mark.timeout(300)]
each_case = pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])


@pytest.fixture(scope="module")
def pair(wrk: str) -> Iterator[tuple[Server, Server]]:
    """The service, and the endpoint that does nothing."""
    with servers() as started:
        yield started


def ready_after(**environment: str) -> float:
    """Seconds from start to ready."""
    begun = time.monotonic()
    with running(LIPAI_WARM_UP="true", **environment) as server:
        wait(server, "/readyz")
        return time.monotonic() - begun


@each_case
def test_the_first_request_is_as_fast_as_the_thousandth(wrk: str, case: Case) -> None:
    """16 connections from the moment it is ready: 1 in 100 waits no more than five times as long as most."""
    with running(LIPAI_WARM_UP="true") as server:
        wait(server, "/readyz")
        seen = load(server, case.path, case, 3)
    print(f"{case.name}: median {1e3 * seen.median:.2f} ms, p99 {1e3 * seen.p99:.2f} ms, slowest {1e3 * seen.slowest:.2f} ms")
    assert seen.p99 <= 5 * seen.median


@each_case
def test_as_many_requests_as_an_endpoint_that_does_nothing(pair: tuple[Server, Server], case: Case) -> None:
    found = compare(*pair, case, rounds=5, seconds=1)
    print(f"{case.name}: {found.share:.0%} of {found.rates()[1]:,.0f} a second, {found.share_by_cpu:.0%} by CPU, {case.share:.0%} wanted")
    assert found.share >= case.share


def test_it_is_ready_soon() -> None:
    """Kernels compiled before: 5 s."""
    ready_after()
    assert ready_after() < 5


def test_it_is_ready_the_first_time(tmp_path: Path) -> None:
    """Nothing compiled yet: 30 s."""
    assert ready_after(NUMBA_CACHE_DIR=str(tmp_path)) < 30
