-- When a token was issued and when it expires, in milliseconds; 0 if an earlier version of the program has not said so.
alter table tokens add column created_at integer not null default 0;

alter table tokens add column expires integer not null default 0;

-- Tokens that are there already expire 90 days from now, unless they are used.
update tokens set expires = (cast(strftime('%s', 'now') as integer) + 7776000) * 1000;
