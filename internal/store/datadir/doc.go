// Package datadir opens, locks, examines and migrates a data directory: the database, its
// WAL, the lock file and the file that counts commits. A [Directory] is a locked
// directory. Every error is a [Refusal]. It knows the schema but never the contents of
// events; package store reads and writes the rows.
package datadir
