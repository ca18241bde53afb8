"""A board under study: the rows on it, the guessing game that it is a position of, and what to guess next.

The compiled solver advises where it can, and is loaded only then; otherwise the plain one does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

from keypeg.core.codes import Code, join_parts
from keypeg.core.edition import Edition
from keypeg.core.errors import KeypegError, ReadError, RuleError
from keypeg.core.marks import KeyPegs, Mark
from keypeg.players.solver_choice import needs_plain_solver
from keypeg.records.notation import Palette, read_code, read_mark, write_mark
from keypeg.solver.advice.changes import Contradiction
from keypeg.solver.advice.rated_guess import Advice
from keypeg.solver.game.rows import Marks, Row
from keypeg.study.plain_advice import advise_plainly, cells_by_plain_solver
from keypeg.study.position import StudiedPosition

if TYPE_CHECKING:
    from keypeg.solver.game.guessing_game import GuessingGame


@dataclass
class StudyBoard:
    """A board under study, for one seat."""

    edition: Edition
    seat: int
    """The seat that guesses."""
    own: Code = ()
    rows: list[Row] = field(default_factory=list)

    @cached_property
    def game(self) -> GuessingGame:
        """The game as the compiled solver has it."""
        from keypeg.solver.game.guessing_game import game_for

        return game_for(self.edition, self.seat, self.own or None)

    @property
    def letters(self) -> Palette:
        """The letters in which codes are entered: those of records."""
        return self.edition.palette

    @property
    def is_plain(self) -> bool:
        """Whether the plain solver answers."""
        return needs_plain_solver(self.edition, self.seat)

    @cached_property
    def marks(self) -> tuple[Marks, ...]:
        """All marks that a row can have, one for each maker."""
        secrets = self.edition.secrets
        if self.edition.dealt:
            return tuple(product(self.edition.marking.possible(secrets.parts), repeat=self.edition.seats - 1))
        return tuple((mark,) for mark in self.edition.marking.possible(self.edition.secret_space(self.seat).holes))

    @property
    def solved(self) -> Marks | None:
        """The marks of a row that is the code; None where parts are dealt, and players call the code."""
        mark = self.edition.marking.solved(self.edition.secret_space(self.seat).holes)
        return None if self.edition.dealt or mark is None else (mark,)

    def normalize(self, guess: Code) -> Code:
        """The guess as the solver has it: with its pegs sorted where their order does not count."""
        return guess if self.edition.marking.ordered else tuple(sorted(guess))

    def advice(self, seconds: float, compared_guess: Code | None = None) -> Advice | Contradiction:
        """The best next guess and others, with the value of `compared_guess` beside them."""
        if self.is_plain:
            return advise_plainly(self._position(), compared_guess)
        from keypeg.solver.advice.advisor import advise
        from keypeg.solver.strategy.book_files import book_for

        book = book_for(self.game)
        proven = book.strategy if book is not None and book.claims.proven else None
        return advise(self.game, self.rows, seconds, proven, compared_guess)

    def cells(self, guess: Code) -> dict[Marks, int]:
        """How many codes each mark would leave that this guess can earn, in the order of marks.

        Where parts are dealt, a code counts in every cell that some deal of it falls into. Of a sample, the numbers are
        estimates.
        """
        if self.is_plain:
            counted = cells_by_plain_solver(self._position(), guess)
            return {marks: counted[marks] for marks in self.marks if marks in counted}
        from keypeg.solver.advice.advisor import find_candidates
        from keypeg.solver.game.partition import marks_of_guess

        codes = find_candidates(self.game, self.rows)
        earned = marks_of_guess(self.game, self.game.guess_number(guess), codes)
        return {
            self.game.marks[mark]: len({self.whole_code(self.game.code(int(code))) for code in codes[earned == mark]})
            for mark in sorted(set(earned.tolist()))
        }

    def _position(self) -> StudiedPosition:
        return StudiedPosition(self.edition, self.seat, self.own, tuple(self.rows))

    def read_guess(self, text: str) -> Code:
        """Read a guess that is allowed here, in the form that the solver uses."""
        code = read_code(text, self.letters)
        self.edition.guess_space(self.seat, self.own or None).check(code)
        return self.normalize(code)

    def read_row(self, guess: str, marks: str) -> Row:
        """Read a row from its guess and its mark, or marks."""
        return self.read_guess(guess), self.read_marks(marks)

    def read_marks(self, text: str) -> Marks:
        """Read the marks of a row: one, or where several seats mark, one each, with commas between them."""
        examples = self.marks[0]
        texts = text.split(",") if len(examples) > 1 else [text]
        if len(texts) != len(examples):
            raise RuleError("impossible-mark")
        try:
            marks = tuple(self.read_single_mark(part, mark) for part, mark in zip(texts, examples, strict=True))
        except ReadError:
            raise ReadError("unreadable-mark", text=text, example=self.example) from None
        if marks not in self.marks:
            raise RuleError("impossible-mark")
        return marks

    def read_single_mark(self, text: str, example_mark: Mark) -> Mark:
        """Read one mark of the same kind as `example_mark`."""
        mark = read_mark(text)
        if type(mark) is not type(example_mark):
            raise ReadError("unreadable-mark", text=text, example=self.example)
        return mark

    @property
    def example(self) -> str:
        """An example of how marks are written here."""
        return ",".join(write_mark(KeyPegs(1, 0)) if isinstance(mark, KeyPegs) else "3" for mark in self.marks[0])

    @property
    def example_guess(self) -> str:
        """An example of how a guess is written here."""
        return "".join(2 * colour.letter for colour in self.letters[:2])

    def codes_left(self, advice: Advice) -> int:
        """How many codes are left, where parts are dealt whole codes; an estimate if the advice has an error."""
        return len(self.whole_codes(advice)) if advice.complete else advice.weight

    def whole_codes(self, advice: Advice) -> list[Code]:
        """The listed candidates as whole codes: where parts are dealt, with the seat's own parts."""
        if not self.edition.dealt:
            return list(advice.codes)
        return sorted({self.whole_code(code) for code in advice.codes})

    def whole_code(self, code: Code) -> Code:
        """The whole code that a code of the guessing game stands for."""
        if not self.edition.dealt:
            return code
        holes = self.edition.secrets.space.holes
        return join_parts((self.own, *(code[start : start + holes] for start in range(0, len(code), holes))))


