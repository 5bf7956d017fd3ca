"""What Prometheus reads at /metrics: requests, solve times, refusals, caches, batch lines, this build.

With several processes the client library's multi-process mode adds them up: `lipai serve --workers N` names the folder that they share in
PROMETHEUS_MULTIPROC_DIR. A request is noted in plain numbers, which are counted now and then and before each reading.
"""

import asyncio
import functools
import os
import sys
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from api.http import NO_STORE, Call, Reply, Route
from api.limits import Places, Pool
from solver.version import build, program

SHARED_DIR = "PROMETHEUS_MULTIPROC_DIR"
SOLVE_BUCKETS = (0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
"""From a lookup to the longest deadline, in seconds."""

NONE = "none"
GAVE_UP = "499"
"""The status of a request whose client left before it was answered, as others write it."""


class Durations(Histogram):
    """A histogram to which many observations are added at once."""

    def add(self, counts: Sequence[float], total: float) -> None:
        """So many observations in each bucket, the last for those beyond, and their sum."""
        for bucket, count in zip(self._buckets, counts, strict=True):
            if count:
                bucket.inc(count)
        self._sum.inc(total)


class Metrics:
    """The service's own registry, and the watcher that fills it."""

    def __init__(
        self, pools: dict[str, Pool], room: Places, keys: Callable[[], int] = lambda: 0, outcomes: Mapping[str, int] | None = None
    ) -> None:
        """outcomes: what became of the verdicts of a ledger, where there is one."""
        self.room = room
        self.outcomes = outcomes or {}
        self.keys_known = keys
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self.registry = CollectorRegistry()
        self.pools = pools
        self.shared = SHARED_DIR in os.environ
        here = self.registry
        self.requests = Counter(
            "lipai_requests", "Requests answered, by game, operation and status.", ("game", "operation", "status"), registry=here
        )
        self.solve = Durations(
            "lipai_solve_seconds",
            "Seconds to solve a request that was read.",
            ("game", "operation", "engine"),
            buckets=SOLVE_BUCKETS,
            registry=here,
        )
        self.rejected = Counter("lipai_rejected", "Requests turned away before a game read them, by code.", ("reason",), registry=here)
        self.not_modified = Counter("lipai_not_modified", "Answers that the client held already (304), by game.", ("game",), registry=here)
        self.cache = Counter(
            "lipai_cache", "Look-ups in the caches within the solver, by cache and result.", ("cache", "result"), registry=here
        )
        self.lines = Counter("lipai_batch_lines", "Lines of batches answered, by game and result.", ("game", "result"), registry=here)
        self.verdicts = Counter(
            "lipai_verdicts", "Verdicts that the ledger stored, and that it did not and why, by outcome.", ("outcome",), registry=here
        )
        self.in_flight = Gauge("lipai_in_flight", "Requests under way.", multiprocess_mode="livesum", registry=here)
        self.places = Gauge(
            "lipai_pool_taken",
            "Places taken by work in threads, running and waiting.",
            ("pool",),
            multiprocess_mode="livesum",
            registry=here,
        )
        self.keys = Gauge("lipai_keys", "Keys known, revoked and expired ones too.", multiprocess_mode="mostrecent", registry=here)
        info = Gauge(
            "lipai_build_info",
            "1, with the version of the program and of the program and its data.",
            ("version", "build"),
            multiprocess_mode="max",
            registry=here,
        )
        info.labels(program(), build()).set(1)
        if not self.shared:
            ProcessCollector(registry=self.registry)
        self._other = Route("", self, "open")
        self._routes: dict[int, Route] = {}
        self._seen: dict[str, tuple[int, int]] = {}
        self._judged: dict[str, int] = {}

    def watch(self, call: Call) -> None:
        """Note what came of a request, in plain numbers: a tenth of what counting at once would cost. `refresh` counts them."""
        route = call.route or self._other
        status, seconds = call.status, call.solve_s
        noted = route.statuses.get(status)
        if noted is None:
            noted = 0
            self._routes[id(route)] = route
        route.statuses[status] = noted + 1
        if seconds >= 0:
            cells = route.seconds.get(call.engine)
            if cells is None:
                cells = route.seconds[call.engine] = [0] * (len(SOLVE_BUCKETS) + 2)
            cells[bisect_left(SOLVE_BUCKETS, seconds)] += 1
            cells[-1] += seconds
        if call.code:
            self.reject(call.code)

    def reject(self, code: str) -> None:
        """Count a request that was turned away."""
        self.rejected.labels(code).inc()

    def _count(self, route: Route) -> None:
        """Count what was noted."""
        game = route.game or NONE
        for status, noted in route.statuses.items():
            if noted:
                route.statuses[status] = 0
                self.requests.labels(game, route.name, str(status) if status else GAVE_UP).inc(noted)
                if status == 304:
                    self.not_modified.labels(game).inc(noted)
        for engine, cells in route.seconds.items():
            if any(cells):
                self.solve.labels(game, route.name, engine or NONE).add(cells[:-1], cells[-1])
                cells[:] = [0] * len(cells)

    def batch_lines(self, game: str, answered: int, refused: int) -> None:
        """Count lines of a batch as they are answered."""
        self.lines.labels(game, "answered").inc(answered)
        if refused:
            self.lines.labels(game, "refused").inc(refused)

    def refresh(self, readers: int = 0) -> None:
        """Bring up to date what is not counted as it happens: now and then, and before each reading, which does not count as under way."""
        for route in self._routes.values():
            self._count(route)
        self.in_flight.set(max(0, self.room.most - self.room.left - readers))
        self.keys.set(self.keys_known())
        for name, pool in self.pools.items():
            self.places.labels(name).set(pool.taken)
        for outcome, judged in self.outcomes.items():
            self.verdicts.labels(outcome).inc(judged - self._judged.get(outcome, 0))
            self._judged[outcome] = judged
        for name, (hits, misses) in caches().items():
            before = self._seen.get(name, (0, 0))
            self._seen[name] = (hits, misses)
            for result, more in (("hit", hits - before[0]), ("miss", misses - before[1])):
                self.cache.labels(name, result).inc(max(0, more))  # a cache that was cleared begins again

    async def keep_fresh(self, seconds: float = 5) -> None:
        """Now and then for ever: another process may be the one that is read."""
        while True:
            self.refresh()
            await asyncio.sleep(seconds)

    async def __call__(self, call: Call) -> Reply:
        """The page /metrics."""
        self.refresh(readers=1)
        registry = self.registry
        if self.shared:
            forget_the_dead(Path(os.environ[SHARED_DIR]))
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return Reply(generate_latest(registry), 200, CONTENT_TYPE_LATEST.encode(), [NO_STORE])


def forget_the_dead(folder: Path) -> None:
    """Take the present values (not the counts) of processes that are gone out of the sum."""
    for pid in {file.stem.rpartition("_")[2] for file in folder.glob("gauge_live*_*.db")}:
        if pid.isdigit() and not _lives(pid):
            mark_process_dead(int(pid), str(folder))  # type: ignore[no-untyped-call]


def _lives(pid: str) -> bool:
    """Whether the process runs; one that ended and was not buried yet does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def caches() -> dict[str, tuple[int, int]]:
    """Hits and misses of every `lru_cache` within the solver, by module and name. Those that only keep a single value are left out."""
    found: dict[str, tuple[int, int]] = {}
    for module in [module for name, module in sys.modules.items() if name == "solver" or name.startswith("solver.")]:
        for owner in (
            module,
            *(value for value in vars(module).values() if isinstance(value, type) and value.__module__ == module.__name__),
        ):
            for name, value in list(vars(owner).items()):
                if isinstance(value, functools._lru_cache_wrapper) and value.__module__ == module.__name__:
                    info = _info(value)
                    if info.maxsize != 1 and info.hits + info.misses:
                        found[f"{module.__name__}.{name}"] = (info.hits, info.misses)
    return found


def _info(wrapped: Any) -> Any:
    return wrapped.cache_info()
