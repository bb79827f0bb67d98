-- What the lobby needs to know of a table without its log. It follows from the log
-- and can be made anew from it; a table that was last written to before there were
-- summaries has none.
CREATE TABLE summaries (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    due_at   INTEGER,      -- when the table has something to do by itself: microseconds since 1970, UTC; null: never
    data     TEXT NOT NULL -- JSON
) STRICT;

-- When the server was last known to be up, and the times when it was not.
CREATE TABLE alive (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL -- microseconds since 1970, UTC
) STRICT;

CREATE TABLE outages (
    since INTEGER NOT NULL, -- microseconds since 1970, UTC
    until INTEGER NOT NULL
) STRICT;
