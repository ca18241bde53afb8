"""What holds for all tests: some of them run through much, again and again, and are not measured."""

from collections import Counter
from collections.abc import Generator

import pytest
from coverage import Coverage


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "no_cover: what this runs through is covered elsewhere, and faster")
    config.addinivalue_line("markers", "cover: but not what this runs through, in a module of which the most is")


OFTEN = 2
"""How many cases of a test are measured in a process, where it has many: the others run through the same."""

QUICK = ("rules", "records", "texts", "cli")
"""Folders of tests whose cases take no time, and run through something else each."""

_seen: Counter[str] = Counter()


def _enough(item: pytest.Item) -> bool:
    """Whether this test was measured often enough with other values."""
    name = item.nodeid.partition("[")[0]
    _seen[name] += 1
    return _seen[name] > OFTEN and item.path.parent.name not in QUICK


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    marked = item.get_closest_marker("no_cover") and not item.get_closest_marker("cover")
    unmeasured = _enough(item) or marked
    measured = Coverage.current() if unmeasured else None
    if measured is not None:
        measured.stop()
    try:
        return (yield)
    finally:
        if measured is not None:
            measured.start()
