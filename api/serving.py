"""How `lipai serve` starts the service: looked over first, then under uvicorn with this project's protocol."""

import asyncio
import difflib
import errno
import logging
import os
import re
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from time import monotonic, sleep

import uvicorn
from pydantic import ValidationError
from uvicorn.supervisors import Multiprocess
from uvicorn.supervisors.multiprocess import Process

from api.access.guard import ring_of
from api.ending import LAST_S, ending_at_once
from api.ledger import make_ledger
from api.logs import configure
from api.metrics import SHARED_DIR
from api.settings import Settings
from api.start import STARTUP_FAILURE, StartError, unsafe
from solver.cli.warm import before_many

log = logging.getLogger("lipai.api")

READ_ELSEWHERE = frozenset(("LIPAI_API_KEY", "LIPAI_KERNELS", "LIPAI_REQUIRE_SYSTEM", "LIPAI_URL"))
"""Variables of other parts: the client, the cache of compiled kernels, the tests."""

_OF_KUBERNETES = re.compile(r"_SERVICE_(HOST|PORT)|_PORT_\d+_")
"""It tells every container of a service named lipai so."""

WARM_UP_S = 600.0
"""How long a process that replaces another may take until it serves."""

Told = Callable[[], object]
"""Is called once this service, and no other at its address, answers."""


def serve(host: str, port: int, workers: int, log_level: str, open_to_all: bool, started: Told = lambda: None) -> None:
    """Serve until told to stop. Raises LipaiError for what would not be right, before anything listens or is made ready."""
    before = dict(os.environ)
    # The processes that answer read their settings from the environment.
    os.environ |= {"LIPAI_HOST": host, "LIPAI_PORT": str(port), "LIPAI_WORKERS": str(workers)}
    if open_to_all:
        os.environ["LIPAI_OPEN"] = "true"
    try:
        with ending_at_once(signal.SIGTERM):
            settings = looked_over()
            with ExitStack() as until_the_end:
                sockets = [until_the_end.enter_context(one) for one in bound(settings.host, settings.port)]
                if settings.workers > 1 and settings.warm_up:
                    made_ready()
                if settings.workers > 1 and settings.metrics != "off" and not os.environ.get(SHARED_DIR):
                    os.environ[SHARED_DIR] = until_the_end.enter_context(tempfile.TemporaryDirectory(prefix="lipai-metrics-"))
                run(settings, log_level, sockets, started)
    finally:
        os.environ.clear()
        os.environ.update(before)


def looked_over() -> Settings:
    """The environment's settings. Raises LipaiError for those that can't be, unsafe ones, keys that can't be read, and a damaged ledger."""
    try:
        settings = Settings()
    except ValidationError as error:
        # A setting is a variable, whichever of its items is at fault.
        faults = (
            f"LIPAI_{str(fault['loc'][0]).upper()}: {fault['msg'].removeprefix('Value error, ')}"
            for fault in error.errors(include_input=False)
        )
        raise StartError("; ".join(dict.fromkeys(faults))) from None
    configure(settings)
    for hint in unread(os.environ):
        log.warning(hint)
    if why := unsafe(settings, settings.host):
        raise StartError(why)
    ring_of(settings)
    if ledger := make_ledger(settings):
        asyncio.run(ledger.look_over())
    return settings


def unread(environment: Mapping[str, str]) -> list[str]:
    """A line for each variable of ours that nothing reads, with the name that may have been meant."""
    known = {f"LIPAI_{name.upper()}" for name in Settings.model_fields} | READ_ELSEWHERE
    hints = []
    for name in sorted(environment):
        if name.upper().startswith("LIPAI_") and name.upper() not in known and not _OF_KUBERNETES.search(name):
            near = difflib.get_close_matches(name[6:].upper(), sorted(each[6:] for each in known), 1)
            hints.append(f"{name} is set, and nothing reads it{f'; is LIPAI_{near[0]} meant?' if near else ''}")
    return hints


def bound(host: str, port: int) -> list[socket.socket]:
    """Sockets that hold the port at each address of the host. Nobody is heard yet. Raises StartError where one can't be had."""
    made: list[socket.socket] = []
    try:
        found = {(entry[0], entry[4]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)}
        missing: OSError | None = None
        for family, address in sorted(found, key=str):
            try:
                made.append(_bound(family, address, alone=len(found) > 1))
            except OSError as error:
                if error.errno not in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
                    raise
                missing = error  # a name may have an address of a family that this machine does without
        if missing and not made:
            raise missing
    except (OSError, UnicodeError) as error:
        for one in made:
            one.close()
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            raise StartError(f"port {port} of {host} is taken; end what listens there, or choose another (--port, LIPAI_PORT)") from None
        why = error.strerror if isinstance(error, OSError) else "no such address"
        raise StartError(f"can't listen at port {port} of {host!r}: {why}") from None
    return made


def _bound(family: int, address: tuple[object, ...], alone: bool) -> socket.socket:
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, alone)
        made.bind(address)
    except BaseException:
        made.close()
        raise
    return made


