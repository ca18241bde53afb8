"""What an entry of a table's log does: to the match before it is stored, and to the table once it is applied."""

from typing import NamedTuple

from keypeg.core.actions import Action
from keypeg.core.apply import Step
from keypeg.core.events import Event, RoundBegan
from keypeg.core.legal import LegalActions
from keypeg.service.commitments import Commitment, Reveal
from keypeg.service.entries import Entry


class EntryEffect(NamedTuple):
    """What an entry does to the match."""

    waiting_since: dict[int, int]
    """The seats that the match then waits for, and since when."""
    due_at: int
    """When the table then needs attention though nobody acts; 0 for never."""
    earlier_turn_limits: dict[int, int]
    """The time limits of the turns that began under an earlier one, by seat."""
    step: Step | None = None
    action: Action | None = None
    """The action in the match; None where the match begins."""
    legal_actions: LegalActions | None = None
    """What can be done afterwards."""


class AppliedEntry(NamedTuple):
    """An entry with its number in the log and what followed from it."""

    number: int
    entry: Entry
    events: tuple[Event, ...] = ()
    commitments: tuple[Commitment, ...] = ()
    reveals: tuple[Reveal, ...] = ()
    new_player: int = 0
    """The number of the player who has joined by it; 0 if none has."""

    @property
    def is_new(self) -> bool:
        """Whether an action was carried out now, and not before with the same key: something always follows from it."""
        return bool(self.events)

    @property
    def has_new_round(self) -> bool:
        """Whether a round begins, with new boards."""
        return any(isinstance(event, RoundBegan) for event in self.events)
