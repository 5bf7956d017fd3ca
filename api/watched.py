"""A file that is read again when it has changed."""

import logging
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

from solver.errors import LipaiError

LOOK_AGAIN_S = 1.0

Content = TypeVar("Content")


class Watched(Generic[Content]):
    """What a file holds, read again within a second after it has changed.

    A file that can't be read any more changes nothing: `content` stays as it was, and the log says so (`stays`). It is tried again at every
    look: what kept it from being read may pass.
    """

    def __init__(
        self,
        file: Path,
        read: Callable[[Path], Content],
        log: logging.Logger,
        stays: str,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Raises the LipaiError that `read` raises for a file that can't be used."""
        self._file = file
        self._read = read
        self._log = log
        self._stays = stays
        self._clock = clock
        self._stamp = self._unread = self._look()  # before it is read: a change in between is not missed
        self.content = read(file)
        self._looked_at = clock()

    def renewed(self) -> bool:
        """Look at the file, if it is time again: whether there is new content."""
        now = self._clock()
        if now - self._looked_at < LOOK_AGAIN_S:
            return False
        self._looked_at = now
        stamp = self._look()
        if stamp == self._stamp:
            return False
        try:
            self.content = self._read(self._file)
        except LipaiError as error:
            if stamp != self._unread:
                self._log.error("%s: %s", self._stays, error)
            self._unread = stamp
            return False
        self._stamp = self._unread = stamp
        return True

    def _look(self) -> tuple[int, int, int] | None:
        """What changes when the file does."""
        try:
            found = os.stat(self._file)
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino
