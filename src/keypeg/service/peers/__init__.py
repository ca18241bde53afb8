"""Links between the processes that share a PostgreSQL: each table has one owner, and the others ask it and follow it.

Start with `relays`: the tables at this process that other processes own. `owner_links` are the connections to those
processes, and `listener` answers them; both speak `messages` through a `connection`. `shared_tables` puts them together
for a server, and `keypeg.service.ownership` says what the live tables see of all this.

    player ──▶ relays ──▶ owner_links ══ Act ══▶ listener ──▶ the owner's live tables ──▶ database
    player ◀── relays ◀── owner_links ◀═ Event ═ listener ◀── their frames

Nothing is lost or doubled if a link fails at any moment. An owner can store an entry only while its lease lasts
(`keypeg.service.storage.postgresql_leases`), an action that is sent again has the same key, and the log says what
followers have missed.
"""
