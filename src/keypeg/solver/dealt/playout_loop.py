"""The rounds of playouts: seats call, or place rows in turn, which are marked, until a seat wins or none can."""

import numpy as np

from keypeg.solver.dealt.hands import colours_of, mark_hand
from keypeg.solver.dealt.playout_policy import (
    PlayoutGame,
    PlayoutScratch,
    PlayoutState,
    choose_row,
    copy_row,
    find_likeliest_code,
    random_below,
    random_number,
)
from keypeg.solver.kernels.array_types import Bytes, Floats, Numbers
from keypeg.solver.kernels.simd import kernel, tight_kernel

NATURAL, CALL, WAIT = 0, 1, 2
"""What the seat does first: what its policy says; or it calls; or it does not call, whatever it knows."""

NOBODY = -1
"""No seat wins, or places a row."""

UNDECIDED = -2
"""The round continues."""

SURE = 1 - 1e-9
"""From this chance on a seat is sure: sums of the same numbers in another order can differ in the last digit."""


@kernel
def run_playouts(
    game: PlayoutGame,
    start: PlayoutState,
    state: PlayoutState,
    scratch: PlayoutScratch,
    me: int,
    deals: Numbers,
    cumulated: Floats,
    seed: int,
    first: int,
    row: Bytes,
    wins: Bytes,
) -> int:
    """Fill `wins` with one playout for each entry, as long as there are steps left. Returns how many were played.

    Each playout draws one of the deals, whose weights are cumulated.
    """
    seats = state.counts.shape[0]
    for playout in range(wins.shape[0]):
        if playout > 0 and scratch.steps[0] > scratch.steps[1]:
            return playout
        state.random[0] = np.uint64(seed) + np.uint64(playout) * np.uint64(0xD1342543DE82EF95)
        state.hands[:] = start.hands
        state.counts[:] = start.counts
        state.rows_left[:] = start.rows_left
        state.out[:] = start.out
        state.wrong[:] = start.wrong
        state.turn[:] = start.turn
        drawn = (random_number(state.random) >> np.uint64(11)) * 2.0**-53 * cumulated[-1]
        deal = min(np.searchsorted(cumulated, drawn, "right"), deals.shape[0] - 1)
        for seat in range(seats):
            if seat != me:
                state.truth[seat] = deals[deal, seat - (seat > me)]
        wins[playout] = play_round(game, state, scratch, me, first, row) == me
    return wins.shape[0]


@tight_kernel
def play_round(game: PlayoutGame, state: PlayoutState, scratch: PlayoutScratch, me: int, first: int, row: Bytes) -> int:
    """Play one round to its end. Returns the winner, or `NOBODY`."""
    if row.shape[0] > 0:
        copy_row(row, scratch.best)
        place_row(game, state, scratch, me)
    while True:
        winner = resolve_calls(game, state, scratch, me, first)
        if winner != UNDECIDED:
            return winner
        first = NATURAL
        seat = next_to_place(state)
        if seat == NOBODY:
            return resolve_last_calls(game, state, scratch)
        choose_row(game, state, scratch, seat)
        place_row(game, state, scratch, seat)


@tight_kernel
def next_to_place(state: PlayoutState) -> int:
    """The seat that places the next row; `NOBODY` if all rows are used up."""
    seats = state.counts.shape[0]
    for step in range(seats):
        seat = (state.turn[0] + step) % seats
        if not state.out[seat] and state.rows_left[seat] > 0:
            return seat
    return NOBODY


@tight_kernel
def place_row(game: PlayoutGame, state: PlayoutState, scratch: PlayoutScratch, guesser: int) -> None:
    """Place the row in `scratch.best`: every other seat marks it, and only hands that fit its mark stay candidates."""
    seats, hands = state.counts.shape[0], game.hands
    present = colours_of(scratch.best)
    for seat in range(seats):
        if seat == guesser:
            continue
        mark = mark_hand(scratch.best, present, hands.holes, hands.colours, game.mark_numbers, state.truth[seat])
        fitting = 0
        for index in range(state.counts[seat]):
            hand = state.hands[seat, index]
            if mark_hand(scratch.best, present, hands.holes, hands.colours, game.mark_numbers, hand) == mark:
                state.hands[seat, fitting] = hand
                fitting += 1
        state.counts[seat] = fitting
    state.rows_left[guesser] -= 1
    state.turn[0] = (guesser + 1) % seats


@tight_kernel
def resolve_calls(game: PlayoutGame, state: PlayoutState, scratch: PlayoutScratch, me: int, first: int) -> int:
    """Let all seats call that want to, in random order. Returns the winner, `NOBODY` if all are out, or `UNDECIDED`."""
    while True:
        count = list_callers(game, state, scratch, me, first)
        if count == 0:
            return UNDECIDED
        caller = scratch.callers[random_below(state.random, count)]
        if caller == me:
            first = NATURAL
        if call_code(game, state, scratch, caller):
            return caller
        first = NATURAL if first == WAIT else first
        if are_all_out(state):
            return NOBODY


@tight_kernel
def list_callers(game: PlayoutGame, state: PlayoutState, scratch: PlayoutScratch, me: int, first: int) -> int:
    """List the seats that want to call, and return how many: those that are sure, or sure enough with a rival close."""
    seats = state.counts.shape[0]
    for seat in range(seats):
        scratch.chances[seat] = 0.0 if state.out[seat] else find_likeliest_code(game, state, scratch, seat)
    count = 0
    for seat in range(seats):
        if state.out[seat] or (seat == me and first == WAIT):
            continue
        danger = 0.0
        for other in range(seats):
            if other != seat:
                danger = max(danger, scratch.chances[other])
        is_likely = scratch.chances[seat] >= state.thresholds[seat] and danger >= state.thresholds[seats]
        if is_likely or scratch.chances[seat] > SURE or (seat == me and first == CALL):
            scratch.callers[count] = seat
            count += 1
    return count


@tight_kernel
def call_code(game: PlayoutGame, state: PlayoutState, scratch: PlayoutScratch, caller: int) -> bool:
    """Let a seat name the likeliest code; return whether it is right. If not, the seat is out and its hand is shown."""
    seats = state.counts.shape[0]
    find_likeliest_code(game, state, scratch, caller)
    key = 0
    for seat in range(seats):
        key += game.hands.keys[state.truth[seat]]
    if scratch.answer[0] == key:
        return True
    state.out[caller] = 1
    state.wrong[state.turn[1]] = scratch.answer[0]
    state.turn[1] += 1
    state.hands[caller, 0] = state.truth[caller]
    state.counts[caller] = 1
    return False


@tight_kernel
def are_all_out(state: PlayoutState) -> bool:
    """Whether no seat is left that could win."""
    still_in = 0
    for seat in range(state.out.shape[0]):
        still_in += state.out[seat] == 0
    return still_in == 0


@tight_kernel
def resolve_last_calls(game: PlayoutGame, state: PlayoutState, scratch: PlayoutScratch) -> int:
    """Let all seats call in turn, when the rows are used up. Returns the winner, or `NOBODY`."""
    seats = state.counts.shape[0]
    first = state.turn[0]
    for step in range(seats):
        seat = (first + step) % seats
        if not state.out[seat] and call_code(game, state, scratch, seat):
            return seat
    return NOBODY
