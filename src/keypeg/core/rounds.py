"""Ends a round: the audit, the score, then a replay, the next round or the end of the match."""

from collections.abc import Callable
from itertools import takewhile

from keypeg.core.edition import Edition, Ends, Makers, Remedy, Turns, Void
from keypeg.core.events import Event, MatchEnded, RoundBegan, RoundEnded, RoundRevealed
from keypeg.core.immutable import replace_fields
from keypeg.core.marks import Mark
from keypeg.core.scoring import RoundFacts, ScoredRow, ScoreLine
from keypeg.core.state import Board, Round, RoundEnd, State, new_round
from keypeg.core.view import FinishedBoard, FinishedRound, Outcome, RoundReason, Row, WrongRow


def end_by_rows(state: State) -> RoundEnd | None:
    """The end of the round if the rows on the boards end it; None if play continues."""
    boards = state.round.boards
    race = state.edition.guesses.turns is Turns.RACE
    broken = [board for board in boards if board.broken]
    if broken and race:
        # The first row to arrive is also the first to be marked, because no seat that owes a mark may guess.
        return RoundEnd("broken", (broken[0].rows[-1].seat,))
    if any(board.waits for board in boards):
        return None
    if broken and len({len(board.rows) for board in boards}) == 1:
        winners = tuple(board.rows[-1].seat for board in broken)
        return RoundEnd("broken", winners) if len(winners) == 1 else RoundEnd("both-broken", ())
    if all(len(board.rows) == state.edition.guesses.rows for board in boards):
        return _nobody_broke(state)
    return None


def _nobody_broke(state: State) -> RoundEnd | None:
    if state.edition.dealt:
        return None  # a row never breaks a dealt code: calls and passes decide
    maker = state.round.maker
    return RoundEnd("neither-broken", ()) if maker is None else RoundEnd("unbroken", (maker,))


def end_by_leaving(state: State, seat: int, reason: RoundReason) -> RoundEnd | None:
    """The end of the round if it cannot continue without this seat, which is now out of it; None if it can."""
    now = state.round
    staying = tuple(other for other in now.order if other not in now.out)
    if seat == now.maker:
        return RoundEnd(reason, staying, seat)
    if state.edition.secrets.makers is Makers.EACH:
        return RoundEnd(reason, staying, seat)
    if staying:
        return None
    if now.maker is None:
        return RoundEnd("nobody-answered", ())
    return RoundEnd(reason, (now.maker,), seat)


def finish(state: State, end: RoundEnd) -> tuple[State, tuple[Event, ...]]:
    """Close the round: reveal, audit, score, and set up the next round or the outcome.

    Where the breaker decides what a wrong mark leads to, the round is only revealed, and closed by that decision.
    """
    result = round_result(state, end)
    if _breaker_decides(state, end, result):
        revealed = state.with_round(replace_fields(state.round, ended=end))
        return revealed, (RoundRevealed(result),)
    scores = add_lines(state.scores, result.lines)
    closed = State(state.edition, state.round, scores, (*state.finished, result))
    outcome = _match_outcome(closed, result)
    if outcome is not None:
        last = result._replace(replayed=False)
        closed = State(state.edition, state.round, scores, (*state.finished, last), outcome)
        return closed, (RoundEnded(last), MatchEnded(outcome))
    number, attempt = (result.number, result.attempt + 1) if result.replayed else (result.number + 1, 1)
    barred = _barred(closed) if result.replayed else ()
    following = new_round(state.edition, number, attempt, barred)
    return closed.with_round(following), (RoundEnded(result), round_began(following))


def round_began(now: Round) -> RoundBegan:
    """The event that this round begins."""
    return RoundBegan(now.number, now.attempt, now.maker, now.order[0])


