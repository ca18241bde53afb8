"""Writes the table in docs/strategies.md from what the books say of themselves: part of `make books`."""

from pathlib import Path

from keypeg.records.links import read_edition
from keypeg.solver.books import Claims, book_names, load_book
from keypeg.solver.puzzle import puzzle_for
from tools.books import ONE_STEP, PROVEN

PAGE = Path(__file__).parent.parent / "docs" / "strategies.md"
BEGIN, END = "<!-- the books say: -->", "<!-- so far the books -->"

SAME_PUZZLE = ("hasbro-2004~experts_yes", "challenge-2001~holes_4")
"""Editions that have their puzzle in common with another."""


def table() -> str:
    """The books, a line each, in the order in which they are made."""
    lines = [
        "| edition | codes | total | average | worst | found by guess 1, 2, … | least possible | made in |",
        "|---|---|---|---|---|---|---|---|",
    ]
    editions = edition_names()
    assert sorted(editions) == book_names()
    lines += [_line(names, load_book(key).claims) for key, names in editions.items()]
    return "\n".join(lines)


def edition_names() -> dict[str, str]:
    """For each puzzle that has a book, the editions that play it; in the order in which books are made."""
    editions: dict[str, list[str]] = {}
    for name in (*PROVEN, *ONE_STEP, *SAME_PUZZLE):
        editions.setdefault(puzzle_for(read_edition(name, [])).key, []).append(f"`{name}`")
    return {key: ", ".join(names) for key, names in editions.items()}


def _line(editions: str, claims: Claims) -> str:
    least = f"{claims.total}, proven" if claims.proven else f"{claims.lower_bound} ({claims.rule} rule)"
    cells = [
        editions,
        claims.codes,
        claims.total,
        f"{claims.total / claims.codes:.4f}",
        claims.worst,
        ", ".join(map(str, claims.histogram)),
        least,
        f"{claims.seconds:.2f} s",
    ]
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    """Put the table into the page."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n{table()}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
