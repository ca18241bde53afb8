"""Replays a record by the rules, up to the first line that is wrong."""

from pathlib import Path
from typing import NamedTuple

from keypeg.core.apply import Step, apply
from keypeg.core.errors import KeypegError, ReadError
from keypeg.core.state import State, new_match
from keypeg.records.file_errors import decode, read_bytes
from keypeg.records.record import Fault, ReadRecord, Record, read_record


class Replay(NamedTuple):
    """A replayed record: everything up to the first line that is wrong, and the fault of that line."""

    record: Record
    """The valid part of the record."""
    start: State
    steps: tuple[Step, ...]
    """The result of each action of that part."""
    fault: Fault | None
    """Why the replay stopped before the end, if it did."""

    @property
    def state(self) -> State:
        """The table after the last valid action."""
        return self.steps[-1].state if self.steps else self.start


def replay(read: ReadRecord, file: str = "record") -> Replay:
    """Replay a record as far as it could be read."""
    record = read.record
    start = state = new_match(record.edition)
    steps: list[Step] = []
    for index, line in enumerate(record.lines):
        if line.seat is None or line.action is None:
            continue
        try:
            step = apply(state, line.seat, line.action)
        except KeypegError as error:
            fault = Fault(file, read.numbers[index], error)
            return Replay(record._replace(lines=record.lines[:index]), start, tuple(steps), fault)
        steps.append(step)
        state = step.state
    return Replay(record, start, tuple(steps), read.fault)


def replay_text(text: str, file: str = "record") -> Replay:
    """Read and replay a record."""
    return replay(read_record(text, file), file)


def replay_bytes(content: bytes, file: str) -> Replay:
    """Read and replay a record from a file or a pipe, as far as it is text."""
    text, bad_line = decode(content)
    if bad_line is None:
        return replay_text(text, file)
    fault = Fault(file, bad_line, ReadError("not-text"))
    try:
        game = replay_text(text, file)
    except ReadError:
        raise ReadError("in-file", file=file, line=bad_line, why=fault.error) from None
    return game if game.fault is not None else game._replace(fault=fault)


def replay_file(path: Path) -> Replay:
    """Read and replay the record in this file."""
    return replay_bytes(read_bytes(path), str(path))
