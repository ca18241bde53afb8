"""The command `puzzle`: a problem in words or as plain values, and somebody who works on it at the keyboard."""

import shlex
from datetime import date

from keypeg.analysis.best_guess import Worth
from keypeg.analysis.daily import daily_problem
from keypeg.analysis.helping import Hint, explain_guess, hints, left_after_each, reading_of
from keypeg.analysis.problem import Difficulty, Kind, Problem
from keypeg.analysis.puzzles import Contradicted, Verdict, judge, make_problem
from keypeg.core.codes import Code
from keypeg.core.edition import Edition
from keypeg.core.errors import KeypegError
from keypeg.core.marks import Mark
from keypeg.core.view import GivenMark
from keypeg.desk.problems import position_of, read_answer
from keypeg.editions import find_rulebook
from keypeg.records.links import write_edition
from keypeg.records.notation import write_code
from keypeg.records.positions import write_position
from keypeg.records.record import clean
from keypeg.solver.puzzle import puzzle_for
from keypeg.terminal.screen import Quit, Screen
from keypeg.terminal.waiting import get_ready
from keypeg.texts.catalogue import count, decimal, say
from keypeg.texts.errors import explain
from keypeg.texts.tell import Teller

COMMANDS = {
    **dict.fromkeys(("/hint", "/indice"), "hint"),
    **dict.fromkeys(("/rows", "/rangées", "/rangees"), "rows"),
    **dict.fromkeys(("/give-up", "/abandon", "/abandonner"), "give-up"),
    **dict.fromkeys(("/help", "/aide", "/?"), "help"),
}
"""What can be typed beside an answer, in either language, and what it means."""


def make_wanted(
    edition: Edition, kind: Kind, difficulty: Difficulty, seed: str, day: date | None, lang: str
) -> Problem:
    """The problem that is wanted: the day's, or one from a seed."""
    if day is not None:
        return daily_problem(edition, day)
    if kind is Kind.BEST_GUESS and not edition.dealt:
        get_ready(puzzle_for(edition), lang)
    return make_problem(edition, kind, difficulty, seed)


