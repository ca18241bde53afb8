"""Matches as JSON values, and the types that describe them.

Start with `match_values` and `event_values`, which turn views, results and events into dictionaries; `edition_values`
and `error_values` do the same for editions and errors. `view_types` and `event_types` declare the shapes for schemas;
`playthrough` writes a whole match with everything that every seat saw.
"""
