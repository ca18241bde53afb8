"""Brings the translations up to date with the English sentences.

    python -m tools.translations

Every language gets the entries of `en`, in their order and with their comments. A new entry has no translation yet.
Where the English sentence was changed, the translation stays and is marked `#, fuzzy`, with the sentence that it was
made from: look at it again, and remove both lines. A test fails as long as there is one, or an empty translation.
"""

from pathlib import Path

from keypeg.i18n.catalogue import LANGUAGES, LOCALE, SOURCE_LANGUAGE
from keypeg.i18n.po_files import Entry, PoFile, read_po
from tools.po_writer import quote, write_po


def main() -> None:
    """Update every file of every language, and say what is left to do."""
    for lang in LANGUAGES:
        if lang == SOURCE_LANGUAGE:
            continue
        folder = LOCALE / lang
        translated = {
            key: entry for path in sorted(folder.glob("*.po")) for key, entry in read_po(path).entries.items()
        }
        header = read_po(min(folder.glob("*.po"))).header
        todo = 0
        for path in sorted((LOCALE / SOURCE_LANGUAGE).glob("*.po")):
            todo += update(path, folder / path.name, header, translated)
        for path in folder.glob("*.po"):
            if not (LOCALE / SOURCE_LANGUAGE / path.name).exists():
                path.unlink()
        print(f"{lang}: {todo} to translate or to look at")


def update(source: Path, target: Path, header: dict[str, str], translated: dict[str, Entry]) -> int:
    """Write one file anew from the English one and from what is translated. Returns how much is left to do."""
    english = read_po(source)
    forms = PoFile(header, {}).plural_forms()[0]
    entries = {key: merge_translation(entry, translated.get(key), forms) for key, entry in english.entries.items()}
    target.write_text(write_po(PoFile(header, entries, english.comments)), encoding="utf-8")
    return sum(entry.fuzzy or not all(entry.forms) for entry in entries.values())


def merge_translation(entry: Entry, translation: Entry | None, forms: int) -> Entry:
    """An English entry with its translation."""
    form_count = forms if len(entry.english) > 1 else 1
    if translation is None or not any(translation.forms):
        return entry._replace(forms=("",) * form_count)
    translated = (translation.forms + (translation.forms[-1],) * form_count)[:form_count]
    if translation.fuzzy:
        marks = [line for line in translation.comments if line.startswith(("#,", "#|"))]
    elif translation.english != entry.english:
        marks = ["#, fuzzy", *(f"#| msgid {quote(text)}" for text in translation.english)]
    else:
        marks = []
    return Entry(entry.key, entry.english, translated, (*entry.comments, *marks))


if __name__ == "__main__":
    main()
