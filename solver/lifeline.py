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


def end_with(parent: int, gently: bool = False) -> None:
    """End this process as soon as *parent*, the process that started it, is gone; gently: as SIGTERM does, else at once.

    Linux sends a signal, even in the middle of compiled code. Elsewhere, or where it was gone already, it is looked for each second.
    """
    number = signal.SIGTERM if gently else getattr(signal, "SIGKILL", signal.SIGTERM)
    with suppress(OSError, AttributeError, ValueError, TypeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, number, 0, 0, 0)
    threading.Thread(target=_watch, args=(parent, number), name="lifeline", daemon=True).start()


def _watch(parent: int, number: signal.Signals) -> None:
    while os.getppid() == parent:
        time.sleep(_POLL_SECONDS)
    os.kill(os.getpid(), number)
