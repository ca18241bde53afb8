"""Describes a view in lines of text."""

from keypeg.core.view import BoardView, Row, View
from keypeg.i18n.catalogue import count
from keypeg.i18n.match_text import MatchText
from keypeg.i18n.score_sheet_text import describe_sheet, draw_sheet
from keypeg.terminal.drawn_boards import Looks, draw_boards, draw_mark, explain_marks, row_points

IN_WORDS = Looks()
"""Boards one below the other, with marks in words."""


def describe_view(view: View, text: MatchText, looks: Looks = IN_WORDS) -> list[str]:
    """The whole table: round, scores, boards and the viewer's own secrets."""
    practice = view.edition.match.practice
    place = text.say("round", number=view.round, rounds=view.edition.match.rounds)
    head = [text.say("practice-round") if practice else place]
    if view.attempt > 1:
        head.append(text.say("attempt", attempt=view.attempt))
    head.append(text.roles(view.maker, view.first))
    scores = [] if practice else [text.scores(view.scores)]
    lines = ["", " · ".join(head), *scores, text.palette()]
    lines += explain_marks(view.edition, text, looks)
    if looks.is_drawn:
        lines += draw_boards(view.edition, view.boards, text, looks)
    else:
        lines += [line for board in view.boards for line in _describe_board(view, board, text, looks)]
    below = []
    if view.out:
        below.append(text.say("out", names=text.all_names(view.out)))
    if view.code is not None:
        key = "own-parts" if view.edition.dealt else "own-code"
        below.append(text.say(key, code=text.secret(view.code)))
    if view.hidden_guess is not None:
        below.append(text.say("own-guess", code=text.code(view.hidden_guess)))
    if view.contradicted and view.revealed is None:
        below.append(text.say("contradicted"))
    return [*lines, "", *below] if below and looks.is_drawn else lines + below


def show_sheet(view: View, text: MatchText, looks: Looks, in_words: bool) -> str:
    """The score sheet: drawn, on a terminal not wider than that is; or in words, for those who listen to it."""
    if in_words:
        return describe_sheet(view, text.names, text.lang)
    return draw_sheet(view, text.names, text.lang, looks.width if looks.is_drawn else None)


def _describe_board(view: View, board: BoardView, text: MatchText, looks: Looks) -> list[str]:
    rows_left = view.edition.guesses.rows - len(board.rows) - len(board.placed)
    title = text.say("board-of", name=text.all_names(board.breakers))
    lines = ["", f"{title} ({text.say('rows-left', rows=count(text.lang, 'rows', rows_left))})"]
    lines += [_describe_row(view, number, row, board, text, looks) for number, row in enumerate(board.rows, 1)]
    if not board.rows:
        lines.append("  " + text.say("no-rows"))
    lines += ["  " + text.say("placed-hidden", name=text.name(seat)) for seat in board.placed]
    return lines


def _describe_row(view: View, number: int, row: Row, board: BoardView, text: MatchText, looks: Looks) -> str:
    marks = []
    for given in row.marks:
        shown = draw_mark(given.mark, text, looks)
        marks.append(text.say("mark-by", name=text.name(given.by), mark=shown) if len(board.makers) > 1 else shown)
    if len(row.marks) < len(board.makers):
        marks.append(text.say("waits-for-mark"))
    guesser = f" ({text.name(row.seat)})" if len(board.breakers) > 1 else ""
    points = row_points(view.edition, row, board.holes)
    earned = "" if points is None else f" {points:+}"
    return f"  {number:>2}  {text.code(row.guess)}   {' · '.join(marks)}{guesser}{earned}"
