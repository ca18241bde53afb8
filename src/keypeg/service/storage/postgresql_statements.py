"""The statements of the PostgreSQL store that are more than a line."""

APPEND_BATCH = """
with held as materialized (
    select id from tables
    where id = any($1::text[])
        and ($13::bigint is null or owner = $13 and exists (select from servers where id = $13 for key share))
    order by id for key share
), kept as (
    insert into entries (table_id, number, body)
    select new.table_id, new.number, new.body
    from unnest($1::text[], $2::integer[], $3::bytea[]) with ordinality as new (table_id, number, body, place)
        join held on held.id = new.table_id
    order by new.place
    on conflict do nothing
    returning table_id, number, body
), opened as (
    update tables
    set seats_open = coalesce(new.seats_open, tables.seats_open), due_at = coalesce(new.due_at, tables.due_at)
    from unnest($1::text[], $2::integer[], $4::integer[], $5::bigint[]) as new (table_id, number, seats_open, due_at)
    where (new.seats_open is not null or new.due_at is not null) and tables.id = new.table_id
        and exists (select from kept where kept.table_id = new.table_id and kept.number = new.number)
), counted as (
    insert into daily_results (day, edition, guesses, players)
    select new.day, new.edition, new.guesses, count(*)
    from kept join unnest($8::text[], $9::integer[], $10::text[], $11::text[], $12::integer[])
        as new (table_id, number, day, edition, guesses) using (table_id, number)
    group by new.day, new.edition, new.guesses
    order by new.day, new.edition, new.guesses
    on conflict (day, edition, guesses) do update set players = daily_results.players + excluded.players
), notified as (
    select pg_notify($6, string_agg(
        table_id || ':' || number || ' ' || case when page > 0 then convert_from(body, 'UTF8') else '' end, E'\\n'
    ))
    from kept join unnest($1::text[], $2::integer[], $7::integer[]) as new (table_id, number, page)
        using (table_id, number)
    where $13::bigint is null
    group by page
)
select
    case when count(*) < cardinality($1::text[]) then coalesce(array_agg(table_id || ':' || number), '{}') end,
    (select count(*) from notified)
from kept
"""
"""Stores entries. If all were the first with their number, at tables that have not been removed, it returns null;
otherwise those that were.

Their tables are held until the entries are committed, so that none is removed meanwhile, and so is the lease by which
this process owns them: without it, nothing is stored. Only a command of the operator stores without a lease, and only
what it stores is announced: a notice takes a lock of the whole PostgreSQL until the entries are committed.

Results are counted in one order everywhere: otherwise two batches could wait for each other for ever.
"""

LIST_REFUSED = """
select id from tables
where id = any($1::text[]) and not (owner = $2 and exists (select from servers where id = $2))
"""
"""Lists tables that this process does not own."""

HELD_TABLE = "held as (select id from tables where id = $1 for key share)"
"""Begins a statement that stores something at a table, unless that was removed, which it cannot be meanwhile."""

INSERT_TOKEN = f"""
with {HELD_TABLE}
insert into tokens (table_id, hash, player, seat, created_at, expires) select id, $2, $3, $4, $5, $6 from held
on conflict do nothing
"""

DELETE_TOKEN = """
with deleted as (delete from tokens where table_id = $1 and hash = $2)
select pg_notify($3, $1::text || ':0 ')
"""
"""Deletes a token, and gives the other processes a notice about its table without the number of an entry."""

ADD_LINK = f"""
with {HELD_TABLE}
insert into links (table_id, seat, player, hash, expires) select id, $2, $3, $4, $5 from held
on conflict (table_id, seat) do update set player = excluded.player, hash = excluded.hash, expires = excluded.expires
"""

USE_LINK = f"""
with {HELD_TABLE}, used as (
    delete from links using held
    where table_id = held.id and seat = $2 and player = $3 and hash = $4 and expires > $5
    returning table_id
)
insert into tokens (table_id, hash, player, seat, created_at, expires)
select table_id, $6, $3, $7, $8, $9 from used returning player
"""

TRIAL_WRITE = "update keypeg_schema set number = number"
"""Writes one row again in its own place, so that nothing grows."""

TRIAL_ENTRY = """
insert into entries (table_id, number, body) values ('', 0, decode(repeat('00', 200), 'hex'));
delete from entries where table_id = '' and number = 0
"""
"""Takes as much room as an entry. It leaves a gap to be reused later, so it runs only after a failed write."""

LEASE_SECONDS = 1.5
"""How long a lease lasts after it was renewed. Players wait so long when their server was killed."""

SECONDS_LEFT = f"({LEASE_SECONDS} - extract(epoch from clock_timestamp() - renewed_at)::float8)"
"""How many seconds are left of a lease, by the database's clock."""

REGISTER = """
insert into servers (address, secret, renewed_at) values ($1, $2, clock_timestamp()) returning id
"""

RENEW = """
update servers set renewed_at = clock_timestamp() where id = $1 returning id
"""

LIST_OTHER_LEASES = f"select id, {SECONDS_LEFT} from servers where id <> $1"

FIND_OWNER = f"""
select owner, address, secret, coalesce({SECONDS_LEFT}, 0) from tables left join servers on servers.id = owner
where tables.id = $1
"""

END_LEASE = f"delete from servers where id = $1 and {SECONDS_LEFT} <= 0"
"""Ends a lease that has run out. It waits until what is being stored with it is committed."""

DELETE_OLD_LEASES = f"delete from servers where {SECONDS_LEFT} < -86400"
"""Deletes what processes that ended without notice left a day ago, and whose tables nobody has needed since."""

TAKE_TABLE = "update tables set owner = $2 where id = $1 and owner = $3 returning id"

TAKE_FROM = """
with held as (select id from tables where id = $1 for update), taken as (
    update tables set owner = $2 from held where tables.id = held.id and owner = $3 returning tables.id
)
select pg_notify($4, $5) from taken
"""
"""Takes a table when everything is committed that is being stored at it, and tells its owner."""

RELEASE = "delete from servers where id = $1"

LIST_DUE = f"""
select due_at, id from tables
where due_at > 0 and due_at <= $1 and (due_at, id) > ($2, $3)
    and ($5::bigint is null or owner = $5
        or not exists (select from servers where servers.id = owner and {SECONDS_LEFT} > 0))
order by due_at, id limit $4
"""
"""Lists tables that are due, those that another process owns excepted."""
