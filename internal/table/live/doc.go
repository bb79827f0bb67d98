// Package live runs tables. One goroutine owns a loaded table: it decides commands,
// stores the events, folds them and tells its watchers, in that order, so that nobody
// hears of what could be lost. It never waits for a [Watcher]. A table that nobody needs
// is unloaded; a table that finished some time ago has no goroutine.
package live
