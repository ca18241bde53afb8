"""The commands strategy, solve and book. They import the solver, which takes half a second, only when they run."""

import argparse
import os
from pathlib import Path

from keypeg.cli.arguments import (
    MAX_PROCESSES,
    SUBCOMMAND,
    Command,
    Words,
    add_edition,
    add_json,
    letters_of,
    open_screen,
    parse_number,
    parse_seconds,
    print_json,
)
from keypeg.cli.exit_status import NEGATIVE_ANSWERS, ExitStatus
from keypeg.core.codes import BLANK
from keypeg.core.edition import Edition
from keypeg.core.errors import ReadError, RuleError
from keypeg.extras import check_extra
from keypeg.records.edition_links import read_edition
from keypeg.records.notation import read_code, write_code

ONE_STEP_RULES = ("minimax", "expected-size", "entropy", "parts")
TIE_BREAKS = ("consistent", "first", "consistent-last")
"""Repeated here so that the parser can list them without importing the solver; a test checks that none is missing."""


def add_commands(command: Command, words: Words) -> None:
    """Add these commands to the parser."""
    add = command("strategy", run_strategy)
    add_edition(add, words)
    rules, ties = ("optimal", "wide", "duel", *ONE_STEP_RULES), TIE_BREAKS
    add("--rule", choices=rules, default=rules[0], metavar=words("RULE"), help=words("rule", rules=", ".join(rules)))
    add("--ties", choices=ties, default=ties[0], metavar=words("TIES"), help=words("ties", ties=", ".join(ties)))
    add("--opening", metavar="CODE", help=words("opening"))
    add("--worst", metavar="N", help=words("worst"))
    add("--seat", metavar="N", help=words("seat"))
    add("--jobs", default="1", metavar="N", help=words("jobs"))
    add("--cluster", metavar=words("ADDRESS"), help=words("cluster"))
    add("--keep", type=Path, metavar=words("FILE"), help=words("keep"))
    add("--book", type=Path, metavar=words("FILE"), help=words("write-book"))
    add_json(add, words)

    add = command("solve", run_solve)
    add_edition(add, words)
    add("--row", metavar=words("ROW"), action="append", default=[], help=words("row"))
    add("--own", metavar="CODE", help=words("own"))
    add("--seat", metavar="N", help=words("seat"))
    add("--time", default="1", metavar=words("SECONDS"), help=words("time"))
    add_json(add, words)

    add = command("book", run_book)
    add(SUBCOMMAND, choices=("list", "verify"), metavar="list|verify", help=words("book-what"))
    add("name", nargs="?", metavar=words("NAME"), help=words("book-name"))
    add_json(add, words)


def run_strategy(options: argparse.Namespace, lang: str) -> int:
    """Compute a strategy."""
    if options.cluster is not None:
        check_extra("cluster")  # before the solver is prepared, which may take a minute

    from keypeg.cli.documents.strategy_documents import strategy_document
    from keypeg.study.strategies import Proof, StrategyRequest, save_book
    from keypeg.terminal.strategy_output import describe_strategy, find_strategy

    edition = read_edition(options.edition, options.option)
    request = StrategyRequest(
        edition=edition,
        seat=None if options.seat is None else parse_number(options.seat, 1, edition.seats),
        rule=options.rule,
        ties=options.ties,
        opening=None if options.opening is None else _read_opening(edition, options, lang),
        worst=None if options.worst is None else parse_number(options.worst, 1, 40),
        jobs=parse_number(options.jobs, 1, MAX_PROCESSES),
        cluster=options.cluster,
        checkpoint=options.keep,
    )
    try:
        result = find_strategy(request, lang, os.environ)
    except RuleError as error:
        if options.json and error.code in NEGATIVE_ANSWERS:
            print_json(strategy_document(None, request))
        raise
    if options.book:
        save_book(result, request, options.book)
    if options.json:
        print_json(strategy_document(result, request))
    else:
        print(*describe_strategy(result, request, lang), sep="\n")
    return ExitStatus.NEGATIVE if result.proof == Proof.STOPPED else ExitStatus.DONE


def _read_opening(edition: Edition, options: argparse.Namespace, lang: str) -> str:
    """The first guess, as records write it: a book names the command that made it, which is the same for everybody."""
    return write_code(read_code(options.opening, letters_of(edition, options, lang)), edition.palette)


def _missing_own_part(edition: Edition, options: argparse.Namespace, lang: str) -> ReadError:
    parts, space = edition.secrets.parts, edition.secrets.space
    own = write_code((*range(1, parts + 1), *[BLANK] * (space.holes - parts)), letters_of(edition, options, lang))
    command = f"keypeg solve {edition.link}"
    return ReadError("missing-argument", action=command, example=f"{command} --own {own}")


def run_solve(options: argparse.Namespace, lang: str) -> int:
    """Advise on one position, or on a whole game at a real board."""
    from keypeg.cli.documents.study_documents import solve_document
    from keypeg.solver.advice.changes import Contradiction
    from keypeg.study.study_board import enter_rows
    from keypeg.terminal.preparation import prepare_or_estimate, say_if_estimated
    from keypeg.terminal.solver_companion import AdviceText, Companion, typed_board

    edition = read_edition(options.edition, options.option)
    seat = edition.seats if options.seat is None else parse_number(options.seat, 1, edition.seats)
    if edition.dealt and options.own is None:
        raise _missing_own_part(edition, options, lang)
    board = typed_board(edition, seat, options.own, parse_seconds(options.time), lang, options.json)
    screen = open_screen()
    if not options.row and not options.json:
        return Companion(board, screen).run()
    enter_rows(board, options.row)
    if board.is_plain:
        say_if_estimated(edition, lang, seat)
    else:
        prepare_or_estimate(board, lang)
    advice_text, advice = AdviceText(board, screen), board.advice(board.seconds)
    if options.json:
        print_json(solve_document(board, advice))
    else:
        print(*advice_text.describe(advice), sep="\n")
    return ExitStatus.NEGATIVE if isinstance(advice, Contradiction) else ExitStatus.DONE


def run_book(options: argparse.Namespace, lang: str) -> int:
    """List the books, or verify them by playing every code."""
    from keypeg.cli.documents.strategy_documents import book_list_document, book_verify_document
    from keypeg.study.books import check_book, find_books
    from keypeg.terminal.strategy_output import describe_book, describe_check

    books = find_books(options.name)
    if options.subcommand == "list":
        if options.json:
            print_json(book_list_document(books))
        else:
            print(*(describe_book(name, book.claims, lang) for name, book in books.items()), sep="\n")
        return 0
    checks = []
    for name, book in books.items():
        check = check_book(name, book)
        checks.append(check)
        if not options.json:
            print(*describe_check(check, lang), sep="\n", flush=True)
    if options.json:
        print_json(book_verify_document(checks))
    return ExitStatus.DONE if all(check.is_right for check in checks) else ExitStatus.NEGATIVE