class Desk:
    """A problem, and how it is told in one language."""

    def __init__(self, problem: Problem, day: date | None, screen: Screen, lang: str) -> None:
        self.problem = problem
        self.day = day
        self.screen = screen
        self.lang = lang
        self.teller = Teller(problem.edition, (), lang, screen.paint)

    def say(self, key: str, **values: object) -> str:
        """A sentence of the catalogue."""
        return say(self.lang, key, **values)

    # In words

    def tell(self, answer: Code | None, solution: bool) -> list[str]:
        """The problem in lines, with what was asked about it."""
        lines = [*self._head(), "", *self.rows(), ""]
        if answer is None and not solution:
            return [*lines, *self._asked(), "", self._on_one_line(), self.say("puzzle-how"), f"  {self._command()}"]
        if answer is not None:
            lines += self.verdict(answer, judge(self.problem, answer))
        return [*lines, *(self.solution() if solution else [])]

    def _head(self) -> list[str]:
        problem, edition = self.problem, self.problem.edition
        name = getattr(find_rulebook(edition.id).name, self.lang)
        kind = self.say(f"kind-{problem.kind.value}")
        if self.day is None:
            hard, seed = self.say(problem.difficulty.value), clean(problem.seed)
            lines = [self.say("puzzle-title", edition=name, kind=kind, difficulty=hard, seed=seed)]
        else:
            lines = [self.say("puzzle-title-daily", edition=name, kind=kind, day=self.day.isoformat())]
        lines.append(self.teller.palette())
        if not edition.secrets.space.repeats:
            lines.append(self.say("puzzle-different"))
        if problem.own:
            lines.append(self.say("puzzle-own", seat=problem.seat, code=self.teller.secret(problem.own)))
            lines.append(self.say("puzzle-vacant", number=edition.secrets.space.least_blanks))
        return lines

    def rows(self) -> list[str]:
        """The rows as a board."""
        return [
            self.say("puzzle-row", row=f"{number:>2}", guess=self.teller.code(row.guess), marks=self._given(row.marks))
            for number, row in enumerate(self.problem.rows, 1)
        ]

    def _given(self, marks: tuple[GivenMark, ...]) -> str:
        if len(marks) == 1:
            return self.teller.mark(marks[0].mark)
        return " · ".join(self.say("puzzle-mark-by", seat=by, mark=self.teller.mark(mark)) for by, mark in marks)

    def _asked(self) -> list[str]:
        problem = self.problem
        if problem.kind is Kind.BEST_GUESS:
            return [self.say("ask-best-guess", codes=self._codes(problem.effort)), self.say("ask-best-guess-how")]
        space = problem.edition.secret_space(problem.seat)
        blanks = "ask-one-code-blanks" if space.most_blanks else "ask-one-code"
        asked = blanks if problem.edition.marking.ordered else "ask-one-code-colours"
        return [self.say(asked, letters=count(self.lang, "letters", space.holes))]

    def _on_one_line(self) -> str:
        return self.say("puzzle-position", line=write_position(position_of(self.problem)))

    def _command(self) -> str:
        problem = self.problem
        words = ["keypeg", "puzzle", write_edition(problem.edition)]
        if self.day is not None:
            words += ["--daily", self.day.isoformat()]
        else:
            words += ["--kind", problem.kind.value, "--difficulty", problem.difficulty.value, f"--seed={problem.seed}"]
        return clean(shlex.join([*words, "--answer", "CODE"]))

    def _codes(self, many: int) -> str:
        return count(self.lang, "codes", many)

    def _listed(self, codes: tuple[Code, ...]) -> str:
        return ", ".join(write_code(code, self.problem.edition.palette) for code in codes)

    def _marks(self, marks: tuple[Mark, ...]) -> str:
        return " · ".join(map(self.teller.mark, marks))

    def verdict(self, answer: Code, verdict: Verdict) -> list[str]:
        """What there is to say of an answer, in lines."""
        code = self.teller.code(answer)
        lines = [self.say("puzzle-right" if verdict.right else "puzzle-wrong", code=code)]
        if verdict.worth is not None and verdict.best is not None:
            expected, best = self._expected(verdict.worth), self._expected(verdict.best)
            key = "puzzle-worth-right" if verdict.right else "puzzle-worth"
            return [*lines, self.say(key, expected=expected, best=best)]
        if verdict.right:
            return [*lines, self.say("puzzle-right-code")]
        if not verdict.own_kept:
            return [*lines, self.say("puzzle-wrong-own")]
        wrong = [self._wrong(row) for row in verdict.contradicted]
        return [*lines, *(wrong or [self.say("puzzle-wrong-together")])]

    def _expected(self, worth: Worth) -> str:
        return decimal(self.lang, worth.expected, 3)

    def _wrong(self, wrong: Contradicted) -> str:
        guess = self.teller.code(self.problem.rows[wrong.row - 1].guess)
        if not wrong.right:
            return self.say("puzzle-wrong-parts", row=wrong.row, guess=guess)
        given, right = self._marks(wrong.given), self._marks(wrong.right)
        return self.say("puzzle-wrong-row", row=wrong.row, guess=guess, given=given, right=right)

    def hint(self, hint: Hint) -> str:
        """A hint in words."""
        return self.say(
            hint.key,
            number=hint.number,
            codes=self._codes(hint.codes),
            pegs=self.teller.pegs(hint.pegs),
            listed=self._listed(hint.listed),
        )

    def solution(self) -> list[str]:
        """The answer, and why it is the answer."""
        lines = [self.say("solution", code=self.teller.code(self.problem.answer))]
        if self.problem.kind is Kind.BEST_GUESS:
            return lines + self._why_best()
        left = ", ".join(map(str, left_after_each(self.problem)))
        read = "solution-read" if reading_of(self.problem).found else "solution-suppose"
        steps = count(self.lang, "steps", self.problem.effort)
        return [
            *lines,
            self.say("solution-left", left=left),
            self.say("solution-needed"),
            self.say(read, steps=steps),
        ]

    def _why_best(self) -> list[str]:
        explained = explain_guess(self.problem)
        lines = [self.say("solution-worth", expected=self._expected(explained.best))]
        if explained.rival is not None and explained.rival_worth is not None:
            rival, worth = self.teller.code(explained.rival), self._expected(explained.rival_worth)
            lines.append(self.say("solution-rival", code=rival, expected=worth))
        codes = self._codes(len(explained.codes))
        lines.append(self.say("solution-cells", codes=codes, marks=explained.best.marks))
        return lines + [
            self.say("solution-cell", mark=self.teller.mark(mark), codes=self._listed(cell))
            for mark, cell in self._cells(explained.codes)
        ]

    def _cells(self, codes: tuple[Code, ...]) -> list[tuple[Mark, tuple[Code, ...]]]:
        """The codes left by the marks that they would give the answer."""
        marked: dict[Mark, tuple[Code, ...]] = {}
        for code in codes:
            mark = self.problem.edition.marking.mark(code, self.problem.answer)
            marked[mark] = (*marked.get(mark, ()), code)
        return sorted(marked.items())

    # At the keyboard

    def run(self) -> int:
        """Let somebody work on it until it is solved or given up. Returns the exit status."""
        coming = iter(hints(self.problem))
        self.screen.write(*self._head(), "", *self.rows(), "", *self._asked(), self._on_one_line())
        self.screen.write(self.say("puzzle-help"))
        try:
            while True:
                typed = self.screen.ask(self.say("ask-puzzle")).strip()
                meant = COMMANDS.get(typed.lower())
                if meant == "give-up":
                    self.screen.write(*self.solution())
                    return 0
                if meant == "hint":
                    hint = next(coming, None)
                    self.screen.write(self.say("no-more-hints") if hint is None else self.hint(hint))
                elif meant is None and self._answers(typed):
                    return 0
                elif meant is not None:
                    self.screen.write(*(self.rows() if meant == "rows" else [self.say("puzzle-help")]))
        except (Quit, KeyboardInterrupt):
            return 0

    def _answers(self, typed: str) -> bool:
        """Take what was typed for an answer. Returns whether it is right."""
        if typed.startswith("/"):
            self.screen.write(self.say("not-understood", text=typed))
            return False
        try:
            answer = read_answer(self.problem, typed)
        except KeypegError as error:
            self.screen.write(explain(error, self.lang))
            return False
        verdict = judge(self.problem, answer)
        self.screen.write(*self.verdict(answer, verdict))
        return verdict.right
