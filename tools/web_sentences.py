"""Writes the sentences that the pages use as JSON, from the catalogue, before the pages are built.

    python -m tools.web_sentences

`web/src/browser/languages.json` has the languages and how they form plurals, `web/src/i18n/sentences.<lang>.json` what
every page needs, `study-sentences.<lang>.json` what is loaded with the pages for studying, and `bot-names.json` the
names of bots by level, in the order of the seats. Git ignores them.
"""

import json
from pathlib import Path
from typing import NamedTuple

from keypeg.i18n.catalogue import LANGUAGES, LOCALE, SOURCE_LANGUAGE, sentence
from keypeg.i18n.colour_letters import local_letter
from keypeg.i18n.po_files import PluralRule, read_po
from keypeg.players.bot_names import NAMES_BY_LEVEL

TARGET = Path(__file__).parent.parent / "web" / "src"

TABLE = 200
"""How many numbers the table of plural forms has: all rules there are go by small numbers or the last two digits."""


LETTER_KEY = "colour-letter."
"""How the keys of colours' letters begin."""


class Part(NamedTuple):
    """Sentences that are loaded together."""

    topics: tuple[str, ...]
    """The files that are for these pages alone."""
    shared: tuple[str, ...]
    """The sentences of other files that these pages use too; with a star, all whose key begins so."""


PARTS = {
    "sentences": Part(
        topics=("pages", "pages_people", "pages_table"),
        shared=(
            *("language-name", "locale", "colon", "semicolon", "blank-word", "colour.*", "colour-letter.*"),
            *("opponent", "bot-and-level", "counted-blacks", "counted-reds", "counted-whites"),
            *("player", "player-beginner", "player-casual", "player-strong", "player-perfect", "player-devil"),
            *("round", "round-number", "practice-round", "replayed", "reason-*", "scores", "score-line", "streak"),
        ),
    ),
    "study-sentences": Part(
        topics=("pages_review", "pages_solver", "pages_learning"),
        shared=("easy", "medium", "hard", "guesses", "no-code-fits", "grade-*", "figures-line"),
    ),
}


def main() -> None:
    """Write all files; those that have not changed are left alone, so that nothing is built anew for them."""
    write("browser/languages", {lang: {"forms": table_of(lang)} for lang in LANGUAGES})
    write("i18n/bot-names", NAMES_BY_LEVEL)
    for name, part in PARTS.items():
        keys = keys_of(part)
        for lang in LANGUAGES:
            write(f"i18n/{name}.{lang}", {key: text_of(lang, key) for key in keys})


def keys_of(part: Part) -> list[str]:
    """The keys of the sentences of a part, in the order of the files."""
    files = {path.stem: read_po(path).entries for path in sorted((LOCALE / SOURCE_LANGUAGE).glob("*.po"))}
    own = [key for topic in part.topics for key in files[topic]]
    keys_by_pattern = {
        pattern: [key for entries in files.values() for key in entries if _fits(key, pattern)]
        for pattern in part.shared
    }
    if missing := [pattern for pattern, keys in keys_by_pattern.items() if not keys]:
        raise LookupError(f"the pages ask for sentences that are not there: {', '.join(missing)}")
    return [*own, *(key for keys in keys_by_pattern.values() for key in keys)]


def _fits(key: str, pattern: str) -> bool:
    return key.startswith(pattern[:-1]) if pattern.endswith("*") else key == pattern


def text_of(lang: str, key: str) -> str | list[str]:
    """A sentence: a text, or its plural forms."""
    if key.startswith(LETTER_KEY):
        return local_letter(key.removeprefix(LETTER_KEY), lang)
    forms = sentence(lang, key).forms
    return forms[0] if len(forms) == 1 else list(forms)


def table_of(lang: str) -> str:
    """For each small number the form that it takes, as digits: the pages may not evaluate a rule."""
    rule = read_po(min((LOCALE / lang).glob("*.po"))).plural_forms()[1]
    table = "".join(str(rule(number)) for number in range(TABLE))
    check_table(table, rule)
    return table


def check_table(table: str, rule: PluralRule) -> None:
    """Raise if larger numbers do not go by their last two digits."""
    for number in range(TABLE, 100 * TABLE):
        if rule(number) != int(table[TABLE // 2 + number % (TABLE // 2)]):
            raise ValueError(f"the plural form of {number} is not that of its last two digits")


def write(name: str, content: object) -> None:
    """Write one file."""
    path = TARGET / f"{name}.json"
    text = json.dumps(content, ensure_ascii=False, indent=1) + "\n"
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
