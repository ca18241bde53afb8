"""The options of an edition in lines of text, as they are typed, each with what it means."""

from keypeg.editions.rulebook import Rulebook
from keypeg.i18n.catalogue import typeset
from keypeg.i18n.edition_text import option_label, value_meaning
from keypeg.i18n.rules.layout import fold


def describe_options(book: Rulebook, lang: str) -> list[str]:
    """Every option with its default and what it is, and below it what each of its values means."""
    lines = []
    for option in book.options:
        default = option.default_in(book.options)
        lines += fold(typeset(f"{option.name}={default}  {option_label(book, option, lang)}", lang), " " * 4, " " * 6)
        for value in option.values:
            meaning = typeset(f"{value} – {value_meaning(book, option, value, lang)}", lang)
            lines += fold(meaning, " " * 8, " " * 10)
    return lines
