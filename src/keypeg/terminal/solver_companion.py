"""The command `solve`: advice for one position, or for a whole game at a real board, row by row."""

from dataclasses import dataclass

from keypeg.core.codes import Code
from keypeg.core.edition import Edition
from keypeg.core.errors import KeypegError, ReadError
from keypeg.core.marks import Mark
from keypeg.i18n.catalogue import count, decimal, estimated_codes, say
from keypeg.i18n.colour_letters import local_palette
from keypeg.i18n.error_text import explain
from keypeg.i18n.hint_text import describe_change, describe_codes_left
from keypeg.i18n.match_text import MatchText
from keypeg.i18n.typed_words import read_bare, typed_commands
from keypeg.records.notation import Palette, read_code, read_number, write_code
from keypeg.solver.advice.changes import Contradiction
from keypeg.solver.advice.rated_guess import Advice, RatedGuess
from keypeg.solver.game.rows import Marks
from keypeg.study.study_board import StudyBoard, new_board
from keypeg.terminal.commands import read_typed_mark, typed_mark_example
from keypeg.terminal.preparation import prepare_or_estimate
from keypeg.terminal.screen import Quit, Screen

COMMANDS = ("row", "undo", "rows", "codes", "help")
"""What can be typed beside a mark."""

MAX_LISTED_CODES = 24
"""How many candidates advice lists; nobody would read more."""

MAX_CODES_ON_REQUEST = 500
"""How many candidates are listed when the player asks for all of them."""


@dataclass
class TypedBoard(StudyBoard):
    """A board whose marks a person types, in any of the usual forms."""

    seconds: float = 1.0
    lang: str = "en"
    for_programs: bool = False
    """Whether codes are entered in the letters of records, in any language."""

    @property
    def letters(self) -> Palette:
        """The letters in which codes are entered and shown."""
        return self.edition.palette if self.for_programs else local_palette(self.edition.palette, self.lang)

    def read_single_mark(self, text: str, sample: Mark) -> Mark:
        """Read one typed mark of the same kind as `sample`."""
        return read_typed_mark(text, sample, self.lang)

    @property
    def example(self) -> str:
        """An example of a typed mark."""
        sample = self.marks[0]
        return ",".join(
            [typed_mark_example(sample[0], False, self.lang, self.edition.pegs_marked(self.seat))] * len(sample)
        )


def typed_board(
    edition: Edition, seat: int, own: str | None, seconds: float, lang: str, for_programs: bool = False
) -> TypedBoard:
    """An empty board for this seat. Where parts are dealt, `own` is the seat's parts."""
    letters = edition.palette if for_programs else local_palette(edition.palette, lang)
    board = new_board(edition, seat, own, letters)
    return TypedBoard(edition, seat, board.own, seconds=seconds, lang=lang, for_programs=for_programs)


class AdviceText:
    """Advice in words."""

    def __init__(self, board: TypedBoard, screen: Screen) -> None:
        self.board = board
        self.text = MatchText(board.edition, (), board.lang, screen.paint)

    def say(self, key: str, **values: object) -> str:
        """A sentence of the catalogue."""
        return say(self.board.lang, key, **values)

    def describe(self, advice: Advice | Contradiction) -> list[str]:
        """Advice in lines."""
        if isinstance(advice, Contradiction):
            changes = [describe_change(change, self.text) for change in advice.changes]
            return [self.say("no-code-fits"), *changes]
        whole_codes, dealt = self.board.whole_codes(advice), self.board.edition.dealt
        if advice.complete and len(whole_codes) == 1:
            return [self.say("call-now" if dealt else "one-code-left", code=self.text.code(whole_codes[0]))]
        codes_left = len(whole_codes) if dealt else advice.weight
        lines = [describe_codes_left(codes_left, self.text, advice.error)]
        if advice.complete and len(whole_codes) <= MAX_LISTED_CODES:
            lines.append(self.say("codes-are", codes=", ".join(self._short(code) for code in whole_codes)))
        lines += self._describe_best(advice.best)
        if advice.alternatives:
            lines.append(self.say("others"))
            lines += [self._describe_alternative(option) for option in advice.alternatives if not option.is_lower_bound]
        return lines if len(lines) == 0 or lines[-1] != self.say("others") else lines[:-1]

    def codes(self, number: int) -> str:
        """A number of codes in words."""
        return count(self.board.lang, "codes", number)

    def _short(self, code: Code) -> str:
        return write_code(code, self.board.letters)

    def _describe_best(self, best: RatedGuess) -> list[str]:
        value_key = "value-bound" if best.is_lower_bound else "value-exact" if best.exact else "value-estimate"
        value_key = "hint-value-estimate" if best.worst is None else value_key
        why = "why-guess-code" if best.can_be_code else "why-guess"
        return [
            self.say("best-guess", guess=self.text.code(best.guess)),
            "  " + self.say(value_key, expected=decimal(self.board.lang, best.expected), worst=best.worst),
            "  " + self.say(why, cells=best.cells, largest=best.largest_cell),
        ]

    def _describe_alternative(self, option: RatedGuess) -> str:
        key = "other-guess" if option.exact else "other-guess-unsure"
        return self.say(key, guess=self.text.code(option.guess), expected=decimal(self.board.lang, option.expected))

    def marks(self, marks: Marks) -> str:
        """The marks of a row in words."""
        return " · ".join(self.text.mark(mark) for mark in marks)


