"""Files that are whole or not there."""

import os
from collections.abc import Callable
from pathlib import Path


def write_whole(path: Path, content: bytes, mode: int = 0o666, place: Callable[[Path], object] | None = None) -> None:
    """Write a file so that whoever looks sees the old one or the new one, whole, even if the machine stops in between.

    mode: who may open a new file, before the umask. place: puts the finished file, whose path it gets, in its place; without it the file
    replaces what was there. Raises OSError, and then leaves nothing behind.
    """
    made = path.with_name(f".{path.name}.{os.urandom(6).hex()}")
    try:
        with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        if place:
            place(made)
        else:
            made.replace(path)
    finally:
        made.unlink(missing_ok=True)
