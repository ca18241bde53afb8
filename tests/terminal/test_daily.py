"""The code of the day at a terminal: one practice round, the streak, and a text to share."""

from datetime import UTC, date, datetime, timedelta

import pytest

from keypeg.core.marks import KeyPegs, Mark, Number
from keypeg.draws.daily_code import daily_code
from keypeg.editions import edition
from keypeg.i18n.share_text import aligned_marks
from keypeg.i18n.text_width import visible_width
from keypeg.records.notation import write_code
from keypeg.terminal.daily_game import PlayedDaily, streak
from support.command import Keypeg, accepted, refusal

CLASSIC = edition("classic")
TODAY = datetime.now(UTC).date()
DAY = date(2026, 11, 16)


def code(day: date) -> str:
    return write_code(daily_code(CLASSIC, day), CLASSIC.palette)


def other(secret: str) -> str:
    return "RRBB" if secret != "RRBB" else "GGYY"


def test_it_is_one_round_of_practice_with_a_streak_and_marks_that_line_up(keypeg: Keypeg) -> None:
    wrong = other(code(TODAY))
    shown = accepted(keypeg("daily", stdin=f"{wrong}\n{wrong}\n{code(TODAY)}\n"))
    assert f"Code of the day, {TODAY}" in shown
    assert "Round 2" not in shown
    assert "Score" not in shown
    *_, blank, title, result, first, second, last = shown.splitlines()
    assert (blank, title, result) == ("", f"Keypeg, Classic, {TODAY}", "Cracked in three guesses")
    assert first == second
    assert last == "⚫⚫⚫⚫"
    assert {visible_width(line) for line in (first, second, last)} == {8}
    assert "Streak: 1 day\n" in shown


def test_it_is_continued_where_it_was_left_and_played_once(keypeg: Keypeg) -> None:
    left = accepted(keypeg("daily", stdin=f"{other(code(TODAY))}\n"))
    assert "To share" not in left
    assert left.endswith(f"keypeg daily classic --day {TODAY}\n")
    done = accepted(keypeg("daily", stdin=f"{code(TODAY)}\n"))
    assert "Cracked in two guesses" in done
    again = accepted(keypeg("daily", "classic", "--lang", "fr"))
    assert "Trouvé en deux essais" in again
    assert "essai (" not in again, "nothing is asked"


def test_a_code_of_the_archive_does_not_count_for_the_streak(keypeg: Keypeg) -> None:
    yesterday = TODAY - timedelta(days=1)
    shown = accepted(keypeg("daily", "--day", str(yesterday), stdin=f"{code(yesterday)}\n"))
    assert "Cracked in 1 guess" in shown
    assert "count neither for the streak" in shown
    assert "Streak: 1 day" in accepted(keypeg("daily", stdin=f"{code(TODAY)}\n"))


@pytest.mark.parametrize("day", [TODAY + timedelta(days=1), TODAY - timedelta(days=31)])
def test_another_day_is_refused(keypeg: Keypeg, day: date) -> None:
    assert "one of the 30 days before" in refusal(keypeg("daily", "--day", str(day)))


@pytest.mark.parametrize(("name", "typed"), [("challenge-2001", "RGBYO\n/resign\n"), ("mastermind-44", "/resign\n")])
def test_other_editions_have_a_daily_too(keypeg: Keypeg, name: str, typed: str) -> None:
    shown = accepted(keypeg("daily", name, stdin=typed))
    assert "practice" in shown
    assert "Not cracked" in shown


def test_a_streak_is_of_days_on_which_a_code_was_found_in_time() -> None:
    def result(ago: int, found: bool = True, late: bool = False) -> PlayedDaily:
        return PlayedDaily(CLASSIC, DAY - timedelta(days=ago), (), found, late)

    assert streak([], DAY) == 0
    assert streak([result(0), result(1), result(1), result(3)], DAY) == 2
    assert streak([result(1), result(2)], DAY) == 2
    assert streak([result(2)], DAY) == 0
    assert streak([result(0), result(1, found=False), result(2)], DAY) == 1
    assert streak([result(0), result(1, late=True), result(2)], DAY) == 1


@pytest.mark.parametrize(
    ("rows", "red", "lines"),
    [
        ([[KeyPegs(0, 0)], [KeyPegs(1, 2)], [KeyPegs(4, 0)]], False, ["➖➖➖➖", "⚫⚪⚪➖", "⚫⚫⚫⚫"]),
        ([[KeyPegs(0, 1)], [KeyPegs(2, 0)]], True, ["⚪➖", "🔴🔴"]),
        ([[Number(3)], [Number(12)]], False, ["\u3000３", "１２"]),
        ([[KeyPegs(1, 0), KeyPegs(0, 0)], [KeyPegs(0, 2), KeyPegs(1, 0)]], False, ["⚫➖\u3000➖➖", "⚪⚪\u3000⚫➖"]),
        ([], False, []),
    ],
)
def test_marks_to_share_line_up(rows: list[list[Mark]], red: bool, lines: list[str]) -> None:
    assert aligned_marks(rows, red) == lines
    assert len({visible_width(line) for line in lines}) <= 1
