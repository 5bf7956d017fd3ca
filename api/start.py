"""What is looked at before the service starts: whom it would serve, and whether its keys, tables and caches can be read."""

import os
import sys
from pathlib import Path

from api.access.address import binds_outside
from api.settings import Settings
from solver.errors import LipaiError


class StartError(LipaiError):
    """The service won't start; the message says why, and what would help."""


def unsafe(settings: Settings, host: str) -> str | None:
    """Why the service must not listen at this address; None where it may."""
    if settings.open or settings.guarded or not binds_outside(host):
        return None
    return (
        f"{host} can be reached from other machines, and the service has no keys. Give it some (`lipai keys new --file keys.json`, "
        "then LIPAI_KEYS_FILE=keys.json); or, where something before it lets the right callers through, say LIPAI_OPEN=true or --open"
    )


def told_host(arguments: list[str], environment: dict[str, str]) -> str | None:
    """The address that the server around us was told to listen at, where its command line or UVICORN_HOST say so; None where they don't."""
    program = Path(arguments[0]) if arguments else Path()
    if "uvicorn" not in (program.name, program.parent.name):
        return None
    for index, argument in enumerate(arguments):
        if argument == "--host" and index + 1 < len(arguments):
            return arguments[index + 1]
        if argument.startswith("--host="):
            return argument.partition("=")[2]
    return environment.get("UVICORN_HOST")


def check(settings: Settings) -> None:
    """Raises StartError where the server around us listens where it must not. Requests are looked at too, for not every server tells."""
    host = told_host(sys.argv, dict(os.environ))
    if host is not None and (why := unsafe(settings, host)):
        raise StartError(why)
