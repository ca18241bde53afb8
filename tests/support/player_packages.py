"""Players as other packages add them, good and bad ones, in packages that can be put on the path."""

from pathlib import Path

MODULE = """
import os
import signal
import sys

from keypeg import Guess, SetCode
from keypeg.players import Player, casual

NUMBER = 3
dull = casual.PLAYER.choose


def failing(view, time, rng):
    raise ValueError("no \\x1b[2J idea\\nat all")


def idle(view, time, rng):
    return None


def erring(view, time, rng):
    return Guess((1,)) if view.allowed(Guess) else dull(view, time, rng)


def talking(view, time, rng):
    return "RRBB"


def leaving(view, time, rng):
    sys.exit(0)


def dying(view, time, rng):
    os.kill(os.getpid(), signal.SIGKILL)


def musing(view, time, rng):
    while True:
        pass


def stubborn(view, time, rng):
    return SetCode((1,) * 5) if view.allowed(SetCode) else Guess((2,) * 5) if view.allowed(Guess) else None


wavering = Player("another name", dull, lambda view, guess, rng: view.code)
"""

NAMES = ("failing", "idle", "erring", "talking", "leaving", "dying", "musing", "stubborn", "dull", "wavering")

LONG = "a-player-whose-name-is-longer-than-a-whole-line-of-output"

ENTRIES = {
    **{name: f"strangers:{name}" for name in NAMES},
    "solving": "strangers_solving:dull",
    LONG: "strangers:dull",
    "missing": "nowhere_at_all:choose",
    "absent": "strangers:absent",
    "number": "strangers:NUMBER",
    "broken": "strangers_broken:choose",
    "exiting": "strangers_exiting:choose",
    "casual": "strangers:failing",  # an added player does not replace a built-in one
}


def write_player_package(folder: Path) -> Path:
    """Write these players into a folder that can be put on the path."""
    about = folder / "strangers-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: strangers\nVersion: 1.0\n")
    lines = [f"{name} = {value}" for name, value in ENTRIES.items()]
    (about / "entry_points.txt").write_text("\n".join(["[keypeg.players]", *lines, ""]))
    (folder / "strangers.py").write_text(MODULE)
    (folder / "strangers_solving.py").write_text("import keypeg.solver\nfrom strangers import dull\n")
    (folder / "strangers_broken.py").write_text("choose = (\n")
    (folder / "strangers_exiting.py").write_text("import sys\nsys.exit(3)\n")
    return folder
