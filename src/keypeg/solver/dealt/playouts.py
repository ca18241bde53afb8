"""Playouts where parts are dealt: random games that estimate how often an action wins.

From a position as one seat knows it, a deal is drawn and the rest of the round is played. In turn, each seat places a
row that is informative about the hands it thinks possible, and calls when it is sure enough of the code. A wrong call
puts its caller out and shows the caller's hand; when the rows are used up, all call in turn. Every playout has its own
random numbers, so that two actions are compared with the same luck.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from keypeg.core.codes import BLANK, Code
from keypeg.solver.dealt.deal_search import new_search
from keypeg.solver.dealt.hands import Deals, Hands
from keypeg.solver.dealt.playout_loop import NATURAL, run_playouts
from keypeg.solver.dealt.playout_policy import MAX_COUNTED_DEALS, PlayoutGame, PlayoutScratch, PlayoutState
from keypeg.solver.kernels.array_types import Bytes, Floats, Numbers

MAX_STEPS = 1_000_000_000
"""How many hands all playouts together examine at most, by default."""


@dataclass(frozen=True, eq=False)
class DealtPosition:
    """A round as one seat knows it. Seats are numbered from 0 here, in the order of their turns."""

    hands: Hands
    seat: int
    """The seat whose knowledge this is."""
    own: int
    """The number of its hand."""
    candidates: tuple[Numbers, ...]
    """For each seat, this one too, the hands that fit what all have seen."""
    deals: Deals
    """The deals that the seat thinks possible; the other seats in the same order."""
    wrong: tuple[int, ...]
    """The keys of the wrong answers."""
    rows_left: tuple[int, ...]
    """How many rows each seat may still place."""
    out: tuple[bool, ...]
    """Whether each seat is out of the round."""
    turn: int
    """The seat that places the next row, or calls next if all rows are used up."""


class CallThresholds(NamedTuple):
    """When seats that are not sure call in playouts: if the likeliest code has so much chance."""

    own: float
    """The threshold of the seat itself,"""
    others: float
    """that of the other seats,"""
    fear: float = 0.0
    """and how much chance some rival's likeliest code must have besides."""


class ChanceEstimate(NamedTuple):
    """A chance estimated from playouts."""

    chance: float
    error: float
    """Its standard error."""


def play_out(
    position: DealtPosition,
    seed: int,
    playouts: int,
    thresholds: CallThresholds,
    first: int = NATURAL,
    row: Bytes | None = None,
    steps: int = MAX_STEPS,
) -> Bytes:
    """Run so many playouts: 1 for each that the seat wins, else 0.

    There are fewer, but at least one, if they take too many steps. With a row, it is the seat's turn and it places this
    row; otherwise all seats may call first.
    """
    if row is not None:
        position = _show_blank(position, row)
    game, start, state, scratch = _make_arrays(position, thresholds)
    wins = np.zeros(playouts, np.uint8)
    cumulated = np.cumsum(position.deals.weights)
    placed = np.zeros(0, np.uint8) if row is None else row
    scratch.steps[1] = steps
    played = run_playouts(
        game, start, state, scratch, position.seat, position.deals.hands, cumulated, seed, first, placed, wins
    )
    return wins[:played]


def row_array(code: Code) -> Bytes:
    """A row as an array."""
    return np.array(code, np.uint8)


def estimate_chance(wins: Bytes) -> ChanceEstimate:
    """The chance to win, estimated from playouts."""
    mean = float(wins.mean())
    return ChanceEstimate(mean, float(np.sqrt(max(mean * (1 - mean), 1 / len(wins)) / len(wins))))


def _show_blank(position: DealtPosition, row: Bytes) -> DealtPosition:
    """The position after a row whose blanks, if any, show that their holes are the seat's own."""
    blank = sum(1 << hole for hole, peg in enumerate(row) if peg == BLANK)
    before = position.candidates[position.seat]
    fitting = before[position.hands.filled[before] & blank == blank]
    candidates = (*position.candidates[: position.seat], fitting, *position.candidates[position.seat + 1 :])
    return replace(position, candidates=candidates)


def _make_arrays(
    position: DealtPosition, thresholds: CallThresholds
) -> tuple[PlayoutGame, PlayoutState, PlayoutState, PlayoutScratch]:
    """The game, the state at the start, one to play with, and arrays to work in."""
    hands, seats = position.hands, len(position.candidates)
    counts = np.array([len(candidates) for candidates in position.candidates], np.int64)
    listed = np.zeros((seats, counts.max()), np.int32)
    for seat, candidates in enumerate(position.candidates):
        listed[seat, : counts[seat]] = candidates
    numbers = np.arange(max(int(counts.max()), 1) + 1, dtype=np.float64)
    logs: Floats = numbers * np.log2(np.maximum(numbers, 1.0))
    box = hands.box
    game = PlayoutGame(hands.arrays, hands.mark_numbers, box.holes, logs)
    wrong = np.zeros(len(position.wrong) + seats, np.int64)
    wrong[: len(position.wrong)] = position.wrong
    calls = np.full(seats + 1, thresholds.others)
    calls[position.seat], calls[seats] = thresholds.own, thresholds.fear
    start = PlayoutState(
        hands=listed,
        counts=counts,
        rows_left=np.array(position.rows_left, np.int64),
        out=np.array(position.out, np.uint8),
        wrong=wrong,
        turn=np.array([position.turn, len(position.wrong)], np.int64),
        truth=np.full(seats, position.own, np.int32),
        thresholds=calls,
        random=np.zeros(1, np.uint64),
    )
    scratch = PlayoutScratch(
        search=new_search(seats - 1, box.colours),
        equal=np.zeros((0, 0)),
        keys=np.zeros(MAX_COUNTED_DEALS, np.int64),
        weights=np.zeros(MAX_COUNTED_DEALS),
        answer=np.zeros(1, np.int64),
        counts=np.zeros(hands.kinds, np.int64),
        row=np.zeros(box.holes, np.uint8),
        best=np.zeros(box.holes, np.uint8),
        callers=np.zeros(seats, np.int64),
        chances=np.zeros(seats),
        steps=np.zeros(2, np.int64),
    )
    return game, start, PlayoutState._make(array.copy() for array in start), scratch
