"""Play where parts of the code are dealt: which row to place, when to call, what to answer.

The strong player places the row with the most information, and calls when the code is certain. The perfect player
subtracts what a row tells the others, plays out the best few rows, and calls when that wins more often than waiting.
Both list all deals that fit what they have seen, with their chances. Where there are too many deals, or none because
somebody marked wrongly, they place any row that could be the code.
"""

from collections.abc import Callable, Iterator
from random import Random

import numpy as np

from keypeg.core.codes import BLANK, Code
from keypeg.core.view import Allowed, View
from keypeg.players.dealt_knowledge import EQUAL_WITHIN, Knowledge, knowledge_of, pick_fitting_answer, pick_fitting_row
from keypeg.players.win_chance import DEFAULT_STEPS, play_outcomes, playable_knowledge
from keypeg.solver.dealt.hands import Deals
from keypeg.solver.dealt.information import chance_right, full_rows, information, information_bound
from keypeg.solver.dealt.playout_loop import CALL, WAIT
from keypeg.solver.kernels.array_types import Bytes, Floats, Longs

MAX_LISTED_ROWS = 20_000
"""With more rows than this, the player draws rows that could be the code instead of listing all,"""

DRAWN_ROWS = 200
"""and so many of them."""

MAX_ROW_DEAL_PAIRS = 6_000_000
"""The most pairs of a row and a deal that one choice looks at."""

FULLY_VALUED_ROWS, SHORTLISTED_ROWS, PLAYED_OUT_ROWS = 150, 32, 8
"""How many rows the perfect player values fully, then from the others' points of view, and then plays out."""

BITS_FOR_RIGHT = 1.0
"""The value of being certainly right about the code, in bits."""

COST_OF_GIVEN_BIT = 0.5
"""The cost of a bit that a row tells the others, or of the others being right, as a share of one's own."""

MAX_HANDS_OF_OTHERS = 24
"""How many hands of another seat, the most likely ones, are looked at to find what a row would tell it."""

ROW_PLAYOUTS, CALL_PLAYOUTS = 4_000, 2_000
"""The most playouts in a second of thinking time, to choose a row and to decide on a call."""

MAX_USEFUL_SECONDS = 2.0
"""More thinking time than this changes nothing."""

MIN_CALL_CHANCE = 0.1
"""A code less likely than this is never called while rows are left."""


# The strong player


def strong_guess(view: View, allowed: Allowed, time: float, rng: Random) -> Code:
    """The row with the most information; of several, the first that could be the code, or else the first."""

    def pick(knowledge: Knowledge, deals: Deals, rows: Bytes, bits: Floats) -> Code:
        best = rows[bits > bits.max() - EQUAL_WITHIN]
        return _first_fitting(knowledge, deals, best[np.lexsort(best.T[::-1])])

    return _choose_row(pick, view, allowed, rng)


def strong_wants_to_call(view: View, time: float, rng: Random) -> bool:
    """Call when the code is certain."""
    return knowledge_of(view).is_sure


def strong_answer(view: View, allowed: Allowed, time: float, rng: Random) -> Code:
    """The most likely code, any of several."""
    knowledge = knowledge_of(view)
    return rng.choice(knowledge.likeliest_codes) if knowledge.deals else pick_fitting_answer(knowledge, allowed, rng)


PickRow = Callable[[Knowledge, Deals, Bytes, Floats], Code]
"""Picks a row from these, each with its information in bits."""


def _choose_row(pick: PickRow, view: View, allowed: Allowed, rng: Random) -> Code:
    """The row that `pick` takes; where deals cannot be listed, any row that could be the code."""
    knowledge = knowledge_of(view)
    if not knowledge.deals:
        return pick_fitting_row(knowledge, allowed, rng)
    rows = _list_rows(knowledge, allowed, rng)
    rated, bits = _rate_information(knowledge, knowledge.deals, rows)
    return pick(knowledge, knowledge.deals, rows[rated], bits)


def _list_rows(knowledge: Knowledge, allowed: Allowed, rng: Random) -> Bytes:
    """The rows to choose from, without blanks.

    A blank never pays: a colour that is already in the row tells the same, and does not show whose hole it is.
    """
    space = allowed.space
    assert space is not None
    if space.colours**space.holes <= MAX_LISTED_ROWS:
        return full_rows(space.holes, space.colours, space.repeats)
    rows = [pick_fitting_row(knowledge, allowed, rng) for _ in range(DRAWN_ROWS)]
    return np.unique(np.array(rows, np.uint8), axis=0)


