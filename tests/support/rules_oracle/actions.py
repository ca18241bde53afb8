"""What each action adds to the record of a round."""

from keypeg.core.actions import (
    Accept,
    Action,
    Answer,
    Call,
    Claim,
    Deal,
    GiveMark,
    Guess,
    Pass,
    Resign,
    SetCode,
    TimeOut,
)
from support.rules_oracle import rounds, turns
from support.rules_oracle.rounds import Round, Row
from support.rules_oracle.verdicts import is_undecided
from support.rules_oracle.wrong_marks import claim_holds


def record(game: Round, seat: int, action: Action) -> None:
    """Write this action, which has been allowed, into the record of the round."""
    match action:
        case SetCode():
            game.codes[seat] = action.code
        case Deal():
            game.codes.update(enumerate(action.parts, 1))
        case Guess():
            board = game.board_of(seat)
            game.rows.append(Row(seat, board, len(game.rows_on(board)) + 1, action.code))
        case GiveMark():
            row = next(row for row, marker in turns.marks_owed(game) if marker == seat)
            row.marks.append((seat, tuple(action.mark)))
        case Claim():
            _record_claim(game, seat, action)
        case Accept():
            game.accepted = True
        case Resign():
            _leave(game, seat, "resigned")
        case TimeOut():
            _run_out_of_time(game, action.seat)
        case Call() | Answer() | Pass():
            _record_call(game, seat, action)


def _record_claim(game: Round, seat: int, claim: Claim) -> None:
    board = game.board_of(seat) if claim.board is None else claim.board
    row = game.rows_on(board)[claim.row - 1]
    game.claims.append(rounds.Claim(seat, board, claim.row, claim_holds(game, seat, row)))


def _record_call(game: Round, seat: int, action: Call | Answer | Pass) -> None:
    match action:
        case Call():
            game.caller = seat
        case Answer():
            game.caller = None
            game.answers.append((seat, action.code == game.whole_code))
        case Pass():
            game.passed.append(seat)


def _leave(game: Round, seat: int, reason: str) -> None:
    game.left[seat] = reason
    if game.caller == seat:
        game.caller = None


def _run_out_of_time(game: Round, seat: int) -> None:
    if is_undecided(game):
        game.accepted = True  # the round is over, and stands unless its breaker says otherwise
    else:
        _leave(game, seat, "timed-out")
