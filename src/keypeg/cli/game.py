"""The commands that need only the rules: editions, rules, mark, replay, play."""

import argparse
import os
from pathlib import Path

from keypeg.cli.arguments import (
    Command,
    Words,
    add_edition,
    add_json,
    letters_of,
    open_screen,
    print_json,
    read_replay,
    split_list,
)
from keypeg.cli.documents.game_documents import editions_document, mark_document, replay_document
from keypeg.cli.usage_errors import refuse
from keypeg.core.edition import mark_for
from keypeg.editions import RULEBOOKS, find_rulebook
from keypeg.i18n.catalogue import say, typeset
from keypeg.i18n.colour_letters import local_letter
from keypeg.i18n.edition_text import rulebook_to_json
from keypeg.i18n.match_text import MatchText
from keypeg.i18n.rules.rules import rules_of
from keypeg.records.edition_links import read_edition
from keypeg.records.notation import read_code
from keypeg.terminal.edition_output import describe_options
from keypeg.terminal.pace import DEFAULT_PACE, PACES
from keypeg.terminal.replay_output import describe_fault, describe_replay, read_viewer
from keypeg.terminal.setup import LATEST, GameRequest, play


def add_commands(command: Command, words: Words) -> None:
    """Add these commands to the parser."""
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
    add("--practice", action="store_true", help=words("practice"))
    add("--record", type=Path, metavar=words("FILE"), help=words("record"))
    add("--resume", nargs="?", const=LATEST, metavar=words("FILE"), help=words("resume"))
    add("--seed", default="", metavar=words("SEED"), help=words("seed"))
    add("--pace", choices=tuple(PACES), help=words("pace", usual=DEFAULT_PACE))


def run_editions(options: argparse.Namespace, lang: str) -> int:
    """List the editions."""
    books = [rulebook_to_json(book, lang) for book in RULEBOOKS.values()]
    if options.json:
        print_json(editions_document(books))
        return 0
    for book in books:
        seats = "–".join(str(n) for n in (book["seats"][0], *book["seats"][1:][-1:]))
        print(typeset(f"{book['id']:<22} {seats:>3}  {book['name']} – {book['line']}", lang))
        print("    " + ", ".join(_colour_line(colour["letter"], colour["name"], lang) for colour in book["palette"]))
        print(*describe_options(RULEBOOKS[book["id"]], lang), sep="\n")
    return 0


def _colour_line(letter: str, name: str, lang: str) -> str:
    return f"{local_letter(letter, lang)} {say(lang, 'colour.' + name)}"


def run_rules(options: argparse.Namespace, lang: str) -> int:
    """Print the rules of an edition."""
    edition = read_edition(options.edition, options.option)
    print(rules_of(edition, find_rulebook(edition.id), lang, width=open_screen().width))
    return 0


def run_mark(options: argparse.Namespace, lang: str) -> int:
    """Mark a guess."""
    edition = read_edition(options.edition, options.option)
    letters = letters_of(edition, options, lang)
    secret, guess = read_code(options.secret, letters), read_code(options.guess, letters)
    mark = mark_for(edition, secret, guess)
    if options.json:
        print_json(mark_document(edition, secret, guess, mark))
    else:
        print(MatchText(edition, (), lang).mark(mark))
    return 0


def run_replay(options: argparse.Namespace, lang: str) -> int:
    """Replay a record, and print what its viewer may see."""
    replay = read_replay(options.file)
    viewer = read_viewer(options.viewer)
    if options.json:
        print_json(replay_document(replay, viewer))
    else:
        screen = open_screen()
        screen.write(*describe_replay(replay, viewer, lang, screen.looks, screen.paint, screen.plain))
    if replay.fault is not None:
        return refuse(describe_fault(replay.fault, viewer, lang))
    return 0


def run_play(options: argparse.Namespace, lang: str) -> int:
    """Play in line mode."""
    kinds, names = split_list(options.players), split_list(options.names)
    practice = ["practice=yes"] if options.practice else []
    option_texts = [*options.option, *practice, *_seats_option(options.edition, options.option, len(kinds or names))]
    request = GameRequest(
        edition=read_edition(options.edition, option_texts) if options.edition else None,
        kinds=kinds,
        names=names,
        file=options.record,
        resume=options.resume,
        seed=options.seed,
        pace=options.pace,
    )
    return play(request, open_screen(), lang, os.environ)


def _seats_option(edition: str | None, option_texts: list[str], players: int) -> list[str]:
    """The option `seats` for this many players, if the edition has it and it was not given."""
    if not edition or not players:
        return []
    name, *linked = edition.split("~")
    is_given = any(option.startswith("seats") for option in (*linked, *option_texts))
    seats = next((option for option in find_rulebook(name).options if option.name == "seats"), None)
    return [f"seats={players}"] if seats and not is_given and str(players) in seats.values else []
