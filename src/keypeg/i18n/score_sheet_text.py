"""The score sheet drawn in lines."""

from collections.abc import Sequence

from keypeg.core.view import View
from keypeg.i18n.catalogue import say
from keypeg.records.score_sheet import Sheet, SheetCell, score_sheet

PAPER_LINES = 5
"""The printed sheet of the family game has five lines for rounds, however many are played."""


def draw_sheet(view: View, names: tuple[str, ...], lang: str) -> str:
    """The score sheet, its totals filled in when the match is over, as the rulebook wants it."""
    sheet = score_sheet(view)
    rows = [[say(lang, "sheet-name"), *names]]
    for line in sheet.written:
        sign = "*" if line.replayed else ""
        rows.append([say(lang, "sheet-round", number=line.number) + sign, *_cells(sheet, line.cells)])
    if view.edition.scoring.maker_table:
        empty = range(len(sheet.written) + 1, PAPER_LINES + 1)
        rows += [[say(lang, "sheet-round", number=number), *("" for _ in names)] for number in empty]
    totals = [str(total) if view.outcome is not None else "" for total in sheet.totals]
    rows.append([say(lang, "sheet-total"), *totals])
    return _frame(rows)


def describe_sheet(view: View, names: tuple[str, ...], lang: str) -> str:
    """The score sheet in words, for those who listen to it."""
    sheet = score_sheet(view)
    rows = [
        (say(lang, "sheet-round", number=line.number), [_cell_text(cell, lang) for cell in line.cells])
        for line in sheet.written
    ]
    if view.outcome is not None:
        rows.append((say(lang, "sheet-total"), [str(total) for total in sheet.totals]))
    return "\n".join(
        say(lang, "sheet-line", round=title, points=say(lang, "semicolon").join(_points_of_names(names, cells, lang)))
        for title, cells in rows
    )


def _points_of_names(names: Sequence[str], cells: Sequence[str], lang: str) -> list[str]:
    """The cells that are not empty, each with its player's name."""
    return [say(lang, "score-line", name=name, line=cell) for name, cell in zip(names, cells, strict=True) if cell]


def _cell_text(cell: SheetCell, lang: str) -> str:
    if cell.sum is None:
        return ""
    if not cell.guesses:
        return str(cell.sum)
    return say(lang, "sheet-sum", points=", ".join(map(str, cell.guesses)), sum=cell.sum)


def _cells(sheet: Sheet, cells: tuple[SheetCell, ...]) -> list[str]:
    """The cells of one line: guesses to the left, sum to the right."""
    texts = []
    for seat, cell in enumerate(cells):
        column = [line.cells[seat] for line in sheet.written]
        guesses = " ".join(map(str, cell.guesses))
        width = max(len(" ".join(map(str, other.guesses))) for other in column)
        total = "" if cell.sum is None else str(cell.sum)
        texts.append(f"{guesses:<{width}}  {total:>3}" if width else total)
    return texts


def _frame(rows: list[list[str]]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]

    def rule(left: str, middle: str, right: str) -> str:
        return left + middle.join("─" * (width + 2) for width in widths) + right

    def draw(row: list[str], heading: bool) -> str:
        title, *cells = row
        aligned = (f"{text:<{w}}" if heading else f"{text:>{w}}" for text, w in zip(cells, widths[1:], strict=True))
        return "│ " + " │ ".join((f"{title:<{widths[0]}}", *aligned)) + " │"

    body = [draw(row, heading=number == 0) for number, row in enumerate(rows)]
    lines = [rule("┌", "┬", "┐"), body[0]]
    for line in body[1:]:
        lines += [rule("├", "┼", "┤"), line]
    return "\n".join([*lines, rule("└", "┴", "┘")])
