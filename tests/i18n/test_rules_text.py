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
from keypeg.editions import PUBLISHED, RULEBOOKS
from keypeg.editions.options import Option
from keypeg.editions.rulebook import SHARED_DECISIONS
from keypeg.i18n.catalogue import LANGUAGES, LOCALE, has_sentence, say, sentence, whole_number
from keypeg.i18n.colour_letters import local_palette
from keypeg.i18n.edition_text import colour_name, edition_line, value_label, value_meaning
from keypeg.i18n.po_files import read_po
from keypeg.i18n.rules import words
from keypeg.i18n.rules.examples import parts_example, sheet_example, worked_example
from keypeg.i18n.rules.facts import count_codes, numbers_of
from keypeg.i18n.rules.layout import WIDTH, RulesText
from keypeg.i18n.rules.rules import SECTIONS, rules_of
from keypeg.i18n.rules.words import NOUNS, Words, words_of
from keypeg.records.notation import read_code
from keypeg.study.rules_page import rules_to_json
from support.rules_blocks import block_texts

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
        for first_value, other in product(some_values(first), some_values(second)):
            yield {first.name: first_value, second.name: other}


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
    editions = {edition: None for book_id in RULEBOOKS for edition in possible(book_id, choices(book_id))}
    return tuple(editions)


@cache
def write_rules(edition: Edition, lang: str) -> str:
    """The rules of a table. Kept, since many tests read them."""
    return rules_of(edition, RULEBOOKS[edition.id], lang)


def sections(text: str) -> dict[str, str]:
    """The sections by their headings."""
    parts = re.split(r"(?m)^(.+)\n-+\n", text)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@cache
def body(edition: Edition, lang: str) -> str:
    """The rules without the title, the list of options and the source, each paragraph on one line."""
    sections_by_heading = sections(write_rules(edition, lang))
    skipped = {Words(lang).heading(key) for key in ("options", "source")}
    return flat("\n".join(text for heading, text in sections_by_heading.items() if heading not in skipped))


@cache
def different_sentences(lang: str) -> str:
    """The sentences of all tables, each once: most are the same at many tables."""
    found = {part for edition in tables() for part in re.split(r"(?<=[.:;]) ", body(edition, lang))}
    return "\n".join(sorted(found))


def flat(text: str) -> str:
    return re.sub(r"\s*\n\s*", " ", text)


both = pytest.mark.parametrize("lang", LANGUAGES)


def test_there_are_tables_of_every_edition() -> None:
    assert {edition.id for edition in tables()} == set(RULEBOOKS)
    assert len(tables()) > 150


@both
def test_lines_fit_and_gaps_are_filled(lang: str) -> None:
    for edition in tables():
        text = write_rules(edition, lang)
        assert text.endswith("\n")
        assert "{" not in text
        assert "}" not in text
        for line in text.split("\n"):
            assert len(line) <= WIDTH, line
            assert line == line.rstrip()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_on_a_narrow_terminal_lines_are_shorter_and_say_the_same(lang: str) -> None:
    for book in RULEBOOKS.values():
        narrow = rules_of(book.choose(), book, lang, width=60)
        assert max(len(line) for line in narrow.split("\n")) <= 60
        assert narrow.split() == write_rules(book.choose(), lang).split()


def test_every_language_tells_the_same_sections() -> None:
    for edition in tables():
        left_out = set() if edition.secrets.makers is Makers.DEALT else {"calling"}
        left_out |= set() if edition.scoring.maker_table else {"sheet"}
        left_out |= {"scoring", "sheet"} if edition.match.practice else set()
        for lang in LANGUAGES:
            headings = [Words(lang).heading(key) for key in SECTIONS if key not in left_out]
            assert list(sections(write_rules(edition, lang))) == headings


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
    used = set()

    def listen(lang: str, key: str, /, **values: object) -> str:
        used.add(key)
        return say(lang, key, **values)

    monkeypatch.setattr(words, "say", listen)
    for edition in (*tables(), *unusual()):
        rules_of(edition, RULEBOOKS[edition.id], lang)
        rules_to_json(edition, RULEBOOKS[edition.id], lang)
    assert read_po(LOCALE / lang / "rules.po").entries.keys() - used == set()


