"""Lessons: a learner looks for a code, and each row is explained.

The code is drawn from the edition, a seed and the first guess, so that the first mark has something to teach. Each
request carries all rows, so nothing is stored between requests; the code is in the answer only once the learner has
found it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from keypeg.core.codes import Code, join_parts
from keypeg.core.edition import Edition
from keypeg.core.marks import KeyPegs, Mark
from keypeg.draws.random_codes import draw_code, draw_parts
from keypeg.draws.seeded_random import SeededRandom
from keypeg.i18n.catalogue import count
from keypeg.i18n.page_text import PageText
from keypeg.puzzles.generator import check_answer, codes_fitting_puzzle, game_of_puzzle
from keypeg.puzzles.puzzle import Difficulty, Puzzle, PuzzleKind, puzzle_row
from keypeg.records.edition_links import read_edition
from keypeg.records.notation import read_code, write_code
from keypeg.study.puzzle_text import PuzzleText
from keypeg.study.puzzle_values import rows_to_json
from keypeg.study.requests import LessonRequest
from keypeg.wire.match_values import space_to_json

if TYPE_CHECKING:
    from keypeg.study.answers.lessons import CheckedCode, LessonAnswer


def give_lesson(request: LessonRequest) -> LessonAnswer:
    """The rows with their marks, how many codes fit after each of them, and an explanation of the last one."""
    lesson = Lesson(read_edition(request.edition), request.seed)
    guesses = [lesson.read(text) for text in request.guesses]
    if guesses:
        lesson.choose_code(guesses[0])
    positions = [lesson.after(guesses[:rows]) for rows in range(len(guesses) + 1)]
    codes_left = [len(codes_fitting_puzzle(earlier)) for earlier in positions]
    position = positions[-1]
    text = PuzzleText(position, None, PageText(position.edition, (), request.lang))
    checked = None if request.check is None else lesson.read_code(request.check)
    # Where parts are dealt, no row can be the code: the learner names it when it is certain.
    answer = checked if lesson.edition.dealt and codes_left[-1] == 1 else guesses[-1] if guesses else None
    is_found = answer == lesson.whole
    palette = lesson.edition.palette
    return {
        "seat": position.seat,
        "own": write_code(position.own, palette) if position.own else None,
        "space": space_to_json(lesson.edition.guess_space(position.seat, position.own or None)),
        "answer_space": space_to_json(lesson.edition.secret_space(position.seat)) if position.own else None,
        "makers": len(game_of_puzzle(position).marks[0]),
        "rows": rows_to_json(position),
        "codes_left_by_row": codes_left,
        "found": is_found,
        "code": write_code(lesson.whole, palette) if is_found else None,
        "mark_text": None if is_found else _explain_last_mark(text),
        "codes_left_text": None if is_found else _describe_codes_left(text, codes_left),
        "found_text": text.say("lesson-found", code=text.match_text.code(lesson.whole)) if is_found else None,
        "checked": None if checked is None else _check_code(text, checked),
    }


MAX_DRAWS = 1000
"""How many codes are drawn for a first row that has something to teach. Where parts are dealt, few leave the learner's
own part as it is."""


class Lesson:
    """The code of a lesson, and the parts that it was dealt in."""

    def __init__(self, edition: Edition, seed: str) -> None:
        self.edition, self.seed, self.seat = edition, seed, edition.default_breaker
        self._chance = SeededRandom(f"keypeg lesson 1\n{edition.link}\n{seed}")
        self.own, self.secrets, self.whole = self._draw()

    def _draw(self) -> tuple[Code, list[Code], Code]:
        """The learner's own part, those of the others or the only code, and the whole code."""
        if not self.edition.dealt:
            code = draw_code(self.edition.secret_space(self.seat), self._chance)
            return (), [code], code
        parts = draw_parts(self.edition, self._chance.below)
        others = [part for seat, part in enumerate(parts, 1) if seat != self.seat]
        return parts[self.seat - 1], others, join_parts(parts)

    def choose_code(self, first_guess: Code) -> None:
        """Draw again until the mark of the first row is neither empty nor the end of the lesson."""
        for _ in range(MAX_DRAWS):
            marks = [self.edition.marking.mark(secret, first_guess) for secret in self.secrets]
            if first_guess != self.whole and any(_is_something(mark) for mark in marks):
                return
            own, secrets, whole = self._draw()
            if own == self.own:
                self.secrets, self.whole = secrets, whole

    def read(self, text: str) -> Code:
        """Read a guess. Raises `KeypegError` if it is not allowed."""
        code = read_code(text, self.edition.palette)
        self.edition.guess_space(self.seat, self.own or None).check(code)
        return code

    def read_code(self, text: str) -> Code:
        """Read what the learner takes for the code: a guess, or where parts are dealt, a whole code."""
        if not self.edition.dealt:
            return self.read(text)
        code = read_code(text, self.edition.palette)
        self.edition.secret_space(self.seat).check(code)
        return code

    def after(self, guesses: list[Code]) -> Puzzle:
        """The position after these guesses, without its answer."""
        marks = (tuple(self.edition.marking.mark(secret, guess) for secret in self.secrets) for guess in guesses)
        rows = tuple(
            puzzle_row(self.edition, number, guess, row_marks)
            for number, (guess, row_marks) in enumerate(zip(guesses, marks, strict=True), 1)
        )
        return Puzzle(self.edition, PuzzleKind.ONE_CODE, Difficulty.EASY, self.seed, rows, self.own, (), 0)


