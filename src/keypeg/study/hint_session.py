"""Hints for the player whose turn it is, from their own view: each request in the same position reveals more.

The compiled solver finds them where it is ready, and is loaded only then; otherwise the plain solver does.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from keypeg.analysis import plain_hints
from keypeg.analysis.hint_values import Completion, Hints, PartialGuess, may_have_hints
from keypeg.analysis.whole_codes import count_completions, find_plain_dealt_hints, list_few_whole_codes
from keypeg.core.codes import Code
from keypeg.core.edition import Edition
from keypeg.core.view import Row, View
from keypeg.i18n.hint_text import HintText, describe_completion, describe_dealt_hints, describe_hints
from keypeg.i18n.match_text import MatchText
from keypeg.players.solver_choice import needs_plain_solver
from keypeg.records.notation import Palette
from keypeg.study.partial_guess import read_partial_guess, write_partial_guess

if TYPE_CHECKING:
    from keypeg.solver.game.guessing_game import GuessingGame

HINT_SECONDS = 5.0
"""How much work the compiled solver may do for a good guess, in seconds of a typical machine."""

PrepareSolver = Callable[["GuessingGame | None"], None]
"""Called before the compiled solver starts on a game, because its kernels may have to be compiled first."""


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
        return self._check(view, partial_guess) if partial_guess else self._next(view, view.seat)

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
        quick = _find_quick_hints(edition, board, rows)
        hints = describe_hints(quick, self.text)

        def find_more() -> list[HintText]:
            if quick.wrong is not None:
                return []
            return describe_hints(self._find_hints(edition, board, rows, view.out), self.text)[len(hints) :]

        return _HintQueue(_hint_position(view), hints, find_more)

    def _find_hints(self, edition: Edition, board: int, rows: Sequence[Row], out: Sequence[int]) -> Hints:
        """All hints for a board."""
        if needs_plain_solver(edition, board):
            return plain_hints.find_hints(edition, board, rows)
        from keypeg.solver.game.guessing_game import game_for

        self.prepare(game_for(edition, board))
        return find_hints(edition, board, rows, HINT_SECONDS, out)

    def _dealt_hints(self, view: View) -> _HintQueue:
        if needs_plain_solver(view.edition):
            plain = describe_dealt_hints(find_plain_dealt_hints(view), self.text)
            return _HintQueue(_hint_position(view), plain, list)
        from keypeg.analysis.dealt_hints import add_advice, find_dealt_hints

        quick = find_dealt_hints(view, self._prepare_all)
        hints = describe_dealt_hints(quick, self.text)

        def find_more() -> list[HintText]:
            if quick.certain is None or quick.codes == 1:
                return []
            self._prepare_all()
            full = describe_dealt_hints(add_advice(quick, view, HINT_SECONDS), self.text)
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
        return partial, self._describe(_check_partial_guess(edition, board, rows, partial), partial)

    def _check_dealt(self, view: View, partial: PartialGuess) -> str:
        codes = self._whole_codes(view)
        if codes is None:
            return self.text.say("hint-too-many-deals")
        count = count_completions(codes, partial)
        return self._describe(Completion(count, ()), partial) if count else self.text.say("partial-cannot-parts")

    def _whole_codes(self, view: View) -> tuple[Code, ...] | None:
        """Where parts are dealt: the whole codes that fit; None where there are too many deals to list."""
        if needs_plain_solver(view.edition):
            return list_few_whole_codes(view)
        from keypeg.analysis.dealt_hints import whole_codes_left

        return whole_codes_left(view, self._prepare_all)

    def _prepare_all(self) -> None:
        """Prepare the solver for every edition: games with dealt parts need all of its kernels."""
        self.prepare(None)

    def _describe(self, completion: Completion, partial: PartialGuess) -> str:
        is_whole_and_fits = completion.codes and None not in partial
        return self.text.say("partial-whole-can") if is_whole_and_fits else describe_completion(completion, self.text)


def find_hints(edition: Edition, board: int, rows: Sequence[Row], seconds: float, out: Sequence[int]) -> Hints:
    """All hints for a board, by the solver that can answer."""
    if needs_plain_solver(edition, board):
        return plain_hints.find_hints(edition, board, rows)
    from keypeg.analysis import hints

    exact = hints.find_hints(edition, board, rows, seconds, out)
    if exact.good is None and exact.wrong is None:  # too much work for the compiled solver, which compares all
        return replace(exact, good=plain_hints.find_hints(edition, board, rows).good)
    return exact


def _find_quick_hints(edition: Edition, board: int, rows: Sequence[Row]) -> Hints:
    """The hints for a board that are there at once."""
    if needs_plain_solver(edition, board):
        return plain_hints.find_quick_hints(edition, board, rows)
    from keypeg.analysis.hints import find_quick_hints

    return find_quick_hints(edition, board, rows)


def _check_partial_guess(edition: Edition, board: int, rows: Sequence[Row], partial: PartialGuess) -> Completion:
    """Whether a partial guess can become one that fits all rows."""
    if needs_plain_solver(edition, board):
        return plain_hints.check_partial_guess(edition, board, rows, partial)
    from keypeg.analysis.hints import check_partial_guess

    return check_partial_guess(edition, board, rows, partial)


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
