"""Compiling a kernel with numba, the same way everywhere."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba.core import types
from numba.extending import intrinsic

Kernel = TypeVar("Kernel", bound=Callable[..., object])


def compiled(function: Kernel) -> Kernel:
    """Compile *function* on first use and keep the machine code on disk beside the source.

    The interpreter lock is released while it runs. numba notices a change in the kernel's own file only: a kernel that
    calls one of another file must be touched when that one changes (``make clean`` drops all of them).
    """
    return cast(Kernel, numba.njit(cache=True, nogil=True)(function))


def _popcount(typing: Any, word: Any) -> Any:
    """The number of bits set in a 64-bit word, in one instruction."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), build


def _lowest(typing: Any, word: Any) -> Any:
    """The place of the lowest bit set in a 64-bit word, 64 where none is, in one instruction."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, False))

    return types.uint64(types.uint64), build


popcount: Any = intrinsic(_popcount)
lowest: Any = intrinsic(_lowest)
"""For kernels only."""
