"""The answers to `ReviewRequest` and `AlternativeRequest`: value, cost and luck of every guess of a match."""

from typing import Annotated, Any, Literal

from pydantic import Field

from keypeg.analysis.round_value import DecisionKind
from keypeg.study.answers.hints import BoardHints, PartsHints
from keypeg.study.answers.shared import Chance, Conflict, CurrencyName, GradeName, PartitionSummary, Value
from keypeg.wire.view_types import Closed, Code, Count, FinishedRound, Mark, Number, Seat


class ContradictedRow(Closed):
    """An earlier row that a guess contradicts."""

    row: Number
    """The number of the earlier row."""
    given: Mark
    """The mark that the row was given."""
    earned: Mark
    """The mark that the row would have earned if the guess were the code."""


class WrongMark(Closed):
    """A mark that the code has shown to be wrong."""

    row: Number
    """The number of the row."""
    by: Seat
    given: Mark
    """The mark that the row was given."""
    right: Mark
    """The mark that it earned."""


class BestGuess(Closed):
    """The best guess in place of a row."""

    guess: Code
    partition_summary: PartitionSummary | None
    """Null where it was not computed."""


Figure = Annotated[int, Field(ge=0, le=100)]


class RoundFigures(Closed):
    """Skill and luck of a seat in a round."""

    seat: Seat
    skill: Figure
    """100 if no guess cost anything."""
    luck: Figure
    """50 if the marks were as good as expected."""


class ReviewedRow(Closed):
    """A row of a board, with its value, cost and luck in guesses."""

    row: Number
    """The number of the row."""
    seat: Seat
    guess: Code
    given: Mark | None
    """The mark that it was given; null while it waits for one."""
    mark: Mark | None
    """The mark that the figures go by: the right one, where the given one was wrong."""
    codes_before: Count
    """How many candidates there were before it; 0 if marks contradict each other."""
    codes_after: Count | None
    """How many candidates its mark left; null while it waits for one."""
    codes_before_error: float
    """The standard error of `codes_before`; 0 if that is exact."""
    codes_after_error: float
    """The standard error of `codes_after`; 0 if that is exact."""
    consistent: bool
    """Whether it could have been the code."""
    allowed_as_code: bool
    """Whether the rules allow it as a secret."""
    contradicts: list[ContradictedRow]
    """The earlier rows that rule it out as the code."""
    partition_summary: PartitionSummary | None
    """Null if there are no candidates."""
    best: BestGuess | None
    """Null if the value is not known, as are the values below: nothing was left to find, or it takes too much work."""
    expected_before: Value | None
    """The further guesses expected before it, with best play."""
    expected_played: Value | None
    """The further guesses expected with it, itself included."""
    expected_after: Value | None
    """The further guesses expected after its mark."""
    cost: float | None
    """The cost of the guess: how many more guesses are expected with it than with the best one."""
    cost_exact: bool | None
    """False if the cost is an estimate."""
    luck: float | None
    """How many fewer guesses its mark left than were expected."""
    luck_exact: bool | None
    """False if the luck is an estimate."""
    grade: GradeName | None
    """The grade of the guess, by its cost; null where the cost is too uncertain for one."""
    worst_before: Count | None
    """The further guesses in the worst case before it, with best play."""
    worst_played: Count | None
    """The same with it, itself included."""
    worst_cost: Count | None
    """How many more guesses the worst case takes because of it."""


class ReviewedBoard(Closed):
    """A board, row by row. `guesses` + `to_come` = `expected` + `cost` - `luck`."""

    board: Seat
    breakers: list[Seat]
    """The seats that guess on it."""
    currency: CurrencyName
    """What the values count."""
    codes_at_start: Count
    """How many candidates there were at the start."""
    codes_left: Count
    """How many candidates there are now."""
    codes_left_error: float
    """The standard error of `codes_left`; 0 if that is exact."""
    broken: bool
    """Whether the code was found."""
    marks: Literal["given", "right"]
    """Which marks the figures go by."""
    guesses: Count
    """How many rows have a value."""
    expected: Value | None
    """The guesses expected before the first of these rows, with best play."""
    to_come: Value | None
    """The further guesses expected after the last of these rows."""
    cost: float
    """The cost of all guesses."""
    luck: float
    """The luck of all marks."""
    figures: list[RoundFigures]
    """Skill and luck, for each seat that has a guess with a value."""
    exact: bool
    """False if some value is an estimate."""
    rows: list[ReviewedRow]
    """The rows, in order."""
    wrong: list[WrongMark]
    """The marks that the code has shown to be wrong."""
    conflict: Conflict | None
    """Null unless the given marks contradict each other."""
    hints: BoardHints | None
    """Hints for the next guess, in a round that is being played."""


