"""A player who makes any code, and breaks codes by any guess that fits all marks so far."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from random import Random

from keypeg.core.actions import Action, Answer, Call, Claim, GiveMark, Guess, Pass, SetCode
from keypeg.core.codes import BLANK, Code, join_parts
from keypeg.core.consistency import OutOfPatience, clues_by, clues_on, fitting_parts
from keypeg.core.finding import some_fitting
from keypeg.core.view import Allowed, Phase, View


def choose(view: View, rng: Random) -> Action | None:
    """What this player does now; None if it has nothing to do, or waits."""
    for kind, decide in _DECISIONS.items():
        allowed = view.allowed(kind)
        if allowed is not None and (action := decide(view, allowed, rng)) is not None:
            return action
    return None


def _set_code(view: View, allowed: Allowed, rng: Random) -> Action:
    return SetCode(any_code(allowed, rng))


def _mark(view: View, allowed: Allowed, rng: Random) -> Action:
    assert view.code is not None
    return GiveMark(view.edition.marking.mark(view.code, view.board(allowed.board).rows[-1].guess))


def _claim(view: View, allowed: Allowed, rng: Random) -> Action | None:
    """With marks that no code fits, claim row after row: a claim costs nothing."""
    return Claim(allowed.rows[0].row, allowed.rows[0].board) if view.contradicted else None


def _guess(view: View, allowed: Allowed, rng: Random) -> Action:
    wanted = _wanted_parts(view, rng) if view.edition.dealt else _wanted_code(view, rng)
    return Guess(wanted if wanted is not None else any_code(allowed, rng))


def _wanted_code(view: View, rng: Random) -> Code | None:
    """Some code that fits the marks; None if none does, or in a huge space none is found soon."""
    board = view.own_board
    assert board is not None
    space = view.edition.secret_space(board.number)
    try:
        return some_fitting(space, view.edition.marking, clues_on(board), lambda pegs: rng.sample(pegs, len(pegs)))
    except OutOfPatience:
        return None


def _wanted_parts(view: View, rng: Random) -> Code | None:
    """A row that fits what the others' parts can be, with any colour in the holes that are vacant or his own."""
    allowed, code = view.allowed(Guess), next(whole_codes(view, rng), None)
    assert allowed is not None
    assert allowed.space is not None
    if code is None or view.code is None:
        return None
    row: Code = ()
    for peg, mine in zip(code, view.code, strict=True):
        choices = list(allowed.space.choices(row))
        row = (*row, peg if mine == BLANK and peg in choices and peg != BLANK else rng.choice(choices))
    return row


def _call(view: View, allowed: Allowed, rng: Random) -> Action | None:
    """Call when sure; or when the rows are used up, for then there is nothing to lose."""
    asked = view.phase is Phase.LAST_CALLS and view.seat in view.waiting
    return Call() if asked or len(list(islice(whole_codes(view, rng), 2))) == 1 else None


def _answer(view: View, allowed: Allowed, rng: Random) -> Action:
    code = next(whole_codes(view, rng), None)
    return Answer(code or any_code(allowed, rng))


def _pass(view: View, allowed: Allowed, rng: Random) -> Action:
    return Pass()


_DECISIONS: dict[type[Action], Callable[[View, Allowed, Random], Action | None]] = {
    SetCode: _set_code,
    GiveMark: _mark,
    Claim: _claim,
    Call: _call,
    Answer: _answer,
    Guess: _guess,
    Pass: _pass,
}
"""What to decide for each kind of action, the first to come first."""


def any_code(allowed: Allowed, rng: Random) -> Code:
    """Any code of the space that is allowed."""
    assert allowed.space is not None
    code: Code = ()
    while len(code) < allowed.space.holes:
        code = (*code, rng.choice(list(allowed.space.choices(code))))
    return code


def whole_codes(view: View, rng: Random) -> Iterator[Code]:
    """Where parts are dealt: the whole codes that fit all this seat has seen, its own parts included, in any order."""
    assert view.code is not None
    clues = [clues_by(view.boards, seat) for seat in range(1, view.edition.seats + 1) if seat != view.seat]
    known = {code for _, code in view.answers}  # they were wrong
    deals = fitting_parts(view.edition.secrets, clues, view.code, lambda parts: rng.sample(parts, len(parts)))
    with suppress(OutOfPatience):
        for parts in deals:
            code = join_parts((view.code, *parts))
            if code not in known:
                known.add(code)
                yield code
