"""Sliding windows against a plain record of every request, clocks that jump, and whose address it is."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import Callable, Iterator
from ipaddress import ip_network
from types import SimpleNamespace

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st
from limits import RateLimitItemPerMinute, RateLimitItemPerSecond

from api.access import rates as module
from api.access.address import binds_outside, client_address, is_outside
from api.access.rates import Rates, Windows, parse_rates

TRUSTED = tuple(map(ip_network, ("10.0.0.0/8", "fd00::/8")))


@given(st.lists(st.floats(0, 40), min_size=1, max_size=120), st.integers(1, 20))
def test_a_window_lets_through_what_a_record_of_all_would(waits: list[float], amount: int) -> None:
    """Never more than twice the limit in any window (what a sliding counter promises), and within one window never more than the limit.

    Nor fewer than may be: who is refused has used the limit up, in this window and in what of the one before is not yet a window ago, each
    as if it had come at the pace of the whole.
    """
    now = [1000.0]
    windows = Windows(lambda: now[0])
    item = RateLimitItemPerMinute(amount)
    through: list[float] = []
    for wait in waits:
        now[0] += wait
        fits, left, seconds = windows.hit("a", item)
        here = sum(at // 60 == now[0] // 60 for at in through)
        before = sum(at // 60 == now[0] // 60 - 1 for at in through) * (1 - now[0] % 60 / 60)
        room = amount - here - before  # a hair's breadth is the rounding's
        assert fits or room < 1 + 1e-6
        assert not fits or room > 1 - 1e-6
        assert left > room - fits - 1 - 1e-6, "less is told to be left than is"
        assert seconds >= 0
        if fits:
            through.append(now[0])
    for at in through:
        assert sum(at - 60 < other <= at for other in through) < 2 * amount
        assert sum(at // 60 == other // 60 for other in through) <= amount


@given(st.lists(st.floats(0, 20), min_size=1, max_size=60), st.integers(1, 6))
def test_who_waits_as_long_as_told_is_let_in(waits: list[float], amount: int) -> None:
    now = [0.0]
    windows = Windows(lambda: now[0])
    item = RateLimitItemPerMinute(amount)
    for wait in waits:
        now[0] += wait
        fits, _, seconds = windows.hit("a", item)
        if not fits:
            now[0] += seconds + 1e-6
            assert windows.hit("a", item)[0]


def test_who_is_refused_is_not_punished_for_asking() -> None:
    now = [0.0]
    windows = Windows(lambda: now[0])
    item = RateLimitItemPerSecond(2)
    assert [windows.hit("a", item)[0] for _ in range(50)] == [True, True] + [False] * 48
    now[0] = 2.0
    assert windows.hit("a", item)[0]


def test_the_wall_clock_may_jump(monkeypatch: pytest.MonkeyPatch) -> None:
    """A day forth or back lets nobody in and shuts nobody out."""
    rates = Rates("3/hour")
    real = time.time

    def hit() -> bool:
        return asyncio.run(rates.hit("a"))[1] is None

    assert [hit(), hit()] == [True, True]
    for jump in (86_400.0, -86_400.0, 1e9, -1e9):
        monkeypatch.setattr(time, "time", lambda jump=jump: real() + jump)
        assert jump != 86_400.0 or hit()
        assert not hit()


def test_a_flood_of_addresses_costs_no_memory() -> None:
    now = [0.0]
    windows = Windows(lambda: now[0], most=1000)
    item = RateLimitItemPerMinute(5)
    for index in range(20_000):
        now[0] += 0.001
        windows.hit(f"address-{index}", item)
    assert len(windows) <= 1000


def test_the_shortest_window_is_told_first_and_the_tightest_tells_what_is_left() -> None:
    rates = Rates("100/minute; 2/second")
    headers, refusal = asyncio.run(rates.hit("a"))
    assert refusal is None
    assert dict(headers)[b"ratelimit-policy"] == b'"second";q=2;w=1, "minute";q=100;w=60'
    assert dict(headers)[b"ratelimit"].startswith(b'"second";r=1;')
    assert [item.amount for item in parse_rates("5 per 2 minutes, 1/second")] == [1, 5]


def test_a_shared_store_that_is_down_does_not_stop_the_service(caplog: pytest.LogCaptureFixture) -> None:
    """Each process counts alone meanwhile, and the log says so without the store's password."""
    rates = Rates("2/hour", "redis://user:hidden@127.0.0.1:1/0")
    outcomes = asyncio.run(thrice(rates))
    assert outcomes == [True, True, False]
    assert "does not answer" in caplog.text
    assert "hidden" not in caplog.text


