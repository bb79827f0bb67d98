-- What people report to the moderators, and the lines of chat that go with it. A
-- report about an account goes with the account; so does what the account said.
CREATE TABLE reports (
    n        INTEGER PRIMARY KEY AUTOINCREMENT,
    at       INTEGER NOT NULL, -- microseconds since 1970, UTC
    author   TEXT NOT NULL,
    whom     TEXT NOT NULL,
    why      TEXT NOT NULL,
    table_id INTEGER NOT NULL, -- 0: not at a table
    closed   INTEGER NOT NULL, -- 0: it is open
    closer   TEXT NOT NULL,
    outcome  TEXT NOT NULL
) STRICT;

CREATE TABLE report_lines (
    report    INTEGER NOT NULL REFERENCES reports (n) ON DELETE CASCADE,
    seq       INTEGER NOT NULL,
    at        INTEGER NOT NULL,
    author    TEXT NOT NULL,
    spectator INTEGER NOT NULL,
    text      TEXT NOT NULL,
    PRIMARY KEY (report, seq)
) STRICT, WITHOUT ROWID;
