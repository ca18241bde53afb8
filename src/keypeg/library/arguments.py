"""Checks the arguments of the library's functions. An error names the argument and says what to pass instead."""

from typing import Any

from keypeg.core.apply import Step
from keypeg.core.edition import Edition
from keypeg.core.state import State


def check_edition(value: Any, function: str) -> None:
    """Raise `TypeError` unless this is an edition."""
    if isinstance(value, Edition):
        return
    if isinstance(value, str):
        raise TypeError(f"{function}() takes an edition, not its name: pass edition({value!r})")
    raise TypeError(f'{function}() takes an edition, such as edition("classic"), not {_described(value)}')


def check_state(value: Any, function: str) -> None:
    """Raise `TypeError` unless this is the state of a table."""
    if isinstance(value, State):
        return
    if isinstance(value, Step):
        raise TypeError(f"{function}() takes the state of a table, not a step: pass its .state")
    if isinstance(value, Edition):
        raise TypeError(f"{function}() takes the state of a table, not an edition: pass begin(edition).state")
    raise TypeError(f"{function}() takes the state of a table, as begin() returns it, not {_described(value)}")


def check_seat(value: Any, function: str) -> None:
    """Raise `TypeError` unless this is a number that can be a seat."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{function}() takes the number of a seat, such as 1, not {_described(value)}")


def _described(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"an object of type {type(value).__name__}"
