"""The shapes of the documents that commands print with `--json`, as types for schemas.

Each is built from the types that the server's answers have too, where both have the same figures. Other modules import
this one for type checking alone: it needs Pydantic, and no command does.
"""

from typing import Any, Literal

from keypeg.cli.documents.database_types import (
    DbCheckDocument,
    DbPruneDocument,
    EditionText,
    TablesEndDocument,
    TablesListDocument,
    TablesRemoveDocument,
    TablesShowDocument,
)
from keypeg.study.answers.advice import EnteredRow, RatedGuess
from keypeg.study.answers.puzzles import PuzzlePosition, PuzzleSolution, PuzzleVerdict
from keypeg.study.answers.review import MatchReview
from keypeg.study.answers.shared import Correction, MarkText
from keypeg.study.strategies import Proof
from keypeg.wire.edition_types import EditionSummary
from keypeg.wire.event_types import MatchEvent
from keypeg.wire.view_types import Closed, Code, Count, FinishedRound, Mark, MatchOutcome, Number, Seat, View


class EditionsDocument(Closed):
    """The editions, with their colours and options. Names and sentences are in the language of the command."""

    format: Literal["keypeg-editions-1"]
    editions: list[EditionSummary]
    """All editions."""


class MarkDocument(Closed):
    """The mark of a guess."""

    format: Literal["keypeg-mark-1"]
    edition: EditionText
    secret: Code
    """The secret that the guess was marked against."""
    guess: Code
    """The guess."""
    mark: Mark
    """The mark that the guess earns."""
    notation: MarkText
    """The same mark as records and `--row` write it: `2b1w`, or `3`."""


# Records


class SheetCell(Closed):
    """The points of a seat in a round."""

    guesses: list[int]
    """The points for each guess, where the edition scores guesses."""
    sum: int | None
    """Null where nothing was scored."""
    maker: bool
    """Whether the seat set the secret."""


class SheetRound(Closed):
    """A line of the score sheet."""

    round: Number
    """The number of the round."""
    attempt: Number
    """1, and one more for each time the round has been replayed."""
    replayed: bool
    """Whether the round was played again."""
    cells: list[SheetCell]
    """One for each seat."""


class ScoreSheet(Closed):
    """The points by round and seat."""

    rounds: list[SheetRound]
    """The rounds that are over, in order."""
    running: SheetRound | None
    """The round in play, where guesses score as soon as they are marked; null as long as it has earned no points."""
    totals: list[int]
    """The points of each seat, those of the round in play included."""


class RecordFault(Closed):
    """The line at which a record stops being a legal match."""

    file: str
    """The file as it was named; `-` for standard input."""
    line: Number
    """The number of the line in the file."""
    kind: Literal["read", "rule"]
    """Whether the line cannot be read, or breaks a rule."""
    code: str
    """The error by its stable name."""
    details: dict[str, Any] | None
    """The values in the sentence; null for a viewer who must not see the line."""
    reason: str | None
    """The error in an English sentence; null for a viewer who must not see the line."""


class ReplayDocument(Closed):
    """A match from its record, with all its secrets or as one seat or a spectator saw it."""

    format: Literal["keypeg-replay-1"]
    edition: EditionText
    players: list[str | None]
    """The names in the record; null for a seat without one."""
    actions: Count
    """How many actions were replayed."""
    scores: list[int]
    """The points of each seat, those of the round in play included."""
    outcome: MatchOutcome | None
    """Null while the match is being played."""
    rounds: list[FinishedRound]
    """The rounds that are over."""
    sheet: ScoreSheet
    events: list[MatchEvent]
    """The events that the viewer may see."""
    view: View | None
    """What the viewer named by `--as` may know at the end of the record; null without `--as`."""
    fault: RecordFault | None
    """Null if the whole record was replayed."""


class AnalyseDocument(MatchReview):
    """The value, cost and luck of each guess of a match."""

    format: Literal["keypeg-analyse-2"]


# Contests


class Estimate(Closed):
    """A share or a mean, with its 95 % confidence interval."""

    value: float
    """The share or the mean that was observed."""
    low: float | None
    """Null where there is too little to estimate it by."""
    high: float | None
    """Null where `low` is."""


class ContestPlayer(Closed):
    """The results of a bot in a contest."""

    name: str
    """The bot; a number tells it from another of the same name."""
    matches_won: Estimate | None
    """The share of matches that it won, a draw counting in part; null, like all estimates, if nothing was played."""
    rounds_won: Estimate | None
    """The share of rounds that it won, where rounds are scored; otherwise null."""
    points_a_round: Estimate | None
    """The mean of its points in a round."""
    guesses_a_round: Estimate | None
    """The mean of its guesses as breaker; null unless a single breaker plays and nobody else ends the round."""
    beats: list[str]
    """The players that it beats by more than chance explains."""


