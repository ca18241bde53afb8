"""Playing where parts of the code are dealt to all: which row to place, when to call, what to answer.

The strong player places the row that tells it most, and calls when it is sure. The perfect player takes off what a row
gives away to the others, plays the best few on by chance, and calls when that wins more often than waiting does. Both
know of all deals that fit what they have seen, and how likely each is; where there are too many to list, or none
because somebody has marked wrongly, any row that could be the code will do.
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
"""With more rows than this, some are drawn that could be the code,"""

DRAWN_ROWS = 200
"""so many."""

MAX_ROW_DEAL_PAIRS = 6_000_000
"""How many pairs of a row and a deal are looked at for one choice."""

FULLY_VALUED_ROWS, SHORTLISTED_ROWS, PLAYED_OUT_ROWS = 150, 32, 8
"""How many rows the perfect player looks at more closely, then with the eyes of the others, and then plays on."""

BITS_FOR_RIGHT = 1.0
"""How many bits it is worth to be right about the code for sure."""

COST_OF_GIVEN_BIT = 0.5
"""What a bit that a row tells the others costs, and what it costs that they are right, in parts of one's own."""

MAX_HANDS_OF_OTHERS = 24
"""How many hands of another seat, the likeliest, are looked at to find out what a row would tell it."""

ROW_PLAYOUTS, CALL_PLAYOUTS = 4_000, 2_000
"""How many playouts there are at most in a second of thinking time to choose a row, and whether to call."""

MAX_USEFUL_SECONDS = 2.0
"""More thinking time than this changes nothing."""

MIN_CALL_CHANCE = 0.1
"""A code less likely than this is never called while rows are left."""


# The strong player


def strong_guess(view: View, allowed: Allowed, time: float, rng: Random) -> Code:
    """The row whose marks tell most; of several, the first that could be the code, or else the first."""

    def pick(known: Knowledge, deals: Deals, rows: Bytes, bits: Floats) -> Code:
        best = rows[bits > bits.max() - EQUAL_WITHIN]
        return _first_fitting(known, deals, best[np.lexsort(best.T[::-1])])

    return _choose_row(pick, view, allowed, rng)


def strong_wants_to_call(view: View, time: float, rng: Random) -> bool:
    """Call when sure."""
    return knowledge_of(view).is_sure


def strong_answer(view: View, allowed: Allowed, time: float, rng: Random) -> Code:
    """The likeliest code, any of several."""
    known = knowledge_of(view)
    return rng.choice(known.likeliest_codes) if known.deals else pick_fitting_answer(known, allowed, rng)


PickRow = Callable[[Knowledge, Deals, Bytes, Floats], Code]
"""Which row to place, of those that were looked at and what each tells, in bits."""


def _choose_row(pick: PickRow, view: View, allowed: Allowed, rng: Random) -> Code:
    """The row that is picked; where deals cannot be listed, any that could be the code."""
    known = knowledge_of(view)
    if not known.deals:
        return pick_fitting_row(known, allowed, rng)
    rows = _list_rows(known, allowed, rng)
    looked, bits = _rate_information(known, known.deals, rows)
    return pick(known, known.deals, rows[looked], bits)


def _list_rows(known: Knowledge, allowed: Allowed, rng: Random) -> Bytes:
    """The rows to choose from, without blanks.

    A blank never pays: a colour that stands in the row already says the same, and shows nobody whose hole it is.
    """
    space = allowed.space
    assert space is not None
    if space.colours**space.holes <= MAX_LISTED_ROWS:
        return full_rows(space.holes, space.colours, space.repeats)
    drawn = [pick_fitting_row(known, allowed, rng) for _ in range(DRAWN_ROWS)]
    return np.unique(np.array(drawn, np.uint8), axis=0)


