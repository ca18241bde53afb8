"""Puzzles for people: positions with exactly one code left, or exactly one best guess.

Start with `generator`, which makes a puzzle from an edition, a difficulty and a seed, and checks answers. `deduction`
measures how hard a puzzle is, `puzzle_hints` helps with one, `daily_puzzle` is the puzzle of the day.
"""
