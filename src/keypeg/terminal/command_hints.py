"""Commands that people are told to type: how this program is called from here, and how to look back at a match."""

import shlex
import shutil
import sys
from pathlib import Path

from keypeg.core.codes import MAX_SEARCHABLE_CODES
from keypeg.core.edition import Edition


def program() -> str:
    """How this program is called from here."""
    if shutil.which("keypeg"):
        return "keypeg"
    called = Path(sys.argv[0])
    return shlex.quote(str(called)) if called.name == "keypeg" else "python3 -m keypeg"


def analysis_of(edition: Edition, file: Path, number: int | None = None) -> str | None:
    """The command that tells what each guess of a match, or of this round, was worth; None where none can tell."""
    if edition.dealt or max(edition.secrets.space.size, edition.guesses.space.size) > MAX_SEARCHABLE_CODES:
        return None
    words = f"{program()} analyse {shlex.quote(str(file))}"
    return words if number is None else f"{words} --round {number}"
