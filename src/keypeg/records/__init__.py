"""Matches, editions and positions as text, to store, read, send and replay.

Start with `record`, the format of a match, and `notation`, how codes, marks and actions are written. `replay` plays a
record again; `edition_links` and `position_links` put an edition or a position on one line.
"""
