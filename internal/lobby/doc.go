// Package lobby is the tables of a server, and who is connected.
//
// A [Lobby] opens tables, finds them, and closes them with the server. It is made of
// parts, each with its own fields and lock:
//
//   - directory: the summaries of all live tables, loaded or not
//   - loaded: the tables in memory; scheduler: loads those that have something to do
//   - opener: opens tables, within limits
//   - presence: who is connected; a [Visit] is one connection
//   - invitations: calls to tables; an [Inbox] takes them for one session
//   - publisher: tells [Watcher]s what the lobby looks like; a [View] is all of that at
//     one moment
//   - chores: one goroutine that publishes, makes rematches, and closes tables that
//     everybody left
//
// Locks are taken in this order and never held while anything waits: publisher,
// invitations or opener; then presence; then the directory, which tables tell of their
// changes in the middle of their work.
package lobby
