"""Generated tables in documents: each is between two comments, so that a tool can replace it."""

from collections.abc import Iterable
from pathlib import Path

STRATEGIES = Path(__file__).parent.parent / "docs" / "strategies.md"
"""The page about strategies."""


def table(head: Iterable[str], lines: Iterable[Iterable[object]]) -> str:
    """A table in Markdown."""
    names = list(head)
    rows = [f"| {' | '.join(map(str, line))} |" for line in (names, *lines)]
    return "\n".join([rows[0], f"|{'---|' * len(names)}", *rows[1:]])


def read_between(page: Path, begin: str, end: str) -> str:
    """The text of a page between two comments."""
    return page.read_text(encoding="utf-8").partition(begin)[2].partition(end)[0].strip()


def replace_between(page: Path, begin: str, end: str, text: str) -> None:
    """Replace the text of a page between two comments."""
    before, mark, rest = page.read_text(encoding="utf-8").partition(begin)
    _, closed, after = rest.partition(end)
    assert mark, f"{page} has no comment {begin}"
    assert closed, f"{page} has no comment {end}"
    page.write_text(f"{before}{begin}\n{text}\n{end}{after}", encoding="utf-8")
