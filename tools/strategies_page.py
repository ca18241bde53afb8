"""Writes the table of books in docs/strategies.md from the claims of the books: part of `make books`."""

from keypeg.records.edition_links import read_edition
from keypeg.solver.game.guessing_game import game_for
from keypeg.solver.strategy.book_files import Claims, game_book_names, load_book
from tools.books import CERTAIN, PROVEN, WIDE_FROM
from tools.page_tables import STRATEGIES, replace_between

BEGIN, END = "<!-- begin books -->", "<!-- end books -->"

SAME_GAME = ("hasbro-2004~experts_yes", "challenge-2001~holes_4")
"""Editions with the same game as another."""


KNOWN_BEFORE = {
    "classic": "5625 (Koyama and Lai, 1993)",
    "hasbro-2000": "20471 (published)",
    "hasbro-2000-advanced": "34940 (published, by a one-step rule)",
    "challenge-2001": "179274 (published)",
}
"""The best total published before Keypeg's, by the first edition of a line. We know of none for the others."""


def books_table() -> str:
    """The table of books, in the order in which they are built."""
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
    """For each game that has a book, the editions with that game; in the order in which books are built."""
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
        KNOWN_BEFORE.get(editions[0], ""),
        f"{claims.seconds:.2f} s",
        f"`{claims.command}`",
    ]
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    """Write the table to the page."""
    replace_between(STRATEGIES, BEGIN, END, books_table())


if __name__ == "__main__":
    main()
