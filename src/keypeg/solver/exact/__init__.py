"""The exact search: the least cost of a position, by branch and bound.

Start with `search`, which answers questions about positions, and the theory at the top of `branch_and_bound`, which has
the main loop. `expand` lists the guesses of a position, `try_guess` splits its codes by one guess, `transpositions`
stores what is known about positions, `bounds` has the lower bound by size, `mark_tables` the marks and `search_state`
the stack.
"""
