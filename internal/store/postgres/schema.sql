-- Times are microseconds since 1970 in UTC, unless a comment says seconds or days.
-- Identities are player IDs; an empty one is the administrator of the server's machine.

-- Numbers of rows, in the order in which they become visible: the row of a counter is locked
-- until the transaction ends.
CREATE TABLE counters (
    name TEXT PRIMARY KEY,
    n    BIGINT NOT NULL
);

INSERT INTO counters VALUES ('closed tables', 0), ('evenings', 0), ('audit', 0), ('reports', 0), ('messages', 0),
    ('vacations', 0), ('rating decisions', 0), ('checks', 0), ('news', 0);

CREATE FUNCTION next_number(counter TEXT) RETURNS BIGINT LANGUAGE SQL VOLATILE AS
    $$ UPDATE counters SET n = n + 1 WHERE name = counter RETURNING n $$;

-- The number of the transaction that is running. Later transactions have higher numbers.
CREATE FUNCTION present_transaction() RETURNS BIGINT LANGUAGE SQL STABLE AS
    $$ SELECT CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT) $$;

-- The number of the oldest transaction that is still running.
CREATE FUNCTION oldest_transaction() RETURNS BIGINT LANGUAGE SQL STABLE AS
    $$ SELECT CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT) $$;

-- The position of a text in another, from 1; 0 if it does not occur.
CREATE FUNCTION instr(whole TEXT, part TEXT) RETURNS INTEGER LANGUAGE SQL IMMUTABLE AS
    $$ SELECT strpos(whole, part) $$;

-- One row for each table. People type its number, which is never used again.
-- finished counts closed tables in the order of closing; it is null before.
CREATE SEQUENCE table_numbers;

CREATE TABLE tables (
    id         BIGINT PRIMARY KEY,
    finished   BIGINT UNIQUE,
    generation BIGINT NOT NULL DEFAULT 0, -- counts the times when stored events were rewritten
    rewritten  BIGINT,                    -- the transaction that last rewrote events
    made_for   TEXT UNIQUE                -- what a table was made for that only one may be; see madeFor
);

CREATE INDEX tables_live ON tables (id) WHERE finished IS NULL;
CREATE INDEX tables_rewritten ON tables (rewritten) WHERE rewritten IS NOT NULL;

-- The events of all tables. Any node may append, but only at the next number, and only if
-- the event before has the chain that it expects.
CREATE TABLE events (
    table_id BIGINT NOT NULL,
    seq      BIGINT NOT NULL,
    data     TEXT NOT NULL,   -- JSON
    checksum BIGINT NOT NULL, -- of table_id, seq and data; computed by the program
    chain    BIGINT NOT NULL, -- identifies all events up to this one as they were appended
    batch    BIGINT NOT NULL, -- a random number for each append
    written  BIGINT NOT NULL DEFAULT present_transaction(), -- the transaction, by which other nodes find new events
    PRIMARY KEY (table_id, seq)
);

CREATE INDEX events_written ON events USING BRIN (written);

CREATE VIEW event_log AS SELECT table_id, seq, data, checksum FROM events;

-- What the lobby shows of a table, so that it need not read the log. The server
-- can rebuild it from the log.
CREATE TABLE summaries (
    table_id BIGINT PRIMARY KEY REFERENCES tables (id),
    due_at   BIGINT,      -- when a timer of the table runs out; null: no timer
    data     TEXT NOT NULL -- JSON
);

-- Where an unfinished table was opened: by which account, from which network
-- (a /32 or a /64). Deleted when the table closes.
CREATE TABLE table_origins (
    table_id BIGINT PRIMARY KEY REFERENCES tables (id),
    account  TEXT COLLATE "C" NOT NULL,
    address  TEXT NOT NULL,
    at       BIGINT NOT NULL
);

CREATE INDEX table_origins_by_address ON table_origins (address);

-- The index for searches of finished games. It follows from the log.
CREATE TABLE games (
    table_id    BIGINT PRIMARY KEY REFERENCES tables (id),
    game        TEXT COLLATE "C" NOT NULL,
    started     BIGINT NOT NULL, -- seconds
    ended       BIGINT NOT NULL, -- seconds
    termination TEXT NOT NULL,
    winners     TEXT NOT NULL -- seats, separated by spaces
);

CREATE INDEX games_by_end ON games (ended, table_id);
CREATE INDEX games_by_game ON games (game, ended, table_id);

CREATE TABLE game_players (
    table_id BIGINT NOT NULL REFERENCES games (table_id),
    seat     BIGINT NOT NULL,
    player   TEXT COLLATE "C" NOT NULL,
    name     TEXT NOT NULL,
    bot      BOOLEAN NOT NULL DEFAULT FALSE, -- a program played for the account
    PRIMARY KEY (table_id, seat)
);

