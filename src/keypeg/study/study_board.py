"""A board under study: the rows on it, the guessing game that it is a position of, and what to guess next."""

from dataclasses import dataclass, field

from keypeg.core.codes import Code, join_parts
from keypeg.core.edition import Edition
from keypeg.core.errors import KeypegError, ReadError, RuleError
from keypeg.core.marks import KeyPegs, Mark
from keypeg.records.notation import Palette, read_code, read_mark, write_mark
from keypeg.solver.advice.advisor import advise
from keypeg.solver.advice.changes import Contradiction
from keypeg.solver.advice.rated_guess import Advice
from keypeg.solver.game.guessing_game import GuessingGame, game_for
from keypeg.solver.game.rows import Marks, Row
from keypeg.solver.strategy.book_files import book_for


@dataclass
class StudyBoard:
    """A board under study, for one seat."""

    edition: Edition
    game: GuessingGame
    seat: int
    """The seat that guesses."""
    own: Code = ()
    rows: list[Row] = field(default_factory=list)

    @property
    def letters(self) -> Palette:
        """The letters in which codes are entered: those of records."""
        return self.edition.palette

    def advice(self, seconds: float, compared_guess: Code | None = None) -> Advice | Contradiction:
        """The best next guess and others, with the value of `compared_guess` beside them."""
        book = book_for(self.game)
        proven = book.strategy if book is not None and book.claims.proven else None
        return advise(self.game, self.rows, seconds, proven, compared_guess)

    def read_guess(self, text: str) -> Code:
        """Read a guess that is allowed here, in the form that the solver uses."""
        code = read_code(text, self.letters)
        self.edition.guess_space(self.seat, self.own or None).check(code)
        normal = self.game.normalize(code)
        self.game.guess_number(normal)
        return normal

    def read_row(self, guess: str, marks: str) -> Row:
        """Read a row from its guess and its mark, or marks."""
        return self.read_guess(guess), self.read_marks(marks)

    def read_marks(self, text: str) -> Marks:
        """Read the marks of a row: one, or where several seats mark, one each, with commas between them."""
        examples = self.game.marks[0]
        texts = text.split(",") if len(examples) > 1 else [text]
        if len(texts) != len(examples):
            raise RuleError("impossible-mark")
        try:
            marks = tuple(self.read_single_mark(part, mark) for part, mark in zip(texts, examples, strict=True))
        except ReadError:
            raise ReadError("unreadable-mark", text=text, example=self.example) from None
        self.game.mark_number(marks)
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
        examples = self.game.marks[0]
        return ",".join(write_mark(KeyPegs(1, 0)) if isinstance(mark, KeyPegs) else "3" for mark in examples)

    @property
    def example_guess(self) -> str:
        """An example of how a guess is written here."""
        return "".join(2 * colour.letter for colour in self.letters[:2])

    def whole_codes(self, advice: Advice) -> list[Code]:
        """The candidates as whole codes: where parts are dealt, with the seat's own parts."""
        if self.game.solved_mark >= 0:
            return list(advice.codes)
        return sorted({self.whole_code(code) for code in advice.codes})

    def whole_code(self, code: Code) -> Code:
        """The whole code that a code of the guessing game stands for."""
        if self.game.solved_mark >= 0:
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
    return StudyBoard(edition, game_for(edition, seat, parts or None), seat, parts)


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
