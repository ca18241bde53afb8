"""Hints and wrong marks in sentences, in small steps, so that players can stop at any hint.

The first hint is never a whole guess.
"""

from typing import NamedTuple

from keypeg.analysis.cost_and_luck import Currency
from keypeg.analysis.hint_values import (
    CallAdvice,
    Certainties,
    Completion,
    DealtAdvice,
    DealtHints,
    GoodGuess,
    Hints,
    RowReasons,
    WrongMarks,
)
from keypeg.core.codes import BLANK, Code
from keypeg.i18n.catalogue import count, decimal, percent, rounded_number
from keypeg.i18n.match_text import MatchText
from keypeg.solver.advice.changes import Change
from keypeg.wire.hint_types import HintKind


class HintText(NamedTuple):
    """One hint in words."""

    kind: HintKind
    lines: list[str]
    guess: Code | None = None
    """The row that is advised, if any."""


def describe_hints(hints: Hints, text: MatchText) -> list[HintText]:
    """The hints for a board, each with more than the one before."""
    if hints.wrong is not None:
        return [HintText("conflict", describe_conflict(hints.wrong, text))]
    steps = [HintText("codes-left", [describe_codes_left(hints.codes, text, hints.error)])]
    if hints.certain is not None:
        steps += _certain_steps(hints.certain, hints.codes, text)
    if hints.good is not None:
        if hints.codes > 1:
            steps.append(_describe_approach(hints.good.guess, hints.good.partition.can_be_code, text))
        steps.append(_describe_guess(hints.good.guess, text))
        steps.append(HintText("reasons", _explain_guess(hints.good, text)))
    return steps


def describe_codes_left(codes: int, text: MatchText, error: float = 0.0) -> str:
    """How many codes are left, with the error of an estimate."""
    if error:
        return text.say(
            "codes-left-estimate", codes=rounded_number(text.lang, codes), error=rounded_number(text.lang, error)
        )
    return text.say("codes-left", codes=count(text.lang, "codes", codes))


def _certain_steps(certain: Certainties, codes: int, text: MatchText) -> list[HintText]:
    """What is certain, one line at a time: the holes come last, because they say the most."""
    only_code = [HintText("approach", [text.say("hint-only-code")])] if codes == 1 else []
    return only_code + [HintText("certain", [line]) for line in reversed(describe_certainties(certain, text))]


def _describe_approach(guess: Code, can_be_code: bool, text: MatchText) -> HintText:
    """What a good guess is like, without the guess itself."""
    key = "hint-approach-code" if can_be_code else "hint-approach"
    return HintText("approach", [text.say(key, count=len(set(guess) - {BLANK}))])


def _describe_guess(guess: Code, text: MatchText) -> HintText:
    return HintText("guess", [text.say("best-guess", guess=text.code(guess))], guess)


def describe_certainties(certain: Certainties, text: MatchText) -> list[str]:
    """What is certain: a line each for holes, colours inside and colours outside."""
    holes = [
        text.say("part", hole=hole, code=text.pegs((peg,)))
        for hole, peg in enumerate(certain.holes, 1)
        if peg is not None
    ]
    inside = [(f"{number} × " if number > 1 else "") + text.pegs((peg,)) for peg, number in certain.inside]
    lines = [text.say("hint-holes", holes=", ".join(holes))] if holes else []
    lines += [text.say("hint-inside", colours=", ".join(inside))] if inside else []
    lines += [text.say("hint-outside", colours=text.pegs(certain.outside, ", "))] if certain.outside else []
    return lines


def _explain_guess(good: GoodGuess, text: MatchText) -> list[str]:
    if good.currency is Currency.POINTS:
        value = text.say("hint-points", points=decimal(text.lang, good.value.value, 1))
    else:
        key = "hint-value" if good.value.exact else "hint-value-estimate"
        value = text.say(key, expected=decimal(text.lang, good.value.value))
    why = "why-guess-code" if good.partition.can_be_code else "why-guess"
    if good.partition.cells == 1 and not good.partition.can_be_code:
        why = "why-guess-silent"
    return [
        "  " + value,
        "  " + text.say(why, cells=good.partition.cells, largest=good.partition.largest),
    ]


# Where parts are dealt


