"""The course of a playout: calls are heard, rows are placed in turn and marked, until somebody wins or nobody can."""

import numpy as np

from keypeg.solver.dealt.hands import Floats, colours_of, mark_hand
from keypeg.solver.dealt.playout_policy import (
    PlayoutGame,
    PlayoutScratch,
    PlayoutState,
    choose_row,
    copy_row,
    random_below,
    random_number,
    surest,
)
from keypeg.solver.kernels.array_types import Bytes, Numbers
from keypeg.solver.kernels.simd import kernel, tight_kernel

NATURAL, CALL, WAIT = 0, 1, 2
"""What the seat does first: as everybody would; or it calls; or it does not, whatever it knows."""

GOING_ON = -2
"""Nobody has called."""

SURE = 1 - 1e-9
"""From here on one is sure: sums of the same numbers in another order can differ in the last digit."""


@kernel
def run_playouts(
    game: PlayoutGame,
    start: PlayoutState,
    table: PlayoutState,
    room: PlayoutScratch,
    me: int,
    deals: Numbers,
    heaped: Floats,
    seed: int,
    first: int,
    row: Bytes,
    wins: Bytes,
) -> int:
    """Play on as often as there is room in `wins`, or as long as there are steps left. Returns how often that was."""
    seats = table.many.shape[0]
    for playout in range(wins.shape[0]):
        if playout > 0 and room.steps[0] > room.steps[1]:
            return playout
        table.random[0] = np.uint64(seed) + np.uint64(playout) * np.uint64(0xD1342543DE82EF95)
        table.hands[:] = start.hands
        table.many[:] = start.many
        table.left[:] = start.left
        table.out[:] = start.out
        table.wrong[:] = start.wrong
        table.turn[:] = start.turn
        share = (random_number(table.random) >> np.uint64(11)) * 2.0**-53 * heaped[-1]
        deal = min(np.searchsorted(heaped, share, "right"), deals.shape[0] - 1)
        for seat in range(seats):
            if seat != me:
                table.truth[seat] = deals[deal, seat - (seat > me)]
        wins[playout] = play_once(game, table, room, me, first, row) == me
    return wins.shape[0]


@tight_kernel
def play_once(game: PlayoutGame, table: PlayoutState, room: PlayoutScratch, me: int, first: int, row: Bytes) -> int:
    """Play one round to its end. Returns who wins; -1 if nobody does."""
    if row.shape[0] > 0:
        copy_row(row, room.best)
        mark_placed(game, table, room, me)
    while True:
        winner = hear_calls(game, table, room, me, first)
        if winner != GOING_ON:
            return winner
        first = NATURAL
        seat = whose_turn(table)
        if seat < 0:
            return last_calls(game, table, room)
        choose_row(game, table, room, seat)
        mark_placed(game, table, room, seat)


@tight_kernel
def whose_turn(table: PlayoutState) -> int:
    """Who places the next row; -1 if all rows are used up."""
    seats = table.many.shape[0]
    for step in range(seats):
        seat = (table.turn[0] + step) % seats
        if not table.out[seat] and table.left[seat] > 0:
            return seat
    return -1


@tight_kernel
def mark_placed(game: PlayoutGame, table: PlayoutState, room: PlayoutScratch, guesser: int) -> None:
    """Let all others mark the row that is placed, and see what fits their marks."""
    seats = table.many.shape[0]
    present = colours_of(room.best)
    for seat in range(seats):
        if seat == guesser:
            continue
        mark = mark_hand(room.best, present, game.holes, game.colours, game.numbers, table.truth[seat])
        kept = 0
        for at in range(table.many[seat]):
            hand = table.hands[seat, at]
            if mark_hand(room.best, present, game.holes, game.colours, game.numbers, hand) == mark:
                table.hands[seat, kept] = hand
                kept += 1
        table.many[seat] = kept
    table.left[guesser] -= 1
    table.turn[0] = (guesser + 1) % seats


@tight_kernel
def hear_calls(game: PlayoutGame, table: PlayoutState, room: PlayoutScratch, me: int, first: int) -> int:
    """Hear all who call, any of them first. Returns who wins by that, -1 if nobody is left, or that play goes on."""
    while True:
        many = wanting(game, table, room, me, first)
        if many == 0:
            return GOING_ON
        caller = room.wanting[random_below(table.random, many)]
        if caller == me:
            first = NATURAL
        if answer_right(game, table, room, caller):
            return caller
        first = NATURAL if first == WAIT else first
        if everybody_out(table):
            return -1


@tight_kernel
def wanting(game: PlayoutGame, table: PlayoutState, room: PlayoutScratch, me: int, first: int) -> int:
    """How many want to call, and who they are: whoever is sure, or sure enough with another close behind."""
    seats = table.many.shape[0]
    for seat in range(seats):
        room.shares[seat] = 0.0 if table.out[seat] else surest(game, table, room, seat)
    many = 0
    for seat in range(seats):
        if table.out[seat] or (seat == me and first == WAIT):
            continue
        danger = 0.0
        for other in range(seats):
            if other != seat:
                danger = max(danger, room.shares[other])
        likely = room.shares[seat] >= table.habits[seat] and danger >= table.habits[seats]
        if likely or room.shares[seat] > SURE or (seat == me and first == CALL):
            room.wanting[many] = seat
            many += 1
    return many


@tight_kernel
def answer_right(game: PlayoutGame, table: PlayoutState, room: PlayoutScratch, caller: int) -> bool:
    """Whether the caller names the code. If not he is out, and what he holds is known."""
    seats = table.many.shape[0]
    surest(game, table, room, caller)
    whole = 0
    for seat in range(seats):
        whole += game.spelled[table.truth[seat]]
    if room.answer[0] == whole:
        return True
    table.out[caller] = 1
    table.wrong[table.turn[1]] = room.answer[0]
    table.turn[1] += 1
    table.hands[caller, 0] = table.truth[caller]
    table.many[caller] = 1
    return False


@tight_kernel
def everybody_out(table: PlayoutState) -> bool:
    """Whether nobody is left who could win."""
    still_in = 0
    for seat in range(table.out.shape[0]):
        still_in += table.out[seat] == 0
    return still_in == 0


@tight_kernel
def last_calls(game: PlayoutGame, table: PlayoutState, room: PlayoutScratch) -> int:
    """With the rows used up all call in turn. Returns who wins; -1 if nobody does."""
    seats = table.many.shape[0]
    first = table.turn[0]
    for step in range(seats):
        seat = (first + step) % seats
        if not table.out[seat] and answer_right(game, table, room, seat):
            return seat
    return -1
