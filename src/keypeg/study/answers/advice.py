"""The answer to `AdviceRequest`: the best guess on a board, others, and the candidates."""

from typing import Literal

from typing_extensions import TypeAliasType

from keypeg.study.answers.shared import Correction, MarkText
from keypeg.wire.view_types import Closed, Code, Count, Mark, Number, Seat, Space


class RatedGuess(Closed):
    """A guess, and how many further guesses are expected with it, itself included."""

    guess: Code
    """The guess."""
    expected: float
    """How many further guesses are expected, this one included."""
    worst: Count | None
    """How many further guesses the worst code needs; null where the codes are too many to know."""
    exact: bool
    """Whether no continuation does better; otherwise the figures are estimates, or bounds."""
    lower_bound_only: bool
    """Whether `expected` and `worst` are lower bounds."""
    cells: Count
    """How many different marks it can earn."""
    largest_cell: Count
    """How many candidates its most frequent mark leaves."""
    can_be_code: bool
    """Whether it is a candidate itself."""


class EnteredRow(Closed):
    """A row that the request entered on the board."""

    guess: Code
    marks: list[Mark]
    """One mark; where several seats mark a row, one from each."""


class Contradiction(Closed):
    """No code fits all rows."""

    rows: list[EnteredRow]
    codes_left: Literal[0]
    changes: list[Correction]


class BoardAdvice(Closed):
    """The best guess on a board, others, and the candidates."""

    rows: list[EnteredRow]
    codes_left: Count
    """How many candidates there are; an estimate where it has an error."""
    codes_left_error: float
    """The standard error of that estimate; 0 if the number is exact."""
    weight_left: Count
    """The candidates, each counted by its weight."""
    best: RatedGuess
    alternatives: list[RatedGuess]
    candidates: list[Code]
    """Empty where they are too many to list."""


class BoardSetting(Closed):
    """What can be entered on a board."""

    seat: Seat
    space: Space
    """The guesses that are allowed."""
    makers: Number
    """How many seats mark each row."""
    marks: list[list[Mark]]
    """The marks that a row can be given, one for each maker."""


class ColourCounts(Closed):
    """How many candidates have each colour, by the number of its peg: 0 for a blank, then the palette in order."""

    holes: list[list[Count]] | None
    """For each hole; null where order does not count."""
    anywhere: list[Count]


class CountedCell(Closed):
    """A mark that a guess can earn, and how many candidates would earn it."""

    notation: MarkText
    codes_left: Count
    solved: bool
    """Whether the mark says that the guess is the code."""


class FullAdvice(BoardAdvice, BoardSetting):
    """Advice on a board that some code fits."""

    colour_counts: ColourCounts
    compared: RatedGuess | None
    """The guess that the request named."""
    partition: list[CountedCell]
    """The cells of that guess, or else of the best one."""
    more_exact_soon: bool
    """Whether the answer will be more exact once the solver is compiled here; see `/api/study/readiness`."""


class ContradictionAdvice(Contradiction, BoardSetting):
    """Advice on a board that no code fits."""


AdviceAnswer = TypeAliasType("AdviceAnswer", FullAdvice | ContradictionAdvice)
