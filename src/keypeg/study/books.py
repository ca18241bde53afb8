"""Books by name, and whether a book's strategy does what the book claims."""

from dataclasses import dataclass
from pathlib import Path

from keypeg.core.errors import ReadError
from keypeg.editions import RULEBOOKS
from keypeg.records.edition_links import read_edition
from keypeg.records.file_errors import file_error
from keypeg.solver.game.guessing_game import game_for
from keypeg.solver.strategy.book_files import Book, Claims, book_for, book_names, load_book, read_book
from keypeg.solver.strategy.tree import Tally
from keypeg.solver.strategy.verify import play_all

ALL_BOOKS = "all"


@dataclass(frozen=True)
class BookCheck:
    """What playing every code through a book has shown."""

    name: str
    claims: Claims
    played: Tally | None
    """The figures of its strategy; None if some code is not found."""
    error: str = ""
    """Why some code is not found."""

    @property
    def claimed(self) -> Tally:
        """The figures that the book claims."""
        return self.claims.tally

    @property
    def is_right(self) -> bool:
        """Whether the book's claims are true."""
        return self.played == self.claimed


def find_books(name: str | None) -> dict[str, Book]:
    """The books that a name, an edition, a file or `all` stands for. Raises `ReadError` if there is none."""
    if name is None or name == ALL_BOOKS:
        return {listed: load_book(listed) for listed in book_names()}
    if Path(name).is_file():
        try:
            return {name: read_book(Path(name).read_bytes(), name)}
        except OSError as error:
            raise file_error(Path(name), error, "file-unreadable") from error
    if name.split("~")[0] not in RULEBOOKS:
        return {name: load_book(name)}
    game = game_for(read_edition(name, []))
    book = book_for(game)
    if book is None:
        raise ReadError("unknown-book", book=name, books=", ".join(book_names()))
    return {game.key: book}


def check_book(name: str, book: Book) -> BookCheck:
    """Play every code through a book."""
    try:
        return BookCheck(name, book.claims, play_all(book.strategy))
    except ValueError as error:
        return BookCheck(name, book.claims, None, str(error))
