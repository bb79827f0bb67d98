// Package parts contains the parts of a store that are the same for SQLite and PostgreSQL:
// accounts, keys, settings, evenings, the audit log, quotas, messages, reports, vacations,
// webhooks, ratings, the search for games, and reading of tables. Each database supplies a
// [Backend], and stores the events of tables in its own way.
//
// The statements are in the SQL that both databases understand. A parameter is written $1.
package parts
