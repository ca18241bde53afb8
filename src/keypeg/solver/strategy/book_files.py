"""Books: strategies in files, a few kilobytes each, one for every game that somebody plays.

A book is a line of JSON that says what it is, what it comes to and how that was proven; then, compressed, its nodes
from the first guess on, every node before those that follow it: for each the number of its guess, and which marks are
followed by a node. A book is found by its game, not by an edition: editions with the same game share it.
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
from keypeg.core.marks import MARKINGS
from keypeg.solver.game.guessing_game import GuessingGame, Recipe, make_game
from keypeg.solver.kernels.array_types import Numbers, Words
from keypeg.solver.strategy.tree import NOWHERE, Strategy

FORMAT = "keypeg-book-1"
SUFFIX = ".book"

DUEL_SUFFIX = "-duel"
"""What the name of a book ends with that is for who wants to finish first; otherwise it is that of its game."""


@dataclass(frozen=True)
class Claims:
    """What a book says of its strategy. `keypeg.solver.strategy.verify` plays it and finds out."""

    rule: str
    """How the strategy was made: by a one-step rule, or `optimal`."""
    codes: int
    total: int
    worst: int
    histogram: tuple[int, ...]
    """What it comes to: see `keypeg.solver.strategy.tree.Tally`."""
    lower_bound: int
    """What every strategy comes to at least: equal to the total where the strategy is proven to be the best."""
    proof: str
    """How that is known."""
    seconds: float
    """How long it took to make."""
    command: str
    """The command that makes it again."""

    @property
    def proven(self) -> bool:
        """Whether no strategy has a smaller total."""
        return self.lower_bound == self.total


@dataclass(frozen=True, eq=False)
class Book:
    """A strategy, and what is claimed of it."""

    claims: Claims
    strategy: Strategy


def write_book(book: Book) -> bytes:
    """A book as bytes."""
    strategy = book.strategy
    order = list(_nodes_in_order(strategy))
    masks = [sum(1 << int(mark) for mark in np.flatnonzero(strategy.child[node] >= 0)) for node in order]
    guesses = strategy.guess[order].astype("<u4")
    body = zlib.compress(guesses.tobytes() + np.array(masks, "<u8").tobytes(), 9)
    assert strategy.game.recipe is not None
    head = {"format": FORMAT, "puzzle": _plain_recipe(strategy.game.recipe), "nodes": len(order)}
    line = json.dumps(head | {"claims": asdict(book.claims)}, separators=(",", ":"))
    return line.encode() + b"\n" + body


def _nodes_in_order(strategy: Strategy) -> Iterator[int]:
    """Every node before those that follow it, in the order of their marks."""
    waiting = [0] if len(strategy) else []
    while waiting:
        node = waiting.pop()
        yield node
        following = strategy.child[node]
        waiting += [int(following[mark]) for mark in np.flatnonzero(following >= 0)[::-1]]


def read_book(data: bytes, name: str) -> Book:
    """A book from its bytes. Raises `ReadError` if it is damaged."""
    try:
        claims, recipe, many, body = _read_head(data)
        game = make_game(recipe)
        raw = zlib.decompress(body)
        if len(raw) != 12 * many:
            raise ValueError("it breaks off")
        guesses = np.frombuffer(raw[: 4 * many], "<u4").astype(np.int32)
        masks = np.frombuffer(raw[4 * many :], "<u8")
        return Book(claims, Strategy(game, guesses, _children(guesses, masks, game)))
    except _UNREADABLE as error:
        raise ReadError("bad-book", book=name, why=str(error)) from None


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
"""Everything that bytes which are no book, or no longer one, can lead to."""


def _read_head(data: bytes) -> tuple[Claims, Recipe, int, bytes]:
    line, _, body = data.partition(b"\n")
    head = json.loads(line)
    if head["format"] != FORMAT:
        raise ValueError(f"it is no {FORMAT}")
    claims = Claims(**head["claims"] | {"histogram": tuple(head["claims"]["histogram"])})
    return claims, _recipe(head["puzzle"]), int(head["nodes"]), body


def _children(guesses: Numbers, masks: Words, game: GuessingGame) -> Numbers:
    """For each node and mark the node that follows: the nodes stand in the order in which they are followed."""
    child = np.full((len(guesses), len(game.marks)), NOWHERE, np.int32)
    waiting: list[tuple[int, int]] = []
    for node in range(len(guesses)):
        if not 0 <= guesses[node] < len(game.guesses):
            raise ValueError(f"node {node} has no such guess")
        if node:
            parent, mark = waiting.pop()
            child[parent, mark] = node
        mask = int(masks[node])
        waiting += [(node, mark) for mark in reversed(range(mask.bit_length())) if mask >> mark & 1]
    if waiting:
        raise ValueError("nodes are missing")
    return child


def _plain_recipe(recipe: Recipe) -> dict[str, object]:
    return asdict(recipe) | {"marking": recipe.marking.name}


def _recipe(plain: dict[str, object]) -> Recipe:
    known = {field.name for field in fields(Recipe)}
    values = {name: value for name, value in plain.items() if name in known}
    for name in ("secrets", "guesses"):
        space = dict(plain[name])  # type: ignore[call-overload]
        values[name] = CodeSpace(**space | {"blank_holes": _tuple(space["blank_holes"])})
    values |= {"marking": MARKINGS[str(plain["marking"])], "own": _tuple(plain["own"])}
    return Recipe(**values)  # type: ignore[arg-type]


def _tuple(value: object) -> tuple[int, ...] | None:
    return None if value is None else tuple(value)  # type: ignore[arg-type]


# The books that come with Keypeg


def _shelf() -> Traversable:
    return files("keypeg.solver") / "data"


def book_names() -> list[str]:
    """The names of all books."""
    return sorted(entry.name.removesuffix(SUFFIX) for entry in _shelf().iterdir() if entry.name.endswith(SUFFIX))


def game_book_names() -> list[str]:
    """The names of the books that have the name of their game: all but those for duels."""
    return [name for name in book_names() if not name.endswith(DUEL_SUFFIX)]


@lru_cache(maxsize=8)
def load_book(name: str) -> Book:
    """A book by its name; it is read when it is first asked for. Raises `ReadError` if there is none."""
    if name not in book_names():
        raise ReadError("unknown-book", book=name, books=", ".join(book_names()))
    return read_book((_shelf() / f"{name}{SUFFIX}").read_bytes(), name)


def book_for(game: GuessingGame) -> Book | None:
    """The book of a game, if there is one."""
    return load_book(game.key) if game.key in book_names() else None


def duel_book_for(game: GuessingGame) -> Book | None:
    """The book for a duel over this game, if there is one: see `keypeg.solver.proof.equilibrium`."""
    name = f"{game.key}{DUEL_SUFFIX}"
    return load_book(name) if name in book_names() else None
