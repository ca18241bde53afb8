"""Prints errors: one line on standard error, exit status 2."""

import sys

from keypeg.cli.exit_status import ExitStatus


def refuse(why: str) -> int:
    """Print the reason why a command failed. Returns the exit status."""
    print(f"keypeg: {why}", file=sys.stderr)
    return ExitStatus.REFUSED
