"""Saying no: one line on standard error, exit status 2."""

import sys


def refuse(why: str) -> int:
    """Say why something was refused. Returns the exit status."""
    print(f"keypeg: {why}", file=sys.stderr)
    return 2
