"""How thorough a test run is: `make test` runs enough of each kind, `make thorough` runs everything.

Tests marked `thorough` repeat with other values what other tests show already. A test that repeats itself, as in "kill
the server again and again", asks `times` how often.
"""

import os
from collections.abc import Iterable
from typing import Any

import pytest

THOROUGH = os.environ.get("KEYPEG_THOROUGH") == "1"
"""Whether this run is thorough."""


def times(quick: int, thorough: int) -> int:
    """How often to repeat something in this run."""
    return thorough if THOROUGH else quick


def first_of(values: Iterable[Any], quick: int) -> list[Any]:
    """These values as the cases of a test: the first few always, the others only in a thorough run."""
    return _cases(values, set(range(quick)))


def some_of(values: Iterable[Any], quick: int) -> list[Any]:
    """These values as the cases of a test: a few spread evenly always, the others only in a thorough run."""
    values = list(values)
    step = max(1.0, len(values) / quick)
    return _cases(values, {int(number * step) for number in range(quick)})


def _cases(values: Iterable[Any], always: set[int]) -> list[Any]:
    """Mark the values whose numbers are not among these as thorough. A tuple has the values of several parameters."""
    return [
        value
        if number in always
        else pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.thorough)
        for number, value in enumerate(values)
    ]