def audit(edition: Edition, now: Round) -> tuple[WrongRow, ...]:
    """Every mark of the round that the secrets show to be wrong."""
    if not edition.by_hand:
        return ()
    wrong_rows = []
    for board in now.boards:
        for number, row in enumerate(board.rows, 1):
            for given in row.marks:
                right = right_mark(edition, now, given.by, row)
                if given.mark != right:
                    wrong_rows.append(WrongRow(board.number, number, given.by, given.mark, right))
    return tuple(wrong_rows)


def _breaker_decides(state: State, end: RoundEnd, result: FinishedRound) -> bool:
    """Whether the breaker still has to decide if the round stands, now that a wrong mark has come to light."""
    undecided = state.round.ended is None and end.reason != "wrong-mark"
    return bool(result.wrong) and undecided and state.edition.wrong_mark.remedy is Remedy.CHOICE


def _barred(state: State) -> tuple[int, ...]:
    """The seats that only mark when this round is replayed for wrong marks: those that gave them.

    A round that is replayed because nobody won it bars nobody: all seats could be barred, and it would never end.
    """
    if not state.edition.wrong_mark.bars_calls:
        return ()
    voided = takewhile(lambda finished: finished.outcome.reason == "wrong-mark", reversed(state.finished))
    attempts = [finished for finished in voided if finished.number == state.round.number]
    return tuple(sorted({wrong.by for finished in attempts for wrong in finished.wrong}))


def round_result(state: State, end: RoundEnd) -> FinishedRound:
    """The result of the round if it ends so."""
    now = state.round
    wrong = audit(state.edition, now)
    rule = _REMEDIES[state.edition.wrong_mark.remedy] if wrong else _as_it_stands
    outcome, lines, replayed = rule(state, end, wrong)
    if state.edition.match.practice:
        lines = ()
    boards = tuple(FinishedBoard(board.breakers, board.makers, board.rows, board.broken) for board in now.boards)
    return FinishedRound(
        now.number, now.attempt, now.maker, now.codes, boards, now.answers, outcome, lines, wrong, replayed
    )


_Ruling = tuple[Outcome, tuple[ScoreLine, ...], bool]
"""How a round ended, what it scores, and whether it is replayed."""

_WrongRows = tuple[WrongRow, ...]


def _as_it_stands(state: State, end: RoundEnd, wrong: _WrongRows) -> _Ruling:
    replayed = not end.winners and state.edition.match.void is Void.REPLAY
    return Outcome(end.reason, end.winners), state.edition.scoring(_facts(state, end)), replayed


def _replayed(state: State, end: RoundEnd, wrong: _WrongRows) -> _Ruling:
    return Outcome("wrong-mark", ()), _penalty(state, wrong), True


def _decided(state: State, end: RoundEnd, wrong: _WrongRows) -> _Ruling:
    """A claim has ended the round, or the breaker lets it stand."""
    return (_replayed if end.reason == "wrong-mark" else _as_it_stands)(state, end, wrong)


def _awarded(state: State, end: RoundEnd, wrong: _WrongRows) -> _Ruling:
    outcome, lines, replayed = _as_it_stands(state, RoundEnd("wrong-mark", _wronged(state, wrong)), wrong)
    return outcome, lines + _penalty(state, wrong), replayed


def _replayed_unless_found(state: State, end: RoundEnd, wrong: _WrongRows) -> _Ruling:
    if not _code_found(state, end):
        return _replayed(state, end, wrong)
    outcome, lines, replayed = _as_it_stands(state, end, wrong)
    return outcome, lines + _penalty(state, wrong), replayed


_REMEDIES: dict[Remedy, Callable[[State, RoundEnd, _WrongRows], _Ruling]] = {
    Remedy.REPLAY: _replayed,
    Remedy.CHOICE: _decided,
    Remedy.AWARD: _awarded,
    Remedy.UNLESS_FOUND: _replayed_unless_found,
}
"""For each remedy, what a round with a wrong mark comes to."""


