-- Bots of one level may have several seats of a rated game; part counts them. The
-- rest is as it was.
ALTER TABLE ratings RENAME TO unparted_ratings;
DROP INDEX ratings_by_class;
DROP INDEX ratings_by_player;

CREATE TABLE ratings (
    n        INTEGER NOT NULL,
    player   TEXT NOT NULL,
    part     INTEGER NOT NULL,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    game     TEXT NOT NULL,
    form     TEXT NOT NULL,
    ended    INTEGER NOT NULL, -- seconds since 1970, UTC
    rank     INTEGER NOT NULL,
    parties  INTEGER NOT NULL,
    mu       REAL NOT NULL, -- after that game
    sigma    REAL NOT NULL,
    PRIMARY KEY (n, player, part)
) STRICT, WITHOUT ROWID;

INSERT INTO ratings
SELECT n, player, 0, table_id, game, form, ended, rank, parties, mu, sigma FROM unparted_ratings;
DROP TABLE unparted_ratings;

CREATE INDEX ratings_by_class ON ratings (game, form, player, n);
CREATE INDEX ratings_by_player ON ratings (player, game, form, n);
