"""The exact search: the least cost of a position, by branch and bound.

Start with `search`, which answers questions about positions. `branch_and_bound` is the loop, `expand` lists the guesses
of a position, `try_guess` splits the codes by one guess, `transpositions` remembers positions, `bounds` rules guesses
out, `mark_tables` holds the marks, and `search_state` the stack.
"""
