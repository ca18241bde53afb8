"""An edition of the game: a frozen value composed of parts, each of which answers one question.

No code depends on an edition's name. All that differs between editions is in these parts: who makes the codes and
which, what may be guessed and in what order, how rows are marked, what is scored, how many rounds make a match, and
what follows from a wrong mark. `keypeg.editions` holds the values of each rulebook.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Protocol, SupportsIndex

from keypeg.core.code_text import Palette, read_code, write_code
from keypeg.core.codes import Code, CodeSpace, as_code
from keypeg.core.errors import RuleError
from keypeg.core.immutable import Immutable, replace_fields
from keypeg.core.marks import KeyPegs, Mark, Marking
from keypeg.core.scoring import Scoring

TABLE = 0
"""The seat number of the table itself, which deals and keeps the time. Players' seats are numbered from 1."""


class RandomNumbers(Protocol):
    """Random numbers, such as those of `random.Random`."""

    def randrange(self, start: int, /) -> int:
        """A random number from 0 up to, but not including, this one."""


class Makers(Enum):
    """Which seats have a secret in a round."""

    ONE = "one"
    """One seat makes a code, and all others break it."""
    EACH = "each"
    """Each of two seats makes a code for the other."""
    DEALT = "dealt"
    """Each seat is dealt parts of one code, and looks for the parts of the others."""


class Turns(Enum):
    """The order in which guesses are placed."""

    IN_TURN = "in-turn"
    """One after the other, each row marked before the next."""
    TOGETHER = "together"
    """All seats place a hidden guess; when the last is placed, all are marked."""
    RACE = "race"
    """No turns: each guess counts when it arrives and is marked at once."""


class Ends(Enum):
    """When a match is over."""

    ALL_ROUNDS = "all-rounds"
    """When all its rounds are played; the best total wins."""
    MAJORITY = "majority"
    """As soon as one seat has more points than half the number of rounds."""


class Void(Enum):
    """What happens to a round that nobody wins."""

    REPLAY = "replay"
    """It is played again."""
    COUNTS = "counts"
    """It counts as a round of the match, won by nobody."""


class Parity(Enum):
    """Which numbers of rounds may be agreed on."""

    ANY = "any"
    EVEN = "even"
    ODD = "odd"
    SEATS = "seats"
    """As many rounds as seats: each seat makes one code."""


@dataclass(frozen=True)
class Secrets(Immutable):
    """Who makes the codes, and which codes may be made."""

    makers: Makers
    """Which seats have a secret."""
    space: CodeSpace
    """The codes that can be the secret; where parts are dealt, the whole codes that can be the answer."""
    parts: int = 0
    """How many parts each seat is dealt."""
    counters: int = 0
    """How many counters of each colour the parts are drawn from; 0 for no limit."""
    short_seat: int | None = None
    """The seat that the handicap favours: it has a shorter secret to find."""
    short_holes: int = 0
    """How many holes that seat has to find."""


@dataclass(frozen=True)
class Guesses(Immutable):
    """What a breaker may place, how often, and in what order."""

    space: CodeSpace
    """The codes that can be guessed; where parts are dealt, blanks are allowed only in a seat's own holes."""
    rows: int
    """How many rows a board has."""
    turns: Turns = Turns.IN_TURN
    """The order in which guesses are placed."""


@dataclass(frozen=True)
class Match(Immutable):
    """How rounds make a match."""

    rounds: int
    """The agreed number of rounds."""
    parity: Parity = Parity.ANY
    """Which numbers of rounds may be agreed on."""
    ends: Ends = Ends.ALL_ROUNDS
    """When the match is over."""
    void: Void = Void.COUNTS
    """What happens to a round that nobody wins."""
    practice: bool = False
    """Whether it is practice instead: one round with fixed roles, and no score."""


