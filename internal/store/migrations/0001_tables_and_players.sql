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

-- The log. The key is the order on the disk, so the events of a table lie
-- together and an append writes one page.
CREATE TABLE events (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seq      INTEGER NOT NULL CHECK (seq > 0),
    data     TEXT NOT NULL, -- JSON
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

-- The log as a host would ask for it.
CREATE VIEW event_log AS
SELECT table_id, seq, data ->> 'kind' AS kind, data ->> 'at' AS at, data ->> 'action' AS action, data FROM events;

-- Who has a name. folded is the form in which names are compared.
CREATE TABLE players (
    id     TEXT PRIMARY KEY,
    name   TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    since  INTEGER NOT NULL -- microseconds since 1970, UTC
) STRICT, WITHOUT ROWID;
