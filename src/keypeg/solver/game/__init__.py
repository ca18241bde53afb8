"""The game the solver solves: possible codes, allowed guesses, and how a guess is marked.

Start with `guessing_game`. `mark_sums` turns every marking into sums of bytes, `partition` splits codes by their marks,
`symmetry` finds the holes and colours that can be exchanged, `dealt_codes` lists the deals of a code's parts.
"""
