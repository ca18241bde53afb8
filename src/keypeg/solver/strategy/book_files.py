"""Books: strategies in files of a few kilobytes each, one for every game of the editions.

A book file is a line of JSON with the game, the tally and how it was proven, followed by the compressed nodes, parents
before children: for each node its guess, and a bit mask of the marks that lead to another node. A book is found by its
game, not by an edition: editions with the same game share a book.
"""

import json
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import numpy as np

from keypeg.core.codes import CodeSpace
from keypeg.core.errors import KeypegError, ReadError
from keypeg.core.immutable import fields_of
from keypeg.core.marks import MARKINGS
from keypeg.solver.game.guessing_game import GuessingGame, make_game
from keypeg.solver.game.recipe import Recipe
from keypeg.solver.kernels.array_types import Numbers, Words
from keypeg.solver.strategy.tree import NOWHERE, Strategy, Tally

FORMAT = "keypeg-book-1"
SUFFIX = ".book"

_GUESS_BYTES, _MASK_BYTES = 4, 8
"""The size of a node's guess and of its mask of marks in a book."""

DUEL_SUFFIX = "-duel"
"""Ends the names of books for duels, where the first to finish wins. Other books have the key of their game."""


@dataclass(frozen=True)
class Claims:
    """What a book claims about its strategy; `keypeg.solver.strategy.verify` checks it. Stored by field name."""

    rule: str
    """How the strategy was made: the name of a one-step rule, `optimal`, `wide` …"""
    codes: int
    total: int
    worst: int
    histogram: tuple[int, ...]
    """The tally: see `keypeg.solver.strategy.tree.Tally`."""
    lower_bound: int
    """A lower bound of every strategy's total: equal to the total where the strategy is proven to be optimal."""
    proof: str
    """How the bound was proven."""
    seconds: float
    """How long it took to make."""
    command: str
    """The command that makes the book again."""

    @property
    def tally(self) -> Tally:
        """The figures that the book claims."""
        return Tally(self.codes, self.total, self.worst, self.histogram)

    @property
    def proven(self) -> bool:
        """Whether no strategy has a smaller total."""
        return self.lower_bound == self.total


@dataclass(frozen=True, eq=False)
class Book:
    """A strategy, and the claims about it."""

    claims: Claims
    strategy: Strategy


def write_book(book: Book) -> bytes:
    """Write a book as bytes."""
    strategy = book.strategy
    order = list(_nodes_in_preorder(strategy))
    masks = [sum(1 << int(mark) for mark in np.flatnonzero(strategy.child[node] >= 0)) for node in order]
    guesses = strategy.guess[order].astype("<u4")
    body = zlib.compress(guesses.tobytes() + np.array(masks, "<u8").tobytes(), 9)
    assert strategy.game.recipe is not None
    head = {"format": FORMAT, "puzzle": _write_recipe(strategy.game.recipe), "nodes": len(order)}
    line = json.dumps(head | {"claims": asdict(book.claims)}, separators=(",", ":"))
    return line.encode() + b"\n" + body


def _nodes_in_preorder(strategy: Strategy) -> Iterator[int]:
    """The nodes, parents before children, children in the order of their marks."""
    waiting = [0] if len(strategy) else []
    while waiting:
        node = waiting.pop()
        yield node
        children = strategy.child[node]
        waiting += [int(children[mark]) for mark in np.flatnonzero(children >= 0)[::-1]]


def read_book(data: bytes, name: str) -> Book:
    """Read a book from bytes. Raises `ReadError` if it is damaged."""
    try:
        claims, recipe, nodes, body = _read_head(data)
        game = make_game(recipe)
        raw = zlib.decompress(body)
        if len(raw) != (_GUESS_BYTES + _MASK_BYTES) * nodes:
            raise ValueError("the file is cut off")
        guesses = np.frombuffer(raw[: _GUESS_BYTES * nodes], "<u4").astype(np.int32)
        masks = np.frombuffer(raw[_GUESS_BYTES * nodes :], "<u8")
        return Book(claims, Strategy(game, guesses, _link_children(guesses, masks, game)))
    except _UNREADABLE as error:
        raise ReadError("unreadable-book", book=name, why=str(error)) from None


