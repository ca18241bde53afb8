"""Whether an unfinished guess can become a candidate, in a space of any size."""

from collections.abc import Sequence

from keypeg.core.clues import SearchBudget
from keypeg.core.codes import Code
from keypeg.core.errors import SearchInterrupted
from keypeg.solver.plain.position import PlainPosition

MAX_STEPS = 60_000
"""How many pegs the search tries: some tenths of a second."""


def can_become_candidate(position: PlainPosition, partial: Sequence[int | None]) -> bool:
    """Whether some candidate has these pegs in these holes; True also where the search is given up."""
    try:
        return _can_extend(position, partial, (), SearchBudget(MAX_STEPS))
    except SearchInterrupted:
        return True


def _can_extend(position: PlainPosition, partial: Sequence[int | None], start: Code, budget: SearchBudget) -> bool:
    """Whether a candidate has this beginning."""
    hole = len(start)
    if hole == position.secrets.holes:
        return True
    for peg in position.secrets.choices(start):
        if partial[hole] in (None, peg):
            budget.spend()
            longer = (*start, peg)
            if _can_fit(position, longer) and _can_extend(position, partial, longer, budget):
                return True
    return False


def _can_fit(position: PlainPosition, start: Code) -> bool:
    """Whether every row can still earn its mark."""
    fits, still_open = position.marking.fits, position.secrets.holes - len(start)
    assert fits is not None
    for guess, mark in position.rows:
        blacks = sum(peg == other for peg, other in zip(start, guess, strict=False))
        overlap = sum(min(start.count(peg), guess.count(peg)) for peg in set(start))
        if not fits(mark, blacks, overlap, still_open):
            return False
    return True
