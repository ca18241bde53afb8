"""The commands that need the rules alone: editions, rules, mark, replay, play."""

import argparse
import os
from pathlib import Path

from keypeg.cli.arguments import Command, Words, add_edition, add_json, listed, print_json, replayed, screen
from keypeg.cli.usage_errors import refuse
from keypeg.core.edition import mark_for
from keypeg.editions import RULEBOOKS, find_rulebook
from keypeg.i18n.catalogue import say, typeset
from keypeg.i18n.edition_text import plain_rulebook
from keypeg.i18n.match_text import MatchText
from keypeg.i18n.rules.rules import rules_of
from keypeg.records.edition_links import read_edition
from keypeg.records.notation import read_code
from keypeg.terminal.replay_output import describe_fault, read_audience, retell, retell_plainly
from keypeg.terminal.setup import LATEST, GameRequest, play
from keypeg.wire.match_values import plain_mark


def add_commands(command: Command, words: Words) -> None:
    """Put these commands to the parser."""
    add_json(command("editions", run_editions), words)

    add_edition(command("rules", run_rules), words)

    add = command("mark", run_mark)
    add_edition(add, words)
    add("secret", metavar="SECRET", help=words("secret"))
    add("guess", metavar=words("GUESS"), help=words("guess"))
    add_json(add, words)

    add = command("replay", run_replay)
    add("file", metavar=words("FILE"), help=words("file"))
    add("--as", dest="viewer", metavar=words("SEAT"), help=words("as"))
    add_json(add, words)

    add = command("play", run_play)
    add_edition(add, words, nargs="?")
    add("--players", metavar="…", help=words("players"))
    add("--names", metavar="…", help=words("names"))
    add("--record", type=Path, metavar=words("FILE"), help=words("record"))
    add("--resume", nargs="?", const=LATEST, metavar=words("FILE"), help=words("resume"))
    add("--seed", default="", metavar=words("SEED"), help=words("seed"))


def run_editions(options: argparse.Namespace, lang: str) -> int:
    """List the editions."""
    books = [plain_rulebook(book, lang) for book in RULEBOOKS.values()]
    if options.json:
        print_json(books)
        return 0
    for book in books:
        seats = "–".join(str(n) for n in (book["seats"][0], *book["seats"][1:][-1:]))
        print(typeset(f"{book['id']:<22} {seats:>3}  {book['name']}{say(lang, 'colon')}{book['line']}", lang))
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
        print_json(plain_mark(mark))
    else:
        print(MatchText(edition, (), lang).mark(mark))
    return 0


def run_replay(options: argparse.Namespace, lang: str) -> int:
    """Play a record again, and tell it to whoever may know what."""
    found = replayed(options.file)
    audience = read_audience(options.viewer)
    if options.json:
        print_json(retell_plainly(found, audience))
    else:
        shown = screen()
        print(*retell(found, audience, lang, shown.paint, shown.plain), sep="\n")
    if found.fault is not None:
        return refuse(describe_fault(found.fault, audience, lang))
    return 0


def run_play(options: argparse.Namespace, lang: str) -> int:
    """Play in line mode."""
    kinds, names = listed(options.players), listed(options.names)
    given = [*options.option, *_seats_meant(options.edition, options.option, len(kinds or names))]
    wishes = GameRequest(
        edition=read_edition(options.edition, given) if options.edition else None,
        kinds=kinds,
        names=names,
        file=options.record,
        resume=options.resume,
        seed=options.seed,
    )
    return play(wishes, screen(), lang, os.environ)


def _seats_meant(edition: str | None, given: list[str], players: int) -> list[str]:
    """The option that makes room for as many players as are named, where the edition has it and none was given."""
    if not edition or not players:
        return []
    name, *linked = edition.split("~")
    said = any(option.startswith("seats") for option in (*linked, *given))
    seats = next((option for option in find_rulebook(name).options if option.name == "seats"), None)
    return [f"seats={players}"] if seats and not said and str(players) in seats.values else []
