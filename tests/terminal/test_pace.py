"""The pace of a game: moves of bots are shown one by one on a terminal, and nothing waits elsewhere."""

import io
import re
import sys
from pathlib import Path
from threading import Event

import pytest

from keypeg.records.edition_links import read_edition
from keypeg.terminal import line_game, pace
from keypeg.terminal.pace import DEFAULT_PACE, PACES, Pacer, choose_pace
from keypeg.terminal.screen import Screen
from keypeg.terminal.setup import LATEST, GameRequest, play
from keypeg.terminal.status_line import StatusLine
from support.command import Keyboard, Keypeg, accepted, refusal
from support.pseudo_terminal import INTERRUPT, Pseudo
from terminal.test_progress import Terminal


class Clock:
    """A clock that advances only when somebody waits."""

    def __init__(self) -> None:
        self.now = 100.0
        self.waits: list[float] = []

    def read(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.waits.append(round(seconds, 6))
        self.now += seconds


def paced(seconds: float, stream: io.StringIO, clock: Clock) -> Pacer:
    return Pacer(seconds, StatusLine(stream), clock.read, clock.wait)


def test_moves_are_shown_one_by_one_and_the_line_is_erased() -> None:
    clock, shown = Clock(), Terminal()
    pacer = paced(0.7, shown, clock)
    pacer.note_shown()
    for _ in range(3):
        pacer.pause("Casual 2 is thinking…")
    assert clock.waits == [0.7] * 3
    assert shown.getvalue() == ("\rCasual 2 is thinking…" + "\r" + " " * 21 + "\r") * 3


def test_time_that_a_bot_has_thought_counts() -> None:
    clock, shown = Clock(), Terminal()
    pacer = paced(0.7, shown, clock)
    pacer.note_shown()
    clock.now += 0.5
    pacer.pause("thinking")
    clock.now += 3
    pacer.pause("thinking")
    assert clock.waits == [0.2]


def test_a_pause_that_is_interrupted_erases_its_line() -> None:
    def interrupt(seconds: float) -> None:
        raise KeyboardInterrupt

    shown = Terminal()
    pacer = Pacer(0.7, StatusLine(shown), wait=interrupt)
    with pytest.raises(KeyboardInterrupt):
        pacer.pause("thinking")
    assert shown.getvalue().endswith("\r        \r")


def test_nothing_waits_at_an_instant_pace_or_without_a_terminal() -> None:
    clock, shown = Clock(), Terminal()
    paced(PACES["instant"], shown, clock).pause("thinking")
    Pacer(PACES["calm"], None, clock.read, clock.wait).pause("thinking")
    assert clock.waits == []
    assert shown.getvalue() == ""
    for stream, environ in ((io.StringIO(), {}), (Terminal(), {"TERM": "dumb"})):
        assert Screen(io.StringIO(), stream, environ).status_line() is None


def test_the_pace_is_chosen_by_the_option_then_by_the_environment() -> None:
    assert choose_pace(None, {}) == PACES[DEFAULT_PACE]
    assert choose_pace(None, {"KEYPEG_PACE": "calm"}) == PACES["calm"]
    assert choose_pace("instant", {"KEYPEG_PACE": "calm"}) == 0
    assert choose_pace(None, {"KEYPEG_PACE": "nonsense"}) == PACES[DEFAULT_PACE]


def test_an_unknown_pace_is_refused(keypeg: Keypeg) -> None:
    assert "instant" in refusal(keypeg("play", "classic", "--pace", "slow"))
    accepted(keypeg("play", "classic", "--players", "casual,casual", "--pace", "calm"))


def test_thinking_is_shown_after_a_moment_and_erased(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "MOMENT_SECONDS", 0.0)
    is_shown = Event()

    class Line(StatusLine):
        def show(self, text: str) -> None:
            super().show(text)
            is_shown.set()

    shown = Terminal()
    with Pacer(0.0, Line(shown)).thinking("Casual 2 is thinking…"):
        assert is_shown.wait(20)
    assert shown.getvalue() == "\rCasual 2 is thinking…\r" + " " * 21 + "\r"


def test_thinking_for_less_than_a_moment_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "MOMENT_SECONDS", 3600.0)
    shown = Terminal()
    with Pacer(0.0, StatusLine(shown)).thinking("thinking") as end:
        end()
    with Pacer(0.0, None).thinking("thinking") as end:
        end()
    assert shown.getvalue() == ""


def test_each_row_of_a_bot_comes_after_a_pause_with_its_name(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, shown = Clock(), Terminal()
    monkeypatch.setattr(line_game, "Pacer", lambda seconds, line: Pacer(seconds, line, clock.read, clock.wait))
    screen = Screen(Keyboard("RGSY\n/quit\n"), shown, {"TERM": "xterm"})
    seats = ("casual", "person", "casual", "casual")
    request = GameRequest(read_edition("hasbro-2004~seats_4"), seats, ("Ann", "Ben", "Cleo", "Dora"), seed="1")
    assert play(request, screen, "en", {"XDG_DATA_HOME": str(home)}) == 0
    assert clock.waits == [PACES[DEFAULT_PACE]] * 2
    lines = shown.getvalue().split("\n")
    for name in ("Cleo", "Dora"):
        assert any(re.search(rf"\r{name} is thinking….*\r +\r{name}   ", line) for line in lines)


def test_a_game_that_is_resumed_has_a_pace_too(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, environ = Clock(), {"XDG_DATA_HOME": str(home)}
    monkeypatch.setattr(line_game, "Pacer", lambda seconds, line: Pacer(seconds, line, clock.read, clock.wait))
    seats = ("casual", "person", "casual", "casual")
    for request, typed in (
        (GameRequest(read_edition("hasbro-2004~seats_4"), seats, seed="1"), "/quit\n"),
        (GameRequest(resume=LATEST, pace="calm"), "RGSY\n/quit\n"),
    ):
        shown = Terminal()
        assert play(request, Screen(Keyboard(typed), shown, {"TERM": "xterm"}), "en", environ) == 0
        assert "/help for help" in shown.getvalue()
    assert clock.waits == [PACES["calm"]] * 2


PAUSED_FOR_EVER = (
    *(sys.executable, "-c"),
    "from keypeg.terminal.pace import PACES; PACES['calm'] = 1e6; import keypeg.cli, sys; sys.exit(keypeg.cli.main())",
)


def test_ctrl_c_during_a_pause_saves_the_game_and_ends_with_130(tmp_path: Path) -> None:
    words = ("play", "parker-1974", "--players", "p,casual", "--pace", "calm")
    with Pseudo(tmp_path, *words, program=PAUSED_FOR_EVER) as game:
        game.answers("set your code", "RRB")
        game.answers("Your guess", "RBY")
        game.wait_for("Camille is thinking…")
        game.presses(INTERRUPT)
        assert game.ends() == 130
        assert "play --resume" in game.new
