// Package backup backs up a data directory to a file, even while a server is using it, and
// restores a data directory from such a file. A [Source] is a data directory to back up.
// [Contents] lists the files in a backup. [Restore] restores a backup.
package backup
