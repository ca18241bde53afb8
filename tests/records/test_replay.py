"""Replayed records: up to the first wrong line, with file, line and reason."""

import errno
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import keypeg.editions
import keypeg.records
from keypeg.core import code_text
from keypeg.core.apply import apply
from keypeg.core.edition import Edition
from keypeg.core.errors import KeypegError, ReadError, RuleError
from keypeg.core.state import new_match
from keypeg.editions import RULEBOOKS, edition
from keypeg.records.edition_links import read_edition
from keypeg.records.file_errors import file_error
from keypeg.records.notation import read_action
from keypeg.records.position_links import read_position
from keypeg.records.record import Line, Record, read_record, write_record
from keypeg.records.replay import replay, replay_file, replay_text
from support.random_play import editions, play, seeds
from support.thoroughness import examples

usual = examples(60)

HEAD = "Keypeg: 1\nEdition: classic\n\n"
GOOD = f"{HEAD}; a comment\n1 code RRBB\n\n2 guess RRBY ; close\n2 guess RRBB\n"


def test_a_good_record_is_played_to_its_last_line() -> None:
    again = replay_text(GOOD)
    assert again.fault is None
    assert len(again.steps) == 3
    assert again.state == again.steps[-1].state
    assert again.state.scores == (2, 0)
    assert again.start == new_match(edition("classic"))


def test_an_empty_record_is_a_table_before_its_first_action() -> None:
    again = replay_text(HEAD)
    assert again.steps == ()
    assert again.state == again.start == new_match(edition("classic"))


FORBIDDEN = [
    ("1 guess RRBB", "not-a-breaker"),
    ("2 guess RRB", "wrong-length"),
    ("2 guess RRB.", "blank-not-allowed"),
    ("1 code RRBB", "code-already-set"),
    ("3 resign", "no-such-seat"),
    ("99 guess RRBB", "no-such-seat"),
    ("table guess RRBB", "seats-only"),
    ("1 timeout 2", "table-only"),
    ("table timeout 1", "not-late"),
    ("table timeout 0", "not-late"),
    ("table deal R... .R..", "nothing-to-deal"),
    ("1 mark 1b0w", "referee-marks"),
    ("2 claim 1", "referee-marks"),
    ("2 call", "no-calls"),
]


@pytest.mark.parametrize(("row", "code"), FORBIDDEN)
def test_an_illegal_line_is_reported_with_file_line_and_reason_after_the_lines_before_it(row: str, code: str) -> None:
    again = replay_text(f"{GOOD.replace('2 guess RRBB', row)}2 guess RRBB ; never reached\n", "game.txt")
    assert again.fault is not None
    assert isinstance(again.fault.error, RuleError)
    assert (again.fault.file, again.fault.line, again.fault.error.code) == ("game.txt", 8, code)
    assert str(again.fault) == f"game.txt:8: {again.fault.error}"
    assert len(again.steps) == 2
    assert [line.comment for line in again.record.lines] == ["a comment", None, "close"]
    assert replay_text(write_record(again.record)).state == again.state


def test_the_first_error_is_the_one_reported() -> None:
    rule_first = replay_text(f"{HEAD}1 code RRBB\n1 guess RRBB\n2 guess ?\n")
    assert rule_first.fault is not None
    assert (rule_first.fault.line, rule_first.fault.error.code) == (5, "not-a-breaker")
    text_first = replay_text(f"{HEAD}1 code RRBB\n2 guess ?\n1 guess RRBB\n")
    assert text_first.fault is not None
    assert (text_first.fault.line, text_first.fault.error.code) == (5, "unknown-colour")
    assert len(text_first.steps) == 1


def test_nothing_follows_the_end_of_a_match() -> None:
    over = f"{HEAD}1 resign\n2 resign\n"
    assert replay_text(over).state.outcome is not None
    late = replay_text(f"{over}1 resign\n")
    assert late.fault is not None
    assert (late.fault.line, late.fault.error.code) == (6, "match-over")


@usual
@given(editions(), seeds(), st.data())
def test_a_match_with_a_missing_line_is_played_up_to_the_first_illegal_line(
    rules: Edition, seed: int, data: st.DataObject
) -> None:
    log = list(play(rules, Random(seed)).log)
    del log[data.draw(st.integers(0, len(log) - 1))]
    again = replay(read_record(write_record(Record(rules, lines=tuple(Line(*done) for done in log)))))
    played_actions = len(again.steps)
    assert again.record.actions == tuple(log[:played_actions])
    if again.fault is None:
        assert played_actions == len(log)
    else:
        assert again.fault.line == played_actions + 4
        with pytest.raises(RuleError) as refused:
            apply(again.state, *log[played_actions])
        assert refused.value.code == again.fault.error.code


@usual
@given(st.sampled_from(sorted(RULEBOOKS)), st.lists(st.text(max_size=15) | st.sampled_from(GOOD.split("\n")[3:])))
def test_any_text_is_replayed_or_stops_the_replay(name: str, rows: list[str]) -> None:
    again = replay_text("\n".join([f"Keypeg: 1\nEdition: {name}\n", *rows]))
    assert again.fault is None or str(again.fault)


# ---- files