class Companion:
    """Advises on a game at a real board: proposes guesses, reads the marks, and accepts corrections."""

    def __init__(self, board: TypedBoard, screen: Screen) -> None:
        self.board = board
        self.screen = screen
        self.advice_text = AdviceText(board, screen)

    def run(self) -> int:
        """Propose guesses and read marks until the code is found or the input ends. Returns the exit status."""
        board = self.board
        prepare_or_estimate(board, board.lang)
        try:
            self.screen.write(self._help())
            while not self._is_found():
                advice = board.advice(board.seconds)
                self.screen.write("", *self.advice_text.describe(advice))
                if isinstance(advice, Contradiction):
                    commands = typed_commands(board.lang, "row", "undo")
                    self.screen.write(self.advice_text.say("correct-row", row=advice.changes[0].rows[0], **commands))
                if isinstance(advice, Advice) and board.edition.dealt and len(self.board.whole_codes(advice)) == 1:
                    return 0
                self._read_input(advice)
        except Quit:
            return 0
        self.screen.write(self.advice_text.say("companion-done", rows=count(board.lang, "rows", len(board.rows))))
        return 0

    def _help(self) -> str:
        board = self.board
        first = next(iter(board.edition.guess_space(board.seat, board.own or None)))
        example = f"{write_code(first, board.letters)} {board.example}"
        commands = typed_commands(board.lang, *COMMANDS, "quit")
        return self.advice_text.say("companion", example=example, mark=board.example, **commands)

    def _is_found(self) -> bool:
        return bool(self.board.rows) and self.board.rows[-1][1] == self.board.solved

    def _read_input(self, advice: Advice | Contradiction) -> None:
        """Read lines until one of them changes the board."""
        guess = advice.best.guess if isinstance(advice, Advice) else None
        while True:
            row = len(self.board.rows) + 1
            prompt = (
                self.advice_text.say("ask-companion-row", row=row)
                if guess is None
                else self.advice_text.say("ask-companion", row=row, guess=self.advice_text.text.code(guess))
            )
            try:
                if self._handle_input(self.screen.ask(prompt).strip(), guess, advice):
                    return
            except KeypegError as error:
                self.screen.write(explain(error, self.board.lang))

    def _handle_input(self, line: str, guess: Code | None, advice: Advice | Contradiction) -> bool:
        """Do what was typed. Returns whether there is something new to advise on."""
        if not line:
            self.screen.write(self._help())
            return False
        word, _, argument = line.partition(" ")
        command = read_bare(word, (*COMMANDS, "quit"), self._is_code)
        if command is not None or word.startswith("/"):
            return self._command(command, word, argument.strip(), advice)
        if argument and self._is_code(word):
            self.board.rows.append(self.board.read_row(word, argument))
            return True
        if guess is None:
            raise ReadError("unreadable-row", text=line, example=f"{self.board.example_guess} {self.board.example}")
        self.board.rows.append((self.board.normalize(guess), self.board.read_marks(line)))
        return True

    def _is_code(self, word: str) -> bool:
        try:
            read_code(word, self.board.letters)
        except KeypegError:
            return False
        return len(word) == self.board.edition.guess_space(self.board.seat, self.board.own or None).holes

    def _command(self, command: str | None, word: str, argument: str, advice: Advice | Contradiction) -> bool:
        if command == "quit":
            raise Quit
        if command == "row":
            return self._correct(argument)
        if command == "undo":
            if self.board.rows:
                self.board.rows.pop()
            return True
        if command == "rows":
            self.screen.write(*self._rows())
        elif command == "codes":
            self.screen.write(self._codes(advice))
        elif command == "help":
            self.screen.write(self._help())
        else:
            self.screen.write(
                self.advice_text.say("not-understood", text=word, **typed_commands(self.board.lang, "help"))
            )
        return False

    def _correct(self, argument: str) -> bool:
        """Correct a row: its mark, or its guess and its mark."""
        number, _, correction = argument.partition(" ")
        row = read_number(number)
        if not 1 <= row <= len(self.board.rows):
            raise ReadError("no-such-number", text=number, low=1, high=len(self.board.rows))
        word, _, marks = correction.strip().partition(" ")
        if marks and self._is_code(word):
            self.board.rows[row - 1] = self.board.read_row(word, marks)
        else:
            self.board.rows[row - 1] = self.board.rows[row - 1][0], self.board.read_marks(correction.strip())
        self.screen.write(*self._rows())
        return True

    def _rows(self) -> list[str]:
        return [
            self.advice_text.say(
                "companion-row", row=row, guess=self.advice_text.text.code(guess), mark=self.advice_text.marks(marks)
            )
            for row, (guess, marks) in enumerate(self.board.rows, 1)
        ] or [self.advice_text.say("no-rows")]

    def _codes(self, advice: Advice | Contradiction) -> str:
        if isinstance(advice, Contradiction):
            return self.advice_text.say("no-code-fits")
        wholes, number = self.board.whole_codes(advice), self.board.codes_left(advice)
        if number > MAX_CODES_ON_REQUEST or not advice.complete:
            listed = estimated_codes(self.board.lang, number, advice.error)
            return self.advice_text.say("too-many-to-list", codes=listed)
        codes = ", ".join(map(self.advice_text.text.short_code, wholes))
        return self.advice_text.say("codes-are", codes=codes)
