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
from string import ascii_uppercase

from keypeg.core.codes import BLANK
from keypeg.core.edition import Edition, Ends, Makers, Turns, Void
from keypeg.core.marks import KeyPegs
from keypeg.editions.options import Choices, Option
from keypeg.editions.rulebook import Rulebook
from keypeg.i18n.catalogue import any_of, knows
from keypeg.i18n.edition_text import colour_name, edition_line, edition_name, edition_source, option_help, value_meaning
from keypeg.i18n.rules.examples import sheet_example, worked_example
from keypeg.i18n.rules.facts import numbers_of
from keypeg.i18n.rules.layout import INDENT, WIDTH, Lines, RulesText, fold, item
from keypeg.i18n.rules.marks import marking
from keypeg.i18n.rules.words import Facts, Words, words_of
from keypeg.records.notation import BLANK_LETTER
from keypeg.records.score_sheet import SheetCell


def rules_of(edition: Edition, book: Rulebook, lang: str) -> str:
    """The rules of this table, in full, as plain text: `en` or `fr`."""
    teller = teller_of(edition, book, lang)
    told = [_section(heading, lines) for _, heading, lines in sections_of(teller)]
    title, line = opening_of(teller)
    opening = "\n".join([title, "=" * len(title), *fold(line)])
    return "\n\n".join([opening, *told]) + "\n"


def teller_of(edition: Edition, book: Rulebook, lang: str) -> RulesText:
    """The rules of this table, ready to be written."""
    words = words_of(book, lang)
    return RulesText(edition, book, words, words.values_of(_facts(edition, book, words)))


def sections_of(teller: RulesText) -> list[tuple[str, str, Lines]]:
    """The sections that have something to say: the name of each, its heading, and its lines."""
    sections = ((name, _tell(teller, name, tell)) for name, tell in SECTIONS.items())
    return [(name, teller.words.heading(name), lines) for name, lines in sections if lines]


def _tell(teller: RulesText, name: str, tell: Callable[[RulesText], Lines]) -> Lines:
    """The lines of a section; where everything in it is a house decision, that comes first."""
    if not teller.is_decision(f"section.{name}"):
        return tell(teller)
    return [*fold(teller.say("house.section")), "", *tell(replace(teller, decided=True))]


def _section(heading: str, lines: Lines) -> str:
    return "\n".join([heading, "-" * len(heading), *lines])


def opening_of(teller: RulesText) -> tuple[str, str]:
    """The title; below it what the edition is, or where its options are changed, how."""
    edition, book, words = teller.edition, teller.book, teller.words
    title = edition_name(book, words.lang)
    if book.year is not None and str(book.year) not in title:
        title = f"{title} ({book.year})"
    # The rulebook's own line speaks of the default options only.
    changed = ", ".join(f"{name}={value}" for name, value in edition.chosen)
    line = teller.say("changed", changed=changed) if changed else edition_line(book, words.lang)
    return title, line


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


def _players(teller: RulesText) -> Lines:
    choice = "players.choice" if len(teller.book.seats) > 1 else "players.fixed"
    return teller.text(choice, f"seats.{teller.table}", teller.words.first("roles", teller.makers, teller.table))


def _amount(number: int) -> str:
    """The part of a key for sentences that differ for none, one and several."""
    return ("none", "one")[number] if number < 2 else "several"


def _needs(teller: RulesText) -> Lines:
    keys = [f"needs.board.{teller.makers}", "needs.pegs", f"needs.marks.{teller.edition.marking.name}"]
    if teller.edition.secrets.counters:
        keys.append("needs.counters")
    return teller.points(*keys)


def _codes(teller: RulesText) -> Lines:
    secrets, guesses = teller.edition.secrets, teller.edition.guesses
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
    about.extend(key for name, value in teller.edition.chosen if knows(f"rules.{(key := f'chosen.{name}.{value}')}"))
    about.append("count.short" if secrets.short_seat is not None else _count(teller))
    keys += ["palette", "named", "letters"] if teller.is_decision("named") else ["palette", "letters"]
    return [*teller.text(*keys), "", *_palette(teller, blanks), "", *teller.text(*about)]


