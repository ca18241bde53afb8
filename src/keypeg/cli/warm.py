"""The command `warm`: compile the solver now, before anybody needs it."""

import argparse

from keypeg.cli.arguments import Command, Words
from keypeg.extras import check_extra
from keypeg.i18n.catalogue import say


def add_commands(command: Command, words: Words) -> None:
    """Add this command to the parser."""
    command("warm", run_warm)


def run_warm(options: argparse.Namespace, lang: str) -> int:
    """Compile the kernels that are not in the cache, with a progress bar, or wait for a process that does."""
    check_extra("solver")
    from keypeg.terminal.progress import prepare_solver

    prepare_solver(None, lang)
    print(say(lang, "solver-ready"))
    return 0
