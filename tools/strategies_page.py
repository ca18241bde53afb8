"""Writes the table in docs/strategies.md from what the books say of themselves: part of `make books`."""

from pathlib import Path

from keypeg.records.edition_links import read_edition
from keypeg.solver.game.guessing_game import game_for
from keypeg.solver.strategy.book_files import Claims, game_book_names, load_book
from tools.books import CERTAIN, PROVEN, WIDE_FROM

PAGE = Path(__file__).parent.parent / "docs" / "strategies.md"
BEGIN, END = "<!-- begin books -->", "<!-- end books -->"

SAME_GAME = ("hasbro-2004~experts_yes", "challenge-2001~holes_4")
"""Editions that have their game in common with another."""


BEFORE = {
    "classic": "5625 (Koyama and Lai, 1993)",
    "hasbro-2000": "20471 (published)",
    "hasbro-2000-advanced": "34940 (published, by a one-step rule)",
    "challenge-2001": "179274 (published)",
}
"""The best that was known before, by the first edition of a line; of the others nothing is known to us."""


def table() -> str:
    """The books, a line each, in the order in which they are made."""
    lines = [
        "| edition | codes | total | average | worst | found by guess 1, 2, … | least possible | known before "
        "| made in | by |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    editions = _by_game()
    assert sorted(editions) == game_book_names()
    lines += [_line(names, load_book(key).claims) for key, names in editions.items()]
    return "\n".join(lines)


def edition_names() -> dict[str, str]:
    """For each game that has a book, the editions that play it; in the order in which books are made."""
    return {key: ", ".join(f"`{name}`" for name in names) for key, names in _by_game().items()}


def _by_game() -> dict[str, list[str]]:
    editions: dict[str, list[str]] = {}
    for name in (*PROVEN, *WIDE_FROM, *CERTAIN, *SAME_GAME):
        editions.setdefault(game_for(read_edition(name, [])).key, []).append(name)
    return editions


def _line(editions: list[str], claims: Claims) -> str:
    cells = [
        ", ".join(f"`{edition}`" for edition in editions),
        claims.codes,
        claims.total,
        f"{claims.total / claims.codes:.4f}",
        claims.worst,
        ", ".join(map(str, claims.histogram)),
        f"{claims.total}, proven" if claims.proven else claims.lower_bound,
        BEFORE.get(editions[0], ""),
        f"{claims.seconds:.2f} s",
        f"`{claims.command}`",
    ]
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    """Put the table into the page."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n{table()}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
