"""What one processor can do, and what a worker takes: `python -m bench.load.capacity`. docs/capacity.md has the numbers.

A worker process alone, wrk beside it; requests a second of the worker's own processor time, so that other work on the machine matters
little.
"""

from __future__ import annotations

import argparse
import time

from bench.load.cases import CASES, mixed
from bench.load.drive import blast
from tests.contract.server import Server, running, wait


def settled(server: Server) -> int:
    """Bytes of the process."""
    return server.memory()["VmRSS"]


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=8)
    seconds = parser.parse_args().seconds
    begun = time.monotonic()
    with running(LIPAI_WARM_UP="true") as server:
        wait(server, "/readyz")
        ready, start = settled(server), time.monotonic() - begun
        print(f"ready after {start:.1f} s and {server.cpu():.1f} s of processor, {ready >> 20} MB\n")
        print("| requests | a second of one processor | processor each |\n|---|--:|--:|")
        lines = {case.name: [f"{case.path}\t{body}" for body in case.bodies()] for case in CASES}
        for name, requests in {**lines, "the mix": mixed()}.items():
            blast(server, "/", requests, 1)
            seen = blast(server, "/", requests, seconds)
            print(f"| {name} | {seen.requests / seen.cpu:,.0f} | {1e3 * seen.cpu / seen.requests:.2f} ms |", flush=True)
        print(f"\nafterwards {settled(server) >> 20} MB, at most {server.memory()['VmHWM'] >> 20} MB")


if __name__ == "__main__":
    main()
