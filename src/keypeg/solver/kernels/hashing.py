"""Hashes of sets of codes: Zobrist keys, and a function that mixes the bits of a hash."""

import numpy as np

from keypeg.solver.kernels.array_types import Words
from keypeg.solver.kernels.simd import inner_kernel

_SEED = 20261115
"""The same in every version, so that stored tables of positions stay readable."""


def zobrist_keys(codes: int) -> Words:
    """Two random numbers for each of so many codes; the exclusive or over a set of codes is the set's hash.

    They are the same in every process, so that tables of positions can be stored and shared.
    """
    return np.random.default_rng(_SEED).integers(1, 2**64, size=(codes, 2), dtype=np.uint64)


def mix_hashes(hashes: Words) -> Words:
    """Each hash with its bits mixed, so that sums of mixed hashes collide only by chance (MurmurHash3's finalizer)."""
    hashes = hashes ^ (hashes >> np.uint64(33))
    hashes = hashes * np.uint64(0xFF51AFD7ED558CCD)
    hashes = hashes ^ (hashes >> np.uint64(33))
    hashes = hashes * np.uint64(0xC4CEB9FE1A85EC53)
    return hashes ^ (hashes >> np.uint64(33))


mix_hash = inner_kernel(mix_hashes)
"""The same for a single hash, inside a kernel."""
