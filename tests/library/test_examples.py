"""Every exported function has a documented example, and every example does what it shows."""

import doctest
import inspect
from pathlib import Path

import pytest

import keypeg

EXPORTED_FUNCTIONS = [name for name in keypeg.__all__ if inspect.isfunction(getattr(keypeg, name))]


@pytest.mark.parametrize("name", keypeg.__all__)
def test_every_exported_class_and_function_says_what_it_is(name: str) -> None:
    exported = getattr(keypeg, name)
    if inspect.isclass(exported) or inspect.isfunction(exported):
        assert inspect.getdoc(exported)


@pytest.mark.parametrize("name", EXPORTED_FUNCTIONS)
def test_the_example_of_every_exported_function_does_what_it_shows(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    text = inspect.getdoc(getattr(keypeg, name)) or ""
    example = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    assert example.examples, f"{name} has no example"
    report: list[str] = []
    assert doctest.DocTestRunner().run(example, out=report.append).failed == 0, "".join(report)