CREATE INDEX game_players_by_player ON game_players (player, table_id);
CREATE INDEX game_players_by_name ON game_players (lower(name), table_id);

-- Accounts with a name. folded is the form in which names are compared.
CREATE TABLE players (
    id     TEXT COLLATE "C" PRIMARY KEY,
    name   TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    since  BIGINT NOT NULL,
    bot    BOOLEAN NOT NULL DEFAULT FALSE -- a bot account; see bot_accounts
);

-- The account that each SSH key logs in to. A removed key keeps a row with a new
-- account ID, so that it never logs in to the old account again.
CREATE TABLE keys (
    fingerprint TEXT COLLATE "C" PRIMARY KEY,
    account     TEXT COLLATE "C" NOT NULL,
    added       BIGINT NOT NULL,
    last_used   BIGINT NOT NULL -- days
);

CREATE INDEX keys_by_account ON keys (account);

-- Codes with which a key may join an account.
CREATE TABLE key_codes (
    hash     BYTEA PRIMARY KEY,
    account  TEXT COLLATE "C" NOT NULL,
    until    BIGINT NOT NULL,
    recovery BOOLEAN NOT NULL DEFAULT FALSE -- a moderator made it for a lost key
);

-- Settings that players have changed. The server ignores names and values that it
-- does not know.
CREATE TABLE settings (
    player TEXT COLLATE "C" NOT NULL,
    name   TEXT NOT NULL,
    value  TEXT NOT NULL,
    PRIMARY KEY (player, name)
);

-- Account deletions that are under way, and the anonymous ID that replaces each
-- account in games. A row is deleted once no event names the account.
CREATE TABLE account_deletions (
    account      TEXT COLLATE "C" PRIMARY KEY,
    anonymous_id TEXT NOT NULL
);

-- Ratings after each rated game. They follow from the log and rating_decisions, and
-- can be rebuilt. n is tables.finished of the game.
CREATE TABLE ratings (
    n        BIGINT NOT NULL,
    player   TEXT COLLATE "C" NOT NULL,
    instance BIGINT NOT NULL, -- counts the seats of one player: bots of one level share a rating
    table_id BIGINT NOT NULL REFERENCES tables (id),
    game     TEXT COLLATE "C" NOT NULL,
    format   TEXT COLLATE "C" NOT NULL,
    ended    BIGINT NOT NULL, -- seconds
    rank     BIGINT NOT NULL,
    sides    BIGINT NOT NULL,
    mu       DOUBLE PRECISION NOT NULL,
    sigma    DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (n, player, instance)
);

CREATE INDEX ratings_by_class ON ratings (game, format, player, n);
CREATE INDEX ratings_by_player ON ratings (player, game, format, n);

-- The last finished table whose game is in ratings.
CREATE TABLE rated_through (
    one BIGINT PRIMARY KEY CHECK (one = 1),
    n   BIGINT NOT NULL
);

INSERT INTO rated_through VALUES (1, 0);

-- Decisions of moderators to void a game for ratings, or to count it again. The
-- last decision about a table applies. They do not follow from the log.
CREATE TABLE rating_decisions (
    n        BIGINT PRIMARY KEY DEFAULT next_number('rating decisions'),
    table_id BIGINT NOT NULL REFERENCES tables (id),
    counts   BOOLEAN NOT NULL,
    at       BIGINT NOT NULL,
    author   TEXT COLLATE "C" NOT NULL,
    reason   TEXT NOT NULL
);

CREATE INDEX rating_decisions_by_table ON rating_decisions (table_id, n);

-- The audit log. Roles, bans, invitations and club settings are computed from it,
-- so no row is ever deleted.
CREATE TABLE audit (
    n      BIGINT PRIMARY KEY DEFAULT next_number('audit'),
    at     BIGINT NOT NULL,
    author TEXT COLLATE "C" NOT NULL,
    action TEXT NOT NULL,
    detail TEXT NOT NULL -- JSON
);

-- Bot accounts, and when each was marked. The audit log has one entry a day for all
-- accounts marked on that day.
CREATE TABLE bot_accounts (
    account TEXT COLLATE "C" PRIMARY KEY,
    at      BIGINT NOT NULL
);

-- Evenings. People type their numbers, which are never used again.
CREATE TABLE evenings (
    id BIGINT PRIMARY KEY DEFAULT next_number('evenings')
);

CREATE TABLE evening_events (
    evening  BIGINT NOT NULL REFERENCES evenings (id),
    seq      BIGINT NOT NULL CHECK (seq > 0),
    data     TEXT NOT NULL, -- JSON
    checksum BIGINT NOT NULL, -- event_checksum(evening, seq, data)
    PRIMARY KEY (evening, seq)
);

