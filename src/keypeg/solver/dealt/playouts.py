"""Playing on by chance where parts are dealt: how often each way of going on wins.

From a position as one seat knows it, a deal is drawn and the rest of the round is played: in turn everybody places
a row that tells him much about what he holds possible, and calls when he is sure enough of the code. A wrong call puts
its caller out and shows what he holds; with the rows used up all call in turn. Every playout has random numbers of its
own, so that two ways of going on meet the same luck.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from keypeg.core.codes import BLANK, Code
from keypeg.solver.dealt.hands import Deals, Floats, Hands
from keypeg.solver.dealt.playout_loop import NATURAL, run_playouts
from keypeg.solver.dealt.playout_policy import MOST_LISTED, PlayoutGame, PlayoutScratch, PlayoutState
from keypeg.solver.kernels.array_types import Bytes, Numbers

MOST_STEPS = 1_000_000_000
"""How many hands are looked at in all playouts together, where nobody says otherwise."""


@dataclass(frozen=True, eq=False)
class DealtPosition:
    """A round as one seat knows it. Seats are numbered from 0 here, in the order of their turns."""

    hands: Hands
    seat: int
    """Whose knowledge it is."""
    own: int
    """The hand that it holds."""
    candidates: tuple[Numbers, ...]
    """For each seat, its own too, the hands that fit what all have seen."""
    deals: Deals
    """What the seat itself holds possible; the other seats in the same order."""
    wrong: tuple[int, ...]
    """The whole codes that have been answered wrongly."""
    rows_left: tuple[int, ...]
    """How many rows each seat may still place."""
    out: tuple[bool, ...]
    """Who is out of the round."""
    turn: int
    """Whose turn it is; with all rows used up, whose it is to call."""


class CallThresholds(NamedTuple):
    """When it is that seats call in playouts, if they are not sure: when a code is so likely to them,"""

    own: float
    others: float
    fear: float = 0.0
    """and one is so likely to some other seat."""


class ChanceEstimate(NamedTuple):
    """A chance that was measured, not computed."""

    chance: float
    error: float
    """Its standard error."""


def play_out(
    position: DealtPosition,
    seed: int,
    playouts: int,
    habits: CallThresholds,
    first: int = NATURAL,
    row: Bytes | None = None,
    steps: int = MOST_STEPS,
) -> Bytes:
    """Whether the seat has won each of so many playouts, 1 or 0; of fewer, at least one, if they take too many steps.

    With a row, it is the seat's turn and this is what it places; otherwise everybody may call before play goes on.
    """
    if row is not None:
        position = _with_hole_shown(position, row)
    game, start, table, room = _laid_out(position, habits)
    wins = np.zeros(playouts, np.uint8)
    heaped = np.cumsum(position.deals.weights)
    placed = np.zeros(0, np.uint8) if row is None else row
    room.steps[1] = steps
    done = run_playouts(
        game, start, table, room, position.seat, position.deals.hands, heaped, seed, first, placed, wins
    )
    return wins[:done]


def as_row(code: Code) -> Bytes:
    """A code as a row of an array."""
    return np.array(code, np.uint8)


def estimate(wins: Bytes) -> ChanceEstimate:
    """The chance that these playouts speak for."""
    mean = float(wins.mean())
    return ChanceEstimate(mean, float(np.sqrt(max(mean * (1 - mean), 1 / len(wins)) / len(wins))))


def _with_hole_shown(position: DealtPosition, row: Bytes) -> DealtPosition:
    """The position with what a blank in this row shows: that its hole is the seat's own."""
    blank = sum(1 << hole for hole, peg in enumerate(row) if peg == BLANK)
    mine = position.candidates[position.seat]
    kept = mine[position.hands.filled[mine] & blank == blank]
    candidates = (*position.candidates[: position.seat], kept, *position.candidates[position.seat + 1 :])
    return replace(position, candidates=candidates)


def _laid_out(
    position: DealtPosition, habits: CallThresholds
) -> tuple[PlayoutGame, PlayoutState, PlayoutState, PlayoutScratch]:
    """A game, the table to start from, one to play on, and room to work in."""
    hands, seats = position.hands, len(position.candidates)
    many = np.array([len(candidates) for candidates in position.candidates], np.int64)
    listed = np.zeros((seats, many.max()), np.int32)
    for seat, candidates in enumerate(position.candidates):
        listed[seat, : many[seat]] = candidates
    numbers = np.arange(max(int(many.max()), 1) + 1, dtype=np.float64)
    logs: Floats = numbers * np.log2(np.maximum(numbers, 1.0))
    box = hands.box
    game = PlayoutGame(
        hands.holes, hands.colours, hands.filled, hands.spelled, hands.mark_numbers, box.holes, box.colours,
        box.counters, logs,
    )  # fmt: skip
    wrong = np.zeros(len(position.wrong) + seats, np.int64)
    wrong[: len(position.wrong)] = position.wrong
    truth = np.full(seats, position.own, np.int32)
    calls = np.full(seats + 1, habits.others)
    calls[position.seat], calls[seats] = habits.own, habits.fear
    start = PlayoutState(
        listed, many, np.array(position.rows_left, np.int64), np.array(position.out, np.uint8), wrong,
        np.array([position.turn, len(position.wrong)], np.int64), truth, calls, np.zeros(1, np.uint64),
    )  # fmt: skip
    room = PlayoutScratch(
        np.zeros(MOST_LISTED, np.int64), np.zeros(MOST_LISTED), np.zeros(32, np.int64), np.zeros(seats, np.int64),
        np.zeros(seats, np.int64), np.zeros(seats, np.int64), np.zeros(seats), np.zeros(1, np.int64),
        np.zeros(hands.kinds, np.int64), np.zeros(box.holes, np.uint8), np.zeros(box.holes, np.uint8),
        np.zeros(seats, np.int64), np.zeros(seats), np.zeros(2, np.int64),
    )  # fmt: skip
    return game, start, PlayoutState._make(one.copy() for one in start), room
