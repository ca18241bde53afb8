"""What all commands share: parsing numbers, writing JSON, the screen, and the types for adding a command."""

import argparse
import io
import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from keypeg.core.edition import Edition
from keypeg.core.errors import ReadError
from keypeg.i18n.colour_letters import local_palette
from keypeg.records.notation import Palette
from keypeg.records.replay import Replay, replay_bytes, replay_file, replay_text
from keypeg.terminal.screen import Screen

Words = Callable[..., str]
"""Gives a help text in the user's language, by its key, with its values filled in."""

Add = Callable[..., Any]
"""Adds an argument to a command."""

Command = Callable[[str, Callable[..., int]], Add]
"""Adds a command with the function that runs it, and returns the function that adds its arguments."""


SUBCOMMAND = "subcommand"
"""The name of an argument that says what a command does: a word that is not known there is an unknown command."""

MAX_PROCESSES = 61 if sys.platform == "win32" else 1024
"""How many processes a command may start. Windows cannot wait for more."""


MAX_DIGITS = 8
"""A longer number is refused unread: it exceeds every limit."""


def add_edition(add: Add, words: Words, **settings: Any) -> None:
    """Add the arguments for an edition and its options."""
    add("edition", metavar=words("EDITION"), help=words("edition"), **settings)
    add("--option", metavar=words("OPTION"), action="append", default=[], help=words("option"))


def add_json(add: Add, words: Words) -> None:
    """Add the option for JSON output."""
    add("--json", action="store_true", help=words("json"))


def parse_number(text: str, low: int, high: int) -> int:
    """Read a whole number between these limits. Raises `ReadError`."""
    if not (text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS and low <= int(text) <= high):
        raise ReadError("no-such-number", text=text, low=low, high=high)
    return int(text)


def parse_seconds(text: str) -> float:
    """Read a time in seconds. Raises `ReadError`."""
    if not re.fullmatch(r"[0-9]{1,5}(\.[0-9]{1,6})?", text):
        raise ReadError("no-such-number", text=text, low=0, high=99999)
    return float(text)


def letters_of(edition: Edition, options: argparse.Namespace, lang: str) -> Palette:
    """The letters in which codes are given as arguments: those of the language; with `--json`, those of records."""
    return edition.palette if options.json else local_palette(edition.palette, lang)


def open_screen() -> Screen:
    """The screen of this process: its standard streams."""
    return Screen(sys.stdin, sys.stdout, os.environ)


def split_list(text: str | None) -> tuple[str, ...]:
    """The parts between commas."""
    return tuple(part.strip() for part in text.split(",")) if text else ()


def print_json(value: object) -> None:
    """Print a value as JSON."""
    unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    print(json.dumps(value, ensure_ascii=not unicode, indent=2))


def read_replay(file: str) -> Replay:
    """Replay the record in this file, or with `-` the one on standard input."""
    if file != "-":
        return replay_file(Path(file))
    if isinstance(sys.stdin, io.TextIOWrapper):
        return replay_bytes(sys.stdin.buffer.read(), "-")
    return replay_text(sys.stdin.read(), "-")
