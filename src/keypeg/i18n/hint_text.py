"""Hints and wrong marks in sentences: one line per step, so that players can stop at any hint."""

from keypeg.analysis.call_value import CallAdvice, DealtAdvice
from keypeg.analysis.cost_and_luck import Currency
from keypeg.analysis.dealt_hints import DealtHints, RowReasons
from keypeg.analysis.hints import Certainties, Completion, GoodGuess, Hints
from keypeg.analysis.wrong_marks import WrongMarks
from keypeg.i18n.catalogue import count, decimal, percent
from keypeg.i18n.match_text import MatchText
from keypeg.solver.advice.contradiction import Change


def tell_hints(hints: Hints, teller: MatchText) -> list[list[str]]:
    """The hints in steps, each of some lines."""
    if hints.wrong is not None:
        return [tell_wrong(hints.wrong, teller)]
    steps = [[teller.say("codes-left", codes=count(teller.lang, "codes", hints.codes))]]
    if hints.certain is not None and (lines := tell_certain(hints.certain, teller)):
        steps.append(lines)
    if hints.good is not None:
        steps += [[teller.say("best-guess", guess=teller.code(hints.good.guess))], _why(hints.good, teller)]
    return steps


def tell_certain(certain: Certainties, teller: MatchText) -> list[str]:
    """What is certain, in as many lines as there are kinds of it."""
    holes = [
        teller.say("part", hole=hole, code=teller.pegs((peg,)))
        for hole, peg in enumerate(certain.holes, 1)
        if peg is not None
    ]
    inside = [(f"{many} × " if many > 1 else "") + teller.pegs((peg,)) for peg, many in certain.inside]
    lines = [teller.say("hint-holes", holes=", ".join(holes))] if holes else []
    lines += [teller.say("hint-inside", colours=", ".join(inside))] if inside else []
    lines += [teller.say("hint-outside", colours=teller.pegs(certain.outside, ", "))] if certain.outside else []
    return lines


def _why(good: GoodGuess, teller: MatchText) -> list[str]:
    if good.currency is Currency.POINTS:
        worth = teller.say("hint-points", points=decimal(teller.lang, good.value.value, 1))
    else:
        key = "hint-worth" if good.value.exact else "hint-worth-estimate"
        worth = teller.say(key, expected=decimal(teller.lang, good.value.value, 3))
    why = "why-guess-code" if good.partition.can_be_code else "why-guess"
    if good.partition.cells == 1 and not good.partition.can_be_code:
        why = "why-guess-silent"
    return [
        "  " + worth,
        "  " + teller.say(why, cells=good.partition.cells, largest=good.partition.largest),
    ]


# Where parts are dealt


def tell_held(hints: DealtHints, teller: MatchText) -> list[list[str]]:
    """The hints to a seat that holds parts, in steps, each of some lines."""
    if hints.codes is None:
        return [[teller.say("hint-too-many-deals")]]
    if hints.certain is None:
        return [[teller.say("contradicted")]]
    left = [teller.say("codes-left", codes=count(teller.lang, "codes", hints.codes))]
    if hints.codes == 1:
        code = tuple(peg or 0 for peg in hints.certain.holes)
        return [left, [teller.say("call-now", code=teller.code(code))]]
    steps = [left, tell_certain(hints.certain, teller)]
    return steps if hints.advice is None else steps + _advice(hints.advice, hints.reasons, teller)


def _advice(advice: DealtAdvice, reasons: RowReasons | None, teller: MatchText) -> list[list[str]]:
    """What to do, and why."""
    if advice.row is not None and reasons is not None:
        return [[teller.say("best-guess", guess=teller.code(advice.row))], _row_reasons(advice.wins, reasons, teller)]
    return [] if advice.call is None else _calling(advice.call, teller)


def _row_reasons(wins: float, reasons: RowReasons, teller: MatchText) -> list[str]:
    shared = f"{100 * reasons.share_to_others:.0f} %"
    return [
        "  " + line
        for line in (
            teller.say("hint-wins", wins=percent(teller.lang, wins)),
            teller.say("hint-leaves", left=decimal(teller.lang, reasons.mean_left, 1), most=reasons.max_left),
            teller.say("hint-row-can" if reasons.can_be_code else "hint-row-cannot"),
            teller.say("hint-gives", share=shared) if reasons.bits_to_others else teller.say("hint-gives-nothing"),
        )
    ]


def _calling(calling: CallAdvice, teller: MatchText) -> list[list[str]]:
    code, right = teller.code(calling.code), percent(teller.lang, calling.right)
    if calling.waiting is None:
        return [[teller.say("hint-call", code=code)], ["  " + teller.say("hint-call-last", right=right)]]
    waiting = percent(teller.lang, calling.waiting)
    if calling.now:
        why = teller.say("hint-call-why", right=right, waiting=waiting)
        return [[teller.say("hint-call", code=code)], ["  " + why]]
    why = teller.say("hint-wait-why", code=code, right=right, waiting=waiting)
    return [[teller.say("hint-wait")], ["  " + why]]


# Half-made guesses, and wrong marks


def tell_completion(completion: Completion, teller: MatchText) -> str:
    """Whether a half-made guess can still be completed."""
    if completion.codes:
        return teller.say("half-can", codes=count(teller.lang, "codes", completion.codes))
    if not completion.rows:
        return teller.say("half-never")
    key = "half-cannot" if len(completion.rows) == 1 else "half-cannot-rows"
    return teller.say(key, rows=listed_rows(completion.rows, teller))


def tell_wrong(wrong: WrongMarks, teller: MatchText) -> list[str]:
    """Which rows cannot all be true, and what would explain them."""
    if len(wrong.rows) == 1:
        lines = [teller.say("conflict-row", row=wrong.rows[0])]
    else:
        lines = [teller.say("conflict-rows", rows=listed_rows(wrong.rows, teller))]
    return lines + [tell_change(change, teller) for change in wrong.changes]


def listed_rows(rows: tuple[int, ...], teller: MatchText) -> str:
    """Numbers of rows in a sentence: 1, 2 and 4."""
    numbers = [str(row) for row in rows]
    return ", ".join(numbers[:-1]) + teller.say("and") + numbers[-1] if len(numbers) > 1 else numbers[0]


def tell_change(change: Change, teller: MatchText) -> str:
    """A change that would make rows possible which contradict each other."""
    codes = count(teller.lang, "codes", change.codes)
    if len(change.rows) > 1:
        return teller.say("change-rows", rows=", ".join(map(str, change.rows)), codes=codes)
    marks = ", ".join(
        teller.say("change-mark", mark=" · ".join(map(teller.mark, marks)), codes=many) for marks, many in change.marks
    )
    return teller.say("change-row", row=change.rows[0], codes=codes, marks=marks)
