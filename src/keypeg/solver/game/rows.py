"""The rows of a guessing game: a guess, and the marks that it was given."""

from keypeg.core.codes import Code
from keypeg.core.marks import Mark

Marks = tuple[Mark, ...]
"""The marks of one row: one from each maker, so a single one in most games."""

Row = tuple[Code, Marks]
"""A guess and its marks."""
