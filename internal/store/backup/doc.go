// Package backup makes a backup file of a data directory, even while a server is using it,
// and restores a data directory from it. [Source] is the directory, [Contents] the list of
// what a backup holds.
package backup
