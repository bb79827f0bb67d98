-- Which accounts programs have played for. It follows from the deeds.
ALTER TABLE players ADD COLUMN machine INTEGER NOT NULL DEFAULT 0;

CREATE TRIGGER machine_told AFTER INSERT ON deeds WHEN NEW.verb IN ('machine-marked', 'machine-unmarked')
BEGIN
    UPDATE players SET machine = NEW.verb = 'machine-marked' WHERE id = json_extract(NEW.detail, '$.whom');
END;

-- Those for which a program took a seat, or made a table, before there was the mark.
INSERT INTO deeds (at, author, verb, detail)
SELECT unixepoch() * 1000000, id, 'machine-marked', json_object('whom', id) FROM players
WHERE id IN (SELECT json_extract(data, '$.player.ID') FROM (
                 SELECT CASE WHEN json_valid(data) THEN data END AS data FROM event_log WHERE instr(data, '"Machine":true') > 0)
             WHERE json_extract(data, '$.kind') IN ('opened', 'seated', 'replaced')
               AND json_extract(data, '$.player.Machine'))
ORDER BY since, id;
