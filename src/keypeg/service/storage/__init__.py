"""Durable storage of the tables' logs, tokens and seat links.

Start with `store`, the protocol that the rest of the service uses. `sqlite_store` keeps everything in one file for one
process, `postgresql_store` in a database that many processes share; `migrations` reads the steps of the schema from
`sql`.
"""