def _repeats(code: bool, guess: bool) -> list[str]:
    """Whether codes and guesses may repeat colours; a code never may where a guess may not."""
    if code:
        return ["repeats.yes"]
    return ["repeats.no", "repeats.guess"] if guess else ["repeats.never"]


def _count(teller: RulesText) -> str:
    return "count.ordered" if teller.edition.marking.ordered else "count.unordered"


def _blank_limits(code: int, guess: int, holes: int) -> list[str]:
    """How many holes may be left blank, in codes and in guesses."""

    def limit(most: int) -> str:
        return "none" if not most else "any" if most >= holes else "some"

    if code == guess:
        return [f"blanks.both.{limit(code)}"] if code else []
    return [f"blanks.code.{limit(code)}", f"blanks.guess.{limit(guess)}"]


def _palette(teller: RulesText, blanks: bool) -> Lines:
    """The colours with their letters, in columns."""
    named = [f"{colour.letter} {colour_name(colour, teller.words.lang)}" for colour in teller.edition.palette]
    if blanks:
        named.append(f"{BLANK_LETTER} {teller.name(BLANK)}")
    wide = max(map(len, named)) + 3
    across = (WIDTH - len(INDENT)) // wide
    rows = [named[start : start + across] for start in range(0, len(named), across)]
    return [INDENT + "".join(name.ljust(wide) for name in row).rstrip() for row in rows]


def _aim(teller: RulesText) -> Lines:
    if teller.edition.secrets.makers is Makers.ONE:
        return teller.text(teller.words.first(f"aim.one.{teller.table}", teller.edition.scoring.name))
    return teller.text(f"aim.{teller.order}")


def _round(teller: RulesText) -> Lines:
    return teller.steps(*ROUND[teller.edition.secrets.makers](teller))


def _round_one(teller: RulesText) -> list[str]:
    table = teller.table
    return ["one.set", f"one.guess.{table}", f"one.mark.{teller.marker}", f"one.next.{table}", "stays"]


def _round_each(teller: RulesText) -> list[str]:
    turns = teller.edition.guesses.turns
    short = teller.edition.secrets.short_seat is not None
    keys = ["each.set.short" if short else "each.set", f"each.guess.{turns.value}"]
    if short:
        keys.append("each.guess.short")
    if turns is Turns.TOGETHER:
        keys.append("each.hidden.together")
    keys += [f"each.marked.{turns.value}", f"each.mark.{teller.marker}"]
    if turns is Turns.RACE and teller.edition.by_hand:
        keys.append("each.owed.race")
    return [*keys, "each.rows", "stays"]


def _round_dealt(teller: RulesText) -> list[str]:
    secrets = teller.edition.secrets
    parts = "one" if secrets.parts == 1 else "several"
    return [
        "dealt.mix",
        f"dealt.draw.{parts}",
        f"dealt.vacant.{_amount(secrets.space.most_blanks)}",
        "dealt.guess",
        "dealt.full",
        f"dealt.bluff.{parts}",
        f"dealt.mark.{teller.marker}.{teller.table}",
        "dealt.rows",
        "stays",
    ]


ROUND: dict[Makers, Callable[[RulesText], list[str]]] = {
    Makers.ONE: _round_one,
    Makers.EACH: _round_each,
    Makers.DEALT: _round_dealt,
}
"""The steps of a round, by who has a secret."""


def _calling(teller: RulesText) -> Lines:
    """Where parts are dealt, a code is found by saying it."""
    if teller.edition.secrets.makers is not Makers.DEALT:
        return []
    vacant = f"call.answer.{_amount(teller.edition.secrets.space.most_blanks)}"
    return teller.points(
        "call.when", vacant, "call.right", "call.wrong", "call.seen", "call.two", "call.last", "call.passed"
    )


def _end(teller: RulesText) -> Lines:
    if teller.edition.secrets.makers is Makers.ONE:
        return teller.text(f"end.one.{teller.table}", "end.shown")
    nobody = "end.nobody" if teller.edition.dealt else f"end.full.{teller.edition.guesses.turns.value}"
    return teller.text(f"end.{teller.order}", nobody, f"void.{teller.edition.match.void.value}", "end.shown")


