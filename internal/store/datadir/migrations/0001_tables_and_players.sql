-- The file says whose it is: 'Quad' in ASCII.
PRAGMA application_id = 0x51756164;

-- One row a table. Its number is what people type and is never used again.
-- finished counts the closed tables in the order of their closing: null while
-- the table lives.
CREATE TABLE tables (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    finished INTEGER UNIQUE
) STRICT;

CREATE INDEX tables_live ON tables (id) WHERE finished IS NULL;

-- The log, in two parts. Events arrive here, one behind the other whatever their
-- table, so that a commit for many tables writes few pages.
CREATE TABLE arrivals (
    n        INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seq      INTEGER NOT NULL CHECK (seq > 0),
    data     TEXT NOT NULL -- JSON
) STRICT;

-- From time to time they are moved here, where those of a table lie together.
CREATE TABLE events (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seq      INTEGER NOT NULL,
    data     TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

CREATE VIEW event_log AS
SELECT table_id, seq, data FROM events
UNION ALL
SELECT table_id, seq, data FROM arrivals;

-- Who has a name. folded is the form in which names are compared.
CREATE TABLE players (
    id     TEXT PRIMARY KEY,
    name   TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    since  INTEGER NOT NULL -- microseconds since 1970, UTC
) STRICT, WITHOUT ROWID;
