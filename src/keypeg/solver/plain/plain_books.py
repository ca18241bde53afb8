"""Stored strategies, read and followed without NumPy. `keypeg.solver.strategy.book_files` describes their format.

A strategy contains only one of several equivalent guesses. So a position is looked up with its holes and colours
exchanged, and the strategy's next guess is exchanged back.
"""

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import permutations
from struct import unpack
from typing import NamedTuple

from keypeg.core.codes import BLANK, Code, CodeSpace
from keypeg.core.marks import Mark
from keypeg.solver.game.recipe import Recipe
from keypeg.solver.plain.position import PlainPosition

SUFFIX = ".book"


class BookStep(NamedTuple):
    """The next guess by a book."""

    guess: Code
    node: int
    """The book's node."""
    holes: tuple[int, ...]
    """For each hole of the book, the hole of the board that corresponds to it."""
    pegs: Mapping[int, int]
    """For each peg of the board, the peg of the book that corresponds to it."""

    def to_book(self, code: Code) -> Code:
        """A code of the board, as the book has it."""
        return tuple(self.pegs[code[hole]] for hole in self.holes)


@dataclass(frozen=True, eq=False)
class PlainBook:
    """A strategy as a tree of guesses."""

    position: PlainPosition
    """The start of its game."""
    rule: str
    """How it was made: the name of a one-step rule, `optimal`, `wide` …"""
    codes: int
    total: int
    """The sum of the guesses needed for all codes."""
    proven: bool
    """Whether no strategy has a smaller total."""
    guesses: tuple[int, ...]
    """The guess of each node, as its index among the guesses of the game."""
    children: tuple[Mapping[int, int], ...]
    """For each node the next nodes, by the index of the mark."""

    def guess_at(self, node: int) -> Code:
        """The guess of a node."""
        return guess_of_index(self.position, self.guesses[node])

    def next(self, node: int, mark: Mark) -> int | None:
        """The node after a mark; None where one code, or none, is left."""
        return self.children[node].get(self.position.marking.possible(self.position.secrets.holes).index(mark))

    def guesses_needed(self, codes: Sequence[Code], node: int) -> list[int]:
        """How many guesses find each of these codes, from a node on."""
        marking, needed = self.position.marking, list[int]()
        for code in codes:
            here: int | None = node
            count = 1
            while here is not None:
                guess = self.guess_at(here)
                mark = marking.mark(code, guess)
                if self.position.normalize(code) == guess:
                    break
                count += 1
                here = self.next(here, mark)
            needed.append(count)
        return needed

    def find(self, position: PlainPosition) -> BookStep | None:
        """The book's next guess at a position; None if the rows so far are not those of the book."""
        holes = range(position.secrets.holes)
        if not position.marking.ordered:
            return self._follow(position, tuple(holes), {peg: peg for peg in position.guesses.pegs})
        for order in permutations(holes):
            step = self._follow(position, order, {})
            if step is not None:
                return step
        return None

    def _follow(self, position: PlainPosition, holes: tuple[int, ...], pegs: dict[int, int]) -> BookStep | None:
        """Follow the rows with this order of holes, adding each peg and its counterpart when it first occurs."""
        node: int | None = 0
        for guess, mark in position.rows:
            if node is None or not _match_pegs(
                [position.normalize(guess)[hole] for hole in holes], self.guess_at(node), pegs
            ):
                return None
            node = self.next(node, mark)
        return None if node is None else self._step(node, holes, pegs)

    def _step(self, node: int, holes: tuple[int, ...], pegs: dict[int, int]) -> BookStep:
        """The guess of a node on the board. Pegs that no row has shown correspond in their order."""
        palette = self.position.guesses.pegs
        unused = iter([peg for peg in palette if peg not in pegs.values()])
        # A blank corresponds to a blank, and is never in the way of a colour.
        both = pegs | {peg: next(unused) for peg in palette if peg not in pegs}
        back = {other: peg for peg, other in both.items()}
        own = [BLANK] * len(holes)
        for hole, peg in zip(holes, self.guess_at(node), strict=True):
            own[hole] = back[peg]
        return BookStep(tuple(own), node, holes, both)


def _match_pegs(own: Sequence[int], in_book: Code, pegs: dict[int, int]) -> bool:
    """Whether an exchange of colours maps one guess to the other; if so, the new pairs are added to `pegs`."""
    for peg, other in zip(own, in_book, strict=True):
        if pegs.get(peg, other) != other or (peg == BLANK) != (other == BLANK):
            return False
        if peg not in pegs and other in pegs.values():
            return False
        pegs[peg] = other
    return True


def guess_of_index(position: PlainPosition, index: int) -> Code:
    """The guess of this index, in the order of the game's guesses."""
    space = position.guesses
    if not position.marking.ordered or not space.repeats or space.most_blanks not in (0, space.holes):
        return _list_guesses(space, position.marking.ordered)[index]
    pegs, code = space.pegs, list[int]()
    for _ in range(space.holes):
        index, digit = divmod(index, len(pegs))
        code.append(pegs[digit])
    return tuple(reversed(code))


@lru_cache(maxsize=8)
def _list_guesses(space: CodeSpace, ordered: bool) -> tuple[Code, ...]:
    return tuple(space) if ordered else tuple(sorted({tuple(sorted(code)) for code in space}))


@lru_cache(maxsize=16)
def find_book(start: PlainPosition) -> PlainBook | None:
    """The book of this game, if there is one; `start` has no rows."""
    name = Recipe(start.secrets, start.guesses, start.marking).key
    file = files("keypeg") / "solver" / "data" / f"{name}{SUFFIX}"
    return _read(file.read_bytes(), start) if file.is_file() else None


def _read(data: bytes, start: PlainPosition) -> PlainBook:
    line, _, body = data.partition(b"\n")
    head = json.loads(line)
    nodes, claims, raw = head["nodes"], head["claims"], zlib.decompress(body)
    guesses, masks = unpack(f"<{nodes}I", raw[: 4 * nodes]), unpack(f"<{nodes}Q", raw[4 * nodes :])
    children: list[dict[int, int]] = [{} for _ in range(nodes)]
    waiting: list[tuple[int, int]] = []
    for node, mask in enumerate(masks):  # parents come before children, children in the order of their marks
        if node:
            parent, mark = waiting.pop()
            children[parent][mark] = node
        waiting += [(node, mark) for mark in reversed(list(_bits(mask)))]
    proven = claims["lower_bound"] == claims["total"]
    return PlainBook(start, claims["rule"], claims["codes"], claims["total"], proven, guesses, tuple(children))


def _bits(mask: int) -> Iterator[int]:
    return (bit for bit in range(mask.bit_length()) if mask >> bit & 1)
