-- When somebody was last at a table that waits for players: the lobby lists those where somebody is now.
alter table tables add column active_at integer not null default 0;

update tables set active_at = created_at;

drop index tables_open;

create index tables_open on tables (active_at) where public = 1 and seats_open > 0;
