"""A table: the state that follows from its log.

`check_entry` says whether an entry may be appended, and what it does; it changes nothing. `apply_entry` changes the
table. The entry is stored between the two, so that nobody hears of anything that could still be lost.
"""

from collections.abc import Sequence
from typing import NamedTuple

from keypeg.core.actions import Action, Deal, SetCode
from keypeg.core.apply import Step, apply, begin
from keypeg.core.codes import Code
from keypeg.core.edition import TABLE
from keypeg.core.events import RoundBegan, RoundEnded
from keypeg.core.legal import LegalActions, legal_actions
from keypeg.core.state import State
from keypeg.players.bot_names import bot_name
from keypeg.records.edition_links import shared_edition
from keypeg.records.notation import read_action
from keypeg.records.record import Line, Record
from keypeg.service.commitments import Commitment, CommitmentList, Reveal
from keypeg.service.entries import (
    MS_PER_SECOND,
    ActionEntry,
    BeginEntry,
    Entry,
    JoinEntry,
    OpenEntry,
    RematchEntry,
    SitEntry,
    StandEntry,
    TurnLimitEntry,
)
from keypeg.service.entry_checks import HOST, MAX_ENTRIES, check_at_full_log, check_table_entry
from keypeg.service.entry_effects import AppliedEntry, EntryEffect
from keypeg.service.errors import TableError
from keypeg.service.outages import deadline_of
from keypeg.service.race_pace import keeps_race_pace, may_guess, row_time_ms
from keypeg.service.storage.store import Outage


class Occupant(NamedTuple):
    """The player or the bot in a seat."""

    player: int
    """The number of the player who took the seat."""
    name: str
    level: str
    """The level of the bot that the player has put there; empty if the player plays the seat."""
    guest: int = 0
    """The number by which a person without a name is called; 0 for others."""
    invited: bool = False
    """Whether the seat is only kept for the player, who has yet to come to the rematch."""


