"""How strong, perfect and devil play without compiled code: by the plain solver, in games of any size.

They follow a book where one has the position, and look one step ahead elsewhere. `keypeg.players.registry` chooses
between these players and the ones of the same names that use the compiled solver.
"""

from collections import Counter
from contextlib import suppress
from itertools import islice
from math import log2
from random import Random

from keypeg.core.actions import Action, GiveMark
from keypeg.core.codes import BLANK, Code, join_parts
from keypeg.core.consistency import clues_by, clues_on, fitting_parts
from keypeg.core.errors import SearchInterrupted
from keypeg.core.immutable import replace_fields
from keypeg.core.marks import Mark
from keypeg.core.scoring import Scoring
from keypeg.core.view import Allowed, BoardView, View
from keypeg.players import Choose, Player, casual
from keypeg.players.hard_codes import make_hard_code
from keypeg.players.row_points import points_of_mark
from keypeg.players.skill import Skill, make_chooser
from keypeg.solver.plain.advice import SEED, find_guess
from keypeg.solver.plain.candidates import find_candidates
from keypeg.solver.plain.one_step import MARKS_PER_SECOND, GuessComparer, pegs_of
from keypeg.solver.plain.position import PlainPosition

STRONG_SECONDS, PERFECT_SECONDS = 0.08, 1.0
"""The work for a guess. A perfect player has it for each second of its time, up to one."""

MAX_DEALS, MAX_ROWS = 200, 40
"""Where parts are dealt: how many deals a choice looks at, and how many rows."""


def position_on(view: View, board: BoardView) -> PlainPosition:
    """The position on a board with one maker."""
    return PlainPosition.start(view.edition, board.number).after(*clues_on(board))


def guess_well(view: View, allowed: Allowed, seconds: float, rng: Random) -> Code:
    """A good guess, with the work of about so many seconds."""
    if view.edition.dealt:
        return _guess_parts(view, allowed, rng)
    board = view.own_board
    assert board is not None
    position = position_on(view, board)
    if view.edition.scoring.breaking_points:
        return _guess_for_points(position, view.edition.scoring, seconds) or casual.guess(view, allowed, 0.0, rng)
    advice = find_guess(position, seconds)
    if advice is None:  # a wrong mark, or a code that nothing finds
        return casual.guess(view, allowed, 0.0, rng)
    return advice.best.guess if position.rows else vary_opening(advice.best.guess, position, rng)


def vary_opening(guess: Code, position: PlainPosition, rng: Random) -> Code:
    """The same opening in other holes and colours, so that nobody can foresee it."""
    space = position.guesses
    holes = list(guess) if space.blank_holes is not None else rng.sample(guess, len(guess))
    names = (BLANK, *rng.sample(range(1, space.colours + 1), space.colours))
    return tuple(names[peg] for peg in holes)


def _guess_for_points(position: PlainPosition, scoring: Scoring, seconds: float) -> Code | None:
    """The guess with the most expected points at once."""
    rng = Random(SEED)
    candidates = find_candidates(position, rng, seconds=seconds / 2)
    if not candidates.codes:
        return None
    comparer = GuessComparer(position, candidates, rng, int(MARKS_PER_SECOND * seconds / 2))
    pegs = pegs_of(position)

    def points(guess: Code) -> float:
        return sum(
            count * points_of_mark(scoring, pegs.mark_of(key), key == pegs.solved_key)
            for key, count in comparer.cells(guess).items()
        )

    return max(comparer.best(), key=lambda each: (points(each.guess), each.is_candidate)).guess


# Where parts are dealt


def _deals(view: View, rng: Random) -> list[tuple[Code, ...]]:
    """Some of the ways in which the other seats can hold their parts, by all that this seat has seen."""
    assert view.code is not None
    others = [seat for seat in range(1, view.edition.seats + 1) if seat != view.seat]
    clues = [clues_by(view.boards, seat) for seat in others]
    wrong = {code for _, code in view.answers}
    deals = fitting_parts(view.edition.secrets, clues, view.code, lambda parts: rng.sample(parts, len(parts)))
    listed: list[tuple[Code, ...]] = []
    with suppress(SearchInterrupted):
        listed.extend(islice(deals, 4 * MAX_DEALS))
    right = [deal for deal in listed if join_parts((view.code, *deal)) not in wrong]
    return rng.sample(right, min(MAX_DEALS, len(right)))


