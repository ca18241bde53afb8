"""The command `daily`: the code of the day, one practice round."""

import argparse
import os

from keypeg.cli.arguments import Command, Words, add_edition, open_screen
from keypeg.cli.puzzle import TODAY, read_day
from keypeg.records.edition_links import read_edition
from keypeg.terminal.daily_game import play_daily
from keypeg.terminal.pace import DEFAULT_PACE, PACES
from keypeg.terminal.setup import DEFAULT_EDITION


def add_commands(command: Command, words: Words) -> None:
    """Add this command to the parser."""
    add = command("daily", run_daily)
    add_edition(add, words, nargs="?")
    add("--day", default=TODAY, metavar=words("DATE"), help=words("day"))
    add("--pace", choices=tuple(PACES), help=words("pace", usual=DEFAULT_PACE))


def run_daily(options: argparse.Namespace, lang: str) -> int:
    """Play the code of a day."""
    edition = read_edition(options.edition or DEFAULT_EDITION, options.option)
    return play_daily(edition, read_day(options.day), open_screen(), lang, os.environ, options.pace)
