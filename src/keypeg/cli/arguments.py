"""What all commands share: reading numbers, writing JSON, the screen, and how a command is added to the parser."""

import io
import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from keypeg.core.errors import ReadError
from keypeg.records.replay import Replay, replay_bytes, replay_file, replay_text
from keypeg.terminal.screen import Screen

Words = Callable[..., str]
"""Help texts in the user's language, by their keys, with values filled in."""

Add = Callable[..., Any]
"""Adds an argument to a command."""

Command = Callable[[str, Callable[..., int]], Add]
"""Adds a command, and says what runs it."""


def add_edition(add: Add, words: Words, **more: Any) -> None:
    """The edition and its options."""
    add("edition", metavar="EDITION", help=words("edition"), **more)
    add("--option", metavar=words("OPTION"), action="append", default=[], help=words("option"))


def add_json(add: Add, words: Words) -> None:
    """The wish for JSON."""
    add("--json", action="store_true", help=words("json"))


def number(text: str, low: int, high: int) -> int:
    """A number from the command line."""
    if not (text.isascii() and text.isdigit() and len(text) < 9 and low <= int(text) <= high):
        raise ReadError("no-such-number", text=text, low=low, high=high)
    return int(text)


def seconds(text: str) -> float:
    """A time from the command line."""
    if not re.fullmatch(r"[0-9]{1,5}(\.[0-9]{1,6})?", text):
        raise ReadError("no-such-number", text=text, low=0, high=99999)
    return float(text)


def screen() -> Screen:
    """The terminal this runs in."""
    return Screen(sys.stdin, sys.stdout, os.environ)


def listed(text: str | None) -> tuple[str, ...]:
    """What stands between commas."""
    return tuple(part.strip() for part in text.split(",")) if text else ()


def print_json(value: object) -> None:
    """Print a value as JSON."""
    unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    print(json.dumps(value, ensure_ascii=not unicode, indent=2))


def replayed(file: str) -> Replay:
    """The record in this file, or with `-` the one that comes in by standard input, played again."""
    if file != "-":
        return replay_file(Path(file))
    if isinstance(sys.stdin, io.TextIOWrapper):
        return replay_bytes(sys.stdin.buffer.read(), "-")
    return replay_text(sys.stdin.read(), "-")