def expected_counts(edition: Edition) -> Iterator[tuple[int, str]]:
    """The numbers that a player must be told, each with its word."""
    yield edition.seats, ""
    yield edition.secrets.space.holes, "pegs or holes"
    yield len(edition.palette), "colours"
    yield edition.guesses.rows, "rows"
    yield count_codes(edition), ""
    if edition.secrets.short_seat is not None:
        yield edition.secrets.short_holes, "pegs"
        yield len(edition.secret_space(edition.secrets.short_seat)), ""
    if edition.secrets.counters:
        yield edition.secrets.counters, ""
        yield edition.secrets.counters * len(edition.palette), ""
    if edition.match.practice:
        return
    yield edition.match.rounds, "rounds"
    if edition.wrong_mark.points:
        yield edition.wrong_mark.points, "points"
    if edition.match.ends is Ends.MAJORITY:
        yield edition.match.rounds // 2 + 1, "points"
    if edition.scoring.unbroken_bonus:
        yield edition.scoring.unbroken_bonus, "points"
        yield edition.guesses.rows + edition.scoring.unbroken_bonus, "points"
    for points in (edition.scoring.white_points, edition.scoring.black_points, edition.scoring.breaking_points):
        if points:
            yield points, "points"


@both
def test_every_number_is_told(lang: str) -> None:
    for edition in tables():
        words = words_of(RULEBOOKS[edition.id], lang)
        text = body(edition, lang)
        for number, nouns in expected_counts(edition):
            figures = (
                [words.count(number, noun) for noun in nouns.split(" or ")] if nouns else [whole_number(lang, number)]
            )
            matches = (re.search(rf"(?<![\d,\xa0]){re.escape(figure)}\b", text) for figure in figures)
            assert any(matches), (edition.id, edition.chosen, figures)


@both
def test_the_colours_are_told_with_their_letters(lang: str) -> None:
    for edition in tables():
        codes = sections(write_rules(edition, lang))[Words(lang).heading("codes")]
        for colour in local_palette(edition.palette, lang):
            assert re.search(rf"\b{colour.letter} {colour_name(colour, lang)}\b", codes)


@both
@pytest.mark.parametrize("seats", ["3", "4", "5"])
def test_the_makers_table_is_printed(lang: str, seats: str) -> None:
    edition = RULEBOOKS["hasbro-2004"].choose({"seats": seats})
    points = sections(write_rules(edition, lang))[Words(lang).heading("scoring")]
    heads, cells = (line.split() for line in points.rstrip().split("\n")[-2:])
    table = dict(edition.scoring.maker_table)[int(seats)]
    assert tuple(map(int, cells[1:])) == table
    assert heads[-13:-1] == [str(row) for row in range(1, 13)]


@both
def test_another_choice_makes_another_text(lang: str) -> None:
    texts = {write_rules(edition, lang) for edition in tables()}
    assert len(texts) == len(tables())


@both
@pytest.mark.parametrize("book_id", [book_id for book_id in RULEBOOKS if book_id != HOUSE])
def test_every_option_changes_the_rules_themselves(lang: str, book_id: str) -> None:
    """Not only the list of options. In house rules some options mean nothing beside others."""
    editions = set(possible(book_id, one_option(book_id)))
    assert len({body(edition, lang) for edition in editions}) == len(editions)


@both
def test_options_are_listed_with_values_and_defaults(lang: str) -> None:
    for edition in tables():
        book = RULEBOOKS[edition.id]
        text = sections(write_rules(edition, lang))[Words(lang).heading("options")]
        chosen = dict(edition.chosen)
        for option in book.options:
            value = chosen.get(option.name)
            assert re.search(rf"(?m)^{option.name}={value or ''}", text)
            for allowed in option.values or (str(option.low), str(option.high)):
                assert re.search(rf"\b{allowed}\b", text)
            if value is None:
                assert book.choose({**chosen, option.name: _listed(text, option.name)}) == edition


def _listed(text: str, name: str) -> str:
    match = re.search(rf"(?m)^{name}=(.*)$", text)
    assert match is not None
    return match[1]


