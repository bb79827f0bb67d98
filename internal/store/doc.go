// Package store keeps everything that the server stores in one SQLite file of the data
// directory: the event logs of tables and evenings, accounts, keys, settings, ratings, the
// audit log, reports, webhooks and quotas.
//
// A [Store] has one part for each package that stores data. One goroutine writes. It puts
// waiting requests into one transaction and acknowledges each request only after the
// transaction is on the disk (WAL, synchronous=FULL). Reads use other connections and never
// wait for the writer. An error from a write means that nothing was stored, or says that
// the outcome is unknown.
//
// New events of all games are appended to one SQL table of recent events. At times, and at
// every start, they are moved to an SQL table that is ordered by game. Each event has a
// checksum.
//
// Package datadir knows the data directory, its lock and the schema. The store decides
// nothing about games: it does not interpret events, except that an event of kind closed
// marks its game as finished.
package store
