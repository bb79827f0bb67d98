// Package quota limits what accounts and addresses may store: table events, tables,
// accounts, names, codes, and waiting tables.
//
// [Quotas] decides and counts. The lobby calls it before it opens a table, and a table
// before it stores an event; [Quotas.Directory], [Quotas.Keyring], [Quotas.Memory] and
// [Quotas.Accounts] wrap the parts of the store that people write to. The context
// carries the client's address ([player.WithAddress]).
//
// Counters are token buckets (golang.org/x/time/rate). A counter of which at least a tenth
// is used is stored half a minute after it changes, and when the server stops. A crash
// loses at most the last half minute.
package quota
