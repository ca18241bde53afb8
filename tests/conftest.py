"""What holds for all tests: some of them run through much, again and again, and are not measured."""

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import wraps
from hashlib import sha256
from pathlib import Path

import pytest
from coverage import Coverage


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "no_cover: what this runs through is covered elsewhere, and faster")
    config.addinivalue_line("markers", "thorough: takes long, and much like it runs always; make browser runs it too")
    config.addinivalue_line("markers", "cover: but not what this runs through, in a module of which the most is")


OFTEN = 2
"""How many cases of a test are measured, where it has many: the others run through the same."""

EXAMPLES = 10
"""How many of the examples that Hypothesis thinks of are measured, of one test in a process."""

QUICK = ("rules", "records", "i18n", "cli")
"""Folders of tests whose cases take no time, and run through something else each."""

CHILDREN = "COVERAGE_PROCESS_CONFIG"
"""By this, processes that a test starts know that they are to be measured too."""


def _enough(item: pytest.Item) -> bool:
    """Whether this test was measured often enough with other values, in whatever process."""
    name, case, _ = item.nodeid.partition("[")
    if not case or item.path.parent.name in QUICK:
        return False
    base: Path = item.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
    shared = base.parent if hasattr(item.config, "workerinput") else base
    return not any(_claim(shared, f"{name} {at}") for at in range(OFTEN))


def _claim(folder: Path, name: str) -> bool:
    """Whether nobody has taken this name before, in any process of this run of all tests."""
    try:
        (folder / f"measured-{sha256(name.encode()).hexdigest()}").touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


@contextmanager
def _unmeasured() -> Iterator[None]:
    """Run something, and whatever processes it starts, at full speed."""
    measured = Coverage.current()
    if measured is None:
        yield
        return
    told = os.environ.pop(CHILDREN, None)
    measured.stop()
    try:
        yield
    finally:
        measured.start()
        if told is not None:
            os.environ[CHILDREN] = told


def _first_examples(test: Callable[..., object]) -> Callable[..., object]:
    """The same test, measured only while Hypothesis tries its first examples."""
    tried = 0

    @wraps(test)
    def example(*values: object, **named: object) -> object:
        nonlocal tried
        tried += 1
        if tried <= EXAMPLES:
            return test(*values, **named)
        with _unmeasured():
            return test(*values, **named)

    return example


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    marked = item.get_closest_marker("no_cover") and not item.get_closest_marker("cover")
    if _enough(item) or marked:
        with _unmeasured():
            return (yield)
    given = getattr(getattr(item, "obj", None), "hypothesis", None)
    if given is not None and Coverage.current() is not None:
        whole, given.inner_test = given.inner_test, _first_examples(given.inner_test)
        try:
            return (yield)
        finally:
            given.inner_test = whole
    return (yield)
