"""Describes a view in lines of text."""

from keypeg.core.view import BoardView, Row, View
from keypeg.i18n.catalogue import count
from keypeg.i18n.match_text import MatchText


def describe_view(view: View, text: MatchText) -> list[str]:
    """The whole table: round, scores, boards and the viewer's own secrets."""
    head = [text.say("round", number=view.round, rounds=view.edition.match.rounds)]
    if view.attempt > 1:
        head.append(text.say("attempt", attempt=view.attempt))
    head.append(text.roles(view.maker, view.first))
    lines = ["", " · ".join(head), text.scores(view.scores), text.palette()]
    lines += describe_boards(view, text)
    if view.out:
        lines.append(text.say("out", names=text.all_names(view.out)))
    if view.code is not None:
        key = "own-parts" if view.edition.dealt else "own-code"
        lines.append(text.say(key, code=text.secret(view.code)))
    if view.hidden_guess is not None:
        lines.append(text.say("own-guess", code=text.code(view.hidden_guess)))
    if view.contradicted:
        lines.append(text.say("contradicted"))
    return lines


def describe_boards(view: View, text: MatchText) -> list[str]:
    """Only the boards of a table."""
    return [line for board in view.boards for line in _describe_board(view, board, text)]


def _describe_board(view: View, board: BoardView, text: MatchText) -> list[str]:
    rows_left = view.edition.guesses.rows - len(board.rows) - len(board.placed)
    title = text.say("board-of", name=text.all_names(board.breakers))
    lines = ["", f"{title} ({text.say('rows-left', rows=count(text.lang, 'rows', rows_left))})"]
    lines += [_describe_row(number, row, board, text) for number, row in enumerate(board.rows, 1)]
    if not board.rows:
        lines.append("  " + text.say("no-rows"))
    lines += ["  " + text.say("placed-hidden", name=text.name(seat)) for seat in board.placed]
    return lines


def _describe_row(number: int, row: Row, board: BoardView, text: MatchText) -> str:
    marks = [
        text.say("mark-by", name=text.name(by), mark=text.mark(mark)) if len(board.makers) > 1 else text.mark(mark)
        for by, mark in row.marks
    ]
    if len(row.marks) < len(board.makers):
        marks.append(text.say("waits-for-mark"))
    who = f" ({text.name(row.seat)})" if len(board.breakers) > 1 else ""
    return f"  {number:>2}  {text.code(row.guess)}   {' · '.join(marks)}{who}"