@both
def test_the_worked_example_is_marked_by_the_edition(lang: str) -> None:
    shown = 0
    for edition in tables():
        words = words_of(RULEBOOKS[edition.id], lang)
        text = sections(write_rules(edition, lang))[words.heading("marking")]
        lines = [_after(text, words.say(f"example.{key}")) for key in ("code", "guess", "mark")]
        if edition.secrets.makers is Makers.DEALT:
            assert lines[:2] == [None, None]
            continue
        secret, guess = (read_code(line or "", local_palette(edition.palette, lang)) for line in lines[:2])
        edition.secrets.space.check(secret)
        edition.guesses.space.check(guess)
        mark = edition.marking.mark(secret, guess)
        numbers = [int(number) for number in re.findall(r"\d+", lines[2] or "")]
        mark_numbers = [mark.number] if isinstance(mark, Number) else [count for count in mark if count]
        assert numbers == mark_numbers
        shown += 1
    assert shown > 100


def _after(text: str, label: str) -> str | None:
    match = re.search(rf"(?m)^ +{re.escape(label)} +(.*)$", text)
    return match[1] if match else None


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
    for book_id in ("hasbro-2000", "hasbro-2000-advanced", "classic", "challenge-2001", "parker-1974"):
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
    text = flat(sections(write_rules(edition, lang))[words.heading("marking")])
    for noun in ("blacks", "whites"):
        assert words.count(1, noun) in text
    assert f"{words.say('no-peg')}." in text


@both
def test_numbers_agree_with_their_words(lang: str) -> None:
    own = [key for key in read_po(LOCALE / lang / "rules.po").entries if key.startswith("rules.counted.")]
    for key in [
        *own,
        *(f"counted-{noun}" for noun in sorted(NOUNS.values()) if not has_sentence(f"rules.counted.{noun}")),
    ]:
        (singular, plural), rule = sentence(lang, key)
        if singular == plural:
            continue
        singular, plural = singular.removeprefix("{count} "), plural.removeprefix("{count} ")
        text = different_sentences(lang)
        for number in map(int, re.findall(rf"(?<![\d,\xa0–])(\d+) {singular}\b", text)):
            assert not rule(number), (number, singular)
        for number in map(int, re.findall(rf"(?<![\d,\xa0–])(\d+) {plural}\b", text)):
            assert rule(number), (number, plural)


def test_french_has_its_own_spaces_and_apostrophes() -> None:
    for edition in tables():
        text = write_rules(edition, "fr")
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
        if edition.secrets.makers is not Makers.ONE or edition.guesses.rows == 1 or edition.match.practice:
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
            others = 1 if edition.scoring.name == "rounds" and not edition.match.practice else 0
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
    assert "12 rows" in changed.split("\n")[2]


# the edition's own things

PIECES = {
    "en": {"pegs": "peg", "tiles": "tile", "rings": "ring", "cars": "car", "sliders": "peg"},
    "fr": {"pegs": "pion", "tiles": "plaquette", "rings": "anneau", "cars": "voiture", "sliders": "pion"},
}
"""For each material, what a code is made of."""


@both
def test_rules_speak_of_the_editions_own_pieces_and_of_no_others(lang: str) -> None:
    for edition in tables():
        pieces = dict(PIECES[lang])
        own = pieces[RULEBOOKS[edition.id].material.value]
        text = re.sub(r"key pegs?", "", body(edition, lang))
        assert re.search(rf"\b{own}(s|x|aux)?\b", text, re.IGNORECASE), (edition, own)
        for other in set(pieces.values()) - {own}:
            assert not re.search(rf"\b{other}(s|x|aux)?\b", text, re.IGNORECASE), (edition, other)


THINGS = {
    "challenge-2001": {"en": ("rods", "red key peg"), "fr": ("tiges", "fiches rouges")},
    "traffic-jam-2000": {"en": ("bridge", "number card"), "fr": ("pont", "carte")},
    "hasbro-2004": {"en": ("white slider", "red slider"), "fr": ("curseur blanc", "curseur rouge")},
    "parker-1974": {"en": ("black tile", "white tile"), "fr": ("plaquette noire", "plaquette blanche")},
    "mastermind-44": {"en": ("counters", "numbered 1 to 5"), "fr": ("jetons", "numérotés de 1 à 5")},
}


