"""The rules of an edition with its options chosen, generated from the edition's own data.

Theory of operation. Each section below looks at the parts of the edition and names the sentences that hold for
them; the catalogue has the words for each sentence (`rules.po`), and `facts` the numbers that go into them.
So a new edition or a house rule has rules without a line written for it, and all languages say the same things.
Where the data is an enumeration or a name, it is itself a part of the sentence's key. The rulebook names two things
that the parts do not: its material, which chooses among variants of a sentence, and which sentences are house
decisions.
"""

from collections.abc import Callable
from dataclasses import replace

from keypeg.core.codes import BLANK
from keypeg.core.edition import Edition, Ends, Makers, Remedy, Turns, Void
from keypeg.core.marks import KeyPegs
from keypeg.editions.options import Choices, Option
from keypeg.editions.rulebook import Rulebook
from keypeg.i18n.catalogue import any_of, has_sentence
from keypeg.i18n.colour_letters import local_palette
from keypeg.i18n.edition_text import (
    colour_name,
    edition_line,
    edition_name,
    edition_source,
    option_label,
    options_text,
    value_label,
    value_meaning,
)
from keypeg.i18n.rules.facts import numbers_of
from keypeg.i18n.rules.layout import INDENT, WIDTH, Lines, RulesText
from keypeg.i18n.rules.marks import marking
from keypeg.i18n.rules.points import score_sheet, scoring
from keypeg.i18n.rules.words import Facts, Words, words_of
from keypeg.records.notation import BLANK_LETTER


def rules_of(edition: Edition, book: Rulebook, lang: str, for_typing: bool = True, width: int = WIDTH) -> str:
    """The rules of this table, in full, as plain text: `en` or `fr`."""
    rules = replace(rules_text(edition, book, lang, for_typing), width=width)
    sections = [_section(heading, lines) for _, heading, lines in sections_of(rules)]
    title, lines = opening_of(rules)
    opening = "\n".join([title, "=" * len(title), *(part for line in lines for part in rules.fold(line))])
    return "\n\n".join([opening, *sections]) + "\n"


def rules_text(edition: Edition, book: Rulebook, lang: str, for_typing: bool = True) -> RulesText:
    """The rules of this table, ready to be written; `for_typing` with the options as they are typed."""
    words = words_of(book, lang)
    return RulesText(edition, book, words, words.values_of(_facts(edition, book, words)), for_typing)


def sections_of(rules: RulesText) -> list[tuple[str, str, Lines]]:
    """The sections that are not empty: the name of each, its heading, and its lines."""
    sections = ((name, _section_lines(rules, name, describe)) for name, describe in SECTIONS.items())
    return [(name, rules.words.heading(name), lines) for name, lines in sections if lines]


def _section_lines(rules: RulesText, name: str, describe: Callable[[RulesText], Lines]) -> Lines:
    """The lines of a section; where everything in it is a house decision, that comes first."""
    if not rules.is_decision(f"section.{name}"):
        return describe(rules)
    return [*rules.fold(rules.say("house.section")), "", *describe(replace(rules, decided=True))]


def _section(heading: str, lines: Lines) -> str:
    return "\n".join([heading, "-" * len(heading), *lines])


def opening_of(rules: RulesText) -> tuple[str, Lines]:
    """The title, and below it the options that were changed, or else what the edition is, and the sign explained."""
    edition, book, words = rules.edition, rules.book, rules.words
    title = edition_name(book, words.lang)
    if book.year is not None and str(book.year) not in title:
        title = f"{title} ({book.year})"
    # The rulebook's own line speaks of the default options only.
    options = options_text(book, edition.chosen, words.lang)
    line = rules.say("changed", changed=options) if options else edition_line(book, words.lang)
    return title, [line, rules.say("house.note")] if book.decisions else [line]


def _facts(edition: Edition, book: Rulebook, words: Words) -> Facts:
    numbers = numbers_of(edition)
    wronged = words.first("wronged", edition.secrets.makers.value, "two" if edition.seats == 2 else "many")
    return {
        **numbers,
        "seat_choices": any_of(words.lang, book.seats),
        "blank": BLANK_LETTER,
        "target": words.say("target.ordered" if edition.marking.ordered else "target.unordered"),
        "wronged": words.say(wronged),
        "solved": _solved(edition, words, edition.secrets.space.holes),
        "solved_short": _solved(edition, words, edition.secrets.short_holes),
    }


