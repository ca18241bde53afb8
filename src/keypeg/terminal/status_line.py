"""One line at the bottom of a terminal that each new text overwrites: progress bars, and who is thinking."""

import shutil
from typing import TextIO

BAR_CELLS = 40
"""The width of a progress bar, in columns."""


class StatusLine:
    """A line that is overwritten, and erased in the end."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._width = 0

    @property
    def is_shown(self) -> bool:
        """Whether something stands on the line."""
        return self._width > 0

    def show(self, text: str) -> None:
        """Write this in place of what stands there, cut to the width of the terminal."""
        text = text[: shutil.get_terminal_size().columns - 1]
        # Spaces overwrite the old text: not every terminal can erase a line.
        print(f"\r{text.ljust(self._width)}", end="", file=self._stream, flush=True)
        self._width = len(text)

    def erase(self) -> None:
        """Leave an empty line, with the cursor at its beginning."""
        if self._width:
            print(f"\r{' ' * self._width}\r", end="", file=self._stream, flush=True)
            self._width = 0


def draw_bar(share: float) -> str:
    """A bar of which this share is filled."""
    filled = int(BAR_CELLS * share)
    return f"[{'#' * filled}{'.' * (BAR_CELLS - filled)}]"
