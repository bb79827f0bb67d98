// Package quota bounds what accounts and addresses may store: events of tables,
// tables, accounts, names, codes, and tables that wait for players.
//
// [Quotas] decides and counts. The lobby asks it before a table is opened, a table
// before it stores what somebody did; [Quotas.Directory], [Quotas.Keyring],
// [Quotas.Memory] and [Quotas.Accounts] wrap what the store offers to people. Which
// address somebody acts from comes with the context ([player.WithAddress]).
// Package closer closes tables that wait for nobody.
//
// Counters are token buckets (golang.org/x/time/rate). Those that are used by a tenth
// and more are stored half a minute after they change and when the server stops, so
// a crash forgives at most that.
package quota
