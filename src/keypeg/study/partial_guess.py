"""Unfinished guesses as people type them: some pegs, and holes that are still open."""

from collections.abc import Callable, Sequence

from keypeg.core.codes import Code, CodeSpace
from keypeg.core.errors import RuleError
from keypeg.records.notation import BLANK_LETTER, Palette, read_code

OPEN_HOLE_SIGNS = "_?-*"
"""The signs for an open hole. A full stop is a blank; in editions without blanks it is one of these signs too."""


def read_partial_guess(text: str, space: CodeSpace, palette: Palette) -> tuple[int | None, ...]:
    """Read an unfinished guess: None for the open holes, including those that were not typed."""
    signs = OPEN_HOLE_SIGNS if space.most_blanks else OPEN_HOLE_SIGNS + BLANK_LETTER
    typed = "".join(text.split())
    pegs = tuple(None if sign in signs else read_code(sign, palette)[0] for sign in typed)
    if len(pegs) > space.holes:
        raise RuleError("wrong-length", holes=space.holes, given=len(pegs))
    return pegs + (None,) * (space.holes - len(pegs))


def write_partial_guess(partial: Sequence[int | None], write: Callable[[Code], str]) -> str:
    """Write an unfinished guess as it was understood, each peg written by `write`."""
    return " ".join(OPEN_HOLE_SIGNS[0] if peg is None else write((peg,)) for peg in partial)
