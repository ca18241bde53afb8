"""Grades, skill and luck in words, and each row of a review in a few plain sentences, without decimals."""

from keypeg.analysis.board_values import RowAnalysis
from keypeg.analysis.cost_and_luck import Appraisal, RowValue
from keypeg.analysis.grades import EVEN_LUCK, Grade, RoundFigures, grade_cost, grade_guess, row_luck_figure
from keypeg.analysis.round_value import RoundValueRow
from keypeg.i18n.catalogue import count, estimated_codes, estimated_number, whole_number
from keypeg.i18n.match_text import MatchText

LUCKY, VERY_LUCKY = 10, 25
"""So far from even, the luck of a row is called lucky or unlucky, and very lucky or very unlucky."""


def grade_name(grade: Grade | None, text: MatchText) -> str:
    """A grade by its name; ? where the cost is too uncertain for one."""
    return "?" if grade is None else text.say(f"grade-{grade.value}")


def describe_figures(figures: RoundFigures, text: MatchText) -> str:
    """Skill and luck of a seat in a line."""
    return text.say("figures-line", name=text.name(figures.seat), skill=figures.skill, luck=figures.luck)


def describe_grades(text: MatchText) -> list[str]:
    """What grades, skill and luck mean."""
    return [text.say("legend-grade"), text.say("legend-figures")]


def describe_guess(row: RowAnalysis, start: Appraisal | None, text: MatchText) -> str:
    """A row by its value in guesses; `start` is the value at the start of the board."""
    parts = [_describe_grade(row.value, text), *_describe_fit(row, row.value, text), *_describe_effect(row, text)]
    luck = _luck_word(row.value, start)
    if luck and parts[-1].endswith("."):
        parts[-1] = parts[-1][:-1] + text.say("row-no-luck" if luck == "even" else f"plain-{luck}")
    return " ".join(filter(None, [*parts, _describe_better(row.value, text)]))


def describe_decision(
    decision: RoundValueRow, on_board: RowAnalysis | None, start: Appraisal | None, text: MatchText
) -> str:
    """A row, call or pass by its chance to win or its points; `on_board` is the row as its board shows it."""
    parts = [_describe_grade(decision.value, text)]
    if on_board is not None:
        parts += [*_describe_fit(on_board, decision.value, text), *_describe_effect(on_board, text)]
    elif decision.kind == "row" and decision.codes_before and decision.codes_after:
        after = count(text.lang, "codes", decision.codes_after)
        parts.append(_describe_codes_left(whole_number(text.lang, decision.codes_before), after, text))
    luck = _luck_word(decision.value, start)
    if luck and luck != "even":
        parts.append(text.say(f"plain-others-{luck}"))
    return " ".join(filter(None, [*parts, _describe_better(decision.value, text)]))


def _describe_grade(value: RowValue | None, text: MatchText) -> str:
    """That no guess was better; empty if one was."""
    if value is None:
        return text.say("plain-not-analysed")
    grade = grade_guess(value)
    if grade is None:
        if grade_cost(value.currency, value.cost) in (Grade.BEST, Grade.GOOD) or not value.best:
            return text.say("plain-rough-good")
        return text.say("plain-rough-better", best=text.code(value.best))
    if grade is Grade.BEST:
        return text.say("plain-best" if value.cost_exact else "plain-best-known")
    return ""


def _describe_better(value: RowValue | None, text: MatchText) -> str:
    """Which guess was better, after everything about the one that was played; empty if none was."""
    if value is None or grade_guess(value) is Grade.BEST:
        return ""
    return text.say("plain-better", best=text.code(value.best)) if value.best else text.say("plain-waiting")


def _describe_fit(row: RowAnalysis, value: RowValue | None, text: MatchText) -> list[str]:
    """Whether the guess could be the code; empty for the first row, which always can, and for the code itself."""
    if not row.allowed:
        return [text.say("no-such-code")]
    if row.contradicts:
        reasons = [
            text.say("plain-would-have", row=row.row, earned=text.mark(row.earned), given=text.mark(row.given))
            for row in row.contradicts
        ]
        return [text.say("row-contradicts", rows=text.say("semicolon").join(reasons))]
    return [text.say("row-fits")] if row.number > 1 and value and value.to_come.value else []


def _describe_effect(row: RowAnalysis, text: MatchText) -> list[str]:
    """What the mark left."""
    if row.after is None:
        return []
    if row.after == 0:
        return [text.say("row-leaves-none")]
    if row.value is not None and row.value.after is not None and row.value.after.value == 0:
        return [text.say("row-was-code") + "."]
    after = estimated_codes(text.lang, row.after, row.after_error)
    return [_describe_codes_left(estimated_number(text.lang, row.before, row.before_error), after, text)]


def _describe_codes_left(before: str, after: str, text: MatchText) -> str:
    return text.say("row-leaves", after=after, before=before) + "."


def _luck_word(value: RowValue | None, start: Appraisal | None) -> str | None:
    """How lucky a row was, in a word; None where that is not known."""
    figure = None if value is None or start is None else row_luck_figure(value, start)
    if figure is None:
        return None
    distance = abs(figure - EVEN_LUCK)
    if distance < LUCKY:
        return "even"
    side = "lucky" if figure > EVEN_LUCK else "unlucky"
    return side if distance < VERY_LUCKY else f"very-{side}"
