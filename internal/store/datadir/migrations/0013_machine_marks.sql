-- Which accounts programs have played for, and since when. The audit has one entry a
-- day about them, not one for each.
CREATE TABLE machine_marks (
    account TEXT PRIMARY KEY,
    at      INTEGER NOT NULL -- microseconds since 1970, UTC
) STRICT, WITHOUT ROWID;

INSERT INTO machine_marks
SELECT json_extract(detail, '$.whom') AS account, max(at) FROM deeds
WHERE verb IN ('machine-marked', 'machine-unmarked')
  AND account IS NOT NULL AND account NOT LIKE 'left:%'
GROUP BY account
HAVING max(CASE verb WHEN 'machine-marked' THEN n END) = max(n);

DROP TRIGGER IF EXISTS machine_told;

CREATE TRIGGER machine_marked AFTER INSERT ON machine_marks
BEGIN
    UPDATE players SET machine = 1 WHERE id = NEW.account;
END;

CREATE TRIGGER machine_unmarked AFTER INSERT ON deeds WHEN NEW.verb = 'machine-unmarked'
BEGIN
    DELETE FROM machine_marks WHERE account = json_extract(NEW.detail, '$.whom');
    UPDATE players SET machine = 0 WHERE id = json_extract(NEW.detail, '$.whom');
END;

CREATE TRIGGER machine_left AFTER INSERT ON deeds WHEN NEW.verb = 'left'
BEGIN
    DELETE FROM machine_marks WHERE account = NEW.author;
END;
