"""Strategies: trees of guesses, what they cost, and the files that store them.

Start with `tree`. `costs` says what a number of guesses costs, `book_files` reads and writes stored strategies,
`book_lookup` finds a position in one even when holes or colours are exchanged, `verify` plays a strategy against every
code.
"""
