"""The catalogue of sentences: complete in every language, used, and open to one language more."""

import ast
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from tools.web_sentences import PARTS, check_table, keys_of, table_of, text_of

import keypeg
from keypeg.core.errors import ReadError, RuleError
from keypeg.editions import RULEBOOKS
from keypeg.editions.palette import COLOURS
from keypeg.extras import MissingExtraError
from keypeg.i18n.catalogue import LANGUAGES, LOCALE, SOURCE_LANGUAGE, count, decimal, has_sentence, percent, say
from keypeg.i18n.edition_text import option_key, source_key, value_key
from keypeg.i18n.error_text import COUNTED, explain
from keypeg.i18n.po_files import Entry, read_po
from keypeg.service.errors import TableError

SOURCE = Path(keypeg.__file__).parent
PAGES = SOURCE.parent.parent / "web" / "src"
PLACEHOLDER = re.compile(r"\{[^{}]*\}|%(?:\(\w+\))?[rs]")
KEY = re.compile(r"[A-Za-z0-9]+(?:[-.][A-Za-z0-9]+)*")

FILES = {lang: {path.stem: read_po(path) for path in sorted((LOCALE / lang).glob("*.po"))} for lang in LANGUAGES}
ENTRIES = {
    lang: {key: entry for file in files.values() for key, entry in file.entries.items()}
    for lang, files in FILES.items()
}
ENGLISH = ENTRIES[SOURCE_LANGUAGE]
TRANSLATED = [lang for lang in LANGUAGES if lang != SOURCE_LANGUAGE]

in_every_language = pytest.mark.parametrize("lang", LANGUAGES)
in_every_translation = pytest.mark.parametrize("lang", TRANSLATED)


def placeholders(text: str) -> list[str]:
    """What is filled in, in alphabetical order."""
    return sorted(PLACEHOLDER.findall(text))


SAME_ENGLISH = {
    "Best": "the grade of a guess, the label of the best guess in a comparison",
    "Continue": "a button: resume a table, or go on with the code of the day",
    "Guess": "a noun above a column, a verb on a button",
    "NAME": "a column of the score sheet, the value of an argument in --help",
    "Next row": "a button to the next row of a review, the heading of a row to enter",
    "Options": "a label of a form; a heading of the rules, which takes an article in French",
    "Players": "a label of a form; a heading of the rules, which takes an article in French",
    "Points": "a line of a table; a heading of the rules, which takes an article in French",
    "Share": "a button, the heading of what can be shared",
    "Start": "a button, the left end of a chart",
    "Wrong marks": "a heading of a review; one of the rules, which takes an article in French",
    "The round is replayed.": "what becomes of this round, what a value of an option means",
    "call": "an abbreviation in a column, a word that players type",
    "empty": "a hole of a tray, a space under the bridge: their genders may differ",
    "out": "a guess that is ruled out, a player who is out of the round",
    "pass": "an abbreviation in a column, a word that players type",
    "row": "an abbreviation above a column, a word that players type",
    "worst": "further guesses in the worst case, the cost in the worst case",
}
"""Why two sentences have the same English: a translator may have to say them differently."""


# the files


@in_every_language
def test_every_key_stands_in_one_file(lang: str) -> None:
    assert sum(len(file.entries) for file in FILES[lang].values()) == len(ENTRIES[lang])
    assert [key for key in ENTRIES[lang] if not KEY.fullmatch(key)] == []


@in_every_language
def test_every_file_has_the_header_of_its_language(lang: str) -> None:
    headers = {tuple(file.header.items()) for file in FILES[lang].values()}
    assert len(headers) == 1
    assert dict(headers.pop())["Language"] == lang


def test_two_keys_have_the_same_english_only_where_a_language_may_tell_them_apart() -> None:
    times = Counter(entry.english for entry in ENGLISH.values())
    assert {english[0]: number for english, number in times.items() if number > 1} == dict.fromkeys(SAME_ENGLISH, 2)


@in_every_translation
def test_every_language_has_the_same_entries_in_the_same_files(lang: str) -> None:
    assert {name: list(file.entries) for name, file in FILES[lang].items()} == {
        name: list(file.entries) for name, file in FILES[SOURCE_LANGUAGE].items()
    }


@in_every_translation
def test_the_english_of_a_translation_is_what_is_said_in_english(lang: str) -> None:
    """Where it is not, an English sentence was changed, and its translation is to be looked at again."""
    changed = {key: entry.english for key, entry in ENTRIES[lang].items() if entry.english != ENGLISH[key].english}
    assert changed == {}, "run `python -m tools.translations`, and look at what it marks as fuzzy"


