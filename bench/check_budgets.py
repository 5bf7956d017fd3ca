"""Hold a pytest-benchmark report to the budgets, and write what was measured into docs/performance.md.

`python bench/check_budgets.py REPORT.json`; with --partial the report is of a part of the benchmarks: nothing is written, and a
budget without its benchmark is no fault. Exit 1 when a benchmark is over its budget or has none.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from bench.peers import PACKAGES

ROOT = Path(__file__).resolve().parent.parent
BUDGETS = ROOT / "bench" / "budgets.toml"
PAGE = ROOT / "docs" / "performance.md"
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
YARDSTICK = "test_calibration"
HEADROOM = 2.0
"""A proposed budget, as a multiple of what was measured."""


@dataclass(frozen=True)
class Measurement:
    """One benchmark: times in seconds; `calibration` is the yardstick's median around it, `budget` a multiple of that.

    task, program: of a comparison with other programs, which has a table of its own and no budget.
    """

    name: str
    median: float
    spread: float
    rounds: int
    calibration: float
    budget: float | None
    task: str | None = None
    program: str | None = None

    @property
    def ratio(self) -> float:
        """The median as a multiple of the calibration loop."""
        return self.median / self.calibration


def measurements(report: Mapping[str, Any], budgets: Mapping[str, float]) -> list[Measurement]:
    """What the report says of every benchmark but the yardstick, in its order.

    ValueError: there is no yardstick to measure by, or two benchmarks share a name.
    """
    found = {}
    whole_run = next((entry["stats"]["median"] for entry in report["benchmarks"] if entry["name"] == YARDSTICK), None)
    for entry in report["benchmarks"]:
        name, stats = entry["name"], entry["stats"]
        calibration = entry["extra_info"].get("calibration", whole_run)
        if calibration is None:
            raise ValueError(f"{name} was timed without {YARDSTICK} in the same run")
        if name in found:
            raise ValueError(f"two benchmarks are called {name}")
        info = entry["extra_info"]
        found[name] = Measurement(
            name, stats["median"], stats["iqr"], stats["rounds"], calibration, budgets.get(name), info.get("task"), info.get("program")
        )
    found.pop(YARDSTICK, None)
    return list(found.values())


def faults(measured: Iterable[Measurement], budgets: Mapping[str, float], *, partial: bool) -> list[str]:
    """One line for every broken or missing budget, and unless partial for every budget without a benchmark."""
    measured = list(measured)
    lines = []
    for m in measured:
        if m.task is not None:
            continue
        if m.budget is None:
            lines.append(f'no budget; propose:  "{m.name}" = {m.ratio * HEADROOM:.2g}')
        elif m.ratio > m.budget:
            lines.append(f"over budget: {m.name} took {m.ratio:.3g} of the calibration loop ({seconds(m.median)}), allowed {m.budget:g}")
    if not partial:
        lines += [f"budget without a benchmark: {name}" for name in budgets if name not in {m.name for m in measured}]
    return lines


def seconds(value: float) -> str:
    """A duration to three figures in the unit that fits."""
    for factor, unit in ((1.0, "s"), (1e3, "ms"), (1e6, "µs")):
        if value * factor >= 1:
            return f"{value * factor:.3g} {unit}"
    return f"{value * 1e9:.3g} ns"


def table(measured: Iterable[Measurement]) -> str:
    """The measurements as a Markdown table."""
    rows = ["| benchmark | median | interquartile range | rounds | × calibration | budget |", "|---|--:|--:|--:|--:|--:|"]
    for m in measured:
        if m.task is not None:
            continue
        name = m.name.removeprefix("test_").replace("|", "\\|")
        budget = "none" if m.budget is None else f"{m.budget:g}"
        rows.append(f"| `{name}` | {seconds(m.median)} | {seconds(m.spread)} | {m.rounds} | {m.ratio:.3g} | {budget} |")
    return "\n".join(rows)


def comparison(measured: Iterable[Measurement]) -> str:
    """The comparisons with other programs as a Markdown table: by task Lipai first, then the fastest first, each as a multiple of Lipai."""
    by_task: dict[str, list[Measurement]] = {}
    for m in measured:
        if m.task is not None:
            by_task.setdefault(m.task, []).append(m)
    rows = ["| task | program | median | × the first |", "|---|---|--:|--:|"]
    for task, programs in by_task.items():
        first = next((m for m in programs if (m.program or "").startswith("Lipai")), programs[0])
        ordered = [first, *sorted((m for m in programs if m is not first), key=lambda m: m.median)]
        rows += [
            f"| {task if m is first else ''} | {m.program} | {seconds(m.median)} | {times(m.median / first.median)} |" for m in ordered
        ]
    absent = [name for name in PACKAGES if not installed(name)]
    note = f"\n\nNot timed, since it can't be installed here: {', '.join(absent)}." if absent else ""
    return "\n".join(rows) + note


def times(ratio: float) -> str:
    """A ratio to three figures, without exponents."""
    return f"{ratio:.3g}" if ratio < 1000 else f"{float(f'{ratio:.3g}'):,.0f}"


def installed(package: str) -> bool:
    """Whether a package is installed."""
    try:
        version(package)
    except PackageNotFoundError:
        return False
    return True


def machine(report: Mapping[str, Any], measured: list[Measurement]) -> str:
    """One sentence on what was measured, where and when."""
    info = report["machine_info"]
    cpu = info.get("cpu", {})
    processor = cpu.get("brand_raw") or info.get("processor") or info["machine"]
    python = f"{info['python_implementation']} {info['python_version']}"
    libraries = ", ".join(f"{name} {version(name)}" for name in ("ortools", "numba", "numpy"))
    yardstick = sorted(m.calibration for m in measured)[len(measured) // 2]
    return (
        f"Measured on {report['datetime'][:10]} with {processor}, {cpu.get('count', '?')} cores, {python}, {libraries}. "
        f"The calibration loop took {seconds(yardstick)}."
    )


def rewritten(page: str, generated: str) -> str:
    """The page with the part between its markers replaced. ValueError: it has no such markers."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the page lacks {BEGIN} or {END}")
    return f"{before}{BEGIN}\n{generated}\n{END}{after}"


def main() -> int:
    """Check, report, and when all is well write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("report", type=Path)
    parser.add_argument("--partial", action="store_true", help="the report is of a part of the benchmarks")
    options = parser.parse_args()
    report = json.loads(options.report.read_text())
    budgets = tomllib.loads(BUDGETS.read_text())["budgets"]
    measured = measurements(report, budgets)
    if not measured:
        print("no benchmark but the yardstick was run", file=sys.stderr)
        return int(bool(budgets) and not options.partial)
    print(f"{table(measured)}\n\n{comparison(measured)}")
    if lines := faults(measured, budgets, partial=options.partial):
        print("\n" + "\n".join(lines), file=sys.stderr)
        return 1
    if not options.partial:
        parts = (machine(report, measured), table(measured), "### Beside other programs", comparison(measured))
        PAGE.write_text(rewritten(PAGE.read_text(), "\n\n".join(parts)))
        print(f"\nAll {len(budgets)} budgets hold; {PAGE.relative_to(ROOT)} is written.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
