"""An analysed board in words: a table, a sentence for each row, and how all rows add up."""

from collections.abc import Mapping, Sequence

from keypeg.analysis.board_values import BoardAnalysis, RowAnalysis
from keypeg.analysis.cost_and_luck import RowValue
from keypeg.analysis.grades import grade_guess
from keypeg.core.marks import KeyPegs, Mark
from keypeg.i18n.catalogue import MAX_DECIMALS, count, decimal, estimated_codes, estimated_number
from keypeg.i18n.grade_text import grade_name
from keypeg.i18n.hint_text import describe_conflict
from keypeg.i18n.match_text import MatchText

OPTIONAL_COLUMNS = ("worst", "best", "value", "luck", "grade")
"""The columns that a narrow screen leaves out, in this order. The sentences below the table contain the same, and grades
follow from costs."""

SMALLEST_COST = 0.0005
"""A smaller cost is none: values are sums of fractions, which binary numbers round."""

SMALLEST_SHOWN = 0.005
"""Anything less has only zeros among its decimals."""


def describe_board(board: BoardAnalysis, text: MatchText, width: int, with_grades: bool = True) -> list[str]:
    """A board in a table, if possible not wider than this, and in sentences."""
    lines = draw_table(board, text, width, with_grades) if board.rows else [text.say("no-rows")]
    wrong_marks = describe_wrong_marks(board, text)
    lines += ["", *wrong_marks] if board.marks == "right" else wrong_marks
    lines += [*([""] if board.rows else []), *(describe_row(row, board, text) for row in board.rows)]
    if board.conflict is not None:
        lines += describe_conflict(board.conflict, text)
    return lines + describe_sum(board, text)


def describe_wrong_marks(board: BoardAnalysis, text: MatchText) -> list[str]:
    """The marks that were wrong, and which marks the figures go by then."""
    lines = [text.wrong_mark(wrong) for wrong in board.wrong]
    return [*lines, text.say("analysis-wrong")] if board.marks == "right" else lines


# The table


def draw_table(board: BoardAnalysis, text: MatchText, width: int, with_grades: bool = True) -> list[str]:
    """The rows as a table, without some columns if it would be wider than this."""
    columns = ["row", "guess", "mark", *(["grade"] if with_grades else [])]
    columns += ["left", "best", "value", "cost", "luck", "worst"]
    lines = _draw_columns(board, text, columns, width)
    for column in OPTIONAL_COLUMNS:
        if column in columns and max(map(len, lines)) > width:
            columns.remove(column)
            lines = _draw_columns(board, text, columns, width)
    return lines


def _draw_columns(board: BoardAnalysis, text: MatchText, columns: list[str], width: int) -> list[str]:
    cells = [_cells(row, text) for row in board.rows]
    table = {column: [row[column] for row in cells] for column in columns}
    if len(board.breakers) > 1:
        room = max(3, width - sum(max(map(len, column)) + 2 for column in table.values()) - 2)
        names = {"who": [text.name(row.seat)[:room] for row in board.rows]}
        table = {"row": table["row"], **names, **table}
    return draw_grid(table, text)


def draw_grid(table: Mapping[str, Sequence[str]], text: MatchText) -> list[str]:
    """Columns under their headings: words aligned left, numbers right."""
    left_aligned = {"who", "guess", "mark", "best", "grade"}
    grid = []
    for column, cells in table.items():
        head = text.say(f"column-{column}")
        widest = max(map(len, (head, *cells)))
        grid.append([cell.ljust(widest) if column in left_aligned else cell.rjust(widest) for cell in (head, *cells)])
    return ["  ".join(line).rstrip() for line in zip(*grid, strict=True)]


def describe_columns(boards: Sequence[BoardAnalysis], text: MatchText) -> list[str]:
    """What the columns of these tables mean."""
    lines = [text.say("legend-value"), text.say("legend-luck")]
    cells = [cell for board in boards for row in board.rows for cell in _cells(row, text).values()]
    return lines + ([text.say("table-estimates")] if any("~" in cell or cell == "?" for cell in cells) else [])


def _cells(row: RowAnalysis, text: MatchText) -> dict[str, str]:
    """The cells of a row, by column."""
    lang, value = text.lang, row.value
    cells = {
        "row": str(row.number),
        "guess": text.short_code(row.guess),
        "mark": "" if row.mark is None else short_mark(row.mark, text),
        "left": f"{estimated_number(lang, row.before, row.before_error)} → {_describe_after(row, lang)}",
    }
    if value is None:
        return cells | dict.fromkeys(("grade", "best", "value", "cost", "luck", "worst"), "?")
    return cells | {
        "grade": grade_name(grade_guess(value), text),
        "best": text.short_code(value.best),
        "value": _estimate_sign(value.before.exact) + decimal(lang, value.before.value),
        "cost": _estimate_sign(value.cost_exact) + cost_amount(value.cost, lang),
        "luck": "?" if value.luck is None else _estimate_sign(value.luck_exact) + signed(value.luck, lang),
        "worst": "?" if row.worst.cost is None else f"+{row.worst.cost}" if row.worst.cost else "0",
    }


def _describe_after(row: RowAnalysis, lang: str) -> str:
    return "?" if row.after is None else estimated_number(lang, row.after, row.after_error)


