"""What every compiled kernel is made of: array types and operations on sixty-four guesses at a time.

Start with `simd`, which also has the decorators that compile a kernel.
"""
