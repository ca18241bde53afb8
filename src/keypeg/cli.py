"""The command line: thin. Each command reads its arguments, asks the rooms below, and prints what they say."""

import argparse
import io
import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from keypeg import __version__
from keypeg.core.edition import mark_for
from keypeg.core.errors import KeypegError, ReadError
from keypeg.editions import RULEBOOKS, find_rulebook
from keypeg.records.files import file_error
from keypeg.records.links import read_edition
from keypeg.records.notation import read_code
from keypeg.records.plain import plain_mark, plain_rulebook
from keypeg.records.replay import Replay, replay_bytes, replay_file, replay_text
from keypeg.terminal.retell import read_audience, retell, retell_plainly, retell_problem
from keypeg.terminal.screen import Screen
from keypeg.terminal.start import LATEST, Wishes, play
from keypeg.texts.catalogue import LANGUAGES, pick_language, typeset
from keypeg.texts.errors import explain
from keypeg.texts.rules import rules_of
from keypeg.texts.tell import Teller
from keypeg.texts.usage import ARGPARSE_IN_FRENCH, HELP

ONE_STEP_RULES = ("minimax", "expected-size", "entropy", "parts")
TIE_BREAKS = ("consistent", "first", "consistent-last")
"""Named here again, so that they can be offered before the solver is loaded; a test sees that they are all."""


class Parser(argparse.ArgumentParser):
    """Reports what it cannot read like everything else that Keypeg cannot read: one line, exit status 2."""

    def error(self, message: str) -> NoReturn:
        """Raise what is wrong with the arguments."""
        raise ReadError("usage", message=message)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command. Returns the exit status: 0, or 2 with one line on standard error."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot show a sign shows another
    lang = _language_of(arguments)
    try:
        status = _run(arguments, lang)
        sys.stdout.flush()
    except KeypegError as error:
        return _refuse(explain(error, lang))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has had enough. Nothing is to be flushed to him at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _refuse(explain(file_error(Path("-"), error, "file-unwritable"), lang))
    return status


def _run(arguments: list[str], lang: str) -> int:
    try:
        options = build_parser(lang).parse_args(arguments)
    except SystemExit as done:  # --help and --version have printed what they had to
        return int(done.code or 0)
    run: Callable[[argparse.Namespace, str], int] = options.run
    return run(options, lang)


def _refuse(why: str) -> int:
    print(f"keypeg: {why}", file=sys.stderr)
    return 2


def _language_of(arguments: list[str]) -> str:
    """The language asked for, found before the arguments are read, for it is needed to read them."""
    for at, argument in enumerate(arguments):
        value = argument.removeprefix("--lang=") if argument.startswith("--lang=") else None
        if argument == "--lang" and at + 1 < len(arguments):
            value = arguments[at + 1]
        if value in LANGUAGES:
            return value
    return pick_language()


