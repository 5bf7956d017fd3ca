"""Measure the service beside an endpoint that does nothing, and say so as a Markdown table.

`python -m bench.load [--rounds N] [--seconds N] [CASE …]`; exit 1 when a case has less than its share.
"""

from __future__ import annotations

import argparse
import sys

from bench.load.cases import CASES
from bench.load.drive import CONNECTIONS, Comparison, compare, servers


def table(found: list[Comparison]) -> str:
    """The measurements as a Markdown table."""
    rows = [
        "| requests | a second | no-op, a second | share | by CPU | wanted | median | p99 |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for one in found:
        ours, noop = one.rates()
        last = one.ours[-1]
        rows.append(
            f"| `{one.case.name}` | {ours:,.0f} | {noop:,.0f} | {one.share:.0%} | {one.share_by_cpu:.0%} | {one.case.share:.0%} "
            f"| {1e3 * last.median:.2f} ms | {1e3 * last.p99:.2f} ms |"
        )
    return "\n".join(rows)


def main() -> int:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("cases", nargs="*", metavar="CASE", help=", ".join(case.name for case in CASES))
    options = parser.parse_args()
    chosen = [case for case in CASES if not options.cases or case.name in options.cases]
    with servers() as (ours, noop):
        found = [compare(ours, noop, case, options.rounds, options.seconds) for case in chosen]
    print(f"One process each, {CONNECTIONS} connections, medians of {options.rounds} rounds in turn.\n\n{table(found)}")
    return int(any(one.share < one.case.share for one in found))


if __name__ == "__main__":
    sys.exit(main())