def _scoring(teller: RulesText) -> Lines:
    name = teller.edition.scoring.name
    told = teller.text(*SCORING[name](teller))
    table = dict(teller.edition.scoring.maker_table).get(teller.edition.seats)
    return [*told, "", *_table(teller, table)] if table else told


def _score_by_length(teller: RulesText) -> list[str]:
    return [f"score.{teller.edition.scoring.name}", "score.worth"]


def _score_breaker_rows(teller: RulesText) -> list[str]:
    return ["score.breaker-rows", "score.breaker-rows.unbroken", "score.worth"]


def _score_rounds(teller: RulesText) -> list[str]:
    return [teller.words.first("score.rounds", teller.makers, teller.table)]


def _score_family(teller: RulesText) -> list[str]:
    example = ["family.example"] if worked_example(teller.edition) else []
    return ["family.guess", *example, "family.broke", "family.table"]


SCORING: dict[str, Callable[[RulesText], list[str]]] = {
    "rows": _score_by_length,
    "maker": _score_by_length,
    "breaker-rows": _score_breaker_rows,
    "maker-misses": _score_by_length,
    "rounds": _score_rounds,
    "family": _score_family,
}
"""What is to be said of each scoring, by its name."""


def _table(teller: RulesText, points: tuple[int, ...]) -> Lines:
    """What the maker gets, by the row at which the code is found."""
    heads = [teller.say("table.row"), *map(str, range(1, len(points))), teller.say("table.unbroken")]
    cells = [teller.say("table.points"), *map(str, points)]
    wide = [max(len(head), len(cell)) + 2 for head, cell in zip(heads, cells, strict=True)]
    first = max(len(heads[0]), len(cells[0]))
    return [
        INDENT + line[0].ljust(first) + "".join(cell.rjust(w) for cell, w in zip(line[1:], wide[1:], strict=True))
        for line in (heads, cells)
    ]


def _sheet(teller: RulesText) -> Lines:
    """How the score sheet is filled in, where every guess earns points, with the rulebook's example."""
    if not teller.edition.scoring.maker_table:
        return []
    told = teller.points("sheet.columns", "sheet.guesses", "sheet.maker", "sheet.total")
    cells = sheet_example(teller.edition)
    if not cells:
        return told
    names = list(ascii_uppercase[: len(cells)])
    guesses = [len(cell.guesses) for cell in cells]
    finder = names[max(range(len(cells)), key=lambda seat: cells[seat].guesses[-1:])]
    example = teller.say("sheet.example", names=", ".join(names), breaker=finder, row=sum(guesses))
    return [*told, "", *fold(example), "", *_sheet_lines(teller, names, cells)]


def _sheet_lines(teller: RulesText, names: list[str], cells: tuple[SheetCell, ...]) -> Lines:
    """One round on the score sheet, below the names of the players."""
    heads = ["", *names]
    line = [teller.say("sheet.round"), *(_sheet_cell(teller, cell) for cell in cells)]
    wide = [max(len(head), len(cell)) + 3 for head, cell in zip(heads, line, strict=True)]
    return [
        INDENT + "".join(cell.ljust(w) for cell, w in zip(cells, wide, strict=True)).rstrip() for cells in (heads, line)
    ]


def _sheet_cell(teller: RulesText, cell: SheetCell) -> str:
    if len(cell.guesses) < 2:
        return str(cell.sum)
    return teller.say("sheet.sum", points=" + ".join(map(str, cell.guesses)), sum=cell.sum or 0)


def _match(teller: RulesText) -> Lines:
    edition, match = teller.edition, teller.edition.match
    keys = ["match.rounds", f"parity.{match.parity.value}"]
    if edition.guesses.turns is Turns.IN_TURN:
        keys.append(f"first.{teller.makers}")
        if match.rounds > 1:
            keys.append(f"next.{teller.makers}.{teller.table}")
    if match.ends is Ends.MAJORITY:
        keys.append("ends.majority")
    if not _sure_majority(edition):
        keys += [f"ends.{match.ends.value}.{teller.best}", "draw"]
    if edition.dealt:
        keys.append("ends.nobody")
    return teller.text(*keys)


