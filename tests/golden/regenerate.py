"""Rewrites every playthrough from its own actions. Read the diff before you commit it."""

from pathlib import Path

from keypeg.records.replay import replay_file
from keypeg.wire.playthrough import write_playthrough

FOLDER = Path(__file__).parent / "playthroughs"


def regenerated(path: Path) -> str:
    """The playthrough in this file as the program now writes it."""
    replay = replay_file(path)
    assert replay.fault is None, str(replay.fault)
    return write_playthrough(replay.record)


if __name__ == "__main__":
    for file in sorted(FOLDER.glob("*.keypeg")):
        file.write_text(regenerated(file), encoding="utf-8")
