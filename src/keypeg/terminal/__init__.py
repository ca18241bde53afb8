"""Keypeg in a terminal: a plain line mode that works with any keyboard, screen reader or pipe.

Start with `setup`, which starts or resumes a game, and `line_game`, which plays it. The modules named `…_output` print
the results of other commands; `screen` reads and writes the terminal; `autosave` stores games.
"""
