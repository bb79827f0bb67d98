-- Where the tables that are not closed were opened: by which account, and from which
-- network address (a /32 or a /64). It is forgotten when the table closes.
CREATE TABLE table_origins (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    account  TEXT NOT NULL,
    address  TEXT NOT NULL,
    at       INTEGER NOT NULL -- microseconds since 1970, UTC
) STRICT;

CREATE INDEX table_origins_by_address ON table_origins (address);

CREATE TRIGGER table_origin_forgotten AFTER UPDATE OF finished ON tables WHEN NEW.finished IS NOT NULL
BEGIN
    DELETE FROM table_origins WHERE table_id = NEW.id;
END;

-- How much of their quotas accounts and addresses have used: until when each counter
-- is not full again. Deleted then.
CREATE TABLE quotas (
    kind  TEXT NOT NULL,
    who   TEXT NOT NULL, -- an account, or a network address
    until INTEGER NOT NULL, -- microseconds since 1970, UTC
    PRIMARY KEY (kind, who)
) STRICT, WITHOUT ROWID;
