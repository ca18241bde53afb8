"""The solver without compiled code: the standard library alone, for games of every size.

It answers until the kernels are compiled, where NumPy and Numba are not installed, and in games with too many codes to
list. Start with `advice`: `find_guess` finds a good guess from a `PlainPosition`. `candidates` lists the codes that
fit, or samples them evenly and estimates their number; `mixtures` and `arrangements` are how. `one_step` ranks guesses,
`plain_books` follows stored strategies, `values` estimates further guesses, and `conflicts` explains wrong marks,
`completions` unfinished guesses.
All work is counted, so the same question always gets the same answer; every answer says whether it is exact.
"""
