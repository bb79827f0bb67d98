// Package postgres stores all data of the server in a PostgreSQL database, which several
// processes (nodes) may share. It has the same parts as the store of SQLite; see package
// parts.
//
// A node learns of changes made by other nodes in two ways. [Tables.Changed] returns the
// tables with events that were stored or rewritten since an earlier call, and never omits
// one; a node calls it every few seconds. [Store.Listen] receives notifications, which
// are faster but may be lost: after [Notification.Missed], or without notifications, the
// node relies on Changed. The store notifies about tables ([TopicTables]) after each
// commit. The rest of the program notifies about its own topics with [Store.Notify].
//
// A node may append to a table at any time: the database accepts an event only at the
// next number, and only if the chained hash up to the previous event is the expected one
// (see [table.SharedLog]). Otherwise the error wraps [table.ErrGap], and the node calls
// Since to read the events that it lacks. So the nodes cannot store different versions of
// a log. A node can append only after it has read all earlier events, because it needs their
// hash. It then finds a repeated command among them, so the database needs no index of the
// IDs of commands.
//
// Numbers of audit entries, messages, reports, evenings and closed tables come from rows
// that are locked until the commit. So the numbers become visible in ascending order, and a
// reader that asks for higher numbers misses none. The numbers of new tables may have gaps.
//
// The schema uses plain SQL where possible. Only notifications, transaction IDs and connection
// settings are particular to PostgreSQL.
package postgres
