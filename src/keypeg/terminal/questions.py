"""What a person is asked at their turn, in one line."""

from keypeg.core.actions import Accept, Action, Answer, Claim, GiveMark, Guess, Pass, SetCode
from keypeg.core.view import Allowed, View
from keypeg.i18n.match_text import MatchText
from keypeg.i18n.text_width import visible_width
from keypeg.i18n.typed_words import typed_command
from keypeg.terminal.commands import typed_mark_example


def question(view: View, allowed: Allowed, text: MatchText, lang: str) -> str:
    """The question to the person of this view for the action that is allowed."""
    assert view.seat is not None
    name = text.name(view.seat)
    if allowed.action is GiveMark:
        return _ask_mark(view, allowed, text, lang)
    if allowed.action is Accept:
        claim = next(other for other in view.legal if other.action is Claim)
        replay = f"{typed_command('claim', lang)} {claim.rows[0].row}"
        return text.say("ask-accept", name=name, replay=replay, accept=typed_command("accept", lang))
    if allowed.action is Pass:
        call, leave = typed_command("call", lang), typed_command("pass", lang)
        return text.say("ask-last-call", name=name, call=call, leave=leave)
    assert allowed.space is not None
    guess = "ask-guess-blanks" if allowed.space.most_blanks else "ask-guess"
    keys: dict[type[Action], str] = {SetCode: "ask-code", Answer: "ask-answer", Guess: guess}
    row = len(view.own_board.rows) + 1 if view.own_board is not None else 0
    rows = view.edition.guesses.rows
    return text.say(keys[allowed.action], name=name, holes=allowed.space.holes, row=row, rows=rows)


def what_is_asked_about(view: View, allowed: Allowed, text: MatchText) -> list[str]:
    """What the person needs to see beside the question: the guess above their code, or the marks that were wrong."""
    if allowed.action is GiveMark:
        row = view.board(allowed.board).rows[-1]
        guess = text.say("row-to-mark", name=text.name(row.seat), row=allowed.row, guess=text.code(row.guess))
        code = text.say("own-parts" if view.edition.dealt else "own-code", code=text.secret(view.code or ()))
        if view.edition.dealt:
            return [guess, code]
        width = max(visible_width(guess), visible_width(code))
        return [" " * (width - visible_width(line)) + line for line in (guess, code)]
    if allowed.action is Accept and view.revealed is not None:
        return [text.wrong_mark(wrong) for wrong in view.revealed.wrong]
    return []


def _ask_mark(view: View, allowed: Allowed, text: MatchText, lang: str) -> str:
    assert view.seat is not None
    pegs = view.edition.pegs_marked(view.board(allowed.board).number)
    example = typed_mark_example(allowed.marks[0], text.red, lang, pegs)
    return text.say("ask-mark", name=text.name(view.seat), row=allowed.row, example=example)
