-- Whether it was a program that played, among the games that are over. The rest is
-- as it was.
DROP TRIGGER game_over;
DROP VIEW told;

ALTER TABLE game_players ADD COLUMN machine INTEGER NOT NULL DEFAULT 0;

CREATE VIEW told AS
SELECT table_id, seq,
       json_extract(data, '$.kind') AS kind,
       json_extract(data, '$.seat') AS seat,
       json_extract(data, '$.player.ID') AS player,
       json_extract(data, '$.player.Name') AS name,
       coalesce(json_extract(data, '$.player.Machine'), 0) AS machine,
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

    INSERT OR IGNORE INTO game_players (table_id, seat, player, name, machine)
    SELECT s.table_id, s.seat, s.player, s.name, s.machine
    FROM told s JOIN games g ON g.table_id = NEW.id
    WHERE s.table_id = NEW.id AND s.kind IN ('seated', 'replaced') AND s.seat IS NOT NULL AND s.player IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM told later WHERE later.table_id = NEW.id AND later.seq > s.seq
                      AND later.seat = s.seat AND later.kind IN ('seated', 'replaced', 'unseated'));
END;
