"""A platform's day at full speed: two workers, 64 connections, a fixed mix of games; nobody waits long, and memory stays."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.load.cases import MIX, mixed
from bench.load.drive import blast
from tests.contract.workers import Workers, serving

pytestmark = [pytest.mark.load, pytest.mark.timeout(900)]
CONNECTIONS = 64


class Measured(Workers):
    """The workers' processor time all told."""

    def cpu(self) -> float:
        fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in self.workers()]
        return sum(int(each[11]) + int(each[12]) for each in fields) / os.sysconf("SC_CLK_TCK")


@pytest.fixture(scope="module")
def server(wrk: str) -> Iterator[Measured]:
    with serving(2, LIPAI_WARM_UP="true") as started:
        yield Measured(started.port, started.process, started.errors)


def test_the_mix_is_the_one_asked_for() -> None:
    games = [line.split("/")[3] for line in mixed()]
    assert {game: games.count(game) / len(games) for game in MIX} == {"si-se-pai": 0.5, "si-ki-pi": 0.25, "chinese-poker": 0.25}


def test_a_minute_at_full_speed(server: Measured) -> None:
    """No error, and 1 in 100 waits no more than ten times as long as most."""
    blast(server, "/", mixed(), 3, CONNECTIONS)
    seen = blast(server, "/", mixed(), 60, CONNECTIONS)
    print(
        f"{seen.rate:,.0f} requests a second, {seen.requests / seen.cpu:,.0f} a second of processor; "
        f"median {1e3 * seen.median:.1f} ms, p99 {1e3 * seen.p99:.1f} ms, slowest {1e3 * seen.slowest:.1f} ms"
    )
    assert seen.p99 <= 10 * seen.median


def test_memory_stays(server: Measured) -> None:
    """200,000 requests after the first 20,000: less than 5 % more."""
    done = 0
    while done < 20_000:
        done += blast(server, "/", mixed(), 5, CONNECTIONS).requests
    before, done = server.workers(), 0
    while done < 200_000:
        done += blast(server, "/", mixed(), 10, CONNECTIONS).requests
    after = server.workers()
    assert set(after) == set(before), "a worker was replaced"
    print(f"{done:,} requests: " + ", ".join(f"{before[pid] >> 20} MB, then {after[pid] >> 20} MB" for pid in before))
    for pid, size in before.items():
        assert after[pid] < 1.05 * size
