-- Who is about to be forgotten, and who stands for him in his games. A row goes
-- when nothing names him any more.
CREATE TABLE leavers (
    id   TEXT PRIMARY KEY,
    heir TEXT NOT NULL
) STRICT, WITHOUT ROWID;