def read_own_parts(edition: Edition, own: str | None, letters: Palette | None = None) -> Code:
    """Read the parts that a seat holds, in these letters or those of records; none unless parts are dealt."""
    if not edition.dealt:
        if own is not None:
            raise RuleError("parts-not-dealt")
        return ()
    parts = read_code(own, letters or edition.palette) if own is not None else ()
    if len(parts) != edition.secrets.space.holes or sum(1 for peg in parts if peg) != edition.secrets.parts:
        raise RuleError("own-parts-needed", parts=edition.secrets.parts)
    return parts


def new_board(edition: Edition, seat: int, own: str | None = None, letters: Palette | None = None) -> StudyBoard:
    """An empty board for this seat. Where parts are dealt, `own` lists the parts that it holds, in these letters."""
    parts = read_own_parts(edition, own, letters)
    return StudyBoard(edition, seat, parts)


def enter_rows(board: StudyBoard, rows: list[str]) -> None:
    """Enter rows on the board, each written as `CODE:MARK`."""
    for number, text in enumerate(rows, 1):
        guess, colon, marks = text.partition(":")
        if not colon:
            raise ReadError("unreadable-row", text=text, example=f"{board.example_guess}:{board.example}")
        try:
            board.rows.append(board.read_row(guess, marks))
        except KeypegError as error:
            raise ReadError("wrong-row", row=number, text=text, error=error) from error