def _guess_parts(view: View, allowed: Allowed, rng: Random) -> Code:
    """The row whose marks tell most, of some that can be the code."""
    assert view.code is not None
    deals = _deals(view, rng)
    rows = [
        casual.row_from_code(join_parts((view.code, *deal)), view, allowed, rng)
        for deal in rng.sample(deals, min(MAX_ROWS, len(deals)))
    ]
    mark = view.edition.marking.mark

    def bits_left(row: Code) -> float:
        cells = Counter(tuple(mark(part, row) for part in deal) for deal in deals)
        return sum(count * log2(count) for count in cells.values())

    return min((row for row in rows if row is not None), key=bits_left, default=None) or casual.guess(
        view, allowed, 0.0, rng
    )


def answer(view: View, allowed: Allowed, time: float, rng: Random) -> Code:
    """The most frequent code among the deals that are looked at."""
    assert view.code is not None
    codes = Counter(join_parts((view.code, *deal)) for deal in _deals(view, rng))
    return codes.most_common(1)[0][0] if codes else casual.answer(view, allowed, time, rng)


# The players


def strong_guess(view: View, allowed: Allowed, time: float, rng: Random) -> Code:
    """A good guess at once."""
    return guess_well(view, allowed, STRONG_SECONDS, rng)


def perfect_guess(view: View, allowed: Allowed, time: float, rng: Random) -> Code:
    """A better guess, with more work."""
    return guess_well(view, allowed, PERFECT_SECONDS * min(1.0, max(time, STRONG_SECONDS)), rng)


def keeps_code_now(view: View) -> bool:
    """Whether the devil keeps its code: in a replay, so that two of them in a duel do not draw for ever."""
    return view.attempt > 1


def change_code(view: View, guess: Code, rng: Random) -> Code:
    """The code for the devil to hold now that this guess is placed: any code of the largest cell."""
    assert view.code is not None
    if keeps_code_now(view):
        return view.code
    board = next(board for board in view.boards if view.seat in board.makers)
    rows = tuple((row.guess, row.marks[0].mark) for row in board.rows if row.marks)
    position = PlainPosition.start(view.edition, board.number).after(*rows)
    mark = position.marking.mark
    if any(mark(view.code, row) != given for row, given in rows):
        return view.code  # an earlier player in this seat marked wrongly
    cells: dict[Mark, list[Code]] = {}
    candidates = find_candidates(position, rng, seconds=STRONG_SECONDS)
    for code in candidates.codes or (view.code,):
        cells.setdefault(mark(code, guess), []).append(code)
    weights = dict(zip(candidates.codes, candidates.weights, strict=True)) or {view.code: 1}
    solved = position.marking.solved(position.secrets.holes)
    largest = max(cells, key=lambda earned: (sum(map(weights.__getitem__, cells[earned])), earned != solved, earned))
    code = rng.choice(cells[largest])
    return code if position.marking.ordered else tuple(rng.sample(code, len(code)))


def _devil_choose(view: View, thinking_time: float, rng: Random) -> Action | None:
    """Choose what `perfect` would, without its own code: it was chosen after seeing the last guess against it."""
    blind = view if view.allowed(GiveMark) is not None else replace_fields(view, code=None)
    return _choose_perfectly(blind, thinking_time, rng)


_choose_strongly: Choose = make_chooser(Skill(casual.make_code, strong_guess, casual.wants_to_call, answer))
_choose_perfectly: Choose = make_chooser(Skill(make_hard_code, perfect_guess, casual.wants_to_call, answer))

PLAIN_PLAYERS = {
    "strong": Player("strong", _choose_strongly),
    "perfect": Player("perfect", _choose_perfectly),
    "fewest": Player("fewest", _choose_perfectly),
    "devil": Player("devil", _devil_choose, change_code),
}
"""The players that use the solver, by name."""
