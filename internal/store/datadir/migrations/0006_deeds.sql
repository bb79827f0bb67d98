-- What was done in the house: who became what, who was kept out, what was set, and
-- by whom and why. The house is the fold of it, so nothing is ever taken away.
CREATE TABLE deeds (
    n      INTEGER PRIMARY KEY AUTOINCREMENT,
    at     INTEGER NOT NULL, -- microseconds since 1970, UTC
    author TEXT NOT NULL,    -- an account; empty: the machine's own keyboard
    verb   TEXT NOT NULL,
    detail TEXT NOT NULL     -- JSON
) STRICT;
