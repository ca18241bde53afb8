"""What a wide search has found out, a line an answer, so that it can be stopped and gone on with."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from keypeg.core.errors import ReadError
from keypeg.solver.beam.beam import CostedBranch, Width
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.strategy.tree import Branch


class JournalKey(NamedTuple):
    """What do the codes cost that are left after two guesses?"""

    mark: int
    """What the first guess was marked with,"""
    guess: int
    """the second guess,"""
    second: int
    """and what that one was marked with."""
    width: Width
    """How wide to search."""


class Journal:
    """A file with a line for every answer. A last line that breaks off, since the power failed, does not count."""

    def __init__(self, file: Path, game: GuessingGame, first: int) -> None:
        self.file = file
        self._label = {"format": "keypeg-widening-1", "puzzle": game.key, "first": first}
        self._marks = len(game.marks)

    def read(self) -> Iterator[tuple[JournalKey, CostedBranch]]:
        """Every answer that was written down. Raises `ReadError` if the file is no such journal, or another's."""
        if not self.file.exists():
            self._append(self._label)
            return
        try:
            *lines, broken = self.file.read_bytes().split(b"\n")
            label, *answers = (json.loads(line) for line in lines)
            if label != self._label:
                raise ReadError("wrong-checkpoint", file=str(self.file))
            if broken:
                with self.file.open("rb+") as stream:
                    stream.truncate(self.file.stat().st_size - len(broken))
            yield from [self._answer(plain) for plain in answers]
        except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
            raise ReadError("file-unreadable", file=str(self.file), why=str(error)) from None

    def _answer(self, plain: dict[str, Any]) -> tuple[JournalKey, CostedBranch]:
        branch = Branch.empty(self._marks)
        for guess, parent, mark in plain["nodes"]:
            branch.add(guess, parent, mark)
        question = JournalKey(plain["mark"], plain["guess"], plain["second"], Width(*plain["width"]))
        return question, CostedBranch(plain["cost"], branch)

    def write(self, question: JournalKey, grown: CostedBranch) -> None:
        """Write an answer down, with the part of a strategy that it stands for."""
        self._append(question._asdict() | {"cost": grown.cost, "nodes": list(grown.branch.nodes())})

    def _append(self, plain: dict[str, Any]) -> None:
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            with self.file.open("ab") as stream:
                stream.write(json.dumps(plain, separators=(",", ":")).encode() + b"\n")
        except OSError as error:
            raise ReadError("file-unwritable", file=str(self.file), why=error.strerror or str(error)) from None
