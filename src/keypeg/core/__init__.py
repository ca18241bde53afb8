"""The rules of the game: codes, marks, editions, and the actions that turn one state of a table into the next.

Start with `legal`, which opens with how a round runs, and `apply`, which does an action. `observe` builds what each
seat may know. This package uses the standard library only: no clock, no randomness, no input or output.
"""
