"""Keypeg: play, referee and solve the Mastermind family of games.

This module is the public interface for programs. Start with `edition`, which builds the rules of a table. `begin`
starts a match; `apply` does an action, `legal` lists what a seat may do, and `observe` gives what it may know. `play`
lets bots play a whole match, `simulate` many rounds, and `read` reads a recorded match. docs/architecture.md maps the
packages behind it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from keypeg.core.actions import (
    Accept,
    Action,
    Answer,
    Call,
    Claim,
    Deal,
    GiveMark,
    Guess,
    Pass,
    Resign,
    SetCode,
    TimeOut,
)
from keypeg.core.apply import Step
from keypeg.core.codes import BLANK, Code, CodeSpace
from keypeg.core.edition import TABLE, Edition
from keypeg.core.errors import KeypegError, ReadError, RuleError, describe_errors_with
from keypeg.core.events import Event, observe_event
from keypeg.core.marks import KeyPegs, Mark, Number
from keypeg.core.state import State
from keypeg.core.view import Allowed, View
from keypeg.editions import RULEBOOKS, edition
from keypeg.library.table import apply, begin, legal, observe, waiting

if TYPE_CHECKING:
    from keypeg.library.bots import bot, bots
    from keypeg.library.matches import RecordedMatch, play, read
    from keypeg.library.simulation import Simulation, simulate

__version__ = "0.2.0"


def _describe_in_english(error: KeypegError) -> str:
    from keypeg.i18n.error_text import explain  # only when an error is shown: few programs need a sentence

    return explain(error, "en")


describe_errors_with(_describe_in_english)

_MODULES = {
    "bot": "bots",
    "bots": "bots",
    "RecordedMatch": "matches",
    "play": "matches",
    "read": "matches",
    "Simulation": "simulation",
    "simulate": "simulation",
}
"""The modules of `keypeg.library` by the names that load them: commands start sooner without them."""


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"keypeg.library.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


__all__ = [
    "BLANK",
    "RULEBOOKS",
    "TABLE",
    "Accept",
    "Action",
    "Allowed",
    "Answer",
    "Call",
    "Claim",
    "Code",
    "CodeSpace",
    "Deal",
    "Edition",
    "Event",
    "GiveMark",
    "Guess",
    "KeyPegs",
    "KeypegError",
    "Mark",
    "Number",
    "Pass",
    "ReadError",
    "RecordedMatch",
    "Resign",
    "RuleError",
    "SetCode",
    "Simulation",
    "State",
    "Step",
    "TimeOut",
    "View",
    "apply",
    "begin",
    "bot",
    "bots",
    "edition",
    "legal",
    "observe",
    "observe_event",
    "play",
    "read",
    "simulate",
    "waiting",
]