class Remedy(Enum):
    """What becomes of a round in which a mark was wrong."""

    REPLAY = "replay"
    """It is replayed with the same roles."""
    CHOICE = "choice"
    """The breaker decides: the round is replayed, or it stands."""
    AWARD = "award"
    """The wronged player wins it; nobody does if both were wronged."""
    UNLESS_FOUND = "unless-found"
    """It is replayed, unless the code was found."""


@dataclass(frozen=True)
class WrongMark(Immutable):
    """What follows from a wrong mark, which must never help the player who gave it."""

    remedy: Remedy = Remedy.REPLAY
    """What becomes of the round."""
    points: int = 0
    """How many points each wronged player gets."""
    bars_calls: bool = False
    """Whether a player who marked wrongly only marks in the replay, as after a wrong answer."""

    @property
    def found_counts(self) -> bool:
        """Whether a row that equals the secret breaks the code, whatever mark was laid beside it."""
        return self.remedy in (Remedy.AWARD, Remedy.UNLESS_FOUND)


@dataclass(frozen=True, repr=False)
class Edition(Immutable):
    """The rules of one table: an edition with its options chosen."""

    id: str
    """The edition's identifier, for texts and links; the rules never read it."""
    chosen: tuple[tuple[str, str], ...]
    """The options that differ from the edition's defaults, in the edition's order."""
    seats: int
    """How many seats the table has."""
    palette: Palette
    """The colours; peg number n is the n-th of them."""
    secrets: Secrets
    """Who makes the codes, and which codes may be made."""
    guesses: Guesses
    """What may be guessed, how often and in what order."""
    marking: Marking
    """How rows are marked."""
    scoring: Scoring
    """What is scored in a round."""
    match: Match
    """How rounds make a match."""
    wrong_mark: WrongMark
    """What follows from a wrong mark."""
    by_hand: bool = False
    """Whether makers mark by hand and can be wrong; otherwise the referee marks."""

    def __post_init__(self) -> None:
        check(self)

    def __repr__(self) -> str:
        return f"<Edition {self.link}>"

    @property
    def link(self) -> str:
        """The edition and its chosen options on one line, which `keypeg.records.edition_links` can read."""
        return "~".join((self.id, *map("_".join, self.chosen)))

    @cached_property
    def dealt(self) -> bool:
        """Whether parts of the code are dealt to all seats, so that calls and answers decide the round."""
        return self.secrets.makers is Makers.DEALT

    @property
    def default_breaker(self) -> int:
        """The breaker that is meant where no seat is named: the last seat."""
        return self.seats

    def code(self, pegs: str | Iterable[SupportsIndex]) -> Code:
        """The code with these pegs: `edition.code("RRBY")`. Raises `KeypegError` if nobody could set or guess it."""
        code = read_code(pegs, self.palette) if isinstance(pegs, str) else as_code(pegs)
        spaces = [self.guess_space(breaker) for breaker in range(self.seats, 0, -1)]
        if self.dealt:  # parts of a code, too, are codes with blanks
            spaces.insert(0, replace_fields(self.secrets.space, least_blanks=0, most_blanks=self.secrets.space.holes))
        if not any(code in space for space in spaces):
            spaces[0].check(code)
        return code

    def text(self, code: Iterable[SupportsIndex]) -> str:
        """A code in the letters of this edition, a blank as a full stop: `edition.text((1, 1, 2, 3))`."""
        return write_code(self.code(code), self.palette)

    def mark(self, secret: str | Iterable[SupportsIndex], guess: str | Iterable[SupportsIndex]) -> Mark:
        """The mark that this guess earns against this secret. Raises `KeypegError` if either cannot be played."""
        return mark_for(self, self.code(secret), self.code(guess))

    def random_code(self, rng: RandomNumbers) -> Code:
        """A random secret, each as likely as any other: `edition.random_code(random.Random(1))`."""
        return self.secrets.space.draw(rng.randrange)

    def secret_space(self, breaker: int) -> CodeSpace:
        """The codes among which this seat has to find the secret."""
        return self._shorten_for(breaker, self.secrets.space)

    def guess_space(self, breaker: int, own: Code | None = None) -> CodeSpace:
        """The codes that this seat may guess.

        Where parts are dealt, a seat may bluff in its own holes with any colour or a blank. Without `own`, the seat's
        parts, the space only limits how many blanks there can be.
        """
        space = self._shorten_for(breaker, self.guesses.space)
        if not self.dealt:
            return space
        space = replace_fields(space, most_blanks=self.secrets.parts)
        return space if own is None else space.blank_only_in(own)

    def pegs_marked(self, breaker: int) -> int:
        """How many pegs of a row on this seat's board one maker marks: the maker's own parts, or every hole."""
        return self.secrets.parts or self.secret_space(breaker).holes

    def check_seat(self, seat: int, first: int = 1) -> None:
        """Raise `RuleError` if there is no such seat; with `first=TABLE` the table itself counts as one."""
        if not first <= seat <= self.seats:
            raise RuleError("no-such-seat", seat=seat, seats=self.seats)

    def _shorten_for(self, breaker: int, space: CodeSpace) -> CodeSpace:
        short = breaker == self.secrets.short_seat
        return replace_fields(space, holes=self.secrets.short_holes) if short else space


