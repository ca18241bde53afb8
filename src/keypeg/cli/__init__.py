"""The command line. Each command reads its arguments, calls the packages below, and prints the result.

Start with `main` and `build_parser` here. The commands are in the modules of this package; to add an option, find the
command's `add_commands` and its `run_…` function. `arguments` has what all commands share.
"""

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from keypeg import __version__
from keypeg.cli import (
    analyse,
    arena,
    character_fallbacks,
    completion,
    daily,
    database,
    game,
    puzzle,
    schema,
    serve,
    solve,
    tables,
    warm,
)
from keypeg.cli.argparse_sentences import translate_argparse
from keypeg.cli.arguments import SUBCOMMAND, Add
from keypeg.cli.examples import example_of
from keypeg.cli.exit_status import ExitStatus, status_of
from keypeg.cli.usage_errors import refuse
from keypeg.core.errors import KeypegError, ReadError
from keypeg.extras import report_missing_extras
from keypeg.i18n.catalogue import LANGUAGES, any_of, pick_language, say
from keypeg.i18n.error_text import explain
from keypeg.records.file_errors import file_error
from keypeg.terminal.stdin import interruptible


class Parser(argparse.ArgumentParser):
    """Reports wrong arguments like every other error of Keypeg: one line, exit status 2."""

    def error(self, message: str) -> NoReturn:
        """Raise `ReadError` for wrong arguments."""
        raise ReadError("usage", message=message)

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Refuse a word that is not among the choices of an argument, and suggest one that is spelt alike."""
        if action.choices is None or value in action.choices:
            return
        words = ", ".join(map(str, action.choices))
        if isinstance(action, argparse._SubParsersAction) or action.dest == SUBCOMMAND:
            raise ReadError("unknown-command", text=str(value), commands=words)
        argument = action.option_strings[-1] if action.option_strings else str(action.metavar or action.dest)
        raise ReadError("unknown-choice", argument=argument, text=str(value), choices=words)

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse the arguments. An unknown one is refused together with the known ones, so that one can be suggested."""
        options, unknown = self.parse_known_args(args, namespace)
        if unknown:
            option_names = getattr(options, "option_names", "")
            raise ReadError("unknown-argument", text=unknown[0], arguments=option_names)
        return options


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command. Returns the exit status, see `ExitStatus`."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    _reopen_closed_streams()
    character_fallbacks.register()
    for stream, errors in (
        (sys.stdin, "replace"),
        (sys.stdout, character_fallbacks.ERRORS),
        (sys.stderr, character_fallbacks.ERRORS),
    ):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)  # for terminals that cannot show every character
    sys.stdin = interruptible(sys.stdin)
    lang = _language_of(arguments)
    try:
        status = _run(arguments, lang)
        sys.stdout.flush()
    except KeypegError as error:
        refuse(explain(error, lang))
        return status_of(error)
    except KeyboardInterrupt:
        return ExitStatus.INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has closed it: nothing must be flushed to it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return refuse(explain(file_error(Path("-"), error, "file-unwritable"), lang))
    return status


def _reopen_closed_streams() -> None:
    """Replace closed standard streams by empty ones; otherwise the next file opened would take their place."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - open until exit


def _run(arguments: list[str], lang: str) -> int:
    try:
        options = build_parser(lang).parse_args(arguments)
    except SystemExit as done:  # --help and --version have printed their text
        return int(done.code or 0)
    run: Callable[[argparse.Namespace, str], int] = options.run
    with report_missing_extras():
        return run(options, lang)


def _language_of(arguments: list[str]) -> str:
    """The requested language, found before parsing because the parser's own texts need it."""
    for index, argument in enumerate(arguments):
        value = argument.removeprefix("--lang=") if argument.startswith("--lang=") else None
        if argument == "--lang" and index + 1 < len(arguments):
            value = arguments[index + 1]
        if value in LANGUAGES:
            return value
    return pick_language()


def build_parser(lang: str) -> Parser:
    """The parser of all commands, in this language."""

    def words(key: str, **values: str) -> str:
        return say(lang, f"argument-{key}" if key.isupper() else f"help-{key}", **values)

    translate_argparse(lang)
    common = Parser(add_help=False)
    common.add_argument("-h", "--help", action="help", help=words("help"))
    common.add_argument(
        "--lang", choices=LANGUAGES, default=lang, help=words("lang", languages=any_of(lang, LANGUAGES))
    )
    top = Parser(prog="keypeg", description=words("about"), add_help=False, parents=[common])
    top.add_argument("--version", action="version", version=f"keypeg {__version__}", help=words("version"))
    top._optionals.title = say(lang, "title-options")
    top.set_defaults(run=serve.run_home)
    commands = top.add_subparsers(title=say(lang, "title-commands"), metavar=words("COMMAND"))

    def command(name: str, run: Callable[[argparse.Namespace, str], int]) -> Add:
        example = words("example", example=example_of(name, lang))
        parser = commands.add_parser(
            name, help=words(name), description=words(name), epilog=example, add_help=False, parents=[common]
        )
        parser._optionals.title = say(lang, "title-options")
        parser._positionals.title = say(lang, "title-arguments")
        parser.set_defaults(run=run)

        def add(*names: str, **settings: Any) -> argparse.Action:
            usual = settings.get("default")
            if usual and isinstance(usual, str):
                settings["help"] = words("with-default", help=settings["help"], usual=usual)
            added = parser.add_argument(*names, **settings)
            parser.set_defaults(option_names=", ".join(sorted(parser._option_string_actions)))
            return added

        return add

    for module in (game, daily, analyse, arena, solve, puzzle, serve, warm, database, tables, schema, completion):
        module.add_commands(command, words)
    return top