def short_mark(mark: Mark, text: MatchText) -> str:
    """A mark in as few letters as possible."""
    if not isinstance(mark, KeyPegs):
        return str(mark.number)
    key = "mark-short-red" if text.red else "mark-short"
    return text.say(key, blacks=mark.blacks, whites=mark.whites)


def _estimate_sign(exact: bool) -> str:
    return "" if exact else "~"


def cost_amount(cost: float, lang: str) -> str:
    """A cost in guesses. One that is too small for its decimals is not shown as none."""
    if SMALLEST_COST <= cost < SMALLEST_SHOWN:
        return "<" + decimal(lang, 10**-MAX_DECIMALS)
    return decimal(lang, cost)


def signed(value: float, lang: str) -> str:
    """A number with its sign; zero has none."""
    if abs(value) < SMALLEST_SHOWN:
        return decimal(lang, 0.0)
    return ("+" if value > 0 else "−") + decimal(lang, abs(value))


# The sentences


def describe_row(row: RowAnalysis, board: BoardAnalysis, text: MatchText) -> str:
    """A row in sentences: its cost, whether it could be the code, its luck."""
    parts = [_describe_cost(row, text), *_describe_fit(row, text)]
    if row.worst.cost:
        parts.insert(1, text.say("row-worst", played=row.worst.played, before=row.worst.before))
    if row.value is not None:
        parts += _describe_luck(row, row.value, text)
    return " ".join(parts)


def _describe_cost(row: RowAnalysis, text: MatchText) -> str:
    guess, value = text.code(row.guess), row.value
    if value is None:
        return text.say("row-not-analysed", row=row.number, guess=guess)
    suffix = "" if value.cost_exact else "-estimate"
    if value.cost < SMALLEST_COST:
        return text.say(f"row-is-best{suffix}", row=row.number, guess=guess)
    cost = cost_amount(value.cost, text.lang)
    return text.say(f"row-costs{suffix}", row=row.number, guess=guess, cost=cost, best=text.code(value.best))


def _describe_fit(row: RowAnalysis, text: MatchText) -> list[str]:
    """Whether the guess could be the code; empty for the first row, which always can."""
    if not row.allowed:
        return [text.say("no-such-code")]
    if row.contradicts:
        reasons = [
            text.say(
                "row-would-have",
                row=contradicted.row,
                earned=text.mark(contradicted.earned),
                given=text.mark(contradicted.given),
            )
            for contradicted in row.contradicts
        ]
        return [text.say("row-contradicts", rows=text.say("semicolon").join(reasons))]
    return [text.say("row-fits")] if row.number > 1 and row.value and row.value.to_come.value else []


def _describe_luck(row: RowAnalysis, value: RowValue, text: MatchText) -> list[str]:
    if row.after == 0:
        return [text.say("row-leaves-none")]
    if value.luck is None or value.after is None:
        return []
    after = estimated_codes(text.lang, row.after or 0, row.after_error)
    before = estimated_number(text.lang, row.before, row.before_error)
    effect = text.say("row-leaves", after=after, before=before)
    if value.after.value == 0:
        effect = text.say("row-was-code")
    size = _estimate_sign(value.luck_exact) + decimal(text.lang, abs(value.luck))
    if abs(value.luck) < SMALLEST_SHOWN:
        return [effect + text.say("row-no-luck")]
    return [effect + text.say("row-good-luck" if value.luck > 0 else "row-bad-luck", luck=size)]


# All rows together


def describe_sum(board: BoardAnalysis, text: MatchText) -> list[str]:
    """How the rows add up: guesses used = expected + cost - luck."""
    lines = []
    first = next((row.number for row in board.rows if row.value is not None), 1)
    if board.values and first > 1:
        lines.append(text.say("sum-later", row=first))
    equation = sum_equation(board, text)
    lines += [equation] if equation else []
    if len(board.breakers) > 1 and board.values:
        costs = dict.fromkeys(board.breakers, 0.0)
        for row in board.rows:
            costs[row.seat] += row.value.cost if row.value else 0.0
        by_seat = [
            text.say("sum-seat", name=text.name(seat), cost=cost_amount(cost, text.lang))
            for seat, cost in costs.items()
        ]
        lines.append(text.say("sum-seats", costs=", ".join(by_seat)))
    return lines


def sum_equation(board: BoardAnalysis, text: MatchText) -> str:
    """The same as an equation; empty where no value is known."""
    if board.expected is None or board.to_come is None or (board.rows and not board.values):
        return ""
    lang = text.lang
    guesses = count(lang, "guesses", board.guesses)
    to_come = _estimate_sign(board.to_come.exact) + decimal(lang, board.to_come.value)
    used = guesses if board.broken else text.say("sum-used-to-come", guesses=guesses, to_come=to_come)
    return text.say(
        "sum",
        used=used,
        expected=_estimate_sign(board.expected.exact) + decimal(lang, board.expected.value),
        cost=_estimate_sign(board.exact) + cost_amount(board.cost, lang),
        luck=text.say(
            "sum-bad-luck" if board.luck < -SMALLEST_SHOWN else "sum-luck",
            luck=_estimate_sign(board.exact) + decimal(lang, abs(board.luck)),
        ),
    )
