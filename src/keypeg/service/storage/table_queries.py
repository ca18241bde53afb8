"""Statements about whole tables that both kinds of database understand, with the parameters `$1`, `$2` …"""

LIST_TABLES = """
select tables.id, tables.public, tables.created_at, tables.due_at, coalesce(entries.number, 0), entries.body
from tables left join entries on entries.table_id = tables.id
    and entries.number = (select max(number) from entries where table_id = tables.id)
where tables.id > $1 order by tables.id limit $2
"""

LIST_TABLES_ALONE = """
select id, public, created_at, due_at, 0, null from tables where id > $1 order by id limit $2
"""
"""The same without the logs, whose pages may be damaged."""

LIST_INCOMPLETE_LOGS = """
select table_id from entries group by table_id having count(*) <> max(number) or min(number) <> 1
union
select id from tables where not exists (select 1 from entries where table_id = tables.id)
"""

REMOVE_TABLE = """
delete from tables
where id = $1 and $2 = coalesce((select max(number) from entries where table_id = tables.id), 0)
"""

REMOVE_ROWS = tuple(f"delete from {table} where table_id = $1" for table in ("entries", "tokens", "links"))
"""Statements that remove what belongs to a table."""