class ArenaDocument(Closed):
    """The result of a contest between bots."""

    format: Literal["keypeg-arena-1"]
    edition: EditionText
    seed: str
    """The seed that plays the same contest again."""
    thinking_time: float
    """The seconds that a bot may think about one decision."""
    matches: Count
    """How many matches were played."""
    rounds: Count
    """How many rounds were played."""
    complete: bool
    """False if the contest was stopped early."""
    players: list[ContestPlayer]
    """The bots, in the order of the command."""


# Strategies


class TallyValues(Closed):
    """How many guesses a strategy takes, over all codes."""

    codes: Count
    """How many codes there are."""
    total: Count
    """The guesses over all codes."""
    average: float
    """The guesses that a code takes on average."""
    worst: Count
    """The guesses that the hardest code takes."""
    histogram: list[Count]
    """How many codes take one guess, two guesses, and so on."""


class StrategyValues(TallyValues):
    """A strategy, and what is proven about it."""

    opening: Code
    """Its first guess."""
    proof: Proof
    """What is known about its quality: no strategy costs less (`optimal`); no fixed strategy beats it (`duel`), or some
    does (`beaten`); a beam search found it (`wide`); a one-step rule made it (`one-step`); the search was stopped
    (`stopped`)."""
    lower_bound: Count
    """The least total that any strategy can have, as far as it is known."""
    seconds: float
    """How long it took to compute."""


class StrategyDocument(Closed):
    """A computed strategy."""

    format: Literal["keypeg-strategy-1"]
    edition: EditionText
    rule: str
    """How the strategy is made: `optimal`, `wide`, `duel`, or a one-step rule."""
    worst_limit: Number | None
    """The most guesses that a code may take, if `--worst` limits them."""
    strategy: StrategyValues | None
    """Null if there is none within the limit."""


class BookValues(TallyValues):
    """What a book claims about its strategy."""

    name: str
    """The name of the book."""
    rule: str
    """How the strategy was made: `optimal`, `wide`, `duel`, or a one-step rule."""
    lower_bound: Count
    """The least total that any strategy can have, as far as it is known."""
    proven: bool
    """Whether no strategy has a smaller total."""
    proof_text: str
    """How that was proven, in the words of the book."""
    seconds: float
    """How long the book took to make."""
    command: str
    """The command that makes the book again."""


class BookListDocument(Closed):
    """The books that come with Keypeg."""

    format: Literal["keypeg-book-list-1"]
    books: list[BookValues]
    """The books that were named, or all."""


class BookCheckValues(Closed):
    """What playing every code through a book has shown."""

    name: str
    """The name of the book."""
    right: bool
    """Whether its strategy takes the guesses that the book claims."""
    claimed: TallyValues
    """The figures that the book claims."""
    played: TallyValues | None
    """Null if some code is not found."""
    error: str | None
    """Why some code is not found."""


class BookVerifyDocument(Closed):
    """The result of verifying books."""

    format: Literal["keypeg-book-verify-1"]
    right: bool
    """Whether all of them are right."""
    books: list[BookCheckValues]
    """The books that were verified."""


# Positions


class SolveDocument(Closed):
    """The best next guess in a position; or the corrections that its rows need, if no code fits them."""

    format: Literal["keypeg-solve-1"]
    edition: EditionText
    seat: Seat
    """The seat that guesses."""
    own: Code | None
    """Where parts are dealt: those that the seat holds."""
    rows: list[EnteredRow]
    """The rows that were entered."""
    codes_left: Count
    """How many candidates there are; 0 if the rows contradict each other. An estimate where it has an error."""
    codes_left_error: float
    """The standard error of that estimate; 0 if the number is exact."""
    weight_left: Count
    """The candidates, each counted by its weight."""
    best: RatedGuess | None
    """Null if no code fits."""
    alternatives: list[RatedGuess]
    """Other good guesses, the best first."""
    candidates: list[Code]
    """All codes that fit the rows."""
    changes: list[Correction]
    """If no code fits: the rows that can be corrected, the most likely first; otherwise empty."""


class PuzzleDocument(PuzzlePosition):
    """A puzzle, with the verdict on an answer and with the solution, as requested."""

    format: Literal["keypeg-puzzle-1"]
    verdict: PuzzleVerdict | None
    """Null without `--answer`."""
    solution: PuzzleSolution | None
    """Null without `--solution`."""


# The server's database


DOCUMENTS: dict[str, type] = {
    "analyse": AnalyseDocument,
    "arena": ArenaDocument,
    "book-list": BookListDocument,
    "book-verify": BookVerifyDocument,
    "db-check": DbCheckDocument,
    "db-prune": DbPruneDocument,
    "editions": EditionsDocument,
    "mark": MarkDocument,
    "puzzle": PuzzleDocument,
    "replay": ReplayDocument,
    "solve": SolveDocument,
    "strategy": StrategyDocument,
    "tables-end": TablesEndDocument,
    "tables-list": TablesListDocument,
    "tables-remove": TablesRemoveDocument,
    "tables-show": TablesShowDocument,
}
"""The type of each document, by its name."""
