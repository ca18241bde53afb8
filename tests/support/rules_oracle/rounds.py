"""What has happened in a round: a plain record. The other modules look at it to answer their questions."""

from dataclasses import dataclass, field

from support.rules_oracle.marks import Code, Mark, is_code, right_mark, solving_mark
from support.rules_oracle.rulebooks import Rules


@dataclass
class Row:
    """A guess on a board, with the marks that it has so far."""

    seat: int
    board: int
    number: int
    """Its number on its board, from 1."""
    guess: Code
    marks: list[tuple[int, Mark]] = field(default_factory=list)
    """The marks given, each with the seat that gave it."""


@dataclass
class Claim:
    """A claim that a mark is wrong."""

    seat: int
    board: int
    row: int
    holds: bool


@dataclass
class Round:
    """One secret, or one set of secrets, broken or not."""

    rules: Rules
    number: int
    attempt: int
    barred: tuple[int, ...] = ()
    """The seats that marked wrongly before a replay, where this bars them from guessing and calling in it."""
    codes: dict[int, Code] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    """The rows in the order in which they were placed."""
    left: dict[int, str] = field(default_factory=dict)
    """The seats that have left the round, in order, and why: `resigned` or `timed-out`."""
    claims: list[Claim] = field(default_factory=list)
    caller: int | None = None
    answers: list[tuple[int, bool]] = field(default_factory=list)
    """The seats that have answered, in order, and whether they were right."""
    passed: list[int] = field(default_factory=list)
    accepted: bool = False
    """Whether the breaker has let the round stand in spite of a wrong mark."""

    def __post_init__(self) -> None:
        # Seat 1 is the maker, or goes first, in round 1; then it is the next seat.
        everybody = self.rules.everybody
        first = (self.number - 1) % len(everybody)
        clockwise = everybody[first:] + everybody[:first]
        self.maker = clockwise[0] if self.rules.makers == "one" else None
        """The one maker, if there is one."""
        self.breakers = clockwise[1:] if self.maker else clockwise
        """The seats that guess, in turn; the first of them begins."""

    @property
    def makers(self) -> tuple[int, ...]:
        """The seats that have to set a code."""
        if self.rules.makers == "dealt":
            return ()
        return (self.maker,) if self.maker else self.rules.everybody

    @property
    def is_set(self) -> bool:
        """Whether the secret is there, so that guesses can begin."""
        return len(self.codes) == (len(self.makers) or self.rules.seats)

    def board_of(self, breaker: int) -> int:
        """The number of the board that this seat guesses on: of the seat that is the first to guess there."""
        return self.breakers[0] if self.maker else breaker

    def markers_of(self, breaker: int) -> tuple[int, ...]:
        """The seats that mark this seat's rows, in the order in which they do."""
        if self.maker:
            return (self.maker,)
        at = self.breakers.index(breaker)
        return self.breakers[at + 1 :] + self.breakers[:at]

    def rows_on(self, board: int) -> list[Row]:
        return [row for row in self.rows if row.board == board]

    def is_full(self, breaker: int) -> bool:
        """Whether this seat has no row left."""
        return len(self.rows_on(self.board_of(breaker))) == self.rules.rows

    def is_hidden(self, row: Row) -> bool:
        """Whether a row waits for the other player's row before it is shown, as rows placed together do."""
        return self.rules.turns == "together" and any(
            len(self.rows_on(other)) < row.number for other in self.breakers if other != row.seat
        )

    def owed_by(self, row: Row) -> tuple[int, ...]:
        """The seats whose mark this row still lacks, in order."""
        return self.markers_of(row.seat)[len(row.marks) :]

    def is_marked(self, row: Row) -> bool:
        return not self.owed_by(row)

    def right_mark_by(self, marker: int, row: Row) -> Mark:
        return right_mark(self.rules.marking, self.codes[marker], row.guess)

    def is_marked_as_code(self, row: Row) -> bool:
        """Whether the mark given says that this row is the code."""
        solved = solving_mark(self.rules.marking, self.rules.holes_for(row.seat))
        return self.is_marked(row) and row.marks[0][1] == solved

    def equals_secret(self, row: Row) -> bool:
        """Whether the row is the code in truth."""
        return self.rules.marking != "parts" and is_code(
            self.rules.marking, self.codes[self.markers_of(row.seat)[0]], row.guess
        )

    @property
    def whole_code(self) -> Code:
        """The code that the dealt parts make together."""
        return tuple(max(pegs) for pegs in zip(*self.codes.values(), strict=True))

    @property
    def out(self) -> set[int]:
        """The seats that guess and call no more: they have left, or answered wrongly, or are barred."""
        return {*self.left, *self.barred, *(seat for seat, right in self.answers if not right)}

    @property
    def still_in(self) -> tuple[int, ...]:
        """The breakers that still play for the round, in turn."""
        return tuple(seat for seat in self.breakers if seat not in self.out)
