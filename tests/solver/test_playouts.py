"""Playouts give the right chance wherever it is known by other means."""

from dataclasses import replace

import numpy as np
import pytest

from keypeg.core.codes import Code
from keypeg.solver.dealt.hands import Box, Clues, Hands, fitting_hands, list_deals, list_hands
from keypeg.solver.dealt.playout_loop import CALL, NATURAL, WAIT
from keypeg.solver.dealt.playouts import (
    CallThresholds,
    ChanceEstimate,
    DealtPosition,
    estimate_chance,
    play_out,
    row_array,
)
from support.thoroughness import first_of

SURE = CallThresholds(1 - 1e-9, 1 - 1e-9)
MANY = 4000


def position(
    seats: int,
    parts: int = 1,
    candidates: dict[int, list[Code]] | None = None,
    rows_left: int = 4,
    seat: int = 0,
    own: Code = (1, 0, 0, 0, 0),
) -> DealtPosition:
    """A position of the rulebook's game in which all hands are possible, except at these seats."""
    hands = list_hands(Box(5, 6, parts, 4))
    everything, _ = fitting_hands(hands, Clues())
    hands_of_seat = [everything] * seats
    for other, codes in (candidates or {}).items():
        hands_of_seat[other] = np.array([hands.number(code) for code in codes], np.int32)
    deals = list_deals(
        hands,
        hands.number(own),
        [(numbers, np.ones(len(numbers))) for at, numbers in enumerate(hands_of_seat) if at != seat],
    )
    assert deals is not None
    return DealtPosition(
        hands, seat, hands.number(own), tuple(hands_of_seat), deals, (), (rows_left,) * seats, (False,) * seats, turn=0
    )


def chance(
    start: DealtPosition, first: int = NATURAL, thresholds: CallThresholds = SURE, row: Code | None = None
) -> ChanceEstimate:
    return estimate_chance(play_out(start, 5, MANY, thresholds, first, None if row is None else row_array(row)))


def parts(hands: Hands, *holes: int) -> list[Code]:
    """Hands of one part each: colour 2 in each of these holes."""
    return [tuple(2 * (hole == own_hole) for hole in range(1, 6)) for own_hole in holes]


def test_the_same_seed_gives_the_same_playouts() -> None:
    start = position(3)
    assert (play_out(start, 1, 200, SURE) == play_out(start, 1, 200, SURE)).all()
    assert (play_out(start, 1, 200, SURE) != play_out(start, 2, 200, SURE)).any()


def test_playouts_stop_when_their_steps_are_used_up() -> None:
    start = position(4)
    stopped = play_out(start, 1, 100, SURE, steps=20_000)
    assert 1 <= len(stopped) < 100
    assert (stopped == play_out(start, 1, 100, SURE)[: len(stopped)]).all()
    assert len(play_out(start, 1, 100, SURE, steps=0)) == 1


def test_more_playouts_begin_with_the_same_ones() -> None:
    start = position(2)
    assert (play_out(start, 1, 300, SURE)[:100] == play_out(start, 1, 100, SURE)).all()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_seat_that_is_sure_wins_by_a_call(seats: int) -> None:
    candidates = {seat: parts(list_hands(Box(5, 6, 1, 4)), seat + 1) for seat in range(1, seats)}
    start = position(seats, candidates=candidates)
    assert chance(start, CALL).chance == chance(start).chance == 1


def test_a_call_is_right_as_often_as_the_code_is_likely() -> None:
    hands = list_hands(Box(5, 6, 1, 4))
    for codes in (1, 2, 3, 4):
        estimate = chance(position(2, candidates={1: parts(hands, *range(2, 2 + codes))}), CALL)
        assert abs(estimate.chance - 1 / codes) <= 5 * estimate.error


def test_the_last_seat_in_the_round_wins() -> None:
    start = replace(position(3, rows_left=12), out=(False, True, True))
    assert chance(start).chance == 1


def test_a_seat_that_is_out_never_wins() -> None:
    assert chance(replace(position(3), out=(True, False, False))).chance == 0


def test_when_the_rows_are_used_up_all_seats_call_in_turn() -> None:
    hands = list_hands(Box(5, 6, 1, 4))
    # The code is one of two for this seat; the rival can name it only after a miss, which shows this seat's hand.
    start = position(2, candidates={1: parts(hands, 2, 3)}, rows_left=0)
    first = chance(start)
    assert abs(first.chance - 1 / 2) <= 5 * first.error
    second = chance(replace(start, turn=1))
    # The rival calls first now, and guesses among all hands of this seat: 4 holes, 6 colours, two of one rarer.
    assert abs(second.chance - (1 - 4 / 92)) <= 5 * second.error


def test_waiting_beats_calling_if_no_rival_can_be_sure() -> None:
    hands = list_hands(Box(5, 6, 1, 4))
    start = position(2, candidates={1: parts(hands, 2, 3)})
    assert chance(start, WAIT).chance > chance(start, CALL).chance + 0.2


def test_calling_beats_waiting_if_a_rival_is_sure_after_the_next_row() -> None:
    hands = list_hands(Box(5, 6, 1, 4))
    mine: list[Code] = [(1, 0, 0, 0, 0), (0, 1, 0, 0, 0)]
    start = replace(position(2, candidates={0: mine, 1: parts(hands, 3, 4, 5)}), turn=1)
    assert chance(start, CALL).chance > chance(start, WAIT).chance


def test_a_row_that_settles_the_code_wins_at_once() -> None:
    hands = list_hands(Box(5, 6, 1, 4))
    start = position(2, candidates={1: parts(hands, 2, 3)}, rows_left=1)
    assert chance(start, row=(3, 2, 3, 3, 3)).chance == 1
    assert chance(start, row=(3, 3, 3, 3, 3)).chance < 1


def test_a_blank_in_a_row_helps_the_rivals() -> None:
    start = position(3)
    shown, hidden = chance(start, row=(0, 2, 3, 2, 3)), chance(start, row=(2, 2, 3, 2, 3))
    assert shown.chance < hidden.chance


def test_more_playouts_have_a_smaller_error() -> None:
    wins = np.array([0, 1] * 50, np.uint8)
    assert estimate_chance(wins) == ChanceEstimate(0.5, 0.05)
    assert estimate_chance(np.zeros(100, np.uint8)).error > 0


@pytest.mark.parametrize(("seats", "rows"), first_of([(2, 1), (3, 1), (2, 2), (4, 1)], quick=2))
def test_the_chances_of_all_seats_add_up_to_one(seats: int, rows: int) -> None:
    own = (1, 2, 0, 0, 0) if rows == 2 else (1, 0, 0, 0, 0)
    estimates = [chance(position(seats, rows, seat=seat, own=own)) for seat in range(seats)]
    assert abs(sum(estimate.chance for estimate in estimates) - 1) <= 5 * sum(estimate.error for estimate in estimates)
