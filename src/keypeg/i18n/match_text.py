"""What has happened and how things stand, in sentences."""

from collections.abc import Callable
from typing import Any

from keypeg.core.codes import BLANK, Code, parts_of
from keypeg.core.edition import Edition, Makers, Turns
from keypeg.core.events import (
    Accepted,
    Answered,
    Called,
    Claimed,
    CodeSet,
    Dealt,
    Event,
    GuessPlaced,
    MarkGiven,
    Passed,
    RoundBegan,
    RoundEnded,
    RoundRevealed,
    RowOpened,
    SeatLeft,
)
from keypeg.core.marks import KeyPegs, Mark
from keypeg.core.scoring import ScoreLine
from keypeg.core.view import FinishedRound, Outcome, WrongRow
from keypeg.editions import find_rulebook
from keypeg.i18n.catalogue import count, has_sentence, say
from keypeg.i18n.colour_letters import local_palette
from keypeg.i18n.edition_text import colour_name
from keypeg.records.notation import write_code

Paint = Callable[[str, str], str]
"""Gives a peg's letter its looks: (letter as written, letter of the colour) -> text."""


class MatchText:
    """Describes a table and its events in one language, with the players' names."""

    def __init__(self, edition: Edition, names: tuple[str, ...], lang: str, paint: Paint | None = None) -> None:
        self.edition = edition
        self.names = names
        self.lang = lang
        self.paint = paint
        self.letters = local_palette(edition.palette, lang)
        """The colours with the letters of this language."""
        self.red = find_rulebook(edition.id).red_keys

    def say(self, key: str, **values: object) -> str:
        """A sentence of the catalogue."""
        return say(self.lang, key, **values)

    def name(self, seat: int) -> str:
        """The name of the player at this seat."""
        return self.names[seat - 1]

    def all_names(self, seats: tuple[int, ...]) -> str:
        """Several names in a row."""
        names = [self.name(seat) for seat in seats]
        if not names:
            return self.say("nobody")
        return ", ".join(names[:-1]) + self.say("and") + names[-1] if len(names) > 1 else names[0]

    def code(self, code: Code) -> str:
        """A code, its letters apart."""
        letters, colours = write_code(code, self.letters), write_code(code, self.edition.palette)
        return " ".join(self._painted(letter, colour) for letter, colour in zip(letters, colours, strict=True))

    def short_code(self, code: Code) -> str:
        """A code with its letters together and without colours, for tables and lists."""
        return write_code(code, self.letters)

    def _painted(self, letter: str, colour: str) -> str:
        return self.paint(letter, colour) if self.paint else letter

    def pegs(self, pegs: Code, between: str = " ") -> str:
        """Pegs by themselves, in a sentence: there a blank is a word, lest its full stop be the sentence's."""
        return between.join(self.code((peg,)) if peg != BLANK else self.say("blank-word") for peg in pegs)

    def secret(self, code: Code) -> str:
        """A secret: a code, or where parts are dealt the holes that it fills."""
        if not self.edition.dealt:
            return self.code(code)
        return ", ".join(self.say("part", hole=hole, code=self.code((peg,))) for hole, peg in parts_of(code))

    def mark(self, mark: Mark) -> str:
        """A mark in words."""
        if not isinstance(mark, KeyPegs):
            return str(mark.number)
        nouns = {"reds" if self.red else "blacks": mark.blacks, "whites": mark.whites}
        words = [count(self.lang, noun, number) for noun, number in nouns.items() if number]
        return ", ".join(words) or self.say("nothing-marked")

    def wrong_mark(self, wrong: WrongRow) -> str:
        """A mark that was wrong, and the right one."""
        given, right = self.mark(wrong.given), self.mark(wrong.right)
        return self.say("wrong-row", by=self.name(wrong.by), row=wrong.row, given=given, right=right)

    def palette(self) -> str:
        """The colours and their letters."""
        colours = []
        for local, colour in zip(self.letters, self.edition.palette, strict=True):
            colours.append(f"{self._painted(local.letter, colour.letter)} {colour_name(colour, self.lang)}")
        if self.edition.secrets.space.most_blanks:
            colours.append(f"{self.code((BLANK,))} {self.say('blank-word')}")
        return self.say("colours", colours=", ".join(colours))

    def scores(self, scores: tuple[int, ...]) -> str:
        """Everybody's points."""
        by_seat = [self.say("score-line", name=self.name(seat), line=points) for seat, points in enumerate(scores, 1)]
        return self.say("scores", scores=", ".join(by_seat))

    def news(self, event: Event) -> list[str]:
        """What this event says, in lines. Empty for the end of the match: `outcome` describes it, after the scores."""
        describe = _DESCRIBE_EVENT.get(type(event))
        return describe(self, event) if describe else []

    def result(self, result: FinishedRound) -> list[str]:
        """How a round ended: why, the codes, the points."""
        lines = [self._why(result)]
        lines += [self.wrong_mark(wrong) for wrong in result.wrong]
        kind = "part-was" if self.edition.dealt else "code-was"
        for seat, code in enumerate(result.codes, 1):
            if code is not None:
                lines.append(self.say(kind, name=self.name(seat), code=self.secret(code)))
        lines += [self.say("score-line", name=self.name(line.seat), line=self.score(line)) for line in result.lines]
        if result.replayed:
            lines.append(self.say("replayed"))
        return lines

    def _why(self, result: FinishedRound) -> str:
        rows = [len(board.rows) for board in result.boards if board.broken]
        winners, reason = self.all_names(result.outcome.winners), result.outcome.reason
        # Without a winner there is nothing to add to the reason.
        key = f"end-{reason}" if has_sentence(f"end-{reason}") else f"reason-{reason}"
        return self.say(key, winners=winners, row=rows[0] if rows else 0)

    def score(self, line: ScoreLine) -> str:
        """What points were given for."""
        rows = count(self.lang, "rows", line.row or 0)
        points = count(self.lang, "points", line.points)
        return self.say(f"line-{line.reason}", points=points, rows=rows, row=line.row)

    def outcome(self, outcome: Outcome | None) -> str:
        """How the match ended, or that it has not."""
        if outcome is None:
            return self.say("error-not-over")
        without = f"match-{outcome.reason}-nobody"
        key = f"match-{outcome.reason}" if outcome.winners or not has_sentence(without) else without
        return self.say(key, winners=self.all_names(outcome.winners))

    def roles(self, maker: int | None, first: int) -> str:
        """Who makes, or who goes first."""
        if maker is not None:
            return self.say("makes", name=self.name(maker))
        if self.edition.guesses.turns is not Turns.IN_TURN:
            return self.say("both")
        return self.say("first", name=self.name(first))

    def _describe_row_mark(self, event: MarkGiven) -> list[str]:
        if self.edition.secrets.makers is Makers.ONE:
            return [self.say("marked", row=event.row, mark=self.mark(event.mark))]
        return [self.say("marked-by", row=event.row, name=self.name(event.by), mark=self.mark(event.mark))]

    def _describe_guess(self, event: GuessPlaced | RowOpened) -> list[str]:
        # A hidden guess is described when it is opened; its own player has_sentence it already.
        if event.guess is None or (isinstance(event, GuessPlaced) and not event.open):
            return [self.say("placed-hidden", name=self.name(event.seat))]
        return [self.say("guessed", name=self.name(event.seat), code=self.code(event.guess))]

    def _describe_answer(self, event: Answered) -> list[str]:
        key = "answer-right" if event.right else "answer-wrong"
        return [self.say(key, name=self.name(event.seat), code=self.code(event.code))]

    def _describe_claim(self, event: Claimed) -> list[str]:
        is_elsewhere = self.edition.secrets.makers is not Makers.ONE and event.board != event.seat
        place = "-elsewhere" if is_elsewhere else ""
        key = f"claim-holds{place}" if event.holds else f"claim-fails{place}"
        return [self.say(key, name=self.name(event.seat), row=event.row, board=self.name(event.board))]

    def _describe_round_start(self, event: RoundBegan) -> list[str]:
        key = "began" if event.attempt == 1 else "began-again"
        return [self.say(key, number=event.round, roles=self.roles(event.maker, event.first))]

    def _describe_code_set(self, event: CodeSet) -> list[str]:
        if event.code is None:
            return [self.say("code-set", name=self.name(event.seat))]
        return [self.say("code-set-seen", name=self.name(event.seat), code=self.code(event.code))]

    def _describe_deal(self, event: Dealt) -> list[str]:
        lines = [self.say("dealt")]
        for seat, part in enumerate(event.parts, 1):
            if part is not None:
                lines.append(self.say("part-was", name=self.name(seat), code=self.secret(part)))
        return lines


_DESCRIBE_EVENT: dict[type[Event], Callable[[MatchText, Any], list[str]]] = {
    RoundBegan: lambda t, e: t._describe_round_start(e),
    CodeSet: lambda t, e: t._describe_code_set(e),
    Dealt: lambda t, e: t._describe_deal(e),
    GuessPlaced: lambda t, e: t._describe_guess(e),
    RowOpened: lambda t, e: t._describe_guess(e),
    MarkGiven: lambda t, e: t._describe_row_mark(e),
    Claimed: lambda t, e: t._describe_claim(e),
    Called: lambda t, e: [t.say("called", name=t.name(e.seat))],
    Answered: lambda t, e: t._describe_answer(e),
    Passed: lambda t, e: [t.say("passed", name=t.name(e.seat))],
    SeatLeft: lambda t, e: [t.say(e.reason, name=t.name(e.seat))],
    RoundRevealed: lambda t, e: t.result(e.result),
    Accepted: lambda t, e: [t.say("accepted", name=t.name(e.seat))],
    RoundEnded: lambda t, e: t.result(e.result),
}
