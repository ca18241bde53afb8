"""The rules of an edition with its options chosen, told from the edition's own data.

Theory of operation. Each section below looks at the parts of the edition and names the sentences that hold for
them; the catalogue has the words for each sentence (`rules.po`), and `facts` the numbers that go into them.
So a new edition or a house rule is told rightly without a line written for it, and both languages always say the
same things. Where the data is an enumeration or a name, it is itself a part of the sentence's key.
"""

from collections.abc import Callable

from keypeg.core.codes import BLANK
from keypeg.core.edition import Edition, Ends, Makers, Turns, Void
from keypeg.editions.options import Choices
from keypeg.editions.rulebook import Rulebook
from keypeg.i18n.catalogue import any_of
from keypeg.i18n.edition_text import colour_name, edition_line, edition_name, edition_source, option_help
from keypeg.i18n.rules.examples import worked_example
from keypeg.i18n.rules.facts import numbers_of
from keypeg.i18n.rules.layout import INDENT, WIDTH, Lines, RulesText, fold
from keypeg.i18n.rules.marks import marking
from keypeg.i18n.rules.words import Facts, Words
from keypeg.records.notation import BLANK_LETTER


def rules_of(edition: Edition, book: Rulebook, lang: str) -> str:
    """The rules of this table, in full, as plain text: `en` or `fr`."""
    teller = teller_of(edition, book, lang)
    told = [_section(heading, lines) for _, heading, lines in sections_of(teller)]
    title, line = opening_of(teller)
    opening = "\n".join([title, "=" * len(title), *fold(line)])
    return "\n\n".join([opening, *told]) + "\n"


def teller_of(edition: Edition, book: Rulebook, lang: str) -> RulesText:
    """Who tells the rules of this table."""
    words = Words(lang, red=book.red_keys)
    return RulesText(edition, book, words, words.values_of(_facts(edition, book, words)))


def sections_of(teller: RulesText) -> list[tuple[str, str, Lines]]:
    """The sections that have something to say: the name of each, its heading, and its lines."""
    sections = ((name, tell(teller)) for name, tell in SECTIONS.items())
    return [(name, teller.words.heading(name), lines) for name, lines in sections if lines]


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
    }


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
        about.append(f"repeats.{_yes(secrets.space.repeats)}.{_yes(guesses.space.repeats)}")
    about.append("count.short" if secrets.short_seat is not None else _count(teller))
    return [*teller.text(*keys, "colours"), "", *_palette(teller, blanks), "", *teller.text(*about)]


def _yes(flag: bool) -> str:
    return "yes" if flag else "no"


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
    turns = teller.edition.guesses.turns.value
    set_code = "each.set.short" if teller.edition.secrets.short_seat is not None else "each.set"
    marker = teller.words.first(f"each.mark.{teller.marker}", turns)
    return [set_code, f"each.guess.{turns}", f"each.marked.{turns}", marker, "each.rows", "stays"]


def _round_dealt(teller: RulesText) -> list[str]:
    secrets = teller.edition.secrets
    parts = "one" if secrets.parts == 1 else "several"
    return [
        "dealt.mix",
        f"dealt.draw.{parts}",
        f"dealt.vacant.{_amount(secrets.space.most_blanks)}",
        "dealt.guess",
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
    keys = ("call.when", vacant, "call.right", "call.wrong", "call.two", "call.last")
    return teller.points(*keys)


def _end(teller: RulesText) -> Lines:
    if teller.edition.secrets.makers is Makers.ONE:
        return teller.text(f"end.one.{teller.table}", "end.shown")
    void = f"void.{teller.edition.match.void.value}"
    return teller.text(f"end.{teller.order}", void, "end.shown")


def _scoring(teller: RulesText) -> Lines:
    name = teller.edition.scoring.name
    told = teller.text(*SCORING[name](teller))
    table = dict(teller.edition.scoring.maker_table).get(teller.edition.seats)
    return [*told, "", *_table(teller, table)] if table else told


def _score_by_length(teller: RulesText) -> list[str]:
    return [f"score.{teller.edition.scoring.name}", "score.worth"]


def _score_rounds(teller: RulesText) -> list[str]:
    return [teller.words.first("score.rounds", teller.makers, teller.table)]


def _score_family(teller: RulesText) -> list[str]:
    example = ["family.example"] if worked_example(teller.edition) else []
    return ["family.guess", *example, "family.broke", "family.table"]


SCORING: dict[str, Callable[[RulesText], list[str]]] = {
    "rows": _score_by_length,
    "maker": _score_by_length,
    "breaker-rows": _score_by_length,
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
        keys.append(f"ends.{match.ends.value}.{teller.best}")
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
    keys = [
        teller.words.first("wrong.who", makers, teller.table),
        f"wrong.claim.{makers}",
        "wrong.false",
        "wrong.audit",
        "wrong.told",
    ]
    keys.append(teller.words.first("wrong.replay", makers))
    keys.append(f"penalty.{teller.best}" if penalty else "penalty.none")
    if penalty and shared:
        keys.append("penalty.even")
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
    """Every option with its value here, what it may be, and what it would be if nobody chose."""
    book, given = teller.book, dict(teller.edition.chosen)
    here = Choices(book.id, book.options, given)
    lines = teller.text("options")
    for option in book.options:
        # A default may depend on the other options, as they are here.
        unchosen = {name: value for name, value in given.items() if name != option.name}
        default = Choices(book.id, book.options, unchosen).text(option.name)
        words = option_help(book, option, teller.words.lang)
        told = teller.say("option", help=words[0].upper() + words[1:], allowed=option.allowed, default=default)
        lines += ["", f"{option.name}={here.text(option.name)}"]
        lines += fold(told, INDENT, INDENT)
    return lines


def _source(teller: RulesText) -> Lines:
    return fold(f"{edition_source(teller.book, teller.words.lang)}.")


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
    "match": _match,
    "wrong": _wrong,
    "leaving": _leaving,
    "options": _options,
    "source": _source,
}
"""The sections in order; one that has nothing to say is left out."""