@in_every_language
def test_nothing_is_left_to_be_translated_or_looked_at(lang: str) -> None:
    assert [key for key, entry in ENTRIES[lang].items() if entry.fuzzy] == []
    if lang == SOURCE_LANGUAGE:
        assert [key for key, entry in ENGLISH.items() if any(entry.forms)] == []
        assert [key for key, entry in ENGLISH.items() if not all(entry.english)] == []
    else:
        assert [key for key, entry in ENTRIES[lang].items() if not all(form.strip(" ") for form in entry.forms)] == []


def filled(entry: Entry) -> list[str]:
    """All texts of an entry that can be said."""
    return [*entry.english, *filter(None, entry.forms)]


@in_every_language
def test_every_form_has_the_same_placeholders(lang: str) -> None:
    for key, entry in ENTRIES[lang].items():
        expected = placeholders(ENGLISH[key].english[-1])
        for text in filled(entry):
            optional = ["{count}", "{n}"] if len(entry.english) > 1 else []
            assert placeholders(text) in (expected, sorted(set(expected) - set(optional))), (key, text)


@in_every_language
def test_placeholders_are_plain_names(lang: str) -> None:
    for entry in ENTRIES[lang].values():
        for text in filled(entry):
            named = [placeholder for placeholder in placeholders(text) if placeholder.startswith("{")]
            assert all(re.fullmatch(r"\{[a-z_]+\}", placeholder) for placeholder in named), entry.key


@in_every_language
def test_an_entry_that_counts_has_all_forms_of_its_language(lang: str) -> None:
    for file in FILES[lang].values():
        number, rule = file.plural_forms()
        assert {rule(n) for n in range(1000)} == set(range(number))
        for entry in file.entries.values():
            assert len(entry.forms) == (number if len(entry.english) > 1 else 1), entry.key


# the code


def strings_in(path: Path) -> tuple[set[str], list[str]]:
    """The literal strings of a module, and patterns for those that it puts together."""
    literal, built = set(), []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            literal.add(node.value)
            built += [f"{re.escape(node.value)}.+"] if node.value.endswith("-") else []
        if isinstance(node, ast.JoinedStr):
            parts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in node.values]
            if isinstance(node.values[0], ast.Constant):
                built.append("".join(parts))
    return literal, built


def said_keys(path: Path) -> set[str]:
    """The keys that a module says as they stand."""
    calls = (node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call))
    keys = set()
    for call in calls:
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if name == "say":
            texts = (argument.value for argument in call.args[:2] if isinstance(argument, ast.Constant))
            keys |= {text for text in texts if isinstance(text, str)}
    return keys


def test_every_key_in_the_code_exists() -> None:
    used_keys = set().union(*(said_keys(path) for path in SOURCE.rglob("*.py") if "rules" not in path.parts))
    assert sorted(key for key in used_keys if not has_sentence(key)) == []


def strings_in_pages() -> tuple[set[str], list[str]]:
    """The keys that stand in the pages, and patterns for templates such as `reason-${…}`."""
    paths = [path for path in PAGES.rglob("*") if path.suffix in (".ts", ".svelte")]
    code = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    templates = re.findall(r"`([a-z][a-z.-]+)\$\{[^}]+\}([a-z-]*)`", code)
    prefixes = re.findall(r"serverCodeText\('([^']+)'", code)
    built = [f"{re.escape(before)}.+{re.escape(after)}" for before, after in templates]
    return {key for key in ENGLISH if f"'{key}'" in code}, built + [f"{re.escape(prefix)}.+" for prefix in prefixes]


def test_every_sentence_is_used() -> None:
    strings = [*(strings_in(path) for path in SOURCE.rglob("*.py")), strings_in_pages()]
    literal = set().union(*(texts for texts, _ in strings))
    built = re.compile("|".join(pattern for _, patterns in strings for pattern in patterns if len(pattern) > 4))
    assert [key for key in ENGLISH if key not in literal and not built.fullmatch(key)] == []


def test_every_help_text_belongs_to_a_command_or_an_argument() -> None:
    """Their keys are put together, so that the test above does not see one that is left over."""
    literal = set().union(*(strings_in(path)[0] for path in (SOURCE / "cli").glob("*.py")))
    helps = [key.partition("-")[2] for key in ENGLISH if key.startswith(("help-", "argument-"))]
    assert [key for key in helps if key not in literal] == []


def test_every_error_has_a_sentence_and_every_sentence_an_error() -> None:
    codes = ReadError.codes | RuleError.codes | TableError.codes | MissingExtraError.codes
    assert {key for key in ENGLISH if key.startswith("error-")} == {f"error-{code}" for code in codes}
    counted = {code for code in codes if len(ENGLISH[f"error-{code}"].english) > 1}
    assert counted == COUNTED.keys()


