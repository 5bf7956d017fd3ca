"""How `lipai serve` starts the service: looked over first, then under uvicorn with this project's protocol."""

import asyncio
import os
import signal
import tempfile
from contextlib import ExitStack
from time import monotonic

import uvicorn
from pydantic import ValidationError
from uvicorn.supervisors import Multiprocess

from api.access.guard import ring_of
from api.ending import LAST_S, ending_at_once
from api.ledger import make_ledger
from api.metrics import SHARED_DIR
from api.settings import Settings
from api.start import STARTUP_FAILURE, StartError, unsafe


def serve(host: str, port: int, workers: int, log_level: str, open_to_all: bool) -> None:
    """Serve until told to stop. Raises LipaiError for what would not be right, before anything listens."""
    before = dict(os.environ)
    # The processes that answer read their settings from the environment.
    os.environ |= {"LIPAI_HOST": host, "LIPAI_PORT": str(port), "LIPAI_WORKERS": str(workers)}
    if open_to_all:
        os.environ["LIPAI_OPEN"] = "true"
    try:
        with ending_at_once(signal.SIGTERM):
            settings = looked_over()
            with ExitStack() as until_the_end:
                if settings.workers > 1 and settings.metrics != "off" and not os.environ.get(SHARED_DIR):
                    os.environ[SHARED_DIR] = until_the_end.enter_context(tempfile.TemporaryDirectory(prefix="lipai-metrics-"))
                run(settings, log_level)
    finally:
        os.environ.clear()
        os.environ.update(before)


def looked_over() -> Settings:
    """The environment's settings. Raises LipaiError for those that can't be, unsafe ones, keys that can't be read, and a damaged ledger."""
    try:
        settings = Settings()
    except ValidationError as error:
        faults = "; ".join(
            f"LIPAI_{'_'.join(map(str, fault['loc'])).upper()}: {fault['msg']}" for fault in error.errors(include_input=False)
        )
        raise StartError(faults) from None
    if why := unsafe(settings, settings.host):
        raise StartError(why)
    ring_of(settings)
    if ledger := make_ledger(settings):
        asyncio.run(ledger.look_over())
    return settings


def run(settings: Settings, log_level: str) -> None:
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
        access_log=False,  # LIPAI_ACCESS_LOG is the service's own
        proxy_headers=False,  # LIPAI_TRUSTED_PROXIES is
        server_header=False,
        timeout_graceful_shutdown=int(settings.grace_s) or 1,
    )
    if settings.workers == 1:
        server = uvicorn.Server(config)
        server.run()
        if not server.started:
            raise SystemExit(STARTUP_FAILURE)
    else:
        Several(config, max(1, settings.grace_s) + 2 * LAST_S).run()


class Several(Multiprocess):
    """Several processes that serve. One that does not end in time is killed, so that all end."""

    def __init__(self, config: uvicorn.Config, patience_s: float) -> None:
        super().__init__(config, [config.bind_socket()])
        self.patience_s = patience_s

    def run(self) -> None:
        """Serve until told to stop. Raises SystemExit where a process could not start."""
        super().run()
        if any(process.exitcode == STARTUP_FAILURE for process in self.processes):
            raise SystemExit(STARTUP_FAILURE)

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