def _code_found(state: State, end: RoundEnd) -> bool:
    """Whether the one code of the round was really found, by a row or by an answer."""
    if state.edition.dealt:
        return end.reason == "answered"
    broken = [board for board in state.round.boards if board.broken]
    return end.reason != "wrong-mark" and any(is_found(state, board, board.rows[-1]) for board in broken)


def is_found(state: State, board: Board, row: Row) -> bool:
    """Whether this row equals the secret of its board, whatever its mark says."""
    solved = state.edition.marking.solved(board.holes)
    return solved is not None and right_mark(state.edition, state.round, board.makers[0], row) == solved


def right_mark(edition: Edition, now: Round, maker: int, row: Row) -> Mark:
    """The mark that this row earns from this maker, whatever was given."""
    secret = now.codes[maker - 1]
    assert secret is not None
    return edition.marking.mark(secret, row.guess)


def _facts(state: State, end: RoundEnd) -> RoundFacts:
    now = state.round
    has_one_maker = now.maker is not None
    board = now.boards[0]
    limit = state.edition.guesses.rows
    rows = _scored_rows(state, board) if has_one_maker else ()
    return RoundFacts(
        state.edition.seats, now.maker, rows, limit, has_one_maker and board.broken, end.winners, end.left
    )


def _scored_rows(state: State, board: Board) -> tuple[ScoredRow, ...]:
    """The marked rows of a board. Where a code found counts, wrong marks are put right before they are scored."""
    marked = [row for row in board.rows if row.marks]
    if not (state.edition.by_hand and state.edition.wrong_mark.found_counts):
        return tuple(ScoredRow(row.seat, row.marks[0].mark) for row in marked)
    return tuple(ScoredRow(row.seat, right_mark(state.edition, state.round, board.makers[0], row)) for row in marked)


def lines_so_far(state: State) -> tuple[ScoreLine, ...]:
    """The score lines of the running round, where rows earn points as soon as they are marked."""
    if state.edition.scoring.score_row is None or state.edition.match.practice or state.outcome is not None:
        return ()
    (board,) = state.round.boards
    return state.edition.scoring.so_far(ScoredRow(row.seat, row.marks[0].mark) for row in board.rows if row.marks)


def _wronged(state: State, wrong: _WrongRows) -> tuple[int, ...]:
    """The players who were marked wrongly, without those who marked somebody wrongly themselves."""
    boards = {board.number: board for board in state.round.boards}
    wronged = {seat for row in wrong for seat in boards[row.board].breakers}
    return tuple(sorted(wronged - {row.by for row in wrong}))


def _penalty(state: State, wrong: _WrongRows) -> tuple[ScoreLine, ...]:
    """The points for wronged players."""
    points = state.edition.wrong_mark.points
    sign = -1 if state.edition.scoring.lowest_wins else 1
    return tuple(ScoreLine(seat, sign * points, "wrong-mark") for seat in _wronged(state, wrong) if points)


def add_lines(scores: tuple[int, ...], lines: tuple[ScoreLine, ...]) -> tuple[int, ...]:
    """Every seat's points with those of these lines."""
    totals = list(scores)
    for line in lines:
        totals[line.seat - 1] += line.points
    return tuple(totals)


def _match_outcome(state: State, last: FinishedRound) -> Outcome | None:
    match, scores = state.edition.match, state.scores
    if match.practice:
        return None if last.replayed else Outcome("practice", last.outcome.winners)
    lowest = state.edition.scoring.lowest_wins
    best = min(scores) if lowest else max(scores)
    winners = tuple(seat for seat, score in enumerate(scores, 1) if score == best)
    decided = match.ends is Ends.MAJORITY and best * 2 > match.rounds
    if not decided and (last.replayed or last.number < match.rounds):
        return None
    if best == 0 and state.edition.dealt:
        return Outcome("nobody", ())
    if len(winners) > 1:
        return Outcome("draw", winners)
    if decided:
        return Outcome("majority", winners)
    return Outcome("lowest-total" if lowest else "highest-total", winners)
