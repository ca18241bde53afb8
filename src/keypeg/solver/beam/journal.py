"""The journal of a beam search: a file with one line for each answer, so that the search can be stopped and resumed."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from keypeg.core.errors import ReadError
from keypeg.solver.beam.beam import BeamWidth, CostedBranch
from keypeg.solver.game.guessing_game import GuessingGame
from keypeg.solver.strategy.tree import Branch


class JournalKey(NamedTuple):
    """A position after two guesses, of which the first is always the same, and how wide it is searched."""

    mark: int
    """The mark of the first guess,"""
    guess: int
    """the second guess,"""
    second: int
    """and its mark."""
    width: BeamWidth


class Journal:
    """A file with one line for each answer. An incomplete last line, left by a crash, is dropped."""

    def __init__(self, file: Path, game: GuessingGame, first: int) -> None:
        self.file = file
        self._label = {"format": "keypeg-widening-1", "puzzle": game.key, "first": first}
        self._marks = len(game.marks)

    def read(self) -> Iterator[tuple[JournalKey, CostedBranch]]:
        """All answers in the file. Raises `ReadError` if it is damaged or belongs to another search."""
        if not self.file.exists():
            self._append(self._label)
            return
        try:
            *lines, incomplete = self.file.read_bytes().split(b"\n")
            label, *answers = (json.loads(line) for line in lines)
            if label != self._label:
                raise ReadError("wrong-checkpoint", file=str(self.file))
            if incomplete:
                with self.file.open("rb+") as stream:
                    stream.truncate(self.file.stat().st_size - len(incomplete))
            yield from [self._read_answer(answer) for answer in answers]
        except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
            raise ReadError("file-unreadable", file=str(self.file), why=str(error)) from None

    def _read_answer(self, answer: dict[str, Any]) -> tuple[JournalKey, CostedBranch]:
        branch = Branch.empty(self._marks)
        for guess, parent, mark in answer["nodes"]:
            branch.add(guess, parent, mark)
        key = JournalKey(answer["mark"], answer["guess"], answer["second"], BeamWidth(*answer["width"]))
        return key, CostedBranch(answer["cost"], branch)

    def write(self, key: JournalKey, answer: CostedBranch) -> None:
        """Add an answer to the file."""
        self._append(key._asdict() | {"cost": answer.cost, "nodes": list(answer.branch.nodes())})

    def _append(self, answer: dict[str, Any]) -> None:
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            with self.file.open("ab") as stream:
                stream.write(json.dumps(answer, separators=(",", ":")).encode() + b"\n")
        except OSError as error:
            raise ReadError("file-unwritable", file=str(self.file), why=error.strerror or str(error)) from None
