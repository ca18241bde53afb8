"""A puzzle in words: the question, the verdict on an answer, hints, and why the solution is right."""

import shlex
from datetime import date

from keypeg.core.codes import Code
from keypeg.core.marks import Mark
from keypeg.core.view import GivenMark
from keypeg.i18n.catalogue import count, decimal, say, whole_number
from keypeg.i18n.edition_text import edition_title
from keypeg.i18n.match_text import MatchText
from keypeg.puzzles.best_guess import GuessValue
from keypeg.puzzles.generator import MisfitRow, Verdict, check_answer
from keypeg.puzzles.puzzle import Puzzle, PuzzleKind
from keypeg.puzzles.puzzle_hints import Hint, codes_left_by_row, deduce_from_puzzle, explain_best_guess
from keypeg.records.edition_links import write_edition
from keypeg.records.position_links import write_position
from keypeg.records.record import clean
from keypeg.study.puzzle_values import partition_of_puzzle, position_of_puzzle


class PuzzleText:
    """Describes a puzzle in one language."""

    def __init__(self, puzzle: Puzzle, day: date | None, match_text: MatchText) -> None:
        self.puzzle = puzzle
        self.day = day
        self.match_text = match_text
        self.lang = match_text.lang

    def say(self, key: str, **values: object) -> str:
        """A sentence of the catalogue."""
        return say(self.lang, key, **values)

    def all_lines(self, answer: Code | None, solution: bool) -> list[str]:
        """The puzzle, with the verdict on this answer and the solution, if wanted."""
        lines = [*self.heading_lines(), "", *self.row_lines(), ""]
        if answer is None and not solution:
            return [
                *lines,
                *self.question_lines(),
                *self.typing_lines(),
                "",
                self.position_line(),
                self.say("puzzle-how"),
                f"  {self._command()}",
            ]
        if answer is not None:
            lines += self.verdict_lines(answer, check_answer(self.puzzle, answer))
        return [*lines, *(self.solution_lines() if solution else [])]

    def heading_lines(self) -> list[str]:
        """The title, the colours and the conditions."""
        return [self.title(), self.match_text.palette(), *self.condition_lines()]

    def title(self) -> str:
        """The edition, the kind of puzzle, and its day or its difficulty and seed."""
        puzzle = self.puzzle
        name = edition_title(puzzle.edition, self.lang)
        kind = self.say(f"kind-{puzzle.kind.value}")
        if self.day is not None:
            return self.say("puzzle-title-daily", edition=name, kind=kind, day=self.day.isoformat())
        hard, seed = self.say(puzzle.difficulty.value), clean(puzzle.seed)
        return self.say("puzzle-title", edition=name, kind=kind, difficulty=hard, seed=seed)

    def condition_lines(self) -> list[str]:
        """What is known of the code beside the rows."""
        puzzle, edition, lines = self.puzzle, self.puzzle.edition, list[str]()
        if not edition.secrets.space.repeats:
            lines.append(self.say("rules.repeats.no"))
        if puzzle.own:
            lines.append(self.say("puzzle-own", seat=puzzle.seat, code=self.match_text.secret(puzzle.own)))
            lines.append(self.say("puzzle-vacant", number=edition.secrets.space.least_blanks))
        return lines

    def row_lines(self) -> list[str]:
        """The rows as a board."""
        return [
            self.say(
                "puzzle-row",
                row=f"{number:>2}",
                guess=self.match_text.code(row.guess),
                marks=self.marks_text(row.marks),
            )
            for number, row in enumerate(self.puzzle.rows, 1)
        ]

    def marks_text(self, marks: tuple[GivenMark, ...]) -> str:
        """The marks of a row, with who gave which."""
        if len(marks) == 1:
            return self.match_text.mark(marks[0].mark)
        return " · ".join(
            self.say("puzzle-mark-by", seat=given.by, mark=self.match_text.mark(given.mark)) for given in marks
        )

    def question_lines(self) -> list[str]:
        """What is to be found."""
        puzzle = self.puzzle
        if puzzle.kind is PuzzleKind.BEST_GUESS:
            return [self.say("ask-best-guess", codes=self._codes(puzzle.effort)), self.say("ask-best-guess-how")]
        return [self.say("ask-one-code" if puzzle.edition.marking.ordered else "ask-one-code-colours")]

    def typing_lines(self) -> list[str]:
        """How the answer is typed at a terminal."""
        space = self.puzzle.edition.secret_space(self.puzzle.seat)
        key = "type-code-blanks" if space.most_blanks else "type-code"
        return [self.say(key, letters=count(self.lang, "letters", space.holes))]

    def position_line(self) -> str:
        """The position, as links write it."""
        return self.say("puzzle-position", line=write_position(position_of_puzzle(self.puzzle)))

    def _command(self) -> str:
        puzzle = self.puzzle
        words = ["keypeg", "puzzle", write_edition(puzzle.edition)]
        if self.day is not None:
            words += ["--daily", self.day.isoformat()]
        else:
            words += ["--kind", puzzle.kind.value, "--difficulty", puzzle.difficulty.value, f"--seed={puzzle.seed}"]
        return clean(shlex.join([*words, "--answer", "CODE"]))

    def _codes(self, number: int) -> str:
        return count(self.lang, "codes", number)

    def _listed(self, codes: tuple[Code, ...]) -> str:
        return ", ".join(map(self.match_text.short_code, codes))

    def _marks(self, marks: tuple[Mark, ...]) -> str:
        return " · ".join(map(self.match_text.mark, marks))

    def verdict_lines(self, answer: Code, verdict: Verdict) -> list[str]:
        """Whether an answer is right, and why or why not."""
        return [self.verdict_sentence(answer, verdict), *self.verdict_reasons(verdict)]

    def verdict_sentence(self, answer: Code, verdict: Verdict) -> str:
        """Whether an answer is right."""
        key = "puzzle-right" if verdict.right else "puzzle-wrong"
        return self.say(key, code=self.match_text.code(answer))

    def verdict_reasons(self, verdict: Verdict) -> list[str]:
        """Why an answer is right or wrong."""
        if verdict.value is not None and verdict.best is not None:
            expected, best = self._expected(verdict.value), self._expected(verdict.best)
            key = "puzzle-value-close" if expected == best else "puzzle-value"
            key = "puzzle-value-right" if verdict.right else key
            return [self.say(key, expected=expected, best=best)]
        if verdict.right:
            return [self.say("puzzle-right-code")]
        if not verdict.keeps_own_parts:
            return [self.say("puzzle-wrong-own")]
        return [self.misfit_text(row) for row in verdict.contradicted] or [self.say("puzzle-wrong-together")]

    def _expected(self, value: GuessValue) -> str:
        return decimal(self.lang, value.expected)

    def misfit_text(self, wrong: MisfitRow) -> str:
        """Why a code does not fit a row."""
        guess = self.match_text.code(self.puzzle.rows[wrong.row - 1].guess)
        if not wrong.right:
            return self.say("puzzle-wrong-parts", row=wrong.row, guess=guess)
        given, right = self._marks(wrong.given), self._marks(wrong.right)
        return self.say("puzzle-wrong-row", row=wrong.row, guess=guess, given=given, right=right)

    def hint_text(self, hint: Hint) -> str:
        """A hint."""
        return self.say(
            hint.key,
            number=hint.number,
            codes=self._codes(hint.codes),
            pegs=self.match_text.pegs(hint.pegs),
            listed=self._listed(hint.listed),
        )

    def solution_lines(self) -> list[str]:
        """The solution, and why it is right."""
        return [self.solution_sentence(), *self.solution_reasons(), *self.partition_lines()]

    def solution_sentence(self) -> str:
        """The solution."""
        return self.say("solution", code=self.match_text.code(self.puzzle.answer))

    def solution_reasons(self) -> list[str]:
        """Why the solution is right."""
        if self.puzzle.kind is PuzzleKind.BEST_GUESS:
            return self._why_best()
        codes_left = ", ".join(whole_number(self.lang, codes) for codes in codes_left_by_row(self.puzzle))
        read = "solution-read" if deduce_from_puzzle(self.puzzle).is_found else "solution-suppose"
        steps = count(self.lang, "steps", self.puzzle.effort)
        return [self.say("solution-left", left=codes_left), self.say("solution-needed"), self.say(read, steps=steps)]

    def _why_best(self) -> list[str]:
        explained = explain_best_guess(self.puzzle)
        lines = [self.say("solution-value", expected=self._expected(explained.best))]
        if explained.rival is not None and explained.rival_value is not None:
            rival, expected = self.match_text.code(explained.rival), self._expected(explained.rival_value)
            lines.append(self.say("solution-rival", code=rival, expected=expected))
        return lines

    def partition_lines(self) -> list[str]:
        """The partition by the best guess, with a heading; empty where one code is wanted."""
        if self.puzzle.kind is not PuzzleKind.BEST_GUESS:
            return []
        explained = explain_best_guess(self.puzzle)
        codes = self._codes(len(explained.codes))
        heading = self.say("solution-cells", codes=codes, marks=explained.best.marks)
        return [heading] + [
            self.say("solution-cell", mark=self.match_text.mark(mark), codes=self._listed(cell))
            for mark, cell in partition_of_puzzle(self.puzzle, self.puzzle.answer)
        ]
