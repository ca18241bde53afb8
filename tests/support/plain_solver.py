"""A slow reference for the solver: marks by the rules, and costs by trying everything."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from itertools import permutations, product
from math import prod

import numpy as np
import pytest
from hypothesis import strategies as st

from keypeg.core.codes import Code, CodeSpace
from keypeg.core.errors import KeypegError
from keypeg.core.marks import BLACK_WHITE, Marking
from keypeg.solver.game.guessing_game import GuessingGame, game_of
from keypeg.solver.game.rows import Marks
from keypeg.solver.kernels.array_types import Numbers
from keypeg.solver.one_step.rules import Rule, Ties
from keypeg.solver.strategy.costs import Costs
from keypeg.solver.strategy.tree import NOWHERE, Strategy

MarkTable = tuple[tuple[int, ...], ...]
"""The mark of each guess (row) for each code, by its index."""


def small_game(
    holes: int,
    colours: int,
    marking: Marking = BLACK_WHITE,
    repeats: bool = True,
    free_guesses: bool = False,
    blanks: int = 0,
) -> GuessingGame:
    """A game whose guesses are its codes; with `free_guesses` guesses may repeat colours even if codes may not."""
    secrets = CodeSpace(holes, colours, repeats=repeats, most_blanks=blanks)
    guesses = CodeSpace(holes, colours, repeats=repeats or free_guesses, most_blanks=blanks)
    return _game_of(secrets, guesses, marking)


_game_of = cache(game_of)
"""The same games are used by many tests."""


def read_guess(game: GuessingGame, text: str) -> int:
    """The index of the guess with these digits as pegs."""
    return game.guess_number(tuple(map(int, text)))


def indices(codes: Iterable[int]) -> Numbers:
    """These codes as an array."""
    return np.array(list(codes), np.int32)


def rulebook_marks(marking: Marking, code: Code, guess: Code) -> Marks:
    """The marks of a guess by the rules: one from each seat whose parts the code contains."""
    holes = len(guess)
    return tuple(marking.mark(code[at : at + holes], guess) for at in range(0, len(code), holes))


@lru_cache(maxsize=64)
def rulebook_table(game: GuessingGame, marking: Marking) -> MarkTable:
    """The marks of all guesses of a game for all codes, by the rules."""
    place = {marks: number for number, marks in enumerate(game.marks)}
    codes = [game.code(number) for number in range(len(game.codes))]
    guesses = [game.guess(number) for number in range(len(game.guesses))]
    return tuple(tuple(place[rulebook_marks(marking, code, guess)] for code in codes) for guess in guesses)


def replay_strategy(strategy: Strategy, marking: Marking, codes: Iterable[int] | None = None) -> dict[int, int]:
    """Play a strategy against every code, marked by the rules: the number of guesses (with the call) for each code."""
    game, needed = strategy.game, dict[int, int]()
    everything = range(len(game.codes)) if codes is None else codes
    waiting = [(0 if len(strategy) else NOWHERE, 0, list(everything))]
    while waiting:
        node, placed, left = waiting.pop()
        if node == NOWHERE:
            assert len({int(game.answers[code]) for code in left}) == 1, "the code is known"
            needed |= dict.fromkeys(left, placed + 1)
            continue
        guess = game.guess(int(strategy.guess[node]))
        cells: dict[Marks, list[int]] = defaultdict(list)
        for code in left:
            cells[rulebook_marks(marking, game.code(code), guess)].append(code)
        for marks, cell in cells.items():
            mark = game.mark_number(marks)
            if mark == game.solved_mark:
                needed |= dict.fromkeys(cell, placed + 1)
            else:
                waiting.append((strategy.next(node, mark), placed + 1, cell))
    return needed


def replayed_cost(
    strategy: Strategy, marking: Marking, costs: Costs, codes: Iterable[int] | None = None, placed: int = 0
) -> int:
    """The cost of a strategy by playing it, after so many guesses placed already."""
    weights = strategy.game.weights
    needed = replay_strategy(strategy, marking, codes)
    return sum(int(weights[code]) * cost_of_guess(costs, placed + guesses) for code, guesses in needed.items())


def cost_of_guess(costs: Costs, guess: int) -> int:
    """The cost of finding a code with this guess, where 1 is the first."""
    increments = costs.increments
    return sum(increments[min(index, len(increments) - 1)] for index in range(guess))


def refusal_code(call: Callable[[], object]) -> str:
    """The code of the error that a call raises. The error must have a message."""
    with pytest.raises(KeypegError) as caught:
        call()
    assert str(caught.value)
    return caught.value.code


# One step ahead


def rule_score(rule: Rule, cells: Counter[int]) -> int:
    """The score of a guess with these cells by a rule, the lower the better, as an integer."""
    sizes = cells.values()
    if rule is Rule.MINIMAX:
        return max(sizes)
    if rule is Rule.EXPECTED_SIZE:
        return sum(size * size for size in sizes)
    if rule is Rule.ENTROPY:
        return prod(size**size for size in sizes)
    return -len(cells)


def one_step_guess(game: GuessingGame, table: MarkTable, rule: Rule, ties: Ties, codes: Sequence[int]) -> int:
    """The guess that a rule chooses among all guesses for these candidates."""
    scores = []
    for row in table:
        cells: Counter[int] = Counter()
        for code in codes:
            cells[row[code]] += int(game.weights[code])
        scores.append(rule_score(rule, cells))
    least = min(scores)
    best = [guess for guess, score in enumerate(scores) if score == least]
    left = {int(game.guess_of[code]) for code in codes}
    if ties is not Ties.FIRST:
        best = [guess for guess in best if guess in left] or best
    return best[-1] if ties is Ties.CONSISTENT_LAST else best[0]


# The optimum


def brute_force_cost(
    game: GuessingGame, table: MarkTable, costs: Costs, codes: Iterable[int], placed: int = 0, first: int | None = None
) -> int:
    """The least cost of any strategy for these codes, by trying every guess at every position."""
    weights = [int(weight) for weight in game.weights]
    costs_by_position: dict[tuple[frozenset[int], int], int] = {}

    def split(left: frozenset[int], guess: int) -> frozenset[tuple[bool, frozenset[int]]]:
        cells: dict[int, set[int]] = defaultdict(set)
        for code in left:
            cells[table[guess][code]].add(code)
        return frozenset((mark == game.solved_mark, frozenset(cell)) for mark, cell in cells.items())

    def partition_cost(partition: frozenset[tuple[bool, frozenset[int]]], number: int) -> int:
        return sum(
            cost_of_guess(costs, number) * sum(weights[code] for code in cell) if solved else least(cell, number + 1)
            for solved, cell in partition
        )

    def least(left: frozenset[int], number: int) -> int:
        """The cost of these codes if the next guess is this number."""
        if len(left) == 1:
            return cost_of_guess(costs, number) * weights[next(iter(left))]
        if (left, number) not in costs_by_position:
            partitions = {split(left, guess) for guess in range(len(table))}
            costs_by_position[left, number] = min(
                partition_cost(cells, number) for cells in partitions if len(cells) > 1
            )
        return costs_by_position[left, number]

    everything = frozenset(codes)
    if first is not None:
        return partition_cost(split(everything, first), placed + 1)
    return least(everything, placed + 1)


# Hypothesis strategies


def any_costs(longest: int = 6, steepest: int = 5) -> st.SearchStrategy[Costs]:
    """Any costs, with increments from 0 to `steepest`."""
    increments = st.lists(st.integers(0, steepest), min_size=1, max_size=longest)
    return increments.map(lambda drawn: Costs(tuple(drawn)))


@st.composite
def code_spaces(draw: st.DrawFn, most_holes: int = 4, most_colours: int = 4, least: int = 1) -> CodeSpace:
    """A small code space of any kind, with at least so many codes."""

    def any_space() -> CodeSpace:
        holes = draw(st.integers(1, most_holes))
        fewest = draw(st.integers(0, holes))
        return CodeSpace(
            holes,
            draw(st.integers(1, most_colours)),
            repeats=draw(st.booleans()),
            least_blanks=fewest,
            most_blanks=draw(st.integers(fewest, holes)),
            blank_holes=draw(st.none() | st.sets(st.integers(1, holes)).map(lambda numbers: tuple(sorted(numbers)))),
        )

    space = any_space()
    while space.size < least:
        space = any_space()
    return space


def all_exchanges(holes: int, pegs: int) -> Iterable[tuple[Code, Code]]:
    """Every permutation of the holes with every permutation of the pegs."""
    return product(permutations(range(holes)), permutations(range(pegs)))


def exchange_code(code: Code, order: Code, names: Code) -> Code:
    """A code with its holes in another order and its pegs renamed."""
    return tuple(names[code[hole]] for hole in order)
