// Package parts contains the parts of a store that are the same for SQLite and PostgreSQL:
// accounts, keys, settings, evenings, the audit log, quotas, messages, reports, vacations,
// webhooks, ratings, the search for games, and reading the data of game tables. Each database supplies
// a [Backend], and stores the events of tables in its own way.
//
// The statements use only SQL that both databases understand. Their parameters are written
// $1, $2 and so on.
package parts
