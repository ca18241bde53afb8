"""Points in the rules: how an edition scores, and how its score sheet is filled in."""

from collections.abc import Callable
from string import ascii_uppercase

from keypeg.i18n.rules.examples import sheet_example, worked_example
from keypeg.i18n.rules.layout import INDENT, Lines, RulesText
from keypeg.records.score_sheet import SheetCell


def scoring(rules: RulesText) -> Lines:
    """How points are scored, with the table of the maker's points where there is one."""
    name = rules.edition.scoring.name
    lines = rules.text(*SCORING[name](rules))
    table = dict(rules.edition.scoring.maker_table).get(rules.edition.seats)
    return [*lines, "", *_table(rules, table)] if table else lines


def _score_by_length(rules: RulesText) -> list[str]:
    return [f"score.{rules.edition.scoring.name}", "score.worth"]


def _score_breaker_rows(rules: RulesText) -> list[str]:
    return ["score.breaker-rows", "score.breaker-rows.unbroken", "score.worth"]


def _score_rounds(rules: RulesText) -> list[str]:
    return [rules.words.first("score.rounds", rules.makers, rules.table)]


def _score_family(rules: RulesText) -> list[str]:
    example = ["family.example"] if worked_example(rules.edition) else []
    return ["family.guess", *example, "family.broke", "family.table"]


SCORING: dict[str, Callable[[RulesText], list[str]]] = {
    "rows": _score_by_length,
    "maker": _score_by_length,
    "breaker-rows": _score_breaker_rows,
    "maker-misses": _score_by_length,
    "rounds": _score_rounds,
    "family": _score_family,
}
"""The sentences about each scoring, by its name."""


def _table(rules: RulesText, points: tuple[int, ...]) -> Lines:
    """The table of the maker's points, by the row in which the code is found."""
    heads = [rules.say("table.row"), *map(str, range(1, len(points))), rules.say("table.unbroken")]
    cells = [rules.say("table.points"), *map(str, points)]
    widths = [max(len(head), len(cell)) + 2 for head, cell in zip(heads, cells, strict=True)]
    first = max(len(heads[0]), len(cells[0]))
    return [
        INDENT + line[0].ljust(first) + "".join(cell.rjust(w) for cell, w in zip(line[1:], widths[1:], strict=True))
        for line in (heads, cells)
    ]


def score_sheet(rules: RulesText) -> Lines:
    """How the score sheet is filled in, where every guess earns points, with the rulebook's example."""
    if not rules.edition.scoring.maker_table:
        return []
    lines = rules.points("sheet.columns", "sheet.guesses", "sheet.maker", "sheet.total")
    cells = sheet_example(rules.edition)
    if not cells:
        return lines
    names = list(ascii_uppercase[: len(cells)])
    guesses = [len(cell.guesses) for cell in cells]
    finder = names[max(range(len(cells)), key=lambda seat: cells[seat].guesses[-1:])]
    example = rules.say("sheet.example", names=", ".join(names), breaker=finder, row=sum(guesses))
    return [*lines, "", *rules.fold(example), "", *_sheet_lines(rules, names, cells)]


def _sheet_lines(rules: RulesText, names: list[str], cells: tuple[SheetCell, ...]) -> Lines:
    """One round on the score sheet, below the names of the players."""
    heads = ["", *names]
    line = [rules.say("sheet.round"), *(_sheet_cell(rules, cell) for cell in cells)]
    widths = [max(len(head), len(cell)) + 3 for head, cell in zip(heads, line, strict=True)]
    return [
        INDENT + "".join(cell.ljust(w) for cell, w in zip(cells, widths, strict=True)).rstrip()
        for cells in (heads, line)
    ]


def _sheet_cell(rules: RulesText, cell: SheetCell) -> str:
    if len(cell.guesses) < 2:
        return str(cell.sum)
    return rules.say("sheet.sum", points=" + ".join(map(str, cell.guesses)), sum=cell.sum or 0)
