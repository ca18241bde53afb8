"""House rules: an edition whose parts the players choose themselves.

Everything that the parts of an edition can express can be chosen here; `keypeg.core.edition.check` refuses choices that
do not fit together, and gives the reason.
"""

from keypeg.core.codes import CodeSpace
from keypeg.core.edition import Edition, Ends, Guesses, Makers, Match, Remedy, Secrets, Turns, Void, WrongMark
from keypeg.core.errors import RuleError
from keypeg.core.marks import MARKINGS, PARTS
from keypeg.core.scoring import ROUNDS, SCORINGS
from keypeg.editions.options import BY_HAND, PRACTICE, Choices, choice, flag, number, rounds
from keypeg.editions.palette import COLOURS
from keypeg.editions.rulebook import Rulebook

COUNTERS_PER_COLOUR = 4


def _space(chosen: Choices, repeats: bool) -> CodeSpace:
    """The codes to choose from. A blank counts as one more colour: where colours may not repeat, nor may blanks."""
    holes = chosen.number("holes")
    most = (holes if repeats else 1) if chosen.flag("blanks") else 0
    return CodeSpace(holes, chosen.number("colours"), repeats, most_blanks=most)


def _secrets(chosen: Choices) -> Secrets:
    makers = Makers(chosen.text("makers"))
    if makers is not Makers.DEALT:
        if chosen.number("parts") != 1:
            raise RuleError("parts-go-together")
        return Secrets(makers, _space(chosen, chosen.flag("repeats")))
    if chosen.flag("blanks"):
        raise RuleError("parts-without-blanks")
    seats, parts, holes = chosen.number("seats"), chosen.number("parts"), chosen.number("holes")
    vacant = max(holes - seats * parts, 0)
    space = CodeSpace(holes, chosen.number("colours"), chosen.flag("repeats"), vacant, vacant)
    return Secrets(makers, space, parts=parts, counters=COUNTERS_PER_COLOUR if space.repeats else 1)


def _build(chosen: Choices) -> Edition:
    return Edition(
        id=chosen.edition,
        chosen=chosen.changed,
        seats=chosen.number("seats"),
        palette=tuple(COLOURS.values())[: chosen.number("colours")],
        secrets=_secrets(chosen),
        guesses=Guesses(
            _space(chosen, chosen.flag("guess-repeats")),
            rows=chosen.number("rows"),
            turns=Turns(chosen.text("turns")),
        ),
        marking=MARKINGS[chosen.text("marking")],
        scoring=SCORINGS[chosen.text("scoring")],
        match=Match(
            chosen.number("rounds"),
            ends=Ends(chosen.text("ends")),
            void=Void(chosen.text("void")),
        ),
        wrong_mark=_wrong_mark(chosen),
        by_hand=chosen.flag("by-hand"),
    )


def _wrong_mark(chosen: Choices) -> WrongMark:
    remedy = Remedy(chosen.text("wrong-mark"))
    dealt = chosen.text("makers") == Makers.DEALT.value
    return WrongMark(remedy, chosen.number("penalty"), bars_calls=dealt and remedy is Remedy.UNLESS_FOUND)


def _default_makers(chosen: Choices) -> str:
    return Makers.DEALT.value if chosen.text("marking") == PARTS.name else Makers.ONE.value


def _default_scoring(chosen: Choices) -> str:
    return "rows" if chosen.text("makers") == Makers.ONE.value else ROUNDS.name


HOUSE = Rulebook(
    id="house",
    year=None,
    seats=(2, 3, 4, 5),
    options=(
        choice("seats", ("2", "3", "4", "5")),
        number("holes", 1, 8, "4"),
        number("colours", 2, 20, "6"),
        number("rows", 1, 40, "10"),
        flag("blanks"),
        flag("repeats", default="yes"),
        flag("guess-repeats", default="yes"),
        choice("marking", MARKINGS),
        choice("makers", [makers.value for makers in Makers], default=_default_makers),
        number("parts", 1, 2, "1"),
        choice("turns", [turns.value for turns in Turns]),
        choice("scoring", SCORINGS, default=_default_scoring),
        choice("ends", [ends.value for ends in Ends]),
        choice("void", [void.value for void in Void], default=Void.COUNTS.value),
        choice("wrong-mark", [remedy.value for remedy in Remedy]),
        number("penalty", 0, 9, "0"),
        PRACTICE,
        rounds("2"),
        BY_HAND,
    ),
    build=_build,
    decisions=frozenset(),
)
