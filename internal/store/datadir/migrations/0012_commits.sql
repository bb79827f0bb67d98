-- The number of commits so far. Each transaction raises it, and the file
-- quadrille.commits beside the database holds the last number that was
-- acknowledged: a database with a lower number has lost commits.
CREATE TABLE commits (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    n   INTEGER NOT NULL
) STRICT;

INSERT INTO commits VALUES (1, 0);