_UNREADABLE = (
    AttributeError,
    IndexError,
    KeyError,
    KeypegError,
    OverflowError,
    RecursionError,
    TypeError,
    ValueError,
    zlib.error,
)
"""The exceptions that bytes other than a book's can cause."""


def _read_head(data: bytes) -> tuple[Claims, Recipe, int, bytes]:
    line, _, body = data.partition(b"\n")
    head = json.loads(line)
    if head["format"] != FORMAT:
        raise ValueError(f"its format is not {FORMAT}")
    claims = Claims(**head["claims"] | {"histogram": tuple(head["claims"]["histogram"])})
    return claims, _read_recipe(head["puzzle"]), int(head["nodes"]), body


def _link_children(guesses: Numbers, masks: Words, game: GuessingGame) -> Numbers:
    """For each node and mark the next node: nodes are stored in preorder."""
    child = np.full((len(guesses), len(game.marks)), NOWHERE, np.int32)
    waiting: list[tuple[int, int]] = []
    for node in range(len(guesses)):
        if not 0 <= guesses[node] < len(game.guesses):
            raise ValueError(f"node {node} has an unknown guess")
        if node:
            parent, mark = waiting.pop()
            child[parent, mark] = node
        mask = int(masks[node])
        waiting += [(node, mark) for mark in reversed(range(mask.bit_length())) if mask >> mark & 1]
    if waiting:
        raise ValueError("nodes are missing")
    return child


def _write_recipe(recipe: Recipe) -> dict[str, object]:
    spaces = {"secrets": fields_of(recipe.secrets), "guesses": fields_of(recipe.guesses)}
    return asdict(recipe) | spaces | {"marking": recipe.marking.name}


def _read_recipe(json_value: dict[str, object]) -> Recipe:
    names = {field.name for field in fields(Recipe)}
    values = {name: value for name, value in json_value.items() if name in names}
    for name in ("secrets", "guesses"):
        space = dict(json_value[name])  # type: ignore[call-overload]
        values[name] = CodeSpace(**space | {"blank_holes": _tuple(space["blank_holes"])})
    values |= {"marking": MARKINGS[str(json_value["marking"])], "own": _tuple(json_value["own"])}
    return Recipe(**values)  # type: ignore[arg-type]


def _tuple(value: object) -> tuple[int, ...] | None:
    return None if value is None else tuple(value)  # type: ignore[arg-type]


# The books in the package


def _book_folder() -> Traversable:
    return files("keypeg.solver") / "data"


def book_names() -> list[str]:
    """The names of all books."""
    return sorted(entry.name.removesuffix(SUFFIX) for entry in _book_folder().iterdir() if entry.name.endswith(SUFFIX))


def game_book_names() -> list[str]:
    """The names of all books except those for duels: the keys of their games."""
    return [name for name in book_names() if not name.endswith(DUEL_SUFFIX)]


@lru_cache(maxsize=8)
def load_book(name: str) -> Book:
    """Load a book by its name; the last few stay in memory. Raises `ReadError` if there is none."""
    if name not in book_names():
        raise ReadError("unknown-book", book=name, books=", ".join(book_names()))
    return read_book((_book_folder() / f"{name}{SUFFIX}").read_bytes(), name)


def book_for(game: GuessingGame) -> Book | None:
    """The book of a game, if there is one."""
    return load_book(game.key) if game.key in book_names() else None


def duel_book_for(game: GuessingGame) -> Book | None:
    """The book for duels in a game, if there is one: see `keypeg.solver.proof.equilibrium`."""
    name = f"{game.key}{DUEL_SUFFIX}"
    return load_book(name) if name in book_names() else None