def _solved(edition: Edition, words: Words, holes: int) -> str:
    """The mark for a code of this length that is found, in words; empty if it is not in key pegs."""
    mark = edition.marking.solved(holes)
    return words.count(mark.blacks, "blacks") if isinstance(mark, KeyPegs) else ""


def _players(rules: RulesText) -> Lines:
    choice = "players.choice" if len(rules.book.seats) > 1 else "players.fixed"
    return rules.text(choice, f"seats.{rules.table}", rules.words.first("roles", rules.makers, rules.table))


def _amount(number: int) -> str:
    """The part of a key for sentences that differ for none, one and several."""
    return ("none", "one")[number] if number < 2 else "several"


def _needs(rules: RulesText) -> Lines:
    keys = [f"needs.board.{rules.makers}", "needs.pegs", f"needs.marks.{rules.marks_with}"]
    if rules.edition.secrets.counters:
        keys.append("needs.counters")
    return rules.points(*keys)


def _codes(rules: RulesText) -> Lines:
    secrets, guesses = rules.edition.secrets, rules.edition.guesses
    dealt = secrets.makers is Makers.DEALT
    blanks = dealt or bool(secrets.space.most_blanks)
    keys = ["code.numbered" if dealt else "code.blanks" if blanks else "code.full"]
    if secrets.short_seat is not None:
        keys.append("code.short")
    about = []
    if blanks:
        about.append("blank.vacant" if dealt else "blank.colour")
    if not dealt:
        about.extend(_blank_limits(secrets.space.most_blanks, guesses.space.most_blanks, secrets.space.holes))
    if secrets.space.holes > 1:
        about.extend(_repeats(secrets.space.repeats, guesses.space.repeats))
    about.extend(
        key for name, value in rules.edition.chosen if has_sentence(f"rules.{(key := f'chosen.{name}.{value}')}")
    )
    about.append("count.short" if secrets.short_seat is not None else _count(rules))
    keys += ["palette", "named", "letters"] if rules.is_decision("named") else ["palette", "letters"]
    return [*rules.text(*keys), "", *_palette(rules, blanks), "", *rules.text(*about)]


def _repeats(code: bool, guess: bool) -> list[str]:
    """Whether codes and guesses may repeat colours; a code never may where a guess may not."""
    if code:
        return ["repeats.yes"]
    return ["repeats.no", "guess-repeats.yes"] if guess else ["repeats.never"]


def _count(rules: RulesText) -> str:
    return "count.ordered" if rules.edition.marking.ordered else "count.unordered"


def _blank_limits(code: int, guess: int, holes: int) -> list[str]:
    """How many holes may be left blank, in codes and in guesses."""

    def limit(most: int) -> str:
        return "none" if not most else "any" if most >= holes else "some"

    if code == guess:
        return [f"blanks.both.{limit(code)}"] if code else []
    return [f"blanks.code.{limit(code)}", f"blanks.guess.{limit(guess)}"]


