"""The value of rows and calls where parts are dealt, by what each seat knew at the time."""

from functools import lru_cache

import pytest

from analysis.test_round_value import check_sums
from keypeg.analysis.dealt_decision import Decision
from keypeg.analysis.dealt_value import value_dealt_round
from keypeg.analysis.round_value import SeatValues
from keypeg.contests.driver import play_match
from keypeg.core.view import FinishedRound
from keypeg.players.registry import find_player
from keypeg.records.edition_links import read_edition
from keypeg.records.record import Line, Record, write_record
from keypeg.records.replay import Replay, replay_text
from keypeg.study.decisions import decisions_in_round

QUICK = 0.5

TABLES = ["mastermind-44", "mastermind-44~seats_3", "mastermind-44~seats_2", "mastermind-44~seats_2~parts_2"]

HEAD = "Keypeg: 1\nEdition: mastermind-44~seats_2\n\n"
"""Two seats with one part each: each has to find one hole of four and one colour of six."""


@lru_cache(maxsize=8)
def played(link: str) -> Replay:
    edition = read_edition(link)
    levels = ["casual", "beginner", "casual", "beginner"][: edition.seats]
    match = play_match(edition, [find_player(name) for name in levels], "dealt", 0.05)
    return replay_text(write_record(Record(edition, (), tuple(Line(*done) for done in match.log))))


def seat_values(replay: Replay, at: int = 0) -> tuple[SeatValues, ...]:
    finished = replay.state.finished[at]
    return value_dealt_round(finished, decisions_in_round(replay, finished.number, finished.attempt), QUICK)


@lru_cache(maxsize=16)
def played_values(link: str, at: int = 0) -> tuple[SeatValues, ...]:
    """The values of a round of this match, cached for all tests."""
    return seat_values(played(link), at)


@pytest.mark.parametrize("link", TABLES)
def test_the_decisions_of_every_seat_add_up(link: str) -> None:
    replay = played(link)
    for at, finished in enumerate(replay.state.finished[:2]):
        values = played_values(link, at)
        assert [values_of_seat.seat for values_of_seat in values] == list(range(1, replay.state.edition.seats + 1))
        for values_of_seat in values:
            check_sums(values_of_seat)
            assert values_of_seat.result == pytest.approx(float(values_of_seat.seat in finished.outcome.winners))
            for value in values_of_seat.values:
                assert 0 <= value.played.value <= value.before.value <= 1


@pytest.mark.parametrize("link", TABLES)
def test_marks_never_leave_a_seat_more_codes_than_before(link: str) -> None:
    for values in played_values(link):
        for row in values.rows:
            assert row.codes_before
            assert row.codes_after is None or 0 < row.codes_after <= row.codes_before


def test_the_same_round_always_has_the_same_values() -> None:
    assert seat_values(played("mastermind-44")) == played_values("mastermind-44")


def test_calling_a_certain_code_costs_nothing() -> None:
    rows = "1 guess RBBBB\n2 guess GGGGG\n1 guess RBGGG\n2 guess GGGGG\n1 call\n1 answer RB...\n"
    first, second = seat_values(replay_text(HEAD + "table deal R.... .B...\n" + rows))
    call = first.rows[-1]
    assert (call.kind, call.codes_before, call.codes_after) == ("call", 1, None)
    assert call.value is not None
    assert call.value.before.value == call.value.played.value == 1
    assert (first.result, second.result) == (1, 0)


def test_answering_a_code_known_to_be_wrong_costs_everything() -> None:
    rows = (
        "1 guess RBBBB\n2 guess GGGGG\n1 guess RBGGG\n2 guess GGGGG\n1 call\n1 answer RG...\n2 call\n2 answer RB...\n"
    )
    first, _ = seat_values(replay_text(HEAD + "table deal R.... .B...\n" + rows))
    call = first.rows[-1].value
    assert call is not None
    assert (call.before.value, call.played.value, call.cost, call.luck) == (1, 0, 1, 0)


def test_the_value_of_a_call_is_the_chance_of_its_answer_and_the_rest_is_luck() -> None:
    """Nothing is known of the other's part: one hole of four, and a colour; the own colour has one counter less."""
    for answer, luck in (("RB...", 1), ("R.B..", 0)):
        first, _ = seat_values(
            replay_text(HEAD + f"table deal R.... .B...\n1 call\n1 answer {answer}\n2 call\n2 answer RB...\n")
        )
        call = first.rows[0]
        assert call.value is not None
        assert call.codes_before == 24
        assert call.value.played.value == pytest.approx(4 / 23 / 4)
        assert call.value.luck == pytest.approx(luck - 1 / 23)
        assert call.waiting is not None
        assert call.waiting > call.value.played.value
        assert call.value.before.value == call.waiting, "to wait was better"
        assert call.value.best == ()


def test_leaving_forfeits_the_chance_to_win() -> None:
    rows = "1 guess RBBBB\n2 guess GGGGG\n1 guess RBGGG\n2 guess GGGGG\n1 resign\n2 call\n2 answer RB...\n"
    first, _ = seat_values(replay_text(HEAD + "table deal R.... .B...\n" + rows))
    check_sums(first)
    assert first.forfeit > 0.9
    assert first.result == pytest.approx(0)


def test_passing_with_a_known_code_costs_its_chance() -> None:
    rows = "".join(f"{seat} guess {row}\n" for row in ("GGGGG",) * 4 for seat in (1, 2))
    replay = replay_text(HEAD + "table deal R.... .B...\n" + rows + "1 pass\n2 pass\n")
    first, second = seat_values(replay)
    assert first.rows[-1].kind == "pass"
    for values in (first, second):
        check_sums(values)
        last = values.values[-1]
        assert last.played.value == 0
        assert last.cost > 0
        assert values.result == 0


def test_the_values_of_a_seat_depend_on_its_own_view_alone() -> None:
    """The others' parts are swapped for parts that fit the same marks: nothing changes until somebody shows them."""

    def valued(deal: str) -> SeatValues:
        replay = replay_text(HEAD + f"table deal {deal}\n1 guess GGGGG\n2 guess GGGGG\n1 resign\n2 resign\n")
        return seat_values(replay)[0]

    assert valued("R.... .B...") == valued("R.... ..Y..")
    assert valued("R.... .B...") != valued("R.... ..G..")


def test_a_decision_holds_the_view_of_the_seat_that_decides() -> None:
    replay = played("mastermind-44")
    finished: FinishedRound = replay.state.finished[0]
    decisions: list[Decision] = decisions_in_round(replay, finished.number, finished.attempt)
    assert decisions
    for decision in decisions:
        assert decision.view.seat == decision.seat
        assert decision.view.code == finished.codes[decision.seat - 1]
        assert decision.view_after is None or decision.view_after.seat == decision.seat
