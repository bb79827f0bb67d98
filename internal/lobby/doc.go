// Package lobby keeps the tables of a server and knows who is connected.
//
// A [Lobby] opens tables, finds them, and closes them with the server. It consists of
// parts, each with its own fields and lock:
//
//   - directory: the summaries of all live tables, loaded or not
//   - loaded: the tables in memory; scheduler: loads tables that are due
//   - opener: opens tables, within limits
//   - presence: the connected players; a [Session] is one connection
//   - invitations: invitations to tables; an [Inbox] delivers them to one session
//   - publisher: sends each change of the lobby to its [Watcher]s as a [View]
//   - maintenance: one goroutine that publishes, opens rematches and closes unattended
//     tables
//
// The lobby never reads a game's rules or decides about a move, and never waits for a
// watcher. Locks are taken in this order, and none is held during a wait: publisher,
// invitations or opener; then presence; then the directory, which tables update in the
// middle of their work.
package lobby
