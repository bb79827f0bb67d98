// Package datadir opens, locks, examines and migrates data directories. A data directory
// contains the database and its WAL, the lock file and the file that counts commits. A
// [Directory] is a locked data directory. Every error is a [Refusal].
//
// The package contains the schema of the database, but never interprets events. Package
// store reads and writes the rows.
package datadir
