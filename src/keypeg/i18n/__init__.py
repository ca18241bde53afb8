"""Everything that people read, in every language.

Start with `catalogue`, which looks sentences up. `match_text`, `analysis_text`, `hint_text` and `error_text` put values
into sentences; `rules` writes the rules of an edition from its own data.
"""
