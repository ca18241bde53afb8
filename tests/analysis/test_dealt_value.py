"""What rows and calls were worth where parts are dealt, by what each seat knew then."""

from functools import lru_cache

import pytest

from analysis.test_round_value import adds_up
from keypeg.analysis.dealt_value import Decision, value_dealt_round
from keypeg.analysis.round_value import SeatValues
from keypeg.bots.driver import play_match
from keypeg.core.view import FinishedRound
from keypeg.players.registry import find_player
from keypeg.records.edition_links import read_edition
from keypeg.records.record import Line, Record, write_record
from keypeg.records.replay import Replay, replay_text
from keypeg.study.decisions import decisions_in_round

QUICK = 0.5

TABLES = ["mastermind-44", "mastermind-44~seats_3", "mastermind-44~seats_2", "mastermind-44~seats_2~parts_2"]

HEAD = "Keypeg: 1\nEdition: mastermind-44~seats_2\n\n"
"""Two seats with one part each: each looks for one hole of four, and one colour of six."""


@lru_cache(maxsize=8)
def played(link: str) -> Replay:
    edition = read_edition(link)
    levels = ["casual", "novice", "casual", "novice"][: edition.seats]
    match = play_match(edition, [find_player(name) for name in levels], "dealt", 0.05)
    return replay_text(write_record(Record(edition, (), tuple(Line(*done) for done in match.log))))


def stakes(found: Replay, at: int = 0) -> tuple[SeatValues, ...]:
    finished = found.state.finished[at]
    return value_dealt_round(finished, decisions_in_round(found, finished.number, finished.attempt), QUICK)


@pytest.mark.parametrize("link", TABLES)
def test_the_decisions_of_every_seat_add_up(link: str) -> None:
    found = played(link)
    for at, finished in enumerate(found.state.finished[:2]):
        told = stakes(found, at)
        assert [one.seat for one in told] == list(range(1, found.state.edition.seats + 1))
        for one in told:
            adds_up(one)
            assert one.result == pytest.approx(float(one.seat in finished.outcome.winners))
            for worth in one.values:
                assert 0 <= worth.played.value <= worth.before.value <= 1


@pytest.mark.parametrize("link", TABLES)
def test_marks_never_leave_a_seat_more_codes_than_it_held_possible(link: str) -> None:
    found = played(link)
    for one in stakes(found):
        for row in one.rows:
            assert row.codes_before
            assert row.codes_after is None or 0 < row.codes_after <= row.codes_before


def test_the_same_round_is_always_judged_the_same() -> None:
    found = played("mastermind-44")
    assert stakes(found) == stakes(found)


def test_whoever_is_sure_and_calls_gives_nothing_up() -> None:
    rows = "1 guess RBBBB\n2 guess GGGGG\n1 guess RBGGG\n2 guess GGGGG\n1 call\n1 answer RB...\n"
    first, second = stakes(replay_text(HEAD + "table deal R.... .B...\n" + rows))
    call = first.rows[-1]
    assert (call.kind, call.codes_before, call.codes_after) == ("call", 1, None)
    assert call.value is not None
    assert call.value.before.value == call.value.played.value == 1
    assert (first.result, second.result) == (1, 0)


def test_whoever_calls_an_answer_that_he_knows_to_be_wrong_gives_everything_up() -> None:
    rows = (
        "1 guess RBBBB\n2 guess GGGGG\n1 guess RBGGG\n2 guess GGGGG\n1 call\n1 answer RG...\n2 call\n2 answer RB...\n"
    )
    first, _ = stakes(replay_text(HEAD + "table deal R.... .B...\n" + rows))
    call = first.rows[-1].value
    assert call is not None
    assert (call.before.value, call.played.value, call.cost, call.luck) == (1, 0, 1, 0)


def test_a_call_is_right_as_often_as_its_answer_is_likely_and_the_rest_is_luck() -> None:
    """Nothing is known of the other's part: one hole of four, and a colour; the own colour is a counter rarer."""
    for answer, luck in (("RB...", 1), ("R.B..", 0)):
        first, _ = stakes(
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


def test_who_leaves_throws_his_chance_away() -> None:
    rows = "1 guess RBBBB\n2 guess GGGGG\n1 guess RBGGG\n2 guess GGGGG\n1 resign\n2 call\n2 answer RB...\n"
    first, _ = stakes(replay_text(HEAD + "table deal R.... .B...\n" + rows))
    adds_up(first)
    assert first.forfeit > 0.9
    assert first.result == pytest.approx(0)


def test_who_passes_with_a_code_in_hand_gives_it_up() -> None:
    rows = "".join(f"{seat} guess {row}\n" for row in ("GGGGG",) * 4 for seat in (1, 2))
    found = replay_text(HEAD + "table deal R.... .B...\n" + rows + "1 pass\n2 pass\n")
    first, second = stakes(found)
    assert first.rows[-1].kind == "pass"
    for one in (first, second):
        adds_up(one)
        last = one.values[-1]
        assert last.played.value == 0
        assert last.cost > 0
        assert one.result == 0


def test_a_seat_is_judged_by_its_own_view_alone() -> None:
    """What others hold may be exchanged for what fits the same marks: nothing changes until somebody shows it."""

    def judged(deal: str) -> SeatValues:
        found = replay_text(HEAD + f"table deal {deal}\n1 guess GGGGG\n2 guess GGGGG\n1 resign\n2 resign\n")
        return stakes(found)[0]

    assert judged("R.... .B...") == judged("R.... ..Y..")
    assert judged("R.... .B...") != judged("R.... ..G..")


def test_moments_are_views_of_those_who_decide() -> None:
    found = played("mastermind-44")
    finished: FinishedRound = found.state.finished[0]
    moments: list[Decision] = decisions_in_round(found, finished.number, finished.attempt)
    assert moments
    for one in moments:
        assert one.view.seat == one.seat
        assert one.view.code == finished.codes[one.seat - 1]
        assert one.view_after is None or one.view_after.seat == one.seat
