"""The interactive command `puzzle`: shows a puzzle, gives hints, and checks answers."""

from datetime import date

from keypeg.core.edition import Edition
from keypeg.core.errors import KeypegError
from keypeg.i18n.error_text import explain
from keypeg.i18n.match_text import MatchText
from keypeg.i18n.typed_words import read_bare, typed_commands
from keypeg.puzzles.daily_puzzle import daily_puzzle
from keypeg.puzzles.generator import check_answer, make_puzzle
from keypeg.puzzles.puzzle import Difficulty, Puzzle, PuzzleKind
from keypeg.puzzles.puzzle_hints import list_hints
from keypeg.solver.game.guessing_game import game_for
from keypeg.study.puzzle_text import PuzzleText
from keypeg.study.puzzle_values import read_answer
from keypeg.terminal.progress import prepare_solver
from keypeg.terminal.screen import Quit, Screen

COMMANDS = ("hint", "rows", "give-up", "help")
"""What can be typed beside an answer."""


def find_puzzle(
    edition: Edition, kind: PuzzleKind, difficulty: Difficulty, seed: str, day: date | None, lang: str
) -> Puzzle:
    """The requested puzzle: the one of this day, or one from a seed."""
    if day is not None:
        return daily_puzzle(edition, day)
    if kind is PuzzleKind.BEST_GUESS and not edition.dealt:
        prepare_solver(game_for(edition), lang)
    return make_puzzle(edition, kind, difficulty, seed)


class PuzzleSession(PuzzleText):
    """A puzzle that a player solves at the keyboard."""

    def __init__(self, puzzle: Puzzle, day: date | None, screen: Screen, lang: str) -> None:
        super().__init__(puzzle, day, MatchText(puzzle.edition, (), lang, screen.paint))
        self.screen = screen

    def run(self) -> int:
        """Read answers until the puzzle is solved or the player gives up. Returns the exit status."""
        remaining_hints = iter(list_hints(self.puzzle))
        self.screen.write(
            *self.heading_lines(),
            "",
            *self.row_lines(),
            "",
            *self.question_lines(),
            *self.typing_lines(),
            self.position_line(),
        )
        self.screen.write(self._help())
        try:
            while True:
                line = self.screen.ask(self.say("ask-puzzle")).strip()
                command = read_bare(line, (*COMMANDS, "quit"), self._is_answer)
                if command == "quit":
                    raise Quit
                if command == "give-up":
                    self.screen.write(*self.solution_lines())
                    return 0
                if command == "hint":
                    hint = next(remaining_hints, None)
                    self.screen.write(self.say("no-more-hints") if hint is None else self.hint_text(hint))
                elif command is None and self._check_answer(line):
                    return 0
                elif command is not None:
                    self.screen.write(*(self.row_lines() if command == "rows" else [self._help()]))
        except Quit:
            return 0

    def _help(self) -> str:
        return self.say("puzzle-help", **typed_commands(self.lang, "hint", "rows", "give-up", "quit"))

    def _is_answer(self, line: str) -> bool:
        try:
            read_answer(self.puzzle, line, self.match_text.letters)
        except KeypegError:
            return False
        return True

    def _check_answer(self, line: str) -> bool:
        """Check what was typed as an answer. Returns whether it is right."""
        if line.startswith("/"):
            self.screen.write(self.say("not-understood", text=line, **typed_commands(self.lang, "help")))
            return False
        try:
            answer = read_answer(self.puzzle, line, self.match_text.letters)
        except KeypegError as error:
            self.screen.write(explain(error, self.lang))
            return False
        verdict = check_answer(self.puzzle, answer)
        self.screen.write(*self.verdict_lines(answer, verdict))
        return verdict.right
