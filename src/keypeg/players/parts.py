"""Playing where parts of the code are dealt to all: what to guess, when to call, what to answer."""

from random import Random

import numpy as np

from keypeg.core.codes import BLANK, Code
from keypeg.core.view import Allowed, View
from keypeg.players import Player, casual
from keypeg.players.deciding import Skill, chooser
from keypeg.players.knowing import Knowledge, knowledge_of, position_of, settled
from keypeg.solver.arrays import Bytes
from keypeg.solver.hands import Deals, Floats, full_rows, information, most_information
from keypeg.solver.playouts import CALL, WAIT, Habits, play_out

MOST_ROWS = 20_000
"""With more rows than this, some are drawn."""

DRAWN_ROWS = 400
"""How many."""

WORK = 20_000_000
"""How many pairs of a row and a deal the strong player looks at for one choice."""

SHORTLIST = 48
"""How many rows the perfect player looks at closely."""

GIVEN = 0.5
RIGHT = 1.0
GIVEN_RIGHT = 1.0
HABITS = Habits(0.6, 0.8)
PLAYOUTS = 600
LEAST = 0.12


def _deals(known: Knowledge) -> Deals | None:
    """What the seat holds possible; None if that cannot be listed, or nothing fits the marks."""
    return known.deals if known.deals is not None and len(known.deals) else None


def strong_guess(view: View, allowed: Allowed, time: float, rng: Random) -> Code:
    """The row whose marks tell most; if several do, one that could be the code, and the first of those."""
    known = knowledge_of(view)
    deals = _deals(known)
    if deals is None:
        return casual.guess(view, allowed, time, rng)
    rows = _rows(view, allowed, rng)
    most = most_information(known.hands, deals, rows)
    order = np.argsort(-most, kind="stable")
    looked = order[: max(WORK // len(deals), 1)]
    bits, best = np.zeros(0), -1.0
    for start in range(0, len(looked), 256):
        if len(bits) and most[looked[start]] < best - 1e-9:
            break
        found, _ = information(known.hands, deals, rows[looked[start : start + 256]])
        bits = np.append(bits, found)
        best = float(bits.max())
    tied = np.sort(looked[: len(bits)][bits > best - 1e-9])
    return _code(_first_fitting(known, deals, rows[tied]))


def _first_fitting(known: Knowledge, deals: Deals, rows: Bytes) -> Bytes:
    """The first row that agrees with some deal in all the others' holes; if none does, the first."""
    fits = np.zeros(len(rows), np.bool_)
    pegs = known.hands.pegs[deals.hands].max(axis=1)
    for at, row in enumerate(rows[:64]):
        fits[at] = ((pegs == BLANK) | (pegs == row)).all(axis=1).any()
    return rows[int(fits.argmax())]


def _rows(view: View, allowed: Allowed, rng: Random) -> Bytes:
    """The rows to choose from, without blanks.

    A blank never pays: a colour that stands in the row already says the same and shows nobody whose hole it is.
    """
    space = allowed.space
    assert space is not None
    if space.colours**space.holes <= MOST_ROWS:
        return full_rows(space.holes, space.colours, space.repeats)
    drawn = [casual.guess(view, allowed, 0.0, rng) for _ in range(DRAWN_ROWS)]
    return np.unique(np.array(drawn, np.uint8), axis=0)


def _code(row: Bytes) -> Code:
    return tuple(row.tolist())


def strong_calls(view: View, time: float, rng: Random) -> bool:
    """Call when sure."""
    known = knowledge_of(view)
    if known.deals is None:
        return casual.calls(view, time, rng)
    return len(known.deals) > 0 and bool((known.deals.wholes == known.deals.wholes[0]).all())


def strong_answer(view: View, allowed: Allowed, time: float, rng: Random) -> Code:
    """The likeliest code."""
    known = knowledge_of(view)
    return casual.answer(view, allowed, time, rng) if _deals(known) is None else known.code


def perfect_guess(view: View, allowed: Allowed, time: float, rng: Random) -> Code:
    """The row that tells most and gives away least."""
    known = knowledge_of(view)
    deals = _deals(known)
    if deals is None:
        return casual.guess(view, allowed, time, rng)
    rows = _rows(view, allowed, rng)
    most = most_information(known.hands, deals, rows)
    looked = np.argsort(-most, kind="stable")[: max(WORK // len(deals), 1)][:1000]
    bits, right = information(known.hands, deals, rows[looked])
    worth = bits + RIGHT * right
    short = np.argsort(-worth, kind="stable")[:SHORTLIST]
    rows = rows[looked[short]]
    worth = worth[short] - _given_away(known, deals, rows, view.out)
    best = np.flatnonzero(worth > worth.max() - 1e-9)
    return _code(rows[rng.choice(best.tolist())])


def _given_away(known: Knowledge, deals: Deals, rows: Bytes, out: tuple[int, ...]) -> Floats:
    """What each row would tell the others who are still in, on average over what they can hold."""
    given = np.zeros(len(rows))
    if len(known.others) < 2:
        return given
    for column, other in enumerate(known.others):
        if other + 1 in out:
            continue
        held, places = np.unique(deals.hands[:, column], return_inverse=True)
        shares = np.bincount(places, weights=deals.weights) / deals.total
        thirds = [
            at for at, seat in enumerate(s for s in range(len(known.candidates)) if s != other) if seat != known.seat
        ]
        for hand, share in zip(held.tolist(), shares.tolist(), strict=True):
            theirs = known.deals_to(other, hand)
            if theirs is not None and len(theirs):
                bits, right = information(known.hands, theirs, rows, thirds)
                given += share * (GIVEN * bits + GIVEN_RIGHT * right)
    return given / len(known.others)


def perfect_calls(view: View, time: float, rng: Random) -> bool:
    """Call when that wins more often than waiting."""
    known = knowledge_of(view)
    deals = _deals(known)
    if deals is None:
        return False
    share = deals.likeliest[1]
    if share > 1 - 1e-9:
        return True
    rivals = [seat for seat in known.others if seat + 1 not in view.out]
    if share < LEAST or not rivals or not settled(view):
        return False
    position = position_of(view, known)
    seed = rng.getrandbits(63)
    playouts = max(int(PLAYOUTS * min(time, 2)), 50)
    calling = play_out(position, seed, playouts, HABITS, CALL).mean()
    return bool(calling > play_out(position, seed, playouts, HABITS, WAIT).mean())


perfect_answer = strong_answer

STRONG_PARTS = Player("strong", chooser(Skill(casual.make, strong_guess, strong_calls, strong_answer)))
PERFECT_PARTS = Player("perfect", chooser(Skill(casual.make, perfect_guess, perfect_calls, perfect_answer)))
