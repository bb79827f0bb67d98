// Package live runs tables. A [Table] belongs to one goroutine, which decides commands,
// stores the resulting events, applies them to the state and sends a new view to each
// [Watcher], in that order: no view shows an event that could still be lost. The goroutine
// never waits for a watcher. A table without connections unloads itself and is loaded again
// on demand. A table whose game ended some time ago has no goroutine.
package live
