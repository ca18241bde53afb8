"""What a guessing game is made from, and the name that this gives it in books."""

from dataclasses import dataclass

from keypeg.core.codes import Code, CodeSpace
from keypeg.core.marks import Marking


@dataclass(frozen=True)
class Recipe:
    """What a game is made from: games with the same recipe are the same. Books store the fields by name."""

    secrets: CodeSpace
    """The possible secrets; where parts are dealt, the possible whole codes."""
    guesses: CodeSpace
    """The allowed guesses."""
    marking: Marking
    """How guesses are marked."""
    others: int = 0
    """Where parts are dealt: the number of other seats."""
    parts: int = 0
    """Where parts are dealt: the parts that each seat holds; otherwise 0."""
    counters: int = 0
    """Where parts are dealt: the counters of each colour that they are drawn from (0: unlimited)."""
    own: Code = ()
    """Where parts are dealt: the seat's own parts."""

    @property
    def key(self) -> str:
        """The game's name in books."""
        secrets, guesses = _space_key(self.secrets), _space_key(self.guesses)
        key = f"{self.marking.name}-{secrets}" + ("" if secrets == guesses else f"-by-{guesses}")
        if not self.parts:
            return key
        counters = f"-counters-{self.counters}" if self.counters else ""
        return f"{key}-held-{self.others}x{self.parts}{counters}-own-{'-'.join(map(str, self.own))}"


def _space_key(space: CodeSpace) -> str:
    words = [f"{space.holes}x{space.colours}"]
    if not space.repeats:
        words.append("different")
    if space.most_blanks:
        words.append(f"blanks-{space.least_blanks}-{space.most_blanks}")
    if space.blank_holes is not None:
        words.append(f"in-{'-'.join(map(str, space.blank_holes))}")
    return "-".join(words)
