-- A token may be for one seat of a guest alone; 0 for all that he holds.
alter table tokens add column seat integer not null default 0;

-- The links that carry a seat to another device: the last one of each seat, until it is used.
create table links (
    table_id text not null,
    seat     integer not null,
    guest    integer not null,
    hash     bytea not null,
    expires  bigint not null,
    primary key (table_id, seat)
);
