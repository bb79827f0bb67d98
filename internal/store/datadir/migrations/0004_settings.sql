-- What people have chosen for themselves; what is not here, they have not. Names
-- and values that a program does not know count for nothing there.
CREATE TABLE settings (
    player TEXT NOT NULL,
    name   TEXT NOT NULL,
    value  TEXT NOT NULL,
    PRIMARY KEY (player, name)
) STRICT, WITHOUT ROWID;
