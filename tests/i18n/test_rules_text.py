"""The rules as they are told: they say what the edition's data says, in both languages, and they can be read."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, product

import pytest

from keypeg.core.actions import Resign, SetCode
from keypeg.core.apply import apply
from keypeg.core.codes import BLANK, CodeSpace, join_parts
from keypeg.core.edition import Edition, Ends, Makers
from keypeg.core.errors import RuleError
from keypeg.core.marks import KeyPegs, Number
from keypeg.core.state import new_match
from keypeg.editions import RULEBOOKS
from keypeg.editions.options import Option
from keypeg.i18n.catalogue import LANGUAGES, LOCALE, say, sentence
from keypeg.i18n.edition_text import colour_name, edition_line
from keypeg.i18n.po_files import read_po
from keypeg.i18n.rules import words
from keypeg.i18n.rules.examples import parts_example, worked_example
from keypeg.i18n.rules.facts import count_codes, numbers_of
from keypeg.i18n.rules.layout import WIDTH
from keypeg.i18n.rules.rules import SECTIONS, rules_of
from keypeg.i18n.rules.words import NOUNS, Words
from keypeg.records.notation import read_code

HOUSE = "house"

HOUSES: tuple[dict[str, str], ...] = (
    {"holes": "1", "rows": "1", "rounds": "1", "blanks": "yes"},
    {"holes": "2", "colours": "2", "rows": "2", "marking": "sum"},
    {"holes": "3", "colours": "2", "marking": "colours", "blanks": "yes"},
    {"holes": "8", "colours": "20", "rows": "40", "repeats": "no", "marking": "colours"},
    {"holes": "5", "colours": "5", "repeats": "no", "guess-repeats": "no"},
    {"holes": "3", "colours": "3", "repeats": "no", "guess-repeats": "no"},
    {"blanks": "yes", "repeats": "no"},
    {"blanks": "yes", "repeats": "no", "guess-repeats": "no"},
    {"seats": "3", "scoring": "rows", "penalty": "2", "by-hand": "yes"},
    {"seats": "4", "scoring": "maker-misses", "rounds": "4"},
    {"seats": "5", "scoring": "rounds", "rounds": "5", "ends": "majority"},
    {"seats": "4", "scoring": "family", "rows": "12"},
    {"scoring": "breaker-rows", "penalty": "1"},
    {"scoring": "breaker-rows", "ends": "majority"},
    {"scoring": "rounds", "rounds": "1"},
    {"makers": "each", "turns": "in-turn", "void": "replay", "penalty": "1"},
    {"makers": "each", "turns": "together", "ends": "majority", "rounds": "7", "by-hand": "yes"},
    {"makers": "each", "turns": "race", "marking": "sum", "by-hand": "yes", "blanks": "yes"},
    {"marking": "parts", "holes": "4", "seats": "4", "by-hand": "yes"},
    {"marking": "parts", "holes": "8", "seats": "2", "parts": "4", "colours": "2"},
    {"marking": "parts", "holes": "8", "seats": "5", "penalty": "4", "rounds": "3", "void": "replay"},
    {"marking": "parts", "holes": "8", "seats": "2", "colours": "3", "repeats": "no", "guess-repeats": "no"},
    {"marking": "parts", "holes": "5", "seats": "3", "colours": "20", "repeats": "no"},
)
"""House rules that between them reach every corner."""


def some_values(option: Option) -> tuple[str, ...]:
    """All values of an option; of a number, a few."""
    return option.values or tuple(str(n) for n in (1, 2, 3, 9) if option.low <= n <= option.high)


def one_option(book_id: str) -> Iterator[dict[str, str]]:
    for option in RULEBOOKS[book_id].options:
        yield from ({option.name: value} for value in some_values(option))


def choices(book_id: str) -> Iterator[dict[str, str]]:
    """Ways to choose the options: none, each by itself, and every pair; house rules as listed above."""
    yield {}
    yield from one_option(book_id)
    if book_id == HOUSE:
        yield from HOUSES
        return
    for first, second in combinations(RULEBOOKS[book_id].options, 2):
        for one, other in product(some_values(first), some_values(second)):
            yield {first.name: one, second.name: other}


def possible(book_id: str, ways: Iterator[dict[str, str]]) -> Iterator[Edition]:
    """The tables that the rules allow."""
    for way in ways:
        try:
            yield RULEBOOKS[book_id].choose(way)
        except RuleError:
            continue


@cache
def tables() -> tuple[Edition, ...]:
    """Every edition with a good many options, each table once."""
    found = {edition: None for book_id in RULEBOOKS for edition in possible(book_id, choices(book_id))}
    return tuple(found)


@cache
def tell(edition: Edition, lang: str) -> str:
    """The rules of a table. Kept, since many tests read them."""
    return rules_of(edition, RULEBOOKS[edition.id], lang)


def sections(text: str) -> dict[str, str]:
    """The sections by their headings."""
    parts = re.split(r"(?m)^(.+)\n-+\n", text)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@cache
def body(edition: Edition, lang: str) -> str:
    """The rules without the title, the list of options and the source, each paragraph on one line."""
    told = sections(tell(edition, lang))
    skipped = {Words(lang).heading(key) for key in ("options", "source")}
    return flat("\n".join(text for heading, text in told.items() if heading not in skipped))


def flat(text: str) -> str:
    return re.sub(r"\s*\n\s*", " ", text)


both = pytest.mark.parametrize("lang", LANGUAGES)


def test_there_are_tables_of_every_edition() -> None:
    assert {edition.id for edition in tables()} == set(RULEBOOKS)
    assert len(tables()) > 150


@both
def test_lines_fit_and_gaps_are_filled(lang: str) -> None:
    for edition in tables():
        text = tell(edition, lang)
        assert text.endswith("\n")
        assert "{" not in text
        assert "}" not in text
        for line in text.split("\n"):
            assert len(line) <= WIDTH, line
            assert line == line.rstrip()


def test_every_language_tells_the_same_sections() -> None:
    for edition in tables():
        dealt = edition.secrets.makers is Makers.DEALT
        for lang in LANGUAGES:
            wanted = [Words(lang).heading(key) for key in SECTIONS if dealt or key != "calling"]
            assert list(sections(tell(edition, lang))) == wanted


def unusual() -> Iterator[Edition]:
    """Editions that no option makes, but that the parts can express."""
    house = RULEBOOKS[HOUSE].choose()
    for code, guess in ((0, 2), (2, 4)):
        yield replace(
            house,
            secrets=replace(house.secrets, space=CodeSpace(4, 6, most_blanks=code)),
            guesses=replace(house.guesses, space=CodeSpace(4, 6, most_blanks=guess)),
        )


@both
def test_no_sentence_is_there_for_nothing(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = set()

    def listen(lang: str, key: str, /, **values: object) -> str:
        heard.add(key)
        return say(lang, key, **values)

    monkeypatch.setattr(words, "say", listen)
    for edition in (*tables(), *unusual()):
        rules_of(edition, RULEBOOKS[edition.id], lang)
    assert read_po(LOCALE / lang / "rules.po").entries.keys() - heard == set()


def expected_counts(edition: Edition) -> Iterator[tuple[int, str]]:
    """The numbers that a player must be told, each with its word."""
    yield edition.seats, ""
    yield edition.secrets.space.holes, "holes"
    yield len(edition.palette), "colours"
    yield edition.guesses.rows, "rows"
    yield edition.match.rounds, "rounds"
    yield count_codes(edition), ""
    if edition.secrets.short_seat is not None:
        yield edition.secrets.short_holes, "holes"
        yield len(edition.secret_space(edition.secrets.short_seat)), ""
    if edition.wrong_mark.points:
        yield edition.wrong_mark.points, "points"
    if edition.match.ends is Ends.MAJORITY:
        yield edition.match.rounds // 2 + 1, "points"
    if edition.scoring.unbroken_bonus:
        yield edition.scoring.unbroken_bonus, "points"
        yield edition.guesses.rows + edition.scoring.unbroken_bonus, "points"
    if edition.secrets.counters:
        yield edition.secrets.counters, ""
        yield edition.secrets.counters * len(edition.palette), ""
    for points in (edition.scoring.white_points, edition.scoring.black_points, edition.scoring.breaking_points):
        if points:
            yield points, "points"


@both
def test_every_number_is_told(lang: str) -> None:
    words = Words(lang)
    for edition in tables():
        text = body(edition, lang)
        for number, noun in expected_counts(edition):
            told = words.count(number, noun) if noun else words.number(number)
            assert re.search(rf"(?<![\d,\xa0]){re.escape(told)}\b", text), (edition.id, edition.chosen, told)


@both
def test_the_colours_are_told_with_their_letters(lang: str) -> None:
    for edition in tables():
        codes = sections(tell(edition, lang))[Words(lang).heading("codes")]
        for colour in edition.palette:
            assert re.search(rf"\b{colour.letter} {colour_name(colour, lang)}\b", codes)


@both
@pytest.mark.parametrize("seats", ["3", "4", "5"])
def test_the_makers_table_is_printed(lang: str, seats: str) -> None:
    edition = RULEBOOKS["hasbro-2004"].choose({"seats": seats})
    points = sections(tell(edition, lang))[Words(lang).heading("scoring")]
    heads, cells = (line.split() for line in points.rstrip().split("\n")[-2:])
    table = dict(edition.scoring.maker_table)[int(seats)]
    assert tuple(map(int, cells[1:])) == table
    assert heads[-13:-1] == [str(row) for row in range(1, 13)]


@both
def test_another_choice_makes_another_text(lang: str) -> None:
    texts = {tell(edition, lang) for edition in tables()}
    assert len(texts) == len(tables())


@both
@pytest.mark.parametrize("book_id", [book_id for book_id in RULEBOOKS if book_id != HOUSE])
def test_every_option_changes_the_rules_themselves(lang: str, book_id: str) -> None:
    """Not only the list of options. In house rules some options mean nothing beside others."""
    found = set(possible(book_id, one_option(book_id)))
    assert len({body(edition, lang) for edition in found}) == len(found)


@both
def test_options_are_listed_with_values_and_defaults(lang: str) -> None:
    for edition in tables():
        book = RULEBOOKS[edition.id]
        told = sections(tell(edition, lang))[Words(lang).heading("options")]
        chosen = dict(edition.chosen)
        for option in book.options:
            value = chosen.get(option.name)
            assert re.search(rf"(?m)^{option.name}={value or ''}", told)
            assert option.allowed in flat(told)
            if value is None:
                assert book.choose({**chosen, option.name: _listed(told, option.name)}) == edition


def _listed(told: str, name: str) -> str:
    found = re.search(rf"(?m)^{name}=(.*)$", told)
    assert found is not None
    return found[1]


@both
def test_the_worked_example_is_marked_by_the_edition(lang: str) -> None:
    words = Words(lang)
    shown = 0
    for edition in tables():
        told = sections(tell(edition, lang))[words.heading("marking")]
        lines = [_after(told, words.say(f"example.{key}")) for key in ("code", "guess", "mark")]
        if edition.secrets.makers is Makers.DEALT:
            assert lines[:2] == [None, None]
            continue
        secret, guess = (read_code(line or "", edition.palette) for line in lines[:2])
        edition.secrets.space.check(secret)
        edition.guesses.space.check(guess)
        mark = edition.marking.mark(secret, guess)
        numbers = [int(number) for number in re.findall(r"\d+", lines[2] or "")]
        wanted = [mark.number] if isinstance(mark, Number) else [count for count in mark if count]
        assert numbers == wanted
        shown += 1
    assert shown > 100


def _after(text: str, label: str) -> str | None:
    found = re.search(rf"(?m)^ +{re.escape(label)} +(.*)$", text)
    return found[1] if found else None


def test_the_reasons_of_the_example_add_up_to_its_mark() -> None:
    for edition in tables():
        example = worked_example(edition)
        if example is None:
            continue
        placed, elsewhere = example.reasons.count("placed"), example.reasons.count("elsewhere")
        marks = {
            "black-white": KeyPegs(placed, elsewhere),
            "colours": Number(placed + elsewhere),
            "sum": Number(2 * placed + elsewhere),
        }
        assert example.mark == marks[edition.marking.name]


def test_the_example_shows_a_black_a_white_and_too_many_of_a_colour() -> None:
    for book_id in ("hasbro-2000", "hasbro-2000-advanced", "classic", "challenge-2001", "hasbro-2004", "parker-1974"):
        example = worked_example(RULEBOOKS[book_id].choose())
        assert example is not None
        assert {"placed", "elsewhere", "counted"} <= set(example.reasons)
    advanced = worked_example(RULEBOOKS["hasbro-2000-advanced"].choose())
    assert advanced is not None
    assert BLANK in advanced.secret
    assert BLANK in advanced.guess


def test_the_example_with_parts_can_be_dealt_and_is_marked_seat_by_seat() -> None:
    for edition in tables():
        example = parts_example(edition)
        if example is None:
            continue
        whole = join_parts((example.own, *(part.part for part in example.marks)))
        edition.secrets.space.check(whole)
        edition.guesses.space.check(example.guess)
        assert max(whole.count(peg) for peg in whole if peg != BLANK) <= edition.secrets.counters
        assert [part.seat for part in example.marks] == list(range(2, edition.seats + 1))
        assert all(mine in (BLANK, *example.guess) for mine in example.own)
        assert not any(mine == theirs for mine, theirs in zip(example.own, example.guess, strict=True)), "no bluff"
        for part in example.marks:
            assert part.mark == edition.marking.mark(part.part, example.guess)


def test_four_players_of_parts_are_shown_a_black_a_white_and_no_peg() -> None:
    example = parts_example(RULEBOOKS["mastermind-44"].choose())
    assert example is not None
    assert [part.mark for part in example.marks] == [KeyPegs(1, 0), KeyPegs(0, 1), KeyPegs(0, 0)]


@both
def test_marks_of_parts_are_told_seat_by_seat(lang: str) -> None:
    edition = RULEBOOKS["mastermind-44"].choose()
    words = Words(lang)
    told = flat(sections(tell(edition, lang))[words.heading("marking")])
    for noun in ("black-pegs", "white-pegs"):
        assert words.count(1, noun) in told
    assert f"{words.say('no-peg')}." in told


@both
def test_numbers_agree_with_their_words(lang: str) -> None:
    for noun in sorted({*NOUNS.values(), "black-pegs", "red-pegs", "white-pegs"}):
        (one, several), rule = sentence(lang, f"counted-{noun}")
        one, several = one.removeprefix("{count} "), several.removeprefix("{count} ")
        for edition in tables():
            text = body(edition, lang)
            for number in map(int, re.findall(rf"(?<![\d,\xa0–])(\d+) {one}\b", text)):
                assert not rule(number), (number, one, edition.chosen)
            for number in map(int, re.findall(rf"(?<![\d,\xa0–])(\d+) {several}\b", text)):
                assert rule(number), (number, several, edition.chosen)


def test_french_has_its_own_spaces_and_apostrophes() -> None:
    for edition in tables():
        text = tell(edition, "fr")
        assert not re.search(r"(?<=\S)[ \n]+[:;?!»]", text)
        assert not re.search(r"«[ \n]", text)
        assert not re.search(r"[^\s\xa0][;?!»]", text)
        assert "'" not in body(edition, "fr")


def test_codes_are_counted_as_listing_them_would() -> None:
    parts = RULEBOOKS[HOUSE].choose({"marking": "parts", "seats": "3", "parts": "2", "holes": "7", "colours": "2"})
    dealt = [c for c in parts.secrets.space if max(c.count(1), c.count(2)) <= parts.secrets.counters]
    assert count_codes(parts) == len(dealt) < len(parts.secrets.space)
    assert count_codes(RULEBOOKS["mastermind-44"].choose()) == 6480


def test_what_a_breaker_who_leaves_gives_away_is_what_the_engine_scores() -> None:
    """The text says: as for a code that is not found."""
    for edition in tables():
        if edition.secrets.makers is not Makers.ONE or edition.guesses.rows == 1:
            continue
        code = next(iter(edition.secrets.space))
        state = apply(new_match(edition), 1, SetCode(code)).state
        for breaker in range(2, edition.seats + 1):
            assert not state.finished
            state = apply(state, breaker, Resign()).state
        scorer = 2 if edition.scoring.lowest_wins else 1
        assert state.scores[scorer - 1] == numbers_of(edition)["unbroken"]
        assert sum(state.scores) == state.scores[scorer - 1]


def test_what_a_maker_who_leaves_gives_away_is_what_the_engine_scores() -> None:
    """The text says: nothing for the maker, and where rounds are won, a point for each breaker still in."""
    for edition in tables():
        if edition.secrets.makers is Makers.ONE:
            scores = apply(new_match(edition), 1, Resign()).state.scores
            others = 1 if edition.scoring.name == "rounds" else 0
            assert scores == (0, *[others] * (edition.seats - 1))


def test_the_title_names_the_year_once() -> None:
    for book in RULEBOOKS.values():
        for lang in LANGUAGES:
            title = rules_of(book.choose(), book, lang).split("\n")[0]
            assert title.count(str(book.year)) == (book.year is not None)


def test_the_usual_line_stands_below_the_title_only_where_nothing_is_changed() -> None:
    book = RULEBOOKS["classic"]
    assert edition_line(book, "en") in rules_of(book.choose(), book, "en")
    changed = rules_of(book.choose({"rows": "12"}), book, "en")
    assert edition_line(book, "en") not in changed
    assert "rows=12" in changed.split("\n")[2]
