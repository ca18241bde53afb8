"""The command `analyse`: what there is to say of a match that was judged, in lines and as a picture."""

from pathlib import Path

from keypeg.analysis.hints import Hints
from keypeg.analysis.round_analysis import RoundAnalysis
from keypeg.i18n.analysis_text import legend, tell_board
from keypeg.i18n.hint_text import tell_held, tell_hints
from keypeg.i18n.match_text import MatchText
from keypeg.i18n.review_chart import Panel, draw_picture
from keypeg.i18n.value_text import stakes_legend, tell_stakes
from keypeg.records.file_errors import file_error
from keypeg.study.match_review import ReviewedMatch
from keypeg.terminal.seats import recorded_seats


def describe_review(match: ReviewedMatch, lang: str, width: int) -> list[str]:
    """The rounds in lines, their tables for a screen of this width."""
    teller = _teller(match, lang)
    lines: list[str] = []
    for played in match.rounds:
        lines += [*([""] if lines else []), *_tell_round(played, match.hints, teller, width)]
    boards = [board for played in match.rounds for board in played.boards if board.rows]
    stakes = [one for played in match.rounds for one in played.seat_values]
    told = [*(legend(boards, teller) if boards else []), *stakes_legend(stakes, teller)]
    lines += ["", *told] if told else []
    return (
        lines if match.needs_seat is None else [*lines, "", teller.say("analysis-needs-seat", number=match.needs_seat)]
    )


def _tell_round(played: RoundAnalysis, hints: tuple[Hints | None, ...], teller: MatchText, width: int) -> list[str]:
    head = [teller.say("analysis-round", number=played.number)]
    if played.attempt > 1:
        head.append(teller.say("attempt", attempt=played.attempt))
    if not played.over:
        head.append(teller.say("analysis-running"))
    lines = [" · ".join(head)]
    for seat, code in enumerate(played.codes, 1):
        if code is not None:
            was = "part-was" if played.edition.dealt else "code-was"
            lines.append(teller.say(was, name=teller.name(seat), code=teller.secret(code)))
    for one in played.seat_values if played.edition.dealt else ():
        told = tell_stakes([one], teller)[1:] or [teller.say("no-rows")]
        lines += ["", teller.say("board-of", name=teller.name(one.seat)), *told]
    if played.hints is not None:
        lines += ["", *(line for step in tell_held(played.hints, teller) for line in step)]
    for at, board in enumerate(played.boards):
        lines += ["", teller.say("board-of", name=teller.all_names(board.breakers)), *tell_board(board, teller, width)]
        lines += tell_stakes([one for one in played.seat_values if one.board == board.number], teller)
        hint = hints[at] if hints and not played.over else None
        if hint is not None and hint.wrong is None:
            lines += ["", *(line for step in tell_hints(hint, teller) for line in step)]
    return lines


def save_picture(match: ReviewedMatch, path: Path, lang: str) -> None:
    """Draw all boards into this file. Raises `ReadError` if it cannot be written."""
    teller = _teller(match, lang)
    panels = [
        Panel(played.number, played.attempt, board, played.seat_values if at >= len(played.boards) else ())
        for played in match.rounds
        for at, board in enumerate(played.boards or (None,), 1)
    ]
    try:
        path.write_text(draw_picture(panels, teller), encoding="utf-8")
    except OSError as error:
        raise file_error(path, error, "file-unwritable") from error


def _teller(match: ReviewedMatch, lang: str) -> MatchText:
    names = tuple(seat.name for seat in recorded_seats(match.replay.record, lang))
    return MatchText(match.replay.record.edition, names, lang)