class Table:
    """A table as its log describes it."""

    def __init__(self, table_id: str, open_entry: OpenEntry) -> None:
        self.id = table_id
        self.open_entry = open_entry
        self.edition = shared_edition(open_entry.edition)
        self.entry_count = 1
        """The length of the log, which is also the number of its last entry."""
        self.players: list[str] = []
        """The names of the players, in the order of their numbers, from 1."""
        self.guests: dict[int, int] = {}
        """The numbers by which players without a name are called, by player."""
        self.guest_count = 0
        """How many people without a name have come."""
        self.occupants: list[Occupant | None] = [None] * self.edition.seats
        self.barred_players: frozenset[int] = frozenset()
        """The players whom the host has removed from a seat: they may not sit down again."""
        self.bots: dict[int, str] = {}
        """The level of the bot in each seat that has one."""
        self.turn_limit = open_entry.turn_limit
        """The time limit for a turn in seconds; 0 for none."""
        self.earlier_turn_limits: dict[int, int] = {}
        """The time limits of the turns that began under an earlier one, by seat."""
        self.proposed_turn_limit: int | None = None
        """The time limit that the host proposes; None if the host proposes no change."""
        self.players_to_agree: frozenset[int] = frozenset()
        """The players who have not yet agreed to it."""
        self.proposal_count = 0
        """How often the host has proposed a time limit since the last action."""
        self.change_counts: dict[int, int] = {}
        """How often each player has taken or left a seat or changed the time limit."""
        self.begun_at: int | None = None
        """When the match began, in milliseconds since 1970."""
        self.state: State | None = None
        self.legal_actions: LegalActions | None = None
        """What can be done in the match now."""
        self.waiting_since: dict[int, int] = {}
        """The seats that the match waits for, and since when."""
        self.due_at = 0
        """When the table needs attention though nobody acts; 0 for never."""
        self.secrets = CommitmentList(self.edition.palette)
        self.lines: list[Line] = []
        """The match as records write it."""
        self.entries_by_key: dict[str, tuple[int, Entry]] = {}
        """The entry that each idempotency key was used for, with its number."""
        self.rematch_id = ""
        """The table of the rematch."""
        self.rematch_player = 0
        """The player who asked for the rematch first."""
        self._add_player(open_entry.host)
        if open_entry.key:
            self.entries_by_key[open_entry.key] = (1, open_entry)

    # Checking entries

    def check_entry(self, entry: Entry, action: Action | None = None) -> EntryEffect:
        """Return what an entry does. Raises `KeypegError` if it may not be appended.

        A caller that has already read the entry's action passes it, so that it is not read twice.
        """
        if self.is_full:
            check_at_full_log(entry)
        if isinstance(entry, ActionEntry):
            return self._effect_of_action(entry, action or read_action(entry.action, self.edition.palette))
        check_table_entry(self, entry)
        return self.effect_of(entry)

    def effect_of(self, entry: Entry) -> EntryEffect:
        """Return what an entry does that is known to be allowed, because the log contains it."""
        if isinstance(entry, BeginEntry):
            return self._effect_of_step(begin(self.edition), entry.timestamp)
        if isinstance(entry, ActionEntry):
            return self._effect_of_action(entry, read_action(entry.action, self.edition.palette))
        if isinstance(entry, TurnLimitEntry) and not entry.by_consent:
            waiting_since = dict.fromkeys(self.waiting_since, entry.timestamp)
            return EntryEffect(
                waiting_since, self._next_due(waiting_since, {}, self.legal_actions, entry.turn_limit), {}
            )
        return EntryEffect(self.waiting_since, self.due_at, self.earlier_turn_limits)

    def _effect_of_action(self, entry: ActionEntry, action: Action) -> EntryEffect:
        step = apply(self.require_state(), entry.seat, action)
        return self._effect_of_step(step, entry.timestamp, entry.seat, action)

    def _effect_of_step(
        self, step: Step, timestamp: int, seat: int | None = None, action: Action | None = None
    ) -> EntryEffect:
        is_new_round = any(isinstance(event, RoundBegan) for event in step.events)
        before = {} if is_new_round else self.waiting_since
        legal = legal_actions(step.state)
        waiting_since = {due: timestamp if due == seat else before.get(due, timestamp) for due in legal.waiting}
        earlier = {other: s for other, s in self.earlier_turn_limits.items() if other in before and other != seat}
        due_at = self._next_due(waiting_since, earlier, legal, self.turn_limit)
        return EntryEffect(waiting_since, due_at, earlier, step, action, legal)

    def _next_due(
        self,
        waiting_since: dict[int, int],
        earlier: dict[int, int],
        legal: LegalActions | None,
        turn_limit: int,
        outages: Sequence[Outage] = (),
    ) -> int:
        due = []
        for seat, since in waiting_since.items():
            if seat == TABLE or seat in self.bots:
                due.append(since + self._row_time(seat, since, legal))
            elif limit := earlier.get(seat, turn_limit):
                due.append(deadline_of(since, limit * MS_PER_SECOND, outages))
        return min(due, default=0)

    def _row_time(self, seat: int, since: int, legal: LegalActions | None) -> int:
        """Return how long the bot in this seat lets people race before it acts."""
        is_paced = self.open_entry.human_pace and keeps_race_pace(self.edition, self.bots)
        if legal is None or not is_paced or not may_guess(legal, seat):
            return 0
        return row_time_ms(self.bots[seat], self.id, seat, since)

    def check_seat(self, seat: int) -> None:
        """Raise `TableError` if there is no such seat."""
        if seat not in range(1, self.edition.seats + 1):
            raise TableError("no-such-seat", seat=seat, seats=self.edition.seats)

    # Applying entries

    def apply_entry(self, entry: Entry, effect: EntryEffect) -> AppliedEntry:
        """Append an entry that has been stored, with the effect that `check_entry` has returned."""
        self.entry_count += 1
        self.waiting_since, self.due_at = effect.waiting_since, effect.due_at
        self.earlier_turn_limits = effect.earlier_turn_limits
        self.legal_actions = effect.legal_actions or self.legal_actions
        if entry.key:
            self.entries_by_key[entry.key] = (self.entry_count, entry)
        match entry:
            case ActionEntry():
                return self._apply_action(entry, effect)
            case BeginEntry():
                assert effect.step is not None
                self.begun_at, self.state = entry.timestamp, effect.step.state
                return AppliedEntry(self.entry_count, entry, effect.step.events)
            case JoinEntry():
                self._add_player(entry.name)
                return AppliedEntry(self.entry_count, entry, new_player=len(self.players))
            case SitEntry():
                self._apply_sit(entry)
            case StandEntry():
                self._apply_stand(entry)
            case TurnLimitEntry():
                self._apply_turn_limit(entry)
            case RematchEntry():
                self.rematch_id, self.rematch_player = entry.table_id, entry.player
        return AppliedEntry(self.entry_count, entry)

    def _apply_sit(self, entry: SitEntry) -> None:
        self._count_change(entry.player)
        self.occupants[entry.seat - 1] = self._occupant_of(entry)
        if entry.level:
            self.bots[entry.seat] = entry.level

    def _apply_stand(self, entry: StandEntry) -> None:
        self._count_change(entry.player)
        occupant = self.occupants[entry.seat - 1]
        if entry.bars and occupant is not None and occupant.player != entry.player and not occupant.invited:
            self.barred_players |= {occupant.player}
        self.occupants[entry.seat - 1] = None
        self.bots.pop(entry.seat, None)

    def _count_change(self, player: int) -> None:
        self.change_counts[player] = self.change_counts.get(player, 0) + 1

    def _apply_turn_limit(self, entry: TurnLimitEntry) -> None:
        self._count_change(entry.player)
        if self.begun_at is None or not entry.by_consent:
            self.turn_limit = entry.turn_limit
            return
        if entry.player == HOST:
            self.proposal_count += 1
            people = {occupant.player for occupant in self.occupants if occupant is not None and not occupant.level}
            self.proposed_turn_limit, self.players_to_agree = entry.turn_limit, frozenset(people - {HOST})
        else:
            self.players_to_agree -= {entry.player}
        if entry.turn_limit == self.turn_limit:
            self.players_to_agree = frozenset()  # the host withdraws a proposal
        if not self.players_to_agree:
            self.earlier_turn_limits = {seat: self.turn_limit_of(seat) for seat in self.waiting_since}
            self.turn_limit, self.proposed_turn_limit = entry.turn_limit, None

    def _add_player(self, name: str) -> None:
        if not name:
            self.guests[len(self.players) + 1] = self._next_guest()
        self.players.append(name or guest_name(self.guest_count))

    def _next_guest(self) -> int:
        self.guest_count += 1
        return self.guest_count

    def _occupant_of(self, entry: SitEntry) -> Occupant:
        """Return who sits in a seat. In older logs of rematches, the name of a bot was its level."""
        if entry.level:
            name = entry.name if entry.name not in ("", entry.level) else bot_name(entry.level, entry.seat)
            return Occupant(entry.player, name, entry.level)
        occupant = self.occupants[entry.seat - 1]
        if occupant is not None and occupant.player == entry.player:
            return occupant._replace(invited=False)
        if entry.name:
            return Occupant(entry.player, entry.name, "", invited=entry.invited)
        guest = self._next_guest() if entry.guest else self.guests.get(entry.player, 0)
        return Occupant(
            entry.player, guest_name(guest) if guest else self.players[entry.player - 1], "", guest, entry.invited
        )

    def _apply_action(self, entry: ActionEntry, effect: EntryEffect) -> AppliedEntry:
        action, step = effect.action, effect.step
        assert action is not None
        assert step is not None
        assert self.state is not None
        assert self.begun_at is not None
        # A clock that was set back must not make the times of a record decrease.
        last_time = self.lines[-1].time or 0 if self.lines else 0
        self.lines.append(Line(entry.seat, action, max(entry.timestamp - self.begun_at, last_time)))
        commitments: tuple[Commitment, ...] = ()
        if entry.salts:
            now, codes = self.state.round, codes_set_by(entry.seat, action)
            commitments = self.secrets.commit(now.number, now.attempt, codes, entry.salts)
        reveals: tuple[Reveal, ...] = ()
        for event in step.events:
            if isinstance(event, RoundEnded):
                reveals += self.secrets.reveal(event.result)
        self.state = step.state
        self.proposal_count = 0
        return AppliedEntry(self.entry_count, entry, step.events, commitments, reveals)

    def fork(self) -> "Table":
        """Copy the table, without its record and the keys that were used, to replay later entries apart from it."""
        fork = Table(self.id, self.open_entry)
        fork.entry_count, fork.proposal_count = self.entry_count, self.proposal_count
        fork.players, fork.guests, fork.guest_count = self.players.copy(), self.guests.copy(), self.guest_count
        fork.occupants, fork.bots = self.occupants.copy(), self.bots.copy()
        fork.barred_players, fork.change_counts = self.barred_players, self.change_counts.copy()
        fork.turn_limit, fork.earlier_turn_limits = self.turn_limit, self.earlier_turn_limits
        fork.proposed_turn_limit, fork.players_to_agree = self.proposed_turn_limit, self.players_to_agree
        fork.begun_at, fork.state, fork.legal_actions = self.begun_at, self.state, self.legal_actions
        fork.waiting_since, fork.due_at = self.waiting_since, self.due_at
        fork.secrets, fork.lines = self.secrets.fork(), self.lines[-1:]
        fork.rematch_id, fork.rematch_player = self.rematch_id, self.rematch_player
        return fork

    # Questions

    def require_state(self) -> State:
        """Return the state of the match; raises `TableError` if it has not begun."""
        if self.state is None:
            raise TableError("not-begun")
        return self.state

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.state is not None and self.state.outcome is not None

    @property
    def is_full(self) -> bool:
        """Whether the log takes no more moves."""
        return self.entry_count >= MAX_ENTRIES

    @property
    def seats_open(self) -> int:
        """How many seats can be taken: none once the match has begun."""
        return sum(map(self.is_open, range(1, len(self.occupants) + 1))) if self.begun_at is None else 0

    def is_open(self, seat: int) -> bool:
        """Whether nobody has taken this seat yet; it may be kept for a player who is invited."""
        occupant = self.occupants[seat - 1]
        return occupant is None or occupant.invited

    def seats_kept_for(self, player: int) -> list[int]:
        """List the seats that are kept for this player, who is invited to the rematch."""
        return [seat for seat in self.seats_of(player) if self.is_open(seat)]

    def seats_of(self, player: int) -> list[int]:
        """List the seats that this person plays."""
        return [seat for seat in range(1, len(self.occupants) + 1) if self.is_played_by(player, seat)]

    def is_played_by(self, player: int, seat: int) -> bool:
        """Whether this person, and not a bot, plays this seat."""
        occupant = self.occupants[seat - 1] if 1 <= seat <= len(self.occupants) else None
        return occupant is not None and occupant.player == player and not occupant.level

    def bots_ready(self, now: int) -> dict[int, str]:
        """Return the levels of the bots that may act now: all but those that are still busy with a row of a race."""
        since, legal = self.waiting_since, self.legal_actions
        return {
            seat: level
            for seat, level in self.bots.items()
            if seat not in since or since[seat] + self._row_time(seat, since[seat], legal) <= now
        }

    def turn_limit_of(self, seat: int) -> int:
        """Return the time limit of this seat's turn in seconds; 0 for none. A turn keeps the one it began with."""
        return self.earlier_turn_limits.get(seat, self.turn_limit)

    @property
    def is_timed(self) -> bool:
        """Whether any turn has a time limit."""
        return bool(self.turn_limit) or any(self.earlier_turn_limits.values())

    def next_due_at(self, outages: Sequence[Outage]) -> int:
        """Return when the table needs attention though nobody acts, if outages do not count; 0 for never."""
        return self._next_due(
            self.waiting_since, self.earlier_turn_limits, self.legal_actions, self.turn_limit, outages
        )

    def find_overdue_seat(self, now: int, outages: Sequence[Outage] = ()) -> int | None:
        """Find a person's seat whose time is up. Bots have no time limit: they are late only if the server is."""
        for seat, since in self.waiting_since.items():
            limit = 0 if seat in self.bots else self.turn_limit_of(seat)
            if limit and deadline_of(since, limit * MS_PER_SECOND, outages) <= now:
                return seat
        return None

    def start_future_turns(self, now: int) -> None:
        """Let turns that began in the future, because the clock was set back, begin now."""
        if any(since > now for since in self.waiting_since.values()):
            self.waiting_since = {seat: min(since, now) for seat, since in self.waiting_since.items()}

    def to_record(self) -> Record:
        """Return the match so far as a record, secrets included."""
        headers = tuple(
            (f"Seat {seat}", occupant.name) for seat, occupant in enumerate(self.occupants, 1) if occupant is not None
        )
        return Record(self.edition, headers, tuple(self.lines))


def guest_name(number: int) -> str:
    """Return what a person without a name is called in records and in the API; pages say it in their language."""
    return f"Guest {number}"


def codes_set_by(seat: int, action: object) -> list[tuple[int, Code]]:
    """List the codes that an action sets, each with its seat."""
    if isinstance(action, SetCode):
        return [(seat, action.code)]
    return list(enumerate(action.parts, 1)) if isinstance(action, Deal) else []
