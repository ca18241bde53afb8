"""The base of every compiled kernel: array types, vector operations on 64 guesses at a time, and hashes.

Start with `simd`, which also has the decorators that compile a kernel. `kernel_cache` decides where the compiled code
is stored.
"""
