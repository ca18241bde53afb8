"""What advice says: a guess with its value, and the candidates."""

from dataclasses import dataclass

from keypeg.core.codes import Code


@dataclass(frozen=True)
class RatedGuess:
    """A guess and its value."""

    guess: Code
    expected: float
    """The expected number of further guesses, this one included."""
    worst: int | None
    """The number of further guesses for the worst code, played for the least expected number; None where the codes are
    too many to know."""
    exact: bool
    """Whether no continuation can do better; otherwise the numbers are estimates, such as those of a one-step strategy.
    """
    is_lower_bound: bool
    """Whether there was no time even for that, and the numbers are lower bounds."""
    cells: int
    """How many different marks the guess can earn."""
    largest_cell: int
    """How many codes its largest cell holds."""
    can_be_code: bool
    """Whether the guess is one of the candidates."""


@dataclass(frozen=True)
class Advice:
    """What to guess next, and why."""

    best: RatedGuess
    """The best guess found."""
    alternatives: tuple[RatedGuess, ...]
    """Other good guesses: those rated exactly first, the best of them first."""
    codes: tuple[Code, ...]
    """The candidates, in order; where they are too many to list, a sample of them."""
    weight: int
    """The sum of their weights; an estimate where it has an error."""
    compared: RatedGuess | None = None
    """The guess that the caller asked to compare."""
    error: float = 0.0
    """The standard error of that estimate."""
    complete: bool = True
    """Whether all candidates are listed."""
