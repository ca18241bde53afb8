"""The exit statuses of the command. The README lists them for scripts."""

from enum import IntEnum

from keypeg.core.errors import KeypegError


class ExitStatus(IntEnum):
    """How a command ended."""

    DONE = 0
    """It did what was asked; a question was answered with yes."""
    NEGATIVE = 1
    """It did what was asked, and the answer is no: a wrong answer, contradictory rows, a proof that is not finished."""
    REFUSED = 2
    """It could not do what was asked, as with wrong arguments. One line on standard error says why."""
    INTERRUPTED = 130
    """It was interrupted, as by Ctrl-C."""


NEGATIVE_ANSWERS = frozenset({"no-strategy-within"})
"""The codes of errors that answer a question, where all others mean that it could not be asked."""


def status_of(error: KeypegError) -> ExitStatus:
    """The exit status of a command that raised this error."""
    return ExitStatus.NEGATIVE if error.code in NEGATIVE_ANSWERS else ExitStatus.REFUSED
