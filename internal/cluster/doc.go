// Package cluster lets several nodes (processes with the same database) know of each other.
// It records which nodes run, and decides which of them does the chores of a table, such as
// ending a game when a clock has run out. It estimates the time on the clock of the database,
// and tells each node who is connected to tables through other nodes.
//
// A nil *Cluster stands for a process without a cluster: it does all chores itself, and
// nobody is connected through other nodes.
package cluster
