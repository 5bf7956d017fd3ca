"""How `lipai serve` starts the service: looked over first, then under uvicorn with this project's protocol."""

import os
import tempfile
from contextlib import ExitStack

from pydantic import ValidationError

from api.access.guard import ring_of
from api.metrics import SHARED_DIR
from api.settings import Settings
from api.start import StartError, unsafe


def serve(host: str, port: int, workers: int, log_level: str, open_to_all: bool) -> None:
    """Serve until told to stop. Raises StartError for what would not be right, before anything listens."""
    before = dict(os.environ)
    try:
        _serve(host, port, workers, log_level, open_to_all)
    finally:
        os.environ.clear()
        os.environ.update(before)


def _serve(host: str, port: int, workers: int, log_level: str, open_to_all: bool) -> None:
    import uvicorn

    # The processes that answer read their settings from the environment.
    os.environ["LIPAI_HOST"] = host
    if open_to_all:
        os.environ["LIPAI_OPEN"] = "true"
    try:
        settings = Settings()
    except ValidationError as error:
        faults = "; ".join(
            f"LIPAI_{'_'.join(map(str, fault['loc'])).upper()}: {fault['msg']}" for fault in error.errors(include_input=False)
        )
        raise StartError(faults) from None
    if why := unsafe(settings, host):
        raise StartError(why)
    ring_of(settings)
    with ExitStack() as until_the_end:
        if workers > 1 and settings.metrics != "off" and not os.environ.get(SHARED_DIR):
            os.environ[SHARED_DIR] = until_the_end.enter_context(tempfile.TemporaryDirectory(prefix="lipai-metrics-"))
        uvicorn.run(
            "api.app:app",
            host=host,
            port=port,
            workers=workers,
            loop="uvloop",
            http="api.protocol:Protocol",
            ws="none",
            log_level=log_level,
            access_log=False,  # LIPAI_ACCESS_LOG is the service's own
            proxy_headers=False,  # LIPAI_TRUSTED_PROXIES is
            server_header=False,
            timeout_graceful_shutdown=int(settings.grace_s) or 1,
        )