def made_ready() -> None:
    """What several processes need is compiled once, before they start."""
    done = before_many()
    if done is not None:
        log.info("compiled ahead, with %d worked hands in %.1f s", done["hands"], done["seconds"])


def run(settings: Settings, log_level: str, sockets: list[socket.socket], started: Told) -> None:
    """Serve in this process, or in several. Raises SystemExit where none came to serve."""
    config = uvicorn.Config(
        "api.app:app",
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        loop="uvloop",
        http="api.protocol:Protocol",
        ws="none",
        log_level=log_level,
        log_config=None,
        access_log=False,  # LIPAI_ACCESS_LOG is the service's own
        proxy_headers=False,  # LIPAI_TRUSTED_PROXIES is
        server_header=False,
        timeout_graceful_shutdown=int(settings.grace_s) or 1,
    )
    configure(settings)
    if settings.workers == 1:
        server = One(config, started)
        server.run(sockets)
        if not server.started:
            raise SystemExit(STARTUP_FAILURE)
    else:
        Several(config, sockets, max(1, settings.grace_s) + 2 * LAST_S, started).run()


def listening(config: uvicorn.Config, sockets: list[socket.socket]) -> bool:
    """Whether we are heard. Several may hold a port until the first of them listens, and the event loop is silent on the others."""
    try:
        for one in sockets:
            one.listen(config.backlog)  # once more where it does already
    except OSError as error:
        log.error("not started: can't listen at port %d of %s: %s", config.port, config.host, error.strerror)
        return False
    return True


class One(uvicorn.Server):
    """The process that serves alone."""

    def __init__(self, config: uvicorn.Config, started: Told) -> None:
        super().__init__(config)
        self.tell = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve, and say so."""
        await super().startup(sockets)
        if not listening(self.config, sockets or []):
            await self.lifespan.shutdown()
            sys.exit(STARTUP_FAILURE)
        if self.started:
            self.tell()


class Several(Multiprocess):
    """Several processes that serve. One that does not end in time is killed, so that all end."""

    def __init__(self, config: uvicorn.Config, sockets: list[socket.socket], patience_s: float, started: Told) -> None:
        super().__init__(config, sockets)
        self.patience_s = patience_s
        self.tell: Told | None = started
        self.failed = False

    def run(self) -> None:
        """Serve until told to stop. Raises SystemExit where a process could not start."""
        super().run()
        if self.failed or any(process.exitcode == STARTUP_FAILURE for process in self.processes):
            raise SystemExit(STARTUP_FAILURE)

    def keep_subprocess_alive(self) -> None:
        """Have another in the place of one that died, and say so; say when the first of them serves."""
        before, since = list(self.processes), monotonic()
        super().keep_subprocess_alive()
        waited = monotonic() - since >= self.config.timeout_worker_healthcheck
        for process in before:
            if process not in self.processes:
                silent = "did not answer and " if waited else ""  # for it hung, or died while it was asked
                log.warning("process %s of the service %s%s; another takes its place", process.pid, silent, ended(process.exitcode))
        if self.tell and any(process.process.is_alive() and process.is_ready(timeout=1) for process in self.processes):
            if listening(self.config, self.sockets):
                self.tell()
            else:
                self.failed = True
                self.should_exit.set()
            self.tell = None

    def restart_all(self) -> None:
        """Replace one after the other, each as soon as the new one serves. A signal to stop is heard meanwhile."""
        for index, old in enumerate(self.processes):
            new = Process(self.config, self.sockets)
            new.start()
            if not self._comes(new):
                new.kill()
                new.join()
                if not self._told_to_stop():
                    log.error("a new process did not come to serve (it %s); the others stay as they are", ended(new.exitcode))
                return
            old.terminate()
            old.process.join(self.patience_s)
            old.process.kill()
            old.join()
            self.processes[index] = new

    def _comes(self, process: Process) -> bool:
        until = monotonic() + WARM_UP_S
        while monotonic() < until and process.process.is_alive() and not self._told_to_stop():
            if process.is_ready(timeout=1):
                return True
            sleep(0.1)
        return False

    def _told_to_stop(self) -> bool:
        return self.should_exit.is_set() or not {signal.SIGTERM, signal.SIGINT}.isdisjoint(self.signal_queue)

    def terminate_all(self) -> None:
        """Tell them to stop. Who comes now is refused, and does not wait at a port that nobody looks at."""
        for sock in self.sockets:
            sock.close()
        super().terminate_all()

    def join_all(self) -> None:
        """Wait for them, so long at most."""
        until = monotonic() + self.patience_s
        for process in self.processes:
            process.process.join(max(0.0, until - monotonic()))
            process.process.kill()  # nothing, where it has ended
            process.join()


def ended(code: int | None) -> str:
    """How a process ended, in words."""
    if code is None or code >= 0:
        return f"ended with code {code}"
    try:
        return f"was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by signal {-code}"
