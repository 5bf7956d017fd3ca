"""What is looked at before the service starts: whom it would serve, and whether its keys, tables and caches can be read."""

import os
import pickle
import sys
from pathlib import Path

from starlette.types import Message, Send

import solver
from api.access.address import binds_outside
from api.settings import Settings
from solver.errors import LipaiError

SOURCE = Path(solver.__file__).parent

STARTUP_FAILURE = 3
"""How a process ends that did not come to serve, as uvicorn has it: one like it would not either, so none is started in its place."""


class StartError(LipaiError):
    """The service won't start; the message says why, and what would help."""


def in_words(send: Send) -> Send:
    """`send` for a server's start and end: what the operator can put right is told in words, what he can't as a traceback."""

    async def tell(message: Message) -> None:
        if message["type"] == "lifespan.startup.failed" and isinstance(error := sys.exc_info()[1], LipaiError):
            message = {**message, "message": f"not started: {error}"}
        await send(message)

    return tell


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


def why_not(game: str, error: Exception) -> str:
    """What a game failed on as it was made ready: a data file says so itself, a cache of compiled code has to be found."""
    if isinstance(error, LipaiError):
        return f"{game} can't be made ready: {error}"
    damaged = unreadable_caches()
    if damaged:
        return f"{game} can't be made ready: {', '.join(damaged)} can't be read; delete it, and it is made anew"
    return f"{game} can't be made ready: {type(error).__name__}: {error}"


def unreadable_caches() -> list[str]:
    """Files of numba's cache that are cut off or hold something else."""
    folder = os.environ.get("NUMBA_CACHE_DIR")
    found = []
    for file in sorted((Path(folder) if folder else SOURCE).rglob("*.nb[ic]")):
        try:
            with file.open("rb") as stream:
                pickle.load(stream)
                if file.suffix == ".nbi":  # the version first, then the index
                    pickle.load(stream)
        except Exception:
            found.append(str(file))
    return found


def check(settings: Settings) -> None:
    """Raises StartError where the server around us listens where it must not. Requests are looked at too, for not every server tells."""
    host = told_host(sys.argv, dict(os.environ))
    if host is not None and (why := unsafe(settings, host)):
        raise StartError(why)
