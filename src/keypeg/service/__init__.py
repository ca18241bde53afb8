"""Shared tables: people and bots open, join, play and resume matches on one server or on several.

Each table has a log of numbered entries (`entries`), and every entry is stored before anybody hears of it. A table
(`table`) is its replayed log; no other copy counts. Start with `table_service`, which does what people ask for;
`live_tables` appends entries and sends frames to followers, `scheduler` deals, lets bots play and ends overdue turns,
and `storage` keeps the logs in one SQLite file or in a PostgreSQL that many processes share.
"""
