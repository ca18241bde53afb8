-- How many players have finished the code of a day, by the number of their guesses; 0 for those who did not find it.
create table daily_results (
    day     text not null,
    edition text not null,
    guesses integer not null,
    players bigint not null,
    primary key (day, edition, guesses)
);
