// Package quota limits what accounts and addresses may store: events of tables, new tables,
// new accounts, name changes, key codes, and waiting tables.
//
// [Quotas] counts what is stored, and decides whether more may be stored. The lobby asks
// Quotas whether it may open a table, and a table asks Quotas whether it may store an
// event. [Quotas.Directory], [Quotas.Keyring], [Quotas.Memory] and [Quotas.Accounts] wrap
// the parts of the store to which people write. The client's address comes from the
// context; see [player.WithAddress].
//
// Counters are token buckets (golang.org/x/time/rate). If at least a tenth of a bucket is
// used, its counter is stored half a minute after a change and when the server stops. After
// a crash, at most the changes of the last half minute are lost.
package quota
