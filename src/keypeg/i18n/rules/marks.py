"""The section of the rules about marks, with its worked example."""

from keypeg.core.codes import Code, parts_of
from keypeg.core.edition import Makers
from keypeg.core.marks import KeyPegs, Mark
from keypeg.i18n.rules.examples import Example, PartsExample, parts_example, worked_example
from keypeg.i18n.rules.layout import INDENT, Lines, RulesText, item
from keypeg.records.notation import write_code

MARKING = {
    "black-white": ("bw.black", "bw.white", "bw.none", "once", "bw.order", "bw.solved"),
    "colours": ("colours.number", "once", "top.solved"),
    "sum": ("sum.number", "once", "top.solved"),
    "parts": ("parts.black", "parts.white", "parts.none", "parts.own", "parts.solved"),
}
"""What is to be said of each marking, by its name."""


def marking(teller: RulesText) -> Lines:
    """How rows are marked, with a worked example."""
    keys = list(MARKING[teller.edition.marking.name])
    if teller.edition.secrets.short_seat is not None and "bw.solved" in keys:
        keys[keys.index("bw.solved")] = "bw.solved.short"
    if teller.edition.secrets.parts > 1:
        keys.insert(keys.index("parts.own"), "parts.several")
    if teller.edition.secrets.makers is not Makers.DEALT and teller.edition.secrets.space.most_blanks:
        keys.append("marked.blank")
    dealt = teller.edition.secrets.makers is Makers.DEALT
    told = [*teller.text(f"parts.lead.{teller.table}"), ""] if dealt else []
    told += teller.points(*keys)
    example = worked_example(teller.edition)
    parts = parts_example(teller.edition)
    if example is not None:
        lead = "example.rulebook" if example.from_rulebook else "example"
        told += ["", *teller.text(lead), "", *_example(teller, example)]
    if parts is not None:
        told += ["", *teller.text("example"), "", *_parts_example(teller, parts)]
    return told


def _example(teller: RulesText, example: Example) -> Lines:
    write = teller.edition.palette
    told = {
        "example.code": write_code(example.secret, write),
        "example.guess": write_code(example.guess, write),
        "example.mark": tell_mark(teller, example.mark),
    }
    wide = max(len(teller.say(key)) for key in told) + 1
    lines = [f"{INDENT}{teller.say(key).ljust(wide)} {value}" for key, value in told.items()]
    return [*lines, "", *(line for said in tell_holes(teller, example) for line in item("* ", said))]


def tell_holes(teller: RulesText, example: Example) -> list[str]:
    """Hole by hole, what an example's guess earns."""
    told = []
    for hole, (peg, reason) in enumerate(zip(example.guess, example.reasons, strict=True), 1):
        why = teller.say(f"why.{teller.edition.marking.name}.{reason}")
        told.append(teller.say("why", hole=hole, colour=teller.name(peg), why=why))
    return told


def _parts_example(teller: RulesText, example: PartsExample) -> Lines:
    return [line for said in tell_parts(teller, example) for line in item("* ", said)]


def tell_parts(teller: RulesText, example: PartsExample) -> list[str]:
    """The row of an example, then what each other seat marks, then what the guess does with one's own part."""
    guess = write_code(example.guess, teller.edition.palette)
    return [
        teller.say("example.row", guess=guess),
        *(
            teller.say("example.part", seat=seat, part=_part(teller, part), mark=tell_mark(teller, mark))
            for seat, part, mark in example.marks
        ),
        teller.say("example.bluff", part=_part(teller, example.own)),
    ]


def _part(teller: RulesText, part: Code) -> str:
    held = (teller.say("part", colour=teller.name(peg), hole=hole) for hole, peg in parts_of(part))
    return ", ".join(held)


def tell_mark(teller: RulesText, mark: Mark) -> str:
    """A mark in words."""
    if not isinstance(mark, KeyPegs):
        return teller.words.number(mark.number)
    counts = (("blacks", mark.blacks), ("whites", mark.whites))
    told = [teller.words.count(number, noun) for noun, number in counts if number]
    return ", ".join(told) or teller.say("no-peg")
