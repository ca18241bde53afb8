-- When any server last noted that it serves.
create table presence (
    noted_at bigint not null
);

insert into presence values (0);

-- The times in which no player could act.
create table outages (
    began_at bigint primary key,
    ended_at bigint not null
);