-- Reports to the moderators, with lines of chat. Reports about an account and its
-- lines are deleted with the account.
CREATE TABLE reports (
    n        BIGINT PRIMARY KEY DEFAULT next_number('reports'),
    at       BIGINT NOT NULL,
    author   TEXT COLLATE "C" NOT NULL,
    about    TEXT NOT NULL,
    reason   TEXT NOT NULL,
    table_id BIGINT NOT NULL, -- 0: not at a table
    closed   BIGINT NOT NULL, -- 0: open
    closer   TEXT NOT NULL,
    outcome  TEXT NOT NULL
);

CREATE TABLE report_lines (
    report    BIGINT NOT NULL REFERENCES reports (n) ON DELETE CASCADE,
    seq       BIGINT NOT NULL,
    at        BIGINT NOT NULL,
    author    TEXT COLLATE "C" NOT NULL,
    channel   TEXT NOT NULL, -- '': the table; spectators, message or lobby
    text      TEXT NOT NULL,
    PRIMARY KEY (report, seq)
);

-- Direct messages, and lobby chat, whose recipient is ''. Deleted after 30 days.
CREATE TABLE messages (
    n         BIGINT PRIMARY KEY DEFAULT next_number('messages'),
    at        BIGINT NOT NULL,
    author    TEXT COLLATE "C" NOT NULL,
    recipient TEXT COLLATE "C" NOT NULL,
    text      TEXT NOT NULL,
    held      BOOLEAN NOT NULL, -- until the end of a live game of the author or the recipient
    read      BOOLEAN NOT NULL
);

CREATE INDEX messages_by_author ON messages (author, n);
CREATE INDEX messages_by_recipient ON messages (recipient, n);
CREATE INDEX messages_by_time ON messages (at);

-- Accounts that an account follows ('follow') or blocks ('block').
CREATE TABLE links (
    kind    TEXT NOT NULL,
    account TEXT COLLATE "C" NOT NULL,
    other   TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (kind, account, other)
);

-- Changes that a node has stored and the other nodes must apply, in the order of their
-- commits. Deleted after a while.
CREATE TABLE news (
    n     BIGINT PRIMARY KEY DEFAULT next_number('news'),
    at    BIGINT NOT NULL,
    run   TEXT NOT NULL, -- identifies the run of the node that made the change
    topic TEXT NOT NULL,
    data  TEXT NOT NULL  -- JSON
);

CREATE INDEX news_by_topic ON news (topic, n);

-- Vacations of accounts, during which their correspondence clocks stand still.
CREATE TABLE vacations (
    n       BIGINT PRIMARY KEY DEFAULT next_number('vacations'),
    account TEXT COLLATE "C" NOT NULL,
    since   BIGINT NOT NULL,
    until   BIGINT NOT NULL,
    early   BOOLEAN NOT NULL -- the player ended it before the announced end
);

-- Webhooks of accounts, and of the club, whose owner is ''.
CREATE TABLE webhooks (
    owner        TEXT COLLATE "C" PRIMARY KEY,
    url          TEXT NOT NULL,
    secret       TEXT NOT NULL,
    since        BIGINT NOT NULL, -- seconds
    disabled     TEXT NOT NULL,    -- why the server disabled it; empty: enabled
    disabled_at  BIGINT NOT NULL  -- seconds
);

-- The last event about each subject. It is kept after delivery until it no longer
-- applies, so that it is not sent twice.
CREATE TABLE webhook_events (
    owner     TEXT COLLATE "C" NOT NULL REFERENCES webhooks (owner) ON DELETE CASCADE,
    subject   TEXT COLLATE "C" NOT NULL,
    id        TEXT COLLATE "C" NOT NULL,
    ply       BIGINT NOT NULL,
    body      TEXT NOT NULL,
    attempts  BIGINT NOT NULL,
    delivered BOOLEAN NOT NULL,
    PRIMARY KEY (owner, subject)
);

-- Quotas in use, as token buckets: when each is full again. Deleted then.
CREATE TABLE quotas (
    kind    TEXT NOT NULL,
    subject TEXT COLLATE "C" NOT NULL, -- an account, or a network address
    until   BIGINT NOT NULL,
    PRIMARY KEY (kind, subject)
);

-- When the server was last known to run, and the times when it did not.
CREATE TABLE last_alive (
    one BIGINT PRIMARY KEY CHECK (one = 1),
    at  BIGINT NOT NULL
);

CREATE TABLE outages (
    since BIGINT NOT NULL,
    until BIGINT NOT NULL
);

-- The SSH host key of all nodes, in the form of OpenSSH.
CREATE TABLE host_key (
    one BIGINT PRIMARY KEY CHECK (one = 1),
    pem BYTEA NOT NULL
);

-- The version of this schema.
CREATE TABLE schema_version (
    one BIGINT PRIMARY KEY CHECK (one = 1),
    n   BIGINT NOT NULL
);

INSERT INTO schema_version VALUES (1, 1);
