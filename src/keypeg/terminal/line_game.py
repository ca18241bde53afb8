"""The game in line mode: people and bots at one keyboard.

Each person sees only their own view. Where several people share the screen, it is cleared and handed over by name
before another view is shown. Every action is saved before its events are shown, so that a game can be stopped at any
prompt and resumed from exactly there.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING

from keypeg.contests.driver import (
    INTERRUPTING_ACTIONS,
    PLAYER_FAULT_CODES,
    BotsBySeat,
    ChosenAction,
    apply_action,
    choose_next_action,
    may_interrupt,
    stalled_match_error,
)
from keypeg.core.actions import Accept, Action, Answer, Call, GiveMark, Guess, Pass, SetCode
from keypeg.core.edition import TABLE
from keypeg.core.errors import KeypegError
from keypeg.core.events import Event, RoundEnded, observe_event
from keypeg.core.legal import check_legal, waiting
from keypeg.core.observe import observe
from keypeg.core.view import Allowed, BoardView, View
from keypeg.draws.random_codes import draw_deal
from keypeg.editions import find_rulebook
from keypeg.extras import report_missing_extras
from keypeg.i18n.colour_letters import local_palette
from keypeg.i18n.error_text import explain
from keypeg.i18n.match_text import MatchText
from keypeg.i18n.rules.rules import rules_of
from keypeg.i18n.typed_words import typed_command, typed_commands
from keypeg.players.solver_choice import kernels_for
from keypeg.records.notation import read_code
from keypeg.records.record import Line
from keypeg.records.replay import Replay
from keypeg.terminal.autosave import Autosave
from keypeg.terminal.background_compiler import compile_in_background
from keypeg.terminal.command_hints import analyse_command
from keypeg.terminal.commands import (
    help_lines,
    read_action_command,
    read_command,
    read_move,
)
from keypeg.terminal.drawn_boards import draw_boards
from keypeg.terminal.event_lines import EventLines, EventReporter
from keypeg.terminal.pace import Pacer
from keypeg.terminal.questions import question, what_is_asked_about
from keypeg.terminal.screen import Quit, Screen
from keypeg.terminal.seats import Seat
from keypeg.terminal.view_text import describe_view, show_sheet

if TYPE_CHECKING:
    from keypeg.solver.game.guessing_game import GuessingGame
    from keypeg.study.hint_session import HintSession

TOLD_COMMANDS = ("help", "board", "hint", "rules", "quit")
"""The commands that change nothing at the table."""

PROMPTED: tuple[type[Action], ...] = (SetCode, GiveMark, Accept, Answer, Guess, Pass)
"""The actions that a prompt asks for; it asks for the first that is allowed."""


class LineGame:
    """A game in line mode, played from its current state to the end."""

    def __init__(
        self,
        screen: Screen,
        autosave: Autosave,
        replay: Replay,
        seats: tuple[Seat, ...],
        lang: str,
        clock: Callable[[], int],
        pace: float = 0.0,
    ) -> None:
        self.screen = screen
        self.pacer = Pacer(pace, screen.status_line())
        self.autosave = autosave
        self.state = replay.state
        self.seats = seats
        self.lang = lang
        self.clock = clock
        self.seed = replay.record.header("Seed") or ""
        self.done = len(replay.steps)
        """The number of actions done so far."""
        self.people = tuple(number for number, seat in enumerate(seats, 1) if seat.is_person)
        self.bots = {number: seat.player for number, seat in enumerate(seats, 1) if seat.player is not None}
        self.text = MatchText(self.state.edition, tuple(seat.name for seat in seats), lang, screen.paint)
        self.shared = len(self.people) > 1
        """Whether several people share the screen; public events are then shown to all of them at the hand-over."""
        self.events = EventReporter(self.state.edition, self.text, screen.looks)
        self.unread: dict[int | None, list[EventLines]] = {viewer: [] for viewer in (*self.people, None)}
        """The lines that each person has not yet seen, and under None those for everyone."""
        self.viewer: int | None = self.people[0] if self.people and not self.shared else None
        """The person in front of the screen; None at first where several share it."""
        self.shown_round: tuple[int, int] | None = None
        """The round and attempt for which the viewer has seen the whole table."""
        self.shown_boards: tuple[BoardView, ...] = ()
        """The boards as the viewer last saw them."""
        self.hint_session: HintSession | None = None
        """Gives hints; created when a player first asks for one."""
        self._end_thinking: Callable[[], None] = lambda: None
        """Erases who is thinking, before something else is shown."""
        acted = [seat for seat, _ in replay.record.actions if seat != TABLE]
        self.last_actor = acted[-1] if acted else self.state.edition.seats

    def random_source(self, suffix: str = "") -> Random:
        """Random numbers from the seed and the number of actions, so that a resumed game plays on the same way."""
        return Random(f"{self.seed}/{self.done}{suffix}")

    def play(self) -> None:
        """Play to the end of the match. `Quit` passes through; everything done so far is saved."""
        while self.state.outcome is None:
            self._advance()
        self._show_result()

    def _advance(self) -> None:
        """Do the next action: deal, let a bot act, or ask a person."""
        if TABLE in waiting(self.state):
            self._apply(TABLE, draw_deal(self.state.edition, self.random_source()))
            return
        person = self._next_person()
        with self.pacer.thinking(self._thinking_status()):
            chosen = choose_next_action(self.state, self._bots_before(person), self.last_actor, self.random_source())
        if chosen is None or (person is not None and not self._acts_before(chosen, person)):
            if person is None:
                raise stalled_match_error(self.state, dict(enumerate(self.text.names, 1)))
            self._ask_for_action(person)
        elif not (isinstance(chosen.action, Guess) and self._offer_call()):
            self._apply(*chosen)

    def _thinking_status(self, seat: int | None = None) -> str:
        """Which bot is thinking: this one, or the one that play is waiting for."""
        bots = [seat] if seat is not None else [bot for bot in waiting(self.state) if bot in self.bots]
        return (
            self.text.say("bot-thinks", name=self.text.name(bots[0])) if len(bots) == 1 else self.text.say("bots-think")
        )

    def _steps_to(self, seat: int) -> int:
        """The distance round the table from the last seat that acted, so that nobody acts twice running in a race."""
        return (seat - self.last_actor - 1) % self.state.edition.seats

    def _next_person(self) -> int | None:
        """The person that play is waiting for; the next round the table if there are several."""
        return min((seat for seat in waiting(self.state) if seat in self.people), key=self._steps_to, default=None)

    def _bots_before(self, person: int | None) -> BotsBySeat:
        """The bots that may act before this person; the others need not think yet."""
        return {
            seat: player
            for seat, player in self.bots.items()
            if person is None
            or self._steps_to(seat) < self._steps_to(person)
            or may_interrupt(observe(self.state, seat))
        }

    def _acts_before(self, chosen: ChosenAction, person: int) -> bool:
        return isinstance(chosen.action, INTERRUPTING_ACTIONS) or self._steps_to(chosen.seat) < self._steps_to(person)

    def _offer_call(self) -> bool:
        """Let people call before a bot guesses, where a call may come at any time. Returns whether they acted."""
        callers = [seat for seat in self.people if observe(self.state, seat).allowed(Call) is not None]
        if not callers:
            return False
        # The question shows nothing secret, so the screen is not handed over if the viewer is one of the callers.
        viewer = self.viewer if self.viewer in callers else self._hand_screen_to(callers[0])
        if self.shared:
            self._show_unread_of(None)
        self._show_unread_of(viewer)
        key = "go-on-or-call" if len(callers) == 1 else "go-on-or-call-seat"
        while True:
            text = self.screen.ask(self.text.say(key, call=typed_command("call", self.lang)))
            if not text.strip():
                return False
            if self._handle_input(viewer, text):
                return True

    def _apply(self, seat: int, action: Action) -> None:
        applied = apply_action(self.state, self.bots, seat, action, self.random_source("/again"))
        for maker, code in applied.code_changes:
            self.autosave.exchange_code(maker, code)
        self.state = applied.before
        player = self.bots.get(seat)
        self.autosave.append(
            Line(seat, action, self.clock()), exchangeable=player is not None and not player.keeps_code
        )
        self.state = applied.step.state
        self.done += 1
        self.last_actor = seat or self.last_actor
        self._queue_events(applied.step.events)
        if not self.shared:
            self._show_unread_of(self.viewer)

    def _queue_events(self, events: Sequence[Event]) -> None:
        """Queue the lines of events: for everyone, and for a person who may see more of one than the others."""
        boards = observe(self.state, None).boards
        public = self.events.report(_visible_to(None, events), boards)
        for viewer, unread in self.unread.items():
            # Where players may call, each row is answered before the boards are drawn again.
            own = None if self.shared or self.state.edition.dealt else viewer
            own_lines = self.events.report(_visible_to(viewer, events), boards, own)
            for event, reported, for_all in zip(events, own_lines, public, strict=True):
                if viewer is None or not self.shared or reported.lines != for_all.lines:
                    hint = self._review_hint(event) if isinstance(event, RoundEnded) else []
                    unread.append(reported._replace(lines=reported.lines + hint))

    def _review_hint(self, event: RoundEnded) -> list[str]:
        """The command that reviews a round; after the last round `setup` gives the one for the whole match."""
        if not self.people or self.state.outcome is not None:
            return []
        command = analyse_command(self.state.edition, self.autosave.path, event.result.number)
        return [self.text.say("look-back", command=command)] if command is not None else []

    def _hand_screen_to(self, seat: int) -> int:
        """Hand the screen to this person, and show the lines they have not seen yet."""
        if self.viewer != seat:
            if self.viewer is not None:  # at first, only the welcome is shown
                self.screen.clear()
            self._show_unread_of(None)
            self.screen.ask(self.text.say("hand-over", name=self.text.name(seat)))
            self.screen.clear()
            self.viewer, self.shown_round = seat, None
        elif self.shared:
            self._show_unread_of(None)
        self._show_unread_of(seat)
        return seat

    def _show_unread_of(self, viewer: int | None) -> None:
        """Show the unread lines, the moves of bots one by one."""
        for lines, seat in self.unread[viewer]:
            if not lines:
                continue
            if seat in self.bots:
                self.pacer.pause(self._thinking_status(seat))
            self.screen.write(*lines)
            self.pacer.note_shown()
        self.unread[viewer].clear()

    def _ask_for_action(self, seat: int) -> None:
        """Ask a person until they have done something that changes the table."""
        self._hand_screen_to(seat)
        view = observe(self.state, seat)
        self._show_table(view)
        allowed_action = next(allowed for kind in PROMPTED if (allowed := view.allowed(kind)) is not None)
        self.screen.write(*what_is_asked_about(view, allowed_action, self.text))
        prompt = question(view, allowed_action, self.text, self.lang)
        done = False
        while not done:
            text = self.screen.ask(prompt, hidden=allowed_action.action is SetCode)
            if text.strip():
                done = self._handle_input(seat, text, allowed_action)
            else:
                self.screen.write(self.text.say("welcome-help", **typed_commands(self.lang, "help", "hint", "quit")))

    def _show_table(self, view: View) -> None:
        """Show the whole table once a round; after that its events are enough, and `/board` shows it again."""
        if self.shown_round != (view.round, view.attempt):
            self.screen.write(*describe_view(view, self.text, self.screen.looks), "")
            self.shown_round, self.shown_boards = (view.round, view.attempt), view.boards
            return
        if self.screen.drawn:
            changed = view.boards if view.boards != self.shown_boards else ()
            self.screen.write(*draw_boards(view.edition, changed, self.text, self.screen.looks), "")
            self.shown_boards = view.boards
        if view.contradicted and view.revealed is None:
            self.screen.write(self.text.say("contradicted"))

    def _handle_input(self, seat: int, text: str, allowed_action: Allowed | None = None) -> bool:
        """Do what was typed. Returns whether it changed the table."""
        edition = self.state.edition
        self.pacer.note_shown()
        try:
            command = read_command(text, edition, self.lang)
            if command is not None:
                requested = self._run_command(seat, *command)
            elif allowed_action is not None and allowed_action.action not in (Accept, Pass):
                requested = (seat, read_move(text, allowed_action, edition, self.lang))
            else:
                requested = None
                self._write_not_understood(text)
            if requested is None:
                return False
            if isinstance(requested[1], Call):
                return self._answer(requested[0])
            self._apply(*requested)
        except KeypegError as error:
            if error.code in PLAYER_FAULT_CODES:
                raise
            self.screen.write(explain(error, self.lang))
            return False
        return True

    def _answer(self, caller: int) -> bool:
        """Ask for the answer before the call is made, so that it can be taken back. Returns whether play goes on."""
        space = check_legal(self.state, caller, Call).space
        assert space is not None
        is_handed_over = self.viewer != caller
        self._hand_screen_to(caller)
        prompt = self.text.say("ask-answer-or-cancel", name=self.text.name(caller), holes=space.holes)
        while text := self.screen.ask(prompt).strip():
            try:
                command = read_command(text, self.state.edition, self.lang)
                if command is None:
                    code = read_code(text, local_palette(self.state.edition.palette, self.lang))
                    space.check(code)
                    self._apply(caller, Call())
                    self._apply(caller, Answer(code))
                    return True
                if command[0] in TOLD_COMMANDS:
                    self._run_command(caller, *command)
                else:
                    self._write_not_understood(text)
            except KeypegError as error:
                if error.code in PLAYER_FAULT_CODES:
                    raise
                self.screen.write(explain(error, self.lang))
        self.screen.write(self.text.say("call-cancelled"))
        return is_handed_over

    def _run_command(self, seat: int, name: str, rest: str) -> tuple[int, Action] | None:
        """Run a command; if it is an action, return it with its seat."""
        edition = self.state.edition
        if name == "quit":
            raise Quit
        if name == "help":
            self.screen.write(*help_lines(edition, self.lang))
        elif name == "board":
            self.screen.write(*describe_view(observe(self.state, seat), self.text, self.screen.looks), "")
        elif name == "hint":
            self.screen.write(*self._hint_lines(seat, rest))
        elif name == "rules":
            self.screen.write(rules_of(edition, find_rulebook(edition.id), self.lang, width=self.screen.width))
        else:
            requested = read_action_command(name, rest, seat, self.lang)
            if requested is None:
                self._write_not_understood(name)
            elif requested[0] in self.people:
                return requested
            else:
                self.screen.write(self.text.say("not-here"))
        return None

    def _hint_lines(self, seat: int, partial_guess: str) -> list[str]:
        """A hint from this person's own view; not while another person is asked to act."""
        view = observe(self.state, seat)
        if self.shared and seat not in view.waiting:
            return [self.text.say("hint-not-now")]
        if self.hint_session is None:
            from keypeg.study.hint_session import HintSession  # games without hints need not load it

            def prepare(game: "GuessingGame | None") -> None:
                from keypeg.terminal.progress import prepare_solver

                self._end_thinking()
                prepare_solver(game, self.lang)

            compile_in_background(kernels_for(self.state.edition))

            self.hint_session = HintSession(self.text, prepare, letters=self.text.letters)
        with report_missing_extras(), self.pacer.thinking(self.text.say("hint-searched")) as self._end_thinking:
            return self.hint_session.give_hint(view, partial_guess)

    def _write_not_understood(self, text: str) -> None:
        self.screen.write(self.text.say("not-understood", text=text, **typed_commands(self.lang, "help")))

    def show_unread(self) -> None:
        """Show the unread lines that everyone at the screen may see."""
        if self.shared:
            self.screen.clear()
        self._show_unread_of(None if self.shared else self.viewer)

    def _show_result(self) -> None:
        """Show the last events, the score sheet and the outcome."""
        self.show_unread()
        state = self.state
        sheet = []
        if not state.edition.match.practice:
            sheet = [show_sheet(observe(state, None), self.text, self.screen.looks, self.screen.plain)]
        self.screen.write("", *sheet, self.text.outcome(state.outcome))


def _visible_to(viewer: int | None, events: Sequence[Event]) -> list[Event | None]:
    """What this seat, or with None everyone, may see of each of these events."""
    return [observe_event(event, viewer) for event in events]
