"""A player who makes any code, and breaks codes by any guess that fits all marks so far."""

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

from keypeg.core.actions import Action, Answer, Call, Claim, GiveMark, Guess, Pass, SetCode
from keypeg.core.codes import BLANK, Code, CodeSpace, join_parts
from keypeg.core.consistency import clues_by, clues_on, fitting_parts
from keypeg.core.edition import Makers
from keypeg.core.finding import OutOfPatience, some_fitting
from keypeg.core.view import Allowed, BoardView, Phase, View


def choose(view: View, rng: Random) -> Action | None:
    """What this player does now; None if it has nothing to do, or waits."""
    legal = {allowed.action: allowed for allowed in view.legal}
    for kind, decide in _DECISIONS.items():
        if kind in legal and (action := decide(view, legal[kind], rng)) is not None:
            return action
    return None


def _set_code(view: View, allowed: Allowed, rng: Random) -> Action:
    return SetCode(any_code(allowed, rng))


def _mark(view: View, allowed: Allowed, rng: Random) -> Action:
    board = next(board for board in view.boards if board.breakers[0] == allowed.board)
    assert view.code is not None
    return GiveMark(view.edition.marking.mark(view.code, board.rows[-1].guess))


def _claim(view: View, allowed: Allowed, rng: Random) -> Action | None:
    """With marks that no code fits, claim row after row: a claim costs nothing."""
    if not view.contradicted:
        return None
    tried = {row for seat, row in view.claims if seat == view.seat}
    return next((Claim(row) for row in allowed.rows if row not in tried), None)


def _guess(view: View, allowed: Allowed, rng: Random) -> Action:
    assert allowed.space is not None
    if view.edition.secrets.makers is Makers.DEALT:
        return Guess(_row_of_parts(view, allowed.space, rng))
    board = _own_board(view)
    space = view.edition.secret_space(board.breakers[0])
    try:
        code = some_fitting(space, view.edition.marking, clues_on(board), lambda pegs: rng.sample(pegs, len(pegs)))
    except OutOfPatience:
        code = None  # a huge table of house rules: it guesses as people do there
    return Guess(code or any_code(allowed, rng))


def _row_of_parts(view: View, space: CodeSpace, rng: Random) -> Code:
    """A row that fits what the others' parts can be, with any colour in the holes that are vacant or his own."""
    code = next(whole_codes(view, rng), (BLANK,) * space.holes)
    own = view.code or code
    return tuple(
        rng.randint(1, space.colours) if peg == BLANK or mine != BLANK else peg
        for peg, mine in zip(code, own, strict=True)
    )


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
    for parts in fitting_parts(view.edition.secrets, clues, view.code, lambda parts: rng.sample(parts, len(parts))):
        code = join_parts((view.code, *parts))
        if code not in known:
            known.add(code)
            yield code


def _own_board(view: View) -> BoardView:
    return next(board for board in view.boards if view.seat in board.breakers)
