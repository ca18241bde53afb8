"""What holds for all tests: some of them run through much, again and again, and are not measured."""

from collections.abc import Generator

import pytest
from coverage import Coverage


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "no_cover: what this runs through is covered elsewhere, and faster")
    config.addinivalue_line("markers", "cover: but not what this runs through, in a module of which the most is")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    unmeasured = item.get_closest_marker("no_cover") and not item.get_closest_marker("cover")
    measured = Coverage.current() if unmeasured else None
    if measured is not None:
        measured.stop()
    try:
        return (yield)
    finally:
        if measured is not None:
            measured.start()
