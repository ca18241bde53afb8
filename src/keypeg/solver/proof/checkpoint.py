"""Keeping what a long search has found out, so that it can be stopped and gone on with.

What is kept is the table of positions. A search that starts with it asks the same questions again and finds most of
them answered.
"""

import os
import zipfile
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from keypeg.core.errors import ReadError
from keypeg.solver.exact.transpositions import INITIAL_SLOTS, MAX_FILL, TranspositionTable, copy_entries, new_table
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.strategy.costs import Costs

COLUMNS = {"first": np.uint64, "second": np.uint64, "bound": np.int64, "exact": np.uint8, "guess": np.int32}
"""What is kept of a table."""

_UNREADABLE = (
    EOFError,
    KeyError,
    NotImplementedError,
    OSError,
    RuntimeError,
    TypeError,
    ValueError,
    zipfile.BadZipFile,
    zlib.error,
)
"""Everything that a file which is no table, or no longer one, can lead to."""


def _label(game: GuessingGame, costs: Costs) -> str:
    return f"keypeg-table-1 {game.key} {' '.join(map(str, costs.increments))}"


def save_table(file: Path, table: TranspositionTable, game: GuessingGame, costs: Costs) -> None:
    """Write a table to a file; what was there stays until the whole of it is written."""
    taken = (table.first != 0) | (table.second != 0)
    columns = {name: getattr(table, name)[taken] for name in COLUMNS}
    unfinished = file.with_name(file.name + ".part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with unfinished.open("wb") as stream:
            np.savez(stream, label=np.array(_label(game, costs)), **columns)
            stream.flush()
            os.fsync(stream.fileno())
        unfinished.replace(file)
    except OSError as error:
        raise ReadError("file-unwritable", file=str(file), why=error.strerror or str(error)) from None


def _column(archive: zipfile.ZipFile, name: str) -> npt.NDArray[Any]:
    with archive.open(f"{name}.npy") as stream:
        column: npt.NDArray[Any] = np.lib.format.read_array(stream, allow_pickle=False)
    return column


def load_table(file: Path, game: GuessingGame, costs: Costs) -> TranspositionTable:
    """Read a table that was kept for this game and these costs. An empty one, if there is no such file."""
    if not file.exists():
        return new_table()
    try:
        with file.open("rb") as stream, zipfile.ZipFile(stream) as archive:
            label, first, second, bound, exact, guess = (_column(archive, name) for name in ("label", *COLUMNS))
    except _UNREADABLE as error:
        raise ReadError("file-unreadable", file=str(file), why=str(error)) from None
    if str(label) != _label(game, costs):
        raise ReadError("wrong-checkpoint", file=str(file))
    columns = dict(zip(COLUMNS, (first, second, bound, exact, guess), strict=True))
    right = all(columns[name].dtype == kind and columns[name].ndim == 1 for name, kind in COLUMNS.items())
    if not right or len({len(column) for column in columns.values()}) > 1:
        raise ReadError("file-unreadable", file=str(file), why="its columns are not a table's")
    many = len(first)
    if many and (bound.min() < 0 or guess.min() < -1 or guess.max() >= len(game.guesses) or exact.max() > 1):
        raise ReadError("file-unreadable", file=str(file), why="its numbers are not a table's")
    places = INITIAL_SLOTS
    while places * MAX_FILL < many + INITIAL_SLOTS:
        places *= 2
    table = new_table(places)
    copy_entries(TranspositionTable(first, second, bound, exact, guess, np.array([many], np.int64)), table)
    return table