def describe_dealt_hints(hints: DealtHints, text: MatchText) -> list[HintText]:
    """The hints for a seat that holds parts, each with more than the one before."""
    if hints.codes is None:
        return [HintText("note", [text.say("hint-too-many-deals")])]
    if hints.certain is None:
        return [HintText("conflict", [text.say("contradicted")])]
    codes_left = HintText("codes-left", [describe_codes_left(hints.codes, text)])
    if hints.codes == 1:
        code = tuple(peg or 0 for peg in hints.certain.holes)
        only_code = HintText("approach", [text.say("hint-only-code")])
        return [codes_left, only_code, HintText("guess", [text.say("call-now", code=text.code(code))])]
    steps = [codes_left, *_certain_steps(hints.certain, hints.codes, text)]
    return steps if hints.advice is None else steps + _describe_advice(hints.advice, hints.reasons, text)


def _describe_advice(advice: DealtAdvice, reasons: RowReasons | None, text: MatchText) -> list[HintText]:
    """What to do, and why."""
    if advice.row is not None and reasons is not None:
        why = HintText("reasons", _describe_reasons(advice.wins, reasons, text))
        approach = _describe_approach(advice.row, reasons.can_be_code, text)
        return [approach, _describe_guess(advice.row, text), why]
    return [] if advice.call is None else _describe_call(advice.call, text)


def _describe_reasons(wins: float, reasons: RowReasons, text: MatchText) -> list[str]:
    shared = text.say("percent", number=f"{100 * reasons.share_to_others:.0f}")
    return [
        "  " + line
        for line in (
            text.say("hint-wins", wins=percent(text.lang, wins)),
            text.say("hint-leaves", left=decimal(text.lang, reasons.mean_left, 1), most=reasons.max_left),
            text.say("hint-row-can" if reasons.can_be_code else "hint-row-cannot"),
            text.say("hint-gives", share=shared) if reasons.bits_to_others else text.say("hint-gives-nothing"),
        )
    ]


def _describe_call(calling: CallAdvice, text: MatchText) -> list[HintText]:
    code, right = text.code(calling.code), percent(text.lang, calling.right)
    action = text.say("hint-call", code=code)
    approach = [HintText("approach", [text.say("hint-call-approach")])]
    if calling.waiting is None:
        why = text.say("hint-call-last", right=right)
    elif calling.now:
        why = text.say("hint-call-why", right=right, waiting=percent(text.lang, calling.waiting))
    else:
        action, approach = text.say("hint-wait"), []
        why = text.say("hint-wait-why", code=code, right=right, waiting=percent(text.lang, calling.waiting))
    return [*approach, HintText("guess", [action]), HintText("reasons", ["  " + why])]


# Partial guesses and wrong marks


def describe_completion(completion: Completion, text: MatchText) -> str:
    """Whether a partial guess can still become one that fits."""
    if completion.codes:
        return text.say("partial-can", codes=count(text.lang, "codes", completion.codes))
    if not completion.rows:
        return text.say("no-such-code")
    key = "partial-cannot" if len(completion.rows) == 1 else "partial-cannot-rows"
    return text.say(key, rows=listed_rows(completion.rows, text))


def describe_conflict(wrong: WrongMarks, text: MatchText) -> list[str]:
    """Which rows cannot all be true, and what would explain them."""
    if len(wrong.rows) == 1:
        lines = [text.say("conflict-row", row=wrong.rows[0])]
    else:
        key = "conflict-two-rows" if len(wrong.rows) == 2 else "conflict-rows"
        lines = [text.say(key, rows=listed_rows(wrong.rows, text))]
    return lines + [describe_change(change, text) for change in wrong.changes]


def listed_rows(rows: tuple[int, ...], text: MatchText) -> str:
    """Numbers of rows in a sentence: 1, 2 and 4."""
    numbers = [str(row) for row in rows]
    return ", ".join(numbers[:-1]) + text.say("and") + numbers[-1] if len(numbers) > 1 else numbers[0]


def describe_change(change: Change, text: MatchText) -> str:
    """A change that would make rows possible which contradict each other."""
    codes = count(text.lang, "codes", change.codes)
    if len(change.rows) > 1:
        return text.say("change-rows", rows=listed_rows(change.rows, text), codes=codes)
    marks = text.say("semicolon").join(
        text.say("change-mark", mark=" · ".join(map(text.mark, marks)), codes=codes_of_mark)
        for marks, codes_of_mark in change.marks
    )
    return text.say("change-row", row=change.rows[0], codes=codes, marks=marks)
