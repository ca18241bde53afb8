"""The command `schema`: prints the JSON Schemas of what other commands print with `--json`."""

import argparse
import sys

from keypeg.cli.arguments import Command, Words
from keypeg.cli.documents.formats import VERSIONS, format_of, read_schema


def add_commands(command: Command, words: Words) -> None:
    """Add this command to the parser."""
    add = command("schema", run_schema)
    add("document", nargs="?", choices=tuple(VERSIONS), metavar=words("NAME"), help=words("schema-name"))


def run_schema(options: argparse.Namespace, lang: str) -> int:
    """Print the schema of a document, or list the documents with their formats."""
    if options.document is not None:
        sys.stdout.write(read_schema(options.document))
        return 0
    width = max(map(len, VERSIONS))
    for document in VERSIONS:
        print(f"{document:<{width}}  {format_of(document)}")
    return 0
