"""The output of the command `analyse`: the review of a match in lines, and as a picture."""

from collections.abc import Iterable
from pathlib import Path

from keypeg.analysis.board_values import BoardAnalysis
from keypeg.analysis.grades import rate_board, rate_seat
from keypeg.analysis.hint_values import Hints
from keypeg.analysis.round_analysis import RoundAnalysis
from keypeg.analysis.round_value import SeatValues
from keypeg.i18n.analysis_text import describe_board, describe_columns
from keypeg.i18n.grade_text import describe_figures, describe_grades
from keypeg.i18n.hint_text import HintText, describe_dealt_hints, describe_hints
from keypeg.i18n.match_text import MatchText
from keypeg.i18n.review_chart import Panel, draw_review
from keypeg.i18n.value_text import describe_value_columns, describe_values
from keypeg.records.file_errors import file_error
from keypeg.study.match_review import ReviewedMatch
from keypeg.terminal.seats import recorded_seats


def describe_review(match: ReviewedMatch, lang: str, width: int) -> list[str]:
    """The review of a match in lines, with tables that fit a screen of this width."""
    text = _match_text(match, lang)
    blocks = [_describe_round(analysis, match.hints, text, width) for analysis in match.rounds]
    lines = _join_blocks([*blocks, _describe_columns(match, text)])
    if match.needs_seat is not None:
        lines += ["", text.say("analysis-needs-seat", number=match.needs_seat)]
    return lines


def _join_blocks(blocks: Iterable[list[str]]) -> list[str]:
    """The lines of all blocks that are not empty, with a blank line between them."""
    lines: list[str] = []
    for block in filter(None, blocks):
        lines += ["", *block] if lines else block
    return lines


def _describe_columns(match: ReviewedMatch, text: MatchText) -> list[str]:
    """What the columns of the tables mean."""
    boards = [board for analysis in match.rounds for board in analysis.boards if board.rows]
    values = [value for analysis in match.rounds for value in analysis.seat_values]
    lines = [*(describe_columns(boards, text) if boards else []), *describe_value_columns(values, text)]
    return [*lines, *describe_grades(text)] if lines else []


def _describe_round(analysis: RoundAnalysis, hints: tuple[Hints | None, ...], text: MatchText, width: int) -> list[str]:
    blocks = [[_round_title(analysis, text), *_describe_codes(analysis, text)]]
    if analysis.edition.dealt:
        blocks += [_describe_dealt_seat(values, text) for values in analysis.seat_values]
    if analysis.hints is not None:
        blocks.append(_flatten(describe_dealt_hints(analysis.hints, text)))
    for index, board in enumerate(analysis.boards):
        blocks.append(_describe_board(analysis, board, text, width))
        board_hints = hints[index] if hints and not analysis.over else None
        if board_hints is not None and board_hints.wrong is None:
            blocks.append(_flatten(describe_hints(board_hints, text)))
    return _join_blocks(blocks)


def _round_title(analysis: RoundAnalysis, text: MatchText) -> str:
    title = [text.say("round-number", number=analysis.number)]
    if analysis.attempt > 1:
        title.append(text.say("attempt", attempt=analysis.attempt))
    if not analysis.over:
        title.append(text.say("analysis-running"))
    return " · ".join(title)


def _describe_codes(analysis: RoundAnalysis, text: MatchText) -> list[str]:
    key = "part-was" if analysis.edition.dealt else "code-was"
    return [
        text.say(key, name=text.name(seat), code=text.secret(code))
        for seat, code in enumerate(analysis.codes, 1)
        if code is not None
    ]


def _describe_dealt_seat(values: SeatValues, text: MatchText) -> list[str]:
    """The rows of one seat where parts are dealt."""
    rows = describe_values([values], text)[1:] or [text.say("no-rows")]  # without the blank line above the table
    return [text.say("board-of", name=text.name(values.seat)), *_describe_figures([values], text), *rows]


def _describe_board(analysis: RoundAnalysis, board: BoardAnalysis, text: MatchText, width: int) -> list[str]:
    values = [values for values in analysis.seat_values if values.board == board.number]
    title = text.say("board-of", name=text.all_names(board.breakers))
    if values:  # what decides the edition grades its guesses
        figures = _describe_figures(values, text)
    else:
        figures = [describe_figures(figures, text) for figures in rate_board(board)]
    return [title, *figures, *describe_board(board, text, width, not values), *describe_values(values, text)]


def _describe_figures(seat_values: Iterable[SeatValues], text: MatchText) -> list[str]:
    """Skill and luck of each seat, a line for each."""
    figures = [rate_seat(values.seat, values.values, values.start) for values in seat_values]
    return [describe_figures(each, text) for each in figures if each is not None]


def _flatten(hints: Iterable[HintText]) -> list[str]:
    return [line for hint in hints for line in hint.lines]


def save_picture(match: ReviewedMatch, path: Path, lang: str) -> None:
    """Draw all boards into this file. Raises `ReadError` if it cannot be written."""
    text = _match_text(match, lang)
    panels = [
        Panel(analysis.number, analysis.attempt, board, analysis.seat_values if index >= len(analysis.boards) else ())
        for analysis in match.rounds
        for index, board in enumerate(analysis.boards or (None,), 1)
    ]
    try:
        path.write_text(draw_review(panels, text), encoding="utf-8")
    except OSError as error:
        raise file_error(path, error, "file-unwritable") from error


def _match_text(match: ReviewedMatch, lang: str) -> MatchText:
    names = tuple(seat.name for seat in recorded_seats(match.replay.record, lang))
    return MatchText(match.replay.record.edition, names, lang)
