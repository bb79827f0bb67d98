// Package backup makes one file of a data directory, while a server uses it or not, and a data
// directory of such a file. [Source] is what is backed up, [Contents] what a backup holds.
package backup
