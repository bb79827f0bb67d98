-- How well people play. It follows from the log and the verdicts, and can be made
-- anew from them: n counts the tables in the order of their closing, and what was
-- rated through that one stands in rated_through.
CREATE TABLE ratings (
    n        INTEGER NOT NULL,
    player   TEXT NOT NULL,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    game     TEXT NOT NULL,
    form     TEXT NOT NULL,
    ended    INTEGER NOT NULL, -- seconds since 1970, UTC
    rank     INTEGER NOT NULL,
    parties  INTEGER NOT NULL,
    mu       REAL NOT NULL, -- after that game
    sigma    REAL NOT NULL,
    PRIMARY KEY (n, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_by_class ON ratings (game, form, player, n);
CREATE INDEX ratings_by_player ON ratings (player, game, form, n);

CREATE TABLE rated_through (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    n   INTEGER NOT NULL
) STRICT;

INSERT INTO rated_through VALUES (1, 0);

-- Which games shall not count, or shall again: who said so, when, and why. The last
-- verdict about a table holds; none is ever taken away. This is no part of the
-- log, and does not follow from it.
CREATE TABLE verdicts (
    n        INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    counts   INTEGER NOT NULL CHECK (counts IN (0, 1)),
    at       INTEGER NOT NULL, -- microseconds since 1970, UTC
    author   TEXT NOT NULL,
    reason   TEXT NOT NULL
) STRICT;

CREATE INDEX verdicts_by_table ON verdicts (table_id, n);
