"""Puzzles for people: positions with exactly one code left, or exactly one best guess.

Start with `puzzle`, which defines the kinds, and `generator`, which makes a puzzle from an edition, a kind, a
difficulty and a seed, and checks answers. `one_code` and `best_guess` draft the two kinds, `deduction` measures how
hard a puzzle is, `puzzle_hints` gives hints, and `daily_puzzle` is the puzzle of the day.
"""
