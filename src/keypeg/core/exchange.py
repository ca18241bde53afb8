"""Exchanges the code of a maker who never commits for another that earns the same marks.

This is not an action, and no record contains it. The record is written as if the new code had been set from the
beginning, and nobody at the table can tell the difference.
"""

from keypeg.core.codes import Code
from keypeg.core.errors import RuleError
from keypeg.core.state import State


def exchange_code(state: State, seat: int, code: Code) -> State:
    """The table with this code in place of the seat's own. Raises `RuleError` if any mark would differ."""
    now = state.round
    old = now.codes[seat - 1]
    if state.outcome is not None or old is None or state.edition.dealt:
        raise RuleError("nothing-to-exchange")
    mark = state.edition.marking.mark
    for board in now.boards:
        if seat in board.makers:
            state.edition.secret_space(board.number).check(code)
            if any(row.marks and mark(code, row.guess) != mark(old, row.guess) for row in board.rows):
                raise RuleError("code-does-not-fit")
    codes = tuple(code if number == seat else other for number, other in enumerate(now.codes, 1))
    return state.with_round(now.with_codes(codes))
