// Package migrate copies all data of a server between SQLite and PostgreSQL.
//
// [ToPostgreSQL] copies a data directory into an empty database, and [ToSQLite] copies a
// database into a new data directory. No server may use the directory or the database
// during the copy. The source is locked against writes and not changed. Before a copy
// becomes visible, each of its rows is compared with the source; if anything fails, the
// target stays empty.
package migrate