def _rate_information(known: Knowledge, deals: Deals, rows: Bytes) -> tuple[Longs, Floats]:
    """The numbers of the rows that can tell most, and what each tells; as many as there is work for."""
    most = information_bound(known.hands, deals, rows)
    order = np.argsort(-most, kind="stable")[: max(MAX_ROW_DEAL_PAIRS // len(deals), 1)].astype(np.int64)
    bits = np.zeros(0)
    for start in range(0, len(order), 256):
        # Rows that can tell less than another one tells need not be looked at.
        if start and most[order[start]] < bits.max() - EQUAL_WITHIN:
            break
        bits = np.append(bits, information(known.hands, deals, rows[order[start : start + 256]]))
    return order[: len(bits)], bits


def _first_fitting(known: Knowledge, deals: Deals, rows: Bytes) -> Code:
    """The first of some rows that agrees with a deal in all the others' holes; if none does, the first."""
    fits = (can_be_right(known, deals, row) for row in rows[:FULLY_VALUED_ROWS])
    return _code(rows[next((at for at, fit in enumerate(fits) if fit), 0)])


def can_be_right(known: Knowledge, deals: Deals, row: Bytes) -> bool:
    """Whether a row agrees with some deal in all the others' holes."""
    held = known.hands.pegs[deals.hands].max(axis=1)
    return bool(((held == BLANK) | (held == row)).all(axis=1).any())


def _code(row: Bytes) -> Code:
    return tuple(row.tolist())


# The perfect player


def perfect_guess(view: View, allowed: Allowed, time: float, rng: Random) -> Code:
    """The row that wins most often, of the few that tell most and give away least."""

    def pick(known: Knowledge, deals: Deals, rows: Bytes, bits: Floats) -> Code:
        rows, bits = _take_best(rows, bits, FULLY_VALUED_ROWS)
        rows, worth = _take_best(rows, bits + BITS_FOR_RIGHT * chance_right(known.hands, deals, rows), SHORTLISTED_ROWS)
        rows, _ = _take_best(
            rows, worth - COST_OF_GIVEN_BIT * _given_away(known, deals, rows, view.out), PLAYED_OUT_ROWS
        )
        return _find_winning_row(view, rows, time, rng)

    return _choose_row(pick, view, allowed, rng)


def perfect_wants_to_call(view: View, time: float, rng: Random) -> bool:
    """Call when sure, or when that wins more often than waiting; never while nobody else can win."""
    known = knowledge_of(view)
    rivals = any(seat + 1 not in view.out for seat in known.others)
    if (
        known.is_sure
        or not known.deals
        or not rivals
        or known.likeliest_chance < MIN_CALL_CHANCE
        or playable_knowledge(view) is None
    ):
        return known.is_sure
    seed, effort = rng.getrandbits(63), min(time, MAX_USEFUL_SECONDS)
    playouts, steps = int(CALL_PLAYOUTS * effort) + 1, int(DEFAULT_STEPS * effort / 4)
    calling, waiting = (play_outcomes(view, known, seed, playouts, first, steps=steps).mean() for first in (CALL, WAIT))
    return bool(calling > waiting)


perfect_answer = strong_answer


def _take_best(rows: Bytes, worth: Floats, many: int) -> tuple[Bytes, Floats]:
    """So many rows that are worth most, in that order, and what they are worth."""
    order = np.argsort(-worth, kind="stable")[:many]
    return rows[order], worth[order]


def _given_away(known: Knowledge, deals: Deals, rows: Bytes, out: tuple[int, ...]) -> Floats:
    """What the marks of third seats on each row would be worth to the others who are still in, on average."""
    given = np.zeros(len(rows))
    for share, theirs, thirds in _views_of_others(known, deals, len(rows), out):
        told = information(known.hands, theirs, rows, thirds)
        given += share * (told + BITS_FOR_RIGHT * chance_right(known.hands, theirs, rows, thirds))
    return given / len(known.others)


def bits_told_to_others(known: Knowledge, deals: Deals, row: Bytes, out: tuple[int, ...]) -> float:
    """What the marks of third seats on a row would tell one of the others who are still in, in bits, on average."""
    told = seen = 0.0
    for share, theirs, thirds in _views_of_others(known, deals, 1, out):
        told += share * float(information(known.hands, theirs, row[np.newaxis], thirds)[0])
        seen += share
    return told / seen if seen else 0.0


def _views_of_others(
    known: Knowledge, deals: Deals, rows: int, out: tuple[int, ...]
) -> Iterator[tuple[float, Deals, tuple[int, ...]]]:
    """How the others who are still in would see some rows: for each the hands he is likeliest to hold.

    Gives how likely it is that he holds one, what he then holds possible, and whose marks tell him something: those in
    these columns of that. With two seats nobody's do.
    """
    if len(known.others) < 2:
        return
    feared = max(min(MAX_HANDS_OF_OTHERS, 4 * MAX_ROW_DEAL_PAIRS // (len(deals) * rows * len(known.others))), 1)
    for column, other in enumerate(known.others):
        if other + 1 in out:
            continue
        held, places = np.unique(deals.hands[:, column], return_inverse=True)
        shares = np.bincount(places, weights=deals.weights) / deals.total
        likely = np.argsort(-shares, kind="stable")[:feared]
        seats = [seat for seat in range(len(known.candidates)) if seat != other]
        thirds = tuple(at for at, seat in enumerate(seats) if seat != known.seat)
        for hand, share in zip(held[likely].tolist(), shares[likely].tolist(), strict=True):
            theirs = known.deals_to(other, hand)
            if theirs:
                yield share, theirs, thirds


def _find_winning_row(view: View, rows: Bytes, time: float, rng: Random) -> Code:
    """The row that wins most playouts: again and again the worse half is given up."""
    known = playable_knowledge(view)
    won, played = np.zeros(len(rows)), np.zeros(len(rows))
    left = np.arange(len(rows))
    while known is not None and len(left) > 1:
        seed, share = rng.getrandbits(63), min(time, MAX_USEFUL_SECONDS) / (3 * len(left))
        playouts, steps = int(ROW_PLAYOUTS * share) + 1, int(DEFAULT_STEPS * share)
        for at in left:
            wins = play_outcomes(view, known, seed, playouts, row=_code(rows[at]), steps=steps)
            won[at] += wins.sum()
            played[at] += len(wins)
        left = left[np.argsort(-won[left] / played[left], kind="stable")][: len(left) // 2]
    return _code(rows[left[0]])
