"""Hints for the player whose turn it is, from their own view: each request in the same position reveals more.

Importing this module loads the solver, so import it when a player first asks for a hint.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from keypeg.analysis.board_analysis import SECONDS_PER_BOARD
from keypeg.analysis.dealt_hints import add_advice, count_completions, find_dealt_hints, whole_codes_left
from keypeg.analysis.hints import (
    Completion,
    PartialGuess,
    check_partial_guess,
    find_hints,
    find_quick_hints,
    may_have_hints,
)
from keypeg.core.code_search import some_fitting
from keypeg.core.consistency import clues_on
from keypeg.core.errors import RuleError, SearchInterrupted
from keypeg.core.view import Row, View
from keypeg.i18n.hint_text import HintText, describe_completion, describe_dealt_hints, describe_hints
from keypeg.i18n.match_text import MatchText
from keypeg.records.notation import Palette
from keypeg.solver.game.guessing_game import game_for
from keypeg.study.match_review import PrepareSolver
from keypeg.study.partial_guess import read_partial_guess, write_partial_guess


@dataclass
class _HintQueue:
    """The hints for one position, in order, and how many of them have been given."""

    position: Hashable
    hints: list[HintText]
    """The hints that are known at once."""
    find_more: Callable[[], list[HintText]]
    """Finds the hints after these, which take the solver longer."""
    given: int = 0
    is_complete: bool = False

    def next(self) -> HintText | None:
        """The next hint; None after the last."""
        if self.given == len(self.hints) and not self.is_complete:
            self.hints, self.is_complete = self.hints + self.find_more(), True
        if self.given == len(self.hints):
            return None
        self.given += 1
        return self.hints[self.given - 1]


@dataclass
class HintSession:
    """Gives hints to the players at a table, to each from their own view."""

    text: MatchText
    prepare: PrepareSolver = lambda game: None
    letters: Palette = ()
    """The letters in which partial guesses are written; those of records, if none are given."""
    _queues: dict[int, _HintQueue] = field(default_factory=dict)

    def give_hint(self, view: View, partial_guess: str) -> list[str]:
        """The next hint for the viewer; or, for a partial guess, whether it can still become one that fits."""
        if view.seat is None or not may_have_hints(view):
            return [self.text.say("hint-not-now")]
        try:
            return self._check(view, partial_guess) if partial_guess else self._next(view, view.seat)
        except RuleError as error:
            if error.code != "game-too-large":
                raise
            return self.too_large(error).lines

    def too_large(self, error: RuleError) -> HintText:
        """What is said in place of hints where a game is too large for them."""
        return HintText("note", [self.text.say("hint-too-large", **error.details)])

    def quick_hints(self, view: View) -> list[HintText]:
        """The hints that are known at once, for a client that reveals them one by one."""
        return self._new_queue(view).hints

    def all_hints(self, view: View) -> list[HintText]:
        """All hints, which the solver may have to search."""
        queue = self._new_queue(view)
        return queue.hints + queue.find_more()

    def _next(self, view: View, seat: int) -> list[str]:
        queue = self._queues.get(seat)
        if queue is None or queue.position != _hint_position(view):
            queue = self._queues[seat] = self._new_queue(view)
        hint = queue.next()
        return hint.lines if hint is not None and hint.lines else [self.text.say("no-more-hints")]

    def _new_queue(self, view: View) -> _HintQueue:
        return self._dealt_hints(view) if view.edition.dealt else self._board_hints(view)

    def _board_hints(self, view: View) -> _HintQueue:
        edition, (board, rows) = view.edition, _own_rows(view)
        # The quick hints come at once. A good guess takes longer, so it is searched only when it is asked for.
        quick = find_quick_hints(edition, board, rows)
        hints = describe_hints(quick, self.text)

        def find_more() -> list[HintText]:
            if quick.wrong is not None:
                return []
            self.prepare(game_for(edition, board))
            full = find_hints(edition, board, rows, SECONDS_PER_BOARD, view.out)
            return describe_hints(full, self.text)[len(hints) :] or self._any_fitting_guess(view)

        return _HintQueue(_hint_position(view), hints, find_more)

    def _any_fitting_guess(self, view: View) -> list[HintText]:
        """Some guess that can be the code, for a game too large to search for a good one."""
        board = view.own_board
        assert board is not None
        try:
            code = some_fitting(view.edition.secret_space(board.number), view.edition.marking, clues_on(board))
        except SearchInterrupted:
            code = None
        if code is None:
            return []
        return [
            HintText("approach", [self.text.say("hint-no-guess")]),
            HintText("guess", [self.text.say("hint-fitting-guess", guess=self.text.code(code))], code),
        ]

    def _dealt_hints(self, view: View) -> _HintQueue:
        quick = find_dealt_hints(view, self._prepare_all)
        hints = describe_dealt_hints(quick, self.text)

        def find_more() -> list[HintText]:
            if quick.certain is None or quick.codes == 1:
                return []
            self._prepare_all()
            full = describe_dealt_hints(add_advice(quick, view, SECONDS_PER_BOARD), self.text)
            return full[len(hints) :] or [HintText("note", [self.text.say("hint-row-waits")])]

        return _HintQueue(_hint_position(view), hints, find_more)

    def _check(self, view: View, typed: str) -> list[str]:
        """A partial guess, and whether it can still become one that fits all rows."""
        partial, verdict = self.check_guess(view, typed)
        return [self.text.say("partial-verdict", guess=write_partial_guess(partial, self.text.code), verdict=verdict)]

    def check_guess(self, view: View, typed: str) -> tuple[PartialGuess, str]:
        """Read a partial guess, and say whether it can still become one that fits all rows."""
        edition, (board, rows) = view.edition, _own_rows(view)
        letters = self.letters or edition.palette
        if edition.dealt:
            partial = read_partial_guess(typed, edition.secret_space(board), letters)
            return partial, self._check_dealt(view, partial)
        partial = read_partial_guess(typed, edition.guess_space(board), letters)
        return partial, self._describe(check_partial_guess(edition, board, rows, partial), partial)

    def _check_dealt(self, view: View, partial: PartialGuess) -> str:
        codes = whole_codes_left(view, self._prepare_all)
        if codes is None:
            return self.text.say("hint-too-many-deals")
        count = count_completions(codes, partial)
        return self._describe(Completion(count, ()), partial) if count else self.text.say("partial-cannot-parts")

    def _prepare_all(self) -> None:
        """Prepare the solver for every edition: games with dealt parts need all of its kernels."""
        self.prepare(None)

    def _describe(self, completion: Completion, partial: PartialGuess) -> str:
        is_whole_and_fits = completion.codes and None not in partial
        return self.text.say("partial-whole-can") if is_whole_and_fits else describe_completion(completion, self.text)


def _own_rows(view: View) -> tuple[int, tuple[Row, ...]]:
    """The number of the board that this seat guesses on, and its rows."""
    board = view.own_board
    assert board is not None, "a breaker has a board"
    return board.number, board.rows


def _hint_position(view: View) -> Hashable:
    """What hints depend on: the rows of the seat's own board; where parts are dealt, everything that it sees."""
    whole_view = (view.boards, view.answers, view.passed, view.phase, view.waiting)
    relevant = whole_view if view.edition.dealt else _own_rows(view)
    return view.round, view.attempt, view.out, relevant
