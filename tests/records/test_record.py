"""Records as text: they read back whole, keep unknown headers, and report where and why they are broken."""

from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from keypeg.core.actions import Claim, Guess, Resign, SetCode
from keypeg.core.edition import Edition
from keypeg.core.errors import KeypegError, ReadError
from keypeg.editions import edition
from keypeg.records.record import Line, ReadRecord, Record, clean, read_line, read_record, write_line, write_record
from support.random_play import editions, play, seeds
from support.thoroughness import examples

usual = examples(50)

CLASSIC = edition("classic")

EXAMPLE = """\
Keypeg: 1
Edition: classic~rows_12
Seat 1: Ann
Seat 2: Ben

1 code RRBY @4.2
2 guess RBYG @31.5 ; a good start
; a line of its own may hold a comment
2 resign @65
"""


def test_the_documented_record_reads_as_it_says() -> None:
    reading = read_record(EXAMPLE)
    assert reading.fault is None
    record = reading.record
    assert record.edition == edition("classic", rows=12)
    assert (record.player(1), record.player(2), record.player(3)) == ("Ann", "Ben", None)
    assert record.actions == ((1, SetCode((1, 1, 2, 3))), (2, Guess((1, 2, 3, 4))), (2, Resign()))
    assert [line.time for line in record.lines] == [4200, 31500, None, 65000]
    assert [line.comment for line in record.lines] == [
        *(None, "a good start", "a line of its own may hold a comment", None)
    ]
    assert reading.numbers == (6, 7, 8, 9)
    assert write_record(record) == EXAMPLE


# ---- round trips

LINE_ENDS = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
"""Every character that can be taken for a line break."""

