"""Rows that no code fits: which of them contradict each other, and which marks would have to change.

In a small space every code tells which rows it contradicts, and the answer is exact. In a large one, sets of rows are
tried in the order of their size; where a search is interrupted, some code is taken to fit.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from random import Random
from typing import NamedTuple

from keypeg.core.code_search import some_fitting
from keypeg.core.codes import Code
from keypeg.core.errors import SearchInterrupted
from keypeg.core.marks import Mark
from keypeg.solver.advice.changes import Change
from keypeg.solver.plain.candidates import MAX_FILTERED_CODES, all_bits, find_candidates
from keypeg.solver.plain.one_step import pegs_of
from keypeg.solver.plain.position import PlainPosition

MAX_CHANGED_ROWS = 3
"""In a large space, no more wrong marks than this are looked for."""

SECONDS_PER_SET = 0.05
"""The work for each set of rows in a large space."""


class PlainConflict(NamedTuple):
    """Why no code fits."""

    rows: tuple[int, ...]
    """A smallest set of rows that contradict each other, numbered from 1."""
    changes: tuple[Change, ...]
    """The changes of the fewest rows after which some code fits; those that leave most codes come first."""


def explain_conflict(position: PlainPosition) -> PlainConflict:
    """Explain why no code fits the rows. Raises `ValueError` if some code does."""
    if position.secrets.size <= MAX_FILTERED_CODES:
        return _explain_by_codes(position)
    return PlainConflict(_first_conflict(position), _find_changes(position))


# By every code


def _explain_by_codes(position: PlainPosition) -> PlainConflict:
    wrong = _contradicted_rows(position)
    if any(rows == 0 for rows, _ in wrong):
        raise ValueError("some code fits all rows")
    fewest = min(rows.bit_count() for rows, _ in wrong)
    changes = [_change(position, rows, wrong) for rows in {rows for rows, _ in wrong if rows.bit_count() == fewest}]
    sets = {rows for rows, _ in wrong}
    return PlainConflict(_smallest_hitting(sets, len(position.rows)), _sorted_changes(changes))


def _contradicted_rows(position: PlainPosition) -> list[tuple[int, int]]:
    """For each code the rows that it contradicts, as bits, and its weight."""
    _, weights, _ = all_bits(position.secrets, position.marking)
    wrong = [0] * len(weights)
    for row, keys in enumerate(_keys_by_row(position)):
        given = pegs_of(position).key_of(position.rows[row][1])
        for code, key in enumerate(keys):
            wrong[code] |= (key != given) << row
    return list(zip(wrong, weights, strict=True))


def _keys_by_row(position: PlainPosition) -> Iterator[list[int]]:
    """For each row the key of the mark that it would earn for each code."""
    pegs = pegs_of(position)
    codes = pegs.encode_all(all_bits(position.secrets, position.marking)[0])
    return (pegs.keys(pegs.encode(guess), codes) for guess, _ in position.rows)


def _change(position: PlainPosition, changed: int, wrong: list[tuple[int, int]]) -> Change:
    """The change of these rows, given as bits."""
    rows = _numbers(changed, len(position.rows))
    fitting = [code for code, (rows_of_code, _) in enumerate(wrong) if rows_of_code == changed]
    codes = sum(wrong[code][1] for code in fitting)
    if len(rows) > 1:
        return Change(rows, codes, ())
    pegs = pegs_of(position)
    keys = list(_keys_by_row(position))[rows[0] - 1]
    counted: Counter[Mark] = Counter()
    for code in fitting:
        counted[pegs.mark_of(keys[code])] += wrong[code][1]
    return Change(rows, codes, _marks_by_frequency(position, counted))


def _smallest_hitting(sets: Iterable[int], rows: int) -> tuple[int, ...]:
    """A smallest set of rows that has one in common with each of these sets."""
    minimal = list[int]()
    for rows_set in sorted(sets, key=lambda bits: (bits.bit_count(), bits)):
        if not any(rows_set & other == other for other in minimal):
            minimal.append(rows_set)
    return _first_set(rows, lambda chosen: all(chosen & rows_set for rows_set in minimal))


def smallest_conflict(position: PlainPosition, is_like: Callable[[Code], bool]) -> tuple[int, ...]:
    """A smallest set of rows that rules out all codes like this, in a small space; empty if there are no such codes."""
    codes = all_bits(position.secrets, position.marking)[0]
    wrong = _contradicted_rows(position)
    sets = {rows for code, (rows, _) in zip(codes, wrong, strict=True) if is_like(code)}
    return _smallest_hitting(sets, len(position.rows)) if sets else ()


# By sets of rows


def _first_conflict(position: PlainPosition) -> tuple[int, ...]:
    return _first_set(len(position.rows), lambda chosen: not _can_fit(_with_rows(position, chosen)))


def _first_set(rows: int, is_enough: Callable[[int], bool]) -> tuple[int, ...]:
    """The first and smallest set of rows that is enough."""
    for size in range(1, rows + 1):
        for chosen in combinations(range(rows), size):
            bits = sum(1 << row for row in chosen)
            if is_enough(bits):
                return _numbers(bits, rows)
    raise ValueError("some code fits all rows")


def _find_changes(position: PlainPosition) -> tuple[Change, ...]:
    """The changes of the fewest rows, as far as they are found."""
    rows = range(len(position.rows))
    for size in range(1, min(MAX_CHANGED_ROWS, len(rows)) + 1):
        changes = []
        for changed in combinations(rows, size):
            others = _with_rows(position, sum(1 << row for row in rows if row not in changed))
            if _can_fit(others):
                changes.append(_change_of_large(position, others, tuple(row + 1 for row in changed)))
        if changes:
            return _sorted_changes(changes)
    return ()


def _change_of_large(position: PlainPosition, others: PlainPosition, rows: tuple[int, ...]) -> Change:
    """A change in a large space. The codes of each mark are estimated from a sample."""
    left = find_candidates(others, Random(0), seconds=SECONDS_PER_SET)
    if len(rows) > 1 or not left.codes:
        return Change(rows, max(1, left.count), ())
    guess = position.rows[rows[0] - 1][0]
    counted: Counter[Mark] = Counter()
    for code, weight in zip(left.codes, left.weights, strict=True):
        counted[position.marking.mark(code, guess)] += weight
    scaled = Counter({mark: max(1, round(count * left.count / left.weight)) for mark, count in counted.items()})
    return Change(rows, max(1, left.count), _marks_by_frequency(position, scaled))


def _with_rows(position: PlainPosition, chosen: int) -> PlainPosition:
    return position._replace(rows=tuple(row for number, row in enumerate(position.rows) if chosen >> number & 1))


def _can_fit(position: PlainPosition) -> bool:
    """Whether some code fits, as far as is known."""
    try:
        return some_fitting(position.secrets, position.marking, position.rows) is not None
    except SearchInterrupted:
        return True


# Results


def _numbers(bits: int, rows: int) -> tuple[int, ...]:
    return tuple(row + 1 for row in range(rows) if bits >> row & 1)


def _marks_by_frequency(position: PlainPosition, counted: Counter[Mark]) -> tuple[tuple[tuple[Mark, ...], int], ...]:
    """Each mark with its codes, the most frequent first."""
    order = {mark: number for number, mark in enumerate(position.marking.possible(position.secrets.holes))}
    marks = sorted(counted, key=lambda mark: (-counted[mark], order[mark]))
    return tuple(((mark,), counted[mark]) for mark in marks)


def _sorted_changes(changes: Iterable[Change]) -> tuple[Change, ...]:
    return tuple(sorted(changes, key=lambda change: (-change.codes, change.rows)))
