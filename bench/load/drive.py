"""Two servers side by side, and wrk on one after the other, so that what else the machine does meets both."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.load.cases import Case
from tests.contract.server import Server, running

CONNECTIONS = 16


@dataclass(frozen=True)
class Load:
    """What wrk saw: requests answered, seconds they took all told, failures, the latencies in seconds; `cpu`: what the server used."""

    requests: int
    seconds: float
    failed: int
    median: float
    p99: float
    slowest: float
    cpu: float

    @property
    def rate(self) -> float:
        """Requests per second."""
        return self.requests / self.seconds


@dataclass(frozen=True)
class Comparison:
    """Rounds on the service and on the yardstick in turn."""

    case: Case
    ours: tuple[Load, ...]
    noop: tuple[Load, ...]

    @property
    def share(self) -> float:
        """The service's requests per second as a part of the yardstick's: the median over the pairs of rounds."""
        return median(ours.rate / noop.rate for ours, noop in zip(self.ours, self.noop, strict=True))

    @property
    def share_by_cpu(self) -> float:
        """The same by requests per second of processor time: what it would be if nothing else ran."""
        return median((o.requests / o.cpu) / (n.requests / n.cpu) for o, n in zip(self.ours, self.noop, strict=True))

    def rates(self) -> tuple[float, float]:
        """Median requests per second: ours, the yardstick's."""
        return median(load.rate for load in self.ours), median(load.rate for load in self.noop)


def load(server: Server, path: str, case: Case, seconds: float) -> Load:
    """16 connections of wrk on one path. Raises CalledProcessError, AssertionError for a response that is no success."""
    return blast(server, path, case.bodies(), seconds)


def blast(server: Server, path: str, lines: list[str], seconds: float, connections: int = CONNECTIONS) -> Load:
    """So many connections of wrk with these lines (see wrk.lua), at full speed. Raises as `load` does."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as bodies:
        bodies.write("\n".join(lines))
        bodies.flush()
        length, script = f"-d{max(1, round(seconds))}s", str(Path(__file__).with_name("wrk.lua"))
        command = ["wrk", "-t1", f"-c{connections}", length, "--timeout", "30s", "-s", script, server.url(path)]
        before = server.cpu()
        told = subprocess.run(command, env=os.environ | {"BODIES": bodies.name}, stdout=subprocess.PIPE, text=True, check=True).stdout
    found = Load(**json.loads(told.strip().rpartition("\n")[2]), cpu=server.cpu() - before)
    assert found.requests, told
    assert not found.failed, told
    return found


def compare(ours: Server, noop: Server, case: Case, rounds: int, seconds: float) -> Comparison:
    """So many rounds of so many seconds on each, in turn."""
    pairs = [(load(ours, case.path, case, seconds), load(noop, f"/{case.name}", case, seconds)) for _ in range(rounds)]
    return Comparison(case, tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs))


@contextmanager
def servers() -> Iterator[tuple[Server, Server]]:
    """The service and the yardstick, one process each, warm."""
    with running(LIPAI_WARM_UP="true") as ours, running("bench.load.noop:app") as noop:
        yield ours, noop