def _sure_majority(edition: Edition) -> bool:
    """Whether somebody must have won more than half by the last round: each round is won, by one of two."""
    match = edition.match
    a_point_each = edition.secrets.makers is not Makers.ONE and match.void is Void.REPLAY
    return match.ends is Ends.MAJORITY and a_point_each and edition.seats == 2 and match.rounds % 2 == 1


def _wrong(teller: RulesText) -> Lines:
    makers, penalty = teller.makers, teller.edition.wrong_mark.points
    shared = teller.edition.secrets.makers is not Makers.ONE
    keys = [teller.words.first("wrong.who", makers, teller.table)]
    if not teller.edition.dealt:
        keys.append("wrong.ends")
    keys += [f"wrong.claim.{makers}", "wrong.false", "wrong.audit", "wrong.warned"]
    keys.append(teller.words.first("wrong.replay", makers))
    keys.append(f"penalty.{teller.best}" if penalty else "penalty.none")
    if penalty and shared:
        keys.append("penalty.even")
    if penalty and teller.edition.match.ends is Ends.MAJORITY:
        keys.append("penalty.decides")
    return [*teller.text(f"wrong.{teller.marker}"), "", *teller.points(*keys)]


def _leaving(teller: RulesText) -> Lines:
    keys = [teller.words.first("leave.may", "dealt" if teller.edition.dealt else "")]
    if teller.edition.secrets.makers is Makers.ONE:
        name = teller.edition.scoring.name
        keys += [
            f"leave.breaker.{teller.table}",
            f"left.breaker.{name}",
            teller.words.first("left.maker", name, teller.table),
        ]
    else:
        keys.append(teller.words.first("leave", teller.makers, teller.table))
    keys.append("leave.clock")
    if teller.edition.match.rounds > 1:
        keys.append("leave.back")
    return teller.text(*keys)


def _options(teller: RulesText) -> Lines:
    """Every option with its value here, its usual value, and what each of its values means."""
    book, given = teller.book, dict(teller.edition.chosen)
    here = Choices(book.id, book.options, given)
    lines = teller.text("options")
    for option in book.options:
        # A default may depend on the other options, as they are here.
        unchosen = {name: value for name, value in given.items() if name != option.name}
        default = Choices(book.id, book.options, unchosen).text(option.name)
        lines += ["", f"{option.name}={here.text(option.name)}", *_option(teller, option, default)]
    return lines


def _option(teller: RulesText, option: Option, default: str) -> Lines:
    words = option_help(teller.book, option, teller.words.lang)
    values = {"help": words[0].upper() + words[1:], "default": default}
    if option.values:
        about = teller.say("option.values", **values)
    else:
        about = teller.say("option.number", low=option.low, high=option.high, **values)
    lines = fold(teller.marked(f"default.{option.name}.{teller.edition.match.parity.value}", about), INDENT, INDENT)
    meanings = (
        teller.say("option.value", value=value, meaning=value_meaning(teller.book, option, value, teller.words.lang))
        for value in option.values
    )
    listed = [line for said in meanings for line in item("* ", said)]
    return [*lines, "", *listed] if listed else lines


def _source(teller: RulesText) -> Lines:
    source = f"{edition_source(teller.book, teller.words.lang)}."
    return fold(f"{source} {teller.say('house.source')}" if teller.book.decisions else source)


SECTIONS: dict[str, Callable[[RulesText], Lines]] = {
    "players": _players,
    "needs": _needs,
    "codes": _codes,
    "aim": _aim,
    "round": _round,
    "marking": marking,
    "calling": _calling,
    "end": _end,
    "scoring": _scoring,
    "sheet": _sheet,
    "match": _match,
    "wrong": _wrong,
    "leaving": _leaving,
    "options": _options,
    "source": _source,
}
"""The sections in order; one that has nothing to say is left out."""
