"""Advice by the plain solver: until the kernels are ready, without them, and in games with too many codes to list."""

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from random import Random

from keypeg.analysis.plain_board_analysis import candidates_of
from keypeg.core.codes import Code
from keypeg.solver.advice.changes import Contradiction
from keypeg.solver.advice.rated_guess import Advice, RatedGuess
from keypeg.solver.game.rows import Marks
from keypeg.solver.plain.advice import PlainAdvice, PlainGuess, find_guess
from keypeg.solver.plain.candidates import find_candidates
from keypeg.solver.plain.conflicts import explain_conflict
from keypeg.solver.plain.one_step import pegs_of
from keypeg.solver.plain.position import Candidates, PlainPosition
from keypeg.study.dealt_advice import advise_on_parts, count_cells_of_parts
from keypeg.study.position import StudiedPosition

ADVICE_SECONDS = 0.6
"""The work for advice, whatever time the compiled solver would have."""

SEARCH_SECONDS = 4.0
"""The work to find a code at all, where less does not find one."""

SEED = 5


def advise_plainly(position: StudiedPosition, compared: Code | None) -> Advice | Contradiction:
    """The best next guess and others, or why no code fits."""
    if position.edition.dealt:
        return advise_on_parts(position, compared)
    plain = _plain(position)
    candidates = _find_candidates(plain)
    if not candidates.count:
        return Contradiction(explain_conflict(plain).changes)
    advice = find_guess(plain, ADVICE_SECONDS, candidates, compared)
    assert advice is not None
    return _as_advice(advice)


def cells_by_plain_solver(position: StudiedPosition, guess: Code) -> Counter[Marks]:
    """How many codes each mark would leave; of a sample, estimates."""
    if position.edition.dealt:
        return count_cells_of_parts(position, guess)
    plain = _plain(position)
    candidates, pegs = _find_candidates(plain), pegs_of(plain)
    counted = Counter(pegs.keys(pegs.encode(plain.normalize(guess)), pegs.encode_all(candidates.codes)))
    scale = 1.0 if candidates.complete else candidates.count / len(candidates.codes)
    return Counter({(pegs.mark_of(key),): max(1, round(number * scale)) for key, number in counted.items()})


def _plain(position: StudiedPosition) -> PlainPosition:
    clues = [(guess, marks[0]) for guess, marks in position.rows]
    return PlainPosition.start(position.edition, position.seat).after(*clues)


@lru_cache(maxsize=16)
def _find_candidates(position: PlainPosition) -> Candidates:
    """The candidates; with more work where the usual amount finds none."""
    candidates = candidates_of(position)
    if not candidates.codes and candidates.count:
        candidates = find_candidates(position, Random(SEED), seconds=SEARCH_SECONDS)
    while not candidates.codes and candidates.count:
        # Almost nothing fits: the codes that fit the later rows say something too. Their number is only a bound.
        position = position._replace(rows=position.rows[1:])
        wider = candidates_of(position)
        candidates = replace(wider, error=max(1.0, float(wider.count)), complete=False)
    return candidates


def _as_advice(advice: PlainAdvice) -> Advice:
    # What follows from the number of codes alone cannot be compared with what a strategy needs.
    comparable = [each for each in advice.others if advice.best.value.rough or not each.value.rough]
    best, *others = [_rated(each) for each in (advice.best, *comparable)]
    compared = None if advice.compared is None else _rated(advice.compared)
    candidates = advice.candidates
    listed = sorted(others, key=lambda each: (not each.exact, each.worst is None, each.expected))
    return Advice(
        best, tuple(listed), candidates.codes, candidates.count, compared, candidates.error, candidates.complete
    )


def _rated(each: PlainGuess) -> RatedGuess:
    value = each.value
    return RatedGuess(
        each.guess, value.expected, value.worst, value.exact, False, each.cells, each.largest, each.is_candidate
    )
