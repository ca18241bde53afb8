"""The command `solve`: advice for one position, or a companion beside a real board."""

from dataclasses import dataclass, field
from typing import Any

from keypeg.core.codes import Code, join_parts
from keypeg.core.edition import Edition
from keypeg.core.errors import KeypegError, ReadError, RuleError
from keypeg.records.notation import read_code, read_number, write_code, write_mark
from keypeg.records.plain import plain_mark
from keypeg.solver.advice import Advice, Option, advise
from keypeg.solver.books import book_for
from keypeg.solver.contradiction import Contradiction
from keypeg.solver.puzzle import Marks, Puzzle, Row, puzzle_for
from keypeg.terminal.commands import mark_example, read_loose_mark
from keypeg.terminal.screen import Quit, Screen
from keypeg.terminal.waiting import get_ready
from keypeg.texts.catalogue import count, decimal, say
from keypeg.texts.errors import explain
from keypeg.texts.hinting import tell_change
from keypeg.texts.tell import Teller

COMMANDS = {
    **dict.fromkeys(("/row", "/rangée", "/rangee"), "row"),
    **dict.fromkeys(("/undo", "/annuler"), "undo"),
    **dict.fromkeys(("/rows", "/rangées", "/rangees"), "rows"),
    **dict.fromkeys(("/codes",), "codes"),
    **dict.fromkeys(("/help", "/aide", "/?"), "help"),
}
"""What can be typed beside a mark, in either language, and what it means."""

LISTED = 24
"""How many codes are listed; more would not be read."""


@dataclass
class Board:
    """What stands on somebody's board, and the puzzle it is."""

    edition: Edition
    puzzle: Puzzle
    seconds: float
    lang: str
    seat: int
    """Who guesses."""
    own: Code = ()
    rows: list[Row] = field(default_factory=list)

    def advice(self) -> Advice | Contradiction:
        """What to guess next."""
        book = book_for(self.puzzle)
        proven = book.strategy if book is not None and book.claims.proven else None
        return advise(self.puzzle, self.rows, self.seconds, proven)

    def read_row(self, guess: str, marks: str) -> Row:
        """A row from the texts of its guess and its mark, or its marks."""
        code = read_code(guess, self.edition.palette)
        self.edition.guess_space(self.seat, self.own or None).check(code)
        row = self.puzzle.normal(code), self.read_marks(marks)
        self.puzzle.number_of(row[0])
        return row

    def read_marks(self, text: str) -> Marks:
        """The marks of a row: one, or, where several seats mark, one each, with commas between them."""
        like = self.puzzle.marks[0]
        texts = text.split(",") if len(like) > 1 else [text]
        if len(texts) != len(like):
            raise RuleError("impossible-mark")
        try:
            marks = tuple(read_loose_mark(part, one, self.lang) for part, one in zip(texts, like, strict=True))
        except ReadError:
            raise ReadError("unreadable-mark", text=text, example=self.example) from None
        self.puzzle.mark_number(marks)
        return marks

    @property
    def example(self) -> str:
        """How a mark is typed."""
        like = self.puzzle.marks[0]
        return ",".join([mark_example(like[0], False, self.lang, self.edition.pegs_marked(self.seat))] * len(like))


def set_up(edition: Edition, seat: int, own: str | None, seconds: float, lang: str) -> Board:
    """The board of this seat with nothing on it. Where parts are dealt, `own` says what it holds."""
    parts: Code = ()
    if own is not None and not edition.dealt:
        raise RuleError("nothing-held")
    if edition.dealt:
        if own is None:
            raise RuleError("own-parts-needed", parts=edition.secrets.parts)
        parts = read_code(own, edition.palette)
        if len(parts) != edition.secrets.space.holes or sum(1 for peg in parts if peg) != edition.secrets.parts:
            raise RuleError("own-parts-needed", parts=edition.secrets.parts)
    return Board(edition, puzzle_for(edition, seat, parts or None), seconds, lang, seat, parts)


def read_rows(board: Board, rows: list[str]) -> None:
    """Put rows on the board, each written as `CODE:MARK`."""
    for text in rows:
        guess, colon, marks = text.partition(":")
        if not colon:
            raise ReadError("unreadable-row", text=text, example=f"RRBB:{board.example}")
        board.rows.append(board.read_row(guess, marks))


