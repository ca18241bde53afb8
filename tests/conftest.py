"""What holds for all tests: some of them run through much, again and again, and are not measured."""

from collections.abc import Generator

import pytest
from coverage import Coverage


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "no_cover: what this runs through is covered elsewhere, and faster")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    measured = Coverage.current() if item.get_closest_marker("no_cover") else None
    if measured is not None:
        measured.stop()
    try:
        return (yield)
    finally:
        if measured is not None:
            measured.start()
