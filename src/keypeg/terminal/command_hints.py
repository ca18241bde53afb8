"""Commands to suggest to the player: the name of this program, and the command that reviews a match."""

import shlex
import shutil
import sys
from pathlib import Path

from keypeg.core.codes import MAX_SEARCHABLE_CODES
from keypeg.core.edition import Edition


def program_name() -> str:
    """How to call this program from the player's shell."""
    if shutil.which("keypeg"):
        return "keypeg"
    program = Path(sys.argv[0])
    return shlex.quote(str(program)) if program.name == "keypeg" else "python3 -m keypeg"


def analyse_command(edition: Edition, file: Path, number: int | None = None) -> str | None:
    """The command that reviews a match, or one of its rounds; None where there is no analysis."""
    if edition.dealt or max(edition.secrets.space.size, edition.guesses.space.size) > MAX_SEARCHABLE_CODES:
        return None
    words = f"{program_name()} analyse {shlex.quote(str(file))}"
    return words if number is None else f"{words} --round {number}"
