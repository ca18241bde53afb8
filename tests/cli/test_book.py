"""The command `book`: lists the books and verifies their claims."""

import json
from dataclasses import replace

import numpy as np
import pytest

from keypeg.solver.strategy.book_files import Book, book_names, load_book
from keypeg.solver.strategy.tree import NOWHERE
from keypeg.study import books
from support.command import Keypeg, accepted, refusal

SMALL = "black-white-3x6"
PLAIN = {
    *("name", "rule", "codes", "total", "average", "worst", "histogram"),
    *("proven", "proof_text", "lower_bound", "seconds", "command"),
}


def test_every_book_is_listed_on_a_line(keypeg: Keypeg) -> None:
    lines = accepted(keypeg("book", "list")).splitlines()
    assert [line.split(":")[0] for line in lines] == book_names()
    assert "black-white-4x6: 1,296 codes, 5,625 guesses, 4.34 on average, 6 in the worst case; proven" in lines
    assert any(line.startswith("black-white-5x8: 32,768 codes, ") and ", at least " in line for line in lines)


def test_the_list_of_books_as_json(keypeg: Keypeg) -> None:
    output = json.loads(accepted(keypeg("book", "list", "--json")))["books"]
    assert [book["name"] for book in output] == book_names()
    assert all(set(book) == PLAIN for book in output)
    classic = next(book for book in output if book["name"] == "black-white-4x6")
    assert (classic["total"], classic["lower_bound"], classic["rule"]) == (5625, 5625, "optimal")
    assert classic["average"] == 5625 / 1296
    assert sum(classic["histogram"]) == classic["codes"] == 1296


@pytest.mark.parametrize(("name", "book"), [("classic", "black-white-4x6"), (SMALL, SMALL), ("hasbro-2000", None)])
def test_one_book_can_be_listed_by_its_name_or_its_editions(keypeg: Keypeg, name: str, book: str | None) -> None:
    lines = accepted(keypeg("book", "list", name)).splitlines()
    assert [line.split(":")[0] for line in lines] == [book or "black-white-4x8"]


@pytest.mark.parametrize("name", ["parker-1974", SMALL])
def test_a_book_is_verified_by_playing_every_code(keypeg: Keypeg, name: str) -> None:
    lines = accepted(keypeg("book", "verify", name)).splitlines()
    assert lines == [
        f"{SMALL}: 216 codes, 854 guesses, 3.95 on average, 5 in the worst case; proven",
        "  codes cracked by guess 1, 2, …: 1, 4, 40, 130, 41",
        f"  {SMALL}: every code cracked, as claimed",
    ]


def test_a_verification_as_json(keypeg: Keypeg) -> None:
    output = json.loads(accepted(keypeg("book", "verify", SMALL, "--json")))
    tally = {"codes": 216, "total": 854, "average": 854 / 216, "worst": 5, "histogram": [1, 4, 40, 130, 41]}
    assert output == {
        "format": "keypeg-book-verify-1",
        "right": True,
        "books": [{"name": SMALL, "right": True, "claimed": tally, "played": tally, "error": None}],
    }


FEW = [SMALL, "black-white-3x6-different-by-3x6", "black-white-4x6"]


@pytest.fixture
def few_books(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a few books. Other tests verify all of Keypeg's books."""
    assert set(FEW) < set(book_names())
    monkeypatch.setattr(books, "book_names", lambda: FEW)


@pytest.mark.usefixtures("few_books")
@pytest.mark.parametrize("arguments", [("all",), ()], ids=["all", "no name"])
def test_all_books_are_verified(keypeg: Keypeg, arguments: tuple[str, ...]) -> None:
    out = accepted(keypeg("book", "verify", *arguments))
    assert out.count("every code cracked, as claimed") == len(FEW)


def test_options_of_an_edition_select_its_book(keypeg: Keypeg) -> None:
    assert "black-white-3x6-different-by-3x6" in accepted(keypeg("book", "verify", "parker-1974~different_yes"))


def test_the_output_is_available_in_french(keypeg: Keypeg) -> None:
    out = accepted(keypeg("book", "verify", SMALL, "--lang", "fr"))
    assert "chaque code est trouvé, comme annoncé" in out
    assert "854 essais" in out


@pytest.mark.parametrize("action", ["list", "verify"])
@pytest.mark.parametrize("name", ["nothing", "../secret", "house~colours_7", ""])
def test_a_book_that_does_not_exist_is_refused(keypeg: Keypeg, action: str, name: str) -> None:
    line = refusal(keypeg("book", action, name))
    assert line.startswith(f"There is no book {name!r}. Choose from black-white-3x6, ")


@pytest.mark.parametrize("arguments", [[], ["burn"], ["list", "classic", "more"]], ids=" ".join)
def test_other_requests_for_books_are_refused(keypeg: Keypeg, arguments: list[str]) -> None:
    refusal(keypeg("book", *arguments))


def book_with_wrong_claims() -> Book:
    """A book that claims to be better than it is."""
    book = load_book(SMALL)
    return Book(replace(book.claims, total=853, histogram=(1, 5, 39, 130, 41)), book.strategy)


def book_without_a_page() -> Book:
    """A book without one of its pages."""
    book = load_book(SMALL)
    child = book.strategy.child.copy()
    child[0, int(np.argmax(child[0]))] = NOWHERE
    return Book(book.claims, replace(book.strategy, child=child))


@pytest.mark.usefixtures("few_books")
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("book", [book_with_wrong_claims, book_without_a_page])
def test_a_book_with_wrong_claims_fails_verification(
    keypeg: Keypeg, monkeypatch: pytest.MonkeyPatch, book: object, lang: str
) -> None:
    assert callable(book)
    wrong = book()
    monkeypatch.setattr(books, "load_book", lambda name: wrong if name == SMALL else load_book(name))
    ran = keypeg("book", "verify", SMALL, "--lang", lang)
    assert (ran.status, ran.err) == (1, "")
    assert ("; played: " if lang == "en" else "joué") in ran.out
    assert "every code found" not in ran.out
    others = keypeg("book", "verify", "all", "--lang", lang)
    assert others.status == 1
    assert others.out.count("as claimed" if lang == "en" else "comme annoncé") == len(FEW) - 1


@pytest.mark.parametrize("book", [book_with_wrong_claims, book_without_a_page])
def test_a_failed_verification_as_json(keypeg: Keypeg, monkeypatch: pytest.MonkeyPatch, book: object) -> None:
    assert callable(book)
    wrong = book()
    monkeypatch.setattr(books, "load_book", lambda name: wrong)
    ran = keypeg("book", "verify", SMALL, "--json")
    assert (ran.status, ran.err) == (1, "")
    document = json.loads(ran.out)
    assert document["right"] is False
    (output,) = document["books"]
    assert output["name"] == SMALL
    assert output["right"] is False
