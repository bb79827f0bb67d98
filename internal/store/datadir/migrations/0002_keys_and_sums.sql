-- Each event gets a sum over its place and its text, by which a byte that flipped
-- on the disk is noticed. event_sum is the program's own.
DROP VIEW event_log;
ALTER TABLE arrivals RENAME TO unsummed_arrivals;
ALTER TABLE events RENAME TO unsummed_events;

CREATE TABLE arrivals (
    n        INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seq      INTEGER NOT NULL CHECK (seq > 0),
    data     TEXT NOT NULL, -- JSON
    sum      INTEGER NOT NULL
) STRICT;

CREATE TABLE events (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seq      INTEGER NOT NULL,
    data     TEXT NOT NULL,
    sum      INTEGER NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

INSERT INTO arrivals SELECT n, table_id, seq, data, event_sum(table_id, seq, data) FROM unsummed_arrivals;
INSERT INTO events SELECT table_id, seq, data, event_sum(table_id, seq, data) FROM unsummed_events;
DROP TABLE unsummed_arrivals;
DROP TABLE unsummed_events;

CREATE VIEW event_log AS
SELECT table_id, seq, data, sum FROM events
UNION ALL
SELECT table_id, seq, data, sum FROM arrivals;

-- Which account a key leads to. An account that was there before has the key
-- that it is called by. A key that was taken away stays here, with an account of
-- its own, so that it never leads back.
CREATE TABLE keys (
    fingerprint TEXT PRIMARY KEY,
    account     TEXT NOT NULL,
    added       INTEGER NOT NULL, -- microseconds since 1970, UTC
    used        INTEGER NOT NULL  -- last, days since 1970, UTC
) STRICT, WITHOUT ROWID;

CREATE INDEX keys_by_account ON keys (account);

INSERT INTO keys SELECT id, id, since, since / 86400000000 FROM players;

-- Open codes by which a key may join an account.
CREATE TABLE invitations (
    hash    BLOB PRIMARY KEY,
    account TEXT NOT NULL,
    until   INTEGER NOT NULL -- microseconds since 1970, UTC
) STRICT, WITHOUT ROWID;
