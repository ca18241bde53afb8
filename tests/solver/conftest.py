"""Processes that the tests of the solver share."""

from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context

import pytest


@pytest.fixture(scope="session")
def processes() -> Iterator[Executor]:
    """Two processes; each loads the solver once."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        yield pool
