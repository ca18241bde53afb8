"""Hints where parts of the code are dealt: what a seat can know of the whole code, from all boards and its own parts.

No mark breaks a code there, and a call ends the search: what helps is which whole codes are left.
"""

from keypeg.analysis.hints import Certain, HalfMade
from keypeg.core.codes import Code, join_parts
from keypeg.core.consistency import OutOfPatience, clues_by, fitting_parts
from keypeg.core.view import View


def wholes_left(view: View) -> tuple[Code, ...] | None:
    """The whole codes that fit all this seat has seen, in order; None where there are too many deals to look at."""
    assert view.code is not None, "parts are dealt before anybody guesses"
    others = [seat for seat in range(1, view.edition.seats + 1) if seat != view.seat]
    clues = [clues_by(view.boards, seat) for seat in others]
    answered = {code for _, code in view.answers}  # they were wrong
    try:
        deals = list(fitting_parts(view.edition.secrets, clues, view.code))
    except OutOfPatience:
        return None
    return tuple(sorted({join_parts((view.code, *parts)) for parts in deals} - answered))


def certain_of_wholes(codes: tuple[Code, ...], colours: int) -> Certain:
    """What these codes, at least one, have in common. A hole that is vacant in all of them is certain too."""
    by_hole = [set(pegs) for pegs in zip(*codes, strict=True)]
    least = {peg: min(code.count(peg) for code in codes) for peg in range(1, colours + 1)}
    return Certain(
        holes=tuple(next(iter(pegs)) if len(pegs) == 1 else None for pegs in by_hole),
        inside=tuple((peg, many) for peg, many in least.items() if many),
        outside=tuple(peg for peg in least if not any(peg in code for code in codes)),
    )


def become(codes: tuple[Code, ...], half: HalfMade) -> int:
    """How many of these codes the half-made one can become."""
    return sum(all(peg in (None, there) for peg, there in zip(half, code, strict=True)) for code in codes)