def test_every_name_in_the_editions_file_belongs_to_an_edition_an_option_a_value_or_a_colour() -> None:
    expected = {f"colour.{colour.name}" for colour in COLOURS.values()}
    for book in RULEBOOKS.values():
        expected |= {f"edition.{book.id}.{field}" for field in ("name", "line")} | {source_key(book)}
        expected |= {option_key(book, option) for option in book.options}
        expected |= {value_key(book, option, value) for option in book.options for value in option.values}
    in_rules = {key for key in expected if key.startswith("rules.")}
    assert in_rules == {"rules.repeats.no", "rules.guess-repeats.yes"}
    own = {key for key in ENGLISH if key.startswith(("edition.", "option.", "choice.", "colour."))}
    assert own == expected - in_rules


@pytest.mark.parametrize("name", PARTS)
def test_the_pages_get_their_sentences_in_every_language(name: str) -> None:
    for key in keys_of(PARTS[name]):
        for lang in LANGUAGES:
            text = text_of(lang, key)
            assert isinstance(text, str) == (len(ENGLISH[key].english) == 1)


def test_the_pages_count_as_the_language_does() -> None:
    assert table_of("en")[:4] == "1011"
    assert table_of("fr")[:4] == "0011"
    with pytest.raises(ValueError, match="plural form of 1000"):
        check_table("0" * 200, lambda number: int(number >= 1000))


# what is said


def test_an_error_speaks_english_to_programs_and_the_users_language_to_users() -> None:
    error = RuleError("wrong-length", holes=4, given=3)
    assert str(error) == explain(error, "en")
    assert "4 holes" in str(error)
    assert "4 trous" in explain(error, "fr")
    assert "1 trou " in explain(RuleError("wrong-length", holes=1, given=3), "fr").replace(",", " ")


def test_what_was_typed_is_repeated_on_one_line() -> None:
    assert "\n" not in str(ReadError("unreadable-number", text="a\nb"))


def test_the_form_goes_by_the_count() -> None:
    assert [count("en", "rows", number) for number in (0, 1, 2, -1)] == ["0 rows", "1 row", "2 rows", "-1 row"]
    assert [count("fr", "codes", number) for number in (0, 1, 2, -3)] == ["0 code", "1 code", "2 codes", "-3 codes"]


def test_numbers_are_written_as_in_the_language() -> None:
    assert (decimal("en", 4.3406, 3), decimal("fr", 4.3406, 3)) == ("4.341", "4,341")
    assert (percent("en", 0.401), percent("fr", 0.401)) == ("40.1 %", "40,1\u00a0%")


def test_thousands_are_set_apart_as_in_the_language() -> None:
    assert [count(lang, "codes", 1296) for lang in ("en", "fr")] == ["1,296 codes", "1\u00a0296 codes"]
    assert count("fr", "points", -12345) == "-12\u00a0345 points"
    assert say("en", "error-cannot-listen", host="localhost", port="8080", why="in use").startswith(
        "Cannot listen on localhost:8080 "
    )


def test_french_keeps_its_tall_marks_on_the_line_of_their_word() -> None:
    assert say("fr", "own-code", code="R R B B") == "Votre code\u00a0: R R B B"
    assert say("fr", "called", name="Ann") == "Ann annonce «\u00a0Master Mind\u00a0»\u00a0!"


def test_a_sentence_that_is_not_there_is_an_error() -> None:
    with pytest.raises(LookupError, match="no-such-sentence"):
        say("fr", "no-such-sentence")


# another language


def test_another_language_is_another_folder(tmp_path: Path) -> None:
    """Nothing else: the program is copied as it is, and speaks it, English where nothing is translated yet."""
    package = tmp_path / "keypeg"
    shutil.copytree(SOURCE, package, ignore=shutil.ignore_patterns("data", "web"))
    locale = package / "i18n" / "locale"
    shutil.copytree(locale / SOURCE_LANGUAGE, locale / "xx")
    table = locale / "xx" / "counts.po"
    text = table.read_text(encoding="utf-8").replace(
        "nplurals=2; plural=(n != 1);", "nplurals=3; plural=(n == 1 ? 0 : n == 2 ? 1 : 2);"
    )
    for noun in ("blacks", "whites"):
        before = re.search(rf'msgctxt "counted-{noun}"\n.*\n.*\n(msgstr.*\n)+', text)
        assert before is not None
        after = re.sub(r"(msgstr.*\n)+", "".join(f'msgstr[{n}] "{{count}} {noun} {n}"\n' for n in range(3)), before[0])
        text = text.replace(before[0], after)
    table.write_text(text, encoding="utf-8")

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "keypeg", *arguments],
            cwd=tmp_path,
            env={"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    assert run("mark", "classic", "RRBB", "RBRB", "--lang", "xx") == "2 blacks 1, 2 whites 1\n"
    assert run("rules", "classic", "--lang", "xx") == run("rules", "classic", "--lang", SOURCE_LANGUAGE)
    assert "--lang {en,fr,xx}" in run("--help", "--lang", "xx")
