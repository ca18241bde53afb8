"""The JSON documents that commands print with `--json`, and the published JSON Schemas that describe them.

Start with `formats`, which lists the documents and their versions. `document_types` declares their shapes; the other
modules build them. `python -m tools.schemas` generates the files in `schemas` from the types, because Pydantic, which
reads the types, is not installed with Keypeg alone. docs/json.md describes the documents for users, and how to change
one.
"""
