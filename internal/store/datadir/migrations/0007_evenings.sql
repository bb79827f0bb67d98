-- Evenings of games. Their numbers are what people type and are never used again.
CREATE TABLE evenings (
    id INTEGER PRIMARY KEY AUTOINCREMENT
) STRICT;

-- Their log; all that is known of an evening is a fold of it.
CREATE TABLE evening_events (
    evening INTEGER NOT NULL REFERENCES evenings (id),
    seq     INTEGER NOT NULL CHECK (seq > 0),
    data    TEXT NOT NULL, -- JSON
    sum     INTEGER NOT NULL,
    PRIMARY KEY (evening, seq)
) STRICT, WITHOUT ROWID;
