"""The command that looks back: analyse. It needs the solver, so it loads it."""

import argparse
from pathlib import Path

from keypeg.cli.arguments import Command, Words, add_json, number, print_json, replayed, screen, seconds
from keypeg.cli.usage_errors import refuse
from keypeg.terminal.replay_output import Audience, describe_fault

EVERYBODY = Audience(True, None)
"""Who has the record in his hands knows what is in it."""


def add_commands(command: Command, words: Words) -> None:
    """Put these commands to the parser."""
    add = command("analyse", run_analyse)
    add("file", metavar=words("FILE"), help=words("file"))
    add("--round", metavar="N", help=words("round"))
    add("--seat", metavar="N", help=words("analyse-seat"))
    add("--time", default="5", metavar=words("SECONDS"), help=words("time-a-board"))
    add("--svg", type=Path, metavar=words("FILE"), help=words("svg"))
    add_json(add, words)


def run_analyse(options: argparse.Namespace, lang: str) -> int:
    """Say what every guess of a match was worth."""
    from keypeg.study.match_review import analyse_match, plain_match, round_numbers
    from keypeg.terminal.progress import get_ready
    from keypeg.terminal.review_output import keep_picture, tell_match

    found = replayed(options.file)
    last = max(round_numbers(found))
    wanted = None if options.round is None else number(options.round, 1, last)
    seat = None if options.seat is None else number(options.seat, 1, found.state.edition.seats)
    match = analyse_match(found, wanted, seconds(options.time), seat, lambda game: get_ready(game, lang))
    if options.svg:
        keep_picture(match, options.svg, lang)
    if options.json:
        print_json(plain_match(match))
    else:
        shown = screen()
        shown.write(*tell_match(match, lang, shown.width))
    return 0 if found.fault is None else refuse(describe_fault(found.fault, EVERYBODY, lang))