def as_practice(edition: Edition) -> Edition:
    """The same edition for practice: one round in which nobody scores, whatever numbers of rounds it allows."""
    return replace(edition, match=Match(1, practice=True))


def mark_for(edition: Edition, secret: Code, guess: Code) -> Mark:
    """The mark that this guess earns against this secret. Raises `RuleError` if either cannot be played here.

    Where parts are dealt, the secret may be the parts of one or more seats, with all other holes blank.
    """
    breakers = range(1, edition.seats + 1)
    breaker = next((seat for seat in breakers if edition.secret_space(seat).holes == len(secret)), 1)
    secrets = edition.secret_space(breaker)
    if edition.dealt:
        secrets = replace_fields(secrets, most_blanks=secrets.holes - 1)
    secrets.check(secret)
    edition.guess_space(breaker).check(guess)
    return edition.marking.mark(secret, guess)


def check(edition: Edition) -> None:
    """Raise `RuleError` if the parts of this edition do not fit together."""
    _check_numbers(edition)
    _check_rounds(edition)
    _check_makers(edition)
    _check_scoring(edition)
    _check_codes(edition)
    _check_wrong_mark(edition)


def _check_numbers(edition: Edition) -> None:
    secrets, space = edition.secrets, edition.secrets.space
    for name, number, low, high in (
        ("seats", edition.seats, 2, 5),
        ("holes", space.holes, 1, 8),
        ("colours", space.colours, 2, 20),
        ("rows", edition.guesses.rows, 1, 40),
        ("rounds", edition.match.rounds, 1, 100),
        ("penalty", edition.wrong_mark.points, 0, 9),
        ("counters", secrets.counters, 0, 20),
        ("short_seat", secrets.short_seat or 1, 1, edition.seats),
        ("short_holes", space.holes if secrets.short_seat is None else secrets.short_holes, 1, space.holes),
    ):
        if not low <= number <= high:
            raise RuleError("out-of-range", option=name, low=low, high=high, given=number)


def _check_codes(edition: Edition) -> None:
    secrets, guesses = edition.secrets.space, edition.guesses.space
    letters = [colour.letter for colour in edition.palette]
    if len(set(letters)) < len(letters) or not all(len(letter) == 1 and "A" <= letter <= "Z" for letter in letters):
        raise RuleError("palette-letters")
    if len(edition.palette) != secrets.colours or (secrets.holes, secrets.colours) != (guesses.holes, guesses.colours):
        raise RuleError("codes-differ")
    for space in (secrets, guesses):
        if not 0 <= space.least_blanks <= space.most_blanks <= space.holes:
            raise RuleError("blanks-out-of-range")
        filled = space.holes - space.most_blanks
        if not space.repeats and space.colours < filled:
            raise RuleError("too-few-colours", holes=filled, colours=space.colours)
    blanks = not edition.dealt and secrets.most_blanks > guesses.most_blanks
    if blanks or (secrets.repeats and not guesses.repeats):
        raise RuleError("guess-cannot-reach")