def _is_something(mark: Mark) -> bool:
    """Whether a mark has a key peg, or a number above 0."""
    return bool(mark.blacks or mark.whites) if isinstance(mark, KeyPegs) else mark.number > 0


def _explain_last_mark(text: PuzzleText) -> str | None:
    """Explain the mark of the last row, if there is one."""
    if not text.puzzle.rows:
        return None
    marks = text.puzzle.rows[-1].marks
    return text.marks_text(marks) if len(marks) > 1 else _explain_mark(text, marks[0].mark)


def _describe_codes_left(text: PuzzleText, codes_left: list[int]) -> str | None:
    """How many codes the last row left, if there is one."""
    if not text.puzzle.rows:
        return None
    key = "lesson-left-one" if codes_left[-1] == 1 else "lesson-left"
    return text.say(key, before=count(text.lang, "codes", codes_left[-2]), left=codes_left[-1])


def _explain_mark(text: PuzzleText, mark: Mark) -> str:
    """Explain a mark."""
    edition = text.puzzle.edition
    holes = edition.secret_space(text.puzzle.seat).holes
    if isinstance(mark, KeyPegs):
        rest = holes - mark.blacks - mark.whites
        return text.say("lesson-black-white", exact=mark.blacks, elsewhere=mark.whites, rest=rest)
    top = edition.marking.possible(holes)[-1][0]
    return text.say(f"lesson-{edition.marking.name}", number=mark.number, holes=holes, top=top)


def _check_code(text: PuzzleText, code: Code) -> CheckedCode:
    """Whether this can be the code, and if not, which rows rule it out."""
    puzzle, code_text = text.puzzle, text.match_text.code(code)
    if code not in puzzle.edition.secret_space(puzzle.seat):
        return {"fits": False, "rows": [], "sentence": text.say("lesson-cannot", code=code_text), "reasons": []}
    if puzzle.own:
        fits = code in codes_fitting_puzzle(puzzle)
        return {
            "fits": fits,
            "rows": [],
            "sentence": text.say("lesson-fits" if fits else "lesson-cannot", code=code_text),
            "reasons": [],
        }
    wrong = check_answer(puzzle, code).contradicted
    key = "lesson-cannot" if wrong else "lesson-fits"
    return {
        "fits": not wrong,
        "rows": [misfit.row for misfit in wrong],
        "sentence": text.say(key, code=code_text),
        "reasons": [text.misfit_text(misfit) for misfit in wrong],
    }
