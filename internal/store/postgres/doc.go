// Package postgres stores all data of the server in a PostgreSQL database, which several
// processes (nodes) may share.
//
// A node learns from other nodes in two ways. Changed(ctx, after) returns a
// [table.Change] for each table with events that were stored or rewritten after a mark, and
// the next mark. It never omits one, and a node calls it every few seconds. [Store.Listen]
// receives notifications, which are faster but may be lost: after [Notification.Missed], or
// without notifications, the node relies on Changed. The store notifies about tables
// ([TopicTables]) after each commit. The rest of the program notifies about its own topics
// with [Store.Notify].
//
// A node may append to a table at any time: the database accepts an event only at the next
// number, and only if the node decided it on the stored log. Otherwise the error wraps
// [table.ErrGap], and the node reads the log from its last event with Since.
package postgres
