"""The whole codes that are left where parts are dealt, listed without the solver, and what they have in common."""

from collections import Counter
from dataclasses import replace
from math import comb

from keypeg.analysis.hint_values import Certainties, DealtHints, PartialGuess
from keypeg.core.codes import BLANK, Code, join_parts
from keypeg.core.consistency import clues_by, fitting_parts
from keypeg.core.edition import Edition
from keypeg.core.view import View

MAX_DEALS_WITHOUT_SOLVER = 50_000
"""Up to how many deals are searched without the solver: some tenths of a second."""


def count_deals(edition: Edition) -> int:
    """In how many ways the other seats can be dealt their parts, or somewhat more."""
    space, parts = edition.secrets.space, edition.secrets.parts
    return int((comb(space.holes, parts) * space.colours**parts) ** (edition.seats - 1))


def list_whole_codes(view: View) -> tuple[Code, ...]:
    """The whole codes that fit everything the viewer has seen, in order, found without the solver."""
    return tuple(sorted(count_deals_by_code(view)))


def count_deals_by_code(view: View) -> Counter[Code]:
    """For each of those whole codes, in how many ways the parts of the others make it."""
    assert view.code is not None
    secrets = view.edition.secrets
    box = secrets if secrets.space.repeats else replace(secrets, counters=1)
    others = [seat for seat in range(1, view.edition.seats + 1) if seat != view.seat]
    rows = [row for board in view.boards for row in board.rows]
    # A seat may leave only its own holes blank.
    own_holes = [
        {hole for row in rows if row.seat == seat for hole, peg in enumerate(row.guess) if peg == BLANK}
        for seat in others
    ]
    counted = Counter(
        join_parts((view.code, *deal))
        for deal in fitting_parts(box, [clues_by(view.boards, seat) for seat in others], view.code)
        if all(part[hole] != BLANK for part, holes in zip(deal, own_holes, strict=True) for hole in holes)
    )
    for _, wrong in view.answers:
        counted.pop(wrong, None)
    return counted


def find_whole_certainties(codes: tuple[Code, ...], colours: int) -> Certainties:
    """What these codes, at least one, have in common. A hole that is vacant in all of them is certain too."""
    by_hole = [set(pegs) for pegs in zip(*codes, strict=True)]
    least = {peg: min(code.count(peg) for code in codes) for peg in range(1, colours + 1)}
    return Certainties(
        holes=tuple(next(iter(pegs)) if len(pegs) == 1 else None for pegs in by_hole),
        inside=tuple((peg, times) for peg, times in least.items() if times),
        outside=tuple(peg for peg in least if not any(peg in code for code in codes)),
    )


def count_completions(codes: tuple[Code, ...], partial: PartialGuess) -> int:
    """How many of these codes the partial guess can become."""
    return sum(all(peg in (None, code_peg) for peg, code_peg in zip(partial, code, strict=True)) for code in codes)


def list_few_whole_codes(view: View) -> tuple[Code, ...] | None:
    """The whole codes that are left; None where there are too many deals to list without the solver."""
    return list_whole_codes(view) if count_deals(view.edition) <= MAX_DEALS_WITHOUT_SOLVER else None


def find_plain_dealt_hints(view: View) -> DealtHints:
    """How many codes are left, and what is certain about them."""
    codes = list_few_whole_codes(view)
    certain = find_whole_certainties(codes, view.edition.secrets.space.colours) if codes else None
    return DealtHints(None if codes is None else len(codes), certain)
