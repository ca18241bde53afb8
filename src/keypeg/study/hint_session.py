"""Help for whoever guesses next, from his own view alone: a step further each time he asks in the same position.

This loads the solver, so a game loads this only when somebody asks.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace

from keypeg.analysis.board_analysis import SECONDS
from keypeg.analysis.dealt_hints import add_advice, count_completions, find_dealt_hints, whole_codes_left
from keypeg.analysis.hints import Completion, PartialGuess, check_partial_guess, find_hints, may_have_hints
from keypeg.core.code_search import some_fitting
from keypeg.core.consistency import clues_on
from keypeg.core.errors import RuleError, SearchInterrupted
from keypeg.core.view import Row, View
from keypeg.i18n.hint_text import tell_completion, tell_held, tell_hints
from keypeg.i18n.match_text import MatchText
from keypeg.solver.game.guessing_game import game_for
from keypeg.study.match_review import Ready
from keypeg.study.partial_guess import read_partial_guess, write_partial_guess

Step = list[str]
"""The lines of one hint."""


@dataclass
class _Asked:
    """What somebody has asked in one position."""

    position: Hashable
    steps: list[Step]
    more: Callable[[], list[Step]]
    """Thinks longer: gives the steps that follow these."""
    told: int = 0
    thought: bool = False

    def next(self) -> Step | None:
        """The next step; None when there is no other."""
        if self.told == len(self.steps) and not self.thought:
            self.steps, self.thought = self.steps + self.more(), True
        if self.told == len(self.steps):
            return None
        self.told += 1
        return self.steps[self.told - 1]


@dataclass
class Helper:
    """Helps the people at a table, each by himself."""

    teller: MatchText
    ready: Ready = lambda game: None
    _asked: dict[int, _Asked] = field(default_factory=dict)

    def help(self, view: View, typed: str) -> list[str]:
        """The next hint for the seat of this view; or, about a half-made guess that was typed, whether it can be."""
        if view.seat is None or not may_have_hints(view):
            return [self.teller.say("hint-not-now")]
        try:
            return self._completion(view, typed) if typed else self._next(view, view.seat)
        except RuleError as error:
            if error.code != "puzzle-too-large":
                raise
            return [self.teller.say("hint-too-large", **error.details)]

    def all_steps(self, view: View) -> list[Step]:
        """All hints at once, the longest thought about too, for who shows them one by one."""
        asked = self._of_parts(view) if view.edition.dealt else self._of_board(view)
        return asked.steps + asked.more()

    def _next(self, view: View, seat: int) -> Step:
        position = _position(view)
        asked = self._asked.get(seat)
        if asked is None or asked.position != position:
            asked = self._asked[seat] = self._of_parts(view) if view.edition.dealt else self._of_board(view)
        return asked.next() or [self.teller.say("no-more-hints")]

    def _of_board(self, view: View) -> _Asked:
        edition, (board, rows) = view.edition, _own_rows(view)
        self.ready(game_for(edition, board))
        # What is quickly known comes at once; a good guess is thought about only when it is asked for.
        quick = replace(find_hints(edition, board, rows, 0), good=None)
        steps = tell_hints(quick, self.teller)

        def more() -> list[Step]:
            if quick.wrong is not None:
                return []
            thought = find_hints(edition, board, rows, SECONDS, view.out)
            return tell_hints(thought, self.teller)[len(steps) :] or [self._some_guess(view)]

        return _Asked(_position(view), steps, more)

    def _some_guess(self, view: View) -> Step:
        """Some guess that can be the code, where it would take too long to find a good one."""
        board = view.own_board
        assert board is not None
        try:
            code = some_fitting(view.edition.secret_space(board.number), view.edition.marking, clues_on(board))
        except SearchInterrupted:
            code = None
        return [] if code is None else [self.teller.say("hint-no-guess", guess=self.teller.code(code))]

    def _of_parts(self, view: View) -> _Asked:
        self.ready(None)
        quick = find_dealt_hints(view)
        steps = tell_held(quick, self.teller)

        def more() -> list[Step]:
            if quick.certain is None or quick.codes == 1:
                return []
            thought = tell_held(add_advice(quick, view, SECONDS), self.teller)
            return thought[len(steps) :] or [[self.teller.say("hint-row-waits")]]

        return _Asked(_position(view), steps, more)

    def _completion(self, view: View, typed: str) -> Step:
        edition, (board, rows) = view.edition, _own_rows(view)
        if edition.dealt:
            half = read_partial_guess(typed, edition.secret_space(board), edition.palette)
            told = self._completion_of_parts(view, half)
        else:
            half = read_partial_guess(typed, edition.guess_space(board), edition.palette)
            self.ready(game_for(edition, board))
            told = self._told(check_partial_guess(edition, board, rows, half), half)
        return [self.teller.say("half", half=write_partial_guess(half, self.teller.code), told=told)]

    def _completion_of_parts(self, view: View, half: PartialGuess) -> str:
        self.ready(None)
        codes = whole_codes_left(view)
        if codes is None:
            return self.teller.say("hint-too-many-deals")
        many = count_completions(codes, half)
        return self._told(Completion(many, ()), half) if many else self.teller.say("half-cannot-parts")

    def _told(self, completion: Completion, half: PartialGuess) -> str:
        whole = completion.codes and None not in half
        return self.teller.say("whole-can") if whole else tell_completion(completion, self.teller)


def _own_rows(view: View) -> tuple[int, tuple[Row, ...]]:
    """The number of the board that this seat guesses on, and its rows."""
    board = view.own_board
    assert board is not None, "whoever guesses has a board"
    return board.number, board.rows


def _position(view: View) -> Hashable:
    """What must change for a hint to change: the rows of one's own board; where parts are dealt, anything seen."""
    held = (view.boards, view.answers, view.passed, view.phase, view.waiting)
    seen = held if view.edition.dealt else _own_rows(view)
    return view.number, view.attempt, view.out, seen
