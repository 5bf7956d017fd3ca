"""A child that ends with its parent, however the parent ends: what a killed service has started doesn't go on without it."""

import ctypes
import os
import signal
import threading
import time
from contextlib import suppress

_PR_SET_PDEATHSIG = 1
"""prctl(2): the signal to get when the parent dies."""
_POLL_SECONDS = 1.0


def end_with(parent: int) -> None:
    """End this process as soon as *parent*, the process that started it, is gone.

    Linux sends a signal, even in the middle of compiled code. Elsewhere, or where it was gone already, it is looked for each second.
    """
    if hasattr(signal, "SIGKILL"):
        with suppress(OSError, AttributeError, ValueError, TypeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    threading.Thread(target=_watch, args=(parent,), name="lifeline", daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_POLL_SECONDS)
    os._exit(1)
