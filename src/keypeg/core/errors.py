"""The two kinds of error, each with a stable code: text that cannot be read, and what the rules forbid.

A code is part of the interface: programs test it, translations are keyed by it. The English sentence for
each code stands here; other languages live in `keypeg.i18n`.
"""

from collections.abc import Callable, Mapping
from string import Formatter
from typing import Any, ClassVar


class Counting(Formatter):
    """Fills sentences in; a gap `{rows:row|rows}` takes a number and its noun, in the singular or the plural."""

    def __init__(self, singular: Callable[[int], bool] = lambda number: number == 1) -> None:
        self.singular = singular

    def format_field(self, value: Any, format_spec: str) -> str:
        """A value, or a number and its noun."""
        one, found, many = format_spec.partition("|")
        if not found:
            return str(super().format_field(value, format_spec))
        return f"{value} {one if self.singular(value) else many}"

    def fill(self, sentence: str, details: Mapping[str, object]) -> str:
        """The sentence with its gaps filled in."""
        return self.vformat(sentence, (), details)


class KeypegError(Exception):
    """What Keypeg raises when it refuses something. Nothing has changed when it is raised."""

    sentences: ClassVar[dict[str, str]] = {}
    """Every code of this kind of error, with its English sentence."""

    def __init__(self, code: str, **details: object) -> None:
        if code not in self.sentences:
            raise LookupError(f"{type(self).__name__} has no code {code!r}")
        self.code = code
        """The stable code, such as `not-your-turn`."""
        self.details = details
        """The values that the sentence mentions."""
        super().__init__(code)

    def __str__(self) -> str:
        return Counting().fill(self.sentences[self.code], self.details)

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (type(self), self.code, self.details))


def _rebuild(kind: type[KeypegError], code: str, details: dict[str, object]) -> KeypegError:
    return kind(code, **details)


