"""Beam search for games too large to solve exactly: only promising guesses are tried.

Start with `beam`; `parallel_beam` searches a whole game with many workers, `journal` stores its progress.
"""
