create table tables (
    id         text primary key,
    public     integer not null,
    seats_open integer not null,
    created    integer not null,
    wake       integer not null
) strict, without rowid;

create index tables_open on tables (created) where public = 1 and seats_open > 0;

create index tables_due on tables (wake) where wake > 0;

-- In the order of arrival: entries that are committed together lie together on disk.
create table entries (
    table_id text not null,
    number   integer not null,
    body     blob not null,
    unique (table_id, number)
) strict;

create table tokens (
    table_id text not null,
    hash     blob not null,
    guest    integer not null,
    primary key (table_id, hash)
) strict, without rowid;
