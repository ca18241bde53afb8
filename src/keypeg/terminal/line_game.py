"""The plain line-mode game: people and computers around one keyboard.

Each person sees only his own view. Where several people share the screen it is cleared, and handed over by name,
before another's view is shown. Every action is kept in a record before anybody is told of it, so that a game can be
stopped at any prompt and continued from exactly there.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from keypeg.bots.driver import FAULTS, FREE, ChosenAction, Seats, act, may_shout, next_wish, nobody_acts
from keypeg.core.actions import Action, Answer, Call, GiveMark, Guess, Pass, SetCode
from keypeg.core.edition import TABLE
from keypeg.core.errors import KeypegError
from keypeg.core.events import Event, RoundEnded, seen
from keypeg.core.legal import waiting
from keypeg.core.observe import observe
from keypeg.core.view import Allowed, View
from keypeg.draws import dealer
from keypeg.editions import find_rulebook
from keypeg.i18n.error_text import explain
from keypeg.i18n.match_text import MatchText
from keypeg.i18n.rules.rules import rules_of
from keypeg.i18n.score_sheet_text import draw_sheet, tell_sheet
from keypeg.records.record import Line
from keypeg.records.replay import Replay
from keypeg.terminal.autosave import Autosave
from keypeg.terminal.command_hints import analysis_of
from keypeg.terminal.commands import help_lines, mark_example, read_command, read_free_action, read_move, word_for
from keypeg.terminal.screen import Quit, Screen
from keypeg.terminal.seats import Seat
from keypeg.terminal.view_text import show, show_boards

if TYPE_CHECKING:
    from keypeg.study.hint_session import Helper

ASKED: tuple[type[Action], ...] = (SetCode, GiveMark, Answer, Guess, Pass)
"""What a prompt asks for, the first that is allowed."""


class LineGame:
    """A game in line mode, from where it stands to its end."""

    def __init__(
        self,
        screen: Screen,
        keeper: Autosave,
        found: Replay,
        seats: tuple[Seat, ...],
        lang: str,
        clock: Callable[[], int],
    ) -> None:
        self.screen = screen
        self.keeper = keeper
        self.state = found.state
        self.seats = seats
        self.lang = lang
        self.clock = clock
        self.seed = found.record.header("Seed") or ""
        self.done = len(found.steps)
        """How many actions have been done."""
        self.people = tuple(number for number, seat in enumerate(seats, 1) if seat.person)
        self.computers = {number: seat.player for number, seat in enumerate(seats, 1) if seat.player is not None}
        self.teller = MatchText(self.state.edition, tuple(seat.name for seat in seats), lang, screen.paint)
        self.shared = len(self.people) > 1
        """Whether several people share the screen: then what all may know is told to all, at the hand-over."""
        self.unread: dict[int | None, list[str]] = {audience: [] for audience in (*self.people, None)}
        """What each person, and everybody, has not been told yet."""
        self.looking: int | None = self.people[0] if self.people and not self.shared else None
        """The person in front of the screen; nobody yet where several share it."""
        self.shown: tuple[int, int] | None = None
        """The round, and which time it is played, that this person has seen the table of."""
        self.helper: Helper | None = None
        """Gives hints, from when somebody first asks for one."""
        acted = [seat for seat, _ in found.record.actions if seat != TABLE]
        self.last_actor = acted[-1] if acted else self.state.edition.seats

    def chance(self, what: str = "") -> Random:
        """Chance depends on the seed and on how far the game is: continued, it goes on as it would have."""
        return Random(f"{self.seed}/{self.done}{what}")

    def play(self) -> None:
        """Play to the end of the match. `Quit` passes through; everything done so far is kept."""
        while self.state.outcome is None:
            self._next_action()
        self._farewell()

    def _next_action(self) -> None:
        if TABLE in waiting(self.state):
            self._do(TABLE, dealer.draw(self.state.edition, self.chance()))
            return
        person = self._person_due()
        wish = next_wish(self.state, self._asked_before(person), self.last_actor, self.chance())
        if wish is None or (person is not None and not self._is_heard_before(wish, person)):
            if person is None:
                raise nobody_acts(self.state, dict(enumerate(self.teller.names, 1)))
            self._ask(person)
        elif not (isinstance(wish.action, Guess) and self._somebody_calls()):
            self._do(*wish)

    def _steps_to(self, seat: int) -> int:
        """How far it is to this seat round the table from the last to act, so that in a race nobody acts twice."""
        return (seat - self.last_actor - 1) % self.state.edition.seats

    def _person_due(self) -> int | None:
        """The person who is waited for, the next of them round the table."""
        return min((seat for seat in waiting(self.state) if seat in self.people), key=self._steps_to, default=None)

    def _asked_before(self, person: int | None) -> Seats:
        """The computers who may act before this person does; others need not think about it yet."""
        return {
            seat: player
            for seat, player in self.computers.items()
            if person is None or self._steps_to(seat) < self._steps_to(person) or may_shout(observe(self.state, seat))
        }

    def _is_heard_before(self, wish: ChosenAction, person: int) -> bool:
        return isinstance(wish.action, FREE) or self._steps_to(wish.seat) < self._steps_to(person)

    def _somebody_calls(self) -> bool:
        """Where a call may come at any time, let people call before a computer goes on."""
        callers = [seat for seat in self.people if observe(self.state, seat).allowed(Call) is not None]
        if not callers:
            return False
        # Nobody has to change places for this: what is asked is nothing secret.
        looking = self.looking if self.looking in callers else self._turn_to(callers[0])
        if self.shared:
            self._show_news(None)
        self._show_news(looking)
        key = "go-on-or-call" if len(callers) == 1 else "go-on-or-call-seat"
        while True:
            text = self.screen.ask(self.teller.say(key, call=word_for("call", self.lang)))
            if not text.strip():
                return False
            if self._obey(looking, text):
                return True

    def _do(self, seat: int, action: Action) -> None:
        acted = act(self.state, self.computers, seat, action, self.chance("/again"))
        for maker, code in acted.exchanged:
            self.keeper.exchange(maker, code)
        self.state = acted.before
        player = self.computers.get(seat)
        self.keeper.add(Line(seat, action, self.clock()), exchangeable=player is not None and not player.commits)
        self.state = acted.step.state
        self.done += 1
        self.last_actor = seat or self.last_actor
        for event in acted.step.events:
            self._tell(event)

    def _tell(self, event: Event) -> None:
        """Keep the news for whoever may know it: for everybody, or what only one may know for him."""
        public = self._news(event, None)
        for audience, unread in self.unread.items():
            told = self._news(event, audience)
            if audience is None or not self.shared or told != public:
                unread += told

    def _news(self, event: Event, audience: int | None) -> list[str]:
        told = seen(event, audience)
        if told is None:
            return []
        return self.teller.news(told) + (self._look_back(told) if isinstance(told, RoundEnded) else [])

    def _look_back(self, event: RoundEnded) -> list[str]:
        """How people can look back at a round; after the last one they are told of the whole match."""
        if not self.people or self.state.outcome is not None:
            return []
        command = analysis_of(self.state.edition, self.keeper.path, event.result.number)
        return [self.teller.say("look-back", command=command)] if command is not None else []

    def _turn_to(self, seat: int) -> int:
        """Bring this person before the screen, and show what is new to him."""
        if self.looking != seat:
            self.screen.clear()
            self._show_news(None)
            self.screen.ask(self.teller.say("hand-over", name=self.teller.name(seat)))
            self.screen.clear()
            self.looking, self.shown = seat, None
        elif self.shared:
            self._show_news(None)
        self._show_news(seat)
        return seat

    def _show_news(self, audience: int | None) -> None:
        self.screen.write(*self.unread[audience])
        self.unread[audience].clear()

    def _ask(self, seat: int) -> None:
        """Ask a person until something has been done."""
        self._turn_to(seat)
        view = observe(self.state, seat)
        self._show_table(view)
        asked = next(allowed for kind in ASKED if (allowed := view.allowed(kind)) is not None)
        done = False
        while not done:
            text = self.screen.ask(self._prompt(seat, asked, view), hidden=asked.action is SetCode)
            if text.strip():
                done = self._obey(seat, text, asked)
            else:
                self.screen.write(self.teller.say("welcome-help"))

    def _show_table(self, view: View) -> None:
        """The whole table where it is new to this person; after that the news are enough, and `/board` shows it."""
        if self.shown != (view.number, view.attempt):
            self.screen.write(*show(view, self.teller), "")
            self.shown = (view.number, view.attempt)
            return
        if self.screen.drawn:
            self.screen.write(*show_boards(view, self.teller), "")
        if view.contradicted:
            self.screen.write(self.teller.say("contradicted"))

    def _prompt(self, seat: int, asked: Allowed, view: View) -> str:
        name = self.teller.name(seat)
        if asked.action is GiveMark:
            board = view.board(asked.board)
            return self.teller.say(
                "ask-mark",
                name=name,
                row=asked.row,
                other=self.teller.name(board.rows[-1].seat),
                guess=self.teller.code(board.rows[-1].guess),
                code=self.teller.secret(view.code or ()),
                example=mark_example(
                    asked.marks[0], self.teller.red, self.lang, self.state.edition.pegs_marked(board.number)
                ),
            )
        if asked.action is Pass:
            call, leave = word_for("call", self.lang), word_for("pass", self.lang)
            return self.teller.say("ask-last-call", name=name, call=call, leave=leave)
        assert asked.space is not None
        guess = "ask-guess-blanks" if asked.space.most_blanks else "ask-guess"
        keys: dict[type[Action], str] = {SetCode: "ask-code", Answer: "ask-answer", Guess: guess}
        placed = view.own_board
        row = len(placed.rows) + 1 if placed is not None else 0
        rows = self.state.edition.guesses.rows
        return self.teller.say(keys[asked.action], name=name, holes=asked.space.holes, row=row, rows=rows)

    def _obey(self, seat: int, text: str, asked: Allowed | None = None) -> bool:
        """Do what was typed. Whether anything was done that changes the table."""
        edition = self.state.edition
        try:
            command = read_command(text, edition)
            if command is not None:
                wanted = self._command(seat, *command)
            elif asked is not None and asked.action is not Pass:
                wanted = (seat, read_move(text, asked, edition, self.lang))
            else:
                wanted = None
                self._not_understood(text)
            if wanted is None:
                return False
            self._do(*wanted)
        except KeypegError as error:
            if error.code in FAULTS:
                raise
            self.screen.write(explain(error, self.lang))
            return False
        return True

    def _command(self, seat: int, name: str, rest: str) -> tuple[int, Action] | None:
        """Answer a command, or say which action it is, and whose."""
        edition = self.state.edition
        if name == "quit":
            raise Quit
        if name == "help":
            self.screen.write(*help_lines(edition, self.lang))
        elif name == "board":
            self.screen.write(*show(observe(self.state, seat), self.teller), "")
        elif name == "hint":
            self.screen.write(*self._help(seat, rest))
        elif name == "rules":
            self.screen.write(rules_of(edition, find_rulebook(edition.id), self.lang))
        else:
            wanted = read_free_action(name, rest, seat)
            if wanted is None:
                self._not_understood(name)
            elif wanted[0] in self.people:
                return wanted
            else:
                self.screen.write(self.teller.say("not-here"))
        return None

    def _help(self, seat: int, half: str) -> list[str]:
        """Help a person with his guess, from his own view, while nobody else is asked to come to the screen."""
        view = observe(self.state, seat)
        if self.shared and seat not in view.waiting:
            return [self.teller.say("hint-not-now")]
        if self.helper is None:
            # Only now: whoever plays without hints need not have the solver.
            from keypeg.study.hint_session import Helper
            from keypeg.terminal.progress import get_ready

            self.helper = Helper(self.teller, partial(get_ready, lang=self.teller.lang))
        return self.helper.help(view, half)

    def _not_understood(self, text: str) -> None:
        self.screen.write(self.teller.say("not-understood", text=text))

    def show_news(self) -> None:
        """Show what everybody at the screen may know and has not been told yet."""
        if self.shared:
            self.screen.clear()
        self._show_news(None if self.shared else self.looking)

    def _farewell(self) -> None:
        """The last news, and the score sheet."""
        self.show_news()
        state = self.state
        draw = tell_sheet if self.screen.plain else draw_sheet
        sheet = draw(state.edition, state.finished, self.teller.names, state.outcome is not None, self.lang)
        self.screen.write("", sheet, self.teller.outcome(state.outcome))
