"""The record of a match as readable text: headers, then one action on each line, with comments and times.

    Keypeg: 1
    Edition: classic~rows_12
    Seat 1: Ann
    Seat 2: Ben

    1 code RRBY @4.2
    2 guess RBYG @31.5 ; a good start
    ; a line of its own may hold a comment
    2 resign @65

The number before an action is the seat that did it, or `table`. Times are in seconds from the start of the match and
never decrease. Reading and writing a text that this module wrote leaves it unchanged; one written by hand is
normalised: spaces, blank lines, capitals, options at their defaults, zeros.
"""

import re
from typing import NamedTuple
from unicodedata import normalize

from keypeg.core.actions import Action
from keypeg.core.edition import Edition
from keypeg.core.errors import KeypegError, ReadError
from keypeg.records.edition_links import read_edition, write_edition
from keypeg.records.notation import ACTION_WORDS, Palette, read_action, read_seat, write_action, write_seat

VERSION = "1"
"""The version of this format, given in the first header."""

REQUIRED_HEADERS = ("Keypeg", "Edition")
"""The headers that every record has, which `Record.headers` leaves out."""


class Line(NamedTuple):
    """One line of a record: an action, a comment, or both."""

    seat: int | None = None
    action: Action | None = None
    time: int | None = None
    """Milliseconds since the match began."""
    comment: str | None = None


class Record(NamedTuple):
    """The record of a match."""

    edition: Edition
    headers: tuple[tuple[str, str], ...] = ()
    """All headers but the format's version and the edition, in order: names of players, dates and others."""
    lines: tuple[Line, ...] = ()

    @property
    def actions(self) -> tuple[tuple[int, Action], ...]:
        """The actions with their seats, in order."""
        return tuple(
            (line.seat, line.action) for line in self.lines if line.seat is not None and line.action is not None
        )

    def header(self, name: str) -> str | None:
        """The value of this header, if it is there."""
        return dict(self.headers).get(name)

    def player(self, seat: int) -> str | None:
        """The name of the player at this seat, if it is given."""
        return self.header(f"Seat {seat}")


class Fault(NamedTuple):
    """The line of a record that is wrong, and why."""

    file: str
    line: int
    error: KeypegError

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.error}"

    def as_error(self) -> ReadError:
        """The fault as an error that names the file and the line."""
        return ReadError("in-file", file=self.file, line=self.line, why=self.error)


class ReadRecord(NamedTuple):
    """A record as far as it could be read."""

    record: Record
    numbers: tuple[int, ...]
    """For each line of the record, its line number in the text."""
    fault: Fault | None
    """Why reading stopped before the end, if it did."""


JOINERS = "\u200c\u200d"
"""Invisible characters that belong to a word: they shape Persian letters, and make one emoji of several."""

USELESS_JOINERS = re.compile(rf"(?<!\S)[{JOINERS}]+|[{JOINERS}]+(?!\S)|(?<=[{JOINERS}])[{JOINERS}]+")
"""Joiners at an end of a word or after another joiner."""


def clean(text: str) -> str:
    """The text on one line, without line breaks or control characters."""
    composed = normalize("NFC", text)
    shown = "".join(sign if sign.isprintable() or sign in JOINERS else " " for sign in composed)
    return " ".join(USELESS_JOINERS.sub("", shown).split())


def write_record(record: Record) -> str:
    """The record as text. Raises `ReadError` for a header that could not be read again."""
    head = [f"Keypeg: {VERSION}", f"Edition: {write_edition(record.edition)}"]
    for name, value in record.headers:
        if name in REQUIRED_HEADERS or name != clean(name) or not name or ":" in name:
            raise ReadError("unreadable-header", text=name)
        head.append(f"{name}: {clean(value)}")
    body = [write_line(line, record.edition.palette) for line in record.lines]
    return "\n".join([*head, "", *body]) + "\n"


