"""One example of each command, for its `--help`. A test runs them in every language."""

from keypeg.i18n.catalogue import say
from keypeg.i18n.seat_text import PERSON, kind_word

EXAMPLES = {
    "analyse": "keypeg analyse game.keypeg --svg chart.svg",
    "arena": "keypeg arena classic {casual} {beginner} --rounds 200",
    "book": "keypeg book verify parker-1974",
    "completion": 'eval "$(keypeg completion bash)"',
    "daily": "keypeg daily classic --pace quick",
    "db": "keypeg db check --database tables.sqlite",
    "editions": "keypeg editions",
    "mark": "keypeg mark classic RRBB BRBR",
    "play": "keypeg play classic --players {person},{casual}",
    "puzzle": "keypeg puzzle classic --difficulty easy",
    "replay": "keypeg replay game.keypeg --as 2",
    "rules": "keypeg rules classic --option rows=12",
    "schema": "keypeg schema solve",
    "serve": "keypeg serve --port 8080 --open",
    "solve": "keypeg solve classic --row RRBB:{mark}",
    "strategy": "keypeg strategy parker-1974",
    "tables": "keypeg tables list --state running --database tables.sqlite",
    "warm": "keypeg warm",
}
"""An example by its command. Its letters of colours are the same in every language; other words are filled in."""


def example_of(command: str, lang: str) -> str:
    """The example of a command, in the words of this language."""
    kinds = {kind: kind_word(kind, lang) for kind in (PERSON, "beginner", "casual")}
    return EXAMPLES[command].format(**kinds, mark=say(lang, "mark-short", blacks=1, whites=0))
