-- What is searched among the games that are over. It follows from the log and
-- can be made anew from it.
CREATE TABLE games (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    game     TEXT NOT NULL,
    began    INTEGER NOT NULL, -- seconds since 1970, UTC
    ended    INTEGER NOT NULL,
    reason   TEXT NOT NULL,
    winners  TEXT NOT NULL -- words of seats, with blanks between
) STRICT;

CREATE INDEX games_by_end ON games (ended, table_id);
CREATE INDEX games_by_game ON games (game, ended, table_id);

CREATE TABLE game_players (
    table_id INTEGER NOT NULL REFERENCES games (table_id),
    seat     INTEGER NOT NULL,
    player   TEXT NOT NULL,
    name     TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX game_players_by_player ON game_players (player, table_id);
CREATE INDEX game_players_by_name ON game_players (name COLLATE NOCASE, table_id);

-- A table's events that tell what game it was. A text that is no JSON is damage,
-- which must not keep a game from ending. Whoever replaces event_log has to
-- replace what stands on it.
CREATE VIEW told AS
SELECT table_id, seq,
       json_extract(data, '$.kind') AS kind,
       json_extract(data, '$.seat') AS seat,
       json_extract(data, '$.player.ID') AS player,
       json_extract(data, '$.player.Name') AS name,
       json_extract(data, '$.terms.game') AS game,
       json_extract(data, '$.action') AS action,
       json_extract(data, '$.text') AS text,
       unixepoch(json_extract(data, '$.at')) AS at
FROM event_log
WHERE json_valid(data);

CREATE TRIGGER game_over AFTER UPDATE OF finished ON tables WHEN NEW.finished IS NOT NULL
BEGIN
    INSERT OR IGNORE INTO games
    SELECT o.table_id, o.game, b.at, c.at, c.action, coalesce(c.text, '')
    FROM told o
    JOIN told b ON b.table_id = NEW.id AND b.kind = 'began'
    JOIN told c ON c.table_id = NEW.id AND c.kind = 'closed'
    WHERE o.table_id = NEW.id AND o.seq = 1 AND o.game IS NOT NULL;

    INSERT OR IGNORE INTO game_players
    SELECT s.table_id, s.seat, s.player, s.name
    FROM told s JOIN games g ON g.table_id = NEW.id
    WHERE s.table_id = NEW.id AND s.kind IN ('seated', 'replaced') AND s.seat IS NOT NULL AND s.player IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM told later WHERE later.table_id = NEW.id AND later.seq > s.seq
                      AND later.seat = s.seat AND later.kind IN ('seated', 'replaced', 'unseated'));
END;

-- The games that are over already: each is touched, and the trigger does the rest.
UPDATE tables SET finished = finished WHERE finished IS NOT NULL;
