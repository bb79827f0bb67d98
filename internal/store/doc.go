// Package store keeps the log of every table, and everybody's name, in one
// SQLite file of the data directory.
//
// A [Store] has a part for each package that keeps something there. One goroutine writes: it
// puts all requests that wait into one transaction and acknowledges each only
// after that is on the disk (WAL, synchronous=FULL); what is read goes through
// connections of its own and never waits for a writer. An error from a write
// means that nothing of it was kept (or says that this is not known); the next
// may succeed.
//
// Events arrive one behind the other, whatever their table, and are put in order
// by table from time to time and at every start.
//
// Each event has a sum by which it is known that it is read as it was written.
//
// Package datadir below it knows the data directory, its lock and the schema.
package store
