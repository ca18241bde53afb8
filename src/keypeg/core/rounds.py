"""Ends a round: the audit, the score, then a replay, the next round or the end of the match."""

from typing import NamedTuple

from keypeg.core.edition import Edition, Ends, Makers, Turns, Void
from keypeg.core.events import Event, MatchEnded, RoundBegan, RoundEnded
from keypeg.core.scoring import RoundFacts, ScoredRow, ScoreLine
from keypeg.core.state import Round, State, new_round
from keypeg.core.view import FinishedBoard, FinishedRound, Outcome, RoundReason, WrongRow


class RoundEnd(NamedTuple):
    """Why a round is over, before the audit of its marks."""

    reason: RoundReason
    winners: tuple[int, ...]
    left: int | None = None
    """The seat that ended it by leaving, if one did."""


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
    """Close the round: reveal, audit, score, and set up the next round or the outcome."""
    result = _result(state, end)
    scores = _add(state.scores, result.lines)
    closed = state._replace(scores=scores, finished=(*state.finished, result))
    outcome = _match_outcome(closed, result)
    if outcome is not None:
        last = result._replace(replayed=False)
        closed = closed._replace(finished=(*state.finished, last), outcome=outcome)
        return closed, (RoundEnded(last), MatchEnded(outcome))
    number, attempt = (result.number, result.attempt + 1) if result.replayed else (result.number + 1, 1)
    following = new_round(state.edition, number, attempt)
    return closed._replace(round=following), (RoundEnded(result), round_began(following))


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
            for by, given in row.marks:
                secret = now.codes[by - 1]
                assert secret is not None
                right = edition.marking.mark(secret, row.guess)
                if given != right:
                    wrong_rows.append(WrongRow(board.number, number, by, given, right))
    return tuple(wrong_rows)


def _result(state: State, end: RoundEnd) -> FinishedRound:
    edition, now = state.edition, state.round
    wrong = audit(edition, now)
    if wrong:
        outcome, lines, replayed = Outcome("wrong-mark", ()), _penalty(state, wrong), True
    else:
        outcome, lines = Outcome(end.reason, end.winners), edition.scoring(_facts(state, end))
        replayed = not end.winners and edition.match.void is Void.REPLAY
    boards = tuple(FinishedBoard(board.breakers, board.makers, board.rows, board.broken) for board in now.boards)
    return FinishedRound(
        now.number, now.attempt, now.maker, now.codes, boards, now.answers, outcome, lines, wrong, replayed
    )


def _facts(state: State, end: RoundEnd) -> RoundFacts:
    now = state.round
    has_one_maker = now.maker is not None
    board = now.boards[0]
    rows = tuple(ScoredRow(row.seat, row.marks[0].mark) for row in board.rows if row.marks) if has_one_maker else ()
    limit = state.edition.guesses.rows
    return RoundFacts(
        state.edition.seats, now.maker, rows, limit, has_one_maker and board.broken, end.winners, end.left
    )


def _penalty(state: State, wrong: tuple[WrongRow, ...]) -> tuple[ScoreLine, ...]:
    """The points for wrongly marked players. Players who marked each other wrongly get none."""
    points = state.edition.wrong_mark.points
    if not points:
        return ()
    boards = {board.number: board for board in state.round.boards}
    wronged = {seat for row in wrong for seat in boards[row.board].breakers}
    wronged -= {row.by for row in wrong}
    sign = -1 if state.edition.scoring.lowest_wins else 1
    return tuple(ScoreLine(seat, sign * points, "wrong-mark") for seat in sorted(wronged))


def _add(scores: tuple[int, ...], lines: tuple[ScoreLine, ...]) -> tuple[int, ...]:
    totals = list(scores)
    for line in lines:
        totals[line.seat - 1] += line.points
    return tuple(totals)


def _match_outcome(state: State, last: FinishedRound) -> Outcome | None:
    match, scores = state.edition.match, state.scores
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
