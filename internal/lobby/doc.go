// Package lobby is which tables there are, and who is here.
//
// There are few types. A [Lobby] opens tables, finds them, and closes them with
// the server. A [Visit] is one connection of somebody who is here. A [View] is
// all of that at one moment; a [Watcher] takes the newest.
//
// A lock owns the lobby and is never held while anything waits; tables are
// called without it. One goroutine, the crier, tells the watchers, a few times a
// second at most, and closes the tables that everybody left.
package lobby
