"""How thorough a test run is: `make test` runs enough of each kind, `make thorough` runs everything.

Tests marked `thorough` repeat with other values what other tests show already. A test that repeats itself, as in "kill
the server again and again", asks `times` how often. A property takes its settings from `examples`.
"""

import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from hypothesis import settings

THOROUGH = os.environ.get("KEYPEG_THOROUGH") == "1"
"""Whether this run is thorough."""


def times(quick: int, thorough: int) -> int:
    """How often to repeat something in this run."""
    return thorough if THOROUGH else quick


FEWEST_EXAMPLES = 5
"""So many at least: the first examples are often the simplest values."""


def examples(thorough: int) -> settings:
    """Settings of a property that is tried with so many examples, or with a third of them in a quick run.

    The examples are the same in every run.
    """
    quick = min(thorough, max(FEWEST_EXAMPLES, thorough // 3))
    return settings(derandomize=True, deadline=None, max_examples=times(quick, thorough))


def first_of(values: Iterable[Any], quick: int) -> list[Any]:
    """These values as the cases of a test: the first few always, the others only in a thorough run."""
    return _cases(values, set(range(quick)))


def some_of(values: Iterable[Any], quick: int) -> list[Any]:
    """These values as the cases of a test: a few spread evenly always, the others only in a thorough run."""
    values = list(values)
    step = max(1.0, len(values) / quick)
    return _cases(values, {int(number * step) for number in range(quick)})


def in_turn(values: Iterable[Any], others: Sequence[Any], quick: int = sys.maxsize) -> list[Any]:
    """Each of these values with each of the others, as the cases of a test.

    Always every value, or the first few, with one of the others in turn; the rest only in a thorough run.
    """
    return [
        pytest.param(*_parameters(value), *_parameters(other), marks=() if always else pytest.mark.thorough)
        for number, value in enumerate(values)
        for place, other in enumerate(others)
        for always in [number < quick and number % len(others) == place]
    ]


def _cases(values: Iterable[Any], always: set[int]) -> list[Any]:
    """Mark the values whose numbers are not among these as thorough."""
    return [
        value if number in always else pytest.param(*_parameters(value), marks=pytest.mark.thorough)
        for number, value in enumerate(values)
    ]


def _parameters(value: Any) -> tuple[Any, ...]:
    """The values of the parameters of a test: a plain tuple has those of several."""
    return value if type(value) is tuple else (value,)
