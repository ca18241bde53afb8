"""A player that makes any code, and guesses any code that fits all marks so far."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from random import Random

from keypeg.core.clues import Clue
from keypeg.core.code_search import some_fitting
from keypeg.core.codes import BLANK, Code, join_parts
from keypeg.core.consistency import clues_by, clues_on, fitting, fitting_parts
from keypeg.core.errors import SearchInterrupted
from keypeg.core.view import Allowed, View
from keypeg.players import Player
from keypeg.players.skill import Skill, make_chooser, pick_code, pick_code_from

MAX_RANDOM_TRIES = 60
"""How many random codes it tries. While many codes fit, that is the quickest way to find one."""

MAX_LISTED_CODES = 100_000
"""The largest space in which it lists all codes that fit, to pick one."""


def make_code(view: View, allowed: Allowed, rng: Random) -> Code:
    """Pick any code."""
    return pick_code(allowed, rng)


def guess(view: View, allowed: Allowed, time: float, rng: Random) -> Code:
    """Pick a row that fits; in a huge space, where none is found soon, any row."""
    if view.edition.dealt:
        fitting_row = row_from_code(next(whole_codes(view, rng), None), view, allowed, rng)
    else:
        board = view.own_board
        assert board is not None
        fitting_row = fitting_code(view, clues_on(board), rng)
    return fitting_row if fitting_row is not None else pick_code(allowed, rng)


def wants_to_call(view: View, time: float, rng: Random) -> bool:
    """Call when the code is certain."""
    return len(list(islice(whole_codes(view, rng), 2))) == 1


def answer(view: View, allowed: Allowed, time: float, rng: Random) -> Code:
    """Pick a code that fits."""
    return next(whole_codes(view, rng), None) or pick_code(allowed, rng)


PLAYER = Player("casual", make_chooser(Skill(make_code, guess, wants_to_call, answer)))


def fitting_code(view: View, clues: Sequence[Clue], rng: Random) -> Code | None:
    """Pick a code that fits these clues, all equally likely; None if there is none.

    In a huge space it is the first one found, or None if none is found soon.
    """
    board = view.own_board
    assert board is not None
    space, marking = view.edition.secret_space(board.number), view.edition.marking
    for _ in range(MAX_RANDOM_TRIES):
        code = pick_code_from(space, rng)
        if all(marking.mark(code, row) == mark for row, mark in clues):
            return code
    if space.size <= MAX_LISTED_CODES:
        codes = list(fitting(space, marking, clues))
        return rng.choice(codes) if codes else None
    try:
        return some_fitting(space, marking, clues, lambda pegs: rng.sample(pegs, len(pegs)))
    except SearchInterrupted:
        return None


def row_from_code(code: Code | None, view: View, allowed: Allowed, rng: Random) -> Code | None:
    """A row with the others' parts of this code, and any colours in the vacant holes and in the seat's own."""
    assert allowed.space is not None
    if code is None or view.code is None:
        return None
    row: Code = ()
    for peg, own_peg in zip(code, view.code, strict=True):
        choices = list(allowed.space.choices(row))
        row = (*row, peg if own_peg == BLANK and peg in choices and peg != BLANK else rng.choice(choices))
    return row


def whole_codes(view: View, rng: Random) -> Iterator[Code]:
    """Where parts are dealt: the whole codes that fit everything this seat has seen, in random order."""
    others = [seat for seat in range(1, view.edition.seats + 1) if seat != view.seat]
    return whole_codes_by_clues(view, [clues_by(view.boards, seat) for seat in others], rng)


def whole_codes_by_clues(view: View, clues: Sequence[Sequence[Clue]], rng: Random) -> Iterator[Code]:
    """The whole codes that fit these clues, one list for each other seat, in random order."""
    assert view.code is not None
    excluded = {code for _, code in view.answers}  # these were wrong
    deals = fitting_parts(view.edition.secrets, clues, view.code, lambda parts: rng.sample(parts, len(parts)))
    with suppress(SearchInterrupted):
        for parts in deals:
            code = join_parts((view.code, *parts))
            if code not in excluded:
                excluded.add(code)
                yield code
