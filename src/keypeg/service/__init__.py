"""Tables that people share: opened, joined, played and come back to, kept in a log, told to everybody who may know.

What happens at a table is a list of entries (`entries`), each stored before anybody is told of it. A table (`table`)
is their fold; nothing else is the truth. Time, chance, storage and waking other processes are ports (`ports`), so that
the same service runs on one SQLite file or on many machines that share a PostgreSQL.
"""
