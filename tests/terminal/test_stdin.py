"""Standard input: Ctrl-C is noticed at every moment, and available input is read without waiting for more."""

import io
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TextIO

import pytest

from keypeg.terminal.stdin import hidden_typing, interruptible
from support.pseudo_terminal import INTERRUPT, Pseudo
from support.thoroughness import first_of

DEAF = (sys.executable, str(Path(__file__).parent.parent / "support" / "signal_deaf_process.py"))

TWO = ("classic", "--players", "person,person", "--names", "Ann,Ben")


@pytest.mark.parametrize(
    "question", first_of(["set your code", "Hand over to Ben", "Hand over to Ann", "Your guess"], quick=2)
)
def test_a_ctrl_c_just_before_the_program_waits_is_noticed(tmp_path: Path, question: str) -> None:
    with Pseudo(tmp_path, "play", *TWO, program=DEAF) as game:
        for prompt, answer in (("Hand over to Ann", ""), ("set your code", "KWYG"), ("Hand over to Ben", "")):
            if prompt == question:
                break
            game.answers(prompt, answer)
        game.wait_for(question)
        game.presses(INTERRUPT)
        assert game.ends() == 0
        assert "play --resume" in game.new
        assert game.echoes


class Pipe:
    """A pipe that a test writes and the command's reader reads."""

    def __init__(self) -> None:
        reading, self._writing = os.pipe()
        self.file = os.fdopen(reading, encoding="utf-8")
        self.reader: TextIO = interruptible(self.file)

    def writes(self, text: str) -> None:
        os.write(self._writing, text.encode())

    def ends(self) -> None:
        if self._writing >= 0:
            os.close(self._writing)
        self._writing = -1


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    new_pipe = Pipe()
    yield new_pipe
    new_pipe.ends()
    new_pipe.reader.close()
    new_pipe.file.close()


def test_lines_that_arrive_together_are_read_without_waiting(pipe: Pipe) -> None:
    pipe.writes("one\ntwo\nthr")
    assert [pipe.reader.readline(), pipe.reader.readline()] == ["one\n", "two\n"]
    pipe.writes("ee\n")
    assert pipe.reader.readline() == "three\n"


def test_text_before_the_end_of_the_input_is_read(pipe: Pipe) -> None:
    pipe.writes("one\nt‽")
    pipe.ends()
    assert [pipe.reader.readline(), pipe.reader.readline(), pipe.reader.readline()] == [
        "one\n",
        "t‽",
        "",
    ]


def test_a_thread_that_receives_no_signals_can_read(pipe: Pipe) -> None:
    pipe.writes("one\n")
    with ThreadPoolExecutor(1) as other:
        assert other.submit(pipe.reader.readline).result() == "one\n"


def test_a_file_is_read_to_its_end(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("one\n" * 10_000)
    with (tmp_path / "file").open(encoding="utf-8") as file, interruptible(file) as stream:
        assert stream.read() == "one\n" * 10_000


def test_wrapped_streams_and_streams_without_a_file_stay_as_they_are(pipe: Pipe) -> None:
    assert pipe.reader is not pipe.file
    for stream in (pipe.reader, io.StringIO(), io.TextIOWrapper(io.BytesIO())):
        assert interruptible(stream) is stream


def test_a_secret_is_not_asked_for_if_it_cannot_be_hidden(pipe: Pipe) -> None:
    with pytest.raises(OSError), hidden_typing(pipe.reader):  # noqa: PT011 - why is the system's to say
        pytest.fail("it is asked for")
