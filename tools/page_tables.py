"""Tables that stand in a page between two comments, so that a tool can write them anew."""

from collections.abc import Iterable
from pathlib import Path

STRATEGIES = Path(__file__).parent.parent / "docs" / "strategies.md"
"""The page of what strategies come to."""


def table(head: Iterable[str], lines: Iterable[Iterable[object]]) -> str:
    """A table as pages write it."""
    names = list(head)
    rows = [f"| {' | '.join(map(str, line))} |" for line in (names, *lines)]
    return "\n".join([rows[0], f"|{'---|' * len(names)}", *rows[1:]])


def shown(page: Path, begin: str, end: str) -> str:
    """What stands in a page between these comments."""
    return page.read_text(encoding="utf-8").partition(begin)[2].partition(end)[0].strip()


def put(page: Path, begin: str, end: str, text: str) -> None:
    """Put a text between these comments of a page."""
    before, mark, rest = page.read_text(encoding="utf-8").partition(begin)
    _, closed, after = rest.partition(end)
    assert mark, f"{page} has no place for it"
    assert closed, f"{page} does not say where its place ends"
    page.write_text(f"{before}{begin}\n{text}\n{end}{after}", encoding="utf-8")
