-- The webhooks of accounts, and of the club, which has the owner ''. An event is kept
-- for as long as what it tells is so; done tells that it was delivered.
CREATE TABLE webhooks (
    owner  TEXT PRIMARY KEY,
    url    TEXT NOT NULL,
    secret TEXT NOT NULL,
    since  INTEGER NOT NULL, -- seconds since 1970, UTC
    off    TEXT NOT NULL,    -- why it was switched off; empty: it is on
    off_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE webhook_events (
    owner   TEXT NOT NULL REFERENCES webhooks (owner) ON DELETE CASCADE,
    subject TEXT NOT NULL,
    id      TEXT NOT NULL,
    ply     INTEGER NOT NULL,
    body    TEXT NOT NULL,
    tries   INTEGER NOT NULL,
    done    INTEGER NOT NULL,
    PRIMARY KEY (owner, subject)
) STRICT, WITHOUT ROWID;
