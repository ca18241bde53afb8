-- When any server last noted that it serves.
create table presence (
    noted_at integer not null
) strict;

insert into presence values (0);

-- The times in which no player could act.
create table outages (
    began_at integer primary key,
    ended_at integer not null
) strict;
