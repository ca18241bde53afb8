-- Columns, and fields of stored entries, get the names that the program uses.
alter table tables rename column created to created_at;

alter table tables rename column wake to due_at;

alter table tokens rename column guest to player;

alter table links rename column guest to player;

-- As Latin 1, so that no byte is changed or refused, whatever the encoding of the database.
-- A quoted word before a colon is always a field: inside a text, its quotation marks would have backslashes.
update entries set body = convert_to(
    replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(
        convert_from(body, 'LATIN1'),
        '"do":"act"', '"entry":"action"'),
        '"do":"limit"', '"entry":"turn-limit"'),
        '"do":"again"', '"entry":"rematch"'),
        '"do":', '"entry":'),
        '"at":', '"timestamp":'),
        '"guest":', '"player":'),
        '"help":', '"hints":'),
        '"limit":', '"turn_limit":'),
        '"before":', '"rematch_of":'),
        '"daily":', '"day":'),
        '"table":', '"table_id":'),
        '"name":"novice","level":"novice"', '"name":"beginner","level":"beginner"'),
        '"level":"novice"', '"level":"beginner"')
    , 'LATIN1');