def _check_rounds(edition: Edition) -> None:
    rounds, parity = edition.match.rounds, edition.match.parity
    if parity is Parity.EVEN and rounds % 2:
        raise RuleError("rounds-even", given=rounds)
    if parity is Parity.ODD and not rounds % 2:
        raise RuleError("rounds-odd", given=rounds)
    if parity is Parity.SEATS and rounds != edition.seats:
        raise RuleError("rounds-are-seats", seats=edition.seats, given=rounds)


def _check_makers(edition: Edition) -> None:
    makers, turns = edition.secrets.makers, edition.guesses.turns
    dealt = edition.dealt
    if makers is Makers.EACH and edition.seats != 2:
        raise RuleError("each-needs-two-seats", given=edition.seats)
    if makers is Makers.ONE and turns is not Turns.IN_TURN:
        raise RuleError("one-maker-in-turn", turns=turns.value)
    by_parts = edition.marking.solved(1) is None
    if not dealt == by_parts == (edition.secrets.parts > 0) or (dealt and turns is not Turns.IN_TURN):
        raise RuleError("parts-go-together")
    if dealt:
        _check_parts(edition)


def _check_parts(edition: Edition) -> None:
    needed = edition.seats * edition.secrets.parts
    if needed > edition.secrets.space.holes:
        raise RuleError(
            "parts-need-holes",
            seats=edition.seats,
            parts=edition.secrets.parts,
            needed=needed,
            holes=edition.secrets.space.holes,
        )
    space, counters = edition.secrets.space, edition.secrets.counters
    if not space.least_blanks == space.most_blanks == space.holes - needed:
        raise RuleError("parts-without-blanks")
    if counters and space.repeats and needed > counters * space.colours:
        raise RuleError("too-few-counters", counters=counters)


def _check_scoring(edition: Edition) -> None:
    scoring = edition.scoring
    if scoring.needs_one_maker and edition.secrets.makers is not Makers.ONE:
        raise RuleError("scoring-needs-one-maker", scoring=scoring.name)
    if edition.match.ends is Ends.MAJORITY and not scoring.by_rounds:
        raise RuleError("majority-needs-round-points", scoring=scoring.name)
    if edition.seats not in scoring.seats:
        allowed = f"{scoring.seats.start}–{scoring.seats.stop - 1}" if len(scoring.seats) > 1 else str(scoring.seats[0])
        raise RuleError("scoring-needs-seats", scoring=scoring.name, allowed=allowed, seats=edition.seats)
    if scoring.black_points and not isinstance(edition.marking.solved(edition.secrets.space.holes), KeyPegs):
        raise RuleError("scoring-needs-key-pegs", scoring=scoring.name)
    if scoring.maker_table:
        needed = len(scoring.maker_table[0][1]) - 1
        if edition.guesses.rows != needed:
            raise RuleError("scoring-needs-rows", scoring=scoring.name, needed=needed, rows=edition.guesses.rows)


def _check_wrong_mark(edition: Edition) -> None:
    wrong_mark = edition.wrong_mark
    if wrong_mark.remedy is Remedy.AWARD and not edition.scoring.by_rounds:
        raise RuleError("award-needs-round-points", scoring=edition.scoring.name)
    if wrong_mark.remedy is Remedy.CHOICE and (edition.secrets.makers is not Makers.ONE or edition.seats != 2):
        raise RuleError("choice-needs-one-breaker")
    if wrong_mark.bars_calls and not edition.dealt:
        raise RuleError("parts-go-together")