class ReadError(KeypegError):
    """A text that cannot be read: it says nothing that the rules could judge."""

    sentences: ClassVar[dict[str, str]] = {
        "unknown-colour": "{letter!r} is no colour of this edition; its letters are {letters}",
        "empty-code": "no code was given; write one letter a hole, such as {example}",
        "unknown-edition": "there is no edition {edition!r}; there are {editions}",
        "unknown-option": "the edition {edition} has no option {option!r}; it has {options}",
        "unreadable-option": "{text!r} is no option; write name=value",
        "repeated-option": "the option {option} is given twice",
        "unreadable-value": "the option {option} cannot be {value!r}; it may be {allowed}",
        "unreadable-mark": "{text!r} is no mark; write {example}",
        "position-without-rows": "{text!r} is no position: '~~' and its rows must follow the edition",
        "position-needs-seat": "in the row {text!r} a seat's number and '-' must stand before the guess and each mark",
        "position-needs-marks": "in the row {text!r} '_' and a mark must follow the guess, {marks:time|times}",
        "position-stray-dash": "in the row {text!r} a '-' may stand only after a seat's number",
        "unreadable-action": "{text!r} is no action; the actions are {actions}",
        "missing-argument": "the action {action} needs more, such as: {example}",
        "extra-argument": "the action {action} takes no {text!r}",
        "unreadable-number": "{text!r} is no whole number",
        "unreadable-seat": "{text!r} is no seat; write a number from 1, or 'table'",
        "unreadable-audience": "{text!r} is nobody at the table; write a seat's number, or 'spectator'",
        "unreadable-time": "{text!r} is no time; write @ and seconds, such as @12.5",
        "time-goes-back": "the time @{time} is before the line above it",
        "not-a-record": "this is no Keypeg record: its first line must be 'Keypeg: 1'",
        "unreadable-header": "{text!r} is no header; write 'Name: value'",
        "repeated-header": "the header {name} stands twice",
        "missing-header": "the header {name} is missing",
        "in-file": "{file}:{line}: {why}",
        "not-text": "this is not a text file in UTF-8",
        "file-not-found": "there is no file {file}",
        "file-is-folder": "{file} is a folder, not a file",
        "file-forbidden": "the file {file} is not open to this user",
        "file-unreadable": "the file {file} cannot be read ({why})",
        "file-exists": "the file {file} exists already; nothing is written over it",
        "file-unwritable": "the file {file} cannot be written ({why})",
        "disk-full": "the disk is full; {file} could not be written",
        "file-in-use": "the file {file} is being played in another window",
        "unfinished-line": "the line breaks off: it was never written to its end",
        "nothing-to-resume": "there is no unfinished game to go on with",
        "match-already-over": "the match in {file} is over; there is nothing to go on with",
        "wrong-players": "{given:player is|players are} named for {seats} seats",
        "same-name": "two players cannot both be called {name}",
        "resume-alone": "a game that is resumed has its edition, its players and its file already",
        "unknown-player": "there is no player {text!r}; there are {players}",
        "player-unloadable": "the player {name} cannot be loaded ({why})",
        "player-missing": "in {file}, seat {seat} was played by {name!r}, which is not installed here; its header "
        "'Kind {seat}' may name another player",
        "player-failed": "the player {name} has failed ({why})",
        "player-erred": "the player {name} did what is not allowed, {action} ({why})",
        "nobody-acts": "nobody acts, though play waits for {players}",
        "endless-match": "the match was not over after {actions} actions",
        "unknown-book": "there is no book {book!r}; there are {books}",
        "bad-book": "the book {book} cannot be read ({why})",
        "worker-lost": "a worker process was ended from outside; what was found out until then is not lost",
        "cluster-not-installed": "a cluster needs Dask, which is not installed: pip install 'keypeg[cluster]'",
        "cluster-silent": "no Dask scheduler answers at {address}",
        "cluster-empty": "the cluster at {address} has no workers",
        "proof-does-not-hold": "the search claims {claimed}, but its strategy comes to {found}: remove what was kept",
        "unreadable-row": "{text!r} is no row; write {example}",
        "rule-takes-no-limit": "--worst goes with --rule optimal alone",
        "rule-is-not-shared": "--keep and --cluster go with --rule optimal and --rule wide alone",
        "duel-takes-no-opening": "--rule duel finds the first guess itself; --opening goes with the other rules",
        "workers-need-postgresql": "several workers need a database that they can share: PostgreSQL",
        "unknown-database": "{text!r} is no database; name a file, or a URL that begins with postgresql://",
        "no-such-address": "nobody can listen at {host}:{port}: {why}",
        "no-such-number": "{text!r} is no number from {low} to {high}",
        "wrong-checkpoint": "the file {file} was kept by another search",
        "unreadable-date": "{text!r} is no date; write year, month and day as 2026-01-31",
        "daily-alone": "the day's puzzle has its kind, difficulty and seed already",
        "answer-to-what": "an answer needs the puzzle it is for: give its --seed, or --daily",
        "seat-needed": "a round that is not over is told here by what one seat knows: say which with --seat, from 1 to "
        "{seats}",
        "usage": "{message}",
    }


