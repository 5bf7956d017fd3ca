"""Compiling a kernel with numba, the same way everywhere."""

from collections.abc import Callable
from typing import TypeVar, cast

import numba

Kernel = TypeVar("Kernel", bound=Callable[..., object])


def compiled(function: Kernel) -> Kernel:
    """Compile *function* on first use and keep the machine code on disk beside the source.

    The interpreter lock is released while it runs. numba notices a change in the kernel's own file only: a kernel that
    calls one of another file must be touched when that one changes (``make clean`` drops all of them).
    """
    return cast(Kernel, numba.njit(cache=True, nogil=True)(function))