@pytest.fixture
def hanging() -> Iterator[tuple[str, Callable[[], int]]]:
    """The address of a store that takes connections and never says a word, and how many it has been asked by."""
    with socket.create_server(("127.0.0.1", 0), backlog=100) as listening:
        listening.setblocking(False)
        held: list[socket.socket] = []

        def asked() -> int:
            with contextlib.suppress(BlockingIOError):
                while True:
                    held.append(listening.accept()[0])
            return len(held)

        yield f"redis://127.0.0.1:{listening.getsockname()[1]}/0", asked
        for one in held:
            one.close()


def test_a_shared_store_that_hangs_costs_little(
    hanging: tuple[str, Callable[[], int]], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """One look costs what a store may take, the next ones nothing, until it is asked again."""
    store, asked = hanging
    monkeypatch.setattr(module, "STORE_S", 1.0)
    monkeypatch.setattr(module, "CONNECT_S", 1.0)
    monkeypatch.setattr(module, "ALONE_S", 60.0)

    async def run() -> tuple[list[bool], float, int]:
        rates = Rates("2/hour; 100/day", store)
        begun = time.monotonic()
        async with asyncio.timeout(20):
            outcomes = await thrice(rates)
            taken, connections = time.monotonic() - begun, asked()
            await asyncio.sleep(0.2)
            monkeypatch.setattr(rates, "_alone_until", 0.0)
            outcomes += await thrice(rates)
        return outcomes, taken, connections

    outcomes, taken, connections = asyncio.run(run())
    assert outcomes == [True, True, False, False, False, False], "this process counts alone"
    assert 1.0 <= taken < 2.0, "two would take longer: two limits and three requests ask once"
    assert (connections, asked()) == (1, 2), "it is asked again when its time has come"
    assert caplog.text.count("does not answer") == 1


def test_a_shared_store_that_is_slow_to_connect_is_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes longer than a request waits; this process counts alone until it is there."""
    monkeypatch.setattr(module, "ALONE_S", 0.1)
    counted: list[str] = []

    class Slow:
        connected = False

        async def check(self) -> bool:
            await asyncio.sleep(3 * module.STORE_S)
            self.connected = True
            return True

    class Limiter:
        def __init__(self, storage: Slow) -> None:
            self.storage = storage

        async def hit(self, item: object, name: str) -> bool:
            if not self.storage.connected:
                await asyncio.sleep(60)
            counted.append(name)
            return True

        async def get_window_stats(self, item: object, name: str) -> SimpleNamespace:
            return SimpleNamespace(remaining=1, reset_time=time.time() + 1)

    async def run() -> None:
        rates = Rates("100/hour", "memory://")
        monkeypatch.setattr(rates, "_storage", slow := Slow())
        monkeypatch.setattr(rates, "_shared", Limiter(slow))
        async with asyncio.timeout(10):
            begun = time.monotonic()
            await rates.hit("a")
            assert time.monotonic() - begun < 2 * module.STORE_S
            assert counted == []
            while not counted:
                await rates.hit("a")
                await asyncio.sleep(0.05)

    asyncio.run(run())


def test_a_request_is_served_while_the_shared_store_hangs(serve: Callable[..., TestClient], hanging: tuple[str, Callable[[], int]]) -> None:
    client = serve(rate="2/hour", rate_store=hanging[0])
    begun = time.monotonic()
    assert [client.get("/v1/games").status_code for _ in range(3)] == [200, 200, 429]
    assert time.monotonic() - begun < 4
    assert hanging[1]() >= 1, "it was asked"


def test_how_long_a_shared_store_is_waited_for() -> None:
    """A request with two limits of a store that hangs is still answered at once, as people have it."""
    assert 0 < module.STORE_S <= 0.5
    assert module.ALONE_S >= 2 * module.STORE_S, "most requests pay nothing"


async def thrice(rates: Rates) -> list[bool]:
    return [(await rates.hit("a"))[1] is None for _ in range(3)]


@pytest.mark.parametrize(
    ("peer", "forwarded", "counted"),
    [
        ("203.0.113.9", [], "203.0.113.9"),
        ("203.0.113.9", [b"198.51.100.1"], "203.0.113.9"),  # whoever asks directly is believed nothing
        ("10.0.0.1", [b"198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", [b"1.2.3.4, 198.51.100.1"], "198.51.100.1"),  # what the client wrote stands to the left
        ("10.0.0.1", [b"1.2.3.4", b"198.51.100.1, 10.9.9.9"], "198.51.100.1"),
        ("10.0.0.1", [b"10.3.3.3, 10.2.2.2"], "10.3.3.3"),
        ("10.0.0.1", [b"198.51.100.1:4711"], "198.51.100.1"),
        ("10.0.0.1", [b"[2001:db8:1:2:3::4]:99"], "2001:db8:1:2::/64"),
        ("10.0.0.1", [b"2001:db8:1:2:ffff::4"], "2001:db8:1:2::/64"),
        ("10.0.0.1", [b"junk"], "10.0.0.1"),
        ("10.0.0.1", [b"junk, 198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", [b"198.51.100.1, junk"], "10.0.0.1"),
        ("10.0.0.1", [b""], "10.0.0.1"),
        ("10.0.0.1", [b"," * 5000], "10.0.0.1"),
        ("10.0.0.1", [b"\xff\xfe, \x00"], "10.0.0.1"),
        ("::ffff:10.0.0.1", [b"198.51.100.1"], "198.51.100.1"),
        ("::ffff:203.0.113.9", [], "203.0.113.9"),
        ("fd00::1", [b"198.51.100.1"], "198.51.100.1"),
        ("/run/socket", [], "/run/socket"),
        ("", [], "unknown"),
    ],
)
def test_whose_address_a_request_counts_under(peer: str, forwarded: list[bytes], counted: str) -> None:
    assert client_address(peer, forwarded, TRUSTED) == counted
    if peer == "203.0.113.9":
        assert client_address(peer, forwarded, ()) == counted


@given(st.lists(st.binary(max_size=60), max_size=3))
def test_no_forwarded_header_breaks_anything(forwarded: list[bytes]) -> None:
    assert client_address("10.0.0.1", forwarded, TRUSTED)


@pytest.mark.parametrize(
    ("host", "outside"),
    [
        ("127.0.0.1", False), ("127.8.8.8", False), ("::1", False), ("localhost", False), ("0.0.0.0", True), ("::", True),
        ("192.168.1.5", True), ("::ffff:127.0.0.1", False), ("::ffff:8.8.8.8", True),
        ("fe80::1%eth0", True), ("no-such-host.invalid", True),
    ],
)  # fmt: skip
def test_what_other_machines_can_reach(host: str, outside: bool) -> None:
    assert binds_outside(host) is outside
    if host not in ("localhost", "no-such-host.invalid"):
        assert is_outside(host) is outside


def test_the_counters_of_a_service_are_bounded() -> None:
    """As it makes them, with no bound named: a flood of addresses within one window leaves no more than the bound."""
    windows, item = Windows(lambda: 1000.0), RateLimitItemPerMinute(5)
    assert all(windows.hit(f"address-{index}", item)[0] for index in range(module.MOST_COUNTERS + 1000))
    assert module.MOST_COUNTERS // 2 <= len(windows) <= module.MOST_COUNTERS
