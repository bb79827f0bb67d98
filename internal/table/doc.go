// Package table is one table at which a game is played.
//
// There are few types. An [Event] is what happened, kept in a [Log] for good;
// the state of a table is the fold of its events, live and after a restart. An
// [Act] is what somebody asks; [Table.Do] answers once it is on the disk, with a
// [Refusal] if it may not be. A [View] is the table as of one event; a [Watcher]
// takes the newest.
//
// One goroutine owns a table that waits or plays: it decides, stores, folds and
// tells, in that order, so nobody hears of what could be lost. It never waits
// for somebody who looks on. A table that finished some time ago has none.
package table
