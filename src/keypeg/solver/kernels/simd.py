"""Decorators that compile kernels, and the vector operations on 64 guesses at a time that kernels are built on.

A lane is one guess, a vector is one byte for each of 64 guesses. Numba has no vector type, and how well it vectorises a
loop over bytes depends on how the loop is written; so these operations are written as LLVM instructions. LLVM maps a
vector to the registers of the machine: to two or four of them where they are narrow. Addresses are plain integers: the
caller guarantees that there are 64 readable (or writable) bytes behind each.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

from keypeg.solver.cache_folder import source_hash
from keypeg.solver.kernels.kernel_cache import use_kernel_cache

use_kernel_cache()

LANES = 64
"""Guesses in a vector."""

Kernel = Callable[..., Any]

_BYTE = ir.IntType(8)
_WORD = ir.IntType(64)
_VECTOR = ir.VectorType(_BYTE, LANES)


def _compile(function: Kernel, **options: bool) -> Kernel:
    settings: dict[str, Any] = {"nogil": True, "error_model": "numpy", **options}
    try:
        compiled = njit(cache=True, **settings)(function)
    except RuntimeError:
        # No folder for the cache can be written, neither in the home directory nor beside the source.
        uncached: Kernel = njit(**settings)(function)
        return uncached
    # Kernels are compiled into each other, so a change to one of them must invalidate the cached code of all, even
    # where the user's cache folder cannot be written and Numba caches beside the source.
    compiled._cache._cache_file._source_stamp = source_hash()
    cached: Kernel = compiled
    return cached


def kernel(function: Kernel) -> Kernel:
    """Compile a function that works on plain arrays. The compiled code is cached on disk.

    It runs without the interpreter's lock, so threads can share the work as well as processes.
    """
    return _compile(function)


def tight_kernel(function: Kernel) -> Kernel:
    """Compile a function that creates no arrays.

    It skips reference counting, which costs more than the work itself where small functions pass many arrays to one
    another.
    """
    return _compile(function, _nrt=False)


def inner_kernel(function: Kernel) -> Kernel:
    """Compile a function that is always inlined into its caller, another kernel, so that no arguments are passed.

    Python cannot call it: wrappers for that would be most of its code and take a quarter of the compile time.
    """
    return _compile(function, _nrt=False, forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def _number(value: int) -> ir.Constant:
    return ir.Constant(_WORD, value)


def _vector_at(builder: ir.IRBuilder, address: ir.Value) -> ir.Value:
    return builder.inttoptr(address, _VECTOR.as_pointer())


class _Loop:
    """`for step in range(count)` in LLVM, with values carried from step to step; the count is at least 1."""

    def __init__(self, builder: ir.IRBuilder, count: ir.Value, carried: list[ir.Constant]) -> None:
        self.builder = builder
        self.count = count
        before = builder.block
        self.body = builder.append_basic_block("body")
        self.after = builder.append_basic_block("after")
        builder.branch(self.body)
        builder.position_at_end(self.body)
        self.step = builder.phi(_WORD)
        self.step.add_incoming(_number(0), before)
        self.values = []
        for start in carried:
            value = builder.phi(start.type)
            value.add_incoming(start, before)
            self.values.append(value)

    def end(self, carried: list[ir.Value]) -> None:
        """Close the loop; `carried` are the values at the end of each step, and after the loop the final ones."""
        following = self.builder.add(self.step, _number(1))
        self.step.add_incoming(following, self.body)
        for value, new in zip(self.values, carried, strict=True):
            value.add_incoming(new, self.body)
        more = self.builder.icmp_signed("<", following, self.count)
        self.builder.cbranch(more, self.body, self.after)
        self.builder.position_at_end(self.after)


@intrinsic
def add_rows(typingctx: Any, base: Any, stride: Any, numbers: Any, count: Any, out: Any) -> Any:
    """Add `count` rows of bytes lane by lane: row i is at `base + stride * numbers[i]`, with 16-bit numbers.

    The sums are written to `out`.
    """
    signature = types.void(types.uint64, types.uint64, types.uint64, types.int64, types.uint64)

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, args: Any) -> Any:
        base, stride, numbers, count, out = args
        loop = _Loop(builder, count, [ir.Constant(_VECTOR, [0] * LANES)])
        place = builder.add(numbers, builder.mul(loop.step, _number(2)))
        number = builder.zext(builder.load(builder.inttoptr(place, ir.IntType(16).as_pointer())), _WORD)
        row = builder.load(_vector_at(builder, builder.add(base, builder.mul(stride, number))), align=1)
        total = builder.add(loop.values[0], row)
        loop.end([total])
        builder.store(total, _vector_at(builder, out), align=1)
        return context.get_dummy_value()

    return signature, generate


def _make_counter(group_size: int) -> Kernel:
    """An operation that counts `group_size` byte values at once: few enough that all counters stay in registers."""

    @intrinsic
    def count_rows(
        typingctx: Any, base: Any, stride: Any, numbers: Any, count: Any, wanted_bytes: Any, out: Any
    ) -> Any:
        signature = types.void(types.uint64, types.uint64, types.uint64, types.int64, types.uint64, types.uint64)

        def generate(context: Any, builder: ir.IRBuilder, signature: Any, args: Any) -> Any:
            base, stride, numbers, count, wanted_bytes, out = args
            splats = [_splat(builder, builder.add(wanted_bytes, _number(index))) for index in range(group_size)]
            loop = _Loop(builder, count, [ir.Constant(_VECTOR, [0] * LANES)] * group_size)
            place = builder.add(numbers, builder.mul(loop.step, _number(4)))
            number = builder.zext(builder.load(builder.inttoptr(place, ir.IntType(32).as_pointer())), _WORD)
            row = builder.load(_vector_at(builder, builder.add(base, builder.mul(stride, number))), align=1)
            # Sign-extending the bit of an equal lane gives -1: subtracting it counts one more.
            counts = [
                builder.sub(counter, builder.sext(builder.icmp_unsigned("==", row, splat), _VECTOR))
                for counter, splat in zip(loop.values, splats, strict=True)
            ]
            loop.end(counts)
            for index, counter in enumerate(counts):
                builder.store(counter, _vector_at(builder, builder.add(out, _number(index * LANES))), align=1)
            return context.get_dummy_value()

        return signature, generate

    return count_rows


def _splat(builder: ir.IRBuilder, address: ir.Value) -> ir.Value:
    """A vector with the byte at an address in every lane."""
    byte = builder.load(builder.inttoptr(address, _BYTE.as_pointer()))
    undefined = ir.Constant(_VECTOR, ir.Undefined)
    single = builder.insert_element(undefined, byte, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(single, undefined, ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES))


GROUP_SIZES = (8, 10, 14, 16)
"""How many byte values can be counted at once."""

_count_8, _count_10, _count_14, _count_16 = map(_make_counter, GROUP_SIZES)


def split_into_groups(values: int) -> tuple[int, ...]:
    """The sizes of the groups in which so many byte values are counted fastest: as few and as small as possible."""
    groups = -(-values // GROUP_SIZES[-1])
    each = -(-values // groups)
    return (next(size for size in GROUP_SIZES if size >= each),) * groups


@tight_kernel
def count_rows(
    base: int, stride: int, numbers: int, count: int, wanted_bytes: npt.NDArray[np.uint8], group_size: int, out: int
) -> None:
    """Count, in each lane, how often each wanted byte occurs in `count` rows: row i is at `base + stride * numbers[i]`.

    Numbers have 32 bits, `count` is from 1 to 255. The counts are written to `out`, one vector for each wanted byte.
    The number of wanted bytes is a multiple of `group_size`, which is one of `GROUP_SIZES`.
    """
    for start in range(0, wanted_bytes.shape[0], group_size):
        group, into = wanted_bytes.ctypes.data + start, out + start * LANES
        if group_size == 8:
            _count_8(base, stride, numbers, count, group, into)
        elif group_size == 10:
            _count_10(base, stride, numbers, count, group, into)
        elif group_size == 14:
            _count_14(base, stride, numbers, count, group, into)
        else:
            _count_16(base, stride, numbers, count, group, into)


@intrinsic
def bits_set(typingctx: Any, word: Any) -> Any:
    """The number of bits set in an unsigned integer."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return word(word), generate
