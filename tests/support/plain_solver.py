"""The plain way: what the solver does fast, done here slowly, by the rulebook's own marks and by trying everything."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import permutations, product
from math import prod

import numpy as np
import pytest
from hypothesis import strategies as st

from keypeg.core.codes import Code, CodeSpace
from keypeg.core.errors import KeypegError
from keypeg.core.marks import BLACK_WHITE, Marking
from keypeg.solver.game.guessing_game import GuessingGame, Marks, game_of
from keypeg.solver.kernels.array_types import Numbers
from keypeg.solver.one_step.rules import Rule, Ties
from keypeg.solver.strategy.costs import Costs
from keypeg.solver.strategy.tree import NOWHERE, Strategy

Table = tuple[tuple[int, ...], ...]
"""For each guess (a row) the number of the mark that each code earns it."""


def small_game(
    holes: int,
    colours: int,
    marking: Marking = BLACK_WHITE,
    repeats: bool = True,
    free_guesses: bool = False,
    blanks: int = 0,
) -> GuessingGame:
    """A game whose guesses are its codes; with `free_guesses` they may repeat colours even if codes may not."""
    secrets = CodeSpace(holes, colours, repeats=repeats, most_blanks=blanks)
    guesses = CodeSpace(holes, colours, repeats=repeats or free_guesses, most_blanks=blanks)
    return game_of(secrets, guesses, marking)


def guess_number(asked: GuessingGame, text: str) -> int:
    """The number of the guess that these digits spell."""
    return asked.guess_number(tuple(map(int, text)))


def numbers(codes: Iterable[int]) -> Numbers:
    return np.array(list(codes), np.int32)


def core_marks(marking: Marking, code: Code, guess: Code) -> Marks:
    """What a row is marked with by the rulebook: one mark from each seat whose parts the code holds."""
    holes = len(guess)
    return tuple(marking.mark(code[at : at + holes], guess) for at in range(0, len(code), holes))


@lru_cache(maxsize=32)
def marked(asked: GuessingGame, marking: Marking) -> Table:
    """Every mark of a game, by the rulebook."""
    place = {marks: number for number, marks in enumerate(asked.marks)}
    codes = [asked.code(number) for number in range(len(asked.codes))]
    guesses = [asked.guess(number) for number in range(len(asked.guesses))]
    return tuple(tuple(place[core_marks(marking, code, guess)] for code in codes) for guess in guesses)


def replay(strategy: Strategy, marking: Marking, codes: Iterable[int] | None = None) -> dict[int, int]:
    """Play a strategy against every code, marked by the rulebook: with which guess (or call) each is found."""
    asked, found = strategy.game, dict[int, int]()
    everything = range(len(asked.codes)) if codes is None else codes
    waiting = [(0 if len(strategy) else NOWHERE, 0, list(everything))]
    while waiting:
        node, placed, left = waiting.pop()
        if node == NOWHERE:
            assert len({int(asked.answers[code]) for code in left}) == 1, "the code is known"
            found |= dict.fromkeys(left, placed + 1)
            continue
        guess = asked.guess(int(strategy.guess[node]))
        cells: dict[Marks, list[int]] = defaultdict(list)
        for code in left:
            cells[core_marks(marking, asked.code(code), guess)].append(code)
        for marks, cell in cells.items():
            mark = asked.mark_number(marks)
            if mark == asked.solved_mark:
                found |= dict.fromkeys(cell, placed + 1)
            else:
                waiting.append((strategy.next(node, mark), placed + 1, cell))
    return found


def replayed_cost(
    strategy: Strategy, marking: Marking, costs: Costs, codes: Iterable[int] | None = None, placed: int = 0
) -> int:
    """What a strategy costs when it is played out, after so many guesses placed already."""
    weights = strategy.game.weights
    needed = replay(strategy, marking, codes)
    return sum(int(weights[code]) * by_guess(costs, placed + many) for code, many in needed.items())


def by_guess(costs: Costs, guess: int) -> int:
    """What it costs to find a code by this guess, 1 being the first."""
    rises = costs.increments
    return sum(rises[min(at, len(rises) - 1)] for at in range(guess))


def refusal(ask: Callable[[], object]) -> str:
    """Why something is refused, as a code. The reason must be sayable."""
    with pytest.raises(KeypegError) as caught:
        ask()
    assert str(caught.value)
    return caught.value.code


# One step ahead


def judgement(rule: Rule, cells: Counter[int]) -> int:
    """How a rule judges a guess with these cells, the less the better; all whole numbers."""
    sizes = cells.values()
    if rule is Rule.MINIMAX:
        return max(sizes)
    if rule is Rule.EXPECTED_SIZE:
        return sum(size * size for size in sizes)
    if rule is Rule.ENTROPY:
        return prod(size**size for size in sizes)
    return -len(cells)


def one_step_choice(asked: GuessingGame, table: Table, rule: Rule, ties: Ties, codes: Sequence[int]) -> int:
    """The guess that a rule takes where these codes are left."""
    judged = []
    for row in table:
        cells: Counter[int] = Counter()
        for code in codes:
            cells[row[code]] += int(asked.weights[code])
        judged.append(judgement(rule, cells))
    least = min(judged)
    best = [guess for guess, one in enumerate(judged) if one == least]
    left = {int(asked.guess_of[code]) for code in codes}
    if ties is not Ties.FIRST:
        best = [guess for guess in best if guess in left] or best
    return best[-1] if ties is Ties.CONSISTENT_LAST else best[0]


# The best there is


def optimum(
    asked: GuessingGame, table: Table, costs: Costs, codes: Iterable[int], placed: int = 0, first: int | None = None
) -> int:
    """The least that any strategy costs for these codes, by trying every guess at every position."""
    weights = [int(weight) for weight in asked.weights]
    known: dict[tuple[frozenset[int], int], int] = {}

    def after(left: frozenset[int], guess: int, number: int) -> frozenset[tuple[bool, frozenset[int]]]:
        cells: dict[int, set[int]] = defaultdict(set)
        for code in left:
            cells[table[guess][code]].add(code)
        return frozenset((mark == asked.solved_mark, frozenset(cell)) for mark, cell in cells.items())

    def paid(parted: frozenset[tuple[bool, frozenset[int]]], number: int) -> int:
        return sum(
            by_guess(costs, number) * sum(weights[code] for code in cell) if solved else least(cell, number + 1)
            for solved, cell in parted
        )

    def least(left: frozenset[int], number: int) -> int:
        """What these codes cost if the next guess is this number."""
        if len(left) == 1:
            return by_guess(costs, number) * weights[next(iter(left))]
        if (left, number) not in known:
            ways = {after(left, guess, number) for guess in range(len(table))}
            known[left, number] = min(paid(parted, number) for parted in ways if len(parted) > 1)
        return known[left, number]

    everything = frozenset(codes)
    if first is not None:
        return paid(after(everything, first, placed + 1), placed + 1)
    return least(everything, placed + 1)


# What can be drawn


def costs_that_never_fall(longest: int = 6, steepest: int = 5) -> st.SearchStrategy[Costs]:
    """Any costs: rises of any size, none among them."""
    rises = st.lists(st.integers(0, steepest), min_size=1, max_size=longest)
    return rises.map(lambda found: Costs(tuple(found)))


@st.composite
def spaces(draw: st.DrawFn, most_holes: int = 4, most_colours: int = 4, least: int = 1) -> CodeSpace:
    """A small space with at least so many codes, of any kind."""

    def any_space() -> CodeSpace:
        holes = draw(st.integers(1, most_holes))
        fewest = draw(st.integers(0, holes))
        return CodeSpace(
            holes,
            draw(st.integers(1, most_colours)),
            repeats=draw(st.booleans()),
            least_blanks=fewest,
            most_blanks=draw(st.integers(fewest, holes)),
            blank_holes=draw(st.none() | st.sets(st.integers(1, holes)).map(lambda found: tuple(sorted(found)))),
        )

    space = any_space()
    while space.size < least:
        space = any_space()
    return space


def every_exchange(holes: int, pegs: int) -> Iterable[tuple[Code, Code]]:
    """Every order of the holes with every renaming of the pegs."""
    return product(permutations(range(holes)), permutations(range(pegs)))


def exchanged(code: Code, order: Code, names: Code) -> Code:
    """A code with its holes taken in this order and its pegs renamed."""
    return tuple(names[code[hole]] for hole in order)