@both
@pytest.mark.parametrize("book_id", THINGS)
def test_rules_name_what_is_on_the_table(lang: str, book_id: str) -> None:
    text = body(RULEBOOKS[book_id].choose(), lang).lower()
    for noun in THINGS[book_id][lang]:
        assert noun in text


# options


@both
def test_every_value_of_every_option_is_explained(lang: str) -> None:
    for book in RULEBOOKS.values():
        text = flat(sections(write_rules(book.choose(), lang))[Words(lang).heading("options")])
        for option in book.options:
            meanings = [value_meaning(book, option, value, lang) for value in option.values]
            assert len(set(meanings)) == len(meanings)
            for meaning in meanings:
                assert meaning.endswith(".")
                assert meaning in text


@both
def test_every_value_of_every_option_has_a_label_of_its_own(lang: str) -> None:
    for book in RULEBOOKS.values():
        for option in book.options:
            labels = [value_label(book, option, value, lang) for value in some_values(option)]
            assert len(set(labels)) == len(labels)
            for value, label in zip(some_values(option), labels, strict=True):
                assert label != value
                assert "=" not in label
                assert "," not in label  # they are listed with commas between them
                assert not label.endswith(".")


@both
def test_the_options_that_were_changed_are_said_in_words(lang: str) -> None:
    book = RULEBOOKS["classic"]
    line = write_rules(book.choose({"rows": "12", "by-hand": "yes"}), lang).splitlines()[2]
    lines = {"en": "12 rows, marked by hand.", "fr": "12 lignes, indications données à la main."}
    assert line == Words(lang).say("changed", {"changed": lines[lang].removesuffix(".")})


@both
def test_on_the_pages_no_option_is_shown_as_it_is_typed(lang: str) -> None:
    for book in RULEBOOKS.values():
        answer = rules_to_json(book.choose({"by-hand": "yes"}), book, lang)
        options = next(section for section in answer["sections"] if section["name"] == "options")
        texts = [text for block in options["blocks"] for text in block_texts(block)]
        assert not [item for item in texts if "=" in item]
        for option in book.options:
            assert all(value_meaning(book, option, value, lang) in texts for value in option.values)


# house decisions


def house_mark(lang: str) -> str:
    return Words(lang).say("house.mark")


