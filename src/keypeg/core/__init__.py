"""The rules: codes, marks, editions, and what a table may do with them.

Standard library only: no clock, no randomness, no input or output. See docs/architecture.md.
"""
