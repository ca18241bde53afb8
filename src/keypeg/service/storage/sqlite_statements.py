"""The statements of the SQLite store that are more than a line, or are used more than once."""

INSERT_ENTRY = "insert into entries (table_id, number, body) values (?, ?, ?)"

INSERT_TOKEN = """
insert or ignore into tokens (table_id, hash, player, seat, created_at, expires) select ?1, ?2, ?3, ?4, ?5, ?6
where exists (select 1 from tables where id = ?1)
"""

INSERT_LINK = """
insert or replace into links (table_id, seat, player, hash, expires) select ?1, ?2, ?3, ?4, ?5
where exists (select 1 from tables where id = ?1)
"""

DELETE_EXPIRED_TOKENS = "delete from tokens where table_id = ? and expires between 1 and ?"

DELETE_LINK = "delete from links where table_id = ? and seat = ? and player = ? and hash = ? and expires > ?"

TRIAL_WRITE = (
    "insert into entries values ('', 0, zeroblob(200))",
    "delete from entries where table_id = '' and number = 0",
)
"""Takes as much room as an entry and leaves nothing behind; no table has an empty id."""