def _rate_information(knowledge: Knowledge, deals: Deals, rows: Bytes) -> tuple[Longs, Floats]:
    """The numbers of the rows that can tell most, and the information of each; as many as there is work for."""
    most = information_bound(knowledge.hands, deals, rows)
    order = np.argsort(-most, kind="stable")[: max(MAX_ROW_DEAL_PAIRS // len(deals), 1)].astype(np.int64)
    bits = np.zeros(0)
    for start in range(0, len(order), 256):
        # Rows that can tell less than another row does need no closer look.
        if start and most[order[start]] < bits.max() - EQUAL_WITHIN:
            break
        bits = np.append(bits, information(knowledge.hands, deals, rows[order[start : start + 256]]))
    return order[: len(bits)], bits


def _first_fitting(knowledge: Knowledge, deals: Deals, rows: Bytes) -> Code:
    """The first of these rows that agrees with a deal in all the others' holes; if none does, the first."""
    fits = (can_be_right(knowledge, deals, row) for row in rows[:FULLY_VALUED_ROWS])
    return _code(rows[next((index for index, fit in enumerate(fits) if fit), 0)])


def can_be_right(knowledge: Knowledge, deals: Deals, row: Bytes) -> bool:
    """Whether a row agrees with some deal in all the others' holes."""
    others_pegs = knowledge.hands.pegs[deals.hands].max(axis=1)
    return bool(((others_pegs == BLANK) | (others_pegs == row)).all(axis=1).any())


def _code(row: Bytes) -> Code:
    return tuple(row.tolist())


# The perfect player


def perfect_guess(view: View, allowed: Allowed, time: float, rng: Random) -> Code:
    """The row that wins most often, of the few that tell the seat most and the others least."""

    def pick(knowledge: Knowledge, deals: Deals, rows: Bytes, bits: Floats) -> Code:
        rows, bits = _take_best(rows, bits, FULLY_VALUED_ROWS)
        rows, value = _take_best(
            rows, bits + BITS_FOR_RIGHT * chance_right(knowledge.hands, deals, rows), SHORTLISTED_ROWS
        )
        rows, _ = _take_best(
            rows, value - COST_OF_GIVEN_BIT * _value_for_others(knowledge, deals, rows, view.out), PLAYED_OUT_ROWS
        )
        return _find_winning_row(view, rows, time, rng)

    return _choose_row(pick, view, allowed, rng)


def perfect_wants_to_call(view: View, time: float, rng: Random) -> bool:
    """Call when the code is certain, or when calling wins more often than waiting; never while nobody else can win."""
    knowledge = knowledge_of(view)
    rivals = any(seat + 1 not in view.out for seat in knowledge.others)
    if (
        knowledge.is_sure
        or not knowledge.deals
        or not rivals
        or knowledge.likeliest_chance < MIN_CALL_CHANCE
        or playable_knowledge(view) is None
    ):
        return knowledge.is_sure
    seed, effort = rng.getrandbits(63), min(time, MAX_USEFUL_SECONDS)
    playouts, steps = int(CALL_PLAYOUTS * effort) + 1, int(DEFAULT_STEPS * effort / 4)
    calling, waiting = (
        play_outcomes(view, knowledge, seed, playouts, first, steps=steps).mean() for first in (CALL, WAIT)
    )
    return bool(calling > waiting)


perfect_answer = strong_answer


def _take_best(rows: Bytes, value: Floats, number: int) -> tuple[Bytes, Floats]:
    """The best rows by this value, in order, and their values."""
    order = np.argsort(-value, kind="stable")[:number]
    return rows[order], value[order]


def _value_for_others(knowledge: Knowledge, deals: Deals, rows: Bytes, out: tuple[int, ...]) -> Floats:
    """The value of the marks of third seats on each row for the others still in the round, on average."""
    value = np.zeros(len(rows))
    for share, deals_of_other, thirds in _views_of_others(knowledge, deals, len(rows), out):
        bits = information(knowledge.hands, deals_of_other, rows, thirds)
        value += share * (bits + BITS_FOR_RIGHT * chance_right(knowledge.hands, deals_of_other, rows, thirds))
    return value / len(knowledge.others)


def bits_given_to_others(knowledge: Knowledge, deals: Deals, row: Bytes, out: tuple[int, ...]) -> float:
    """The information that the marks of third seats on a row give one of the others still in the round, on average."""
    bits = total_share = 0.0
    for share, deals_of_other, thirds in _views_of_others(knowledge, deals, 1, out):
        bits += share * float(information(knowledge.hands, deals_of_other, row[np.newaxis], thirds)[0])
        total_share += share
    return bits / total_share if total_share else 0.0


def _views_of_others(
    knowledge: Knowledge, deals: Deals, rows: int, out: tuple[int, ...]
) -> Iterator[tuple[float, Deals, tuple[int, ...]]]:
    """How the others still in the round would see some rows, for each of their most likely hands.

    Yields the chance of the hand, the deals that are then possible for that seat, and the columns of those deals whose
    marks tell it something. With two seats no marks do.
    """
    if len(knowledge.others) < 2:
        return
    feared = max(min(MAX_HANDS_OF_OTHERS, 4 * MAX_ROW_DEAL_PAIRS // (len(deals) * rows * len(knowledge.others))), 1)
    for column, other in enumerate(knowledge.others):
        if other + 1 in out:
            continue
        hands, places = np.unique(deals.hands[:, column], return_inverse=True)
        shares = np.bincount(places, weights=deals.weights) / deals.total
        likely = np.argsort(-shares, kind="stable")[:feared]
        seats = [seat for seat in range(len(knowledge.candidates)) if seat != other]
        thirds = tuple(index for index, seat in enumerate(seats) if seat != knowledge.seat)
        for hand, share in zip(hands[likely].tolist(), shares[likely].tolist(), strict=True):
            deals_of_other = knowledge.deals_to(other, hand)
            if deals_of_other:
                yield share, deals_of_other, thirds


def _find_winning_row(view: View, rows: Bytes, time: float, rng: Random) -> Code:
    """The row that wins most playouts: the worse half is dropped again and again."""
    knowledge = playable_knowledge(view)
    won, played = np.zeros(len(rows)), np.zeros(len(rows))
    left = np.arange(len(rows))
    while knowledge is not None and len(left) > 1:
        seed, share = rng.getrandbits(63), min(time, MAX_USEFUL_SECONDS) / (3 * len(left))
        playouts, steps = int(ROW_PLAYOUTS * share) + 1, int(DEFAULT_STEPS * share)
        for index in left:
            wins = play_outcomes(view, knowledge, seed, playouts, row=_code(rows[index]), steps=steps)
            won[index] += wins.sum()
            played[index] += len(wins)
        left = left[np.argsort(-won[left] / played[left], kind="stable")][: len(left) // 2]
    return _code(rows[left[0]])
