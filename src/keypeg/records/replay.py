"""Playing a record again, as far as it goes."""

from pathlib import Path
from typing import NamedTuple

from keypeg.core.apply import Step, apply
from keypeg.core.errors import KeypegError, ReadError
from keypeg.core.state import State, new_match
from keypeg.records.file_errors import decode, read_bytes
from keypeg.records.record import Fault, ReadRecord, Record, read_record


class Replay(NamedTuple):
    """A record played again: everything up to the first line that goes wrong, and what is wrong with it."""

    record: Record
    """The part of the record that holds good."""
    start: State
    steps: tuple[Step, ...]
    """What each action of that part led to."""
    fault: Fault | None
    """Why the replay stopped before the end, if it did."""

    @property
    def state(self) -> State:
        """The table after the last action that holds good."""
        return self.steps[-1].state if self.steps else self.start


def replay(reading: ReadRecord, file: str = "record") -> Replay:
    """Play again what has been read of a record."""
    record = reading.record
    start = state = new_match(record.edition)
    steps: list[Step] = []
    for at, line in enumerate(record.lines):
        if line.seat is None or line.action is None:
            continue
        try:
            step = apply(state, line.seat, line.action)
        except KeypegError as error:
            fault = Fault(file, reading.numbers[at], error)
            return Replay(record._replace(lines=record.lines[:at]), start, tuple(steps), fault)
        steps.append(step)
        state = step.state
    return Replay(record, start, tuple(steps), reading.fault)


def replay_text(text: str, file: str = "record") -> Replay:
    """Read and play again a record."""
    return replay(read_record(text, file), file)


def replay_bytes(content: bytes, file: str) -> Replay:
    """Read and play again a record as it comes from a file or a pipe, as far as it is text."""
    text, bad_line = decode(content)
    if bad_line is None:
        return replay_text(text, file)
    fault = Fault(file, bad_line, ReadError("not-text"))
    try:
        found = replay_text(text, file)
    except ReadError:
        raise ReadError("in-file", file=file, line=bad_line, why=fault.error) from None
    return found if found.fault is not None else found._replace(fault=fault)


def replay_file(path: Path) -> Replay:
    """Read and play again the record in this file."""
    return replay_bytes(read_bytes(path), str(path))
