"""Looks for codes that are hard to break: how often a maker should choose each shape of code.

The shape of a code is how often its colours occur: 211 is a pair and two single ones. All codes of a shape are alike,
so a maker need only decide how often to choose which shape. For a given choice the exact search finds the fewest
guesses that any breaker can expect; the maker wants that as high as it can be. Small puzzles are searched by changing
one shape's weight after the other as long as it helps; in larger ones it is tried to leave out a shape altogether.

    python -m tools.makers            writes src/keypeg/players/hardest.json and prints what was found
"""

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from keypeg.players.makers import shape_of
from keypeg.solver.arrays import Longs
from keypeg.solver.books import book_for, book_names, load_book
from keypeg.solver.cells import all_codes
from keypeg.solver.costs import GUESSES
from keypeg.solver.exact import Exact
from keypeg.solver.puzzle import Puzzle

SMALL = 300
"""Up to how many codes the weights themselves are searched."""

LARGE = 5000
"""Up to how many codes it is tried to leave out a shape."""

FINEST = 64
"""The weight of a shape that is neither favoured nor avoided; others are whole numbers beside it."""

FILE = Path(__file__).parents[1] / "src/keypeg/players/hardest.json"


def main() -> None:
    """Search every puzzle that has a proven book, and write what was found."""
    found = {}
    for name in book_names():
        book = load_book(name)
        if not book.claims.proven or book.claims.codes > LARGE:
            continue
        puzzle = book.strategy.puzzle
        weights, value = search(puzzle)
        even = book.claims.total / book.claims.codes
        print(f"{name}: {weights} makes {value:.6f} guesses, all alike {even:.6f}", flush=True)
        if value > even + 1e-9:
            found[name] = {"weights": weights, "guesses": round(value, 6), "guesses_if_all_alike": round(even, 6)}
    FILE.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


def search(puzzle: Puzzle) -> tuple[dict[str, int], float]:
    """The weights of the shapes that make the fewest expected guesses as many as can be found."""
    shapes = sorted({shape_of(puzzle.code(number)) for number in range(len(puzzle.codes))})
    best = dict.fromkeys(shapes, FINEST)
    value = value_of(puzzle, best)
    if len(shapes) == 1:
        return best, value
    step = FINEST
    while step:
        small = len(puzzle.codes) <= SMALL
        changes = [{**best, shape: weight} for shape in shapes for weight in _tried(best[shape], step, small)]
        values = [value_of(puzzle, change) for change in changes]
        top = int(np.argmax(values))
        if values[top] > value + 1e-9:
            best, value = changes[top], values[top]
        else:
            step = step // 2 if small else 0
    return best, value


def _tried(weight: int, step: int, small: bool) -> list[int]:
    """What weight is tried in place of one; in large puzzles only none at all, which leaves alike what was alike."""
    return [tried for tried in (weight - step, *[weight + step] * small) if tried >= 0]


def value_of(puzzle: Puzzle, weights: Mapping[str, int]) -> float:
    """The fewest guesses that any breaker can expect, if shapes are chosen with these weights."""
    each = np.array([weights[shape_of(puzzle.code(number))] for number in range(len(puzzle.codes))], np.int64)
    return least_expected(puzzle, each * puzzle.weights)


def least_expected(puzzle: Puzzle, weights: Longs) -> float:
    """The fewest guesses that can be expected, if codes are as likely as these weights say."""
    codes = np.flatnonzero(weights).astype(np.int32)
    kept = weights[codes]
    if len({*(kept / puzzle.weights[codes]).tolist()}) == 1:  # all as likely as before: what is alike stays alike
        book = book_for(puzzle)
        if book is not None and len(codes) == len(all_codes(puzzle)):
            return book.claims.total / book.claims.codes
        return Exact(puzzle, GUESSES, codes).cost(codes).bound / float(puzzle.weights[codes].sum())
    weighed = puzzle.with_weights(np.maximum(weights, 1))
    return Exact(weighed, GUESSES, codes, placed=None).cost(codes, placed=None).bound / float(kept.sum())


if __name__ == "__main__":
    main()
