"""The command `puzzle`: a position to solve. It imports the solver only when it runs."""

import argparse
from datetime import UTC, date, datetime
from secrets import token_hex

from keypeg.cli.arguments import Command, Words, add_json, letters_of, open_screen, print_json
from keypeg.cli.exit_status import ExitStatus
from keypeg.core.errors import ReadError
from keypeg.draws import daily_code
from keypeg.puzzles.puzzle import Difficulty, PuzzleKind
from keypeg.records.edition_links import read_edition
from keypeg.terminal.setup import DEFAULT_EDITION

DEFAULT_KIND, DEFAULT_DIFFICULTY = PuzzleKind.ONE_CODE, Difficulty.MEDIUM

TODAY = "today"
"""In place of a date: the current day."""


def add_commands(command: Command, words: Words) -> None:
    """Add this command to the parser."""
    add = command("puzzle", run_puzzle)
    add("edition", metavar=words("EDITION"), nargs="?", help=words("puzzle-edition", usual=DEFAULT_EDITION))
    add("--option", metavar=words("OPTION"), action="append", default=[], help=words("option"))
    for name, names, usual in (("kind", PuzzleKind, DEFAULT_KIND), ("difficulty", Difficulty, DEFAULT_DIFFICULTY)):
        values = [member.value for member in names]
        add(f"--{name}", choices=values, metavar="|".join(values), help=words(name, usual=usual.value))
    add("--seed", metavar=words("SEED"), help=words("puzzle-seed"))
    add("--daily", nargs="?", const=TODAY, metavar=words("DATE"), help=words("puzzle-daily"))
    add("--answer", metavar="CODE", help=words("answer"))
    add("--solution", action="store_true", help=words("solution"))
    add_json(add, words)


def read_day(text: str) -> date:
    """Read a date, or `today`. Raises `ReadError`."""
    if text == TODAY:
        return datetime.now(UTC).date()
    return daily_code.read_day(text)


def run_puzzle(options: argparse.Namespace, lang: str) -> int:
    """Print a puzzle, check an answer, or show the solution."""
    day = _read_daily_option(options)
    edition = read_edition(DEFAULT_EDITION if options.edition is None else options.edition, options.option)

    from keypeg.cli.documents.puzzle_document import puzzle_document
    from keypeg.puzzles.generator import check_answer
    from keypeg.study.puzzle_values import read_answer
    from keypeg.terminal.puzzle_session import PuzzleSession, find_puzzle

    kind = PuzzleKind(options.kind or DEFAULT_KIND)
    difficulty = Difficulty(options.difficulty or DEFAULT_DIFFICULTY)
    seed = token_hex(3) if options.seed is None else options.seed
    screen = open_screen()
    puzzle = find_puzzle(edition, kind, difficulty, seed, day, lang)
    session = PuzzleSession(puzzle, day, screen, lang)
    answer = None if options.answer is None else read_answer(puzzle, options.answer, letters_of(edition, options, lang))
    if options.json:
        print_json(puzzle_document(puzzle, day, answer, options.solution))
    elif screen.typed and answer is None and not options.solution:
        return session.run()
    else:
        screen.write(*session.all_lines(answer, options.solution))
    is_wrong = answer is not None and not check_answer(puzzle, answer).right
    return ExitStatus.NEGATIVE if is_wrong else ExitStatus.DONE


def _read_daily_option(options: argparse.Namespace) -> date | None:
    """The day of a daily puzzle; None for a puzzle from a seed. Raises `ReadError` for options that do not combine."""
    if options.daily is None:
        if options.answer is not None and options.seed is None:
            raise ReadError("answer-needs-puzzle")
        return None
    if not (options.kind is options.difficulty is options.seed is None):
        raise ReadError("daily-takes-no-options")
    return read_day(options.daily)
