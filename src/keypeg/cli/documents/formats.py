"""The documents that commands print with `--json`: their names, their versions and the files of their schemas."""

VERSIONS = {
    "analyse": 2,
    "arena": 1,
    "book-list": 1,
    "book-verify": 1,
    "db-check": 1,
    "db-prune": 1,
    "editions": 1,
    "mark": 1,
    "puzzle": 1,
    "replay": 1,
    "solve": 1,
    "strategy": 1,
    "tables-end": 1,
    "tables-list": 1,
    "tables-remove": 1,
    "tables-show": 1,
}
"""The version of each document. A document is named by its command; one of a sub-command, by both."""


def format_of(document: str) -> str:
    """The value of a document's field `format`, such as `keypeg-solve-1`."""
    return f"keypeg-{document}-{VERSIONS[document]}"


def schema_file(document: str) -> str:
    """The name of the file with the schema of a document."""
    return f"{format_of(document)}.json"


def read_schema(document: str) -> str:
    """The schema of a document, as text."""
    from importlib.resources import files  # slow to import, and most commands read no schema

    return (files(__package__) / "schemas" / schema_file(document)).read_text(encoding="utf-8")