class ReviewedDecision(Closed):
    """A row, a call or a pass, with its value, cost and luck in the currency of the edition."""

    row: Number
    """The number of the row; for a call or a pass, of the row that was not placed."""
    kind: DecisionKind
    """What was decided."""
    guess: Code | None
    """The row; or the answer after a call."""
    best: Code | None
    """The best row in its place."""
    codes_before: Count | None
    """Where parts are dealt: how many codes the seat considered possible before it,"""
    codes_after: Count | None
    """and when it had its marks."""
    waiting: Chance | None
    """For a call while rows are left: the chance to win without it."""
    before: Value | None
    """The value before it, with best play."""
    played: Value | None
    """The value with it."""
    immediate: float | None
    """The points that the row earned by its mark."""
    after: Value | None
    """The value after its mark."""
    cost: float | None
    """How much worse it is than the best one."""
    luck: float | None
    """How much better its mark was than the average mark."""
    grade: GradeName | None
    """The grade of the decision, by its cost; null where the cost is too uncertain for one."""


class ReviewedSeat(Closed):
    """The decisions of a seat. `result` = `start` - `cost` + `luck` - `forfeit`."""

    seat: Seat
    board: Seat
    currency: CurrencyName
    """What the values count."""
    start: Value | None
    """The value at the start of the round."""
    cost: float
    """The cost of all its decisions."""
    luck: float
    """The luck of all marks."""
    forfeit: float
    """What it threw away by leaving the round."""
    earned: float
    """What its rows have earned by themselves."""
    to_come: Value | None
    """The value that is still expected."""
    result: float | None
    """How the round ended for the seat, or what it can expect now."""
    figures: RoundFigures | None
    """Skill and luck; null if no decision has a value."""
    decisions: list[ReviewedDecision]
    """Its decisions, in order."""


class ReviewedRound(Closed):
    """A round of a match, analysed."""

    round: Number
    """The number of the round."""
    attempt: Number
    """1, and one more for each time the round has been replayed."""
    over: bool
    """Whether the round is over."""
    codes: list[Code | None]
    """The secret of each seat, where it is open."""
    boards: list[ReviewedBoard]
    """None where parts are dealt."""
    seat_values: list[ReviewedSeat]
    """None where the edition is about few guesses."""
    hints: PartsHints | None
    """Hints for the seat's next decision, where parts are dealt and the round is being played."""


class ReplayFault(Closed):
    """Why a record could not be played to its end."""

    file: str
    """The file as it was named; `-` for standard input."""
    line: Number
    """The number of the line in the file."""
    kind: Literal["read", "rule"]
    """Whether the line cannot be read, or breaks a rule."""
    code: str
    """The error by its stable name."""
    details: dict[str, Any]
    """The values in the sentence."""
    reason: str
    """The error in an English sentence."""


class ReviewedRecord(Closed):
    """The record of a match, and how far it can be analysed."""

    edition: str
    """The edition with the options that differ from the default, such as `classic~rows_12`."""
    players: list[str | None]
    """The names in the record; null for a seat without one."""
    needs_seat: Number | None
    """The number of the round that is being played, where it takes a seat's own parts to analyse it."""
    more_exact_soon: bool
    """Whether the figures will be more exact once the solver is compiled here; see `/api/study/readiness`."""
    fault: ReplayFault | None
    """Null if the whole record was replayed."""


class MatchReview(ReviewedRecord):
    """A match, every round of it analysed."""

    rounds: list[ReviewedRound]
    """The rounds that were analysed."""


class BoardSentences(Closed):
    """A board in words."""

    rows: list[str]
    wrong: list[str]
    conflict: list[str]
    sum: list[str]


class SeatSentences(Closed):
    """The decisions of a seat in words."""

    decisions: list[str]
    """A few plain sentences for each."""
    sum: str


class RoundSentences(Closed):
    """A round in words, in the order of its `boards` and `seat_values`."""

    boards: list[BoardSentences]
    seat_values: list[SeatSentences]


class ExplainedRound(ReviewedRound):
    """A round of a match, analysed in figures and in words."""

    finished: FinishedRound | None
    """The table at the end of the round; null while it is being played."""
    sentences: RoundSentences


class ReviewAnswer(ReviewedRecord):
    """A match, every round of it analysed, in figures and in words."""

    rounds: list[ExplainedRound]
    names: list[str]
    round_numbers: list[Number]
    """The numbers of all rounds of the match, as often as each was played."""
    record: str | None
    """Null while the match is being played: its record holds every secret."""


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
