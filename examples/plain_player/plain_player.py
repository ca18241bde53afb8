"""A plain player for Keypeg, which guesses the first code that fits all the marks so far."""

from random import Random

from keypeg import Action, Code, GiveMark, Guess, Pass, SetCode, View
from keypeg.players.skill import pick_code


def choose(view: View, thinking_time: float, rng: Random) -> Action | None:
    """Choose an action from what this seat can see; None to do nothing."""
    allowed = {choice.action: choice for choice in view.legal}
    if SetCode in allowed:
        return SetCode(pick_code(allowed[SetCode], rng))
    if GiveMark in allowed and view.code is not None:
        row = view.board(allowed[GiveMark].board).rows[-1]
        return GiveMark(view.edition.marking.mark(view.code, row.guess))
    if Guess in allowed:
        return Guess(first_fitting(view) or pick_code(allowed[Guess], rng))
    return Pass() if Pass in allowed else None  # it never calls where parts of the code are dealt


def first_fitting(view: View) -> Code | None:
    """The first code that fits all the marks on this seat's board."""
    board = view.own_board
    if board is None or view.edition.dealt:
        return None
    mark = view.edition.marking.mark
    rows = [(row.guess, row.marks[0].mark) for row in board.rows]
    codes = view.edition.secret_space(board.number)
    return next((code for code in codes if all(mark(code, guess) == given for guess, given in rows)), None)
