"""Matches as plain values for JSON, and the types that describe them.

Start with `match_values`, which turns views, events and results into dictionaries. `match_types` declares the same
shapes for schemas; `playthrough` writes a whole match with everything that every seat saw.
"""
