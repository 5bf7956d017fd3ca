"""How the service ends: at once while it does not serve yet, afterwards within bounds."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

LAST_S = 5.0
"""Seconds at the end for what is left when requests have had `grace_s`: a write to the ledger, threads that run."""


def end_now(number: int, frame: FrameType | None = None) -> None:
    """What a signal does: end the process, whatever its threads do."""
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)
    os._exit(0)  # the first process of a container lives through its own signals


@contextmanager
def ending_at_once(*numbers: signal.Signals) -> Iterator[None]:
    """Meanwhile these signals end the process. A server that was told to stop already, and starts all the same, ends here."""
    if threading.current_thread() is not threading.main_thread():  # no other may say what signals do
        yield
        return
    before = {number: signal.signal(number, end_now) for number in numbers}
    try:
        for number, handler in before.items():
            if getattr(getattr(handler, "__self__", None), "should_exit", False):  # uvicorn's handler is a method of its server
                end_now(number)
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
