"""Advice where parts of the code are dealt, by the plain solver: every deal is listed, and some rows are compared.

No mark breaks a code here. A row is good if its marks tell the deals apart; the number of further rows until the code
is known is only estimated.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from math import log2
from random import Random

from keypeg.core.codes import BLANK, Code, join_parts
from keypeg.core.consistency import fitting_parts
from keypeg.core.errors import RuleError
from keypeg.solver.advice.changes import Change, Contradiction
from keypeg.solver.advice.rated_guess import Advice, RatedGuess
from keypeg.solver.game.rows import Marks, Row
from keypeg.solver.plain.values import expected_guesses
from keypeg.study.position import StudiedPosition

MAX_COMPARED_DEALS, MAX_COMPARED_ROWS = 400, 60
"""By how many deals rows are compared, and how many rows."""

MAX_ALTERNATIVES = 4
MAX_CHANGED_ROWS = 2

Deal = tuple[Code, ...]
"""The parts of each other seat."""


def advise_on_parts(position: StudiedPosition, compared: Code | None) -> Advice | Contradiction:
    """A row whose marks tell much and others, or why no deal fits."""
    deals = list_deals(position)
    if not deals:
        return Contradiction(tuple(_find_changes(position)))
    codes = tuple(tuple(peg for part in deal for peg in part) for deal in deals)
    wholes = {join_parts((position.own, *deal)) for deal in deals}
    compared_row = None if compared is None else _rate(position, deals, len(wholes), compared)
    if len(wholes) == 1:
        (whole,) = wholes
        best = RatedGuess(whole, 1.0, 1, True, False, 1, 1, True)
        return Advice(
            best, (), codes, len(deals), None if compared is None else _rate(position, deals, len(wholes), compared)
        )
    rated = [_rate(position, deals, len(wholes), row) for row in _list_rows(position, sorted(wholes))]
    best, *others = sorted(rated, key=lambda each: (each.expected, -each.cells, each.guess))
    return Advice(best, tuple(others[:MAX_ALTERNATIVES]), codes, len(deals), compared_row)


def count_cells_of_parts(position: StudiedPosition, row: Code) -> Counter[Marks]:
    """How many whole codes each combination of marks would leave."""
    wholes: dict[Marks, set[Code]] = {}
    for deal in list_deals(position):
        wholes.setdefault(_marks(position, deal, row), set()).add(join_parts((position.own, *deal)))
    return Counter({marks: len(codes) for marks, codes in wholes.items()})


@lru_cache(maxsize=16)
def list_deals(position: StudiedPosition) -> tuple[Deal, ...]:
    """Every deal that fits all rows."""
    secrets = position.edition.secrets
    box = secrets if secrets.space.repeats else replace(secrets, counters=1)
    makers = position.edition.seats - 1
    clues = [[(guess, marks[maker]) for guess, marks in position.rows] for maker in range(makers)]
    return tuple(fitting_parts(box, clues, position.own))


def _list_rows(position: StudiedPosition, wholes: Sequence[Code]) -> list[Code]:
    """Rows to compare: some of the codes, with any colours in their vacant holes."""
    rng, space = Random(0), position.edition.guess_space(position.seat, position.own)
    colours = range(1, space.colours + 1)
    chosen = wholes if len(wholes) <= MAX_COMPARED_ROWS else rng.sample(list(wholes), MAX_COMPARED_ROWS)
    filled = [tuple(peg if peg != BLANK else rng.choice(colours) for peg in code) for code in chosen]
    rows = list(dict.fromkeys(row for row in filled if row in space))
    if not rows:
        raise RuleError("codes-indistinguishable")
    return rows


def _rate(position: StudiedPosition, deals: Sequence[Deal], codes: int, row: Code) -> RatedGuess:
    """A row, by the deals that its marks tell apart; `codes` is the number of whole codes."""
    some = deals if len(deals) <= MAX_COMPARED_DEALS else Random(0).sample(list(deals), MAX_COMPARED_DEALS)
    cells = Counter(_marks(position, deal, row) for deal in some)
    bits = log2(len(some)) - sum(count * log2(count) for count in cells.values()) / len(some)
    left = len(deals) * sum((count / len(some)) ** 2 for count in cells.values())
    largest = max(1, round(codes * max(cells.values()) / len(some)))
    can_be_code = any(
        all(peg in (BLANK, placed) for part in deal for peg, placed in zip(part, row, strict=True)) for deal in deals
    )
    return RatedGuess(
        row, 1 + expected_guesses(left, bits) if left > 1 else 1.0, None, False, False, len(cells), largest, can_be_code
    )


def _marks(position: StudiedPosition, deal: Deal, row: Code) -> Marks:
    return tuple(position.edition.marking.mark(part, row) for part in deal)


def _find_changes(position: StudiedPosition) -> Iterable[Change]:
    """The changes of the fewest rows after which some deal fits, those that leave most codes first."""
    rows = range(len(position.rows))
    for size in range(1, min(MAX_CHANGED_ROWS, len(rows)) + 1):
        changes = [_change(position, changed) for changed in combinations(rows, size)]
        possible = [change for change in changes if change.codes]
        if possible:
            return sorted(possible, key=lambda change: (-change.codes, change.rows))
    return []


def _change(position: StudiedPosition, changed: tuple[int, ...]) -> Change:
    others: tuple[Row, ...] = tuple(row for number, row in enumerate(position.rows) if number not in changed)
    deals = list_deals(position._replace(rows=others))
    numbers = tuple(number + 1 for number in changed)
    if len(changed) > 1:
        return Change(numbers, len(deals), ())
    counted = Counter(_marks(position, deal, position.rows[changed[0]][0]) for deal in deals)
    return Change(numbers, len(deals), tuple(counted.most_common()))
