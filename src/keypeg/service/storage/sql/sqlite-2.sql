-- A token may be valid for one seat of a player only; 0 for all of their seats.
alter table tokens add column seat integer not null default 0;

-- The links that move a seat to another device: the latest of each seat, until it is used.
create table links (
    table_id text not null,
    seat     integer not null,
    guest    integer not null,
    hash     blob not null,
    expires  integer not null,
    primary key (table_id, seat)
) strict, without rowid;
