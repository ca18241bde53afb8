create table tables (
    id         text primary key,
    public     boolean not null,
    seats_open integer not null,
    created    bigint not null,
    wake       bigint not null
);

create index tables_open on tables (created) where public and seats_open > 0;

create index tables_due on tables (wake) where wake > 0;

create table entries (
    table_id text not null,
    number   integer not null,
    body     bytea not null,
    primary key (table_id, number)
);

create table tokens (
    table_id text not null,
    hash     bytea not null,
    guest    integer not null,
    primary key (table_id, hash)
);