def build_parser(lang: str) -> Parser:
    """The parser of all commands, in this language."""

    def words(key: str) -> str:
        return typeset(getattr(HELP[key], lang), lang)

    argparse_words = ARGPARSE_IN_FRENCH if lang == "fr" else {}
    setattr(argparse, "_", lambda text: argparse_words.get(text, text))  # noqa: B010 - see ARGPARSE_IN_FRENCH
    common = Parser(add_help=False)
    common._optionals.title = words("options")
    common._positionals.title = words("positional arguments")
    common.add_argument("-h", "--help", action="help", help=words("help"))
    common.add_argument("--lang", choices=LANGUAGES, default=lang, help=words("lang"))
    top = Parser(prog="keypeg", description=words("about"), add_help=False, parents=[common])
    top.add_argument("--version", action="version", version=f"keypeg {__version__}", help=words("version"))
    top.set_defaults(run=run_play, **vars(_play_defaults()))
    commands = top.add_subparsers(title=words("commands"), metavar=words("command"))

    def command(name: str, run: Callable[[argparse.Namespace, str], int]) -> Callable[..., Any]:
        parser = commands.add_parser(name, help=words(name), description=words(name), add_help=False, parents=[common])
        parser._positionals.title = words("positional arguments")
        parser.set_defaults(run=run)
        return parser.add_argument

    edition = {"metavar": "EDITION", "help": words("edition")}
    option = {"metavar": words("K=V"), "action": "append", "default": [], "help": words("option")}
    as_json = {"action": "store_true", "help": words("json")}

    command("editions", run_editions)("--json", **as_json)

    add = command("rules", run_rules)
    add("edition", **edition)
    add("--option", **option)

    add = command("mark", run_mark)
    add("edition", **edition)
    add("secret", metavar="SECRET", help=words("secret"))
    add("guess", metavar=words("GUESS"), help=words("guess"))
    add("--option", **option)
    add("--json", **as_json)

    add = command("replay", run_replay)
    add("file", metavar=words("FILE"), help=words("file"))
    add("--as", dest="viewer", metavar=words("SEAT"), help=words("as"))
    add("--json", **as_json)

    add = command("strategy", run_strategy)
    add("edition", **edition)
    add("--option", **option)
    rules, ties = ("optimal", *ONE_STEP_RULES), TIE_BREAKS
    add("--rule", choices=rules, default=rules[0], metavar="RULE", help=words("rule").format(rules=", ".join(rules)))
    add("--ties", choices=ties, default=ties[0], metavar="TIES", help=words("ties").format(ties=", ".join(ties)))
    add("--opening", metavar="CODE", help=words("opening"))
    add("--worst", metavar="N", help=words("worst"))
    add("--seat", metavar="N", help=words("seat"))
    add("--jobs", default="1", metavar="N", help=words("jobs"))
    add("--keep", type=Path, metavar=words("FILE"), help=words("keep"))
    add("--book", type=Path, metavar=words("FILE"), help=words("write-book"))
    add("--json", **as_json)

    add = command("solve", run_solve)
    add("edition", **edition)
    add("--option", **option)
    add("--row", metavar=words("ROW"), action="append", default=[], help=words("row"))
    add("--own", metavar="CODE", help=words("own"))
    add("--seat", metavar="N", help=words("seat"))
    add("--time", default="1", metavar=words("SECONDS"), help=words("time"))
    add("--json", **as_json)

    add = command("book", run_book)
    add("what", choices=("list", "verify"), metavar="list|verify", help=words("book-what"))
    add("name", nargs="?", metavar=words("NAME"), help=words("book-name"))
    add("--json", **as_json)

    add = command("play", run_play)
    add("edition", nargs="?", **edition)
    add("--option", **option)
    add("--players", metavar="…", help=words("players"))
    add("--names", metavar="…", help=words("names"))
    add("--record", type=Path, metavar=words("FILE"), help=words("record"))
    add("--resume", nargs="?", const=LATEST, metavar=words("FILE"), help=words("resume"))
    add("--seed", default="", metavar=words("SEED"), help=words("seed"))
    return top


def _play_defaults() -> argparse.Namespace:
    """Bare `keypeg` plays."""
    return argparse.Namespace(edition=None, option=[], players=None, names=None, record=None, resume=None, seed="")


def run_editions(options: argparse.Namespace, lang: str) -> int:
    """List the editions."""
    books = [plain_rulebook(book, lang) for book in RULEBOOKS.values()]
    if options.json:
        _print_json(books)
        return 0
    for book in books:
        seats = "–".join(str(n) for n in (book["seats"][0], *book["seats"][1:][-1:]))
        colon = " :" if lang == "fr" else ":"
        print(typeset(f"{book['id']:<22} {seats:>3}  {book['name']}{colon} {book['line']}", lang))
        print("    " + ", ".join(f"{colour['letter']} {colour[lang]}" for colour in book["palette"]))
        print("    " + " ".join(f"{option['name']}={option['default']}" for option in book["options"]))
    return 0


def run_rules(options: argparse.Namespace, lang: str) -> int:
    """Print the rules of an edition."""
    edition = read_edition(options.edition, options.option)
    print(rules_of(edition, find_rulebook(edition.id), lang))
    return 0


def run_mark(options: argparse.Namespace, lang: str) -> int:
    """Mark a guess."""
    edition = read_edition(options.edition, options.option)
    mark = mark_for(edition, read_code(options.secret, edition.palette), read_code(options.guess, edition.palette))
    if options.json:
        _print_json(plain_mark(mark))
    else:
        print(Teller(edition, (), lang).mark(mark))
    return 0


def run_replay(options: argparse.Namespace, lang: str) -> int:
    """Play a record again, and tell it to whoever may know what."""
    found = _piped() if options.file == "-" else replay_file(Path(options.file))
    audience = read_audience(options.viewer)
    if options.json:
        _print_json(retell_plainly(found, audience))
    else:
        screen = _screen()
        print(*retell(found, audience, lang, screen.paint, screen.plain), sep="\n")
    if found.problem is not None:
        return _refuse(retell_problem(found.problem, audience, lang))
    return 0