class Adviser:
    """Tells advice in words, or as plain values."""

    def __init__(self, board: Board, screen: Screen) -> None:
        self.board = board
        self.teller = Teller(board.edition, (), board.lang, screen.paint)

    def say(self, key: str, **values: object) -> str:
        """A sentence of the catalogue."""
        return say(self.board.lang, key, **values)

    def tell(self, advice: Advice | Contradiction) -> list[str]:
        """Advice in lines."""
        if isinstance(advice, Contradiction):
            changes = [tell_change(change, self.teller) for change in advice.changes]
            return [self.say("no-code-fits"), *changes]
        wholes = self.wholes(advice)
        if len(wholes) == 1:
            key = "one-code-left" if self.board.puzzle.solved >= 0 else "call-now"
            return [self.say(key, code=self.teller.code(wholes[0]))]
        left = advice.likely if self.board.puzzle.solved >= 0 else len(wholes)
        lines = [self.say("codes-left", codes=self.codes(left))]
        if len(wholes) <= LISTED:
            lines.append(self.say("codes-are", codes=", ".join(self._short(code) for code in wholes)))
        lines += self._best(advice.best)
        if advice.alternatives:
            lines.append(self.say("others"))
            lines += [self._other(option) for option in advice.alternatives if not option.bound]
        return lines if len(lines) == 0 or lines[-1] != self.say("others") else lines[:-1]

    def wholes(self, advice: Advice) -> list[Code]:
        """The whole codes that are left: where parts are dealt, one's own put to them."""
        if self.board.puzzle.solved >= 0:
            return list(advice.codes)
        holes = self.board.edition.secrets.space.holes
        deals = ([code[at : at + holes] for at in range(0, len(code), holes)] for code in advice.codes)
        return sorted({join_parts((self.board.own, *deal)) for deal in deals})

    def codes(self, many: int) -> str:
        """So many codes."""
        return count(self.board.lang, "codes", many)

    def _short(self, code: Code) -> str:
        return write_code(code, self.board.edition.palette)

    def _best(self, best: Option) -> list[str]:
        worth = "worth-bound" if best.bound else "worth-exact" if best.exact else "worth-estimate"
        why = "why-guess-code" if best.can_be_code else "why-guess"
        return [
            self.say("best-guess", guess=self.teller.code(best.guess)),
            "  " + self.say(worth, expected=decimal(self.board.lang, best.expected, 3), worst=best.worst),
            "  " + self.say(why, cells=best.cells, largest=best.largest),
        ]

    def _other(self, option: Option) -> str:
        key = "other-guess" if option.exact else "other-guess-unsure"
        return self.say(
            key, guess=self.teller.code(option.guess), expected=decimal(self.board.lang, option.expected, 3)
        )

    def marks(self, marks: Marks) -> str:
        """The marks of a row in words."""
        return " · ".join(self.teller.mark(mark) for mark in marks)

    def plain(self, advice: Advice | Contradiction) -> dict[str, Any]:
        """Advice as plain values."""
        if isinstance(advice, Contradiction):
            return {
                "codes_left": 0,
                "changes": [
                    {
                        "rows": list(change.rows),
                        "codes": change.codes,
                        "marks": [
                            {"mark": ",".join(map(write_mark, marks)), "codes": codes} for marks, codes in change.marks
                        ],
                    }
                    for change in advice.changes
                ],
            }
        wholes = self.wholes(advice)
        return {
            "codes_left": len(wholes),
            "weight_left": advice.likely,
            "best": self._plain_option(advice.best, wholes),
            "alternatives": [self._plain_option(option, wholes) for option in advice.alternatives],
            "codes": [self._short(code) for code in wholes],
            "rows": [
                {"guess": self._short(guess), "marks": [plain_mark(mark) for mark in marks]}
                for guess, marks in self.board.rows
            ],
        }

    def _plain_option(self, option: Option, wholes: list[Code]) -> dict[str, Any]:
        certain = len(wholes) == 1 and self.board.puzzle.solved < 0
        return {
            "guess": self._short(wholes[0] if certain else option.guess),
            "expected": option.expected,
            "worst": option.worst,
            "exact": option.exact,
            "lower_bound_only": option.bound,
            "cells": option.cells,
            "largest_cell": option.largest,
            "can_be_code": option.can_be_code,
        }


