"""Clocks jump; receipts stay in order as far as that is true."""

from __future__ import annotations

import uuid

import pytest

from solver.ledger import clock
from solver.ledger.clock import SECOND, Clock


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The machine's clock, in a list of one, to be set."""
    time = [1_000_000 * SECOND]
    monkeypatch.setattr(clock, "now", lambda: time[0])
    monkeypatch.setattr(clock, "_running", lambda: 5 * SECOND)
    return time


def test_two_verdicts_never_have_the_same_time(machine: list[int]) -> None:
    times = Clock()
    assert [times.tick() - machine[0] for _ in range(3)] == [0, 1, 2]


def test_a_small_step_back_is_bridged(machine: list[int]) -> None:
    times = Clock()
    first = times.tick()
    machine[0] -= 30 * SECOND
    assert times.tick() == first + 1
    machine[0] += 31 * SECOND
    assert times.tick() == machine[0]


def test_a_large_step_is_followed_either_way(machine: list[int], caplog: pytest.LogCaptureFixture) -> None:
    """A clock that was a year ahead and is put right must not keep receipts in the future."""
    times = Clock()
    machine[0] += 31_536_000 * SECOND
    assert times.tick() == machine[0]
    machine[0] -= 31_536_000 * SECOND
    assert times.tick() == machine[0]
    assert "went back 31536000 s" in caplog.text


def test_a_jump_is_seen_whichever_way_it_goes(machine: list[int]) -> None:
    times = Clock()
    assert times.jump() == 0
    for step in (-3600, 7200):
        machine[0] += step * SECOND
        assert times.jump() == 3600 * SECOND


def test_ids_are_uuids_of_version_7_that_sort_by_time() -> None:
    """RFC 9562: 48 bits of milliseconds, then version and variant, the rest is chance."""
    ids = [clock.new_id(moment * 1000) for moment in range(0, 1 << 48, 1 << 40)]
    assert ids == sorted(ids)
    assert all((found.version, found.variant) == (7, uuid.RFC_4122) for found in map(uuid.UUID, ids))
    assert [clock.time_of(id) for id in ids] == [moment * 1000 for moment in range(0, 1 << 48, 1 << 40)]
    assert len({clock.new_id(0) for _ in range(10_000)}) == 10_000