def _palette(rules: RulesText, blanks: bool) -> Lines:
    """The colours with their letters, in columns."""
    letters = local_palette(rules.edition.palette, rules.words.lang)
    names = [f"{colour.letter} {colour_name(colour, rules.words.lang)}" for colour in letters]
    if blanks:
        names.append(f"{BLANK_LETTER} {rules.name(BLANK)}")
    width = max(map(len, names)) + 3
    columns = max(1, (min(rules.width, WIDTH) - len(INDENT)) // width)
    rows = [names[start : start + columns] for start in range(0, len(names), columns)]
    return [INDENT + "".join(name.ljust(width) for name in row).rstrip() for row in rows]


def _aim(rules: RulesText) -> Lines:
    if rules.edition.secrets.makers is Makers.ONE:
        return rules.text(rules.words.first(f"aim.one.{rules.table}", rules.edition.scoring.name))
    return rules.text(f"aim.{rules.order}")


def _round(rules: RulesText) -> Lines:
    return rules.steps(*ROUND[rules.edition.secrets.makers](rules))


def _round_one(rules: RulesText) -> list[str]:
    table = rules.table
    return ["one.set", f"one.guess.{table}", f"one.mark.{rules.marker}", f"one.next.{table}", "stays"]


def _round_each(rules: RulesText) -> list[str]:
    turns = rules.edition.guesses.turns
    short = rules.edition.secrets.short_seat is not None
    keys = ["each.set.short" if short else "each.set", f"each.guess.{turns.value}"]
    if short:
        keys.append("each.guess.short")
    if turns is Turns.TOGETHER:
        keys.append("each.hidden.together")
    keys += [f"each.marked.{turns.value}", f"each.mark.{rules.marker}"]
    if turns is Turns.RACE and rules.edition.by_hand:
        keys.append("each.owed.race")
    return [*keys, "rows.each", "stays"]


def _round_dealt(rules: RulesText) -> list[str]:
    secrets = rules.edition.secrets
    parts = "one" if secrets.parts == 1 else "several"
    return [
        "dealt.mix",
        f"dealt.draw.{parts}",
        f"dealt.vacant.{_amount(secrets.space.most_blanks)}",
        "dealt.guess",
        "dealt.full",
        f"dealt.bluff.{parts}",
        f"dealt.mark.{rules.marker}.{rules.table}",
        "rows.each",
        "stays",
    ]


ROUND: dict[Makers, Callable[[RulesText], list[str]]] = {
    Makers.ONE: _round_one,
    Makers.EACH: _round_each,
    Makers.DEALT: _round_dealt,
}
"""The steps of a round, by which seats have a secret."""


def _calling(rules: RulesText) -> Lines:
    """How a code is named where parts are dealt."""
    if rules.edition.secrets.makers is not Makers.DEALT:
        return []
    vacant = f"call.answer.{_amount(rules.edition.secrets.space.most_blanks)}"
    return rules.points(
        "call.when", vacant, "call.right", "call.wrong", "call.seen", "call.two", "call.last", "call.passed"
    )


def _end(rules: RulesText) -> Lines:
    if rules.edition.secrets.makers is Makers.ONE:
        return rules.text(f"end.one.{rules.table}", "end.shown")
    nobody = "end.nobody" if rules.edition.dealt else f"end.full.{rules.edition.guesses.turns.value}"
    return rules.text(f"end.{rules.order}", nobody, f"void.{rules.edition.match.void.value}", "end.shown")


def _match(rules: RulesText) -> Lines:
    edition, match = rules.edition, rules.edition.match
    if match.practice:
        return rules.text("match.practice")
    keys = ["match.rounds", f"parity.{match.parity.value}"]
    if edition.guesses.turns is Turns.IN_TURN:
        begins = "one" if edition.secrets.makers is Makers.ONE else "guess"
        keys.append(f"first.{begins}")
        if match.rounds > 1:
            keys.append(f"next.{begins}.{rules.table}")
    if match.ends is Ends.MAJORITY:
        keys.append("ends.majority")
    if not _sure_majority(edition):
        keys += [f"ends.{match.ends.value}.{rules.best}", "draw"]
    if edition.dealt:
        keys.append("ends.nobody")
    return rules.text(*keys)


def _sure_majority(edition: Edition) -> bool:
    """Whether somebody must have won more than half by the last round: each round is won, by one of two."""
    match = edition.match
    a_point_each = edition.secrets.makers is not Makers.ONE and match.void is Void.REPLAY
    return match.ends is Ends.MAJORITY and a_point_each and edition.seats == 2 and match.rounds % 2 == 1


def _wrong(rules: RulesText) -> Lines:
    makers, wrong_mark = rules.makers, rules.edition.wrong_mark
    keys = [rules.words.first("wrong.who", makers, rules.table)]
    if not rules.edition.dealt:
        keys.append("wrong.found" if wrong_mark.found_counts else "wrong.ends")
    keys += [f"wrong.claim.{makers}", "wrong.false", "wrong.audit", "wrong.warned"]
    keys.append(rules.words.first(f"wrong.{wrong_mark.remedy.value}", makers, rules.table))
    return [*rules.text(f"wrong.{rules.marker}"), "", *rules.points(*keys, *_penalty(rules))]


def _penalty(rules: RulesText) -> list[str]:
    """The points for a wrong mark; where it decides the round, there is nothing to add."""
    wrong_mark = rules.edition.wrong_mark
    if rules.edition.match.practice:
        return []
    if not wrong_mark.points:
        return [] if wrong_mark.remedy is Remedy.AWARD else ["penalty.none"]
    when = "replay." if wrong_mark.remedy is Remedy.CHOICE else ""
    keys = [f"penalty.{when}{rules.best}"]
    if rules.edition.secrets.makers is not Makers.ONE:
        keys.append("penalty.even")
    if rules.edition.match.ends is Ends.MAJORITY:
        keys.append("penalty.decides")
    return keys


def _leaving(rules: RulesText) -> Lines:
    keys = [rules.words.first("leave.may", "dealt" if rules.edition.dealt else "")]
    if rules.edition.secrets.makers is Makers.ONE:
        practice = rules.edition.match.practice
        # A round for practice is won or lost, as where rounds are counted.
        name = "rounds" if practice else rules.edition.scoring.name
        left = "practice" if practice and rules.table == "many" else name
        keys += [
            f"leave.breaker.{rules.table}",
            rules.words.first("left.breaker", name),
            rules.words.first("left.maker", left, rules.table),
        ]
    else:
        keys.append(rules.words.first("leave", rules.makers, rules.table))
    keys.append("leave.clock")
    if rules.edition.match.rounds > 1:
        keys.append("leave.back")
    return rules.text(*keys)


def _options(rules: RulesText) -> Lines:
    """Every option with its value here, its usual value, and what each of its values means."""
    book, chosen = rules.book, dict(rules.edition.chosen)
    choices = Choices(book.id, book.options, chosen)
    lines = rules.text("options" if rules.for_typing else "options.read")
    for option in book.options:
        # A default may depend on the other options, as they are here.
        unchosen = {name: value for name, value in chosen.items() if name != option.name}
        default = Choices(book.id, book.options, unchosen).text(option.name)
        describe = _typed_option if rules.for_typing else _read_option
        lines += ["", *describe(rules, option, choices.text(option.name), default)]
    return lines


def _typed_option(rules: RulesText, option: Option, chosen: str, default: str) -> Lines:
    """An option as it is typed, with what it is and what each of its values means."""
    values = {"help": _option_title(rules, option), "default": default}
    if option.values:
        about = rules.say("option.values", **values)
    else:
        about = rules.say("option.number", low=option.low, high=option.high, **values)
    meanings = [
        rules.say("option.value", value=value, meaning=value_meaning(rules.book, option, value, rules.words.lang))
        for value in option.values
    ]
    return [f"{option.name}={chosen}", *_about_option(rules, option, about, meanings)]


def _read_option(rules: RulesText, option: Option, chosen: str, default: str) -> Lines:
    """An option in words alone."""
    book, lang = rules.book, rules.words.lang
    labels = {
        name: value_label(book, option, value, lang) for name, value in (("chosen", chosen), ("default", default))
    }
    about = rules.say("option.read" if chosen != default else "option.usual", **labels)
    if not option.values:
        about = f"{about} {rules.say('option.range', low=option.low, high=option.high)}"
    meanings = [value_meaning(book, option, value, lang) for value in option.values]
    return [_option_title(rules, option), *_about_option(rules, option, about, meanings)]


def _option_title(rules: RulesText, option: Option) -> str:
    words = option_label(rules.book, option, rules.words.lang)
    return words[0].upper() + words[1:]


def _about_option(rules: RulesText, option: Option, about: str, meanings: list[str]) -> Lines:
    """What is said below the name of an option."""
    lines = rules.fold(rules.marked(f"default.{option.name}.{rules.edition.match.parity.value}", about), INDENT, INDENT)
    meaning_lines = [line for meaning in meanings for line in rules.item("* ", meaning)]
    return [*lines, "", *meaning_lines] if meaning_lines else lines


def _source(rules: RulesText) -> Lines:
    return rules.fold(f"{edition_source(rules.book, rules.words.lang)}.")


def _without_practice(describe: Callable[[RulesText], Lines]) -> Callable[[RulesText], Lines]:
    """A section about points, which is left out where none are counted."""
    return lambda rules: [] if rules.edition.match.practice else describe(rules)


SECTIONS: dict[str, Callable[[RulesText], Lines]] = {
    "players": _players,
    "needs": _needs,
    "codes": _codes,
    "aim": _aim,
    "round": _round,
    "marking": marking,
    "calling": _calling,
    "end": _end,
    "scoring": _without_practice(scoring),
    "sheet": _without_practice(score_sheet),
    "match": _match,
    "wrong": _wrong,
    "leaving": _leaving,
    "options": _options,
    "source": _source,
}
"""The sections in order; an empty one is left out."""
