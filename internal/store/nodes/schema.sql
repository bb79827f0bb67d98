-- The runs of the nodes. A node that has not stored a heartbeat for two seconds has failed.
CREATE TABLE IF NOT EXISTS nodes (
    node    TEXT NOT NULL,
    run     BIGINT NOT NULL,      -- a random number for each start of the node
    beat    TIMESTAMPTZ NOT NULL, -- the last heartbeat
    stopped BOOLEAN NOT NULL,     -- the node has ended this run
    reports BIGINT NOT NULL,      -- number of changes of its rows in node_reports
    PRIMARY KEY (node, run)
);

-- How far the times of events at the node are ahead of the database's clock, in microseconds.
ALTER TABLE nodes ADD COLUMN IF NOT EXISTS ahead BIGINT NOT NULL DEFAULT 0;

-- The sessions of each node, with their addresses.
CREATE TABLE IF NOT EXISTS node_visitors (
    node     TEXT NOT NULL,
    run      BIGINT NOT NULL,
    visitors TEXT NOT NULL, -- JSON
    PRIMARY KEY (node, run)
);

-- Who is connected to which table through which node.
CREATE TABLE IF NOT EXISTS node_reports (
    node       TEXT NOT NULL,
    run        BIGINT NOT NULL,
    table_id   BIGINT NOT NULL,
    players    TEXT NOT NULL,   -- JSON, the IDs of players with a seat
    spectators BIGINT NOT NULL, -- the number of connections of other people
    PRIMARY KEY (node, run, table_id)
);