class RuleError(KeypegError):
    """A move, or a way to set up a table, that the rules forbid."""

    sentences: ClassVar[dict[str, str]] = {
        # a code, guess or answer
        "wrong-length": "a code here has {holes:hole|holes}, not {given}",
        "no-such-colour": "there is no colour number {peg}; there are {colours}",
        "blank-not-allowed": "hole {hole} may not be left blank",
        "too-many-blanks": "at most {most:hole|holes} may be left blank, not {given}",
        "too-few-blanks": "{least:hole|holes} must be left blank, not {given}",
        "repeat-not-allowed": "the colours must all be different",
        # a mark or a claim
        "impossible-mark": "no row can earn this mark here",
        "no-such-row": "there is no marked row {row} to claim on board {board}",
        "nothing-to-claim": "there is no marked row to claim yet",
        "already-claimed": "this claim was made before, and the mark is right",
        # a game for the solver
        "no-such-guess": "this is no guess that is allowed here",
        "puzzle-too-large": "there are {codes} codes; the search takes at most {most} here",
        "no-wide-search": "there is no wide search where codes are not equally likely; --rule optimal finds the best",
        "no-exact-search": "there is no exact search where no mark says that the code is found",
        "no-strategy-within": "no strategy finds every code within the limit",
        "cannot-be-told-apart": "some codes cannot be told apart by any guess that is allowed",
        "too-many-guesses": "no strategy finds every code within {most} guesses",
        "no-such-problem": "no {difficulty} puzzle of the kind {kind} was found in this edition",
        "no-best-guess": "where parts are dealt there are only puzzles of the kind one-code: no mark says that the "
        "code is found",
        "nothing-held": "nobody holds a part of the code in this edition",
        "parts-not-analysed": "where parts are dealt, no board says by itself what its rows are worth",
        "own-parts-needed": "it must be said which part one holds: {parts:part|parts} of the code",
        # whose turn, and what for
        "match-over": "the match is over",
        "no-such-seat": "there is no seat {seat}; there are {seats}",
        "not-your-turn": "it is not this seat's turn",
        "not-a-maker": "this seat sets no code in this round",
        "not-a-breaker": "this seat guesses no code in this round",
        "codes-first": "the codes must be set first",
        "code-already-set": "the code is set and cannot be changed",
        "codes-are-dealt": "the codes of this edition are dealt, not chosen",
        "nothing-to-deal": "nothing is to be dealt now",
        "wrong-deal": "each seat must be dealt {parts:part|parts}, each in a hole of its own",
        "too-few-counters": "there are only {counters} counters of each colour",
        "guess-already-placed": "this seat's guess is placed and waits for its mark",
        "mark-first": "a row waits for this seat's mark; it comes first",
        "nothing-to-mark": "no row waits for this seat's mark",
        "referee-marks": "the referee marks at this table, and makes no mistakes",
        "rows-used-up": "this seat has no rows left",
        "out-of-round": "this seat is out of the round",
        "no-calls": "nobody calls in this edition: a code is broken by a guess",
        "call-first": "an answer needs a call first",
        "play-has-stopped": "seat {caller} has called, and play stops until the answer is given",
        "nothing-to-pass": "a seat may pass only when the rows are used up and it is its turn",
        "nobody-late": "nothing is waited for from anybody",
        "not-late": "nothing is waited for from seat {seat}",
        "table-only": "only the table itself does this",
        "seats-only": "the table itself cannot do this",
        # a maker who never commits
        "nothing-to-exchange": "there is no code here that could be exchanged for another",
        "code-does-not-fit": "with this code some mark would have been another",
        "must-commit": "{name} never commits to a code, and cannot play where codes are committed or dealt",
        # setting up a table
        "out-of-range": "the option {option} must be from {low} to {high}, not {given}",
        "palette-letters": "every colour needs a capital letter of its own",
        "blanks-out-of-range": "blanks can be from none to as many as there are holes",
        "codes-differ": "codes and guesses must have the same holes, and the same colours as the palette",
        "rounds-even": "the number of rounds must be even, so that each plays both roles as often, not {given}",
        "rounds-odd": "the number of rounds must be odd, so that one player can win more than half, not {given}",
        "rounds-are-seats": "each player makes once: {seats} seats play {seats} rounds, not {given}",
        "too-few-colours": "{holes} holes of different colours need at least {holes} colours, not {colours}",
        "guess-cannot-reach": "a code may repeat colours or have blanks where a guess may not: it could not be guessed",
        "each-needs-two-seats": "each makes a code for the other: that needs 2 seats, not {given}",
        "one-maker-in-turn": "with one maker at a time the breakers guess in turn, not {turns}",
        "parts-need-holes": "{seats} seats with {parts:part|parts} each need {needed} holes, not {holes}",
        "parts-go-together": "the marking 'parts', dealt secrets, turns in order and round points go together",
        "parts-without-blanks": "where parts are dealt, the holes that nobody drew are blank, and no others",
        "marks-by-others": "the marks of a row are given by its makers, and here they are {makers}",
        "scoring-needs-one-maker": "the scoring {scoring} needs one maker at a time",
        "majority-needs-round-points": "rounds can be won by more than half, not the points of the scoring {scoring}",
        "scoring-needs-seats": "the scoring {scoring} is for {allowed} seats, not for {seats}",
        "scoring-needs-key-pegs": "the scoring {scoring} counts key pegs: it needs the marking black-white",
        "scoring-needs-rows": "the scoring {scoring} has a table for {needed} rows, not for {rows}",
        "handicap-needs-five": "a handicap sets 4 holes against 5: it does not go with holes=4",
        "two-parts-two-seats": "only 2 seats can hold two parts each, not {seats}",
    }
