"""The answers to `ReviewRequest` and `AlternativeRequest`: value, cost and luck of every guess of a match."""

from typing import Any, Literal

from keypeg.analysis.round_value import DecisionKind
from keypeg.study.answers.hints import BoardHints, PartsHints
from keypeg.study.answers.shared import Chance, Conflict, CurrencyName, PartitionSummary, Value
from keypeg.wire.view_types import Closed, Code, Count, FinishedRound, Mark, Number, Seat


class ContradictedRow(Closed):
    """An earlier row that a guess contradicts."""

    row: Number
    given: Mark
    earned: Mark
    """The mark that the row would have earned if the guess were the code."""


class WrongMark(Closed):
    """A mark that the code has shown to be wrong."""

    row: Number
    by: Seat
    given: Mark
    right: Mark


class BestGuess(Closed):
    """The best guess in place of a row."""

    guess: Code
    partition_summary: PartitionSummary | None


class ReviewedRow(Closed):
    """A row of a board, with its value, cost and luck in guesses."""

    row: Number
    seat: Seat
    guess: Code
    given: Mark | None
    """The mark that it was given; null while it waits for one."""
    mark: Mark | None
    """The mark that the figures go by: the right one, where the given one was wrong."""
    codes_before: Count
    codes_after: Count | None
    consistent: bool
    """Whether it could have been the code."""
    allowed_as_code: bool
    contradicts: list[ContradictedRow]
    partition_summary: PartitionSummary | None
    best: BestGuess | None
    expected_before: Value | None
    expected_played: Value | None
    expected_after: Value | None
    cost: float | None
    """The cost of the guess: how many more guesses are expected with it than with the best one."""
    cost_exact: bool | None
    luck: float | None
    """How many fewer guesses its mark left than were expected."""
    luck_exact: bool | None
    worst_before: Count | None
    worst_played: Count | None
    worst_cost: Count | None


class ReviewedBoard(Closed):
    """A board, row by row. `guesses` + `to_come` = `expected` + `cost` - `luck`."""

    board: Seat
    breakers: list[Seat]
    currency: CurrencyName
    codes: Count
    codes_left: Count
    broken: bool
    marks: Literal["given", "right"]
    """Which marks the figures go by."""
    guesses: Count
    """How many rows have a value."""
    expected: Value | None
    to_come: Value | None
    cost: float
    luck: float
    exact: bool
    rows: list[ReviewedRow]
    wrong: list[WrongMark]
    conflict: Conflict | None
    hints: BoardHints | None


class ReviewedDecision(Closed):
    """A row, a call or a pass, with its value, cost and luck in the currency of the edition."""

    row: Number
    kind: DecisionKind
    guess: Code | None
    """The row; or the answer after a call."""
    best: Code | None
    codes_before: Count | None
    codes_after: Count | None
    waiting: Chance | None
    """For a call while rows are left: the chance to win without it."""
    before: Value | None
    played: Value | None
    immediate: float | None
    """The points that the row earned by its mark."""
    after: Value | None
    cost: float | None
    luck: float | None


class ReviewedSeat(Closed):
    """The decisions of a seat. `result` = `start` - `cost` + `luck` - `forfeit`."""

    seat: Seat
    board: Seat
    currency: CurrencyName
    start: Value | None
    cost: float
    luck: float
    forfeit: float
    """What it threw away by leaving the round."""
    earned: float
    to_come: Value | None
    result: float | None
    rows: list[ReviewedDecision]


class ReviewedRound(Closed):
    """A round of a match, analysed."""

    round: Number
    attempt: Number
    over: bool
    codes: list[Code | None]
    """The secret of each seat, where it is open."""
    boards: list[ReviewedBoard]
    """None where parts are dealt."""
    seat_values: list[ReviewedSeat]
    """None where the edition is about few guesses."""
    hints: PartsHints | None


class ReplayFault(Closed):
    """Why a record could not be played to its end."""

    file: str
    line: Number
    kind: Literal["read", "rule"]
    code: str
    details: dict[str, Any]
    reason: str


class MatchReview(Closed):
    """A match, every round of it analysed."""

    edition: str
    players: list[str | None]
    """The names in the record; null for a seat without one."""
    rounds: list[ReviewedRound]
    needs_seat: Number | None
    """The number of the round that is being played, where it takes a seat's own parts to analyse it."""
    fault: ReplayFault | None


class BoardSentences(Closed):
    """A board in words."""

    rows: list[str]
    wrong: list[str]
    conflict: list[str]
    sum: list[str]


class SeatSentences(Closed):
    """The decisions of a seat in words."""

    rows: list[str]
    """Empty for one that cost nothing."""
    sum: str


class RoundSentences(Closed):
    """A round in words, in the order of its `boards` and `seat_values`."""

    boards: list[BoardSentences]
    seat_values: list[SeatSentences]


class ReviewAnswer(MatchReview):
    """A match, every round of it analysed, in figures and in words."""

    names: list[str]
    round_numbers: list[Number]
    """The numbers of all rounds of the match, as often as each was played."""
    record: str | None
    """Null while the match is being played: its record holds every secret."""
    finished: list[FinishedRound | None]
    """For each of `rounds`, the table at its end; null where it is not over."""
    sentences: list[RoundSentences]


class GuessValue(Closed):
    """A guess and its value: a chance to win, or points."""

    guess: Code
    value: float


class ComparedGuesses(Closed):
    """Another guess beside the one that was played, and the best."""

    currency: CurrencyName
    alternative: GuessValue
    played: GuessValue
    best: GuessValue


class AlternativeAnswer(Closed):
    """The value of another guess in place of a row."""

    comparison: ComparedGuesses | None
    """Null where that cannot be computed."""
