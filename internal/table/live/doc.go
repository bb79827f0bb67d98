// Package live runs the tables that are in memory.
//
// A [Table] belongs to one goroutine. The goroutine decides commands, stores the resulting
// events, applies them to the state, and then sends a new view to each [Watcher]. Because of
// this order, no view shows an event that could still be lost. The goroutine never waits for
// a watcher.
//
// A table without connections unloads itself and is loaded again on demand. Some time after
// its game has ended, a table no longer has a goroutine.
package live
