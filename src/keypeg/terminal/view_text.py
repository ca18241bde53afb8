"""A view as lines of text."""

from keypeg.core.view import BoardView, Row, View
from keypeg.i18n.catalogue import count
from keypeg.i18n.match_text import MatchText


def show(view: View, teller: MatchText) -> list[str]:
    """The table as this view knows it."""
    head = [teller.say("round", number=view.number, rounds=view.edition.match.rounds)]
    if view.attempt > 1:
        head.append(teller.say("attempt", attempt=view.attempt))
    head.append(teller.roles(view.maker, view.first))
    lines = ["", " · ".join(head), teller.scores(view.scores), teller.palette()]
    lines += show_boards(view, teller)
    if view.out:
        lines.append(teller.say("out", names=teller.all_names(view.out)))
    if view.code is not None:
        key = "own-parts" if view.edition.dealt else "own-code"
        lines.append(teller.say(key, code=teller.secret(view.code)))
    if view.hidden_guess is not None:
        lines.append(teller.say("own-guess", code=teller.code(view.hidden_guess)))
    if view.contradicted:
        lines.append(teller.say("contradicted"))
    return lines


def show_boards(view: View, teller: MatchText) -> list[str]:
    """The boards alone."""
    return [line for board in view.boards for line in _board(view, board, teller)]


def _board(view: View, board: BoardView, teller: MatchText) -> list[str]:
    left = view.edition.guesses.rows - len(board.rows) - len(board.placed)
    title = teller.say("board-of", name=teller.all_names(board.breakers))
    lines = ["", f"{title} ({teller.say('rows-left', rows=count(teller.lang, 'rows', left))})"]
    lines += [_row(number, row, board, teller) for number, row in enumerate(board.rows, 1)]
    if not board.rows:
        lines.append("  " + teller.say("no-rows"))
    lines += ["  " + teller.say("placed-hidden", name=teller.name(seat)) for seat in board.placed]
    return lines


def _row(number: int, row: Row, board: BoardView, teller: MatchText) -> str:
    marks = [
        teller.say("mark-by", name=teller.name(by), mark=teller.mark(mark))
        if len(board.makers) > 1
        else teller.mark(mark)
        for by, mark in row.marks
    ]
    if len(row.marks) < len(board.makers):
        marks.append(teller.say("waits-for-mark"))
    who = f" ({teller.name(row.seat)})" if len(board.breakers) > 1 else ""
    return f"  {number:>2}  {teller.code(row.guess)}   {' · '.join(marks)}{who}"
