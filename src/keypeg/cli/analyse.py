"""The command `analyse`: reviews a match. It imports the solver only when it runs."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from keypeg.cli.arguments import (
    Command,
    Words,
    add_json,
    open_screen,
    parse_number,
    parse_seconds,
    print_json,
    read_replay,
)
from keypeg.cli.usage_errors import refuse
from keypeg.terminal.replay_output import ReplayViewer, describe_fault

if TYPE_CHECKING:
    from keypeg.solver.game.guessing_game import GuessingGame

RECORD_OWNER = ReplayViewer(True, None)
"""The viewer of a record they have themselves: nothing in it is secret to them."""


def add_commands(command: Command, words: Words) -> None:
    """Add this command to the parser."""
    add = command("analyse", run_analyse)
    add("file", metavar=words("FILE"), help=words("file"))
    add("--round", metavar="N", help=words("round"))
    add("--seat", metavar="N", help=words("analyse-seat"))
    add("--time", default="5", metavar=words("SECONDS"), help=words("time-a-board"))
    add("--svg", type=Path, metavar=words("FILE"), help=words("svg"))
    add_json(add, words)


def run_analyse(options: argparse.Namespace, lang: str) -> int:
    """Print what every guess of a match cost, and how lucky it was."""
    from keypeg.cli.documents.study_documents import analyse_document
    from keypeg.study.match_review import analyse_match, round_numbers
    from keypeg.terminal.preparation import say_if_estimated
    from keypeg.terminal.review_output import describe_review, save_picture

    replay = read_replay(options.file)
    last = max(round_numbers(replay))
    number_wanted = None if options.round is None else parse_number(options.round, 1, last)
    seat = None if options.seat is None else parse_number(options.seat, 1, replay.state.edition.seats)
    say_if_estimated(replay.state.edition, lang)

    def prepare(game: "GuessingGame | None") -> None:
        from keypeg.terminal.progress import prepare_solver

        prepare_solver(game, lang)

    match = analyse_match(replay, number_wanted, parse_seconds(options.time), seat, prepare)
    if options.svg:
        save_picture(match, options.svg, lang)
    if options.json:
        print_json(analyse_document(match))
    else:
        screen = open_screen()
        screen.write(*describe_review(match, lang, screen.width))
    return 0 if replay.fault is None else refuse(describe_fault(replay.fault, RECORD_OWNER, lang))
