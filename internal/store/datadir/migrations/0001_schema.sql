-- Times are microseconds since 1970 in UTC, unless a comment says seconds or days.
-- Identities are player IDs; an empty one is the administrator of the server's machine.

-- 'Qdrl' in ASCII marks the file as a database of Quadrille 0.2.0 or later.
PRAGMA application_id = 0x5164726c;

-- One row for each table. People type its number, which is never used again.
-- finished counts closed tables in the order of closing; it is null before.
CREATE TABLE tables (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    finished INTEGER UNIQUE
) STRICT;

CREATE INDEX tables_live ON tables (id) WHERE finished IS NULL;

-- New events of all tables, in the order of writing, so that a commit for many
-- tables changes few pages.
CREATE TABLE recent_events (
    n        INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seq      INTEGER NOT NULL CHECK (seq > 0),
    data     TEXT NOT NULL, -- JSON
    checksum INTEGER NOT NULL -- event_checksum(table_id, seq, data), a function of the program
) STRICT;

-- Older events, ordered by table. The server moves recent events here at times.
CREATE TABLE events (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seq      INTEGER NOT NULL,
    data     TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

CREATE VIEW event_log AS
SELECT table_id, seq, data, checksum FROM events
UNION ALL
SELECT table_id, seq, data, checksum FROM recent_events;

-- What the lobby shows of a table, so that it need not read the log. The server
-- can rebuild it from the log.
CREATE TABLE summaries (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    due_at   INTEGER,      -- when a timer of the table runs out; null: no timer
    data     TEXT NOT NULL -- JSON
) STRICT;

-- Where an unfinished table was opened: by which account, from which network
-- (a /32 or a /64). Deleted when the table closes.
CREATE TABLE table_origins (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    account  TEXT NOT NULL,
    address  TEXT NOT NULL,
    at       INTEGER NOT NULL
) STRICT;

CREATE INDEX table_origins_by_address ON table_origins (address);

-- The index for searches of finished games. It follows from the log.
CREATE TABLE games (
    table_id    INTEGER PRIMARY KEY REFERENCES tables (id),
    game        TEXT NOT NULL,
    started     INTEGER NOT NULL, -- seconds
    ended       INTEGER NOT NULL, -- seconds
    termination TEXT NOT NULL,
    winners     TEXT NOT NULL -- seats, separated by spaces
) STRICT;

CREATE INDEX games_by_end ON games (ended, table_id);
CREATE INDEX games_by_game ON games (game, ended, table_id);

CREATE TABLE game_players (
    table_id INTEGER NOT NULL REFERENCES games (table_id),
    seat     INTEGER NOT NULL,
    player   TEXT NOT NULL,
    name     TEXT NOT NULL,
    bot      INTEGER NOT NULL DEFAULT 0, -- 1: a program played for the account
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX game_players_by_player ON game_players (player, table_id);
CREATE INDEX game_players_by_name ON game_players (name COLLATE NOCASE, table_id);

-- Accounts with a name. folded is the form in which names are compared.
CREATE TABLE players (
    id     TEXT PRIMARY KEY,
    name   TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    since  INTEGER NOT NULL,
    bot    INTEGER NOT NULL DEFAULT 0 -- 1: a bot account; see bot_accounts
) STRICT, WITHOUT ROWID;

-- The account that each SSH key logs in to. A removed key keeps a row with a new
-- account ID, so that it never logs in to the old account again.
CREATE TABLE keys (
    fingerprint TEXT PRIMARY KEY,
    account     TEXT NOT NULL,
    added       INTEGER NOT NULL,
    last_used   INTEGER NOT NULL -- days
) STRICT, WITHOUT ROWID;

CREATE INDEX keys_by_account ON keys (account);

-- Codes with which a key may join an account.
CREATE TABLE key_codes (
    hash     BLOB PRIMARY KEY,
    account  TEXT NOT NULL,
    until    INTEGER NOT NULL,
    recovery INTEGER NOT NULL DEFAULT 0 -- 1: a moderator made it for a lost key
) STRICT, WITHOUT ROWID;

-- Settings that players have changed. The server ignores names and values that it
-- does not know.
CREATE TABLE settings (
    player TEXT NOT NULL,
    name   TEXT NOT NULL,
    value  TEXT NOT NULL,
    PRIMARY KEY (player, name)
) STRICT, WITHOUT ROWID;

-- Account deletions that are under way, and the anonymous ID that replaces each
-- account in games. A row is deleted once no event names the account.
CREATE TABLE account_deletions (
    account      TEXT PRIMARY KEY,
    anonymous_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Ratings after each rated game. They follow from the log and rating_decisions, and
-- can be rebuilt. n is tables.finished of the game.
CREATE TABLE ratings (
    n        INTEGER NOT NULL,
    player   TEXT NOT NULL,
    instance INTEGER NOT NULL, -- counts the seats of one player: bots of one level share a rating
    table_id INTEGER NOT NULL REFERENCES tables (id),
    game     TEXT NOT NULL,
    format   TEXT NOT NULL,
    ended    INTEGER NOT NULL, -- seconds
    rank     INTEGER NOT NULL,
    sides    INTEGER NOT NULL,
    mu       REAL NOT NULL,
    sigma    REAL NOT NULL,
    PRIMARY KEY (n, player, instance)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_by_class ON ratings (game, format, player, n);
CREATE INDEX ratings_by_player ON ratings (player, game, format, n);

-- The last finished table whose game is in ratings.
CREATE TABLE rated_through (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    n   INTEGER NOT NULL
) STRICT;

INSERT INTO rated_through VALUES (1, 0);

-- Decisions of moderators to void a game for ratings, or to count it again. The
-- last decision about a table applies. They do not follow from the log.
CREATE TABLE rating_decisions (
    n        INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    counts   INTEGER NOT NULL CHECK (counts IN (0, 1)),
    at       INTEGER NOT NULL,
    author   TEXT NOT NULL,
    reason   TEXT NOT NULL
) STRICT;

CREATE INDEX rating_decisions_by_table ON rating_decisions (table_id, n);

-- The audit log. Roles, bans, invitations and club settings are computed from it,
-- so no row is ever deleted.
CREATE TABLE audit (
    n      INTEGER PRIMARY KEY AUTOINCREMENT,
    at     INTEGER NOT NULL,
    author TEXT NOT NULL,
    action TEXT NOT NULL,
    detail TEXT NOT NULL -- JSON
) STRICT;

-- Bot accounts, and when each was marked. The audit log has one entry a day for all
-- accounts marked on that day.
CREATE TABLE bot_accounts (
    account TEXT PRIMARY KEY,
    at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Evenings. People type their numbers, which are never used again.
CREATE TABLE evenings (
    id INTEGER PRIMARY KEY AUTOINCREMENT
) STRICT;

CREATE TABLE evening_events (
    evening  INTEGER NOT NULL REFERENCES evenings (id),
    seq      INTEGER NOT NULL CHECK (seq > 0),
    data     TEXT NOT NULL, -- JSON
    checksum INTEGER NOT NULL, -- event_checksum(evening, seq, data)
    PRIMARY KEY (evening, seq)
) STRICT, WITHOUT ROWID;

-- Reports to the moderators, with lines of chat. Reports about an account and its
-- lines are deleted with the account.
CREATE TABLE reports (
    n        INTEGER PRIMARY KEY AUTOINCREMENT,
    at       INTEGER NOT NULL,
    author   TEXT NOT NULL,
    about    TEXT NOT NULL,
    reason   TEXT NOT NULL,
    table_id INTEGER NOT NULL, -- 0: not at a table
    closed   INTEGER NOT NULL, -- 0: open
    closer   TEXT NOT NULL,
    outcome  TEXT NOT NULL
) STRICT;

CREATE TABLE report_lines (
    report    INTEGER NOT NULL REFERENCES reports (n) ON DELETE CASCADE,
    seq       INTEGER NOT NULL,
    at        INTEGER NOT NULL,
    author    TEXT NOT NULL,
    channel   TEXT NOT NULL, -- '': the table; spectators, message or lobby
    text      TEXT NOT NULL,
    PRIMARY KEY (report, seq)
) STRICT, WITHOUT ROWID;

-- Direct messages, and lobby chat, whose recipient is ''. Deleted after 30 days.
CREATE TABLE messages (
    n         INTEGER PRIMARY KEY AUTOINCREMENT,
    at        INTEGER NOT NULL,
    author    TEXT NOT NULL,
    recipient TEXT NOT NULL,
    text      TEXT NOT NULL,
    held      INTEGER NOT NULL, -- 1: until the end of a live game of the author or the recipient
    read      INTEGER NOT NULL
) STRICT;

CREATE INDEX messages_by_author ON messages (author, n);
CREATE INDEX messages_by_recipient ON messages (recipient, n);
CREATE INDEX messages_by_time ON messages (at);

-- Accounts that an account follows ('follow') or blocks ('block').
CREATE TABLE links (
    kind    TEXT NOT NULL,
    account TEXT NOT NULL,
    other   TEXT NOT NULL,
    PRIMARY KEY (kind, account, other)
) STRICT, WITHOUT ROWID;

-- Vacations of accounts, during which their correspondence clocks stand still.
CREATE TABLE vacations (
    n       INTEGER PRIMARY KEY AUTOINCREMENT,
    account TEXT NOT NULL,
    since   INTEGER NOT NULL,
    until   INTEGER NOT NULL,
    early   INTEGER NOT NULL -- 1: the player ended it before the announced end
) STRICT;

-- Webhooks of accounts, and of the club, whose owner is ''.
CREATE TABLE webhooks (
    owner        TEXT PRIMARY KEY,
    url          TEXT NOT NULL,
    secret       TEXT NOT NULL,
    since        INTEGER NOT NULL, -- seconds
    disabled     TEXT NOT NULL,    -- why the server disabled it; empty: enabled
    disabled_at  INTEGER NOT NULL  -- seconds
) STRICT, WITHOUT ROWID;

-- The last event about each subject. It is kept after delivery until it no longer
-- applies, so that it is not sent twice.
CREATE TABLE webhook_events (
    owner     TEXT NOT NULL REFERENCES webhooks (owner) ON DELETE CASCADE,
    subject   TEXT NOT NULL,
    id        TEXT NOT NULL,
    ply       INTEGER NOT NULL,
    body      TEXT NOT NULL,
    attempts  INTEGER NOT NULL,
    delivered INTEGER NOT NULL,
    PRIMARY KEY (owner, subject)
) STRICT, WITHOUT ROWID;

-- Quotas in use, as token buckets: when each is full again. Deleted then.
CREATE TABLE quotas (
    kind    TEXT NOT NULL,
    subject TEXT NOT NULL, -- an account, or a network address
    until   INTEGER NOT NULL,
    PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;

-- When the server was last known to run, and the times when it did not.
CREATE TABLE last_alive (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL
) STRICT;

CREATE TABLE outages (
    since INTEGER NOT NULL,
    until INTEGER NOT NULL
) STRICT;

-- The number of commits. Every transaction raises it. The file quadrille.commits
-- beside the database holds the last acknowledged number: a database with a lower
-- number has lost commits.
CREATE TABLE commits (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    n   INTEGER NOT NULL
) STRICT;

INSERT INTO commits VALUES (1, 0);
