"""An analysed board in words: a table, a sentence for each row, and how all rows add up."""

from collections.abc import Mapping, Sequence
from functools import reduce

from keypeg.analysis.board_analysis import BoardAnalysis, RowAnalysis
from keypeg.analysis.cost_and_luck import RowValue
from keypeg.core.marks import KeyPegs, Mark
from keypeg.i18n.catalogue import count, decimal
from keypeg.i18n.hint_text import tell_wrong
from keypeg.i18n.match_text import MatchText
from keypeg.records.notation import write_code

SPARED = ("worst", "best", "worth", "luck")
"""The columns that are left out where there is no room for them, in this order: the sentences say the same."""

CLOSE = 0.0005
"""What is less than this is shown as nought."""


def tell_board(board: BoardAnalysis, teller: MatchText, width: int) -> list[str]:
    """Everything there is to say of a board, its table not wider than this if that can be."""
    lines = draw_table(board, teller, width) if board.rows else [teller.say("no-rows")]
    told = tell_wrong_marks(board, teller)
    lines += ["", *told] if board.marks == "right" else told
    lines += [*([""] if board.rows else []), *(tell_row(row, board, teller) for row in board.rows)]
    if board.conflict is not None:
        lines += tell_wrong(board.conflict, teller)
    return lines + tell_sum(board, teller)


def tell_wrong_marks(board: BoardAnalysis, teller: MatchText) -> list[str]:
    """The marks that were wrong, and which marks the figures go by then."""
    lines = [teller.wrong_mark(one) for one in board.wrong]
    return [*lines, teller.say("analysis-wrong")] if board.marks == "right" else lines


# The table


def draw_table(board: BoardAnalysis, teller: MatchText, width: int) -> list[str]:
    """The rows as a table that is not wider than this, if that can be; some columns are left out for it."""
    columns = ["row", "guess", "mark", "left", "best", "worth", "loss", "luck", "worst"]
    lines = _drawn(board, teller, columns, width)
    for spared in SPARED:
        if max(map(len, lines)) > width:
            columns.remove(spared)
            lines = _drawn(board, teller, columns, width)
    return lines


def _drawn(board: BoardAnalysis, teller: MatchText, columns: list[str], width: int) -> list[str]:
    cells = [_cells(row, teller) for row in board.rows]
    table = {column: [row[column] for row in cells] for column in columns}
    if len(board.breakers) > 1:
        room = max(3, width - sum(max(map(len, column)) + 2 for column in table.values()) - 2)
        names = {"who": [teller.name(row.seat)[:room] for row in board.rows]}
        table = {"row": table["row"], **names, **table}
    return draw_grid(table, teller)


def draw_grid(table: Mapping[str, Sequence[str]], teller: MatchText) -> list[str]:
    """These columns under their heads: what is written to the left, figures to the right."""
    left = {"who", "guess", "mark", "best"}
    drawn = []
    for column, told in table.items():
        head = teller.say(f"column-{column}")
        widest = max(map(len, (head, *told)))
        drawn.append([one.ljust(widest) if column in left else one.rjust(widest) for one in (head, *told)])
    return ["  ".join(line).rstrip() for line in zip(*drawn, strict=True)]


def legend(boards: Sequence[BoardAnalysis], teller: MatchText) -> list[str]:
    """What the columns of these tables mean."""
    lines = [teller.say("legend-worth"), teller.say("legend-luck")]
    cells = [cell for board in boards for row in board.rows for cell in _cells(row, teller).values()]
    return lines + ([teller.say("table-estimates")] if any("~" in cell or cell == "?" for cell in cells) else [])


def _cells(row: RowAnalysis, teller: MatchText) -> dict[str, str]:
    """What a row has in each column."""
    palette, lang, worth = teller.edition.palette, teller.lang, row.value
    cells = {
        "row": str(row.number),
        "guess": write_code(row.guess, palette),
        "mark": "" if row.mark is None else short_mark(row.mark, teller),
        "left": f"{row.before} → {'?' if row.after is None else row.after}",
    }
    if worth is None:
        return cells | dict.fromkeys(("best", "worth", "loss", "luck", "worst"), "?")
    return cells | {
        "best": write_code(worth.best, palette),
        "worth": _about(worth.before.exact) + decimal(lang, worth.before.value, 3),
        "loss": _about(worth.cost_exact) + decimal(lang, worth.cost, 3),
        "luck": "?" if worth.luck is None else _about(worth.luck_exact) + signed(worth.luck, lang),
        "worst": "?" if row.worst.cost is None else f"+{row.worst.cost}" if row.worst.cost else "0",
    }


