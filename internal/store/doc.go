// Package store stores all data of the server in one SQLite file in the data directory: the
// events of tables and evenings, accounts, keys, settings, ratings, the audit log, reports,
// webhooks and quotas.
//
// A [Store] has one part for each package that stores data. One goroutine does all writing.
// It puts waiting requests into one transaction and acknowledges each request only after the
// transaction is on the disk (WAL, synchronous=FULL). Reads use other connections and never
// wait for the writer. An error from a write means that nothing was stored, or says that the
// outcome is unknown.
//
// New events of all games are appended to one SQL table of recent events. From time to time,
// and at every start, they are moved to an SQL table that is ordered by game. Each event has
// a checksum.
//
// Package datadir manages the data directory, its lock and the schema. The store decides
// nothing about games and does not interpret events, with one exception: an event of the
// kind "closed" marks its game as finished.
package store