def test_every_house_decision_is_a_sentence_that_some_table_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of one edition are said by that edition, the shared ones by some edition."""
    checked: set[tuple[str, str]] = set()
    is_decision = RulesText.is_decision

    def listen(rules: RulesText, key: str) -> bool:
        parts = key.split(".")
        checked.update((rules.book.id, ".".join(parts[:length])) for length in range(1, len(parts) + 1))
        return is_decision(rules, key)

    monkeypatch.setattr(RulesText, "is_decision", listen)
    for edition in tables():
        rules_of(edition, RULEBOOKS[edition.id], "en")
    for book_id in PUBLISHED:
        own = RULEBOOKS[book_id].decisions - SHARED_DECISIONS
        assert [decision for decision in own if (book_id, decision) not in checked] == []
    assert {key for _, key in checked} >= SHARED_DECISIONS


@both
def test_house_decisions_are_marked_and_only_where_there_is_a_rulebook(lang: str) -> None:
    words = Words(lang)
    for edition in tables():
        text = flat(write_rules(edition, lang))
        marks = [
            words.say("house.mark"),
            words.say("house.section"),
            words.say("house.note"),
        ]
        assert all((mark in text) == (edition.id != HOUSE) for mark in marks), edition


DECIDED: tuple[tuple[str, dict[str, str], str], ...] = (
    ("classic", {"scoring": "breaker-rows"}, "score.breaker-rows.unbroken"),
    ("challenge-2001", {}, "each.hidden.together"),
    ("challenge-2001", {"race": "yes", "by-hand": "yes"}, "each.owed.race"),
    ("hasbro-2004", {}, "guess-repeats.yes"),
    ("parker-1974", {"rounds": "2"}, "next.guess.two"),
    ("mastermind-44", {}, "dealt.full"),
)


@both
@pytest.mark.parametrize(("book_id", "chosen", "key"), DECIDED)
def test_a_sentence_that_the_rulebook_leaves_open_is_marked(
    lang: str, book_id: str, chosen: dict[str, str], key: str
) -> None:
    book = RULEBOOKS[book_id]
    sentence_text = words_of(book, lang).say(key)
    assert sentence_text + house_mark(lang) in body(book.choose(chosen), lang)


def test_the_rulebooks_own_rules_are_not_marked() -> None:
    text = body(RULEBOOKS["classic"].choose(), "en")
    sentence_text = Words("en").say("score.maker", {"counted_bonus": "1 point"})
    assert sentence_text in text
    assert sentence_text + house_mark("en") not in text


# the rulebooks' worked examples


def test_the_traffic_jam_of_the_rulebook_is_marked_2_and_3() -> None:
    for option, number in (("1", 2), ("2", 3)):
        example = worked_example(RULEBOOKS["traffic-jam-2000"].choose({"option": option}))
        assert example is not None
        assert example.from_rulebook
        assert example.mark == Number(number)
    with_spaces = worked_example(RULEBOOKS["traffic-jam-2000"].choose({"option": "3"}))
    assert with_spaces is not None
    assert BLANK in with_spaces.secret


def test_the_family_guess_of_the_rulebook_earns_4_points() -> None:
    edition = RULEBOOKS["hasbro-2004"].choose({"seats": "3"})
    example = worked_example(edition)
    assert example is not None
    assert example.mark == KeyPegs(1, 2)
    assert numbers_of(edition)["example_points"] == 4


def test_the_score_sheet_of_the_rulebook_comes_out_as_printed() -> None:
    maker, first, second = sheet_example(RULEBOOKS["hasbro-2004"].choose({"seats": "3", "by-hand": "yes"}))
    assert (maker.guesses, maker.sum, maker.maker) == ((), 10, True)
    assert (first.guesses, first.sum) == ((1, 3, 3), 7)
    assert (second.guesses, second.sum) == ((2, 4, 10), 16)


@both
@pytest.mark.parametrize("seats", ["3", "4", "5"])
def test_the_score_sheet_is_explained_with_its_example(lang: str, seats: str) -> None:
    edition = RULEBOOKS["hasbro-2004"].choose({"seats": seats})
    text = sections(write_rules(edition, lang))[Words(lang).heading("sheet")]
    for key in ("columns", "guesses", "maker", "total"):
        assert Words(lang).say(f"sheet.{key}") in flat(text)
    cells = [cell for cell in sheet_example(edition) if len(cell.guesses) > 1]
    assert re.findall(r"= (\d+)", text) == [str(cell.sum) for cell in cells]
    if seats == "3":
        assert "1 + 3 + 3 = 7" in text
        assert "2 + 4 + 10 = 16" in text


# what certain tables must say


@both
def test_experts_keep_their_secret(lang: str) -> None:
    sentence_text = Words(lang).say("chosen.experts.yes")
    for seats in ("2", "4"):
        assert sentence_text in body(RULEBOOKS["hasbro-2004"].choose({"seats": seats, "experts": "yes"}), lang)
        assert sentence_text not in body(RULEBOOKS["hasbro-2004"].choose({"seats": seats}), lang)


@both
def test_a_race_with_a_handicap_marked_by_hand_is_told_in_full(lang: str) -> None:
    book = RULEBOOKS["challenge-2001"]
    edition = book.choose({"handicap": "1", "race": "yes", "by-hand": "yes"})
    words, text = words_of(book, lang), body(edition, lang)
    numbers = words.values_of(numbers_of(edition))
    marks = {"solved": words.count(5, "blacks"), "solved_short": words.count(4, "blacks")}
    for key in ("each.set.short", "each.guess.race", "each.guess.short", "each.marked.race", "each.mark.hand"):
        assert words.say(key, numbers) in text
    assert words.say("each.owed.race") in text
    assert words.say("bw.solved.short", {**numbers, **marks}) in text
    assert words.say("end.full.race") in text


def test_french_uses_one_word_for_each_thing() -> None:
    for edition in tables():
        assert not re.search(
            r"\brang(ée|ées)\b|\bmarques?\b|\bpions? (noir|blanc|rouge)", write_rules(edition, "fr"), re.I
        )
