"""Keypeg: play, referee and solve the Mastermind family of games.

This module is the public interface for programs. Start with `edition`, which builds the rules of a table, and `begin`,
which starts a match; `apply` does an action, `legal` lists what a seat may do, and `observe` gives what it may know.
docs/architecture.md maps the packages behind it.
"""

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
from keypeg.core.apply import Step, apply, begin
from keypeg.core.codes import BLANK, Code, CodeSpace
from keypeg.core.edition import TABLE, Edition
from keypeg.core.errors import KeypegError, ReadError, RuleError, describe_errors_with
from keypeg.core.events import Event, observe_event
from keypeg.core.legal import legal, waiting
from keypeg.core.marks import KeyPegs, Mark, Number
from keypeg.core.observe import observe
from keypeg.core.state import State
from keypeg.core.view import Allowed, View
from keypeg.editions import RULEBOOKS, edition

__version__ = "0.2.0"


def _describe_in_english(error: KeypegError) -> str:
    from keypeg.i18n.error_text import explain  # only when an error is shown: few programs need a sentence

    return explain(error, "en")


describe_errors_with(_describe_in_english)

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
    "Resign",
    "RuleError",
    "SetCode",
    "State",
    "Step",
    "TimeOut",
    "View",
    "apply",
    "begin",
    "edition",
    "legal",
    "observe",
    "observe_event",
    "waiting",
]
