-- The processes that serve tables now, where others reach them, and what they show them. One that does not renew its
-- lease in time loses its tables: a process that needs one of them deletes its row, and then it cannot store anything.
create table servers (
    id         bigint generated always as identity primary key,
    address    text not null,
    secret     bytea not null,
    renewed_at timestamptz not null
);

-- The process that owns a table, and alone appends to its log. Nobody owns it if that process is not in servers.
alter table tables add column owner bigint not null default 0;
