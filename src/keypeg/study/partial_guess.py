"""Guesses in the making, as people type them: some pegs, and holes that are still open."""

from collections.abc import Callable, Sequence

from keypeg.core.codes import Code, CodeSpace
from keypeg.core.errors import RuleError
from keypeg.records.notation import BLANK_LETTER, Palette, read_code

OPEN_HOLE_SIGNS = "_?-*"
"""The signs for a hole that is not filled yet. A full stop is a blank, but where there are none it is one of these."""


def read_partial_guess(text: str, space: CodeSpace, palette: Palette) -> tuple[int | None, ...]:
    """A half-made code from what was typed: None for the holes that are open, those that are not typed included."""
    signs = OPEN_HOLE_SIGNS if space.most_blanks else OPEN_HOLE_SIGNS + BLANK_LETTER
    typed = "".join(text.split())
    pegs = tuple(None if sign in signs else read_code(sign, palette)[0] for sign in typed)
    if len(pegs) > space.holes:
        raise RuleError("wrong-length", holes=space.holes, given=len(pegs))
    return pegs + (None,) * (space.holes - len(pegs))


def write_partial_guess(half: Sequence[int | None], write: Callable[[Code], str]) -> str:
    """A half-made code as it was understood, each peg written by `write`."""
    return " ".join(OPEN_HOLE_SIGNS[0] if peg is None else write((peg,)) for peg in half)
