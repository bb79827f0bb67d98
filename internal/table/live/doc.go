// Package live keeps in memory the tables that are in use. Each of them carries out commands,
// stores the resulting events, and sends new views to everybody who watches.
//
// Each [Table] has its own goroutine. The goroutine handles commands, stores the resulting
// events, applies them to the state, and then sends a new view to each [Watcher]. Because of
// this order, no view shows an event that could still be lost. The goroutine never waits for
// a watcher.
//
// A table that nobody watches unloads itself and is loaded again on demand. Some time after
// the game has ended, the goroutine of its table ends.
package live
