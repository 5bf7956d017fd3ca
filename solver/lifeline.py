"""A child that ends with its parent, however the parent ends: what a killed service has started doesn't go on without it."""

import ctypes
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

_PR_SET_PDEATHSIG = 1
"""prctl(2): the signal to get when the parent dies."""
_POLL_SECONDS = 1.0


def end_with(parent: int) -> None:
    """End this process at once when *parent*, the process that started it, is gone.

    Linux sends a signal, even in the middle of compiled code. Elsewhere, or where it was gone already, it is looked for each second.
    """
    number = getattr(signal, "SIGKILL", signal.SIGTERM)
    with suppress(OSError, AttributeError, ValueError, TypeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, number, 0, 0, 0)
    threading.Thread(target=_watch, args=(parent, number), name="lifeline", daemon=True).start()


def end_by(end: Callable[[], object]) -> None:
    """Have *end* called when the process that started this one by multiprocessing is gone; nothing where none did.

    A server of forked processes may stand between the two, and a thread that ends may have started this one: neither is the parent's end.
    """
    if parent := multiprocessing.parent_process():
        threading.Thread(target=_after, args=(parent, end), name="lifeline", daemon=True).start()


def _after(parent: Any, end: Callable[[], object]) -> None:
    parent.join()
    end()


def _watch(parent: int, number: signal.Signals) -> None:
    while os.getppid() == parent:
        time.sleep(_POLL_SECONDS)
    os.kill(os.getpid(), number)
