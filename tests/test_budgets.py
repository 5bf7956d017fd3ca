"""The guard on speed is itself guarded: it must fail when a budget is broken, missing or left over."""

from __future__ import annotations

from typing import Any

import pytest

from bench.check_budgets import comparison, faults, measurements, rewritten, seconds, table


def report(**medians: float) -> dict[str, Any]:
    """A pytest-benchmark report with these medians in ms, whose calibration loop took 2 ms."""
    return {
        "benchmarks": [
            {"name": name, "stats": {"median": ms / 1e3, "iqr": 1e-5, "rounds": 10}, "extra_info": {}}
            for name, ms in {"test_calibration": 2.0, **medians}.items()
        ]
    }


@pytest.mark.parametrize(
    ("budgets", "expected"),
    [
        ({"test_arrange": 0.6}, []),  # 1 ms is half of the loop
        ({"test_arrange": 0.4}, ["over budget: test_arrange took 0.5"]),
        ({}, ['no budget; propose:  "test_arrange" = 1']),
        ({"test_arrange": 0.6, "test_gone": 1.0}, ["budget without a benchmark: test_gone"]),
    ],
)
def test_faults(budgets: dict[str, float], expected: list[str]) -> None:
    lines = faults(measurements(report(test_arrange=1.0), budgets), budgets, partial=False)
    assert len(lines) == len(expected)
    assert all(line.startswith(start) for line, start in zip(lines, expected, strict=True))


def test_a_part_of_the_benchmarks_needs_not_all_budgets() -> None:
    budgets = {"test_arrange": 0.6, "test_other": 1.0}
    assert faults(measurements(report(test_arrange=1.0), budgets), budgets, partial=True) == []


def test_the_yardstick_beside_a_benchmark_goes_first() -> None:
    """A loaded machine slows both: 1 ms against a loop that took 4 ms just then is a quarter."""
    loaded = report(test_arrange=1.0)
    loaded["benchmarks"][1]["extra_info"]["calibration"] = 0.004
    assert measurements(loaded, {})[0].ratio == pytest.approx(0.25)


def test_without_the_yardstick_there_is_no_ratio() -> None:
    bare = report(test_arrange=1.0)
    del bare["benchmarks"][0]
    with pytest.raises(ValueError, match="without test_calibration"):
        measurements(bare, {})


def test_the_page_keeps_its_words() -> None:
    page = "head\n<!-- measured: begin -->\nold\n<!-- measured: end -->\ntail\n"
    assert rewritten(page, "new") == "head\n<!-- measured: begin -->\nnew\n<!-- measured: end -->\ntail\n"
    with pytest.raises(ValueError, match="lacks"):
        rewritten("head", "new")


def test_the_table_reads_like_one() -> None:
    row = table(measurements(report(**{"test_arrange[si-se-pai]": 1.0}), {})).splitlines()[-1]
    assert row == "| `arrange[si-se-pai]` | 1 ms | 10 µs | 10 | 0.5 | none |"
    assert [seconds(value) for value in (2.0, 0.0123, 4.5e-6, 7e-9)] == ["2 s", "12.3 ms", "4.5 µs", "7 ns"]


def test_comparisons_have_a_table_of_their_own_and_no_budget() -> None:
    """Lipai first, then the fastest first, each as a multiple of Lipai's median."""
    timed = report(test_slow=6.0, test_ours=0.002, test_quick=0.003)
    for entry, program in zip(timed["benchmarks"][1:], ("slow 1", "Lipai", "quick 2"), strict=True):
        entry["extra_info"] |= {"task": "sort", "program": program}
    measured = measurements(timed, {})
    assert faults(measured, {}, partial=False) == []
    assert comparison(measured).splitlines()[2:5] == [
        "| sort | Lipai | 2 µs | 1 |",
        "|  | quick 2 | 3 µs | 1.5 |",
        "|  | slow 1 | 6 ms | 3,000 |",
    ]
    assert "slow" not in table(measured)
