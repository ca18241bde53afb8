"""Checking a strategy by playing it against every code, with the marking of the rules.

Codes come from the code space and marks from `keypeg.core.marks`, not from the solver, so that a mistake in the solver
cannot hide itself.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator

from keypeg.core.codes import Code, join_parts
from keypeg.solver.game.recipe import Recipe
from keypeg.solver.game.rows import Marks
from keypeg.solver.strategy.tree import NOWHERE, Strategy, Tally

Secret = tuple[Code, ...]
"""What a strategy finds: one code, or the parts of each of the other seats."""


def play_all(strategy: Strategy) -> Tally:
    """The tally of a strategy played against every code. Raises `ValueError` if some are not found."""
    recipe = strategy.game.recipe
    assert recipe is not None
    mark_numbers = {marks: number for number, marks in enumerate(strategy.game.marks)}
    solved = recipe.marking.solved(recipe.secrets.holes)
    codes_by_depth: Counter[int] = Counter()
    waiting = [(0 if len(strategy) else NOWHERE, 1, list(_secrets(strategy)))]
    while waiting:
        node, depth, secrets = waiting.pop()
        guess = strategy.game.guess(int(strategy.guess[node])) if node != NOWHERE else _last_guess(recipe, secrets)
        if guess is None:  # only one answer is left, and it is called
            codes_by_depth[depth] += sum(weight for _, weight in secrets)
            continue
        cells: dict[Marks, list[tuple[Secret, int]]] = defaultdict(list)
        for secret, weight in secrets:
            cells[tuple(recipe.marking.mark(part, guess) for part in secret)].append((secret, weight))
        for marks, cell in cells.items():
            if marks == (solved,):
                codes_by_depth[depth] += sum(weight for _, weight in cell)
            elif node == NOWHERE:
                raise ValueError(f"the code {cell[0][0]} is not found")
            else:
                waiting.append((strategy.next(node, mark_numbers[marks]), depth + 1, cell))
    return _tally(codes_by_depth)


def _secrets(strategy: Strategy) -> Iterator[tuple[Secret, int]]:
    """Every code with its weight."""
    recipe = strategy.game.recipe
    assert recipe is not None
    if not recipe.parts:
        for code in recipe.secrets:
            yield (code,), 1
        return
    holes = recipe.secrets.holes
    for number, weight in enumerate(strategy.game.weights.tolist()):
        row = strategy.game.code(number)
        yield tuple(row[start : start + holes] for start in range(0, len(row), holes)), weight


def _last_guess(recipe: Recipe, secrets: list[tuple[Secret, int]]) -> Code | None:
    """The guess where no decision is left: the only code; None in games where the answer is called."""
    if not recipe.parts:
        return secrets[0][0][0]
    wholes = {join_parts((recipe.own, *secret)) for secret, _ in secrets}
    if len(wholes) > 1:
        raise ValueError(f"{len(wholes)} codes are left where it calls")
    return None


def _tally(codes_by_depth: Counter[int]) -> Tally:
    worst = max(codes_by_depth)
    return Tally(
        codes=codes_by_depth.total(),
        total=sum(depth * count for depth, count in codes_by_depth.items()),
        worst=worst,
        histogram=tuple(codes_by_depth[depth] for depth in range(1, worst + 1)),
    )