words = st.text(st.characters(exclude_categories=["Cs"])).map(clean)
names = words.filter(lambda name: name and ":" not in name and name not in ("Keypeg", "Edition"))
headers = st.dictionaries(names, words, max_size=4).map(lambda names_and_values: tuple(names_and_values.items()))


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A match with names, times and comments."""
    rules = draw(editions())
    log = play(rules, Random(draw(seeds()))).log[: draw(st.integers(0, 12))]
    lines: list[Line] = []
    clock = 0
    for seat, action in log:
        if draw(st.integers(0, 4)) == 0:
            lines.append(Line(comment=draw(words)))
        clock += draw(st.integers(0, 100_000))
        lines.append(Line(seat, action, draw(st.sampled_from([None, clock])), draw(st.none() | words)))
    return Record(rules, draw(headers), tuple(lines))


@pytest.mark.no_cover
@usual
@given(records())
def test_a_record_reads_back_whole_and_writes_the_same_text(record: Record) -> None:
    text = write_record(record)
    reading = read_record(text)
    assert reading.fault is None
    assert reading.record == record
    assert write_record(reading.record) == text


@pytest.mark.no_cover
@usual
@given(records())
def test_line_ends_and_a_byte_order_mark_make_no_difference(record: Record) -> None:
    text = write_record(record)
    whole = read_record(text)
    for other in (text.replace("\n", "\r\n"), "\ufeff" + text, text.rstrip("\n"), text + "\n \n"):
        assert read_record(other) == whole


@pytest.mark.no_cover
@usual
@given(records(), st.data())
def test_spaces_and_blank_lines_are_normalised(record: Record, data: st.DataObject) -> None:
    head, body = write_record(record).split("\n\n", 1)
    blank = data.draw(st.sampled_from(["", " ", "\t"]))
    untidy = "\n".join(f"  {row}\t\n{blank}" for row in body.splitlines())
    assert read_record(f"\n{head}\n\n{untidy}").record == record


@pytest.mark.no_cover
@usual
@given(st.integers(0, 10**9 * 1000 - 1))
@example(0)
@example(1)
@example(10)
@example(1000)
def test_a_time_reads_back_to_the_millisecond(time: int) -> None:
    line = Line(2, Claim(1), time)
    assert read_line(write_line(line, CLASSIC.palette), CLASSIC.palette) == line


def test_a_comment_may_contain_the_separators_of_the_format() -> None:
    line = Line(2, Claim(1), 1000, "at @5 they wrote: ; guess RRBB ; and : more")
    assert read_line(write_line(line, CLASSIC.palette), CLASSIC.palette) == line


def test_an_empty_comment_is_kept() -> None:
    text = write_record(Record(CLASSIC, (), (Line(1, Resign(), comment=""), Line(comment=""))))
    assert write_record(read_record(text).record) == text
    assert [line.comment for line in read_record(text).record.lines] == ["", ""]


def test_unknown_headers_are_kept_in_their_order() -> None:
    unknown_headers = (("Zeta", "1: 2"), ("Date", "2024-02-30"), ("Empty", ""), ("Émile", "ü"))
    text = write_record(Record(CLASSIC, unknown_headers))
    assert read_record(text).record.headers == unknown_headers
    assert read_record(text).record.header("Zeta") == "1: 2"
    assert read_record(text).record.header("Nothing") is None


def test_the_edition_may_come_after_other_headers() -> None:
    reading = read_record("Keypeg: 1\nSeat 1: Ann\nEdition: classic\n\n1 resign\n")
    assert reading.record.edition == CLASSIC
    assert reading.record.actions == ((1, Resign()),)


@pytest.mark.parametrize("place", ["comment", "header"])
def test_nothing_that_a_person_writes_can_become_an_action(place: str) -> None:
    # A name or a comment is free text. Writing may refuse or change it, but must never let it become an action.
    spoke = [f"U+{ord(sign):04X}" for sign in LINE_ENDS if _speaks(place, f"harmless{sign}{sign}2 resign")]
    assert spoke == []


def _speaks(place: str, text: str) -> bool:
    """Whether a record that contains this text reads back as a different match."""
    done = Line(1, SetCode((1, 1, 2, 2)), comment=text if place == "comment" else None)
    record = Record(CLASSIC, (("Seat 1", text),) if place == "header" else (), (done,))
    try:
        reading = read_record(write_record(record))
    except KeypegError:
        return False
    return reading.fault is not None or reading.record.actions != record.actions


# ---- broken records

HEAD = "Keypeg: 1\nEdition: classic\n\n"

BROKEN_LINES = [
    ("hello", "unreadable-seat"),
    ("0 resign", "unreadable-seat"),
    ("1", "unreadable-action"),
    ("1 jump", "unreadable-action"),
    ("@5", "unreadable-action"),
    ("@5 ; alone", "unreadable-action"),
    ("1 code", "missing-argument"),
    ("1 resign now", "extra-argument"),
    ("1 code RRXB", "unknown-colour"),
    ("2 claim x", "unreadable-number"),
    ("1 mark x", "unreadable-mark"),
    ("1 resign @", "unreadable-time"),
    ("1 resign @-1", "unreadable-time"),
    ("1 resign @1.2345", "unreadable-time"),
    ("1 resign @1,5", "unreadable-time"),
    ("1 resign @٣", "unreadable-time"),
    ("1 resign @1e3", "unreadable-time"),
    ("1 resign @" + "9" * 5000, "unreadable-time"),
    ("1 resign @1 @2", "unreadable-time"),
    ("1 resign @2.999", "time-decreases"),
    ("１ resign", "unreadable-seat"),
    ("1 resign\0", "unreadable-action"),
    ("x" * 100_000, "unreadable-seat"),
    ("1 code " + "R" * 100_000 + "!", "unknown-colour"),
]


@pytest.mark.parametrize(("row", "code"), BROKEN_LINES, ids=[f"{code} {row[:14]!r}" for row, code in BROKEN_LINES])
def test_a_broken_line_is_reported_with_file_line_and_reason_after_the_lines_before_it(row: str, code: str) -> None:
    text = f"{HEAD}; first\n1 code RRBB @3\n\n{row}\n2 guess RRBB\n"
    reading = read_record(text, "game.txt")
    assert reading.fault is not None
    assert (reading.fault.file, reading.fault.line, reading.fault.error.code) == ("game.txt", 7, code)
    assert str(reading.fault).startswith("game.txt:7: ")
    assert reading.record.lines == (Line(comment="first"), Line(1, SetCode((1, 1, 2, 2)), 3000))
    assert reading.numbers == (4, 5)


BROKEN_HEADS = [
    ("", 1, "not-a-record"),
    ("\n \n", 1, "not-a-record"),
    ("Chess: 1\n", 1, "not-a-record"),
    ("\n\nKeypeg: 2\n", 3, "not-a-record"),
    ("Edition: classic\nKeypeg: 1\n", 1, "not-a-record"),
    ("Keypeg: 1\nEdition classic\n", 2, "unreadable-header"),
    ("Keypeg: 1\n: classic\n", 2, "unreadable-header"),
    ("Keypeg: 1\nEdition: classic\n1 code RRBB\n", 3, "unreadable-header"),
    ("Keypeg: 1\nEdition: classic\nEdition: classic\n", 3, "repeated-header"),
    ("Keypeg: 1\nDate: a\nDate: b\n", 3, "repeated-header"),
    ("Keypeg: 1\nKeypeg: 1\n", 2, "repeated-header"),
    ("Keypeg: 1\n\n1 code RRBB\n", 2, "missing-header"),
    ("Keypeg: 1\nEdition: chess\n", 2, "unknown-edition"),
    ("Keypeg: 1\nDate: x\nEdition: classic~rows_9\n", 3, "unreadable-value"),
    ("Keypeg: 1\nEdition: classic~rounds_3\n", 2, "rounds-even"),
]


@pytest.mark.parametrize(("text", "line", "code"), BROKEN_HEADS)
def test_a_record_with_bad_headers_is_refused_with_file_line_and_reason(text: str, line: int, code: str) -> None:
    with pytest.raises(ReadError) as refused:
        read_record(text, "game.txt")
    assert refused.value.code == "in-file"
    assert (refused.value.details["file"], refused.value.details["line"]) == ("game.txt", line)
    why = refused.value.details["why"]
    assert isinstance(why, KeypegError)
    assert why.code == code
    assert str(refused.value) == f"game.txt:{line}: {why}"


@pytest.mark.no_cover
@usual
@given(records(), st.data())
def test_a_record_broken_anywhere_keeps_its_valid_beginning(record: Record, data: st.DataObject) -> None:
    rows = write_record(record).splitlines()
    head = rows.index("")
    at = data.draw(st.integers(head + 1, len(rows)))
    reading = read_record("\n".join([*rows[:at], "1 guess ?", *rows[at:]]))
    assert reading.fault is not None
    assert reading.fault.line == at + 1
    assert reading.record.lines == record.lines[: at - head - 1]


# ---- anything at all


def read_or_refuse(text: str) -> ReadRecord | None:
    """The record that was read, or None if the text was refused with a `ReadError`."""
    try:
        return read_record(text)
    except ReadError as refused:
        sentence = str(refused)
    assert sentence
    return None


@pytest.mark.no_cover
@usual
@given(st.text() | st.builds("Keypeg: 1\nEdition: {}\n\n{}".format, st.sampled_from(["classic", "house"]), st.text()))
@example("Keypeg: 1\nEdition: classic\n\n1 code \ud800")
@example("Keypeg: 1\nEdition: classic\n\n" + "1 resign @" + "0" * 10_000)
@example("Keypeg: 1\nEdition: classic~rounds_" + "1" * 10_000)
@example("Keypeg: 1\n" + "A" * 1_000_000)
@example("Keypeg: 1\n" + "\n".join(f"H{n}: v" for n in range(20_000)))
@example("\ufeff\ufeffKeypeg: 1\n")
def test_any_text_is_read_or_refused(text: str) -> None:
    reading = read_or_refuse(text)
    if reading is not None:
        again = read_record(write_record(reading.record))
        assert again.fault is None
        assert again.record == reading.record


@pytest.mark.no_cover
@usual
@given(records(), st.data())
def test_a_record_with_any_line_changed_is_read_or_refused(record: Record, data: st.DataObject) -> None:
    rows = write_record(record).splitlines()
    at = data.draw(st.integers(0, len(rows) - 1))
    rows[at] = data.draw(st.text(max_size=20) | st.sampled_from(rows))
    read_or_refuse("\n".join(rows))


@pytest.mark.parametrize("rules", [CLASSIC, edition("mastermind-44"), edition("house", colours=20)])
def test_an_empty_record_is_a_match_that_has_not_begun(rules: Edition) -> None:
    reading = read_record(write_record(Record(rules)))
    assert reading == ReadRecord(Record(rules), (), None)
