"""Checkpoints: files with the transposition table of a long search, so that it can be stopped and resumed.

A search that starts with a stored table asks the same questions again and finds most of them answered.
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
"""The columns of a table that are stored, with their types."""

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
"""Every exception that reading a damaged or foreign file can raise."""


def _label(game: GuessingGame, costs: Costs) -> str:
    return f"keypeg-table-1 {game.key} {' '.join(map(str, costs.increments))}"


def save_table(file: Path, table: TranspositionTable, game: GuessingGame, costs: Costs) -> None:
    """Write a table to a file. The previous file stays until the new one is complete."""
    occupied = (table.first != 0) | (table.second != 0)
    columns = {name: getattr(table, name)[occupied] for name in COLUMNS}
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


def _read_column(archive: zipfile.ZipFile, name: str) -> npt.NDArray[Any]:
    with archive.open(f"{name}.npy") as stream:
        column: npt.NDArray[Any] = np.lib.format.read_array(stream, allow_pickle=False)
    return column


def load_table(file: Path, game: GuessingGame, costs: Costs) -> TranspositionTable:
    """Read the table stored for this game and these costs; an empty one, if there is no such file.

    Raises `ReadError` if the file is damaged or belongs to another search.
    """
    if not file.exists():
        return new_table()
    try:
        with file.open("rb") as stream, zipfile.ZipFile(stream) as archive:
            label, first, second, bound, exact, guess = (_read_column(archive, name) for name in ("label", *COLUMNS))
    except _UNREADABLE as error:
        raise ReadError("file-unreadable", file=str(file), why=str(error)) from None
    if str(label) != _label(game, costs):
        raise ReadError("wrong-checkpoint", file=str(file))
    columns = dict(zip(COLUMNS, (first, second, bound, exact, guess), strict=True))
    is_typed = all(columns[name].dtype == kind and columns[name].ndim == 1 for name, kind in COLUMNS.items())
    if not is_typed or len({len(column) for column in columns.values()}) > 1:
        raise ReadError("file-unreadable", file=str(file), why="its columns are not a table's")
    entries = len(first)
    if entries and (bound.min() < 0 or guess.min() < -1 or guess.max() >= len(game.guesses) or exact.max() > 1):
        raise ReadError("file-unreadable", file=str(file), why="its numbers are not a table's")
    slots = INITIAL_SLOTS
    while slots * MAX_FILL < entries + INITIAL_SLOTS:
        slots *= 2
    table = new_table(slots)
    copy_entries(TranspositionTable(first, second, bound, exact, guess, np.array([entries], np.int64)), table)
    return table
