"""The events that all seats see, and those that only some see."""

from keypeg.core.events import (
    Answered,
    Called,
    CodeSet,
    Dealt,
    Event,
    GuessPlaced,
    MarkGiven,
    MatchEnded,
    Passed,
    RoundBegan,
    RoundEnded,
    RowOpened,
    SeatLeft,
    observe_event,
)
from keypeg.core.marks import KeyPegs
from keypeg.core.view import Outcome, Phase
from support.played_table import Table


def seen_by(table: Table, seat: int | None) -> list[Event | None]:
    """The events of the last action that this seat, or a spectator, sees."""
    return [observe_event(event, seat) for event in table.events]


def test_all_seats_see_that_a_code_is_set_and_only_its_maker_sees_the_code() -> None:
    table = Table("classic", "1 code RRBY")
    assert seen_by(table, 1) == [CodeSet(1, table.code("RRBY"))]
    assert seen_by(table, 2) == seen_by(table, None) == [CodeSet(1, None)]


def test_all_seats_see_a_guess_and_its_mark() -> None:
    table = Table("classic", "1 code RRBY", "2 guess GGGG", "2 guess RBRG")
    guess = GuessPlaced(2, 2, 2, table.code("RBRG"), open=True)
    assert seen_by(table, 1) == seen_by(table, 2) == seen_by(table, None) == [guess, MarkGiven(1, 2, 2, KeyPegs(1, 2))]


def test_guesses_of_the_duel_are_shown_when_both_are_placed() -> None:
    table = Table("challenge-2001", "1 code RRBYG", "2 code OVWKK", "2 guess RRRRR")
    placed = GuessPlaced(2, 2, 1, table.code("RRRRR"), open=False)
    assert seen_by(table, 2) == [placed]
    assert seen_by(table, 1) == seen_by(table, None) == [GuessPlaced(2, 2, 1, None, open=False)]
    table.does("1 guess OOOOO")
    assert seen_by(table, None) == [
        GuessPlaced(1, 1, 1, None, open=False),
        RowOpened(1, 1, 1, table.code("OOOOO")),
        RowOpened(2, 2, 1, table.code("RRRRR")),
        MarkGiven(2, 1, 1, KeyPegs(1, 0)),
        MarkGiven(1, 2, 1, KeyPegs(2, 0)),
    ]


def test_each_seat_sees_its_own_part_of_the_deal() -> None:
    table = Table("mastermind-44", "table deal R.... .B... ..Y.. ...G.")
    assert seen_by(table, 2) == [Dealt((None, table.code(".B..."), None, None))]
    assert seen_by(table, None) == [Dealt((None, None, None, None))]


def test_all_seats_see_calls_answers_passes_and_resignations() -> None:
    table = Table("mastermind-44", "table deal R.... .B...", seats=2)
    assert seen_by(table.does("1 call"), 2) == [Called(1)]
    assert seen_by(table.does("1 answer R...K"), 2) == [Answered(1, table.code("R...K"), right=False)]
    table.does(*["2 guess KBKKK"] * 4)
    table.does("2 pass")
    assert seen_by(table, None)[0] == Passed(2)
    assert seen_by(Table("mastermind-44", "3 resign"), None) == [SeatLeft(3, "resigned")]
    late = Table("mastermind-44", "table deal R.... .B... ..Y.. ...G.", "table timeout 1")
    assert seen_by(late, None) == [SeatLeft(1, "timed-out")]


def test_the_end_of_a_round_reveals_everything_and_the_next_begins() -> None:
    table = Table("classic", "1 code RRBY", "2 guess RRBY")
    assert seen_by(table, None)[2:] == [RoundEnded(table.last), RoundBegan(2, 1, 2, 1)]
    table.does("2 code RRBY", "1 guess RRBY")
    assert seen_by(table, None)[2:] == [RoundEnded(table.last), MatchEnded(Outcome("draw", (1, 2)))]


def test_what_a_table_waits_for() -> None:
    table = Table("classic")
    assert table.sees(None).phase is Phase.CODES
    assert table.does("1 code RRBY").sees(None).phase is Phase.GUESSES
    assert table.does("2 guess RRRR").sees(None).phase is Phase.GUESSES
    assert table.does("2 resign").sees(None).phase is Phase.CODES
    assert table.does("2 resign").sees(None).phase is Phase.OVER
    assert table.sees(None).waiting == ()
    assert Table("mastermind-44").sees(None).phase is Phase.CODES