def write_line(line: Line, palette: Palette) -> str:
    """One line of a record as text."""
    words = []
    if line.seat is not None and line.action is not None:
        words += [write_seat(line.seat), write_action(line.action, palette)]
        if line.time is not None:
            words.append("@" + f"{line.time / 1000:.3f}".rstrip("0").rstrip("."))
    if line.comment is not None:
        words.append(f"; {clean(line.comment)}".rstrip())
    return " ".join(words)


def read_record(text: str, file: str = "record") -> ReadRecord:
    """Read a record as far as it can be read.

    The result holds everything before the first wrong line, and the fault of that line. Raises `ReadError` if a header
    is wrong, for then nothing can be read.
    """
    rows = re.split(r"\r\n|\n|\r", text.removeprefix("\ufeff"))
    headers, header_rows = _read_headers(rows, file)
    edition = _edition_of(headers, file)
    other_headers = tuple((name, value) for name, (value, _) in headers.items() if name not in REQUIRED_HEADERS)
    lines: list[Line] = []
    numbers: list[int] = []
    fault = None
    clock = 0
    for number, row in enumerate(rows[header_rows:], header_rows + 1):
        if not row.strip():
            continue
        try:
            line = read_line(row, edition.palette, clock)
        except KeypegError as error:
            fault = Fault(file, number, error)
            break
        clock = line.time if line.time is not None else clock
        lines.append(line)
        numbers.append(number)
    return ReadRecord(Record(edition, other_headers, tuple(lines)), tuple(numbers), fault)


def read_line(text: str, palette: Palette, clock: int = 0) -> Line:
    """Read one line of a record, at a time not before `clock`."""
    before, sign, after = text.partition(";")
    comment = clean(after) if sign else None
    seat_and_action, sign, time_text = before.strip().partition("@")
    time = _read_time(time_text.strip(), clock) if sign else None
    if not seat_and_action.strip():
        if time is not None or comment is None:
            raise ReadError("unreadable-action", text=text.strip(), actions=", ".join(ACTION_WORDS))
        return Line(comment=comment)
    seat, *action = seat_and_action.split(None, 1)
    return Line(read_seat(seat.lower()), read_action(" ".join(action), palette), time, comment)


def _read_time(text: str, clock: int) -> int:
    match = re.fullmatch(r"([0-9]{1,9})(?:\.([0-9]{1,3}))?", text)
    if match is None:
        raise ReadError("unreadable-time", text=text)
    time = int(match[1]) * 1000 + int((match[2] or "0").ljust(3, "0"))
    if time < clock:
        raise ReadError("time-decreases", time=text)
    return time


Headers = dict[str, tuple[str, int]]
"""Each header's value, and its line number."""


def _read_headers(rows: list[str], file: str) -> tuple[Headers, int]:
    """The headers, and how many lines they take, with the blank line that ends them."""
    headers: Headers = {}
    for number, row in enumerate(rows, 1):
        if not row.strip():
            if headers:
                return headers, number
            continue
        name, sign, value = row.partition(":")
        name, value = clean(name), clean(value)
        if not headers and (name, value) != ("Keypeg", VERSION):
            raise _located("not-a-record", file, number)
        if not (name and sign):
            raise _located("unreadable-header", file, number, text=row.strip())
        if name in headers:
            raise _located("repeated-header", file, number, name=name)
        headers[name] = (value, number)
    if not headers:
        raise _located("not-a-record", file, 1)
    return headers, len(rows)


def _edition_of(headers: Headers, file: str) -> Edition:
    if "Edition" not in headers:
        raise _located("missing-header", file, len(headers) + 1, name="Edition")
    text, number = headers["Edition"]
    try:
        return read_edition(text)
    except KeypegError as error:
        raise ReadError("in-file", file=file, line=number, why=error) from error


def _located(code: str, file: str, line: int, **details: object) -> ReadError:
    return ReadError("in-file", file=file, line=line, why=ReadError(code, **details))
