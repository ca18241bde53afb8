"""The two kinds of error, each with a stable code: text that cannot be read, and what the rules forbid.

A code is part of the interface: programs test it, and the sentences are keyed by it. The sentences themselves, English
included, are in the catalogue (`keypeg.i18n`), which the rules must not import: it reads files. Instead the package
registers, when it is imported, how an error is described in English.
"""

from collections.abc import Callable
from typing import ClassVar


class KeypegError(Exception):
    """What Keypeg raises when it refuses something. Nothing has changed when it is raised."""

    codes: ClassVar[frozenset[str]] = frozenset()
    """Every code of this kind of error."""

    def __init__(self, code: str, **details: object) -> None:
        if code not in self.codes:
            raise LookupError(f"{type(self).__name__} has no code {code!r}")
        self.code = code
        """The stable code, such as `not-your-turn`."""
        self.details = details
        """The values that the sentence mentions."""
        super().__init__(code)

    def __str__(self) -> str:
        return _describe(self)

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (type(self), self.code, self.details))


def _rebuild(kind: type[KeypegError], code: str, details: dict[str, object]) -> KeypegError:
    return kind(code, **details)


def _code_and_details(error: KeypegError) -> str:
    return " ".join([error.code, *(f"{name}={value!r}" for name, value in error.details.items())])


_describe: Callable[[KeypegError], str] = _code_and_details


def describe_errors_with(describe: Callable[[KeypegError], str]) -> None:
    """Let `str(error)` be what this function makes of the error."""
    global _describe  # noqa: PLW0603 - set once, when the package is imported
    _describe = describe


class ReadError(KeypegError):
    """A text that cannot be read: it says nothing that the rules could check."""

    codes: ClassVar[frozenset[str]] = frozenset(
        {
            "unknown-colour",
            "empty-code",
            "unknown-edition",
            "unknown-option",
            "unreadable-option",
            "repeated-option",
            "unreadable-value",
            "unreadable-mark",
            "position-without-rows",
            "position-needs-seat",
            "position-needs-marks",
            "position-stray-dash",
            "unreadable-action",
            "missing-argument",
            "extra-argument",
            "unreadable-number",
            "unreadable-seat",
            "unreadable-viewer",
            "unreadable-time",
            "time-decreases",
            "not-a-record",
            "unreadable-header",
            "repeated-header",
            "missing-header",
            "in-file",
            "not-text",
            "file-not-found",
            "file-is-folder",
            "file-forbidden",
            "file-unreadable",
            "file-exists",
            "file-unwritable",
            "disk-full",
            "file-in-use",
            "unfinished-line",
            "nothing-to-resume",
            "match-already-over",
            "wrong-players",
            "same-name",
            "resume-takes-no-options",
            "unknown-player",
            "player-unloadable",
            "player-missing",
            "player-failed",
            "player-action-illegal",
            "nobody-acts",
            "endless-match",
            "unknown-book",
            "unreadable-book",
            "worker-lost",
            "cluster-unreachable",
            "cluster-empty",
            "proof-does-not-hold",
            "unreadable-row",
            "rule-takes-no-limit",
            "rule-is-not-shared",
            "duel-takes-no-opening",
            "workers-need-postgresql",
            "unknown-database",
            "unreadable-origin",
            "unknown-limit",
            "unreadable-limit",
            "unreadable-age",
            "table-id-needed",
            "unreadable-network",
            "database-twice",
            "unreadable-database-file",
            "cannot-listen",
            "no-such-number",
            "wrong-checkpoint",
            "unreadable-date",
            "daily-takes-no-options",
            "answer-needs-puzzle",
            "seat-needed",
            "usage",
            "unknown-command",
            "unknown-choice",
            "unknown-argument",
            "wrong-row",
        }
    )


class RuleError(KeypegError):
    """A move, or a way to set up a table, that the rules forbid."""

    codes: ClassVar[frozenset[str]] = frozenset(
        {
            # a code, guess or answer
            "wrong-length",
            "no-such-colour",
            "blank-not-allowed",
            "too-many-blanks",
            "too-few-blanks",
            "repeat-not-allowed",
            # a mark or a claim
            "impossible-mark",
            "no-such-row",
            "mark-is-right",
            "nothing-to-claim",
            "already-claimed",
            "nothing-to-accept",
            # a game for the solver
            "no-such-guess",
            "game-too-large",
            "no-beam-search",
            "no-exact-search",
            "no-strategy-within",
            "codes-indistinguishable",
            "too-many-guesses",
            "no-such-puzzle",
            "no-best-guess",
            "parts-not-dealt",
            "parts-not-analysed",
            "own-parts-needed",
            # whose turn, and what for
            "match-over",
            "no-such-seat",
            "not-your-turn",
            "not-a-maker",
            "not-a-breaker",
            "codes-first",
            "code-already-set",
            "codes-are-dealt",
            "nothing-to-deal",
            "wrong-deal",
            "too-few-counters",
            "guess-already-placed",
            "mark-first",
            "nothing-to-mark",
            "referee-marks",
            "rows-used-up",
            "out-of-round",
            "no-calls",
            "call-first",
            "play-has-stopped",
            "round-revealed",
            "nothing-to-pass",
            "nobody-late",
            "not-late",
            "table-only",
            "seats-only",
            # a maker who never commits
            "nothing-to-exchange",
            "code-does-not-fit",
            "must-commit",
            # setting up a table
            "out-of-range",
            "palette-letters",
            "blanks-out-of-range",
            "codes-differ",
            "rounds-even",
            "rounds-odd",
            "rounds-are-seats",
            "practice-is-one-round",
            "no-daily-code",
            "too-few-colours",
            "guess-cannot-reach",
            "each-needs-two-seats",
            "one-maker-in-turn",
            "parts-need-holes",
            "parts-go-together",
            "parts-without-blanks",
            "marks-by-others",
            "scoring-needs-one-maker",
            "majority-needs-round-points",
            "award-needs-round-points",
            "choice-needs-one-breaker",
            "scoring-needs-seats",
            "scoring-needs-key-pegs",
            "scoring-needs-rows",
            "handicap-needs-five",
            "two-parts-two-seats",
        }
    )


class SearchInterrupted(Exception):  # noqa: N818 - an outcome, not an error
    """A search ended without an answer: its budget was spent, or its watch stopped it."""