def _piped() -> Replay:
    """The record that comes in by standard input."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        return replay_bytes(sys.stdin.buffer.read(), "-")
    return replay_text(sys.stdin.read(), "-")


# The solver takes half a second to load, so these commands load it, and no others.


def run_strategy(options: argparse.Namespace, lang: str) -> int:
    """Compute a strategy."""
    from keypeg.terminal.strategies import Wanted, find_strategy, keep_book, plain_strategy, tell_strategy

    edition = read_edition(options.edition, options.option)
    wanted = Wanted(
        edition=edition,
        seat=None if options.seat is None else _number(options.seat, 1, edition.seats),
        rule=options.rule,
        ties=options.ties,
        opening=options.opening,
        worst=None if options.worst is None else _number(options.worst, 1, 40),
        jobs=_number(options.jobs, 1, 1024),
        keep=options.keep,
        book=options.book,
    )
    found = find_strategy(wanted, lang, os.environ)
    if options.book:
        keep_book(found, wanted)
    if options.json:
        _print_json(plain_strategy(found, wanted))
    else:
        print(*tell_strategy(found, wanted, lang), sep="\n")
    return 0


def run_solve(options: argparse.Namespace, lang: str) -> int:
    """Advise on one position, or keep somebody company at a real board."""
    from keypeg.terminal.companion import Adviser, Companion, read_rows, set_up
    from keypeg.terminal.waiting import get_ready

    edition = read_edition(options.edition, options.option)
    seat = edition.seats if options.seat is None else _number(options.seat, 1, edition.seats)
    board = set_up(edition, seat, options.own, _seconds(options.time), lang)
    screen = _screen()
    if not options.row and not options.json:
        return Companion(board, screen).run()
    read_rows(board, options.row)
    get_ready(board.puzzle, lang)
    adviser, advice = Adviser(board, screen), board.advice()
    if options.json:
        _print_json(adviser.plain(advice))
    else:
        print(*adviser.tell(advice), sep="\n")
    return 0


def run_book(options: argparse.Namespace, lang: str) -> int:
    """List the books, or play every code through them."""
    from keypeg.terminal.strategies import books_named, plain_book, tell_book, verify_book

    books = books_named(options.name)
    if options.what == "list":
        if options.json:
            _print_json([plain_book(name, book.claims) for name, book in books.items()])
        else:
            print(*(tell_book(name, book.claims, lang) for name, book in books.items()), sep="\n")
        return 0
    verified = []
    for name, book in books.items():
        right, lines, plain = verify_book(name, book, lang)
        verified.append((right, plain))
        if not options.json:
            print(*lines, sep="\n", flush=True)
    if options.json:
        _print_json([plain for _, plain in verified])
    return 0 if all(right for right, _ in verified) else 1


def _number(text: str, low: int, high: int) -> int:
    """A number from the command line."""
    if not (text.isascii() and text.isdigit() and len(text) < 9 and low <= int(text) <= high):
        raise ReadError("no-such-number", text=text, low=low, high=high)
    return int(text)


def _seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,5}(\.[0-9]{1,6})?", text):
        raise ReadError("no-such-number", text=text, low=0, high=99999)
    return float(text)


def run_play(options: argparse.Namespace, lang: str) -> int:
    """Play in line mode."""
    kinds, names = _listed(options.players), _listed(options.names)
    given = [*options.option, *_seats_meant(options.edition, options.option, len(kinds or names))]
    wishes = Wishes(
        edition=read_edition(options.edition, given) if options.edition else None,
        kinds=kinds,
        names=names,
        file=options.record,
        resume=options.resume,
        seed=options.seed,
    )
    return play(wishes, _screen(), lang, os.environ)


def _seats_meant(edition: str | None, given: list[str], players: int) -> list[str]:
    """The option that makes room for as many players as are named, where the edition has it and none was given."""
    if not edition or not players:
        return []
    name, *linked = edition.split("~")
    said = any(option.startswith("seats") for option in (*linked, *given))
    seats = next((option for option in find_rulebook(name).options if option.name == "seats"), None)
    return [f"seats={players}"] if seats and not said and str(players) in seats.values else []


def _screen() -> Screen:
    return Screen(sys.stdin, sys.stdout, os.environ)


def _listed(text: str | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",")) if text else ()


def _print_json(value: object) -> None:
    unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    print(json.dumps(value, ensure_ascii=not unicode, indent=2))


if __name__ == "__main__":
    sys.exit(main())