def short_mark(mark: Mark, teller: MatchText) -> str:
    """A mark in as few letters as it can be told in."""
    if not isinstance(mark, KeyPegs):
        return str(mark.number)
    key = "mark-short-red" if teller.red else "mark-short"
    return teller.say(key, blacks=mark.blacks, whites=mark.whites)


def _about(exact: bool) -> str:
    return "" if exact else "~"


def signed(value: float, lang: str, digits: int = 3) -> str:
    """A number with its sign, and none for nought."""
    if abs(value) < CLOSE:
        return decimal(lang, 0.0, digits)
    return ("+" if value > 0 else "−") + decimal(lang, abs(value), digits)


# The sentences


def tell_row(row: RowAnalysis, board: BoardAnalysis, teller: MatchText) -> str:
    """What there is to say of one row."""
    parts = [_judged(row, teller), *_fits(row, teller)]
    if row.worst.cost:
        parts.insert(1, teller.say("row-worst", played=row.worst.played, before=row.worst.before))
    if row.value is not None:
        parts += _luck(row, row.value, teller)
    return " ".join(parts)


def _judged(row: RowAnalysis, teller: MatchText) -> str:
    guess, worth = teller.code(row.guess), row.value
    if worth is None:
        return teller.say("row-not-judged", row=row.number, guess=guess)
    known = "" if worth.cost_exact else "-estimate"
    if worth.cost < CLOSE:
        return teller.say(f"row-is-best{known}", row=row.number, guess=guess)
    loss = decimal(teller.lang, worth.cost, 3)
    return teller.say(f"row-gives-up{known}", row=row.number, guess=guess, loss=loss, best=teller.code(worth.best))


def _fits(row: RowAnalysis, teller: MatchText) -> list[str]:
    """Whether the guess could be the code; of the first row that goes without saying."""
    if not row.allowed:
        return [teller.say("row-not-allowed")]
    if row.contradicts:
        told = [
            teller.say("row-would-have", row=one.row, instead=teller.mark(one.earned), given=teller.mark(one.given))
            for one in row.contradicts
        ]
        rows = reduce(lambda rows, row: teller.say("row-would-have-too", rows=rows, row=row), told)
        return [teller.say("row-contradicts", rows=rows)]
    return [teller.say("row-fits")] if row.number > 1 and row.value and row.value.to_come.value else []


def _luck(row: RowAnalysis, worth: RowValue, teller: MatchText) -> list[str]:
    if row.after == 0:
        return [teller.say("row-leaves-none")]
    if worth.luck is None or worth.after is None:
        return []
    found = teller.say("row-leaves", after=count(teller.lang, "codes", row.after or 0), before=row.before)
    if worth.after.value == 0:
        found = teller.say("row-was-code")
    size = _about(worth.luck_exact) + decimal(teller.lang, abs(worth.luck), 3)
    if abs(worth.luck) < CLOSE:
        return [found + teller.say("row-no-luck")]
    return [found + teller.say("row-good-luck" if worth.luck > 0 else "row-bad-luck", luck=size)]


# All rows together


def tell_sum(board: BoardAnalysis, teller: MatchText) -> list[str]:
    """How the rows add up: guesses used are what was expected, and what was given up, less luck."""
    lines = []
    first = next((row.number for row in board.rows if row.value is not None), 1)
    if board.values and first > 1:
        lines.append(teller.say("sum-later", row=first))
    equation = sum_of(board, teller)
    lines += [equation] if equation else []
    if len(board.breakers) > 1 and board.values:
        losses = dict.fromkeys(board.breakers, 0.0)
        for row in board.rows:
            losses[row.seat] += row.value.cost if row.value else 0.0
        told = [
            teller.say("sum-seat", name=teller.name(seat), loss=decimal(teller.lang, loss, 3))
            for seat, loss in losses.items()
        ]
        lines.append(teller.say("sum-seats", losses=", ".join(told)))
    return lines


def sum_of(board: BoardAnalysis, teller: MatchText) -> str:
    """The equation of a board; nothing where nothing is known."""
    if board.expected is None or board.to_come is None or (board.rows and not board.values):
        return ""
    lang = teller.lang
    guesses = count(lang, "guesses", board.guesses)
    to_come = _about(board.to_come.exact) + decimal(lang, board.to_come.value, 3)
    used = guesses if board.broken else teller.say("sum-used-to-come", guesses=guesses, to_come=to_come)
    return teller.say(
        "sum",
        used=used,
        expected=_about(board.expected.exact) + decimal(lang, board.expected.value, 3),
        loss=_about(board.exact) + decimal(lang, board.cost, 3),
        luck=teller.say(
            "sum-bad-luck" if board.luck < -CLOSE else "sum-luck",
            luck=_about(board.exact) + decimal(lang, abs(board.luck), 3),
        ),
    )
