"""The score sheet drawn in lines."""

from collections.abc import Sequence

from keypeg.core.view import View
from keypeg.i18n.catalogue import say
from keypeg.i18n.text_width import cut, pad, visible_width
from keypeg.records.score_sheet import Sheet, SheetCell, score_sheet

PAPER_LINES = 5
"""The printed sheet of the family game has five lines for rounds, however many are played."""


MIN_NAME_WIDTH = 4
"""A name is not cut shorter than to this many columns."""


def draw_sheet(view: View, names: tuple[str, ...], lang: str, width: int | None = None) -> str:
    """The score sheet, its totals filled in when the match is over, as the rulebook wants it.

    Names are cut so that it fits into `width` columns. Where the numbers alone are wider, the sheet is in words.
    """
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
    widths = _column_widths(rows, width)
    return describe_sheet(view, names, lang) if widths is None else _frame(rows, widths)


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


def _column_widths(rows: list[list[str]], width: int | None) -> list[int] | None:
    """The width of each column, names cut as far as they must be; None if the sheet is too wide even then."""
    names, *numbers = rows
    least = [max(MIN_NAME_WIDTH, *(visible_width(row[column]) for row in numbers)) for column in range(len(names))]
    widths = [max(visible_width(row[column]) for row in rows) for column in range(len(names))]
    while width is not None and sum(widths) + 3 * len(widths) + 1 > width:
        longest = max(range(1, len(widths)), key=lambda column: widths[column] - least[column])
        if widths[longest] <= least[longest]:
            return None
        widths[longest] -= 1
    return widths


def _frame(rows: list[list[str]], widths: list[int]) -> str:
    def rule(left: str, middle: str, right: str) -> str:
        return left + middle.join("─" * (width + 2) for width in widths) + right

    def draw(row: list[str], heading: bool) -> str:
        title, *cells = (cut(text, width) for text, width in zip(row, widths, strict=True))
        aligned = (
            pad(text, width) if heading else f"{text:>{width}}" for text, width in zip(cells, widths[1:], strict=True)
        )
        return "│ " + " │ ".join((pad(title, widths[0]), *aligned)) + " │"

    body = [draw(row, heading=number == 0) for number, row in enumerate(rows)]
    lines = [rule("┌", "┬", "┐"), body[0]]
    for line in body[1:]:
        lines += [rule("├", "┼", "┤"), line]
    return "\n".join([*lines, rule("└", "┴", "┘")])
