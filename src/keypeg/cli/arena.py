"""The command `arena`: bots play a contest against each other."""

import argparse
import os
import time

from keypeg.cli.arguments import (
    MAX_PROCESSES,
    Command,
    Words,
    add_edition,
    add_json,
    parse_number,
    parse_seconds,
    print_json,
)
from keypeg.cli.exit_status import ExitStatus
from keypeg.records.edition_links import read_edition
from keypeg.records.record import clean


def add_commands(command: Command, words: Words) -> None:
    """Add this command to the parser."""
    add = command("arena", run_arena)
    add_edition(add, words)
    add("player", nargs="+", metavar=words("PLAYER"), help=words("arena-player"))
    add("--rounds", default="100", metavar="N", help=words("arena-rounds"))
    add("--jobs", default="1", metavar="N", help=words("jobs"))
    add("--seed", default="", metavar=words("SEED"), help=words("seed"))
    add("--thinking", default="1", metavar=words("SECONDS"), help=words("thinking"))
    add_json(add, words)


def run_arena(options: argparse.Namespace, lang: str) -> int:
    """Run a contest and print its table."""
    from keypeg.cli.documents.contest_document import arena_document
    from keypeg.contests.contest import new_contest
    from keypeg.terminal.contest_output import describe_contest, run_contest
    from keypeg.terminal.seats import read_player

    edition = read_edition(options.edition, options.option)
    rounds, jobs = parse_number(options.rounds, 1, 1_000_000), parse_number(options.jobs, 1, MAX_PROCESSES)
    seed = clean(options.seed) or str(time.time_ns())
    players = [read_player(text, lang) for text in options.player]
    contest = new_contest(edition, players, rounds, seed, parse_seconds(options.thinking))
    result, lost = run_contest(contest, jobs, lang, os.environ)
    if options.json:
        print_json(arena_document(result))
    else:
        print(*describe_contest(result, lang), sep="\n", flush=True)
    if lost is not None:
        raise lost
    return ExitStatus.DONE if result.complete else ExitStatus.INTERRUPTED
