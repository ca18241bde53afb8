"""A simple strategy whose results are known: always the first code, in order, that fits all marks so far."""

from collections import Counter
from itertools import islice

import pytest

from keypeg.core.actions import Guess, SetCode
from keypeg.core.apply import apply
from keypeg.core.clues import Clue
from keypeg.core.codes import Code, CodeSpace
from keypeg.core.consistency import fitting
from keypeg.core.edition import Edition
from keypeg.core.marks import BLACK_WHITE, Mark
from keypeg.core.state import new_match
from keypeg.editions import edition
from support.thoroughness import times

pytestmark = pytest.mark.no_cover  # repeats code that other tests cover faster


def guesses_needed(codes: list[Code]) -> Counter[int]:
    """How many of these codes take how many guesses, computed from a mark for each code and guess."""
    counts: Counter[int] = Counter()
    level = [codes]
    number = 0
    while level:
        number += 1
        following: list[list[Code]] = []
        for fits in level:
            guess, *rest = fits
            counts[number] += 1
            cells: dict[Mark, list[Code]] = {}
            for code in rest:
                cells.setdefault(BLACK_WHITE.mark(code, guess), []).append(code)
            following.extend(cells.values())
        level = following
    return counts


def test_the_first_fitting_code_finds_four_holes_of_six_colours_as_published() -> None:
    counts = guesses_needed(list(CodeSpace(4, 6)))
    assert [counts[number] for number in range(1, 10)] == [1, 4, 25, 108, 305, 602, 196, 49, 6]
    assert counts.total() == 1296
    assert sum(number * codes for number, codes in counts.items()) == 7471


def test_the_first_fitting_code_finds_five_holes_of_eight_colours_as_published() -> None:
    counts = guesses_needed(list(CodeSpace(5, 8)))
    assert counts.total() == 32768
    assert sum(number * codes for number, codes in counts.items()) == 250116
    assert max(counts) == 13


def guesses_at_the_table(rules: Edition, secret: Code) -> int:
    """Play the strategy by the rules themselves."""
    space = rules.secrets.space
    state = apply(new_match(rules), 1, SetCode(secret)).state
    clues: list[Clue] = []
    while not state.finished:
        guess = next(fitting(space, rules.marking, clues))
        state = apply(state, 2, Guess(guess)).state
        rows = state.round.boards[0].rows if not state.finished else state.finished[0].boards[0].rows
        clues.append((guess, rows[-1].marks[0].mark))
    assert state.finished[0].outcome.reason == "broken"
    return len(state.finished[0].boards[0].rows)


def guesses_by_partition(space: CodeSpace, secret: Code) -> int:
    """The same number, found by eliminating codes."""
    codes, number = list(space), 0
    while True:
        number += 1
        guess = codes[0]
        if guess == secret:
            return number
        mark = BLACK_WHITE.mark(secret, guess)
        codes = [code for code in codes[1:] if BLACK_WHITE.mark(code, guess) == mark]


@pytest.mark.parametrize(
    ("rules", "every"),
    [(edition("classic"), times(41, 13)), (edition("house", holes=5, colours=8, rows=13), times(7142, 3571))],
    ids=["4x6", "5x8"],
)
def test_the_strategy_needs_the_same_numbers_when_played_by_the_rules(rules: Edition, every: int) -> None:
    space = rules.secrets.space
    for secret in islice(space, 0, None, every):
        assert guesses_at_the_table(rules, secret) == guesses_by_partition(space, secret), secret
