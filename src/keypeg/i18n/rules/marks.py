"""The section of the rules about marks, with its worked example."""

from keypeg.core.codes import Code, parts_of
from keypeg.core.edition import Makers
from keypeg.core.marks import KeyPegs, Mark
from keypeg.i18n.rules.examples import Example, PartsExample, parts_example, worked_example
from keypeg.i18n.rules.layout import INDENT, Lines, RulesText

EARNED = {"placed": "●", "elsewhere": "○"}
"""What a hole of an example earns, as a sign for pages that draw it."""

MARKING = {
    "black-white": ("bw.black", "bw.white", "bw.none", "once", "bw.order", "bw.solved"),
    "colours": ("colours.number", "once", "top.solved"),
    "sum": ("sum.number", "once", "top.solved"),
    "parts": ("parts.black", "parts.white", "parts.none", "parts.own", "parts.solved"),
}
"""The sentences about each marking, by its name."""


def marking(rules: RulesText) -> Lines:
    """How rows are marked, with a worked example."""
    keys = list(MARKING[rules.edition.marking.name])
    if rules.edition.secrets.short_seat is not None and "bw.solved" in keys:
        keys[keys.index("bw.solved")] = "bw.solved.short"
    if rules.edition.secrets.parts > 1:
        keys.insert(keys.index("parts.own"), "parts.several")
    if rules.edition.secrets.makers is not Makers.DEALT and rules.edition.secrets.space.most_blanks:
        keys.append("marked.blank")
    dealt = rules.edition.secrets.makers is Makers.DEALT
    lines = [*rules.text(f"parts.lead.{rules.table}"), ""] if dealt else []
    lines += rules.points(*keys)
    example = worked_example(rules.edition)
    parts = parts_example(rules.edition)
    if example is not None:
        lead = "example.rulebook" if example.from_rulebook else "example"
        lines += ["", *rules.text(lead), "", *_example(rules, example)]
    if parts is not None:
        lines += ["", *rules.text("example"), "", *_parts_example(rules, parts)]
    return lines


def _example(rules: RulesText, example: Example) -> Lines:
    values = {
        "example.code": rules.code(example.secret),
        "example.guess": rules.code(example.guess),
        "example.mark": describe_mark(rules, example.mark),
    }
    width = max(len(rules.say(key)) for key in values) + 1
    lines = [f"{INDENT}{rules.say(key).ljust(width)} {value}" for key, value in values.items()]
    return [*lines, "", *(line for sentence in describe_holes(rules, example) for line in rules.item("* ", sentence))]


def describe_holes(rules: RulesText, example: Example) -> list[str]:
    """What the guess of an example earns, hole by hole."""
    sentences = []
    for hole, (peg, reason) in enumerate(zip(example.guess, example.reasons, strict=True), 1):
        why = rules.say(_why(rules, reason))
        sign = EARNED.get(reason, "") if rules.has_signs else ""
        sentences.append(f"{rules.say('why', hole=hole, colour=rules.name(peg), why=why)} {sign}".strip())
    return sentences


def _why(rules: RulesText, reason: str) -> str:
    """The key of what a peg of an example earns; what earns no number is the same for all numbers."""
    no_number = rules.marks_with == "cards" and reason in ("counted", "absent")
    return rules.words.first("why", "number" if no_number else rules.edition.marking.name, reason)


def _parts_example(rules: RulesText, example: PartsExample) -> Lines:
    return [line for sentence in describe_parts(rules, example) for line in rules.item("* ", sentence)]


def describe_parts(rules: RulesText, example: PartsExample) -> list[str]:
    """The row of an example, the mark of each other seat, and the bluff in the guesser's own holes."""
    guess = rules.code(example.guess)
    return [
        rules.say("example.row", guess=guess),
        *(
            rules.say("example.part", seat=seat, part=_part(rules, part), mark=describe_mark(rules, mark))
            for seat, part, mark in example.marks
        ),
        rules.say("example.bluff", part=_part(rules, example.own)),
    ]


def _part(rules: RulesText, part: Code) -> str:
    pegs = (rules.say("part", colour=rules.name(peg), hole=hole) for hole, peg in parts_of(part))
    return ", ".join(pegs)


def describe_mark(rules: RulesText, mark: Mark) -> str:
    """A mark in words."""
    if not isinstance(mark, KeyPegs):
        return str(mark.number)
    counts = (("blacks", mark.blacks), ("whites", mark.whites))
    phrases = [rules.words.count(number, noun) for noun, number in counts if number]
    signs = "●" * mark.blacks + "○" * mark.whites if rules.has_signs else ""
    return f"{signs} {', '.join(phrases) or rules.say('no-peg')}".strip()
