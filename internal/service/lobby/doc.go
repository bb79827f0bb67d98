// Package lobby manages the tables of a server and tracks who is connected.
//
// A [Lobby] opens tables, finds them, and stops them when the server stops. It has these
// parts, each with its own fields and lock:
//
//   - directory: the summaries of all live tables, and of the newest finished ones
//   - loaded: the tables in memory
//   - scheduler: loads tables that are due, for example because a clock runs out
//   - opener: opens tables, within limits
//   - presence: the connected players; a [Session] is one connection
//   - invitations: invitations to tables; an [Inbox] delivers them to one session
//   - publisher: sends each change of the lobby to its [Watcher]s, as a [View]
//   - maintenance: one goroutine that publishes changes, opens rematches and closes unattended tables
//
// The lobby never decides whether a move is legal, and never waits for a watcher.
//
// Locks are taken in this order: first publisher, invitations or opener; then presence; then
// directory or loaded. A table takes the lock of the directory while it holds its own lock. No lock is
// held during a wait.
package lobby