class Companion:
    """Sits beside a real board: proposes, is told marks, and takes corrections."""

    def __init__(self, board: Board, screen: Screen) -> None:
        self.board = board
        self.screen = screen
        self.adviser = Adviser(board, screen)

    def run(self) -> int:
        """Propose and listen until the code is found, or there is nobody to listen to."""
        board = self.board
        get_ready(board.puzzle, board.lang)
        self.screen.write(self._help())
        try:
            while not self._found():
                advice = board.advice()
                self.screen.write("", *self.adviser.tell(advice))
                if isinstance(advice, Contradiction):
                    self.screen.write(self.adviser.say("correct-row", row=advice.changes[0].rows[0]))
                if isinstance(advice, Advice) and board.puzzle.solved < 0 and len(self.adviser.wholes(advice)) == 1:
                    return 0
                self._listen(advice)
        except (Quit, KeyboardInterrupt):
            return 0
        self.screen.write(self.adviser.say("companion-done", rows=count(board.lang, "rows", len(board.rows))))
        return 0

    def _help(self) -> str:
        board = self.board
        example = f"{write_code(board.puzzle.guess(0), board.edition.palette)} {board.example}"
        return self.adviser.say("companion", example=example, mark=board.example)

    def _found(self) -> bool:
        solved = self.board.puzzle.solved
        return bool(self.board.rows) and solved >= 0 and self.board.rows[-1][1] == self.board.puzzle.marks[solved]

    def _listen(self, advice: Advice | Contradiction) -> None:
        """Take one thing that is typed and understood."""
        guess = advice.best.guess if isinstance(advice, Advice) else None
        while True:
            row = len(self.board.rows) + 1
            prompt = (
                self.adviser.say("ask-companion-row", row=row)
                if guess is None
                else self.adviser.say("ask-companion", row=row, guess=self.adviser.teller.code(guess))
            )
            try:
                if self._take(self.screen.ask(prompt).strip(), guess, advice):
                    return
            except KeypegError as error:
                self.screen.write(explain(error, self.board.lang))

    def _take(self, typed: str, guess: Code | None, advice: Advice | Contradiction) -> bool:
        """Do what was typed. Returns whether there is something new to advise on."""
        word, _, rest = typed.partition(" ")
        if word.startswith("/"):
            return self._command(word.lower(), rest.strip(), advice)
        if rest and self._is_code(word):
            self.board.rows.append(self.board.read_row(word, rest))
            return True
        if guess is None:
            raise ReadError("unreadable-row", text=typed, example=f"RRBB {self.board.example}")
        self.board.rows.append((self.board.puzzle.normal(guess), self.board.read_marks(typed)))
        return True

    def _is_code(self, word: str) -> bool:
        try:
            read_code(word, self.board.edition.palette)
        except KeypegError:
            return False
        return len(word) == int(self.board.puzzle.guesses.shape[1])

    def _command(self, word: str, rest: str, advice: Advice | Contradiction) -> bool:
        meant = COMMANDS.get(word)
        if meant == "row":
            return self._correct(rest)
        if meant == "undo":
            if self.board.rows:
                self.board.rows.pop()
            return True
        if meant == "rows":
            self.screen.write(*self._rows())
        elif meant == "codes":
            self.screen.write(self._codes(advice))
        elif meant == "help":
            self.screen.write(self._help())
        else:
            self.screen.write(self.adviser.say("not-understood", text=word))
        return False

    def _correct(self, rest: str) -> bool:
        """Correct a row: its mark, or its guess and its mark."""
        number, _, said = rest.partition(" ")
        row = read_number(number)
        if not 1 <= row <= len(self.board.rows):
            raise ReadError("no-such-number", text=number, low=1, high=len(self.board.rows))
        word, _, marks = said.strip().partition(" ")
        if marks and self._is_code(word):
            self.board.rows[row - 1] = self.board.read_row(word, marks)
        else:
            self.board.rows[row - 1] = self.board.rows[row - 1][0], self.board.read_marks(said.strip())
        self.screen.write(*self._rows())
        return True

    def _rows(self) -> list[str]:
        return [
            self.adviser.say(
                "companion-row", row=row, guess=self.adviser.teller.code(guess), mark=self.adviser.marks(marks)
            )
            for row, (guess, marks) in enumerate(self.board.rows, 1)
        ] or [self.adviser.say("no-rows")]

    def _codes(self, advice: Advice | Contradiction) -> str:
        if isinstance(advice, Contradiction):
            return self.adviser.say("no-code-fits")
        wholes = self.adviser.wholes(advice)
        if len(wholes) > 500:
            return self.adviser.say("too-many-to-list", codes=self.adviser.codes(len(wholes)))
        codes = ", ".join(write_code(code, self.board.edition.palette) for code in wholes)
        return self.adviser.say("codes-are", codes=codes)