def test_a_fault_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(f"{GOOD}3 resign\n", encoding="utf-8")
    again = replay_file(path)
    assert again.fault is not None
    assert (again.fault.file, again.fault.line) == (str(path), 9)


@pytest.mark.parametrize(
    "content",
    [
        GOOD.encode(),
        b"\xef\xbb\xbf" + GOOD.encode(),
        GOOD.replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode(),
        GOOD.replace("close", "très près").encode(),
    ],
    ids=["plain", "byte order mark", "windows lines", "both", "accents"],
)
def test_a_file_from_any_editor_is_the_same_match(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(content)
    assert replay_file(path).steps == replay_text(GOOD).steps
    assert replay_file(path).fault is None


def _no_utf8(folder: Path) -> None:
    (folder / "bad.txt").write_bytes(b"Keypeg: \xff\n")
    replay_file(folder / "bad.txt")


def _loop(folder: Path) -> Path:
    """A link to itself."""
    (folder / "loop").symlink_to(folder / "loop")
    return folder / "loop"


def _raised(error: ReadError) -> None:
    raise error


EVERY_REASON: dict[str, Callable[[Path], object]] = {
    "unknown-colour": lambda _: read_action("guess XXXX", edition("classic").palette),
    "empty-code": lambda _: read_position("classic~~_1b0w"),
    "unknown-edition": lambda _: read_edition("chess"),
    "unknown-option": lambda _: read_edition("classic~colour_red"),
    "unreadable-option": lambda _: read_edition("classic~rows"),
    "repeated-option": lambda _: read_edition("classic~rows_8~rows_8"),
    "unreadable-value": lambda _: read_edition("classic~rows_nine"),
    "unreadable-mark": lambda _: read_position("classic~~RRBB_x"),
    "position-without-rows": lambda _: read_position("classic"),
    "position-needs-seat": lambda _: read_position("parker-1974~~RBY_1b0w"),
    "position-needs-marks": lambda _: read_position("classic~~RRBB"),
    "position-stray-dash": lambda _: read_position("classic~~RR-BB_1b0w"),
    "unreadable-action": lambda _: _problem_of("1 shout"),
    "missing-argument": lambda _: _problem_of("1 code"),
    "extra-argument": lambda _: _problem_of("1 pass now"),
    "unreadable-number": lambda _: _problem_of("1 claim three"),
    "unreadable-seat": lambda _: _problem_of("one resign"),
    "unreadable-time": lambda _: _problem_of("1 resign @noon"),
    "time-decreases": lambda _: _problem_of("; later\n1 code RRBB @5\n2 resign @4"),
    "not-a-record": lambda _: _cause(lambda: read_record("")),
    "unreadable-header": lambda _: _cause(lambda: read_record("Keypeg: 1\nEdition")),
    "repeated-header": lambda _: _cause(lambda: read_record("Keypeg: 1\nA: 1\nA: 1")),
    "missing-header": lambda _: _cause(lambda: read_record("Keypeg: 1")),
    "in-file": lambda _: read_record(""),
    "not-text": lambda folder: _cause(lambda: _no_utf8(folder)),
    "file-not-found": lambda folder: replay_file(folder / "nothing.txt"),
    "file-is-folder": lambda folder: replay_file(folder),
    "file-unreadable": lambda folder: replay_file(_loop(folder)),
    "file-forbidden": lambda folder: _raised(file_error(folder, PermissionError(), "file-unwritable")),
    "disk-full": lambda folder: _raised(file_error(folder, OSError(errno.ENOSPC, ""), "file-unwritable")),
}
"""For every error that records can raise, how to raise it."""


def _problem_of(rows: str) -> None:
    fault = read_record(HEAD + rows).fault
    if fault is not None:
        raise fault.error


def _cause(read: Callable[[], object]) -> None:
    """Raise the error inside an error with a location."""
    with pytest.raises(ReadError) as refused:
        read()
    why = refused.value.details["why"]
    assert isinstance(why, KeypegError)
    raise why


@pytest.mark.parametrize("code", EVERY_REASON)
def test_every_read_error_can_be_raised(code: str, tmp_path: Path) -> None:
    with pytest.raises(ReadError) as refused:
        EVERY_REASON[code](tmp_path)
    assert refused.value.code == code
    assert str(refused.value)


def test_every_read_error_has_a_case() -> None:
    folders = [*keypeg.records.__path__, *keypeg.editions.__path__]
    files = [Path(code_text.__file__), *(path for folder in folders for path in sorted(Path(folder).glob("*.py")))]
    sources = [path.read_text(encoding="utf-8") for path in files]
    given_codes = {
        code
        for source in sources
        for code in re.findall(r'(?:ReadError|_located|file_error)\((?:path, error, )?\s*"([a-z-]+)"', source)
    }
    assert given_codes == set(EVERY_REASON)
    assert given_codes <= ReadError.codes


def test_a_line_that_is_not_text_is_named_after_the_lines_before_it(tmp_path: Path) -> None:
    file = tmp_path / "old.keypeg"
    file.write_bytes(b"Keypeg: 1\nEdition: classic\n\n1 code RRBB\n2 guess RRBY ; \xe9\n2 guess RRBB\n")
    game = replay_file(file)
    assert game.fault is not None
    assert (game.fault.line, game.fault.error.code, len(game.steps)) == (5, "not-text", 1)
