"""Compiling a kernel with numba, the same way everywhere."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from solver import kernel_cache

kernel_cache.bring()
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


def _compares(sign: str) -> Callable[..., Any]:
    """Of the 64 numbers of a C array of int16 from place *start* on, which are below or above a value: bit i tells of the i-th.

    One vector compare instead of 64 tests: two instructions with AVX-512, a few with anything older.
    """

    def compare(typing: Any, array: Any, start: Any, value: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            vector = ir.VectorType(ir.IntType(16), 64)
            data = context.make_array(signature.args[0])(context, builder, args[0]).data
            place = builder.bitcast(builder.gep(data, [args[1]]), vector.as_pointer())
            numbers = builder.load(place)
            numbers.align = 2
            lane = builder.insert_element(ir.Constant(vector, ir.Undefined), args[2], ir.Constant(ir.IntType(32), 0))
            same = builder.shuffle_vector(lane, ir.Constant(vector, ir.Undefined), ir.Constant(ir.VectorType(ir.IntType(32), 64), None))
            return builder.bitcast(builder.icmp_signed(sign, numbers, same), ir.IntType(64))

        return types.uint64(types.Array(types.int16, 1, "C"), types.intp, types.int16), build

    return compare


def _fetch(typing: Any, array: Any, place: Any) -> Any:
    """Begin to bring the line of memory at a place of a C array of any shape, counted in elements, near the processor."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        declared = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        prefetch = builder.module.globals.get("llvm.prefetch.p0") or ir.Function(builder.module, declared, "llvm.prefetch.p0")
        address = builder.bitcast(builder.gep(data, [args[1]]), byte)
        builder.call(prefetch, [address, *(ir.Constant(number, value) for value in (0, 3, 1))])  # to read, soon, data
        return context.get_dummy_value()

    return types.void(array, types.intp), build


popcount: Any = intrinsic(_popcount)
lowest: Any = intrinsic(_lowest)
fetch: Any = intrinsic(_fetch)
which_below: Any = intrinsic(_compares("<"))
which_above: Any = intrinsic(_compares(">"))
"""For kernels only."""
